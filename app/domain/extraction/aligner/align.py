"""What a message does to known facts, as statements: the aligner's reading put together with the rules' of it.

A fact that the rules' statements change or end is left to them. Of the others the learned aligner says which the
message changes (and to what), ends, turns round or says again; what the rules made of the same words under another
name is then left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final, NamedTuple

from app.domain.extraction.aligner.features import Fact, PairView, is_slip
from app.domain.extraction.aligner.kin import names_kin
from app.domain.extraction.aligner.model import CHANGES, ENDS, FLIPS, NONE, RELATIONS, SAME, aligner
from app.domain.extraction.aligner.placing import placed
from app.domain.extraction.aligner.views import MessageView, mention_of, message_view, names_attribute
from app.domain.extraction.attributes import OPPOSITES, SINGLE, holds_many
from app.domain.extraction.changes import Stated
from app.domain.extraction.keys import FOR_NOW
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import USER, Statement, Subject
from app.domain.extraction.values import closeness, core, covers, plain, same

_JUST: Final = timedelta(minutes=10)
"""What was said so short a time ago in the same session may be put right by a word."""
_LEAST: Final = 0.5
_LEAST_UNNAMED: Final = 0.8
"""Of one of many values that the message does not name: a list grows rather than changes."""
_LEAST_AGAINST: Final = 0.7
"""Where the rules read the message as saying the fact again."""
_LEAST_VALUE: Final = 0.2
_MOST_NONE: Final = 0.4
_MOST_SLIP: Final = 0.9
"""Of what was said a moment ago, the chance that a message is about something else may be as high."""
_SURE: Final = 0.8
_VAGUE: Final = 0.6
_MOST_FACTS: Final = 16
"""So many facts at most are compared with a message, those that it names or that were just said before others."""
_PART: Final = 3.0
"""The `values.closeness` from which on one value is part of the other."""
_FIRST_PERSON: Final = frozenset(("i", "i'm", "im", "i've", "i'll", "me", "我", "俺"))
_TURNED: Final = {
    "likes": "dislikes", "hobby": "dislikes", "dislikes": "likes", "avoids": "likes", "fear": "likes",
}  # fmt: skip


class _Reading(NamedTuple):
    """What a message does to one fact, how likely, the new value, and whether it names the kin whose fact it is."""

    fact: KnownFact
    relation: str
    chance: float
    value: str = ""
    named: bool = False


def aligned(heard: Stated, said: Sequence[Stated], known: KnownFacts) -> list[Stated]:
    """Return what a message states: `said` by the rules, what it does to known facts added, doubles left out.

    `heard` holds the message itself as the value of its statement.
    """
    readings = sorted(_readings(heard, [one.statement for one in said], known), key=lambda one: -one.chance)
    kept = list(said)
    added: list[Stated] = []
    taken: set[str] = set()
    held = {(fact.place.relation, fact.place.attribute) for fact in known}
    for one in readings:
        if one.relation == SAME:
            kept = [other for other in kept if not _says_again(other.statement, one.fact)]
            continue
        if one.relation == CHANGES:
            if plain(one.value) in taken:
                continue
            taken.add(plain(one.value))
        if any(_passes(other.statement, one) or _is_of_another(other.statement, one) for other in kept):
            continue
        kept = [other for other in kept if not _is_doubled(other.statement, one, held)]
        added.append(replace(heard, statement=_statement(heard, one)))
    return [*added, *kept]


def _readings(heard: Stated, said: Sequence[Statement], known: KnownFacts) -> Iterator[_Reading]:
    text = heard.statement.value
    for fact, pair in _candidates(heard, known):
        restated = any(_restates(one, fact) for one in said)
        if any(_decides(one, fact) for one in said) and not restated:
            continue
        view = aligner().pair(text, pair)
        chances = aligner().relation(view)
        relation = max(RELATIONS[1:], key=lambda name: chances[name])
        if chances[relation] < (_LEAST_AGAINST if restated else _least(view)) and not _is_rather(view, chances):
            continue
        if relation == CHANGES:
            value, chance = aligner().new_value(view)
            if chance >= _LEAST_VALUE and not same(value, fact.value):
                named = pair.relation != "user" and pair.named and not _is_own(view.view, value)
                yield _Reading(fact, CHANGES, chances[relation], value, named)
        elif relation == FLIPS:
            yield _Reading(fact, FLIPS if pair.attribute in _TURNED else ENDS, chances[relation])
        elif relation == ENDS or view.mention.at:
            yield _Reading(fact, relation, chances[relation])


def _is_rather(view: PairView, chances: Mapping[str, float]) -> bool:
    """Whether a message said a moment later is rather about the fact than not, above all with a word like it."""
    return view.fact.just and chances[NONE] < (_MOST_SLIP if is_slip(view) else _MOST_NONE)


def _is_own(view: MessageView, value: str) -> bool:
    """Whether the user is the subject of the clause that a value stands in."""
    place = view.text.find(value)
    clause = next((view.clause[at] for at, token in enumerate(view.tokens) if token.end > place), -1)
    return any(token.form in _FIRST_PERSON for at, token in enumerate(view.tokens) if view.clause[at] == clause)


def _least(view: PairView) -> float:
    """Return the chance from which on a reading is believed."""
    fact = view.fact
    if fact.attribute == "name" and fact.relation != "user" and not fact.just:
        return _LEAST_AGAINST
    if view.mention.at or fact.just or not holds_many(fact.attribute):
        return _LEAST
    return _LEAST if names_attribute(view.view, fact.attribute) else _LEAST_UNNAMED


def _candidates(heard: Stated, known: KnownFacts) -> list[tuple[KnownFact, Fact]]:
    """Return the facts that a message may be about: named, said just before, or of one value or a name it names."""
    text = heard.statement.value
    view = message_view(text)
    found: list[tuple[bool, KnownFact, Fact]] = []
    for fact in sorted(known, key=lambda one: one.said_at, reverse=True):
        if fact.is_callers or fact.said_at >= heard.said_at or fact.key.partition(":")[0].endswith(FOR_NOW):
            continue
        place = fact.place
        just = fact.source.get("session_id") == heard.session_id and heard.said_at - fact.said_at <= _JUST
        named = names_kin(text, place.relation, place.name)
        close = just or bool(mention_of(view, fact.value).at)
        if close or (named and (place.attribute in SINGLE or names_attribute(view, place.attribute))):
            found.append((close, fact, Fact(place.attribute, fact.value, place.relation, just, named)))
    found.sort(key=lambda one: not one[0])
    return [(fact, seen) for _, fact, seen in found[:_MOST_FACTS]]


def _decides(one: Statement, fact: KnownFact) -> bool:
    """Whether a statement of the rules says itself what becomes of a fact."""
    place = fact.place
    if one.action == "retract":
        if one.attribute == place.attribute and not one.value:
            return True
        return bool(one.value) and closeness(fact.value, one.value) >= 1.0
    if one.corrects and closeness(fact.value, one.corrects) >= _PART:
        return True
    if one.subject.relation != place.relation or one.confidence < _VAGUE:
        return False
    if OPPOSITES.get(one.attribute) == place.attribute:
        return same(one.value, fact.value)
    return one.attribute == place.attribute and not holds_many(one.attribute) and not same(one.value, fact.value)


def _restates(one: Statement, fact: KnownFact) -> bool:
    """Whether a statement of the rules says a fact again."""
    place = fact.place
    if one.action != "state" or one.subject.relation != place.relation or one.attribute != place.attribute:
        return False
    return same(one.value, fact.value) or covers(one.value, fact.value)


def _says_again(one: Statement, fact: KnownFact) -> bool:
    """Whether a statement says a known fact again under another name."""
    place = fact.place
    if one.action != "state" or one.attribute == place.attribute or one.subject.relation != place.relation:
        return False
    if OPPOSITES.get(one.attribute) == place.attribute or OPPOSITES.get(place.attribute) == one.attribute:
        return False
    return same(one.value, fact.value) or covers(fact.value, one.value)


def _passes(one: Statement, reading: _Reading) -> bool:
    """Whether a statement says of the new value that it holds for a time only."""
    if reading.relation != CHANGES or one.valid_to is None:
        return False
    ours, theirs = plain(reading.value), plain(one.value)
    return bool(theirs) and (ours in theirs or theirs in ours)


def _is_of_another(one: Statement, reading: _Reading) -> bool:
    """Whether a statement says the new value of somebody else."""
    if reading.relation != CHANGES or one.action != "state" or one.confidence < _VAGUE:
        return False
    relation = reading.fact.place.relation
    if one.subject.relation in (relation, "") or not same(one.value, reading.value):
        return False
    return not (one.subject == USER and one.attribute == reading.fact.place.attribute and reading.named)


def _is_doubled(one: Statement, reading: _Reading, held: set[tuple[str, str]]) -> bool:
    """Whether what the rules made of a message is what it does to a fact, under another name, or denies it.

    Not where it takes the place of another fact that is known; `held` are their relations and attributes.
    """
    fact, place = reading.fact, reading.fact.place
    if one.action == "retract" and reading.relation == CHANGES and one.value:
        return core(one.value) <= core(place.attribute.replace("_", " "))
    if one.action != "state" or one.attribute == "former_employer":
        return False
    if reading.relation == CHANGES:
        ours, theirs = plain(reading.value), plain(one.value)
        if theirs and (ours in theirs or theirs in ours):
            other = (one.subject.relation, one.attribute)
            return one.attribute == place.attribute or holds_many(one.attribute) or other not in held
        return one.attribute == place.attribute and same(one.value, fact.value)
    if not (same(one.value, fact.value) or covers(fact.value, one.value)):
        return False
    return one.attribute == place.attribute or reading.relation == ENDS


def _statement(heard: Stated, reading: _Reading) -> Statement:
    """Return what a message does to a fact as a statement."""
    fact, place = reading.fact, reading.fact.place
    subject = Subject(place.relation, place.name)
    if reading.relation == ENDS and place.attribute == "name" and place.relation != "user":
        return Statement("fact", "", "", Subject(place.relation, fact.value), "retract", _SURE)
    if reading.relation == ENDS:
        return Statement("fact", place.attribute, fact.value, subject, "retract", _SURE)
    if reading.relation == FLIPS:
        return Statement("preference", _TURNED[place.attribute], fact.value, subject, confidence=_SURE)
    value = placed(fact.value, reading.value)
    return Statement("fact", place.attribute, value, subject, confidence=_SURE, corrects=fact.value)
