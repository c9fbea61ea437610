"""Learns how to weigh the encoder beside the linear models: `python -m app.domain.extraction.encoded.fit`.

From messages and pairs in `held/`, which neither the encoder nor the linear models have learned from. Some minutes, on
two cores.
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
from app.domain.extraction.aligner.pairs import Pair, pairs_elsewhere, read_lines, talk_lines, written_pairs
from app.domain.extraction.encoded import pair_verdict, tag_verdict
from app.domain.extraction.encoded.weighing import weighable
from app.domain.extraction.extract import stated_by_rules
from app.domain.extraction.tagger.corpus import Marked, read_corpus, read_talks
from app.domain.extraction.tagger.features import view_of
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
    """Go over the candidates of messages: what is said of each, and whether it is a marked value (1) or not (0)."""
    for message in messages:
        known = stated_by_rules(message.text, message.before, message.language)
        view = view_of(message.text, message.before)
        for one in tagger().weighable(message.text, message.before, known, always=True):
            if one.evidence is not None:
                touches = any(min(one.end, stop) > max(one.start, begin) for begin, stop, _ in message.values)
                yield one.evidence, int(touches and is_true(view, one.candidate, message))


def pair_rows(pairs: Sequence[Pair]) -> Iterator[Row]:
    """Go over pairs that would be read: what is said of each, and what the message does to the fact."""
    for (text, asked), group in groupby(pairs, key=lambda one: (one.text, one.asked)):
        of = list(group)
        views = [pair_view(text, one.fact) for one in of]
        for at, evidence, _ in weighable(text, [(view, aligner().relation(view)) for view in views], asked):
            yield evidence, RELATIONS.index(of[at].relation)


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
    rows = list(pair_rows([*written_pairs(lines), *pairs_elsewhere(lines)]))
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
