"""What a message does to known facts by the linear model and the encoder together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from app.domain.extraction.aligner.echo import echoes
from app.domain.extraction.aligner.features import PairView
from app.domain.extraction.aligner.model import NONE, RELATIONS
from app.domain.extraction.encoded.effects import FactEffect, effects_on
from app.domain.extraction.encoded.pair_verdict import pair_evidence, pair_verdict

_LEAST_TO_READ: Final = 0.03
"""A fact is read beside a message where the linear model says with this chance that it is not left alone."""
_MOST_READ: Final = 5
"""So many facts at most are read beside a message, the likeliest to be touched: each costs as much as the message."""

Pair = tuple[PairView, Mapping[str, float]]
"""A message beside a fact, and the chance of each relation by the linear model."""


class Weighed(NamedTuple):
    """The chance of each relation; whether the encoder read, and the new value by it with its chance."""

    chances: Mapping[str, float]
    is_read: bool = False
    value: str = ""
    value_chance: float = 0.0


def weigh(text: str, pairs: Sequence[Pair], asked: str = "") -> list[Weighed]:
    """Return what a message does to each fact of `pairs`, which hold the linear model's chances of the relations.

    `asked` is what the assistant said just before.

    Those are returned as they are where there is no encoder, or the fact is not worth reading.
    """
    found = [Weighed(chances) for _, chances in pairs]
    for at, evidence, effect in weighable(text, pairs, asked):
        weighed = _split(pair_verdict().chances(evidence), effect.relations)
        found[at] = Weighed(dict(zip(RELATIONS, weighed, strict=True)), True, effect.value, effect.chance)
    return found


def _split(chances: Sequence[float], read: Sequence[float]) -> list[float]:
    """Return chances of relations: that a fact is touched by the verdict, in which way by its mean with the encoder's.

    The mean is the geometric one. Of ways that are rare in what the verdict learned from the encoder has seen more.
    """
    means = [(chance * seen) ** 0.5 for chance, seen in zip(chances[1:], read[1:], strict=True)]
    share = (1.0 - chances[0]) / max(sum(means), 1e-9)
    return [chances[0], *(mean * share for mean in means)]


def weighable(text: str, pairs: Sequence[Pair], asked: str = "") -> Iterator[tuple[int, set[str], FactEffect]]:
    """Go over the facts of `pairs` that the encoder reads beside a message: place, features of both, what it says."""
    worth = _worth_reading(pairs)
    effects = effects_on(text, [pairs[at][0].fact for at in worth], asked) if worth else None
    for at, effect in zip(worth, effects or (), strict=False):
        pair, chances = pairs[at]
        yield at, pair_evidence(pair, {name: chances[name] for name in RELATIONS}, effect), effect


def _worth_reading(pairs: Sequence[Pair]) -> list[int]:
    """Return the places of facts to be read beside a message: just said, named, told alike, or perhaps touched."""
    ranked = []
    for at, (pair, chances) in enumerate(pairs):
        touched = 1.0 - chances[NONE]
        close = pair.fact.just or bool(pair.mention.at) or bool(echoes(pair.view.text, pair.fact.told))
        if close or touched >= _LEAST_TO_READ:
            ranked.append((-touched - close, at))
    return sorted(at for _, at in sorted(ranked)[:_MOST_READ])
