"""Boosts are bounded, reorder near ties only, and explain adds up to the score; twins are told from corrections."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.dedupe import find_twins
from app.domain.scoring import PROFILES, Profile, Scored, combine, order_of, recency_of, score_memories
from app.settings import Settings

unit = st.floats(0.0, 1.0)
profiles = st.builds(
    Profile,
    recency=st.floats(0.0, 0.9),
    importance=st.floats(0.0, 0.9),
    trust=st.floats(0.0, 0.9),
    half_life_days=st.floats(0.01, 10_000.0),
    added=st.just(False),
)
memories = st.lists(st.tuples(unit, st.floats(-10.0, 10_000.0), unit, unit), min_size=1, max_size=12)


def scored(rows: list[tuple[float, float, float, float]], profile: Profile) -> Scored:
    relevance, age_days, importance, trust = (np.array(column) for column in zip(*rows, strict=True))
    return score_memories(relevance, age_days, importance, trust, profile)


@given(memories, profiles)
def test_scores_stay_between_the_floor_and_the_relevance(
    rows: list[tuple[float, float, float, float]], profile: Profile
) -> None:
    relevance = np.array([row[0] for row in rows])
    score = scored(rows, profile).score
    assert np.all(score <= relevance + 1e-12)
    assert np.all(score >= relevance * profile.floor - 1e-12)
    assert np.all((score >= 0.0) & (score <= 1.0))


@given(memories, profiles)
def test_explain_gives_the_score_again(rows: list[tuple[float, float, float, float]], profile: Profile) -> None:
    result = scored(rows, profile)
    relevance = np.array([row[0] for row in rows])
    again = combine(relevance, result.recency, result.importance, result.trust, profile)
    assert np.allclose(result.score, again, atol=1e-12)


@given(memories, profiles)
def test_nothing_irrelevant_passes_what_is_relevant(
    rows: list[tuple[float, float, float, float]], profile: Profile
) -> None:
    score = scored(rows, profile).score
    for one, (relevance, *_) in enumerate(rows):
        for other, (lower, *_) in enumerate(rows):
            if relevance * profile.floor > lower:
                assert score[one] > score[other]


def test_the_default_boosts_never_bridge_a_fifth() -> None:
    assert min(profile.floor for name, profile in PROFILES.items() if "_" not in name) > 0.8


def test_recency_halves_with_each_half_life() -> None:
    assert recency_of(np.array([0.0, 30.0, 60.0, -5.0]), 30.0).tolist() == [1.0, 0.5, 0.25, 1.0]


def test_a_half_life_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="half_life_days"):
        recency_of(np.array([1.0]), 0.0)


@pytest.mark.parametrize("field", [1, 2, 3])
def test_each_boost_decides_between_equals(field: int) -> None:
    better = [(0.8, 50.0, 0.2, 0.2), (0.8, 50.0, 0.2, 0.2)]
    better[1] = tuple(
        0.0 if place == 1 == field else 0.9 if place == field else value for place, value in enumerate(better[0])
    )  # type: ignore[assignment]
    score = scored(better, PROFILES["balanced"]).score
    assert score[1] > score[0]


def test_the_known_recipes_give_their_number_for_a_relevant_memory() -> None:
    half_life = PROFILES["similarity70_recency30"].half_life_days
    assert scored([(1.0, half_life, 0.0, 0.0)], PROFILES["similarity70_recency30"]).score[0] == pytest.approx(
        0.7 + 0.3 * 0.5
    )
    assert scored([(1.0, 99.0, 0.25, 0.0)], PROFILES["similarity60_importance40"]).score[0] == pytest.approx(
        0.6 + 0.4 * 0.25
    )


def test_values_outside_the_range_are_clipped() -> None:
    result = scored([(1.5, 0.0, 2.0, float("nan")), (float("nan"), 0.0, -1.0, 0.5)], PROFILES["balanced"])
    assert result.importance.tolist() == [1.0, 0.0]
    assert result.trust.tolist() == [0.0, 0.5]
    assert result.score[1] == 0.0
    assert result.score[0] <= 1.0


def test_equal_scores_go_newest_first_then_as_given() -> None:
    assert order_of(np.array([0.5, 0.9, 0.5, 0.5]), np.array([1.0, 0.0, 2.0, 1.0])).tolist() == [1, 2, 0, 3]


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("I love hiking in the hills.", "i love hiking in the hills", True),
        ("我喜欢在周末爬山。", "我喜欢在周末爬山", True),
        ("The rent is 900 a month", "The rent is 950 a month", False),
        ("我女儿今年三岁", "我女儿今年四岁", False),
        ("Please book the blue room for the team", "Please do not book the blue room for the team", False),
        ("I like tea", "She plays chess", False),
        ("???", "!!!", False),
    ],
)
def test_twins(one: str, two: str, same: bool) -> None:
    assert find_twins([one, two]) == ([0, 0] if same else [0, 1])


def test_a_twin_points_to_the_best_kept_text() -> None:
    assert find_twins(["a b c", "x y z", "A, b, c!", "z y x"]) == [0, 1, 0, 1]


@given(st.lists(st.text(max_size=30), max_size=12))
def test_every_text_is_kept_or_has_a_kept_twin(texts: list[str]) -> None:
    twins = find_twins(texts)
    assert all(twins[twin] == twin and twin <= place for place, twin in enumerate(twins))


@given(unit, st.floats(0.0, 1000.0), unit)
def test_the_recipes_to_the_letter(relevance: float, age_days: float, importance: float) -> None:
    aged = scored([(relevance, age_days, importance, 0.5)], PROFILES["added_similarity70_recency30"])
    assert aged.score[0] == pytest.approx(0.7 * relevance + 0.3 * 2 ** (-age_days / 30.0))
    weighed = scored([(relevance, age_days, importance, 0.5)], PROFILES["added_similarity60_importance40"])
    assert weighed.score[0] == pytest.approx(0.6 * relevance + 0.4 * importance)


def test_every_profile_keeps_scores_in_range_and_can_be_set() -> None:
    assert set(get_args(Settings.model_fields["ranking_profile"].annotation)) == set(PROFILES)
    rows = [(1.0, 0.0, 1.0, 1.0), (0.0, 10_000.0, 0.0, 0.0)]
    for profile in PROFILES.values():
        assert np.all((scored(rows, profile).score >= 0.0) & (scored(rows, profile).score <= 1.0))
