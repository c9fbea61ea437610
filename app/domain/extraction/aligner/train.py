"""Learns the aligner from the pairs in `corpus/`: `python -m app.domain.extraction.aligner.train`.

Writes both models for the whole corpus. With `--measure` it prints instead what is right of the files of two writers,
each learned without it. Some minutes each.
"""

import random
import sys
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from app.domain.extraction.aligner.features import Fact, pair_view, relation_features
from app.domain.extraction.aligner.model import (
    CHANGES,
    NONE,
    RELATIONS,
    RELATIONS_FILE,
    STRETCHES,
    VALUE,
    VALUES_FILE,
    Aligner,
)
from app.domain.extraction.aligner.pairs import Pair, corpus_digest, read_lines, talk_lines, written_pairs
from app.domain.extraction.aligner.stretch import Stretches
from app.domain.extraction.tagger.corpus import read_talks
from app.domain.linear import LinearModel, write_model
from app.domain.linear.table import Rows, fit

_OTHERS: Final = 24
"""Of the stretches of a message that are not the new value so many are learned from."""
_OF_ANOTHER: Final = 3
"""So many where the message changes another fact."""
_STRENGTH: Final = 0.1
_STEPS: Final = 40
_LEAST_ROWS: Final = 3
_LEAST_WEIGHT: Final = 2
"""Of 127: half of the features weigh less, and cost memory in every process."""
_LEFT_OUT: Final = ("en8", "zh8")
"""Files to measure on: each is all that its writer wrote."""


def train(pairs: Sequence[Pair], *, digest: str = "", seed: int = 3) -> Aligner:
    """Learn both models."""
    return Aligner(_relations(pairs, digest), _values(pairs, digest, random.Random(seed)))  # noqa: S311


def _relations(pairs: Sequence[Pair], digest: str) -> LinearModel:
    rows, labels = Rows(), array("q")
    seen: dict[tuple[str, Fact], set[str]] = {}
    for one in pairs:
        pair = (one.text, one.fact)
        if pair not in seen:
            seen[pair] = relation_features(pair_view(*pair))
        rows.add(seen[pair])
        labels.append(RELATIONS.index(one.relation))
    return _fit(rows, labels, RELATIONS, digest)


def _values(pairs: Sequence[Pair], digest: str, chance: random.Random) -> LinearModel:
    rows, labels = Rows(), array("q")
    for one in pairs:
        if not one.new:
            continue
        stretches = Stretches(pair_view(one.text, one.fact))
        every = list(stretches.places())
        right = [place for place in every if stretches.written(*place) == one.new]
        others = [place for place in every if place not in right]
        is_its = one.relation == CHANGES  # else it is another fact's
        for place in right + chance.sample(others, min(_OTHERS if is_its else _OF_ANOTHER, len(others))):
            rows.add(stretches.features(*place))
            labels.append(STRETCHES.index(VALUE) if is_its and place in right else 0)
    return _fit(rows, labels, STRETCHES, digest)


def _fit(rows: Rows, labels: "array[int]", classes: Sequence[str], digest: str) -> LinearModel:
    return fit(
        rows.table(_LEAST_ROWS),
        np.array(labels),
        classes,
        strength=_STRENGTH,
        most_steps=_STEPS,
        least_weight=_LEAST_WEIGHT,
        digest=digest,
    )


def measure(aligner: Aligner, pairs: Sequence[Pair]) -> dict[str, str]:
    """Return for each relation how many pairs were right of how many, and how many new values."""
    right: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for one in pairs:
        pair = pair_view(one.text, one.fact)
        chances = aligner.relation(pair)
        whole[one.relation] += 1
        right[one.relation] += max(chances, key=lambda name: chances[name]) == one.relation
        if one.relation == CHANGES:
            whole["new value"] += 1
            right["new value"] += aligner.new_value(pair)[0] == one.new
    return {name: f"{right[name]}/{count}" for name, count in sorted(whole.items())}


def main() -> None:
    """Train on all and write; or measure."""
    lines = read_lines() + talk_lines(read_talks())
    print(f"{len(lines)} lines")
    if "--measure" in sys.argv[1:]:
        for author in _LEFT_OUT:
            trained = train(written_pairs([line for line in lines if line.author != author]))
            held = [Pair(0, line.text, *told) for line in lines if line.author == author for told in line.facts]
            print(author, measure(trained, [one for one in held if one.relation != NONE or one.fact.just]), flush=True)
        return
    trained = train(written_pairs(lines), digest=corpus_digest())
    for model, file in ((trained.relations, RELATIONS_FILE), (trained.values, VALUES_FILE)):
        write_model(model, file)
        print(f"written to {file.name}: {len(model.by_feature)} features, {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
