"""Whom the names of a query mean: the one of a relation, and who bears a name alone."""

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from app.domain.graph.linking import Person, linked_query, people_of
from app.domain.models import CardEntry
from app.domain.ranking import Evidence, better_of

TOM = Person("brother", "Tom")


def entry(value: str, **source: str) -> CardEntry:
    return CardEntry(value, 0.8, datetime(2026, 3, 1, tzinfo=UTC), dict(source), 1)


def people(**values: str) -> set[tuple[str, str]]:
    found = people_of({key: entry(value) for key, value in values.items()})
    return {(person.relation, person.name) for person in found}


def test_a_card_names_those_who_alone_stand_in_a_relation() -> None:
    assert people(user_brother_name="Tom", user_home="Hull", user_dog_name="旺财") == {
        ("brother", "Tom"),
        ("dog", "旺财"),
    }


def test_two_of_one_relation_are_nobody() -> None:
    two: dict[str, Any] = {"user_daughter.ada_name": "Ada", "user_daughter.ivy_name": "Ivy", "user_wife": "Mina"}
    assert people(**two) == {("wife", "Mina")}


def test_a_name_that_two_bear_is_nobodys() -> None:
    assert people(user_brother_name="Sam", user_dog_name="sam", user_wife="Mina") == {("wife", "Mina")}


def test_a_name_that_a_friend_or_the_user_bears_too_is_nobodys() -> None:
    friend: dict[str, Any] = {"user_brother_name": "Tom", "user_friend.tom_job": "cook"}
    assert people(**friend) == set()
    assert people(user_brother_name="Tom", user_name="Tom") == set()


@pytest.mark.parametrize("value", ["-", "?", "天天"])
def test_what_is_no_name_is_nobody(value: str) -> None:
    assert people(user_brother_name=value) == set()


def test_the_longer_name_is_meant() -> None:
    ann = [Person("sister", "Ann"), Person("cousin", "Ann Lee")]
    assert linked_query("How old is Ann Lee?", ann) == "How old is my cousin?"


def test_a_long_query_of_names_is_cut_short() -> None:
    assert linked_query("Tom, " * 20, [TOM]).count("my brother") == 8


def test_friends_and_parents_are_several() -> None:
    assert people(user_friend_name="Zoe", user_parents="Ann and Bob") == set()


def test_a_word_for_a_relation_is_no_name() -> None:
    assert people(user_child="daughter", user_dog="狗狗") == set()


def test_a_name_is_taken_as_it_was_told() -> None:
    source = {"subject": "brother", "name": "Tom", "attribute": "job"}
    assert people_of({"user_brother.tom_job": entry("electrician", **source)}) == (TOM,)


@pytest.mark.parametrize(
    ("relation", "name", "query", "linked"),
    [
        ("brother", "Tom", "What is my brother's profession?", "What is Tom's profession?"),
        ("brother", "Tom", "what does my little brother do", "what does Tom do"),
        ("brother", "Tom", "Where does Tom live?", "Where does my brother live?"),
        ("brother", "Tom", "Tom的工作是什么", "我哥哥弟弟的工作是什么"),
        ("mother", "Rosa", "is my mum on metformin", "is Rosa on metformin"),
        ("mother_in_law", "Inge", "my mother-in-law's recipe", "Inge's recipe"),
        ("daughter", "朵朵", "what school does my daughter go to", "what school does 朵朵 go to"),
        ("daughter", "朵朵", "what school does 朵朵 go to", "what school does my daughter go to"),
        ("daughter", "朵朵", "我的女儿在哪上学？", "朵朵在哪上学?"),
        ("daughter", "朵朵", "我女兒幾歲", "朵朵几岁"),
        ("mother", "王秀蘭", "王秀兰的药", "我妈妈母亲的药"),
        ("mother", "王秀蘭", "妈妈的生日", "王秀蘭的生日"),
        ("dog", "旺财", "我家狗怕什么", "旺财怕什么"),
        ("wife", "Will", "where does Will live", "where does my wife live"),
    ],
)
def test_a_query_is_said_in_the_other_names(relation: str, name: str, query: str, linked: str) -> None:
    assert linked_query(query, [Person(relation, name)]) == linked


@pytest.mark.parametrize(
    ("relation", "name", "query"),
    [
        ("brother", "Tom", "which printer is best, a brother or a canon"),
        ("brother", "Tom", "my brothers and I"),
        ("brother", "Tom", "What does my brother-in-law do?"),
        ("brother", "Tom", "my older brother's job"),
        ("brother", "Mark", "how do I mark the exam"),
        ("brother", "Tom", "我兄弟姐妹几个"),
        ("father", "John", "我爸妈住哪"),
        ("dog", "旺财", "我狗粮放哪了"),
        ("brother", "Tom", "Tom " * 300),
        ("brother", "Tom", "tomorrow's weather"),
        ("brother", "浩然", "同事的弟弟做什么"),
        ("husband", "周凯", "先生您好，请问几点开门"),
        ("dog", "旺财", "狗粮多少钱"),
        ("son", "Will", "Will it rain? will we go?"),
        ("son", "宇", "宇宙有多大"),
        ("brother", "Tom", ""),
    ],
)
def test_a_query_that_names_nobody_stays(relation: str, name: str, query: str) -> None:
    assert linked_query(query, [Person(relation, name)]) == ""


def test_a_wider_word_means_the_only_one_of_it() -> None:
    one = people_of({"user_son_name": entry("Leo")})
    two = people_of({"user_son_name": entry("Leo"), "user_daughter_name": entry("Ada")})
    assert [linked_query("how old is my kid", some) for some in (one, two)] == ["how old is Leo", ""]


def test_several_are_said_otherwise_at_once() -> None:
    assert linked_query("do Tom and my wife know", [TOM, Person("wife", "Mina")]) == "do my brother and Mina know"


def test_what_says_more_counts_of_each_piece() -> None:
    def evidence(*relevance: float) -> Evidence:
        column = np.array(relevance, dtype=np.float32)
        return Evidence(column, column + 1, column + 2, column + 3)

    better = better_of(evidence(0.9, 0.2, 0.5), evidence(0.8, 1.0, 0.5), 0.5)
    assert better.relevance.tolist() == pytest.approx([0.9, 0.5, 0.5])
    assert better.keyword.tolist() == pytest.approx([1.9, 2.0, 1.5])
