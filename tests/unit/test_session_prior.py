"""Sessions speak for their messages, within bounds, and those without a summary stay as they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.marks import message_terms
from app.domain.piece_scores import DEFAULT_WEIGHTS, NAMED_WEIGHTS, WEIGHT_SETS
from app.domain.ranking import best_of, parse_query, weigh
from app.domain.session_prior import MOST_DEVIATIONS, NO_SUMMARY, session_prior
from app.domain.similarity import Background
from app.domain.term_codec import pack_terms, unpack_terms
from app.domain.user_index import PieceColumns, UserIndex

ALIKE = Background(0.0, 0.1)
finite = st.floats(-20, 20, width=32)


def index_of(texts: list[str], sessions: list[int]) -> UserIndex:
    n = len(texts)
    return UserIndex.build(
        PieceColumns(
            np.arange(n, dtype=np.int32),
            np.array(sessions, np.int32),
            np.arange(n, dtype=np.int64),
            np.array([place % 2 for place in range(n)], np.int8),
            np.arange(n, dtype=np.float64),
            unpack_terms([pack_terms(message_terms(text, None)) for text in texts]),
        )
    )


@given(st.lists(finite, min_size=1, max_size=50), st.data())
def test_what_a_summary_gives_is_bounded_and_nothing_without_one(above: list[float], data: st.DataObject) -> None:
    places = st.integers(NO_SUMMARY, len(above) - 1)
    summary_of = np.array(data.draw(st.lists(places, max_size=60)), np.int32)
    prior = session_prior(np.array(above, np.float32), summary_of)
    assert prior.shape == summary_of.shape
    assert np.isfinite(prior).all()
    assert ((prior >= 0.0) & (prior <= MOST_DEVIATIONS)).all()
    assert (prior[summary_of == NO_SUMMARY] == 0.0).all()
    for first, one in zip(prior.tolist(), summary_of.tolist(), strict=True):
        for second, other in zip(prior.tolist(), summary_of.tolist(), strict=True):
            if one >= 0 and other >= 0 and above[one] > above[other]:
                assert first >= second


def test_the_nearest_summary_gives_most() -> None:
    above = np.array([0.0] * 20 + [1.5, 6.0], np.float32)
    prior = session_prior(above, np.array([20, 21, 0, NO_SUMMARY], np.int32))
    assert prior[1] == MOST_DEVIATIONS > prior[0] > prior[2] == prior[3] == 0.0


TEXTS = ["the rope is in locker nine", "noted", "the rope is in locker nine", "noted"]


def relevances(texts: list[str], prior: list[float] | None, query: str = "rope locker nine") -> list[float]:
    index = index_of(texts, [0, 0, 1, 1])
    given = None if prior is None else np.array(prior, np.float32)
    evidence = weigh(index, parse_query(query, 0.0), None, ALIKE, WEIGHT_SETS, summaries=given)
    assert len(best_of(index, evidence).memory_no) == len(texts), "nothing is left out"
    return [round(one, 6) for one in evidence.relevance.tolist()]


def test_its_messages_gain_and_the_relevance_stays_one() -> None:
    plain = relevances(TEXTS, None)
    assert plain[0] == plain[2]
    first = relevances(TEXTS, [MOST_DEVIATIONS, MOST_DEVIATIONS, 0.0, 0.0])
    assert first[0] > first[2]
    assert first[1] > first[3]
    assert all(0.0 <= one <= 1.0 for one in first)
    assert relevances(TEXTS, [0.0] * 4) == plain


def test_it_lifts_nothing_over_what_answers_clearly_better() -> None:
    texts = ["the weather was fine", "yes", *TEXTS[2:]]
    found = relevances(texts, [MOST_DEVIATIONS, MOST_DEVIATIONS, 0.0, 0.0])
    assert max(found) == found[2]


def test_values_of_another_number_are_refused_and_the_part_can_be_off() -> None:
    with pytest.raises(ValueError, match="summaries must have one value a piece, 4, got 3"):
        relevances(TEXTS, [0.0] * 3)
    off = WEIGHT_SETS.without(["summaries"])
    assert {weights.summary for weights in off} == {0.0}
    assert 0.0 < DEFAULT_WEIGHTS.summary < 1.0
    assert 0.0 < NAMED_WEIGHTS.summary < 1.0
