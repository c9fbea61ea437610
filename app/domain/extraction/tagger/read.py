"""Statements of a message: what the rules stated and the judge believes, and what the tagger finds beside it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from app.domain.encoder.tuned import encoder
from app.domain.extraction.attributes import SINGLE
from app.domain.extraction.en.gates import IRONY
from app.domain.extraction.en.words import DISTANT
from app.domain.extraction.en.words import KIN as EN_KIN
from app.domain.extraction.models import USER, Statement, StatementKind, Subject
from app.domain.extraction.tagger.keying import LEAST_SURE, is_miskeyed
from app.domain.extraction.tagger.model import Tagged, tagger
from app.domain.extraction.wording import words
from app.domain.extraction.zh.kin import KIN as ZH_KIN

LEAST_CHANCE: Final = 0.45
"""A value is taken from this chance on. Measured: decisions 0023 and 0033."""
LEAST_FOR_NOTE: Final = 0.5
"""A value of an uncertain kind, which can only be noted, from this one on."""
LEAST_READ: Final = 0.05
"""By so much less where the encoder read and is sure of the kind: decision 0038."""
LEAST_FOR_ODD_NOTE: Final = 0.6
"""One that the encoder takes for a note, not surely, from this one on ("still got ten fingers")."""
_LEAST_SURE_NOTE: Final = 0.7
_LEAST_SURE: Final = 0.5
_NOTED: Final = frozenset({"other", "family"})
LEAST_FOR_SINGLE: Final = 0.7
"""An attribute of which only the newest value stands needs as much, and as sure a key; else the value is a note."""
LEAST_FOR_SINGLE_READ: Final = 0.5
"""As much where the encoder read it, whose chances are nearer to how often it is right."""
LEAST_FOR_CLAIM: Final = 0.15
"""What the rules stated is believed from this chance on."""
LEAST_FOR_SURE_CLAIM: Final = 0.05
"""What they are sure of, from this one on: plain sayings are rarer in the corpus than in life."""

CONFIDENCE: Final = 0.5
CONFIDENCE_SURE: Final = 0.65
LEAST_PLAIN: Final = 0.8
"""What is found is vague, and takes nothing's place, unless value and kind are as sure as the last."""
LEAST_WHERE_ODD: Final = 0.75
"""Where a word of irony or of the past stands, from this one on; what a rule claims there, too, if the encoder read."""
LEAST_FOR_NOTE_OF_KIN: Final = 0.5
"""A rule's note about kin ("keeps pushing Gatsby") is believed from this one on."""
LEAST_WHERE_MENDED: Final = 0.6
"""Beside corrections and retractions a value is taken from this chance on."""
_SURER: Final = 0.2
"""By so much likelier is a value that takes the place of what a rule claims."""
_SURE: Final = 0.75
"""The least confidence of what the rules are sure of."""
_CUT: Final = (SINGLE - words("name full_name address")) | words("likes dislikes hobby pet owns allergy condition tool")
"""Attributes whose values are the names of things, so that what stands around them does not belong to them."""
_NEVER_REFUSED: Final = frozenset({"", "remember"})
"""What is meant by something said before, and what somebody asks outright to have remembered."""
_MOST_CHARS: Final = 60
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


_ODD: Final = re.compile(
    r"^(?:ok |so |well )?say (?:i|we) [a-z]+|"
    r"可不(?:是)?[嘛吗么]|是是是|对对对|行行行|呵呵|"
    r"谢谢您嘞|我谢谢|[一二三四五六七八九十两几\d]+年前我?还|想当年|年轻(?:那会|的?时候)|"
    r"下辈子|假如|上辈子"
)
"""Words of irony, of what is long past, and of what is only supposed."""
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
_OWN_NAME: Final = re.compile(
    r"\b(?:call me|my name is|my name's|name's|i'm|i am) (?P<en>\w+)|"
    r"(?:叫我|我叫|我是)(?P<zh>[^\W\d_]{1,6}?)(?=[，。！,.!吧\s]|$)",
    re.IGNORECASE,
)
"""What the assistant calls itself."""
_OF_CLOSE_KIN: Final = frozenset({"family_home", "family_job", "family_likes"})
"""What is not taken of uncles, cousins and in-laws."""


