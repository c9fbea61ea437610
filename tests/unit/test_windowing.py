"""Rounds, windows and the numbering of turns."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.models import Role, Turn
from app.domain.windowing import last_rounds, next_seq, round_of, round_sizes, seq_floor

NOW = datetime(2026, 3, 2, 8, 0, 0, 123_456, tzinfo=UTC)
roles = st.lists(st.sampled_from(["user", "assistant", "system", "tool"]))


def number(said: list[Role]) -> list[Turn]:
    turns: list[Turn] = []
    seq = round_no = 0
    for role in said:
        seq, round_no = next_seq(seq, NOW), round_of(role, round_no)
        turns.append(Turn(uuid4(), seq, round_no, role, "", None, None, NOW, 0.5))
    return turns


def test_messages_before_the_first_user_message_are_a_round_of_their_own() -> None:
    said: list[Role] = ["system", "assistant", "user", "assistant", "tool", "user", "user"]
    assert [turn.round_no for turn in number(said)] == [1, 1, 2, 2, 2, 3, 4]


def test_a_number_is_the_millisecond_times_1000_and_always_rises() -> None:
    floor = 1_772_438_400_123_000
    assert seq_floor(NOW) == floor
    assert next_seq(0, NOW) == floor
    assert next_seq(floor, NOW) == floor + 1
    assert next_seq(floor + 5_000, NOW) == floor + 5_001
    assert seq_floor(datetime(2255, 1, 1, tzinfo=UTC)) < 2**53


def test_a_session_whose_state_was_lost_uses_no_number_twice() -> None:
    last = [turn.seq for turn in number(["user"] * 500)][-1]
    assert next_seq(0, NOW + timedelta(milliseconds=1)) > last


def test_sizes_follow_the_rounds() -> None:
    assert round_sizes([]) == []
    assert round_sizes([1, 1, 2, 4, 4, 4]) == [(1, 2), (2, 1), (4, 3)]


@given(roles, st.integers(1, 6))
def test_a_window_is_the_end_of_the_talk_and_begins_with_a_user(said: list[Role], limit: int) -> None:
    turns = number(said)
    shown = last_rounds(turns, limit)
    assert shown == tuple(turns[len(turns) - len(shown) :])
    shown_rounds = {turn.round_no for turn in shown}
    assert len(shown_rounds) == min(limit, len({turn.round_no for turn in turns}))
    left = turns[: len(turns) - len(shown)]
    assert not shown_rounds & {turn.round_no for turn in left}
    if left:
        assert shown[0].role == "user"
    assert sum(turn.role == "user" for turn in shown) <= limit


def test_a_window_without_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="not 0"):
        last_rounds([], 0)
