"""Weighs a candidate for a value of a fact by what the judge says of it and what the encoder sees.

Learned (`fit.py`) on messages from which neither the judge nor the encoder had learned.
"""

from functools import cache
from pathlib import Path
from typing import Final

from app.domain.extraction.encoded.reading import Reading, Seen
from app.domain.extraction.encoded.steps import step_of
from app.domain.extraction.tagger.candidates import Candidate
from app.domain.linear import LinearModel, read_model

FILE: Final = Path(__file__).with_name("tags.npz")


def candidate_evidence(one: Candidate, judged: float, seen: Seen, reading: Reading, chinese: bool) -> set[str]:
    """Return the features of a candidate: `judged` is its chance by the judge, `seen` by the encoder."""
    mean, judge, whole = step_of(seen.mean), step_of(judged), step_of(reading.most)
    found = {
        f"s{one.source}", f"e{mean}", f"es{mean}{one.source}", f"j{judge}", f"js{judge}{one.source}",
        f"ej{mean},{judge}",
        f"x{step_of(seen.most)}", f"l{step_of(seen.least)}", f"xl{step_of(seen.most)},{step_of(seen.least)}",
        f"b{step_of(seen.begins)}", f"n{step_of(seen.ends)}", f"w{whole}", f"we{whole},{mean}",
        f"k{seen.key}", f"ke{seen.key}{mean}", f"ks{step_of(float(seen.keys.max()))}",
        f"same{seen.key == one.key}{one.source}", f"ls{step_of(one.sure)}", f"lc{step_of(one.chance)}",
        f"z{chinese}", f"ze{chinese}{mean}", f"zj{chinese}{judge}", f"size{min(one.end - one.start, 8)}",
    }  # fmt: skip
    return found | {f"c{told}" for told in one.claim} | {f"c{told}e{mean}" for told in one.claim}


@cache
def tag_verdict() -> LinearModel:
    """Return the model that comes with the package, read once."""
    return read_model(FILE)
