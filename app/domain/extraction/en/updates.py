"""What changes, ends or was wrong, in English.

Kinds of saying: "no longer …", "don't … anymore", "not … any more", "used to …", "stopped …ing", "quit/left/got laid
off", "sold/got rid of/gave away …", "broke up with …", "my dog died", "moved out of …", "cancelled …"; "switched from
X to Y", "swapped X for Y", "ditched X for Y", "X → Y"; "my X is now Y", "X moved to Y", "changed my X to Y"; "not X
but Y", "Y, not X", "i meant Y", "make that Y", "i said X but it's Y"; "scratch that", "forget what i said about …",
"just kidding", "that was a joke", "i'm not …", "i don't have …".

What ends is found by turning the clause into what it denies ("i no longer work at X" → "i work at X"): whatever the
other rules say of that is retracted. A correction that names no attribute ("sorry, meant Tom not Tim") has the
attribute "" and says what it corrects.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from app.domain.extraction.clauses import Clause, Found, slug
from app.domain.extraction.en.corrections import NONE_LEFT, take_back
from app.domain.extraction.en.lexicon import find_terms, terms_of
from app.domain.extraction.en.rules import vague
from app.domain.extraction.en.text import bare, cut
from app.domain.extraction.en.things import ATTRIBUTES
from app.domain.extraction.en.update_patterns import (
    AFFIRM,
    CHANGED,
    DIED,
    GONE,
    ING,
    LEFT_JOB,
    LET_GO,
    LOST,
    MEAT_AGAIN,
    NO_MORE,
    PARTED,
    SHIFT,
    SWITCH,
)
from app.domain.extraction.en.words import KIN, PETS, TRADES
from app.domain.extraction.models import USER, Statement, Subject

_TRADE: Final = re.compile(rf"\b{TRADES}\b", re.IGNORECASE)
Affirmed = Callable[[Clause], list[Statement]]
"""What the other rules say of a clause."""


def read_updates(clause: Clause, found: Found, affirmed: Affirmed) -> bool:
    """Add what a clause says has changed, ended or been wrong; return whether the clause says nothing else."""
    if take_back(clause, found):
        return True
    if match := LET_GO.match(clause.text):
        found.retract("employer", bare(match["v"]))
        found.retract("job")
        return True
    if MEAT_AGAIN.search(clause.text):
        found.retract("diet")
        return True
    if match := SHIFT.match(clause.text):
        return found.add("work_hours", match["v"], confidence=0.8)
    if clause.subject is None:
        return False
    if _change(clause, found) or _switch(clause, found):
        return True
    if match := NONE_LEFT.match(clause.text):
        found.retract("", bare(match["v"]))
        return True
    _end_bonds(clause, clause.subject, found)
    if match := LEFT_JOB.match(clause.rest):
        value = bare(match["v"] or match["v2"] or match["v3"] or "")
        if (match["v"] or match["v2"]) and not vague(value):
            found.add("former_employer", value, subject=clause.subject, confidence=0.8)
        job = bool(_TRADE.search(value))
        if value.islower() and not job:
            value = ""
        found.retract("job" if job else "employer", value, subject=clause.subject)
        if job or not any(one.attribute == "job" and one.action == "state" for one in found.statements):
            found.retract("employer" if job else "job", "", subject=clause.subject)
        found.retract("workplace", "", subject=clause.subject)
        return True
    return bool(_gone(clause, clause.subject, found, affirmed))


def _switch(clause: Clause, found: Found) -> bool:
    for pattern in SWITCH:
        match = pattern.search(clause.text)
        if match is None:
            continue
        old, new = bare(match["old"]), bare(match["v"])
        if vague(old) or vague(new) or len(old.split()) > 5:
            continue
        verb = match[0].split()[0].casefold()
        attribute = "tool"
        if verb in ("left", "quit") and match["v"].strip()[:1].isupper():
            attribute = "employer"
        elif (
            verb in ("moved", "moving", "transferred")
            and old[:1].isupper()
            and not re.search(r"\b(?:our|everything|all)\b", match[0])
        ):
            attribute = "home"
        elif _TRADE.search(new):
            attribute = "job"
        elif any(term.sort in ("city", "region", "country") for term in terms_of(new)) or any(
            term.sort in ("city", "region", "country") for term in terms_of(old)
        ):
            attribute = "home"
        else:
            attribute = _by_class(new) or _by_class(old) or attribute
        if re.search(r"\b(?:size|size \w+)\b", new):
            attribute = "size"
        found.add(attribute, new, subject=clause.subject or USER, corrects=old)
        found.retract("", old, subject=clause.subject or USER)
        return True
    return False


_CLASSES: Final = {
    "vehicle": "car",
    "instrument": "hobby",
    "sport": "hobby",
    "hobby": "hobby",
    "language": "language_spoken",
    "medication": "medication",
    "drink": "likes",
    "food": "likes",
    "diet": "diet",
    "genre": "likes",
    "device": "owns",
}


def _by_class(thing: str) -> str:
    """Return the attribute of a thing of a known class, "" where it is of none."""
    sorts = {term.sort for hit in find_terms(thing) for term in hit.terms if not term.weak}
    return next((attribute for sort, attribute in _CLASSES.items() if sort in sorts), "")


def _change(clause: Clause, found: Found) -> bool:
    for pattern in CHANGED:
        match = pattern.search(clause.text)
        if match is None:
            continue
        what, value = bare(match["what"]), bare(match["v"])
        if vague(what) or vague(value) or what.casefold() in KIN or what.casefold() in PETS:
            continue
        attribute = ATTRIBUTES.get(slug(what), slug(what))
        found.add(attribute, value, subject=clause.subject or USER)
        return True
    return False


def _end_bonds(clause: Clause, kin: Subject, found: Found) -> None:
    """Retract partners that are left, and pets and kin that died; `kin` is whom the clause is about."""
    if kin != USER and DIED.match(clause.rest):
        found.statements.append(Statement("fact", "", kin.name, kin, action="retract"))
        if kin.relation in ("dog", "cat", "pet"):
            found.retract("pet", "" if kin.relation == "pet" else kin.relation)
    if match := LOST.match(clause.rest):
        word = match["kin"].casefold()
        relation = KIN.get(word) or PETS.get(word)
        if relation:
            found.statements.append(
                Statement("fact", "", match["name"] or "", Subject(relation, match["name"] or ""), action="retract")
            )
            if word in PETS:
                found.retract("pet", word)
    if (match := PARTED.search(clause.text)) and (
        kin != USER
        or clause.spoken
        or match.start() == 0
        or re.match(r"(?:me and|we|us)\b", clause.text, re.IGNORECASE)
    ):
        named = match["name"] or (
            kin.name if kin.relation in ("wife", "husband", "partner", "girlfriend", "boyfriend", "fiance") else ""
        )
        relation = KIN.get((match["kin"] or "").casefold()) or (kin.relation if kin != USER else "partner")
        found.statements.append(Statement("fact", "", named or "", Subject(relation, named or ""), action="retract"))
        found.retract("marital_status")


_WANTED: Final = re.compile(
    r"(?:am |are |is )?(?:want|wants|trying|try|going|need|have|hope|hoping|plan|planning|would|will|should|about)\b",
    re.IGNORECASE,
)
_FORBIDS: Final = re.compile(r"(?:do not|never|no)\b", re.IGNORECASE)
_DENIED: Final = re.compile(
    r"(?:used to|no longer|do not|stopped|quit|gave up|am not|are not) (?:\w+ )?(?P<v>.+?)"
    r"(?: any ?more| any longer|$)",
    re.IGNORECASE,
)
_LEFT_OFF: Final = re.compile(r"(?:gave up|off|quit|dropped)\b", re.IGNORECASE)


def _gone(clause: Clause, subject: Subject, found: Found, affirmed: Affirmed) -> bool:
    """Retract what a clause denies or says to be over; return whether it says nothing else."""
    denied = NO_MORE.search(clause.text)
    if denied and _WANTED.match(clause.rest):
        return False
    if not denied and clause.negated and not clause.spoken and _FORBIDS.match(clause.rest):
        return False
    if (clause.negated or denied) and _retract_denied(clause, found, affirmed):
        return not clause.negated
    if match := GONE.match(clause.rest):
        value = cut(bare(match["v"]))
        if value and not vague(value) and len(value.split()) <= 6:
            found.retract("", value, subject=subject)
            return not _LEFT_OFF.match(clause.rest)
    if denied and (match := _DENIED.search(clause.rest)):
        value = bare(match["v"])
        if value and not vague(value) and len(value.split()) <= 5:
            found.retract("", value, subject=subject)
    return False


def _retract_denied(clause: Clause, found: Found, affirmed: Affirmed) -> bool:
    """Retract whatever the rules say of the clause without its denial; return whether they say anything."""
    rest = clause.rest
    for pattern, instead in AFFIRM:
        rest = pattern.sub(instead, rest)
    speaker = "i " if clause.subject == USER else ""
    for text in dict.fromkeys((rest, ING.sub(r"\1", rest), ING.sub(r"\1e", rest))):
        claims = affirmed(replace(clause, rest=text, text=speaker + text, negated=False, spoken=True))
        for one in claims:
            if one.action == "state":
                found.retract(one.attribute, one.value, subject=one.subject)
        if claims:
            return True
    return False
