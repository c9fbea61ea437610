"""What a message does to known facts, as statements: the aligner's reading put together with the rules' of it.

A fact that the rules' statements change or end is left to them. Of the others the learned aligner says which the
message changes (and to what), ends, turns round or says again; what the rules made of the same words under another
name is then left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from app.domain.extraction.aligner.model import CHANGES, ENDS, FLIPS, SAME
from app.domain.extraction.aligner.overlap import (
    Reading,
    is_doubled,
    is_of_another,
    passes,
    says_again,
    without_notes_of,
)
from app.domain.extraction.aligner.passing import end_of
from app.domain.extraction.aligner.placing import placed
from app.domain.extraction.aligner.readings import TURNED, is_just, readings_of
from app.domain.extraction.changes import Stated
from app.domain.extraction.known import KnownFacts
from app.domain.extraction.loose import put_in
from app.domain.extraction.models import Statement, Subject
from app.domain.extraction.values import covers, plain

_SURE: Final = 0.8


def aligned(heard: Stated, said: Sequence[Stated], known: KnownFacts) -> list[Stated]:
    """Return what a message states: `said` by the rules, what it does to known facts added, doubles left out.

    `heard` holds the message itself as the value of its statement.
    """
    readings = readings_of(heard, [one.statement for one in said], known)
    kept = without_notes_of(said, known)
    added: list[Stated] = []
    taken: set[str] = set()
    held = {(fact.place.relation, fact.place.attribute) for fact in known}
    for one in _with_siblings(readings, heard, known):
        if one.relation == SAME:
            kept = [other for other in kept if not says_again(other.statement, one.fact)]
            continue
        if one.relation == CHANGES and not one.follows:
            if plain(one.value) in taken:
                continue
            taken.add(plain(one.value))
        if any(passes(other.statement, one) or is_of_another(other.statement, one, known) for other in kept):
            continue
        kept = [other for other in kept if not is_doubled(other.statement, one, held)]
        added.append(replace(heard, statement=_statement(heard, one)))
    return [*added, *kept]


def _with_siblings(readings: Sequence[Reading], heard: Stated, known: KnownFacts) -> Iterator[Reading]:
    """Go over readings, behind a correction those facts that the corrected message told in the same words.

    "works as a nurse in Leeds" may have told a home and a job; who then says "*Leicester" corrects both.
    """
    read = {one.fact.key for one in readings}
    for one in readings:
        yield one
        if one.relation != CHANGES or not is_just(one.fact, heard):
            continue
        for fact in known:
            told = fact.source.get("message_ids")
            if fact.key in read or fact.is_callers or told != one.fact.source.get("message_ids"):
                continue
            if fact.place.relation == one.fact.place.relation and _holds(fact.value, one.fact.value):
                value = put_in(fact.value, one.fact.value, one.value)
                yield Reading(fact, CHANGES, one.chance, value, one.named, follows=True)


def _holds(longer: str, value: str) -> bool:
    """Whether a value that is no mere number stands in another one letter by letter, as a word or words of it."""
    if not any(character.isalpha() for character in value):
        return False
    return value.casefold() in longer.casefold() and covers(longer, value)


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
    end = None if is_just(fact, heard) else end_of(heard.statement.value, reading.value, place.attribute, heard.said_at)
    wrong = fact.value if end is None else ""  # what holds for a time stands beside what holds otherwise
    return Statement("fact", place.attribute, value, subject, confidence=_SURE, corrects=wrong, valid_to=end)
