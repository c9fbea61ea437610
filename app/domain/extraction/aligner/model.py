"""The two learned models of the aligner: what a message does to a fact, and which stretch is the fact's new value."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from app.domain.extraction.aligner.features import PairView, Part, relation_parts
from app.domain.extraction.aligner.stretch import Stretches
from app.domain.linear import LinearModel, WeightSum, read_model

NONE, CHANGES, ENDS, FLIPS, SAME = "none", "changes", "ends", "flips", "same"
RELATIONS: Final = (NONE, CHANGES, ENDS, FLIPS, SAME)
"""What a message does to a fact: nothing, a new value, an end, liking for aversion or the reverse, says it again."""
OTHER, VALUE = "other", "value"
STRETCHES: Final = (OTHER, VALUE)
_SHARE_OF_NONE: Final = 0.6
"""How much likelier "nothing" is in the corpus, most of it look-alikes, than in conversations."""
_MOST_KNOWN: Final = 8192
RELATIONS_FILE: Final = Path(__file__).with_name("relations.npz")
VALUES_FILE: Final = Path(__file__).with_name("values.npz")


@dataclass(frozen=True, slots=True)
class Aligner:
    """The two models: relations of messages to facts, stretches that are new values."""

    relations: LinearModel
    values: LinearModel
    _known: dict[Hashable, WeightSum] = field(default_factory=dict)
    """Sums of the weights of features that facts share, of the last messages."""

    def relation(self, pair: PairView) -> dict[str, float]:
        """Return the chance of each of `RELATIONS`."""
        parts = [self._sum_of(self.relations, part) for part in relation_parts(pair)]
        chances = dict(zip(self.relations.classes, self.relations.chances_of(parts), strict=True))
        chances[NONE] *= _SHARE_OF_NONE
        whole = sum(chances.values())
        return {name: chance / whole for name, chance in chances.items()}

    def new_value(self, pair: PairView) -> tuple[str, float]:
        """Return the stretch that is likeliest the new value, as written, and its chance; "" and 0 where none is."""
        best, most = "", 0.0
        model = self.values
        value = model.classes.index(VALUE)
        stretches = Stretches(pair)
        ends: dict[int, WeightSum] = {}
        begun, start_sum = -1, WeightSum(0, ())
        for start, end in stretches.places():
            if start != begun:
                begun, start_sum = start, model.sum_of(stretches.of_start(start))
            if end not in ends:
                ends[end] = model.sum_of(stretches.of_end(end))
            parts = [self._sum_of(model, part) for part in stretches.parts(start, end)]
            chance = model.chances_of((start_sum, ends[end], *parts))[value]
            if chance > most:
                best, most = stretches.written(start, end), chance
        return best, most

    def _sum_of(self, model: LinearModel, part: Part) -> WeightSum:
        key, features = part
        if key is None:
            return model.sum_of(features())
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[key] = model.sum_of(features())
        return found


@cache
def aligner() -> Aligner:
    """Return the aligner that comes with the package, read once."""
    return Aligner(read_model(RELATIONS_FILE), read_model(VALUES_FILE))
