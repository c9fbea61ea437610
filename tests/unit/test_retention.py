"""What a forgetting policy lets go, and what never."""

from typing import Any
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.retention import (
    PRESETS,
    Held,
    Policy,
    PresetName,
    idle_days_of,
    plan_forgetting,
    retention_of,
    worth_of,
)

ASSISTANT = Policy(PRESETS["assistant"])


def memory(number: int = 0, **given_values: Any) -> Held:
    values: dict[str, Any] = {
        "versions": ((UUID(int=number), 1, None),), "importance": 0.5, "trust": 0.5, "uses": 0, "pinned": False,
        "touched_day": 0, **given_values,
    }  # fmt: skip
    return Held(**values)


def left(idle: float, importance: float = 0.5, trust: float = 0.5, uses: float = 0, half_life: float = 10) -> float:
    columns = (np.array([value]) for value in (idle, importance, trust, uses, half_life))
    return float(retention_of(*columns)[0])


def test_half_is_left_after_a_half_life_and_more_the_more_it_weighs() -> None:
    assert left(10, importance=0.0) == pytest.approx(0.5)
    assert left(20, importance=0.5) == pytest.approx(0.5)
    assert left(10, importance=0.0, uses=3) == pytest.approx(2 ** (-1 / 3))
    assert left(30) < left(30, importance=0.6) < left(30, importance=0.6, uses=1) < left(30, 0.6, trust=0.7, uses=1)
    assert left(30, trust=0.2) < left(30)
    assert left(-5) == 1.0


def test_only_days_on_which_the_user_was_active_count() -> None:
    assert idle_days_of(np.array([0, 3, 9]), [9, 3, 3, 5]).tolist() == [3.0, 2.0, 0.0]
    assert idle_days_of(np.array([4]), []).tolist() == [0.0]


def test_who_comes_back_after_a_year_is_still_known() -> None:
    away = [*range(3), 365]
    assert plan_forgetting([memory(importance=0.1)], away, ASSISTANT) == []
    daily = list(range(365))
    (faded,) = plan_forgetting([memory(importance=0.1)], daily, ASSISTANT)
    assert (faded.reason, faded.retention < 0.1) == ("faded", True)


def test_what_is_not_worth_more_than_its_session_fades_first_and_use_keeps_it() -> None:
    days = list(range(40))
    talk, event, used = memory(1, importance=0.1), memory(2, importance=0.5), memory(3, importance=0.1, uses=7)
    assert [faded.held for faded in plan_forgetting([event, talk, used], days, ASSISTANT)] == [talk]


def test_presets_forget_sooner_in_chats_than_in_knowledge() -> None:
    held = [memory(importance=value / 10) for value in range(10)]

    def gone(name: PresetName, days: int) -> int:
        return len(plan_forgetting(held, list(range(days)), Policy(PRESETS[name])))

    assert gone("chat", 20) > gone("assistant", 20)
    assert gone("chat", 250) > gone("assistant", 250)
    assert gone("assistant", 120) > gone("knowledge", 120)


def test_capacity_keeps_the_best_not_the_newest() -> None:
    old_and_good, new_and_poor = memory(1, importance=0.79, touched_day=0), memory(2, importance=0.1, touched_day=100)
    policy = Policy(None, capacity=1)
    (gone,) = plan_forgetting([new_and_poor, old_and_good], list(range(101)), policy)
    assert (gone.held, gone.reason) == (new_and_poor, "over capacity")


held_ones = st.builds(
    memory,
    st.integers(0, 2**100),
    importance=st.floats(0, 1),
    trust=st.floats(0, 1),
    uses=st.integers(0, 10_000),
    pinned=st.booleans(),
    touched_day=st.integers(0, 20_000),
)
policies = st.builds(
    Policy,
    st.one_of(st.none(), st.sampled_from(list(PRESETS.values()))),
    capacity=st.one_of(st.none(), st.integers(0, 20)),
)


@given(st.lists(held_ones, max_size=30, unique_by=lambda h: h.versions), st.lists(st.integers(0, 20_000)), policies)
def test_pinned_and_important_memories_stay_and_no_more_goes_than_needed(
    held: list[Held], days: list[int], policy: Policy
) -> None:
    gone = plan_forgetting(held, days, policy)
    assert all(not faded.held.pinned and faded.held.importance < 0.8 for faded in gone)
    assert len({faded.held.versions for faded in gone}) == len(gone)
    surplus = [faded for faded in gone if faded.reason == "over capacity"]
    if policy.capacity is None:
        assert not surplus
    elif surplus:
        assert len(held) - len(gone) >= policy.capacity
    if policy.half_lives is None:
        assert len(surplus) == len(gone)
    assert plan_forgetting([h for h in held if h not in [f.held for f in gone]], days, policy) == []


@given(st.floats(0, 1e6), st.floats(0, 1), st.floats(0, 1), st.integers(0, 10**9), st.floats(0.1, 1e4))
def test_numbers_stay_between_nothing_and_all(idle: float, imp: float, trust: float, uses: int, life: float) -> None:
    value = left(idle, imp, trust, uses, life)
    assert 0.0 <= value <= 1.0
    worth = worth_of(*(np.array([float(v)]) for v in (value, imp, trust, uses)))
    assert 0.0 <= float(worth[0]) <= 1.0
