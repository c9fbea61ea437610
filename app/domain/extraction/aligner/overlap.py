"""What the rules' statements of a message say of a known fact, and what a reading of it makes needless or wrong."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.domain.extraction.aligner.model import CHANGES, ENDS, FLIPS
from app.domain.extraction.aligner.passing import DATED
from app.domain.extraction.attributes import OPPOSITES, holds_many
from app.domain.extraction.changes import Stated
from app.domain.extraction.keys import is_own_phrase
from app.domain.extraction.known import SEVERAL, KnownFact, KnownFacts
from app.domain.extraction.models import USER, Statement
from app.domain.extraction.values import closeness, core, covers, plain, same

VAGUE: Final = 0.6
"""A statement of less confidence decides nothing."""
_PART: Final = 3.0
"""The `values.closeness` from which on one value is part of the other."""
_ORDERS: Final = frozenset(("rule", "remember", "wants", "avoids", "dislikes"))
_KEPT_OFF: Final = frozenset(("allergy", "intolerance", "diet", "avoids", "dislikes"))
"""What somebody may ask to be spared; "no nuts, remember" says an allergy again."""
_TASTES: Final = frozenset(("likes", "dislikes", "avoids"))
_NOTE: Final = "about"
"""The attribute of what is worth a note and has no other."""


class Reading(NamedTuple):
    """What a message does to one fact, how likely, the new value, and whether it names the kin whose fact it is.

    `follows`: because it does so to another fact told in the same words.
    """

    fact: KnownFact
    relation: str
    chance: float
    value: str = ""
    named: bool = False
    follows: bool = False


def decides(one: Statement, fact: KnownFact) -> bool:
    """Whether a statement of the rules says itself what becomes of a fact."""
    place = fact.place
    if one.action == "retract":
        if one.attribute == place.attribute and not one.value:
            return True
        return bool(one.value) and closeness(fact.value, one.value) >= 1.0
    if one.corrects and closeness(fact.value, one.corrects) >= _PART:
        return True
    if one.subject.relation != place.relation or one.confidence < VAGUE:
        return False
    if OPPOSITES.get(one.attribute) == place.attribute:
        return same(one.value, fact.value)
    if one.attribute == "name" and place.relation in SEVERAL:
        return False  # another daughter, or the same one called by her right name
    return one.attribute == place.attribute and not holds_many(one.attribute) and not same(one.value, fact.value)


def restates(one: Statement, fact: KnownFact) -> bool:
    """Whether a statement of the rules says a fact again."""
    place = fact.place
    if one.action != "state" or one.subject.relation != place.relation or one.attribute != place.attribute:
        return False
    return same(one.value, fact.value) or covers(one.value, fact.value)


def says_again(one: Statement, fact: KnownFact) -> bool:
    """Whether a statement says a known fact again under another name."""
    place = fact.place
    if one.action != "state" or one.attribute == place.attribute or one.subject.relation != place.relation:
        return False
    if OPPOSITES.get(one.attribute) == place.attribute or OPPOSITES.get(place.attribute) == one.attribute:
        return False
    if same(one.value, fact.value) or covers(fact.value, one.value):
        return True
    return one.attribute in _ORDERS and place.attribute in _KEPT_OFF and covers(one.value, fact.value)


def passes(one: Statement, reading: Reading) -> bool:
    """Whether a statement says of the new value that it holds for a time only."""
    if reading.relation != CHANGES or one.valid_to is None or one.attribute in DATED:
        return False
    ours, theirs = plain(reading.value), plain(one.value)
    return bool(theirs) and (ours in theirs or theirs in ours)


def is_of_another(one: Statement, reading: Reading, known: KnownFacts) -> bool:
    """Whether a statement says the new value of somebody else, or puts it in the place of another known fact."""
    if reading.relation != CHANGES or one.action != "state" or one.confidence < VAGUE:
        return False
    place = reading.fact.place
    if one.subject.relation == "" or not same(one.value, reading.value):
        return False
    own = bool(one.attribute) and is_own_phrase(one.attribute) and one.subject == USER
    if one.corrects and not own and closeness(reading.fact.value, one.corrects) < _PART:
        return True
    if one.subject.relation == place.relation:
        return one.attribute != place.attribute and any(
            fact.place.attribute == one.attribute and fact is not reading.fact and decides(one, fact) for fact in known
        )
    return not (one.subject == USER and one.attribute == place.attribute and reading.named)


def is_doubled(one: Statement, reading: Reading, held: set[tuple[str, str]]) -> bool:
    """Whether what the rules made of a message is what it does to a fact, under another name, or denies it.

    Not where it takes the place of another fact that is known; `held` are their relations and attributes.
    """
    fact, place = reading.fact, reading.fact.place
    if one.action == "retract" and reading.relation == CHANGES and one.value:
        return core(one.value) <= core(place.attribute.replace("_", " ")) or covers(one.value, reading.value)
    if one.action == "retract" and reading.relation == FLIPS and one.value:
        return closeness(fact.value, one.value) >= 1.0
    if one.action != "state" or one.attribute == "former_employer":
        return False
    if reading.relation == CHANGES:
        ours, theirs = plain(reading.value), plain(one.value)
        if theirs and (ours in theirs or theirs in ours):
            other = (one.subject.relation, one.attribute)
            return one.attribute == place.attribute or holds_many(one.attribute) or other not in held
        if one.attribute == _NOTE:
            return covers(fact.value, one.value)
        return one.attribute == place.attribute and same(one.value, fact.value)
    if not (same(one.value, fact.value) or covers(fact.value, one.value)):
        return False
    if reading.relation == ENDS and one.attribute in _TASTES and one.attribute != place.attribute:
        return False  # who ends a liking by an aversion says both
    return one.attribute == place.attribute or reading.relation == ENDS


def _repeats(one: Statement, ended: Sequence[str], known: KnownFacts) -> bool:
    if one.action != "state" or one.corrects:
        return False
    if one.attribute in ("rule", "habit") and any(covers(one.value, value) for value in ended):
        return True
    return one.confidence < VAGUE and any(
        same(one.value, fact.value)
        and fact.place.relation == one.subject.relation
        and fact.place.attribute != one.attribute
        and (one.attribute == _NOTE or not holds_many(fact.place.attribute))
        for fact in known
    )


def without_notes_of(said: Sequence[Stated], known: KnownFacts) -> list[Stated]:
    """Return statements without vague ones of a value that another one of the same message ends or replaces.

    Nor is what ends an order ("quit the bowls club"), nor a note what a fact of the same person says already.
    """
    ended = [one.statement.value for one in said if one.statement.action == "retract" and one.statement.value]
    said = [one for one in said if not _repeats(one.statement, ended, known)]
    notes = [one for one in said if one.statement.action == "state" and one.statement.confidence < VAGUE]
    telling = [one.statement for one in said if one not in notes]
    gone = [fact.value for fact in known if notes and any(decides(one, fact) for one in telling)]
    return [one for one in said if one not in notes or not any(covers(value, one.statement.value) for value in gone)]
