"""Whose fact a statement is, where the message names somebody by a name told in another conversation.

"Mike got switched to days": the rules, which read one conversation, take it for the user's own; the card knows that
Mike is the husband.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.domain.extraction.aligner.views import message_view
from app.domain.extraction.changes import Stated
from app.domain.extraction.known import KnownFacts
from app.domain.extraction.models import USER, Subject
from app.domain.extraction.wording import words

_LEAD: Final = re.compile(
    r"(?:(?:and|so|but|then|now|well|yeah|yes|ok|oh|also|anyway|update|our|my|little|poor|我家的?|我们家的?|咱家的?|"
    r"那|现在|后来|最近|今天|昨天|上周|上个?月)[\s:，]*)*",
    re.IGNORECASE,
)
_GOES_ON: Final = re.compile(r"^(?:(?:and|so|but|then|now|also)\s+)*(?:he|she|they|it)\b|^[他她它牠]", re.IGNORECASE)
_FIRST_PERSON: Final = re.compile(
    r"\b(?:i|i'm|im|i've|ive|i'll|me|mine|we|we're|us|myself)\b|我(?!家|们家)|俺|咱(?!家)", re.I
)
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_COMMON: Final = words("will may hope faith joy rose mark grant chase drew sue pat rob bill art grace max dusty lucky")
"""Names that are words, too."""
_OWN: Final = words(
    "name full_name address_as rule wants remember reply_style reply_length reply_language contact_channel phone email"
)
"""What is the user's own whoever is named."""


def given_to_owners(heard: Stated, said: Sequence[Stated], known: KnownFacts) -> list[Stated]:
    """Return statements with those of the user's that a clause says of somebody known by name as that person's."""
    people = dict(_people(known))
    if not people:
        return list(said)
    clauses = list(_clauses(heard.statement.value, people))
    return [_given(one, clauses) for one in said]


def _people(known: KnownFacts) -> Iterator[tuple[str, Subject]]:
    for fact in known:
        place, name = fact.place, fact.value.strip()
        if place.attribute == "name" and place.relation != "user" and len(name) > 1 and name.casefold() not in _COMMON:
            yield name, Subject(place.relation, name)


def _clauses(text: str, people: Mapping[str, Subject]) -> Iterator[tuple[str, Subject | None]]:
    """Go over the clauses of a message with whom each is about, None where that is the user or nobody known."""
    view = message_view(text)
    subject: Subject | None = None
    for number in sorted(set(view.clause)):
        tokens = [token for at, token in enumerate(view.tokens) if view.clause[at] == number]
        clause = text[tokens[0].start : tokens[-1].end]
        lead = _LEAD.match(clause)
        rest = clause[lead.end() if lead else 0 :].casefold()
        named = next((one for name, one in people.items() if _begins(rest, name.casefold())), None)
        goes_on = _GOES_ON.match(clause) or (_HAN.search(clause) and not _FIRST_PERSON.search(clause))
        subject = named or (subject if goes_on else None)
        yield clause, subject if named is not None or not _FIRST_PERSON.search(clause) else None


def _begins(rest: str, name: str) -> bool:
    """Whether a clause without what leads up to it begins with a name; a user may have hundreds of them."""
    return rest.startswith(name) and (bool(_HAN.search(name)) or not rest[len(name) : len(name) + 1].isalnum())


def _given(one: Stated, clauses: Sequence[tuple[str, Subject | None]]) -> Stated:
    statement = one.statement
    if statement.subject != USER or not statement.value or statement.attribute in _OWN:
        return one
    whose = next((subject for clause, subject in clauses if statement.value in clause), None)
    if whose is None or statement.value.casefold() in whose.name.casefold():
        return one
    return replace(one, statement=replace(statement, subject=whose))
