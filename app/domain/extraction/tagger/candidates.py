"""Candidates for values of facts in a message: what the rules stated of it, and what the tagger finds besides."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from app.domain.extraction.models import USER, Statement
from app.domain.extraction.tagger.features import View, span_features
from app.domain.extraction.tagger.tokens import tokens_of
from app.domain.linear import LinearModel

Chances = Sequence[Sequence[float]]
"""Of each token that it is outside of values, begins one, is inside one."""

MOST_TOKENS: Final = 400
TAGGED: Final = "t"
"""The source of what no rule claims."""
_LONGEST: Final = 14
"""Tokens of the longest value."""
_LONGEST_CLAIM: Final = 30
"""Tokens of a claim that are looked for where the text has it in other words."""
_BOUNDS: Final = (0.3, 0.12)
"""A token belongs to a value from this chance on; what is left then, from the second."""


class Candidate(NamedTuple):
    """Tokens [start, end) of a text that may be a value.

    `key` is what it would be, `sure` how likely it is that and `next_key` what it would be else; `chance` that a value
    is there by the tagger, `least` by its least likely token. `source` tells who found it, `claim` what of.
    """

    start: int
    end: int
    key: str
    sure: float
    next_key: str
    chance: float
    least: float
    source: str
    claim: tuple[str, ...] = ()


def stretches(view: View, chances: Chances) -> list[tuple[int, int]]:
    """Return stretches [start, end) of tokens that may be values, in order, none overlapping.

    A stretch is a run of tokens that are rather inside a value than not, cut where one is likelier a beginning than a
    going on.
    """
    found: list[tuple[int, int]] = []
    taken = [False] * len(chances)
    for bound in _BOUNDS:
        for start, end in list(_runs(view, chances, bound)):
            if not any(taken[start:end]):
                found.append((start, end))
                taken[start:end] = [True] * (end - start)
    return sorted(found)


def _runs(view: View, chances: Chances, bound: float) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(chances):
        end = at + 1
        if 1.0 - chances[at][0] >= bound and view.tokens[at].shape != "sign":
            while end < len(chances) and end - at < _LONGEST and _goes_on(chances[end], bound):
                end += 1
            stop = end
            while view.tokens[stop - 1].shape == "sign":
                stop -= 1
            yield at, stop
        at = end


def _goes_on(chances: Sequence[float], bound: float) -> bool:
    outside, begin, inside = chances
    return 1.0 - outside >= bound and inside >= begin


def place_of(text: str, view: View, value: str) -> tuple[int, int] | None:
    """Return the tokens [start, end) that a value stands in, None where the text does not hold it.

    A value that the rules put in other words ("he'd bring" as "he would bring") stands from the first to the last of
    its words that the text has in the same order, where those are more than half of them.
    """
    low, wanted = text.casefold(), value.casefold()
    at = low.find(wanted) if wanted and len(low) == len(text) else -1
    if at < 0:
        return _place_of_words(view, value)
    inside = [place for place, token in enumerate(view.tokens) if token.start < at + len(value) and token.end > at]
    return (inside[0], inside[-1] + 1) if inside else None


def _place_of_words(view: View, value: str) -> tuple[int, int] | None:
    forms = [token.form for token in view.tokens[:MOST_TOKENS]]
    wanted = [token.form for token in tokens_of(value)[:_LONGEST_CLAIM]]
    blocks = [one for one in SequenceMatcher(None, forms, wanted, autojunk=False).get_matching_blocks() if one.size]
    if sum(one.size for one in blocks) * 2 <= len(wanted):
        return None
    return blocks[0].a, blocks[-1].a + blocks[-1].size


def candidate(
    view: View, keys: LinearModel, chances: Chances, start: int, end: int, claim: Statement | None = None
) -> Candidate:
    """Return a stretch as a candidate, with its likeliest keys."""
    ranked = sorted(zip(keys.chances(span_features(view, start, end)), keys.classes, strict=True), reverse=True)
    inside = [1.0 - one[0] for one in chances[start:end]] or [0.0]
    source = TAGGED
    told: tuple[str, ...] = ()
    if claim is not None:
        source = f"r{int(claim.confidence * 10)}"
        told = (
            f"ca{claim.attribute}",
            f"ck{claim.kind}",
            f"cs{claim.subject.relation if claim.subject != USER else ''}",
        )
    return Candidate(
        start,
        end,
        ranked[0][1],
        ranked[0][0],
        ranked[1][1] if len(ranked) > 1 else "",
        max(inside),
        min(inside),
        source,
        told,
    )


def candidates_of(
    text: str,
    view: View,
    chances: Chances,
    keys: LinearModel,
    known: Sequence[Statement],
    also: Sequence[tuple[int, int]] = (),
) -> list[tuple[Candidate, Statement | None]]:
    """Return the candidates of a message: what the rules claim and the text holds, then stretches that they do not.

    `also` are stretches [start, end) of tokens that another reader found: they stand also where a claim touches them,
    for it may be refused, and in the place of those of the chances. What no rule claims is in the order of the text.
    """
    found: list[tuple[Candidate, Statement | None]] = []
    claimed: set[tuple[int, int]] = set()
    taken = [False] * len(view.tokens)
    for claim in known:
        place = place_of(text, view, claim.value) if claim.action == "state" and not claim.corrects else None
        if place is not None:
            found.append((candidate(view, keys, chances, *place, claim), claim))
            claimed.add(place)
            taken[place[0] : place[1]] = [True] * (place[1] - place[0])
    others = [place for place in also if place not in claimed]
    for start, end in others:
        taken[start:end] = [True] * (end - start)
    others += [(start, end) for start, end in stretches(view, chances) if not any(taken[start:end])]
    return found + [(candidate(view, keys, chances, start, end), None) for start, end in sorted(others)]
