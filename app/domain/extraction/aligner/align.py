"""What a message does to known facts, as statements: the aligner's reading put together with the rules' of it.

A fact that the rules' statements change or end is left to them. Of the others the learned aligner says which the
message changes (and to what), ends, turns round or says again; what the rules made of the same words under another
name is then left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.domain.extraction.aligner.bounds import says_it_ends
from app.domain.extraction.aligner.forgetting import meant_by
from app.domain.extraction.aligner.model import CHANGES, ENDS, FLIPS, SAME
from app.domain.extraction.aligner.overlap import (
    VAGUE,
    Reading,
    decides,
    is_doubled,
    is_of_another,
    passes,
    says_again,
    without_notes_of,
)
from app.domain.extraction.aligner.passing import end_of
from app.domain.extraction.aligner.placing import placed
from app.domain.extraction.aligner.readings import TURNED, is_just, readings_of
from app.domain.extraction.aligner.views import message_view
from app.domain.extraction.aligner.whose import given_to_owners
from app.domain.extraction.attributes import holds_many
from app.domain.extraction.changes import Stated
from app.domain.extraction.keys import is_own_phrase
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.loose import put_in
from app.domain.extraction.models import Statement, Subject
from app.domain.extraction.values import alike, covers, plain, same

_SURE: Final = 0.8
_OF_WORK: Final = frozenset(("job", "employer", "workplace", "business", "department", "industry"))
_TOLD_AT_ONCE: Final = frozenset(("goal", "plan", "appointment", "deadline", "schedule", "commitment"))
"""Attributes of which a message tells one thing, perhaps in two pieces ("saving for a deposit", "300k")."""
_PETS: Final = frozenset(("pet", "dog", "cat"))


def aligned(heard: Stated, said: Sequence[Stated], known: KnownFacts) -> list[Stated]:
    """Return what a message states: `said` by the rules, what it does to known facts added, doubles left out.

    `heard` holds the message itself as the value of its statement.
    """
    said = given_to_owners(heard, said, known)
    stated = [one.statement for one in said]
    readings = readings_of(heard, stated, known)
    if not any(one.relation == ENDS for one in readings):
        readings += meant_by(heard, stated, known)
    kept = without_notes_of(said, known)
    added: list[Stated] = []
    taken: set[str] = set()
    held = {(fact.place.relation, fact.place.attribute) for fact in known}
    stands = False
    for one in _with_siblings(readings, heard, known):
        if one.follows and not stands:
            continue
        stands = one.follows
        if one.relation == SAME:
            kept = [other for other in kept if not says_again(other.statement, one.fact)]
            continue
        if one.relation == CHANGES and not one.follows:
            if plain(one.value) in taken:
                added += [_ended(heard, one)] if _is_told_twice(one, readings) else []
                continue
            taken.add(plain(one.value))
        if any(passes(other.statement, one) or is_of_another(other.statement, one, known) for other in kept):
            continue
        kept = [other for other in kept if not is_doubled(other.statement, one, held)]
        added.append(replace(heard, statement=_statement(heard, one)))
        stands = True
    return [*added, *_twins_ended(heard, kept, known), *kept]


def _goes_with(work: KnownFact, job: KnownFact, heard: Stated, stated: Sequence[Statement]) -> bool:
    """Whether an employer or a place of work goes with the job that a message says is over, and names no other."""
    if job.place.attribute != "job" or work.place.attribute not in _OF_WORK:
        return False
    if any(one.attribute in _OF_WORK and one.attribute != "job" for one in stated):
        return False
    return says_it_ends(message_view(heard.statement.value))


def _twins_ended(heard: Stated, kept: Sequence[Stated], known: KnownFacts) -> Iterator[Stated]:
    """End what is known under another name of a value that the rules' statements change: both told by one message."""
    stated = [
        one.statement
        for one in kept
        if one.statement.action == "state" and one.statement.confidence >= VAGUE and one.statement.valid_to is None
    ]
    changed = [
        (fact, one) for one in stated for fact in known if not holds_many(fact.place.attribute) and decides(one, fact)
    ]
    for fact, _ in changed:
        for twin in _told_with(fact, known):
            if twin.place.relation != fact.place.relation or any(twin is other for other, _ in changed):
                continue
            said_twice = same(twin.value, fact.value) or alike(twin.value, fact.value)
            if (said_twice and not is_own_phrase(twin.place.attribute)) or _goes_with(twin, fact, heard, stated):
                yield _ended(heard, Reading(twin, ENDS, _SURE))


