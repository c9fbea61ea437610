"""A claim gives way where its value is surely a fact of another kind."""

from datetime import UTC, datetime

import pytest

from app.domain.extraction.models import Statement, Subject
from app.domain.extraction.tagger import read as reading
from app.domain.extraction.tagger.keying import _AKIN, _OF_KIN, is_miskeyed
from app.domain.extraction.tagger.kinds import KEYS
from app.domain.extraction.tagger.model import Tagged

TEXT = "It's just Tuesdays from now on"
DAUGHTER, DOG = Subject("daughter"), Subject("dog")


@pytest.mark.parametrize(
    ("claim", "key", "wrong"),
    [
        (Statement("fact", "name", "Tuesdays"), "schedule", True),
        (Statement("fact", "age", "五岁"), "family_age", True),
        (Statement("fact", "employer", "Mapua"), "school", True),
        (Statement("fact", "phone", "0113 496"), "contact", False),
        (Statement("fact", "home", "Paisley"), "home", False),
        (Statement("preference", "dislikes", "美式"), "drink", False),
        (Statement("fact", "handicap", "18"), "age", False),
        (Statement("fact", "about", "18"), "age", False),
        (Statement("fact", "likes", "tea"), "family_likes", False),
        (Statement("fact", "home", "Hull", valid_to=datetime(2026, 1, 2, tzinfo=UTC)), "plan", False),
        (Statement("fact", "name", "Wren", DAUGHTER), "family_age", True),
        (Statement("fact", "name", "Wren", DAUGHTER), "family_name", False),
        (Statement("fact", "age", "11", DOG), "pet_name", True),
        (Statement("fact", "likes", "geese", DOG), "hobby", False),
    ],
)
def test_which_claims_have_another_kind(claim: Statement, key: str, wrong: bool) -> None:
    assert is_miskeyed(claim, key) is wrong


def test_only_kinds_that_there_are_are_told_apart() -> None:
    assert not (set(_AKIN) | set(_OF_KIN)) - KEYS


@pytest.mark.parametrize(
    ("sure", "is_read", "attributes"), [(0.9, True, {"schedule"}), (0.7, True, {"name"}), (0.9, False, {"name"})]
)
def test_what_is_surely_of_another_kind_is_stated_as_that(
    monkeypatch: pytest.MonkeyPatch, sure: float, is_read: bool, attributes: set[str]
) -> None:
    claim = Statement("fact", "name", "Tuesdays")
    start = TEXT.index("Tuesdays")
    tagged = Tagged(start, start + 8, "schedule", 0.9, sure, claim, "", is_read)

    class Tagger:
        def tag(self, *_: object) -> list[Tagged]:
            return [tagged]

    monkeypatch.setattr(reading, "tagger", Tagger)
    assert {one.attribute for one in reading.read_tagged(TEXT, [claim]).every} == attributes
