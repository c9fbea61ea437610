"""Learns the aligner from the pairs in `corpus/`: `python -m app.domain.extraction.aligner.train`.

Prints what it gets right of lines that it has not seen, then writes both models for everything. Some minutes.
"""

import random
from collections import Counter
from collections.abc import Sequence

from app.domain.extraction.aligner.features import pair_view, relation_features, stretch_features, stretches
from app.domain.extraction.aligner.model import (
    CHANGES,
    OTHER,
    RELATIONS,
    RELATIONS_FILE,
    STRETCHES,
    VALUE,
    VALUES_FILE,
    Aligner,
)
from app.domain.extraction.aligner.pairs import Pair, corpus_digest, read_lines, written_pairs
from app.domain.linear import write_model
from app.domain.linear.train import train as train_linear

_OTHERS = 24
"""Of the stretches of a message that are not the new value so many are learned from."""
_EPOCHS = 12
_DECAY = 1e-5


def train(pairs: Sequence[Pair], *, digest: str = "", seed: int = 3) -> Aligner:
    """Learn both models."""
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    rows: list[set[str]] = []
    kinds: list[str] = []
    value_rows: list[set[str]] = []
    values: list[str] = []
    for one in pairs:
        pair = pair_view(one.text, one.fact)
        rows.append(relation_features(pair))
        kinds.append(one.relation)
        if one.relation != CHANGES:
            continue
        every = list(stretches(pair))
        right = [place for place in every if pair.view.written(*place) == one.new]
        others = [place for place in every if place not in right]
        for place in right:
            value_rows += [stretch_features(pair, *place)]
            values.append(VALUE)
        for place in chance.sample(others, min(_OTHERS, len(others))):
            value_rows.append(stretch_features(pair, *place))
            values.append(OTHER)
    return Aligner(
        train_linear(rows, kinds, RELATIONS, epochs=_EPOCHS, decay=_DECAY, digest=digest),
        train_linear(value_rows, values, STRETCHES, epochs=_EPOCHS, decay=_DECAY, digest=digest),
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
    """Measure on every fifth line, then train on all and write."""
    lines = read_lines()
    held = [line for at, line in enumerate(lines) if at % 5 == 0]
    trained = train(written_pairs([line for at, line in enumerate(lines) if at % 5]))
    print(f"{len(lines)} lines")
    for name, part in (
        ("written", [one for one in held if not one.plain]),
        ("told", [one for one in held if one.plain]),
    ):
        print(name, measure(trained, [Pair(0, line.text, *told) for line in part for told in line.facts]))
    trained = train(written_pairs(lines), digest=corpus_digest())
    for model, file in ((trained.relations, RELATIONS_FILE), (trained.values, VALUES_FILE)):
        write_model(model, file)
        print(f"written to {file.name}: {len(model.by_feature)} features, {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
