"""The measures of recall against values worked out by hand, and against plain definitions."""

from math import isnan, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.bench.metrics import area_under_roc, is_fresh_first, mean_of, percentile, rank_metrics, ranked

ORDER = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]


def test_a_result_of_several_turns_takes_several_places_and_a_turn_counts_once() -> None:
    assert ranked([["m2", "m1"], ["m2"], [], ["m3", "m1", "m4"]]) == ["m2", "m1", "m3", "m4"]


def test_metrics_by_hand() -> None:
    found = rank_metrics(ORDER, {"b", "g", "z"})
    assert found["hit@1"] == 0
    assert found["hit@5"] == found["hit@10"] == 1
    assert found["recall@5"] == pytest.approx(1 / 3)
    assert found["recall@10"] == pytest.approx(2 / 3)
    assert found["mrr@10"] == 0.5
    ideal = 1 + 1 / log2(3) + 1 / log2(4)
    assert found["ndcg@10"] == pytest.approx((1 / log2(3) + 1 / log2(8)) / ideal)


def test_the_eleventh_place_counts_for_nothing() -> None:
    assert set(rank_metrics(ORDER, {"k"}).values()) == {0.0}
    assert set(rank_metrics([], {"k"}).values()) == {0.0}


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.sets(st.sampled_from("abcdefgh"), min_size=1))
def test_metrics_lie_between_nothing_and_all_and_a_perfect_order_gets_all(order: list[str], gold: set[str]) -> None:
    assert all(0 <= value <= 1 for value in rank_metrics(order, gold).values())
    perfect = rank_metrics(sorted(gold) + [turn for turn in order if turn not in gold], gold)
    assert {perfect[name] for name in ("hit@1", "recall@10", "mrr@10")} == {1.0}
    assert perfect["ndcg@10"] == pytest.approx(1)


def test_fresh_first() -> None:
    assert is_fresh_first(["x", "new", "old"], {"new"}, {"old"})
    assert not is_fresh_first(["old", "new"], {"new"}, {"old"})
    assert is_fresh_first(["new"], {"new"}, {"old"})
    assert not is_fresh_first(["x"], {"new"}, {"old"})


@given(st.lists(st.integers(0, 5), min_size=1, max_size=8), st.lists(st.integers(0, 5), min_size=1, max_size=8))
def test_area_under_roc_is_the_share_of_pairs_in_order(positive: list[int], negative: list[int]) -> None:
    pairs = [1.0 if p > n else 0.5 if p == n else 0.0 for p in positive for n in negative]
    assert area_under_roc(positive, negative) == pytest.approx(sum(pairs) / len(pairs))


def test_area_under_roc_without_one_kind_is_no_number() -> None:
    assert isnan(area_under_roc([], [1.0]))


def test_means_go_over_the_rows_that_have_the_metric() -> None:
    assert mean_of([{"a": 1.0, "b": 1.0}, {"a": 0.0}]) == {"a": 0.5, "b": 1.0}


@pytest.mark.parametrize(("share", "expected"), [(0.5, 50), (0.95, 95), (0.99, 99), (1.0, 100), (0.0, 1)])
def test_percentiles_are_values_that_occurred(share: float, expected: int) -> None:
    assert percentile([float(n) for n in range(100, 0, -1)], share) == expected


def test_a_percentile_of_nothing_is_no_number() -> None:
    assert isnan(percentile([], 0.5))