def _is_told_twice(reading: Reading, readings: Sequence[Reading]) -> bool:
    """Whether a fact says what another one told by the same message says, and both are to get the same value."""
    fact = reading.fact
    return any(
        one.relation == CHANGES
        and one.fact is not fact
        and plain(one.value) == plain(reading.value)
        and one.fact.source.get("message_ids") == fact.source.get("message_ids")
        and one.fact.place.relation == fact.place.relation
        and (
            one.fact.place.attribute == fact.place.attribute in _TOLD_AT_ONCE
            or covers(one.fact.value, fact.value)
            or covers(fact.value, one.fact.value)
        )
        for one in readings
    )


def _ended(heard: Stated, reading: Reading) -> Stated:
    return replace(heard, statement=_statement(heard, reading._replace(relation=ENDS)))


def _with_siblings(readings: Sequence[Reading], heard: Stated, known: KnownFacts) -> Iterator[Reading]:
    """Go over readings, behind each what it does to other facts that the same message told.

    "works as a nurse in Leeds" may have told a home and a job; who then says "*Leicester" corrects both. What was told
    under two names (an employer, a workplace) changes and ends under both, and a job ends with its employer.
    """
    read = {one.fact.key for one in readings}
    for one in readings:
        yield one
        if one.relation not in (CHANGES, ENDS):
            continue
        corrects = one.relation == CHANGES and is_just(one.fact, heard)
        if one.relation == CHANGES and _passes(heard, one):
            continue
        for fact in _told_with(one.fact, known):
            if fact.key in read:
                continue
            alike = fact.place.relation == one.fact.place.relation
            if corrects and alike and _holds(fact.value, one.fact.value):
                value = put_in(fact.value, one.fact.value, one.value)
                yield Reading(fact, CHANGES, one.chance, value, one.named, follows=True)
            elif (alike and same(fact.value, one.fact.value)) or (
                one.relation == ENDS and _ends_with(fact, one.fact, known)
            ):
                yield Reading(fact, ENDS, one.chance, "", one.named, follows=True)


def _told_with(fact: KnownFact, known: KnownFacts) -> list[KnownFact]:
    """Return the other facts that the same message told."""
    told = fact.source.get("message_ids")
    return [
        one for one in known if one.key != fact.key and not one.is_callers and one.source.get("message_ids") == told
    ]


def _ends_with(fact: KnownFact, ended: KnownFact, known: KnownFacts) -> bool:
    """Whether a fact ends with another one that the same message told: of work, or of the only pet that it named."""
    if fact.place.relation == ended.place.relation and {fact.place.attribute, ended.place.attribute} <= _OF_WORK:
        return True
    if not (_is_of_pet(fact) and _is_of_pet(ended) and ended.place.attribute in ("name", "pet")):
        return False
    return sum(_is_of_pet(one) and one.place.attribute == "name" for one in [ended, *_told_with(ended, known)]) < 2


def _is_of_pet(fact: KnownFact) -> bool:
    return fact.place.relation in _PETS or fact.place.attribute == "pet"


def _holds(longer: str, value: str) -> bool:
    """Whether a value that is no mere number stands in another one letter by letter, as a word or words of it."""
    if not any(character.isalpha() for character in value):
        return False
    return value.casefold() in longer.casefold() and covers(longer, value)


def _passes(heard: Stated, reading: Reading) -> datetime | None:
    """Return until when a new value holds, where it holds for a time only; what corrects holds from then on."""
    if is_just(reading.fact, heard):
        return None
    return end_of(heard.statement.value, reading.value, reading.fact.place.attribute, heard.said_at)


def _statement(heard: Stated, reading: Reading) -> Statement:
    """Return what a message does to a fact as a statement."""
    fact, place = reading.fact, reading.fact.place
    subject = Subject(place.relation, place.name)
    if reading.relation == ENDS and place.attribute == "name" and place.relation != "user":
        return Statement("fact", "", "", Subject(place.relation, fact.value), "retract", _SURE)
    if reading.relation == ENDS:
        return Statement("fact", place.attribute, fact.value, subject, "retract", _SURE)
    if reading.relation == FLIPS:
        return Statement("preference", TURNED[place.attribute], fact.value, subject, confidence=_SURE)
    value = reading.value if reading.follows else placed(fact.value, reading.value)
    end = _passes(heard, reading)
    wrong = fact.value if end is None else ""  # what holds for a time stands beside what holds otherwise
    return Statement("fact", place.attribute, value, subject, confidence=_SURE, corrects=wrong, valid_to=end)
