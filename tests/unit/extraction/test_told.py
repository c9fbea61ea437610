"""A known fact comes with the message that told it: what that shares with a new one, and what it told besides."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.domain.extraction.aligner import align
from app.domain.extraction.aligner.align import _with_siblings
from app.domain.extraction.aligner.echo import MOST_TOLD, around, echoes
from app.domain.extraction.aligner.features import Fact, may_concern
from app.domain.extraction.aligner.model import CHANGES, ENDS
from app.domain.extraction.aligner.overlap import Reading, says_again
from app.domain.extraction.aligner.passing import end_of
from app.domain.extraction.aligner.views import message_view
from app.domain.extraction.changes import Stated
from app.domain.extraction.extract import extract
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.resolve import resolve
from app.domain.extraction.values import same

AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "told", "shared"),
    [
        ("the hospital rang, knee op's pushed to april 28", "my knee ops are on the 14th", 2),
        ("and so it is", "it is on the 14th and so it is", 0),
        ("婚礼推到九月了", "我婚礼定在6月7号", 1),
        ("ＤＥＮＴＩＳＴ moved", "dentist at noon", 1),
        ("anything", "", 0),
    ],
)
def test_words_are_shared_whatever_their_endings(text: str, told: str, shared: int) -> None:
    assert echoes(text, told) == shared


def test_a_message_may_concern_a_fact_that_was_told_in_a_like_one() -> None:
    view = message_view("hospital rang, knee op's pushed to april 28")
    assert not may_concern(view, Fact("goal", "marathon"))
    assert may_concern(view, Fact("goal", "marathon", told="a marathon, once the knee is better"))


def test_what_stands_around_a_value() -> None:
    text = "a" * 100 + " Oslo " + "b" * 300
    found = around(text, "Oslo")
    assert len(found) == MOST_TOLD
    assert found.index("Oslo") == 60
    assert around(f"  {text}", "Rome") == "a" * 100 + " Oslo " + "b" * (MOST_TOLD - 108)
    assert around(found, "Oslo") == found
    assert around("", "Oslo") == ""


def _fact(attribute: str, value: str, message: str) -> KnownFact:
    return KnownFact(f"user_{attribute}", value, 0.8, AT, {"attribute": attribute, "message_ids": [message]})


def test_what_was_told_under_two_names_ends_under_both() -> None:
    employer, place = _fact("employer", "Seaside Aquarium", "1"), _fact("workplace", "Seaside Aquarium", "1")
    others = [_fact("likes", "Seaside Aquarium", "2"), _fact("home", "Hull", "1")]
    known = KnownFacts([employer, place, *others], AT)
    heard = Stated(Statement("fact", "", "left the aquarium", action="heard"), AT + timedelta(days=9))
    for relation in (ENDS, CHANGES):
        found = list(_with_siblings([Reading(employer, relation, 0.9, "surf shop")], heard, known))
        assert [(one.fact.key, one.relation) for one in found[1:]] == [("user_workplace", ENDS)]
    passing = replace(heard, statement=replace(heard.statement, value="at the surf shop just till friday"))
    assert len(list(_with_siblings([Reading(employer, CHANGES, 0.9, "surf shop")], passing, known))) == 1


def test_what_follows_from_a_reading_that_does_not_stand_does_not_either(monkeypatch: pytest.MonkeyPatch) -> None:
    employer, place = _fact("employer", "Seaside Aquarium", "1"), _fact("workplace", "Seaside Aquarium", "1")
    heard = Stated(Statement("fact", "", "at a surf shop, just till friday", action="heard"), AT + timedelta(days=9))
    reading = Reading(employer, ENDS, 0.9)
    monkeypatch.setattr(align, "readings_of", lambda *_: [reading])
    known = KnownFacts([employer, place], AT)
    assert [one.statement.attribute for one in align.aligned(heard, [], known)] == ["employer", "workplace"]
    monkeypatch.setattr(align, "is_of_another", lambda *_: True)
    said = replace(heard, statement=Statement("fact", "about", "anything"))
    assert align.aligned(heard, [said], known) == [said]


def test_a_job_ends_with_its_employer_and_a_pet_with_its_name() -> None:
    def of_dog(attribute: str, value: str, message: str) -> KnownFact:
        source = {"attribute": attribute, "subject": "dog", "message_ids": [message]}
        return KnownFact(f"user_dog.{value}_{attribute}", value, 0.8, AT, source)

    job, employer, name = _fact("job", "diver", "1"), _fact("employer", "Aquarium", "1"), of_dog("name", "Oakley", "2")
    pet, age, other = _fact("pet", "lab", "2"), of_dog("age", "11", "2"), of_dog("age", "4", "3")
    heard = Stated(Statement("fact", "", "that is over", action="heard"), AT + timedelta(days=9))

    def ends_with(fact: KnownFact, known: list[KnownFact], relation: str = ENDS) -> list[str]:
        found = _with_siblings([Reading(fact, relation, 0.9, "new")], heard, KnownFacts(known, AT))
        return [one.fact.value for one in found][1:]

    assert ends_with(employer, [job, employer, _fact("home", "Hull", "1")]) == ["diver"]
    assert ends_with(employer, [job, employer], CHANGES) == []
    assert ends_with(name, [name, pet, age, other, job]) == ["lab", "11"]
    assert ends_with(age, [name, pet, age]) == []
    assert ends_with(name, [name, pet, of_dog("name", "Rex", "2")]) == []


@pytest.mark.parametrize(
    ("attribute", "value", "again"),
    [("rule", "no penicillin", True), ("rule", "no emoji", False), ("likes", "penicillin and tea", False)],
)
def test_what_one_is_to_be_spared_says_an_allergy_again(attribute: str, value: str, again: bool) -> None:
    assert says_again(Statement("preference", attribute, value), _fact("allergy", "penicillin", "1")) is again


@pytest.mark.parametrize(
    ("one", "other"), [("allergic to shellfish", "shellfish"), ("wheelchair user", "wheelchair"), ("花粉过敏", "花粉")]
)
def test_a_value_with_what_it_is_called_is_the_same(one: str, other: str) -> None:
    assert same(one, other)


def test_what_is_resolved_keeps_the_message_that_told_it() -> None:
    said = Said("1", "user", "I live in Oslo these days", AT)
    stated = [Stated(one, AT, "s", ("1",)) for one in extract([said])]
    (home,) = [one for one in resolve(stated, [], AT) if one.key == "user_home"]
    assert home.stated.told == said.content


def test_what_the_tagger_finds_ends_when_its_sentence_says() -> None:
    text = "ironworks is shut for refurb, using Pulse just till friday"
    (found,) = [one for one in extract([Said("1", "user", text, AT)]) if one.value == "Pulse"]
    assert found.valid_to == datetime(2026, 1, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "value", "days"),
    [
        ("on leave this week so wake me at nine, back to normal on monday", "nine", 5),
        ("he's back to normal and lives in Hull", "Hull", None),
        ("这三天检修，先骑共享单车", "共享单车", 6),
    ],
)
def test_ways_to_say_that_something_passes(text: str, value: str, days: int | None) -> None:
    end = end_of(text, value, "schedule", AT)
    assert end == (AT + timedelta(days=days) if days is not None else None)
