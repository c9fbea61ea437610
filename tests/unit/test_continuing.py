"""A turn that goes on with a conversation also finds what its session began with; a question is ranked as before."""

from dataclasses import replace

import pytest

from app.domain.marks import query_intent
from app.domain.piece_scores import DEFAULT_WEIGHTS
from app.domain.ranking import Ranking
from app.domain.ranking_features import openings
from app.domain.user_index import UserIndex
from tests.unit.test_ranking import Piece, columns_of, ranked

_SESSIONS = {
    "en": (
        ("Hello, how can I help?", 1),
        ("My neck hurts from the laptop, help me with that.", 0),
        ("Gladly. A posture protocol with bands would help: pull them twice a day.", 1),
        ("The posture protocol with the bands works, I pull them at noon.", 0),
        ("Good evening!", 1),
        ("We need a name for the boat.", 0),
        ("How about Kingfisher?", 1),
        ("Kingfisher it is, and it gets a blue hull.", 0),
    ),
    "zh": (
        ("你好，需要什么帮助？", 1),
        ("我用电脑脖子疼，帮我想想办法。", 0),
        ("可以做弹力带的体态训练，每天两次。", 1),
        ("弹力带的体态训练有效果，我中午做。", 0),
        ("我在听。", 1),
        ("我们要给船起个名字。", 0),
        ("叫翠鸟怎么样？", 1),
        ("就叫翠鸟，船身刷成蓝色。", 0),
    ),
}
_GOES_ON = {
    "en": "Okay, the posture protocol with the bands is in place. What's the next step?",
    "zh": "好的，弹力带的体态训练安排好了，下一步做什么？",
}
_ASKS = {"en": "When do I do the posture protocol with the bands?", "zh": "弹力带的体态训练我什么时候做？"}
_WITHOUT = replace(DEFAULT_WEIGHTS, opening=0.0)


def _pieces(language: str) -> list[Piece]:
    spoken = [Piece(text, role=role, session=place // 4) for place, (text, role) in enumerate(_SESSIONS[language])]
    small_talk = [("The weather is dull.", 0), ("It is, 天气很阴。", 1), ("今天吃了面条。", 0), ("Noodles, nice.", 1)]
    rest = [Piece(text, role=role, session=2 + day) for day in range(6) for text, role in small_talk]
    return spoken + rest


@pytest.mark.parametrize("language", _SESSIONS)
def test_a_turn_that_goes_on_finds_what_its_session_began_with(language: str) -> None:
    pieces = _pieces(language)
    order = ranked(_GOES_ON[language], pieces)
    without = ranked(_GOES_ON[language], pieces, weights=_WITHOUT)
    assert order.memory_no[0] == without.memory_no[0] == 3
    assert _relevance(order, 1) > 1.2 * _relevance(without, 1)
    assert _relevance(order, 1) < _relevance(order, 3), "it does not pass what it stands for"
    assert _relevance(order, 5) < _relevance(order, 1), "what began a session on something else stays below"


def _relevance(ranking: Ranking, memory: int) -> float:
    return float(ranking.relevance[ranking.memory_no == memory][0])


@pytest.mark.parametrize("language", _SESSIONS)
def test_a_question_is_ranked_as_before(language: str) -> None:
    pieces = _pieces(language)
    plain = ranked(_ASKS[language], pieces, weights=_WITHOUT)
    assert ranked(_ASKS[language], pieces).memory_no.tolist() == plain.memory_no.tolist()


def test_what_the_user_said_first_opens_a_dialogue() -> None:
    pieces = [*_pieces("en"), Piece("Saved outright."), Piece("Alone", session=7), Piece("in a session.", session=7)]
    assert openings(UserIndex.build(columns_of(pieces))).nonzero()[0].tolist()[:2] == [1, 5]
    first = [Piece("I begin", session=1), Piece("and go on.", session=1), Piece("I see.", role=1, session=1)]
    assert openings(UserIndex.build(columns_of(first))).nonzero()[0].tolist() == [0]
    assert openings(UserIndex.build(columns_of([]))).tolist() == []


@pytest.mark.parametrize(
    ("query", "continuing"),
    [
        ("Alright, with the metrics set, let's plan the exercises.", True),
        ("Hi. I'm ready to finalize the deadline.", True),
        ("The swap is confirmed. What's the next step?", True),
        ("Yes, that works. Go ahead.", True),
        ("好的，第一周的安排没问题。", True),
        ("预算已经定了，接下来该做什么？", True),
        ("What is my sister's name?", False),
        ("Right after the move, what did I buy?", True),  # a price of telling by the first word
        ("Which hotel did you recommend?", False),
        ("Can you suggest a phone with a good battery?", False),
        ("行李箱放在哪里？", False),
        ("我最近去看了谁的演唱会？", False),
        ("我接下来要参加的那个活动是什么？", False),
    ],
)
def test_which_queries_go_on(query: str, continuing: bool) -> None:
    assert query_intent(query).continuing is continuing
