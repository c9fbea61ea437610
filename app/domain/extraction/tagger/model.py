"""Finds stretches of a text that are values of facts, and which fact each is, by two models that were learned."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.extraction.tagger.features import View, span_features, token_features, view_of
from app.domain.linear import LinearModel, read_model

OUTSIDE, BEGIN, INSIDE = "O", "B", "I"
LABELS: Final = (OUTSIDE, BEGIN, INSIDE)
SPANS_FILE: Final = Path(__file__).with_name("spans.npz")
KEYS_FILE: Final = Path(__file__).with_name("keys.npz")
MOST_TOKENS: Final = 400
_LONGEST: Final = 14
"""Tokens of the longest value."""
_RATHER: Final = 0.3
"""A token belongs to a value from this chance on, if the value as a whole is likely enough."""


class Tagged(NamedTuple):
    """A value [start, end) of the text: `key` what kind of fact it is, `chance` that it is one, of that kind `sure`."""

    start: int
    end: int
    key: str
    chance: float
    sure: float


@dataclass(frozen=True, slots=True)
class Tagger:
    """The two models: labels of tokens, keys of stretches."""

    spans: LinearModel
    keys: LinearModel

    def tag(self, text: str, least: float) -> list[Tagged]:
        """Return the values in a text whose chance is at least `least`, in order, none overlapping.

        A value is a run of tokens that are rather inside one than not, cut where one is likelier a beginning than a
        going on; its chance is its likeliest token's. Of a long text the first 400 tokens are read.
        """
        view = view_of(text)
        chances = [self.spans.chances(token_features(view, at)) for at in range(min(len(view.tokens), MOST_TOKENS))]
        found: list[Tagged] = []
        at = 0
        while at < len(chances):
            end = at + 1
            if 1.0 - chances[at][0] >= _RATHER and view.tokens[at].shape != "sign":
                while end < len(chances) and end - at < _LONGEST and _goes_on(chances[end]):
                    end += 1
                stop = end
                while view.tokens[stop - 1].shape == "sign":
                    stop -= 1
                chance = max(1.0 - outside for outside, _, _ in chances[at:stop])
                if chance >= least:
                    found.append(self._named(view, at, stop, chance))
            at = end
        return found

    def _named(self, view: View, start: int, end: int, chance: float) -> Tagged:
        chances = self.keys.chances(span_features(view, start, end))
        sure = max(chances)
        key = self.keys.classes[chances.index(sure)]
        return Tagged(view.tokens[start].start, view.tokens[end - 1].end, key, chance, sure)


def _goes_on(chances: Sequence[float]) -> bool:
    outside, begin, inside = chances
    return 1.0 - outside >= _RATHER and inside >= begin


@cache
def tagger() -> Tagger:
    """Return the tagger that comes with the package, read once."""
    return Tagger(read_model(SPANS_FILE), read_model(KEYS_FILE))
