"""What people say about themselves, in English: the rules of the `en_` modules, run over the clauses of one message."""

import re
from dataclasses import replace
from itertools import islice

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.answers import (
    assumed,
    confirmed_more,
    confirms,
    denies,
    last_question,
    read_answer,
    read_named_kin,
)
from app.domain.extraction.en.by_class import read_classes
from app.domain.extraction.en.called import read_called
from app.domain.extraction.en.clauses import Mentioned, Speech
from app.domain.extraction.en.corrections import read_corrections
from app.domain.extraction.en.dropped import readings
from app.domain.extraction.en.family import read_family
from app.domain.extraction.en.food import read_food
from app.domain.extraction.en.idioms import read_anyhow, read_idioms
from app.domain.extraction.en.lasting import read_lasting
from app.domain.extraction.en.loose import read_loose
from app.domain.extraction.en.minded import read_minded
from app.domain.extraction.en.plans import names_time, read_plans
from app.domain.extraction.en.preferences import read_preferences, read_reaction
from app.domain.extraction.en.requests import read_remember, read_requests
from app.domain.extraction.en.self import read_self
from app.domain.extraction.en.spread import spread
from app.domain.extraction.en.things import is_mine, read_now, read_serving, read_things
from app.domain.extraction.en.time import place_end, planned_end, valid_times
from app.domain.extraction.en.turns import read_turn, read_whole
from app.domain.extraction.en.updates import read_updates
from app.domain.extraction.en.work import read_work
from app.domain.extraction.models import Said, Statement

_MOST_CLAUSES = 120
_PUT_IN = 0.7
"""How sure a claim is at most that was read with words put in."""
_TIMELESS = frozenset(("deadline", "goal", "commitment", "birthday", "remember"))
_OVER_BY_THEMSELVES = frozenset(("plan", "appointment", "schedule"))
"""What hardly needs an end, unless one is named: "filling in at the Norfolk branch, just this week"."""


_STEADY = frozenset(("job", "employer", "school", "housing", "car"))
_COMMA = re.compile(r",(?!\d{3}(?!\d))")
_FOR_NOW = re.compile(r"\bfor (?:now|the (?:moment|time being))\b", re.IGNORECASE)
"""Nobody means two weeks by it of a job."""


def extract_en(
    message: Said, previous: Said | None, mentioned: Mentioned | None = None, following: Said | None = None
) -> list[Statement]:
    """Return what one message of the user states; `previous` is the message before it, `following` that after it.

    `mentioned` is whom and what the conversation named before ("she", "it"); it is kept up for the messages to come.

    `message.content` is prose of the user's own (see `prose.own_prose`). Message ids are left to the caller. A
    retraction with neither attribute nor value takes back what was said just before.
    """
    found = Found(message)
    speech = Speech(message.content, mentioned)
    ours = False
    asked: Clause | None = None
    read: list[tuple[Clause, bool]] = []
    for place, clause in enumerate(islice(speech.clauses(), _MOST_CLAUSES)):
        if place == 0 and previous is not None and previous.role == "assistant":
            _answer(clause, previous.content, found)
        if asked is not None:
            read_reaction(asked, clause, found)
        asked = clause if clause.question else None
        read_anyhow(clause, found)
        first = len(found.statements)
        if clause.usable:
            _read(clause, found, speech, ours)
        ended = any((one.action == "retract" and not one.value) or one.corrects for one in found.statements[first:])
        read.append((clause, not ended))
        ours = ours or is_mine(clause)
    read_minded(speech.text, found, speech)
    read_whole(speech.text, found)
    read_called(speech.text, following, found, speech)
    read_classes(read, found, _limit, speech.mentioned.other)
    if read:
        speech.mentioned.other = read[-1][0].subject is None and read[-1][0].spoken
    return found.statements


def _read(clause: Clause, found: Found, speech: Speech, ours: bool) -> None:
    first = len(found.statements)

    def affirmed(other: Clause) -> list[Statement]:
        scratch = Found(found.message)
        _claims(other, scratch, speech, ours)
        return scratch.statements

    changed = read_loose(clause, found, speech) or read_turn(clause, found) or read_updates(clause, found, affirmed)
    if not changed:
        _claims(clause, found, speech, ours)
    _fragments(clause, found, speech, first)
    if not changed:
        _read_again(clause, found, speech, ours, first)
    spread(clause, found, first)
    read_corrections(clause, found, first)
    _limit(clause, found, first)


_WHO = re.compile(
    r"\s*(?:,|-|–|\()?\s*(?:\d|an? |from\b|here\b|by the way|btw|nice to|age|(?:he|she|they)/|the \w+ (?:from|of|at)\b|"
    r"(?:\w+ ){1,2}(?:from|in|at)\b)",
    re.IGNORECASE,
)
"""What stands behind the name of one who introduces himself."""


