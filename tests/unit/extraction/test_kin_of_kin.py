"""Kin of the user's kin, and their pets, are not the user's own."""

from datetime import UTC, datetime

import pytest

from app.domain.extraction.extract import extract
from app.domain.extraction.kin_of_kin import without_kin_of_kin
from app.domain.extraction.models import Said, Statement, Subject

AT = datetime(2026, 1, 1, tzinfo=UTC)


def _told(text: str) -> set[tuple[str, str, str]]:
    found = extract([Said("1", "user", text, AT)])
    return {(one.subject.relation, one.attribute, one.value) for one in found if one.action == "state"}


@pytest.mark.parametrize(
    ("text", "relation", "value"),
    [
        ("my brother's dog is called Biscuit", "dog", "Biscuit"),
        ("my mum's cat Tibbs is 9", "cat", "Tibbs"),
        ("my sister's son Leo is 4", "son", "Leo"),
        ("My brother’s wife is called Anna", "wife", "Anna"),
        ("our daughter's boyfriend is called Ned", "boyfriend", "Ned"),
        ("我姐的狗叫豆包", "pet", "豆包"),
        ("我弟的女儿叫果果，今年三岁", "daughter", "果果"),
        ("我弟的女儿叫果果，今年三岁", "brother", "三岁"),
        ("我哥的老婆是护士", "brother", "护士"),
    ],
)
def test_kin_of_kin_is_not_taken_for_the_users(text: str, relation: str, value: str) -> None:
    told = _told(text)
    assert not any(whose in (relation, "user") and held == value for whose, _, held in told)


@pytest.mark.parametrize(
    ("text", "relation", "value"),
    [
        ("my wife's dog is called Rex", "dog", "Rex"),
        ("my daughter Nell is 4 and my sister's son Leo is 6", "daughter", "Nell"),
        ("我们家的猫叫雪球", "user", "雪球"),
        ("我女儿叫果果，今年三岁", "daughter", "三岁"),
    ],
)
def test_what_is_of_the_household_stays(text: str, relation: str, value: str) -> None:
    assert any(whose in (relation, "cat", "pet") and held == value for whose, _, held in _told(text))


def test_who_has_a_son_as_well_keeps_what_is_said_of_him() -> None:
    son = Statement("fact", "age", "9", Subject("son"))
    assert without_kin_of_kin("my sister's son is 4, my son is 9", [son]) == [son]
    assert without_kin_of_kin("my sister's son is 9", [son]) == []
    gone = Statement("fact", "", "", Subject("son"), action="retract")
    assert without_kin_of_kin("my sister's son is 9", [gone]) == [gone]
    assert without_kin_of_kin("no kin here", [son]) == [son]
