"""Turns statements into changes of facts: what is new, what is said again, what takes the place of what, what ends.

The newest statement wins by when it was said, whatever order conversations arrive in: an older one goes into history.
Pure: the caller gives what is known and stores what comes out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.domain.extraction.aligner.align import aligned
from app.domain.extraction.aligner.later import outdated_by_later
from app.domain.extraction.attributes import RELATIONS, holds_many
from app.domain.extraction.changes import OUTRIGHT, Changes, Resolution, Stated
from app.domain.extraction.endings import facts_against, facts_ended_by
from app.domain.extraction.giving_up import go_on
from app.domain.extraction.heard import by_message
from app.domain.extraction.keys import (
    FOR_NOW,
    MAX_KEY_CHARS,
    Place,
    canonical_attribute,
    fact_key,
    is_own_phrase,
    names_same_thing,
)
from app.domain.extraction.known import SEVERAL, KnownFact, KnownFacts
from app.domain.extraction.loose import meanings
from app.domain.extraction.models import Statement, Subject
from app.domain.extraction.outdated import claims_outdated, outdated_values
from app.domain.extraction.retracting import retract
from app.domain.extraction.values import alike, core, covers, differ_in_number, plain, same

_FAMILIES: Final = (
    ("allergy", "intolerance", "diet", "avoids", "dislikes", "rule", "remember"),
    ("hobby", "skill", "likes"),
    ("tech_stack", "programming_language", "tool", "skill", "owns"),
    ("commitment", "deadline", "appointment", "schedule", "goal", "plan", "wants", "remember"),
    ("pet", "owns"),
    ("condition", "medication", "remember"),
    ("rule", "reply_style", "reply_length", "reply_language", "address_as", "remember"),
)
"""Attributes under which people say one thing in turn, the more telling first: one fact is enough."""
_LOOSE_WORDS: Final = "rule remember plan goal commitment deadline appointment schedule wants"
_LOOSE: Final = frozenset(_LOOSE_WORDS.split())
"""Attributes whose values are phrases: said again, they are said in other words."""
_COUNTED: Final = frozenset(("tech_stack", "tool", "medication", "goal", "habit", "owns", "pet"))
"""Attributes where the same thing with another number ("100 mg", "3.13", "three cats") is the newer state of it."""
_DATED: Final = frozenset(("appointment", "deadline", "schedule", "plan"))
_VAGUE: Final = 0.6


def resolve(statements: Iterable[Stated], current: Iterable[KnownFact], now: datetime) -> list[Resolution]:
    """Return what becomes of each statement, in the order said.

    `current` holds the newest version of every fact of the user's card, also of those that ended. What has ended by
    `now` through its own end is not current any more.
    """
    known = KnownFacts(current, now)
    resolutions = []
    for heard, said in by_message(sorted(statements, key=lambda one: one.said_at)):
        go_on()
        told = aligned(heard, said, known) if heard is not None else said
        outdated = outdated_by_later(told, heard, known) | outdated_values(told, known)
        for stated in told:
            for meant in meanings(stated.statement, known):
                named = _with_name(replace(stated, statement=meant), known)
                resolutions += [_resolve(one, known, outdated, heard) for one in named]
    return resolutions


def _with_name(stated: Stated, known: KnownFacts) -> Sequence[Stated]:
    """Put the name of a person before the first that is stated of them: it is worth knowing by itself."""
    statement = stated.statement
    subject = statement.subject
    if statement.action == "retract" or not subject.name or subject.relation not in RELATIONS - {"user"}:
        return (stated,)
    if statement.attribute == "name" or plain(subject.name) in known.names((known.person(subject) or subject).relation):
        return (stated,)
    naming = replace(statement, attribute="name", value=subject.name, corrects="", valid_from=None, valid_to=None)
    return (replace(stated, statement=naming), stated)


def _resolve(stated: Stated, known: KnownFacts, outdated: Mapping[str, KnownFact], heard: Stated | None) -> Resolution:
    changes = Changes(known, stated)
    statement = stated.statement
    attribute = canonical_attribute(statement.attribute)
    subject = statement.subject
    if attribute == "name" and subject.relation != "user" and statement.action == "state":
        subject = Subject(subject.relation, statement.value.strip())
    person = known.person(subject)
    if statement.action == "retract":
        if statement.valid_to is None:
            retract(changes, person, attribute, heard)
        return changes.resolution
    if person is None or not statement.value.strip() or not attribute:
        return changes.resolution
    if statement.valid_to is not None and statement.valid_to <= stated.said_at:
        return changes.resolution
    if claims_outdated(changes, person, attribute, outdated):
        return changes.resolution
    if attribute == "name" and person.relation != "user":
        _state_name(changes, person)
    elif holds_many(attribute):
        _state_one_of_many(changes, person, attribute)
    else:
        _state_single(changes, person, attribute)
    return changes.resolution


def _state_name(changes: Changes, person: Subject) -> None:
    """A name tells who is meant: another one is another person where there may be several, unless it corrects."""
    statement, known = changes.stated.statement, changes.known
    person = _named_wrongly(known, statement) or person
    held = [fact for fact in known if fact.place.relation == person.relation and fact.place.attribute == "name"]
    again = next((fact for fact in held if plain(fact.value) == plain(statement.value)), None)
    if again is not None:
        changes.reinforce(again)
        return
    wrong = [fact for fact in held if statement.corrects and plain(fact.value) == plain(statement.corrects)]
    if not wrong and (person.relation not in SEVERAL or (statement.corrects and len(held) == 1)):
        wrong = held[:1]
    if wrong:
        old = wrong[0]
        place = Place(person.relation, statement.value, "name")
        changes.claim(old.key, place, statement.value, reason="corrected" if statement.corrects else "extracted")
        _rename(changes, person.relation, old.value, statement.value)
        return
    first = Place(person.relation, "", "name")
    taken = known.find(fact_key(first))
    place = Place(person.relation, statement.value, "name")
    changes.claim(fact_key(place if taken is not None else first), place, statement.value, reason="extracted")


def _named_wrongly(known: KnownFacts, statement: Statement) -> Subject | None:
    """Return whom a wrong name was the name of: "not Doreen, Maureen" is said of whoever is called Doreen."""
    wrong = plain(statement.corrects)
    names = [fact for fact in known if wrong and fact.place.attribute == "name" and fact.place.relation != "user"]
    bearers = [fact for fact in names if plain(fact.value) == wrong]
    return Subject(bearers[0].place.relation, bearers[0].value) if len(bearers) == 1 else None


def _rename(changes: Changes, relation: str, old: str, new: str) -> None:
    """Carry what is known of somebody under a wrong name over to the right one."""
    if not changes.stated.statement.corrects:
        return
    for fact in list(changes.known):
        place = fact.place
        if place.relation == relation and place.attribute != "name" and plain(place.name) == plain(old):
            moved = Place(relation, new, place.attribute)
            element = fact.value if holds_many(place.attribute) else ""
            changes.end(fact, "corrected")
            changes.claim(fact_key(moved, element), moved, fact.value, reason="corrected")


def _state_single(changes: Changes, person: Subject, attribute: str) -> None:
    statement, known = changes.stated.statement, changes.known
    value = statement.value.strip()
    fact = _fact_of(known, person, attribute)
    place = fact.place if fact is not None else Place(person.relation, person.name, attribute)
    key = fact.key if fact is not None else _key(place)
    if statement.valid_to is not None:
        if fact is None or not same(fact.value, value):
            changes.claim(_key(place, suffix=FOR_NOW), place, value, valid_to=statement.valid_to, reason="extracted")
        return
    if fact is None:
        _end_what_it_corrects(changes, person, attribute)
        _end_dated(changes, person, attribute)
        changes.claim(key, place, value, reason="corrected" if statement.corrects else "extracted")
    elif same(fact.value, value) or (covers(fact.value, value) and not statement.corrects):
        changes.reinforce(fact)
    elif _says_more(statement, fact):
        changes.reinforce(fact, value)
    elif not _too_vague(statement, fact):
        if statement.corrects and not facts_ended_by(statement.corrects, [fact]):
            _end_what_it_corrects(changes, person, attribute)
        changes.claim(key, place, value, reason="corrected" if statement.corrects else "extracted")


def _state_one_of_many(changes: Changes, person: Subject, attribute: str) -> None:
    statement, known = changes.stated.statement, changes.known
    value = statement.value.strip()
    _end_what_it_corrects(changes, person, attribute)
    place = Place(person.relation, person.name, attribute)
    again = _said_before(known, person, attribute, value)
    if again is not None:
        if statement.valid_to is not None and again.valid_to is None:
            return  # it holds anyway
        if again.is_callers or (_rank(again.place.attribute, attribute) or 0) <= 0:
            changes.reinforce(again)
            return
        changes.end(again, f"said more closely as {attribute}")
    key = _key(place, value)
    against: list[KnownFact] = []
    if statement.valid_to is None:
        against = facts_against(known, person, attribute, value, changes.stated.said_at)
        if attribute in _COUNTED:
            against += [fact for fact in known.of(person, attribute=attribute) if differ_in_number(fact.value, value)]
    for fact in against:
        if not changes.end(fact, f"ended by {attribute}"):
            changes.claim_past(key, place, value, ended_by=fact)
            return
    reason = "corrected" if statement.corrects else "extracted"
    changes.claim(key, place, value, valid_to=statement.valid_to, reason=reason)


def _end_what_it_corrects(changes: Changes, person: Subject, attribute: str) -> None:
    wrong = changes.stated.statement.corrects
    if not wrong:
        return
    pool = changes.known.of(person, attribute=attribute) or changes.known.of(person)
    for fact in facts_ended_by(wrong, pool):
        changes.end(fact, "corrected")


def _end_dated(changes: Changes, person: Subject, attribute: str) -> None:
    """End what is dated and of the same name: "the wedding is pushed to 9 june" ends "wedding on 12 may"."""
    words = core(attribute.replace("_", " "))
    if not is_own_phrase(attribute) or not words:
        return
    for fact in changes.known.of(person):
        if fact.place.attribute in _DATED and words <= core(fact.value) and fact.said_at < changes.stated.said_at:
            changes.end(fact, "corrected")


def _fact_of(known: KnownFacts, person: Subject, attribute: str) -> KnownFact | None:
    """Return the fact that holds a single attribute: under its own name, or under the caller's or speaker's for it."""
    held = known.of(person, attribute=attribute)
    if held:
        return max(held, key=lambda fact: (plain(fact.place.name) == plain(person.name), fact.valid_from))
    if is_own_phrase(attribute) or attribute in ("budget", "rent"):
        akin = [
            fact
            for fact in known.of(person)
            if is_own_phrase(fact.place.attribute) and names_same_thing(fact.place.attribute, attribute)
        ]
        if len(akin) == 1:
            return akin[0]
    return None


def _said_before(known: KnownFacts, person: Subject, attribute: str, value: str) -> KnownFact | None:
    """Return the fact that says the same, under this attribute or one of its kin, the most telling first."""
    found = []
    for fact in known.of(person):
        held = fact.place.attribute
        if held != attribute and _rank(held, attribute) is None:
            continue
        loose = held in _LOOSE and attribute in _LOOSE and alike(fact.value, value)
        if same(fact.value, value) or loose:
            found.append(fact)
    return min(found, key=lambda fact: _rank(fact.place.attribute, attribute) or 0, default=None)


def _rank(held: str, attribute: str) -> int | None:
    """Return below 0 where `held` tells more than `attribute`, 0 where they are one, None where they are not akin."""
    if held == attribute:
        return 0
    for family in _FAMILIES:
        if held in family and attribute in family:
            return family.index(held) - family.index(attribute)
    return None


def _too_vague(statement: Statement, fact: KnownFact) -> bool:
    if fact.is_callers:
        return statement.confidence < OUTRIGHT
    return statement.confidence < _VAGUE and fact.confidence > statement.confidence


def _says_more(statement: Statement, fact: KnownFact) -> bool:
    """Whether a statement says a fact again more closely; with another number in it, it is a change."""
    if fact.is_callers or statement.corrects or not covers(statement.value, fact.value):
        return False
    return {c for c in statement.value if c.isdigit()} == {c for c in fact.value if c.isdigit()}


def _key(place: Place, element: str = "", *, suffix: str = "") -> str:
    return (fact_key(place, element) + suffix)[:MAX_KEY_CHARS]
