"""What lies near to everything a user stored is near to every query: it gives way to what answers this one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.marks import message_terms
from app.domain.piece_scores import DEFAULT_WEIGHTS, NAMED_WEIGHTS, WEIGHT_SETS
from app.domain.ranking import parse_query, rank, weigh
from app.domain.ranking_features import centrality
from app.domain.similarity import Background
from app.domain.term_codec import pack_terms, unpack_terms
from app.domain.user_index import PieceColumns, UserIndex

BACKGROUND = Background(0.0, 0.08)
NOTHING = parse_query("?", 0.0)


def index_of(count: int) -> UserIndex:
    """Saved memories that all say the same words."""
    return UserIndex.build(
        PieceColumns(
            memory_no=np.arange(count, dtype=np.int32),
            session_no=np.full(count, -1, dtype=np.int32),
            seq=np.full(count, -1, dtype=np.int64),
            role=np.full(count, 2, dtype=np.int8),
            time_s=np.zeros(count),
            terms=unpack_terms([pack_terms(message_terms("a note"))] * count),
        )
    )


@given(st.integers(2, 40), st.integers(0, 2**31))
def test_it_is_the_mean_cosine_to_the_others(count: int, seed: int) -> None:
    vectors = np.random.default_rng(seed).standard_normal((count, 8))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    cosines = vectors @ vectors.T
    expected = (cosines.sum(axis=1) - 1.0) / (count - 1)
    assert centrality(vectors @ vectors.mean(axis=0)) == pytest.approx(expected, abs=1e-5)


def test_a_single_vector_is_near_to_nobody() -> None:
    assert centrality(np.ones(1, dtype=np.float32)).tolist() == [0.0]
    assert centrality(np.zeros(0, dtype=np.float32)).tolist() == []


def test_of_two_as_near_the_one_that_is_near_to_everything_comes_last() -> None:
    index, distance = index_of(30), np.full(30, 0.9, dtype=np.float32)
    distance[[4, 9]] = 0.6
    near_to_all = np.full(30, 0.3, dtype=np.float32)
    near_to_all[4], near_to_all[9] = 0.45, 0.2
    assert rank(index, NOTHING, distance, BACKGROUND, centrality=near_to_all).memory_no[:2].tolist() == [9, 4]
    near_to_all[4], near_to_all[9] = 0.2, 0.45
    assert rank(index, NOTHING, distance, BACKGROUND, centrality=near_to_all).memory_no[:2].tolist() == [4, 9]


@pytest.mark.parametrize("weights", [DEFAULT_WEIGHTS, NAMED_WEIGHTS])
def test_it_lifts_nothing_over_what_is_clearly_nearer(weights: object) -> None:
    assert isinstance(weights, type(DEFAULT_WEIGHTS))
    index, distance = index_of(30), np.linspace(0.85, 1.0, 30).astype(np.float32)
    distance[4] = 0.3
    near_to_all = np.linspace(0.2, 0.4, 30).astype(np.float32)
    near_to_all[4] = 0.5
    ranking = rank(index, NOTHING, distance, BACKGROUND, weights=weights, centrality=near_to_all)
    assert ranking.memory_no[0] == 4


def test_what_is_not_known_counts_as_neither_near_nor_far() -> None:
    index, distance = index_of(20), np.full(20, 0.9, dtype=np.float32)
    none_known = weigh(index, NOTHING, distance, BACKGROUND, centrality=np.full(20, np.nan, dtype=np.float32))
    without = weigh(index, NOTHING, distance, BACKGROUND)
    assert none_known.relevance.tolist() == without.relevance.tolist()
    known = np.linspace(0.1, 0.5, 20).astype(np.float32)
    known[7] = np.nan
    relevance = weigh(index, NOTHING, distance, BACKGROUND, centrality=known).relevance
    assert relevance[0] > relevance[7] > relevance[19]


def test_it_can_be_switched_off_and_must_fit() -> None:
    index, distance = index_of(20), np.full(20, 0.9, dtype=np.float32)
    known = np.linspace(0.1, 0.5, 20).astype(np.float32)
    off = weigh(index, NOTHING, distance, BACKGROUND, WEIGHT_SETS.without(["common"]), centrality=known)
    assert off.relevance.tolist() == weigh(index, NOTHING, distance, BACKGROUND).relevance.tolist()
    with pytest.raises(ValueError, match="centrality"):
        weigh(index, NOTHING, distance, BACKGROUND, centrality=known[1:])
