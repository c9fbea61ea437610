"""Which facts a retraction, a correction or an opposite ends: found by key, else by what they say."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from app.domain.extraction.attributes import OPPOSITES, holds_many
from app.domain.extraction.keys import is_own_phrase, names_same_thing
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import EVERYTHING, Statement, Subject
from app.domain.extraction.values import closeness, core, plain, same

_AKIN: Final = 1.0
_CLEARLY: Final = 2.0
_NAMED: Final = 3.0
"""Degrees of `closeness`."""
_MOST_AKIN: Final = 3
"""A loose resemblance to more facts than this means none of them."""
_LIKINGS: Final = ("likes", "hobby")
_AVERSIONS: Final = ("dislikes", "avoids", "intolerance", "diet")


def facts_meant(known: KnownFacts, statement: Statement, person: Subject | None, attribute: str) -> list[KnownFact]:
    """Return the facts that a retraction means: of its attribute, by its value, by whom it names."""
    named = person if person is not None and person.relation != "user" else None
    if statement.subject.name and named is None:
        return []
    everything = known.of(named) if named is not None else list(known)
    if (named is not None and not attribute and not statement.value) or statement.value == EVERYTHING:
        return everything
    if attribute:
        own = _of_attribute(everything, person, attribute)
        if not statement.value:
            return own
        meant = facts_ended_by(statement.value, own)
        if meant or (own and not holds_many(attribute)):
            return meant
    if not statement.value:
        return []
    everything = [fact for fact in everything if not _are_opposites(fact.place.attribute, attribute)]
    meant = facts_ended_by(statement.value, everything, least=_CLEARLY if attribute else _AKIN)
    if meant or named is not None:
        return _with_all_of(known, meant, statement.value) if not attribute else meant
    by_key = [fact for fact in everything if _key_names(fact, statement.value)]
    return by_key if len(by_key) <= _MOST_AKIN else []


def facts_ended_by(wanted: str, facts: Sequence[KnownFact], *, least: float = _AKIN) -> list[KnownFact]:
    """Return the facts that a value names best, by a closeness of `least` or more; none where many are but akin."""
    scored = [(max(closeness(fact.value, wanted), _by_name(fact, wanted)), fact) for fact in facts]
    best = max((score for score, _ in scored), default=0.0)
    if best < least:
        return []
    if best >= _NAMED:
        return [fact for score, fact in scored if score >= _NAMED]
    found = [fact for score, fact in scored if score == best]
    return found if len(found) <= _MOST_AKIN else []


def facts_against(known: KnownFacts, person: Subject, attribute: str, value: str, said_at: datetime) -> list[KnownFact]:
    """Return the opposites of a liking or aversion: those of the same thing or a closer one, which it ends.

    Among what was said after it also those of a wider one, which end it.
    """
    if attribute not in OPPOSITES and attribute not in _LIKINGS:
        return []
    wanted = core(value)
    ended = []
    for fact in known.of(person):
        held = fact.place.attribute
        liking = held in _LIKINGS or held.startswith("favourite_")
        opposite = liking if attribute in _AVERSIONS else held in _AVERSIONS
        wider = fact.said_at > said_at and core(fact.value) <= wanted
        if opposite and (same(fact.value, value) or wanted <= core(fact.value) or wider):
            ended.append(fact)
    return ended


def _of_attribute(facts: Sequence[KnownFact], person: Subject | None, attribute: str) -> list[KnownFact]:
    """Return the facts of an attribute, of the user unless somebody else is meant."""
    relation = person.relation if person is not None else "user"
    return [
        fact
        for fact in facts
        if fact.place.relation == relation
        and (fact.place.attribute == attribute or _are_one_phrase(fact.place.attribute, attribute))
    ]


def _are_opposites(held: str, attribute: str) -> bool:
    return (held in _AVERSIONS and attribute in _LIKINGS) or (held in _LIKINGS and attribute in _AVERSIONS)


def _are_one_phrase(held: str, attribute: str) -> bool:
    return is_own_phrase(attribute) and is_own_phrase(held) and names_same_thing(held, attribute)


def _with_all_of(known: KnownFacts, meant: Sequence[KnownFact], wanted: str) -> list[KnownFact]:
    """Return the facts meant, and where one of them is somebody's name, all that is known of that person."""
    found = {fact.key: fact for fact in meant}
    for fact in meant:
        place = fact.place
        if place.relation != "user" and plain(fact.value if place.attribute == "name" else place.name) == plain(wanted):
            person = Subject(place.relation, fact.value if place.attribute == "name" else place.name)
            found |= {other.key: other for other in known.of(person)}
    return list(found.values())


def _by_name(fact: KnownFact, wanted: str) -> float:
    return _NAMED if fact.place.name and plain(fact.place.name) == plain(wanted) else 0.0


def _key_names(fact: KnownFact, wanted: str) -> bool:
    """Whether the words wanted name what the fact is about ("weight", "provider")."""
    words = core(wanted)
    return bool(words) and words <= core(fact.key.partition(":")[0].replace("_", " "))
