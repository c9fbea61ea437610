"""Statements out of what the tagger finds: what no rule of the language took, with lower confidence."""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.extraction.attributes import SINGLE
from app.domain.extraction.en.words import KIN as EN_KIN
from app.domain.extraction.models import USER, Statement, StatementKind, Subject
from app.domain.extraction.tagger.model import Tagged, tagger
from app.domain.extraction.zh.gates import states_nothing
from app.domain.extraction.zh.kin import KIN as ZH_KIN
from app.domain.han_variants import TO_SIMPLIFIED
from app.domain.importance import kinds_of

LEAST_CHANCE: Final = 0.85
"""A value is taken from this chance on. Measured: decision 0022."""
LEAST_FOR_SINGLE: Final = 0.7
"""An attribute of which only the newest value stands needs as much, and as sure a key; else the value is a note."""
LEAST_SURE: Final = 0.3
"""Of a value of which nobody knows what it is, nothing is kept."""

_MOST_CHARS: Final = 60
_SENTENCE: Final = re.compile(r"[^。！？!?\n]+[。！？!?]*")
_TELLS_NOTHING: Final = frozenset({"question", "unreal", "quote", "request", "smalltalk", "repeat"})
_ATTRIBUTES: Final = {
    "nickname": "address_as", "call": "address_as", "origin": "hometown", "study": "major", "health": "condition",
    "language": "language_spoken", "possession": "owns", "style": "wants", "contact": "contact_channel",
    "status": "marital_status", "experience": "work_years", "avoid": "avoids", "drink": "likes", "food": "likes",
    "other": "about", "family": "about",
}  # fmt: skip
_KINDS: Final[dict[str, StatementKind]] = {
    "likes": "preference", "dislikes": "preference", "avoids": "preference", "wants": "preference",
    "diet": "preference", "rule": "preference", "address_as": "preference", "contact_channel": "preference",
    "goal": "goal", "plan": "goal", "commitment": "commitment", "deadline": "commitment",
}  # fmt: skip
_OF_KIN: Final = {
    "name": "name", "age": "age", "job": "job", "home": "home", "health": "condition", "likes": "likes",
}  # fmt: skip


def read_tagged(text: str, known: Sequence[Statement]) -> list[Statement]:
    """Return what the tagger finds in a message's own prose beside what the rules stated of it.

    Nothing where they take something back or correct it, and no value that one of theirs holds or is held by.
    """
    if any(one.action == "retract" or one.corrects for one in known):
        return []
    if states_nothing(text.lower().translate(TO_SIMPLIFIED)):
        return []  # Chinese irony, play and jokes, which whole messages are
    taken = [one.value.casefold() for one in known if one.value]
    relations = {one.subject.relation for one in known}
    told = _told(text)
    if not told:
        return []
    held = {one.attribute for one in known if one.subject == USER}
    found: list[Statement] = []
    relation = ""
    for tagged in tagger().tag(text, LEAST_CHANCE):
        value = text[tagged.start : tagged.end].strip()
        if not any(start <= tagged.start < end for start, end in told):
            continue
        if tagged.key in ("family", "pet"):
            relation = _relation(value) or relation
            if relation in relations:
                continue  # more is known of them than that they are there
        plain = value.casefold()
        if (
            not value
            or len(value) > _MOST_CHARS
            or tagged.sure < LEAST_SURE
            or any(plain in one or one in plain for one in taken)
        ):
            continue
        one = _statement(tagged, value, relation)
        if one.attribute in SINGLE and one.subject == USER and one.attribute in held:
            continue
        found.append(one)
        taken.append(plain)
    return found


def _told(text: str) -> list[tuple[int, int]]:
    """Return the stretches of a text that tell something: sentences that ask, suppose, quote or jest are none."""
    return [
        (match.start(), match.end())
        for match in _SENTENCE.finditer(text)
        if kinds_of(match.group()).isdisjoint(_TELLS_NOTHING)
    ]


def _statement(tagged: Tagged, value: str, relation: str) -> Statement:
    whose, _, what = tagged.key.partition("_")
    sure = min(tagged.chance, tagged.sure) >= LEAST_FOR_SINGLE
    if whose in ("family", "pet") and what and relation and sure:
        attribute = _OF_KIN.get(what, "about")
        return Statement(_KINDS.get(attribute, "fact"), attribute, value, Subject(relation), confidence=0.5)
    attribute = "about" if what and whose in ("family", "pet") else _ATTRIBUTES.get(tagged.key, tagged.key)
    if attribute in SINGLE and not sure:
        attribute = "about"
    return Statement(_KINDS.get(attribute, "fact"), attribute, value, confidence=0.5)


def _relation(value: str) -> str:
    word = value.casefold()
    last = word.split()[-1] if word.split() else ""
    return EN_KIN.get(word) or EN_KIN.get(last) or ZH_KIN.get(value, "") or ("pet" if last in _PETS else "")


_PETS: Final = frozenset(
    ("dog", "cat", "puppy", "kitten", "rabbit", "parrot", "hamster", "狗", "猫", "狗狗", "猫咪", "兔子", "鹦鹉", "仓鼠")
)
