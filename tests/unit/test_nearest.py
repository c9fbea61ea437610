"""Distances of a user of very many pieces: what is not measured is never nearer than what is."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.domain.marks import message_terms
from app.domain.ranking_features import Spread, standard, standard_by
from app.domain.term_codec import pack_terms
from app.service.nearest import Distances, NearSearch, aligned, distances_of, near_question
from app.service.ports import IndexDelta, NearQuestion, SearchReading
from app.service.user_columns import UserColumns

EMPTY = UserColumns.empty()


def columns_of(count: int, waiting: int = 0, *, talk: bool = False) -> UserColumns:
    """Columns of pieces 0, 1, 2 …; the last ones have no piece id yet. `talk`: they are one conversation, in which the
    first, the last and one in the middle name a lighthouse.
    """
    ids = np.arange(count, dtype=np.int64)
    ids[count - waiting :] = -1
    zeros = np.zeros(count)
    memory_ids = np.zeros((count, 16), dtype=np.uint8)
    memory_ids[:, 8:] = np.arange(count, dtype=">u8").view(np.uint8).reshape(count, 8)
    named = (0, 1_201, count - 1) if talk else ()
    spoken = [pack_terms(message_terms("lighthouse" if i in named else "soup")) if talk else b"" for i in range(count)]
    session_ids = ["s" if talk else None] * count
    seq = np.arange(count) if talk else np.full(count, -1, np.int64)
    delta = IndexDelta(
        version=1, whole=True, memory_ids=memory_ids, piece_ids=ids, piece_no=np.zeros(count, np.int32),
        session_ids=session_ids, agent_ids=[None] * count, subjects=[None] * count, types=["fact"] * count,
        private=np.zeros(count, np.bool_), live=np.ones(count, np.bool_), layers=np.full(count, 2, np.int16),
        role=np.full(count, -1, np.int8), seq=seq, importance=zeros.astype(np.float32),
        trust=zeros.astype(np.float32), at=zeros, created_at=zeros, expires_at=zeros + np.nan,
        working_until=zeros + np.nan, superseded_at=zeros + np.nan, terms=spoken,
    )  # fmt: skip
    return EMPTY.updated(delta)


def reading_of(exact: np.ndarray[tuple[int], np.dtype[np.float32]], near: NearQuestion) -> SearchReading:
    """What the store answers where piece i has the distance `exact[i]`, NaN for none."""
    best = np.argsort(exact, kind="stable")[: min(near.limit, int(np.isfinite(exact).sum()))]
    asked = near.asked[np.isfinite(exact[near.asked])]
    return SearchReading(None, 1, 0, 0, best, exact[best], asked_piece_ids=asked, asked_distance=exact[asked])


def test_a_small_user_is_asked_for_everything() -> None:
    assert near_question(columns_of(40), "tea", NearSearch(above_pieces=40, nearest=10)) is None
    assert near_question(columns_of(41), "tea", NearSearch(above_pieces=40, nearest=10)) is not None


@given(st.integers(60, 900), st.integers(0, 5), st.integers(0, 2**31))
def test_what_is_not_measured_is_no_nearer_than_the_nearest(count: int, waiting: int, seed: int) -> None:
    columns = columns_of(count, waiting)
    exact = np.random.default_rng(seed).uniform(0, 2, count - waiting).astype(np.float32)
    near = near_question(columns, "tea", NearSearch(above_pieces=50, nearest=20))
    assert near is not None
    found = aligned(columns, distances_of(reading_of(exact, near), columns, near))
    assert np.isnan(found[count - waiting :]).all()
    measured = np.isin(np.arange(count - waiting), np.concatenate((near.asked, np.argsort(exact)[:20])))
    known = found[: count - waiting]
    assert np.array_equal(known[measured], exact[measured])
    assert (known[~measured] >= np.sort(exact)[19]).all()


def test_what_stands_beside_the_best_by_words_is_measured_too() -> None:
    columns = columns_of(2_000, talk=True)
    near = near_question(columns, "where is the lighthouse", NearSearch(above_pieces=50, nearest=50))
    assert near is not None
    assert {0, 1, 1_200, 1_201, 1_202, 1_998, 1_999} <= set(near.asked.tolist())


def test_where_all_vectors_came_the_others_have_none() -> None:
    columns = columns_of(100)
    exact = np.full(100, np.nan, dtype=np.float32)
    exact[:15] = 0.5
    near = NearQuestion(20, np.arange(15))
    found = aligned(columns, distances_of(reading_of(exact, near), columns, near))
    assert np.array_equal(np.isfinite(found), np.isfinite(exact))


def test_the_spread_is_that_of_all_and_not_that_of_the_nearest() -> None:
    columns = columns_of(3_000)
    exact = np.random.default_rng(4).normal(1.0, 0.1, 3_000).astype(np.float32)
    near = near_question(columns, "tea", NearSearch(above_pieces=50, nearest=50))
    assert near is not None
    spread = distances_of(reading_of(exact, near), columns, near).spread
    assert spread is not None
    assert abs(spread.mean - 1.0) < 0.02
    assert abs(spread.deviation - 0.1) < 0.02


@given(st.lists(st.floats(-5, 5, width=32), min_size=1, max_size=50))
def test_a_known_spread_counts_as_the_same_measured(values: list[float]) -> None:
    measured = np.array(values, dtype=np.float32)
    spread = Spread(float(measured.mean()), float(measured.std()), len(measured))
    assert np.allclose(standard_by(measured, 1.0, spread), standard(measured, 1.0), atol=1e-3)


def test_distances_of_a_complete_reading_are_left_as_they_are() -> None:
    columns = columns_of(3)
    reading = SearchReading(None, 1, 0, 0, np.array([0, 2]), np.array([0.1, 0.2], np.float32))
    found = distances_of(reading, columns, None)
    assert found == Distances(reading.distance_piece_ids, reading.distance)
    assert np.isnan(aligned(columns, found)[1])
