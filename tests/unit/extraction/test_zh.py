"""Chinese extraction: sayings of every kind and what must, and must not, come out of them."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from app.domain.extraction.models import Said, Statement
from app.domain.extraction.zh.reader import extract_zh
from app.domain.extraction.zh.text import fold, read_clauses
from app.domain.extraction.zh.values import columns, looks_like_name, split_list, tidy
from tests.unit.extraction import (
    zh_changes,
    zh_fresh_sayings,
    zh_loose_sayings,
    zh_more_sayings,
    zh_not_sayings,
    zh_open_changes,
    zh_open_sayings,
    zh_placed_changes,
    zh_placed_sayings,
    zh_plain_sayings,
    zh_sayings,
)
from tests.unit.extraction.cards import Card

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)
SAYINGS = (
    *zh_sayings.ALL,
    *zh_more_sayings.ALL,
    *zh_loose_sayings.ALL,
    *zh_fresh_sayings.ALL,
    *zh_not_sayings.ALL,
    *zh_plain_sayings.ALL,
    *zh_open_sayings.ALL,
    *zh_placed_sayings.ALL,
)


def heard(text: str, before: str = "", at: datetime = NOW) -> list[Statement]:
    """What is taken out of a message of the user's, said after one of the assistant's."""
    previous = Said("a", "assistant", before, at) if before else None
    return extract_zh(Said("m", "user", text, at), previous)


def values(text: str, before: str = "") -> list[str]:
    """The values stated, folded."""
    return [fold(one.value) for one in heard(text, before) if one.action == "state"]


@pytest.mark.parametrize(("before", "text", "wanted", "never"), SAYINGS, ids=[one[1][:24] for one in SAYINGS])
def test_a_saying_gives_its_facts_and_no_other(
    before: str, text: str, wanted: tuple[str, ...], never: tuple[str, ...]
) -> None:
    found = values(text, before)
    for value in wanted:
        assert any(fold(value) in one for one in found), (value, found)
    for value in never:
        assert not any(fold(value) in one for one in found), (value, found)
    assert all(columns(one) <= 40 for one in found)


@pytest.mark.parametrize(
    ("conversations", "holds", "gone"),
    [*zh_changes.ALL, *zh_open_changes.ALL, *zh_placed_changes.ALL],
    ids=[one[0][-1][-1][:24] for one in (*zh_changes.ALL, *zh_open_changes.ALL, *zh_placed_changes.ALL)],
)
def test_what_changed_stands_on_the_card(
    conversations: tuple[tuple[str, ...], ...], holds: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    card = Card()
    for number, turns in enumerate(conversations):
        previous: Said | None = None
        for place, text in enumerate(turns):
            at = NOW + timedelta(days=40 * number, seconds=place)
            said = Said(f"m{number}.{place}", "assistant" if place % 2 else "user", text, at)
            if said.role == "user":
                card.say((at - datetime(2025, 3, 1, 9, tzinfo=UTC)) / timedelta(days=1), *extract_zh(said, previous))
            previous = said
    shown = [fold(value) for value in card.shown().values()]
    for value in holds:
        assert any(fold(value) in one for one in shown), (value, shown)
    for value in gone:
        assert not any(fold(value) in one for one in shown), (value, shown)


def test_a_value_keeps_the_speakers_own_script() -> None:
    assert [one.value for one in heard("我對蝦子過敏")] == ["蝦子"]


def test_what_holds_for_a_week_ends_with_it_and_does_not_replace_what_lasts() -> None:
    (plan,) = heard("这周在青岛出差")
    assert (plan.attribute, plan.valid_to) == ("plan", datetime(2026, 3, 9, tzinfo=UTC))
    assert not [one for one in heard("这周在青岛出差") if one.attribute == "home"]


def test_children_are_told_apart_by_name() -> None:
    found = {
        (one.subject.name, one.value)
        for one in heard("女儿叫朵朵 今年3岁 儿子叫壮壮 刚满8个月")
        if one.attribute == "age"
    }
    assert found == {("朵朵", "3岁"), ("壮壮", "8个月")}


@pytest.mark.parametrize("text", ["忘掉我刚才说的体重", "把体重删掉吧"])
def test_what_is_to_be_forgotten_is_retracted_by_its_attribute(text: str) -> None:
    assert [(one.action, one.attribute) for one in heard(text)] == [("retract", "weight")]


def test_a_correction_names_what_was_wrong() -> None:
    (one,) = heard("不是小李 是小黎", "小李您好，有什么可以帮您？")
    assert (one.attribute, one.value, one.corrects) == ("address_as", "小黎", "小李")


@pytest.mark.parametrize(
    ("before", "text", "right", "wrong"),
    [("好的张伟伦", "打错字了 是张炜伦", "张炜伦", "张伟伦"), ("好的 记下小宇了", "不是小宇 是小雨", "小雨", "小宇")],
)
def test_a_correction_of_an_unknown_attribute_says_what_was_wrong(
    before: str, text: str, right: str, wrong: str
) -> None:
    (one,) = heard(text, before)
    assert (one.attribute, one.value, one.corrects) == ("", right, wrong)


def test_a_joke_takes_back_what_was_never_true() -> None:
    (one,) = heard("开玩笑的啦")
    assert (one.action, one.never_true) == ("retract", True)


def test_values_are_trimmed_and_lists_split() -> None:
    assert tidy("榴莲了啦") == "榴莲"
    assert split_list("花生、虾和蟹") == ["花生", "虾", "蟹"]
    assert looks_like_name("钟离雪")
    assert not looks_like_name("高中生")


def test_no_text_raises_and_long_ones_are_cut_into_short_clauses() -> None:
    chance = random.Random(7)
    texts = [one[1] for one in SAYINGS]
    for _ in range(300):
        one, other = chance.choice(texts), chance.choice(texts)
        mark = chance.choice(["", " ", "，", "\n", "“", "？", "\ud800", "\x00", "😀", "（"])
        heard(one[: chance.randint(0, len(one))] + mark + other[chance.randint(0, len(other)) :], chance.choice(texts))
    for text in ("我" * 5000, "1" * 5000, "“" * 5000, "我喜欢很" * 1500):
        heard(text)
        assert all(len(clause.plain) <= 120 for clause in read_clauses(text))


@pytest.mark.parametrize("year", [1, 9999])
def test_any_clock_does(year: int) -> None:
    for text in ("这周在里斯本", "下个月去北京开会", "住到12月31号", "暂时住朋友家"):
        heard(text)
        extract_zh(Said("m", "user", text, datetime(year, 12, 31, 23, tzinfo=UTC)), None)


def test_an_allergy_is_of_whom_the_sentence_names_and_not_of_the_user() -> None:
    (one,) = heard("朵朵对花生过敏")
    assert (one.subject.name, one.attribute, one.value) == ("朵朵", "allergy", "花生")


def test_a_clause_without_a_subject_goes_on_about_somebody_else_of_the_message_before() -> None:
    earlier = Said("e", "user", "快递员大哥跑了十五年了", NOW)
    assert not extract_zh(Said("m", "user", "每天两百单 风雨无阻", NOW), None, earlier)
