"""Finds values of facts in a text and weighs what the rules found, by three models that were learned."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.extraction.encoded.reading import Seen, read
from app.domain.extraction.encoded.spans import spans_of, whole_number
from app.domain.extraction.encoded.tag_verdict import candidate_evidence, tag_verdict
from app.domain.extraction.models import Statement
from app.domain.extraction.tagger.asking import prompt_in
from app.domain.extraction.tagger.candidates import MOST_TOKENS, Candidate, Chances, candidates_of
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
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_LEAST_TO_READ_AGAIN: Final = 0.2
"""What is less likely without the remark before it is not read once more with it."""
_LEAST_TO_READ: Final = 0.04
"""A message is read by the encoder where a token is part of a value from this chance on: half of talk is not."""


class Tagged(NamedTuple):
    """A value [start, end) of a text: `key` what kind of fact it is, of that kind `sure`, `chance` that it is one.

    `claim` is what the rules took it for, None where they took it for nothing; `core` what of a claim the encoder sees
    as the value, where it surely sees the rest as none, else "". `is_read` says that the encoder took part.
    """

    start: int
    end: int
    key: str
    chance: float
    sure: float
    claim: Statement | None = None
    core: str = ""
    is_read: bool = False


class Weighable(NamedTuple):
    """A candidate at the characters [start, end), what the rules claim of it, its chance by the judge alone.

    `seen` is what the encoder sees of it and `evidence` the features of both together, None where it did not read;
    `core` the one stretch of a claim that it surely takes for the value, "" where there is none.
    """

    candidate: Candidate
    claim: Statement | None
    start: int
    end: int
    judged: float
    seen: Seen | None
    evidence: set[str] | None
    core: str


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

        `before` is what the assistant said just before. None overlaps another, but for those of the rules. Where the
        encoder is installed, it reads what may hold any. Behind a remark, which asks nothing, a message is read with
        and without it, and the mean of both chances counts: what is said behind remarks is mostly chatter, and models
        that have learned so hide facts (decision 0046).
        """
        alone = [_tagged(one) for one in self.weighable(text, prompt_in(before), known)]
        if prompt_in(before) == before or all(one.chance < _LEAST_TO_READ_AGAIN for one in alone):
            return alone
        behind = {(one.start, one.end): one.chance for one in map(_tagged, self.weighable(text, before, known))}
        return [one._replace(chance=(one.chance + behind.get((one.start, one.end), 0.0)) / 2) for one in alone]

    def weighable(
        self, text: str, before: str, known: Sequence[Statement], *, always: bool = False
    ) -> Iterator[Weighable]:
        """Go over the candidates of a message with what the judge and the encoder say of each.

        The encoder reads what may hold a value; with `always` every message.
        """
        view = view_of(text, before)
        told = self.chances(view)
        reading = read(text, before) if always or known or _may_hold(told) else None
        spans = spans_of(text, view, reading) if reading is not None else {}
        found = candidates_of(text, view, told, self.keys, known, list(spans))
        if not found:
            return
        whole, chinese = whole_of(text, view, before), _HAN.search(text) is not None
        for one, claim in found:
            judged = self.judge.chances(candidate_features(whole, one, len(found)))[1]
            start, end = spans.get((one.start, one.end), (view.tokens[one.start].start, view.tokens[one.end - 1].end))
            seen = reading.seen(start, end) if reading is not None else None
            evidence, core = None, None
            if reading is not None and seen is not None:
                evidence = candidate_evidence(one, judged, seen, reading, chinese)
                core = reading.core(start, end) if claim is not None else None
            whole_core = text[slice(*whole_number(text, *core))].strip() if core else ""
            yield Weighable(one, claim, start, end, judged, seen, evidence, whole_core)


def _tagged(one: Weighable) -> Tagged:
    if one.seen is None or one.evidence is None:
        return Tagged(one.start, one.end, one.candidate.key, one.judged, one.candidate.sure, one.claim)
    chance = tag_verdict().chances(one.evidence)[1]
    return Tagged(one.start, one.end, one.seen.key, chance, float(one.seen.keys.max()), one.claim, _core(one), True)


def _core(one: Weighable) -> str:
    """Return the core of a claim if its value holds it letter by letter and more besides, else ""."""
    value = one.claim.value if one.claim is not None else ""
    return one.core if one.core and one.core.casefold() in value.casefold() and len(one.core) < len(value) else ""


def _may_hold(chances: Chances) -> bool:
    return any(1.0 - one[0] >= _LEAST_TO_READ for one in chances)


@cache
def tagger() -> Tagger:
    """Return the tagger that comes with the package, read once."""
    return Tagger(read_model(SPANS_FILE), read_model(KEYS_FILE), read_model(JUDGE_FILE))
