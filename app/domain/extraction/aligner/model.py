"""The two learned models of the aligner: what a message does to a fact, and which stretch is the fact's new value."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from app.domain.extraction.aligner.features import (
    Fact,
    PairView,
    pair_view,
    relation_features,
    stretch_features,
    stretches,
)
from app.domain.linear import LinearModel, read_model

NONE, CHANGES, ENDS, FLIPS, SAME = "none", "changes", "ends", "flips", "same"
RELATIONS: Final = (NONE, CHANGES, ENDS, FLIPS, SAME)
"""What a message does to a fact: nothing, a new value, an end, liking for aversion or the reverse, says it again."""
OTHER, VALUE = "other", "value"
STRETCHES: Final = (OTHER, VALUE)
RELATIONS_FILE: Final = Path(__file__).with_name("relations.npz")
VALUES_FILE: Final = Path(__file__).with_name("values.npz")


@dataclass(frozen=True, slots=True)
class Aligner:
    """The two models: relations of messages to facts, stretches that are new values."""

    relations: LinearModel
    values: LinearModel

    def relation(self, pair: PairView) -> dict[str, float]:
        """Return the chance of each of `RELATIONS`."""
        return dict(zip(self.relations.classes, self.relations.chances(relation_features(pair)), strict=True))

    def new_value(self, pair: PairView) -> tuple[str, float]:
        """Return the stretch that is likeliest the new value, as written, and its chance; "" and 0 where none is."""
        best, most = "", 0.0
        value = self.values.classes.index(VALUE)
        for start, end in stretches(pair):
            chance = self.values.chances(stretch_features(pair, start, end))[value]
            if chance > most:
                best, most = pair.view.written(start, end), chance
        return best, most

    def pair(self, text: str, fact: Fact) -> PairView:
        """Return a message beside a fact, for both."""
        return pair_view(text, fact)


@cache
def aligner() -> Aligner:
    """Return the aligner that comes with the package, read once."""
    return Aligner(read_model(RELATIONS_FILE), read_model(VALUES_FILE))