class Told(NamedTuple):
    """What a message states: `claims` of the rules as far as they are believed, `found` by the tagger beside them."""

    claims: list[Statement]
    found: list[Statement]

    @property
    def every(self) -> list[Statement]:
        """All of them."""
        return [*self.claims, *self.found]

    def after(self, earlier: Sequence[Statement]) -> list[Statement]:
        """Return the claims, and what was found that no earlier statement holds.

        Who comes back to what was stated earlier in the conversation confirms it or takes it back.
        """
        said = [one.value.casefold() for one in earlier if one.action == "state"]
        return [*self.claims, *(one for one in self.found if not any(one.value.casefold() in past for past in said))]


def read_tagged(text: str, known: Sequence[Statement], before: str = "") -> Told:
    """Return what the rules stated of a message's own prose as far as it is believed, and what the tagger finds beside.

    `before` is what the assistant said just before. In a message that takes something back or corrects it these
    statements stand, and beside them only what the encoder is surer of; where it does not read, all of them and nothing
    else. What the tagger finds is no value that one of theirs holds or is held by, nor the assistant's name.
    """
    mends = any(one.action == "retract" or one.corrects for one in known)
    if mends and encoder() is None:
        return Told(list(known), [])
    tagged = tagger().tag(text, before, known)
    own = {(name["en"] or name["zh"]).casefold() for name in _OWN_NAME.finditer(before)}
    found = [one for one in tagged if one.claim is None and text[one.start : one.end].casefold() not in own]
    odd = bool(IRONY.search(text.lower()) or _ODD.search(text))
    if odd:
        found = [one for one in found if not one.is_read or one.chance >= LEAST_WHERE_ODD]
        tagged = [
            one if one.claim is None or not one.is_read or one.chance >= LEAST_WHERE_ODD else one._replace(chance=0.0)
            for one in tagged
        ]
    if mends:
        found = [one for one in found if one.is_read and one.chance >= LEAST_WHERE_MENDED]
    found = sorted([*found, *_miskeyed(tagged, found)], key=lambda one: one.start)
    ended = {one.attribute for one in known if one.action == "retract"}
    rivals = [one for one in found if attribute_of(one.key) not in ended]
    believed = {id(one.claim): _believed(one, rivals) for one in tagged if one.claim is not None}
    kept = [claim for one in known if (claim := believed.get(id(one), one)) is not None]
    return Told(kept, _beside(text, found, [*kept, *map(_corrected, kept)] if mends else kept))


def _corrected(one: Statement) -> Statement:
    """Return what a statement says was wrong, as if it were stated, so that it is not found again."""
    return replace(one, value=one.corrects)


def _miskeyed(tagged: Sequence[Tagged], found: Sequence[Tagged]) -> Iterator[Tagged]:
    """Go over claims that the encoder takes for facts of other kinds as if it had found them, where it did not."""
    for one in tagged:
        beside = not any(other.start < one.end and other.end > one.start for other in found)
        if beside and _has_other_kind(one):
            yield one._replace(claim=None)


def _has_other_kind(tagged: Tagged) -> bool:
    if tagged.claim is None or not tagged.is_read or tagged.sure < LEAST_SURE:
        return False
    return is_miskeyed(tagged.claim, tagged.key)


def _believed(tagged: Tagged, found: Sequence[Tagged]) -> Statement | None:
    """Return what a rule claims as it is believed: as it is, cut to what the encoder sees of it, or None."""
    claim = tagged.claim
    if claim is None or tagged.chance < _least_for(claim) or _has_other_kind(tagged):
        return None
    if tagged.is_read and claim.attribute in SINGLE and claim.subject == USER:
        rivals = (one for one in found if attribute_of(one.key) == claim.attribute and _is_sure(one))
        beside = (one for one in rivals if one.end <= tagged.start or one.start >= tagged.end)
        if any(one.chance >= max(LEAST_CHANCE, tagged.chance + _SURER) for one in beside):
            return None  # of one that has one value only, the likelier
    return replace(claim, value=tagged.core) if tagged.core and claim.attribute in _CUT else claim


def _least_for(claim: Statement) -> float:
    if claim.attribute in _NEVER_REFUSED:
        return 0.0
    if claim.attribute == "about" and claim.subject != USER and encoder() is not None:
        return LEAST_FOR_NOTE_OF_KIN
    sure = claim.confidence >= _SURE or claim.valid_to is not None
    return LEAST_FOR_SURE_CLAIM if sure else LEAST_FOR_CLAIM


