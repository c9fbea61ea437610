"""A question that asks for a class of things finds who names a member of it, in English and Chinese."""

import numpy as np
import pytest

from app.domain.answer_classes import classes_asked, members
from app.domain.piece_scores import WEIGHT_SETS
from app.domain.ranking import parse_query, weigh
from app.domain.similarity import Background
from app.domain.term_codec import term_hash
from app.domain.user_index import UserIndex
from app.domain.words import normalise
from tests.unit.test_ranking import Piece, columns_of, ranked

_FILLER = [Piece(f"The weather on day {day} was dull.", cosine=0.1) for day in range(12)]
_HAN_FILLER = [Piece(f"第{day}天的天气很阴。", cosine=0.1) for day in range(12)]


@pytest.mark.parametrize(
    ("query", "classes"),
    [
        ("What sports does John like besides basketball?", ["en sport"]),
        ("Which US cities does John mention visiting?", ["en city", "en country", "en region"]),
        ("Where has Tim been?", ["en city", "en country", "en region"]),
        ("Can you recommend a good dish for tonight?", ["en food"]),
        ("我有什么爱好？", ["zh game", "zh hobby"]),
        ("我女儿对什么过敏？", ["zh allergen", "zh food"]),
        ("推荐几道菜", ["zh food"]),
        ("我去过哪些城市？", ["zh place"]),
        ("我老家在哪里？", ["zh place"]),
        ("他的爱好是什么？", ["zh game", "zh hobby"]),
    ],
)
def test_what_is_asked_for(query: str, classes: list[str]) -> None:
    assert list(classes_asked(normalise(query))) == classes


@pytest.mark.parametrize(
    "text",
    [
        "I play sports and cook food.",  # asks nothing
        "What did she say? I love sports.",  # another sentence
        "What was the long and rather winding story that he told about the time he spent in some far away country",
        "我喜欢运动。",
        "那个下周六的活动，持续时间是什么？",  # the class is no part of what is asked for
        "我穿的运动鞋是什么牌子？",
        "",
    ],
)
def test_what_is_merely_said_is_not_asked_for(text: str) -> None:
    assert not set(classes_asked(normalise(text)))


def test_what_goes_on_with_a_conversation_asks_for_no_class() -> None:
    assert parse_query("Which sports should I try?", 0.0).intent.classes == ("en sport",)
    assert parse_query("Okay, that looks solid. Which sports should I try?", 0.0).intent.classes == ()


def test_every_class_has_members_and_no_everyday_words() -> None:
    for query in ("what countries cities states sports hobbies instruments music pets", "爱好是什么"):
        for name in classes_asked(normalise(query)):
            found = members(name)
            assert len(found) > 10
            assert bool(np.all(found[:-1] < found[1:]))
    assert term_hash("go") not in members("en hobby").tolist()
    assert term_hash("篮球") in members("zh hobby").tolist()
    with pytest.raises(KeyError):
        members("en nothing")


@pytest.mark.parametrize(
    ("query", "answer", "other", "filler"),
    [
        ("What sports does he like?", "He goes surfing at dawn.", "He goes shopping at dawn.", _FILLER),
        ("他有什么爱好？", "他周末打篮球。", "他周末看亲戚。", _HAN_FILLER),
    ],
)
def test_of_two_that_are_as_near_the_one_with_a_member_comes_first(
    query: str, answer: str, other: str, filler: list[Piece]
) -> None:
    pieces = [Piece(other, cosine=0.4), Piece(answer, cosine=0.4), *filler]
    assert ranked(query, pieces).memory_no[0] == 1


def test_it_lifts_nothing_over_what_answers_better() -> None:
    pieces = [Piece("His favourite sport is the one with the long boats.", cosine=0.6), *_FILLER]
    pieces.append(Piece("He went surfing.", cosine=0.3))
    assert ranked("What is his favourite sport?", pieces).memory_no[0] == 0


def test_the_querys_own_words_are_no_answer_and_the_part_can_be_switched_off() -> None:
    index, distance = UserIndex.build(columns_of([Piece("basketball"), Piece("surfing"), *_FILLER])), None
    asked = parse_query("Which sports besides basketball?", 0.0)
    background = Background(0.0, 0.08)
    off = weigh(index, asked, distance, background, WEIGHT_SETS.without(["class"])).relevance
    on = weigh(index, asked, distance, background).relevance
    assert on[1] / on[0] > off[1] / off[0]
    assert on[2] / on[0] == pytest.approx(off[2] / off[0])
