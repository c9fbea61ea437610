"""What the rules claim of a message as far as it is believed: as it is, mended by what the encoder sees, or not."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from app.domain.extraction.attributes import SINGLE
from app.domain.extraction.models import USER, Statement, Subject
from app.domain.extraction.tagger import bounds
from app.domain.extraction.tagger.attributes import attribute_of
from app.domain.extraction.tagger.bounds import CONFIDENCE, LEAST_CHANCE, is_plain, is_sure, least_for_claim
from app.domain.extraction.tagger.denied import is_denied, is_of_somebody
from app.domain.extraction.tagger.keying import LEAST_SURE, is_miskeyed
from app.domain.extraction.tagger.model import Tagged
from app.domain.extraction.wording import words

_SURER: Final = 0.2
"""By so much likelier is a value that takes the place of what a rule claims."""
_CUT: Final = (SINGLE - words("name full_name address_as")) | words(
    "likes dislikes hobby pet owns allergy condition tool"
)
"""Attributes whose values are the names of things, so that what stands around them does not belong to them."""
_NAME: Final = "name"
_OF_WORK: Final = words("job employer workplace school")
_WHOLE: Final = words("name age birthday height weight")
"""Attributes whose values the encoder knows whole where a rule cuts them ("二歲" of "九十二歲")."""
_NOTE: Final = "about"
_TELL_LITTLE: Final = frozenset({"family", "pet", "other"})
"""Kinds that a note may tell more of than its words alone: "有个儿子在国外" tells more than 儿子."""


def believed(
    text: str, claims: Sequence[Statement], tagged: Sequence[Tagged], found: Sequence[Tagged]
) -> list[Statement]:
    """Return the rules' `claims` of a message that are believed, in their order.

    `tagged` holds what the tagger says of them, `found` what it finds besides. Who is named otherwise than a rule took
    them to be is so in all that is claimed of them; of whom only a name is known, by the name.
    """
    verdicts = {
        id(one.claim): _as_firm(_believed(text, one, tagged, found), one) for one in tagged if one.claim is not None
    }
    kept = [(one, verdicts.get(id(one), one)) for one in claims]
    names = {
        one.subject: replace(one.subject, name=mended.value if mended is not None else "")
        for one, mended in kept
        if one.attribute == _NAME and one.subject.relation and one.subject.name == one.value and mended is not one
    }
    return [_of(mended, names) for _, mended in kept if mended is not None]


def _as_firm(claim: Statement | None, tagged: Tagged) -> Statement | None:
    """Return a claim of one that has one value only as vague, where the encoder doubts it: nothing gives way to it."""
    if claim is None or claim.attribute not in SINGLE or not tagged.is_read or tagged.chance >= bounds.LEAST_TO_REPLACE:
        return claim
    return replace(claim, confidence=min(claim.confidence, CONFIDENCE))


def _of(one: Statement, names: dict[Subject, Subject]) -> Statement:
    return replace(one, subject=names[one.subject]) if one.subject in names else one


def miskeyed(tagged: Sequence[Tagged], found: Sequence[Tagged]) -> Iterator[Tagged]:
    """Go over claims that the encoder takes for facts of other kinds as if it had found them, where it did not."""
    for one in tagged:
        beside = not any(other.start < one.end and other.end > one.start for other in found)
        if beside and _has_other_kind(one):
            yield one._replace(claim=None)


def _has_other_kind(tagged: Tagged) -> bool:
    if tagged.claim is None or not tagged.is_read or tagged.sure < LEAST_SURE:
        return False
    return is_miskeyed(tagged.claim, tagged.key)


def _believed(text: str, tagged: Tagged, every: Sequence[Tagged], found: Sequence[Tagged]) -> Statement | None:
    """Return what a rule claims as it is believed: as it is, with the encoder's bounds of its value, or None."""
    claim = tagged.claim
    if claim is None or tagged.chance < least_for_claim(claim) or _has_other_kind(tagged):
        return None
    if is_denied(text, claim, tagged.start) or is_of_somebody(text, claim, tagged.start):
        return None
    if _says_less(tagged, claim, found) or _holds_closer(tagged, claim, found):
        return None
    if tagged.is_read and claim.attribute in SINGLE and claim.subject == USER:
        rivals = [one for one in found if attribute_of(one.key) == claim.attribute and is_sure(one)]
        rivals += [one for one in every if one.claim is not None and _are_of_one(one.claim, claim)]
        beside = (one for one in rivals if one.end <= tagged.start or one.start >= tagged.end)
        if any(one.chance >= max(LEAST_CHANCE, tagged.chance + _SURER) for one in beside):
            return None  # of one that has one value only, the likelier
    if tagged.core and claim.attribute in _CUT:
        return replace(claim, value=tagged.core)
    if claim.attribute in _WHOLE and is_plain(tagged) and not tagged.core:
        whole = _whole(text, tagged, every)
        return replace(claim, value=whole) if claim.value in whole else claim
    return claim


def _are_of_one(one: Statement, other: Statement) -> bool:
    return one.attribute == other.attribute and one.subject == other.subject and one.valid_to is other.valid_to is None


def _whole(text: str, tagged: Tagged, every: Sequence[Tagged]) -> str:
    """Return the longest value of a kind that the encoder plainly sees around another."""
    around = [one for one in every if one.key == tagged.key and is_plain(one)]
    widest = max(
        (one for one in around if one.start <= tagged.start and one.end >= tagged.end),
        key=lambda one: one.end - one.start,
    )
    return text[widest.start : widest.end]


def _says_less(tagged: Tagged, claim: Statement, found: Sequence[Tagged]) -> bool:
    """Whether a note holds a value whose kind the encoder sees plainly: "有个儿子叫浩然", a name."""
    if claim.attribute != _NOTE or claim.subject != USER or not tagged.is_read:
        return False
    inside = (one for one in found if tagged.start <= one.start and one.end <= tagged.end)
    return any(is_plain(one) and one.key not in _TELL_LITTLE for one in inside)


def _holds_closer(tagged: Tagged, claim: Statement, found: Sequence[Tagged]) -> bool:
    """Whether a claim about work holds a shorter one that the encoder plainly sees: "当会计", 会计."""
    if claim.attribute not in _OF_WORK or claim.subject != USER or not tagged.is_read:
        return False
    inside = (one for one in found if tagged.start <= one.start and one.end <= tagged.end)
    shorter = (one for one in inside if one.end - one.start < tagged.end - tagged.start)
    return any(is_plain(one) and is_sure(one) and attribute_of(one.key) == claim.attribute for one in shorter)
