"""What a message does to known facts by the linear model and the encoder together."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from app.domain.extraction.aligner.features import PairView
from app.domain.extraction.aligner.model import NONE, RELATIONS
from app.domain.extraction.encoded.bearing import bearings
from app.domain.extraction.encoded.pair_verdict import pair_evidence, pair_verdict

_LEAST_TO_READ: Final = 0.03
"""A fact is read beside a message where the linear model says with this chance that it is not left alone."""


class Weighed(NamedTuple):
    """The chance of each relation; whether the encoder read, and the new value by it with its chance."""

    chances: Mapping[str, float]
    is_read: bool = False
    value: str = ""
    value_chance: float = 0.0


def weigh(text: str, pairs: Sequence[tuple[PairView, Mapping[str, float]]]) -> list[Weighed]:
    """Return what a message does to each fact of `pairs`, which hold the linear model's chances of the relations.

    Those are returned as they are where the encoder is not installed or the fact is not worth reading.
    """
    worth = [at for at, (pair, chances) in enumerate(pairs) if is_worth_reading(pair, chances)]
    read = bearings(text, [pairs[at][0].fact for at in worth]) if worth else None
    found = [Weighed(chances) for _, chances in pairs]
    for at, bearing in zip(worth, read or (), strict=False):
        pair, chances = pairs[at]
        ordered = {name: chances[name] for name in RELATIONS}
        weighed = dict(zip(RELATIONS, pair_verdict().chances(pair_evidence(pair, ordered, bearing)), strict=True))
        found[at] = Weighed(weighed, True, bearing.value, bearing.chance)
    return found


def is_worth_reading(pair: PairView, chances: Mapping[str, float]) -> bool:
    """Whether a fact is to be read beside a message: it was said a moment ago or is named, or may be touched."""
    return pair.fact.just or bool(pair.mention.at) or 1.0 - chances[NONE] >= _LEAST_TO_READ
