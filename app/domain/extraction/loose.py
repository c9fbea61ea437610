"""What a claim without an attribute is about: "not Tim but Tom" in another session, "down to four a day".

What it corrects names the fact: those that hold the words, or whoever bears that name. Where it names nothing wrong, a
number takes the place of the number in what shares most words with it, the newest of those; else it means nothing here.
"""

import re
from dataclasses import replace
from typing import Final

from app.domain.extraction.en.lexicon import find_terms, terms_of
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Statement, Subject
from app.domain.extraction.values import closeness, core, plain

_HOLDS: Final = 3.0
"""The `values.closeness` from which on a fact holds what is said to be wrong."""
_NUMBER: Final = re.compile(
    r"\d[\d.,:]*\d|\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"sixteen|"
    r"seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|"
    r"four|five|"
    r"six|seven|eight|nine))?|hundred|thousand)\b",
    re.IGNORECASE,
)
_MOST_MEANT: Final = 3
"""More facts than this hold the wrong words by chance: then the newest is meant."""
_MOST_CHARS: Final = 60
_WIDER: Final = {
    "city": "place",
    "region": "place",
    "country": "place",
    "drink": "food",
    "allergen": "food",
    "dog": "pet",
    "cat": "pet",
}
"""Sorts of words that take each other's place."""


def meanings(statement: Statement, known: KnownFacts) -> list[Statement]:
    """Return a claim without an attribute once for each fact that it means; as it is where it means none, or has one.

    `corrects` becomes what the fact held, so that it ends; a value that stood within a longer one is put into it.
    """
    if statement.attribute or statement.action != "state":
        return [statement]
    facts = _corrected(statement, known) if statement.corrects else _counted(statement, known)
    return [_about(fact, statement) for fact in facts] or [statement]


def _about(fact: KnownFact, statement: Statement) -> Statement:
    place = fact.place
    value = put_in(fact.value, statement.corrects, statement.value)
    subject = Subject(place.relation, place.name)
    return replace(statement, attribute=place.attribute, subject=subject, value=value, corrects=fact.value)


def _corrected(statement: Statement, known: KnownFacts) -> list[KnownFact]:
    wrong = statement.corrects
    named = [fact for fact in known if fact.place.attribute == "name" and plain(fact.value) == plain(wrong)]
    holding = named or [fact for fact in known if closeness(fact.value, wrong) >= _HOLDS]
    return holding if len(holding) <= _MOST_MEANT else [max(holding, key=lambda fact: fact.said_at)]


def _counted(statement: Statement, known: KnownFacts) -> list[KnownFact]:
    if not _NUMBER.search(statement.value):
        return []
    words = core(_NUMBER.sub(" ", statement.value)) if _NUMBER.sub("", statement.value).strip() else frozenset()
    scored = [
        (len(words & core(f"{fact.value} {fact.place.attribute.replace('_', ' ')}")), fact.said_at, fact)
        for fact in known
        if _NUMBER.search(fact.value)
    ]
    best = max(scored, key=lambda one: one[:2], default=None)
    if best is None or (words and not best[0] and len(words) > 1):
        return []
    return [best[2]]


def _of_one_class(old: str, value: str) -> str:
    """Return the old value with the new one for its word of the same class ("pub in Derry", "Donegal"), "" if none."""
    new = {_WIDER.get(term.sort, term.sort) for term in terms_of(value)}
    for hit in find_terms(old) if new else ():
        if new & {_WIDER.get(term.sort, term.sort) for term in hit.terms} and hit.text.casefold() != value.casefold():
            whole = f"{old[: hit.start]}{value}{old[hit.end :]}"
            return whole if len(whole) <= _MOST_CHARS else value
    return ""


def is_of_one_class(old: str, value: str) -> bool:
    """Whether two values hold words of one class, so that the one may be put in the place of the other."""
    return bool(_of_one_class(old, value))


def put_in(old: str, wrong: str, value: str) -> str:
    """Return the old value with its wrong part (its only number, where none is named) replaced, if it holds more."""
    if wrong:
        place = old.casefold().find(wrong.casefold())
        whole = f"{old[:place]}{value}{old[place + len(wrong) :]}" if place >= 0 else value
        return whole if len(whole) <= _MOST_CHARS else value
    return _of_one_class(old, value) or renumbered(old, value) or value


def renumbered(old: str, value: str) -> str:
    """Return the old value with the only number of the new one for its own, "" where more than that differs."""
    ours, theirs = _NUMBER.findall(old), _NUMBER.findall(value)
    rest = core(_NUMBER.sub(" ", value)) if _NUMBER.sub("", value).strip() else frozenset()
    if len(ours) == 1 and len(theirs) == 1 and rest <= core(_NUMBER.sub(" ", old)):
        return _NUMBER.sub(lambda _: theirs[0], old)
    return ""
