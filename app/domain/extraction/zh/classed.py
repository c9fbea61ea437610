"""The second tier of Chinese extraction: statements told by a word of a known class and what stands around it.

The rules of the topics read what they have a sentence for; this reads what is left. Every word of the lexicon in a
clause about the user (or somebody close) is weighed by the reader of its class: a clause without evidence that the
thing is the user's, lasts and is meant gives nothing. What the first tier has found already is not found again.
"""

from collections.abc import Callable, Sequence
from typing import Final

from app.domain.extraction.attributes import holds_many
from app.domain.extraction.models import Statement
from app.domain.extraction.zh.classed_self import (
    read_animal,
    read_diet,
    read_grade,
    read_house,
    read_illness,
    read_kin_state,
    read_language,
    read_medicine,
    read_place,
    read_rota,
)
from app.domain.extraction.zh.classed_tastes import read_parted, read_pastime, read_taste
from app.domain.extraction.zh.classed_wishes import (
    read_aim,
    read_channel,
    read_date,
    read_form,
    read_goal,
    read_measure,
    read_sum,
)
from app.domain.extraction.zh.classed_work import SLOTS, read_act, read_tool, read_trade, read_workplace
from app.domain.extraction.zh.evidence import Seen
from app.domain.extraction.zh.lexicon import Hit, find_words
from app.domain.extraction.zh.slots import read_recurring
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.tags import read_tags
from app.domain.extraction.zh.text import fold

_READERS: Final[dict[str, Callable[[Seen], list[Statement]]]] = {
    "illness": read_illness,
    "drug": read_medicine,
    "allergen": read_medicine,
    "food": read_taste,
    "drink": read_taste,
    "act": read_act,
    "trade": read_trade,
    "org": read_workplace,
    "hobby": read_pastime,
    "genre": read_pastime,
    "game": read_pastime,
    "team": read_pastime,
    "breed_cat": read_animal,
    "breed_dog": read_animal,
    "species": read_animal,
    "grade": read_grade,
    "diet": read_diet,
    "housing": read_house,
    "rota": read_rota,
    "language": read_language,
    "place": read_place,
    "exam": read_goal,
    "exploit": read_goal,
    "family": read_kin_state,
    "channel": read_channel,
    "form": read_form,
    **dict.fromkeys(SLOTS, read_tool),
}
"""By class; of a word with several classes the first reader here that finds something counts."""
_ONE_A_CLAUSE: Final = frozenset(("reply_style", "reply_language", "contact_channel", "job", "employer", "rule"))
_ASKED_FOR: Final = frozenset(("form", "language", "channel"))
"""Classes that a clause to the assistant ("你…") may state."""
_VAGUE: Final = frozenset(("about", "habit", "remember"))
_FAR: Final = 3
"""How many clauses behind its own may tell how a word is meant."""


def read_classed(told: Sequence[Told], found: Sequence[Statement]) -> list[Statement]:
    """Return the statements of a message with those added that words of known classes give.

    `found` is what the rules found. A vague statement that only repeats the clause of a
    word gives way.
    """
    added: list[Statement] = []
    found = list(found)
    hits = [find_words(one.clause.plain[: one.end]) for one in told]
    for place, one in enumerate(told):
        if one.role not in ("user", "close", "you"):
            continue
        given: set[str] = set()
        for hit in hits[place]:
            seen = _seen(told, place, hit, hits)
            for statement in _read(seen):
                if statement.attribute in given and statement.attribute in _ONE_A_CLAUSE:
                    continue
                if closer := _closer(statement, found):
                    found = [one for one in found if one is not closer]
                elif not holds_many(statement.attribute) and _has(statement, [*found, *added]):
                    continue
                if not _known(statement, [*found, *added]):
                    given.add(statement.attribute)
                    added.append(statement)
        if one.role != "you":
            for statement in read_parted(one):
                if not _known(statement, [*found, *added]):
                    added.append(statement)
            near = one.clause.plain + "".join(f",{other.clause.plain}" for other in told[place + 1 : place + 2])
            for statement in (
                *read_sum(one),
                *read_date(one, near),
                *read_measure(one),
                *read_aim(one),
                *read_recurring(one),
            ):
                if not _known(statement, [*found, *added]) and not _has(statement, found):
                    added.append(statement)
    added += [one for one in read_tags(told) if not _known(one, [*found, *added]) and not _has(one, [*found, *added])]
    kept = [one for one in found if not (one.attribute in _VAGUE and any(new.value in one.value for new in added))]
    return [*kept, *added]


def _seen(told: Sequence[Told], place: int, hit: Hit, hits: list[list[Hit]]) -> Seen:
    one = told[place]
    plain = one.clause.plain[: one.end]
    near = plain
    for later in range(place + 1, min(place + 1 + _FAR, len(told))):
        if told[later].subject != one.subject or any(other.classes & hit.classes for other in hits[later]):
            break
        near += "," + told[later].clause.plain[: told[later].end]
    typed = one.clause.typed[hit.start : hit.end]
    return Seen(one, hit, plain[: hit.start], plain[hit.end :], near, typed)


def _read(seen: Seen) -> list[Statement]:
    for name, reader in _READERS.items():
        if name not in seen.hit.classes or (seen.told.role == "you" and name not in _ASKED_FOR):
            continue
        if found := reader(seen):
            return found
    return []


def _known(statement: Statement, found: Sequence[Statement]) -> bool:
    """Whether the thing is stated already: under another attribute too, unless that was vague."""
    value = fold(statement.value)
    return any(
        one.subject == statement.subject
        and one.attribute not in _VAGUE
        and (value in fold(one.value) or (one.action == "state" and len(one.value) > 1 and fold(one.value) in value))
        for one in found
    )


def _closer(statement: Statement, found: Sequence[Statement]) -> Statement | None:
    """Return the statement of the same single attribute that this one says more closely ("火车" → "火车司机")."""
    value = fold(statement.value)
    for one in found:
        same = one.attribute == statement.attribute and one.subject == statement.subject
        if same and one.action == "state" and value != fold(one.value) and fold(one.value) in value:
            return None if holds_many(one.attribute) else one
    return None


def _has(statement: Statement, found: Sequence[Statement]) -> bool:
    return any(
        one.action == "state" and one.attribute == statement.attribute and one.subject == statement.subject
        for one in found
    )
