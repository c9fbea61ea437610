"""Finds values of facts in a text and weighs what the rules found, by three models that were learned."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.extraction.models import Statement
from app.domain.extraction.tagger.candidates import MOST_TOKENS, Chances, candidates_of
from app.domain.extraction.tagger.features import View, token_features, view_of
from app.domain.extraction.tagger.judge import candidate_features, whole_of
from app.domain.linear import LinearModel, read_model

OUTSIDE, BEGIN, INSIDE = "O", "B", "I"
LABELS: Final = (OUTSIDE, BEGIN, INSIDE)
FALSE, TRUE = "false", "true"
VERDICTS: Final = (FALSE, TRUE)
_HERE: Final = Path(__file__).parent
SPANS_FILE: Final = _HERE / "spans.npz"
KEYS_FILE: Final = _HERE / "keys.npz"
JUDGE_FILE: Final = _HERE / "judge.npz"


class Tagged(NamedTuple):
    """A value [start, end) of a text: `key` what kind of fact it is, of that kind `sure`, `chance` that it is one.

    `claim` is what the rules took it for, None where they took it for nothing.
    """

    start: int
    end: int
    key: str
    chance: float
    sure: float
    claim: Statement | None = None


@dataclass(frozen=True, slots=True)
class Tagger:
    """The three models: labels of tokens, keys of stretches, verdicts on candidates."""

    spans: LinearModel
    keys: LinearModel
    judge: LinearModel

    def chances(self, view: View) -> Chances:
        """Return the chance of each label for each token; of a long text the first 400 are read."""
        return [self.spans.chances(token_features(view, at)) for at in range(min(len(view.tokens), MOST_TOKENS))]

    def tag(self, text: str, before: str = "", known: Sequence[Statement] = ()) -> list[Tagged]:
        """Return candidates for values of facts: what the rules stated (`known`) and the text holds, and what else.

        `before` is what the assistant said just before. None overlaps another, but for those of the rules.
        """
        view = view_of(text, before)
        found = candidates_of(text, view, self.chances(view), self.keys, known)
        if not found:
            return []
        whole = whole_of(text, view, before)
        return [
            Tagged(
                view.tokens[one.start].start,
                view.tokens[one.end - 1].end,
                one.key,
                self.judge.chances(candidate_features(whole, one, len(found)))[1],
                one.sure,
                claim,
            )
            for one, claim in found
        ]


@cache
def tagger() -> Tagger:
    """Return the tagger that comes with the package, read once."""
    return Tagger(read_model(SPANS_FILE), read_model(KEYS_FILE), read_model(JUDGE_FILE))
