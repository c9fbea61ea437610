"""Rounds, windows and the numbering of turns. How a session numbers is tested where it does: `test_redis_model`."""

from datetime import UTC, datetime, timedelta
from itertools import accumulate
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.models import Turn
from app.domain.windowing import last_rounds, round_sizes, seq_floor

NOW = datetime(2026, 3, 2, 8, 0, 0, 123_456, tzinfo=UTC)
round_numbers = st.lists(st.integers(0, 1)).map(lambda steps: list(accumulate(steps)))


def turns_of(numbers: list[int]) -> list[Turn]:
    return [Turn(uuid4(), seq, number, "user", "", None, None, NOW, 0.5) for seq, number in enumerate(numbers, 1)]


def test_the_least_number_is_the_millisecond_times_1000() -> None:
    floor = 1_772_438_400_123_000
    assert seq_floor(NOW) == floor
    assert seq_floor(NOW + timedelta(milliseconds=1)) == floor + 1_000
    assert seq_floor(datetime(2255, 1, 1, tzinfo=UTC)) < 2**53


def test_sizes_follow_the_rounds() -> None:
    assert round_sizes([]) == []
    assert round_sizes([1, 1, 2, 4, 4, 4]) == [(1, 2), (2, 1), (4, 3)]


@given(round_numbers, st.integers(1, 6))
def test_a_window_is_the_end_of_the_talk_and_whole_rounds(numbers: list[int], limit: int) -> None:
    turns = turns_of(numbers)
    shown = last_rounds(turns, limit)
    assert shown == tuple(turns[len(turns) - len(shown) :])
    shown_rounds = {turn.round_no for turn in shown}
    assert len(shown_rounds) == min(limit, len(set(numbers)))
    assert not shown_rounds & {turn.round_no for turn in turns[: len(turns) - len(shown)]}


def test_a_window_without_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="not 0"):
        last_rounds([], 0)