def _read_again(clause: Clause, found: Found, speech: Speech, ours: bool, first: int) -> None:
    """Read a clause that says nothing so far: as short for a longer one, by what came before, by its build."""
    if _claimed(found, first):
        return
    for whole in readings(clause):
        _claims(whole, found, speech, ours)
        if _claimed(found, first):
            _doubt(found, first, clause.sentence)
            return
    if read_now(clause, found, speech.mentioned.topic, speech.text) or read_remember(clause, found):
        return
    for reading in (clause, *(one for one in readings(clause) if not one.rest.startswith(("am a", "never enough")))):
        if read_lasting(reading, found):
            return


def _doubt(found: Found, first: int, sentence: str) -> None:
    """Take what was read with words put in for less sure than what was said, and no name without an introduction."""
    kept = [one for one in found.statements[first:] if one.attribute != "name" or _introduces(sentence, one.value)]
    found.statements[first:] = [replace(one, confidence=min(one.confidence, _PUT_IN)) for one in kept]


def _introduces(sentence: str, name: str) -> bool:
    """Whether a sentence introduces its speaker ("Sam, 34, from Leeds"); "Hey Dave, …" and "However, …" do not."""
    behind = sentence.partition(name)[2]
    return bool(_WHO.match(behind)) or not (behind or sentence.rstrip().endswith("!"))


def _claimed(found: Found, first: int) -> bool:
    return any(one.action == "state" for one in found.statements[first:])


def _claims(clause: Clause, found: Found, speech: Speech, ours: bool) -> None:
    """Run every rule that finds claims."""
    read_idioms(clause, found)
    read_self(clause, found)
    read_family(clause, found, speech)
    if clause.subject is not None:
        read_food(clause, found)
        read_work(clause, found)
        read_preferences(clause, found)
        read_plans(clause, found)
    if clause.subject is None:
        read_serving(clause, found)
    if clause.subject is not None and clause.subject.relation == "user":
        read_requests(clause, found)
        read_things(clause, found, ours)


def _fragments(clause: Clause, found: Found, speech: Speech, first: int) -> None:
    """Read what stands behind commas by itself ("i'm a nurse, day shifts, second year of law")."""
    if clause.subject is None or "," not in clause.text:
        return
    for part in _COMMA.split(clause.text)[1:12]:
        text = part.strip()
        known = [one.value.casefold() for one in found.statements[first:]]
        if text and not any(value in text.casefold() or text.casefold() in value for value in known):
            piece = replace(
                clause, text=text, rest=text, spoken=False, negated=text.lower().startswith(("no ", "not "))
            )
            read_idioms(piece, found)
            read_self(piece, found)
            read_family(piece, found, speech)
            read_food(piece, found)
            read_work(piece, found)
            read_preferences(piece, found)


def _limit(clause: Clause, found: Found, first: int) -> None:
    """Give what a clause claims the times it names; a stay somewhere ends even where no end is named."""
    start, end = valid_times(clause.sentence, found.now)
    for place in range(first, len(found.statements)):
        one = found.statements[place]
        if one.attribute in _TIMELESS or (one.attribute in _STEADY and _FOR_NOW.search(clause.sentence)):
            continue
        if one.attribute in _OVER_BY_THEMSELVES:
            found.limit_one(place, None, planned_end(clause.sentence, found.now, one.attribute))
        elif one.attribute == "location":
            found.limit_one(place, start, place_end(clause.sentence, found.now))
        else:
            found.limit_one(place, start, end)


def _answer(first: Clause, said: str, found: Found) -> None:
    """Read the first words of a message as the answer to what the assistant asked."""
    question = last_question(said)
    if not question:
        return
    whole = first.sentence.strip(" ,.!")
    if confirms(whole):
        start = len(found.statements)
        _read_claim(assumed(said), found)
        read_named_kin(whole, question, found)
        more = confirmed_more(whole)
        if more and len(found.statements) == start + 1 and names_time(found.statements[start].value):
            found.statements[start] = replace(found.statements[start], value=more)
    elif instead := denies(whole):
        scratch = Found(found.message)
        _read_claim(assumed(said), scratch)
        claims = [one for one in scratch.statements if one.action == "state"]
        if claims and len(instead.split()) <= 4:
            found.add(claims[0].attribute, instead, subject=claims[0].subject, corrects=claims[0].value, confidence=0.8)
        elif not claims:
            read_answer(first, instead, question, found)
    else:
        read_answer(first, whole, question, found)


def _read_claim(text: str, found: Found) -> None:
    speech = Speech(text)
    for clause in islice(speech.clauses(), 3):
        if not clause.unreal and not clause.question:
            _claims(clause, found, speech, False)
