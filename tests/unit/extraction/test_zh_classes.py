"""The class tier of Chinese extraction: what words of known classes give, what they must not, and the lexicon."""

from datetime import UTC, datetime

import pytest

from app.domain.extraction.extract import stated_by_rules
from app.domain.extraction.models import Statement
from app.domain.extraction.zh.classed import _READERS
from app.domain.extraction.zh.lexicon import WORDS, find_words
from app.domain.extraction.zh.slots import ONE_AT_A_TIME
from app.domain.extraction.zh.text import fold
from tests.unit.extraction.zh_class_sayings import CLASS_SAYINGS, NOT_THE_USERS

NOON = datetime(2025, 3, 4, 12, tzinfo=UTC)


def states(text: str) -> list[Statement]:
    """Return what the rules alone take a single message of the user to claim."""
    return [one for one in stated_by_rules(text, "", "zh") if one.action == "state"]


@pytest.mark.parametrize(("text", "wanted", "never"), CLASS_SAYINGS, ids=[one[0] for one in CLASS_SAYINGS])
def test_a_word_of_a_class_gives_its_fact(text: str, wanted: tuple[str, ...], never: tuple[str, ...]) -> None:
    found = [fold(one.value) + " " + fold(one.subject.name) for one in states(text)]
    for value in wanted:
        assert any(fold(value) in one for one in found), (value, found)
    for value in never:
        assert not any(fold(value) in one for one in found), (value, found)


@pytest.mark.parametrize(("text", "never"), NOT_THE_USERS, ids=[one[0] for one in NOT_THE_USERS])
def test_evidence_against_outweighs_the_word(text: str, never: str) -> None:
    found = [fold(one.value) for one in states(text)]
    if never.endswith("/"):
        assert never[:-1] not in found, found
    else:
        assert not any(fold(never) in one for one in found), found


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("猕猴桃一吃嘴唇就肿", "allergy"),
        ("牛奶一喝就窜", "intolerance"),
        ("火锅是我的命，一周三顿", "likes"),
        ("没别的，就好钓鱼", "hobby"),
        ("我是仓库叉车工", "job"),
        ("我们小区在望京", "home"),
        ("一直吃优甲乐", "medication"),
        ("回答别超过三行", "reply_length"),
        ("生产库换成达梦了", "database"),
        ("项目构建全换成 Vite 了", "build_tool"),
    ],
)
def test_the_attribute_follows_from_class_and_evidence(text: str, attribute: str) -> None:
    assert attribute in {one.attribute for one in states(text)}


def test_two_of_a_kind_in_one_message_stand_side_by_side() -> None:
    tools = {one.value for one in states("数据库用 MySQL 和 MongoDB") if one.attribute == "tool"}
    assert {"MySQL", "MongoDB"} <= tools


def test_what_recurs_keeps_its_noun_as_key() -> None:
    first, second = states("我的陶艺课是每周日上午"), states("昨天跟你说得不对，陶艺课在周六上午")
    assert "陶艺课" in {one.attribute for one in first} & {one.attribute for one in second}


def test_every_class_has_a_reader_and_every_word_is_found() -> None:
    classes = {name for names in WORDS.values() for name in names}
    assert classes == set(_READERS)
    assert classes >= ONE_AT_A_TIME
    for word in WORDS:
        assert len(word) > 1, word
        assert word == fold(word).strip(), word
        assert [hit.word for hit in find_words(word)] == [word], word


def test_latin_words_are_found_whole_only() -> None:
    assert [hit.word for hit in find_words("googleplex 里 gopher 写的")] == []
    assert [hit.word for hit in find_words("用rust写,不用rusty")] == ["rust"]


def test_the_longest_word_wins() -> None:
    assert [hit.word for hit in find_words("糖尿病餐")] == ["糖尿病餐"]
    assert [hit.word for hit in find_words("过敏性鼻炎")] == ["过敏性鼻炎"]


def test_an_illness_is_nobodys_name() -> None:
    assert {one.attribute for one in states("我妈高血压，老忘吃药")} == {"condition"}
