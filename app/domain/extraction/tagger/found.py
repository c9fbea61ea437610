"""What the tagger finds in a message, as statements beside those of the rules."""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.extraction.attributes import SINGLE
from app.domain.extraction.en.words import DISTANT
from app.domain.extraction.models import USER, Statement, Subject
from app.domain.extraction.tagger.attributes import ATTRIBUTES, KINDS, OF_KIN, is_bare_kin, relation_of
from app.domain.extraction.tagger.bounds import (
    CONFIDENCE,
    CONFIDENCE_SURE,
    is_plain,
    is_sure,
    least_for_found,
    least_for_single,
)
from app.domain.extraction.tagger.denied import is_said_of_somebody
from app.domain.extraction.tagger.model import Tagged

_MOST_CHARS: Final = 60
_TIMES: Final = frozenset({"deadline", "schedule"})
_TIME_WORD: Final = re.compile(
    r"\d\s?(?:[:.h]\s?\d|[ap]\.?m\b|o'?clock|点|點|号|號|时|時|th\b|st\b|nd\b|rd\b|to\b|-|–|till?\b|until\b)|"
    r"\b(?:mon|tue|wed|thu|fri|sat|sun)|day|night|week|month|year|hour|morning|evening|noon|lunch|dawn|shift|"
    r"\bevery|\bearl|\blate|\bterm|summer|winter|spring|autumn|season|january|february|march|april|june|july|august|"
    r"\bto (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|"
    r"[每周週早晚夜午日天月年点點钟鐘季班凌晨]|星期|礼拜|禮拜|[一二三四五六七八九十两]号"
)
"""What a schedule holds at least one of."""
_LEFT: Final = re.compile(
    r"\b(?:mov|got|get|kick|throw|driv|evict)\w* (?:\w+ )?(?:off|out of|away from) $", re.IGNORECASE
)
"""What stands before what one has left."""
_REACHES: Final = frozenset({"contact", "employer", "job"})
_MOTHER: Final = r"(?:mum|mom|mam|ma|mother|mummy|mommy)"
_FATHER: Final = r"(?:dad|da|pa|father|daddy|papa|pop)"
_PARENTS: Final = re.compile(
    rf"\b(?:{_MOTHER} (?:and|&|n) (?:my )?{_FATHER}|{_FATHER} (?:and|&|n) (?:my )?{_MOTHER})\b"
    r"|爸爸?(?:和|跟|与|與|、)?我?[妈媽]{1,2}|[妈媽]{1,2}(?:和|跟|与|與|、)我?爸爸?|父母|爹[妈媽娘]",
    re.IGNORECASE,
)
"""Both parents in one breath."""
_OF_CLOSE_KIN: Final = frozenset({"family_home", "family_job", "family_likes"})
"""What is not taken of uncles, cousins and in-laws."""


def found_beside(text: str, found: Sequence[Tagged], known: Sequence[Statement]) -> list[Statement]:
    taken = [name.casefold() for one in known for name in (one.value, one.subject.name) if name]
    held = {one.attribute for one in known if one.subject == USER and one.action == "state"}
    ends = any(one.valid_to is not None for one in known)
    named = {one.subject.relation for one in known if one.attribute == "name" and one.subject != USER}
    statements: list[Statement] = []
    relation = ""
    parents = [match.span() for match in _PARENTS.finditer(text)]
    for tagged in found:
        value = text[tagged.start : tagged.end].strip()
        both = next((span for span in parents if span[0] <= tagged.start < span[1]), None)
        if tagged.key in ("family", "pet"):
            value = text[slice(*both)] if both else value.removesuffix("'s").removesuffix("’s")
        plain = value.casefold()
        if tagged.key in ("family", "pet"):
            relation = "parents" if both else relation_of(value) or relation
        if tagged.chance < least_for_found(tagged) or (tagged.key in _OF_CLOSE_KIN and relation in DISTANT):
            continue
        if ends and tagged.key in _TIMES:
            continue  # when it ends is told by what ends then
        if _LEFT.search(text[: tagged.start]):
            continue
        if tagged.key in _REACHES and is_said_of_somebody(text, tagged.start):
            continue
        if tagged.key == "schedule" and not _TIME_WORD.search(plain):
            continue
        if tagged.key == "family" and is_bare_kin(value) and relation in named:
            continue  # their name says more than that there are such
        if not value or len(value) > _MOST_CHARS or any(plain in one or one in plain for one in taken):
            continue
        attribute = ATTRIBUTES.get(tagged.key, tagged.key)
        if attribute in SINGLE and attribute in held:
            continue  # as a note, too, it would be a second home or job
        statements.append(_statement(tagged, value, relation))
        taken.append(plain)
    return statements


def _statement(tagged: Tagged, value: str, relation: str) -> Statement:
    whose, _, what = tagged.key.partition("_")
    confidence = CONFIDENCE_SURE if is_plain(tagged) else CONFIDENCE
    sure = is_sure(tagged) and tagged.chance >= least_for_single(tagged)
    if whose in ("family", "pet") and what and relation and sure:
        attribute = OF_KIN.get(what, "about")
        return Statement(KINDS.get(attribute, "fact"), attribute, value, Subject(relation), confidence=confidence)
    attribute = "about" if what and whose in ("family", "pet") else ATTRIBUTES.get(tagged.key, tagged.key)
    if attribute in SINGLE and not sure:
        attribute = "about"
    confidence = CONFIDENCE if attribute == "about" else confidence
    return Statement(KINDS.get(attribute, "fact"), attribute, value, confidence=confidence)