def _least_for_found(tagged: Tagged) -> float:
    if tagged.key == "other" and tagged.sure < _LEAST_SURE_NOTE and tagged.is_read:
        return LEAST_FOR_ODD_NOTE
    if tagged.sure < _LEAST_SURE or tagged.key in _NOTED:
        return LEAST_FOR_NOTE
    return LEAST_CHANCE - LEAST_READ * tagged.is_read


def _beside(text: str, found: Sequence[Tagged], known: Sequence[Statement]) -> list[Statement]:
    taken = [name.casefold() for one in known for name in (one.value, one.subject.name) if name]
    held = {one.attribute for one in known if one.subject == USER and one.action == "state"}
    ends = any(one.valid_to is not None for one in known)
    named = {one.subject.relation for one in known if one.attribute == "name" and one.subject != USER}
    statements: list[Statement] = []
    relation = ""
    for tagged in found:
        value = text[tagged.start : tagged.end].strip()
        if tagged.key in ("family", "pet"):
            value = value.removesuffix("'s").removesuffix("’s")
        plain = value.casefold()
        if tagged.key in ("family", "pet"):
            relation = relation_of(value) or relation
        if tagged.chance < _least_for_found(tagged) or (tagged.key in _OF_CLOSE_KIN and relation in DISTANT):
            continue
        if ends and tagged.key in _TIMES:
            continue  # when it ends is told by what ends then
        if _LEFT.search(text[: tagged.start]):
            continue
        if tagged.key == "schedule" and not _TIME_WORD.search(plain):
            continue
        if tagged.key == "family" and _bare_kin(value) and relation in named:
            continue  # their name says more than that there are such
        if not value or len(value) > _MOST_CHARS or any(plain in one or one in plain for one in taken):
            continue
        attribute = _ATTRIBUTES.get(tagged.key, tagged.key)
        if attribute in SINGLE and attribute in held:
            continue  # as a note, too, it would be a second home or job
        statements.append(_statement(tagged, value, relation))
        taken.append(plain)
    return statements


def _least_for_single(tagged: Tagged) -> float:
    return LEAST_FOR_SINGLE_READ if tagged.is_read else LEAST_FOR_SINGLE


def _is_plain(tagged: Tagged) -> bool:
    """Whether the encoder sees a value and its kind so clearly that it may take the place of what is known."""
    return tagged.is_read and tagged.chance >= LEAST_PLAIN and tagged.sure >= LEAST_PLAIN


def _is_sure(tagged: Tagged) -> bool:
    """Whether it is sure enough which kind of fact a value is to take the place of another."""
    return tagged.sure >= _least_for_single(tagged)


def _statement(tagged: Tagged, value: str, relation: str) -> Statement:
    whose, _, what = tagged.key.partition("_")
    confidence = CONFIDENCE_SURE if _is_plain(tagged) else CONFIDENCE
    sure = _is_sure(tagged) and tagged.chance >= _least_for_single(tagged)
    if whose in ("family", "pet") and what and relation and sure:
        attribute = _OF_KIN.get(what, "about")
        return Statement(_KINDS.get(attribute, "fact"), attribute, value, Subject(relation), confidence=confidence)
    attribute = "about" if what and whose in ("family", "pet") else _ATTRIBUTES.get(tagged.key, tagged.key)
    if attribute in SINGLE and not sure:
        attribute = "about"
    confidence = CONFIDENCE if attribute == "about" else confidence
    return Statement(_KINDS.get(attribute, "fact"), attribute, value, confidence=confidence)


def attribute_of(key: str) -> str:
    """Return the attribute that a key of the tagger stands for."""
    whose, _, what = key.partition("_")
    if what and whose in ("family", "pet"):
        return _OF_KIN.get(what, "about")
    return _ATTRIBUTES.get(key, key)


def relation_of(value: str) -> str:
    """Return the relation that a word for kin or a pet names ("stepson": "son"), "" for any other word."""
    word = value.casefold()
    last = word.split()[-1] if word.split() else ""
    return EN_KIN.get(word) or EN_KIN.get(last) or ZH_KIN.get(value, "") or ("pet" if last in _PETS else "")


def _bare_kin(value: str) -> bool:
    """Return whether a value is a word for kin and no more."""
    return value.casefold() in EN_KIN or value in ZH_KIN


_PETS: Final = frozenset(
    ("dog", "cat", "puppy", "kitten", "rabbit", "parrot", "hamster", "狗", "猫", "狗狗", "猫咪", "兔子", "鹦鹉", "仓鼠")
)
