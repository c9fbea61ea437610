"""A request also finds what the user prefers and how he wants to be answered; a question about the past does not."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from app.domain.importance import score_importance
from app.domain.marks import WISHES, query_intent
from app.domain.models import Owner, Role, Turn
from app.domain.piece_scores import DEFAULT_WEIGHTS, WEIGHT_SETS
from app.domain.ranking import Ranking
from app.domain.term_codec import term_hash, unpack_terms
from app.domain.wishes import states_wish
from app.service.prepare import pieces_of, turn_memories
from tests.unit.test_ranking import Piece, ranked

_WISHES = (
    "Always name the units when I ask about recipes.",
    "Thanks. From now on, keep it short.",
    "I prefer trains to flights.",
    "I really can't stand coriander.",
    "以后都用表格回答我。",
    "每次我问菜谱都要写上克数。",
    "我更喜欢坐火车，不喜欢坐飞机。",
)
_NO_WISHES = (
    "I always thought the bridge was older.",
    "The train leaves at nine.",
    "Can you fix this error?",
    "My sister lives in Porto.",
    "火车九点开。",
    "我昨天去了桥边。",
)


@pytest.mark.parametrize("text", _WISHES)
def test_preferences_and_standing_instructions_are_wishes(text: str) -> None:
    assert states_wish(text)


@pytest.mark.parametrize("text", _NO_WISHES)
def test_other_sayings_are_none(text: str) -> None:
    assert not states_wish(text)


@pytest.mark.parametrize(
    ("query", "requests"),
    [
        ("How should I lay out the page?", True),
        ("Can you suggest a dish for Sunday?", True),
        ("周日做什么菜好？", True),
        ("What did I say about the page?", False),
        ("Do you remember which dish I like?", False),
        ("What did you recommend for Sunday?", False),
        ("Okay, that is done. What's next?", False),
        ("我上次说过喜欢哪道菜？", False),
    ],
)
def test_only_a_request_looks_for_wishes(query: str, requests: bool) -> None:
    assert query_intent(query).requesting is requests


_TALK = {
    "en": ("Always list the grams when I ask about baking.", "How do I make a sponge cake?", "What did I bake in May?"),
    "zh": ("以后都请写上克数，我问烘焙的时候。", "海绵蛋糕怎么做？", "我上次说过烤了什么蛋糕？"),
}


@pytest.mark.parametrize("language", _TALK)
def test_a_request_lifts_a_wish_and_a_question_about_the_past_does_not(language: str) -> None:
    wish, request, question = _TALK[language]
    assert states_wish(wish)
    pieces = [Piece(wish, session=0, wish=True)]
    pieces += [
        Piece(f"The sponge cake of day {day} was fine. 第{day}天的海绵蛋糕不错。", session=0) for day in range(9)
    ]
    pieces += [Piece("It rained. 下雨了。", session=1, role=day % 2) for day in range(9)]
    without = replace(DEFAULT_WEIGHTS, wish=0.0)
    assert _of_wish(ranked(request, pieces)) > 1.1 * _of_wish(ranked(request, pieces, weights=without))
    assert _of_wish(ranked(question, pieces)) == _of_wish(ranked(question, pieces, weights=without))
    assert WEIGHT_SETS.without(["wishes"]).roles == without


def _of_wish(order: Ranking) -> float:
    return float(order.relevance[order.memory_no.tolist().index(0)])


@pytest.mark.parametrize(
    ("text", "role", "marked"),
    [
        ("Always name the units when I ask about recipes.", "user", True),
        ("我更喜欢坐火车，不喜欢坐飞机。", "user", True),
        ("The train leaves at nine.", "user", False),
        ("I prefer trains to flights.", "assistant", False),
    ],
)
def test_what_is_kept_bears_the_mark_where_the_user_states_a_wish(text: str, role: Role, marked: bool) -> None:
    at = datetime(2026, 3, 2, tzinfo=UTC)
    importance = score_importance(text, role=role).value
    turn = Turn(UUID(int=1), 1, 1, role, text, "m1", None, at, importance)
    (memory,) = turn_memories(Owner("t", "u"), "s", turn)
    (piece,) = pieces_of(memory, wanted=True)
    assert (term_hash(WISHES) in unpack_terms([piece.terms]).hashes) is marked
    assert (
        term_hash(WISHES) in unpack_terms([pieces_of(replace(memory, type="preference"), wanted=True)[0].terms]).hashes
    )
