"""Which memories of one user answer a query: keywords, vectors and the shape of the conversation in one score.

Every measure is standardised over the user's own pieces, so that neither arm drowns the other, and summed with fixed
weights; decision 0003 has the measurements behind them. The sum is then turned into a relevance in [0, 1] that means
the same for every user and model. Pure and deterministic; about 0.5 ms for 1,000 pieces.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.marks import query_intent
from app.domain.piece_scores import WEIGHT_SETS, RankQuery, RankWeights, WeightSets, piece_scores
from app.domain.ranking_features import Floats, Spread, WordScores, expected_above, word_scores
from app.domain.similarity import Background, calibrate, standardise
from app.domain.timewords import time_spans
from app.domain.user_index import UserIndex
from app.domain.words import query_terms

_PER_DEVIATION: Final = 1.1
_PER_COVERAGE: Final = 1.6
_THRESHOLD: Final = 3.7
"""A logistic regression of answered against unanswerable queries, all sets alike; decision 0003."""
_OWN: Final = 0.5
"""How much of its sureness a piece owes to its own measures where there are no dialogues."""
_LEADERS: Final = 3
_FALL: Final = 0.2
_WITHOUT_EVIDENCE: Final = np.float32(0.4)
_SLIGHT: Final = 1.5
"""Deviations above the model's background that a similarity needs to count as a tie to the query."""
_PER_DOUBT: Final = 6.0
_EXPECTED_LEAD: Final = 0.15
_PER_DOUBT_IN_MEANING: Final = 0.8
_EXPECTED_AHEAD: Final = 0.5
"""The same for meaning, in deviations above the background."""


def parse_query(text: str, now_s: float) -> RankQuery:
    """Take a query apart; time expressions count from `now_s` (Unix seconds, read as UTC)."""
    return RankQuery(tuple(query_terms(text)), query_intent(text), time_spans(text, now_s))


class Ranking(NamedTuple):
    """The best k memories, best first (equal relevance: the newer first)."""

    memory_no: NDArray[np.int32]
    """(k,) their numbers."""
    best_piece: NDArray[np.int32]
    """(k,) the piece of each that matched best, a row of the columns."""
    relevance: Floats
    """(k,) in [0, 1], descending: how well the memory answers the query, by meaning and words together."""
    similarity: Floats
    """(k,) in [0, 1], of the vectors, calibrated; NaN without a vector."""
    keyword: Floats
    """(k,) in [0, 1]: the share of the query's weight that the memory's own words cover."""
    rank_vector: NDArray[np.int32]
    """(k,) place by similarity alone, from 1; 0 without a vector."""
    rank_keyword: NDArray[np.int32]
    """(k,) place by keywords alone, from 1; 0 where no word matches."""


class Evidence(NamedTuple):
    """What is known of each of n pieces for one query, whoever asks and whatever filters hold."""

    relevance: Floats
    """(n,) in [0, 1]."""
    keyword: Floats
    """(n,) BM25 of the piece's own words."""
    coverage: Floats
    """(n,) share of the query's weight that the piece's own words cover."""
    above: Floats
    """(n,) deviations of the similarity above the model's background; NaN without a vector."""


def rank(
    index: UserIndex,
    query: RankQuery,
    distance: NDArray[np.float32] | None,
    background: Background,
    *,
    eligible: NDArray[np.bool_] | None = None,
    weights: RankWeights | WeightSets = WEIGHT_SETS,
    limit: int = 1000,
    centrality: Floats | None = None,
) -> Ranking:
    """Rank one user's memories for a query.

    `distance`: (n,) cosine distance of each piece to the query, NaN where there is no vector yet; None: no vectors at
    all. `eligible`: (n,) which pieces may be returned (filters); the others still serve as context. `centrality`: as
    for `weigh`. Raises ValueError on another length.
    """
    evidence = weigh(index, query, distance, background, weights, centrality=centrality)
    return best_of(index, evidence, eligible=eligible, limit=limit)


def weigh(
    index: UserIndex,
    query: RankQuery,
    distance: NDArray[np.float32] | None,
    background: Background,
    weights: RankWeights | WeightSets = WEIGHT_SETS,
    spread: Spread | None = None,
    *,
    centrality: Floats | None = None,
    summaries: Floats | None = None,
) -> Evidence:
    """Return how much each piece says to a query: the costly half of `rank`, the same for all filters.

    `spread` is that of the distances where not all were measured and the rest is filled in (`service.nearest`).
    `centrality`: (n,) how near each piece is to all others of the user, see `piece_scores`; None: not known.
    `summaries`: (n,) what the summary of its session says for each piece (`session_prior`). Raises ValueError for
    distances, `centrality` or `summaries` of another length.
    """
    _refuse_length(index, "distance", distance)
    _refuse_length(index, "centrality", centrality)
    _refuse_length(index, "summaries", summaries)
    words = word_scores(index, query.terms)
    above = standardise(distance, background) if distance is not None else np.full(index.size, np.nan, np.float32)
    chosen = weights.of(index) if isinstance(weights, WeightSets) else weights
    scaled = None if spread is None else _scaled(spread, background)
    raw = piece_scores(index, query, words, above, chosen, scaled, centrality)
    if summaries is not None:
        raw += np.float32(chosen.summary) * summaries
    return Evidence(_relevance(index, query, raw, words, above), words.piece, words.coverage, above)


def _scaled(spread: Spread, background: Background) -> Spread:
    """Return the spread of distances as one of deviations above the background."""
    mean = standardise(np.array([spread.mean], dtype=np.float32), background)
    return spread._replace(mean=float(mean[0]), deviation=spread.deviation / max(background.deviation, 1e-6))


def better_of(asked: Evidence, linked: Evidence, weight: float) -> Evidence:
    """Return of each of n pieces what the query says to it, or the same query in other names, where that says more.

    `weight`: in [0, 1], of the relevance in other names. Both must be of the same pieces.
    """
    relevance = np.float32(weight) * linked.relevance
    more = relevance > asked.relevance
    return Evidence(
        np.where(more, relevance, asked.relevance),
        np.where(more, linked.keyword, asked.keyword),
        np.where(more, linked.coverage, asked.coverage),
        np.where(more, linked.above, asked.above),
    )


def best_of(
    index: UserIndex,
    evidence: Evidence,
    *,
    eligible: NDArray[np.bool_] | None = None,
    limit: int = 1000,
    places: bool = True,
) -> Ranking:
    """Return the best memories among the eligible pieces; without `places` the two ranks are left 0.

    Raises ValueError for a mask of another length.
    """
    _refuse_length(index, "eligible", eligible)
    return _per_memory(index, evidence, eligible, limit, places=places)


def _refuse_length(index: UserIndex, name: str, column: NDArray[np.generic] | None) -> None:
    if column is not None and len(column) != index.size:
        raise ValueError(f"{name} must have one value a piece, {index.size}, got {len(column)}")


def _relevance(index: UserIndex, query: RankQuery, raw: Floats, words: WordScores, above: Floats) -> Floats:
    """Return the relevance in [0, 1] of each piece.

    How sure the best of them is, by absolute measures (a logistic of deviations above the model's background and of
    covered words), times a factor that falls with the distance to the best in the sum of all parts. Where there
    are dialogues, what stands around a piece speaks for it; among pieces that all stand alone, each must also speak for
    itself.
    """
    if not len(raw):
        return raw
    leaders = np.arange(len(raw))
    if len(raw) > _LEADERS:
        leaders = np.flatnonzero(raw >= np.partition(raw, -_LEADERS)[-_LEADERS])
    own = (
        _PER_DEVIATION * expected_above(above, words.coverage)
        + _PER_COVERAGE * words.coverage
        - (_THRESHOLD + _doubt(index, query, words, above))
    )
    best = float(own[leaders].max())
    strength = np.float32(best) if index.dialogue.any() else _OWN * own + np.float32((1.0 - _OWN) * best)
    relevance = np.exp(np.float32(-_FALL) * (raw.max() - raw)) / (1.0 + np.exp(-strength))
    return np.asarray(np.where(_speechless(words, above), _WITHOUT_EVIDENCE * relevance, relevance), dtype=np.float32)


def _speechless(words: WordScores, above: Floats) -> NDArray[np.bool_]:
    """Return where nothing at all ties a piece to the query: no word of its own or of the piece before, no meaning.

    In a small store such a piece is not far behind the best by the sum of all parts, and would pass for half an answer.
    """
    return (words.coverage <= 0.0) & (words.pair <= 0.0) & ~(above >= _SLIGHT)


def _doubt(index: UserIndex, query: RankQuery, words: WordScores, above: Floats) -> float:
    """Return how much speaks for it that the query asks one speaker about what another said: 0 or above."""
    if not index.named.any():
        return 0.0
    own = np.zeros(index.size, dtype=np.bool_)
    for pieces, _ in index.find_all(query.intent.speakers):
        own[pieces] = True
    if own.all() or not own.any():
        return 0.0
    lead = float(words.coverage[own].max()) - float(words.coverage[~own].max())
    doubt = _PER_DOUBT * max(_EXPECTED_LEAD - lead, 0.0)
    known = np.nan_to_num(above, nan=0.0)
    ahead = float(known[own].max()) - float(known[~own].max())
    return doubt + _PER_DOUBT_IN_MEANING * max(_EXPECTED_AHEAD - ahead, 0.0)


def _per_memory(
    index: UserIndex, evidence: Evidence, eligible: NDArray[np.bool_] | None, limit: int, *, places: bool
) -> Ranking:
    """Fold pieces into memories (the best piece counts), keep the best `limit` and say where each arm had them."""
    relevance, above = evidence.relevance, evidence.above
    offered = relevance if eligible is None else np.where(eligible, relevance, np.float32(-1.0))
    best, piece = _fold(index, offered)
    similarity, _ = _fold(index, np.where(np.isfinite(above), above, -np.inf).astype(np.float32))
    coverage, _ = _fold(index, evidence.coverage)
    chosen = _best_first(best, index.columns.time_s[piece], limit) if len(best) else np.zeros(0, dtype=np.int64)
    chosen = chosen[best[chosen] >= 0.0]
    unranked = np.zeros(len(chosen), dtype=np.int32)
    return Ranking(
        index.memories[chosen],
        piece[chosen],
        best[chosen],
        np.where(np.isfinite(similarity[chosen]), calibrate(similarity[chosen]), np.nan).astype(np.float32),
        coverage[chosen],
        _places(similarity, chosen, -np.inf) if places else unranked,
        _places(_fold(index, evidence.keyword)[0], chosen, 0.0) if places else unranked,
    )


def _fold(index: UserIndex, values: Floats) -> tuple[Floats, NDArray[np.int32]]:
    """Return the greatest value of each memory, (m,), and the first piece that has it."""
    if index.single:
        return values, np.arange(index.size, dtype=np.int32)
    best = np.full(len(index.memories), -np.inf, dtype=np.float32)
    np.maximum.at(best, index.memory_of, values)
    winners = np.flatnonzero(values == best[index.memory_of])[::-1]
    piece = np.zeros(len(index.memories), dtype=np.int32)
    piece[index.memory_of[winners]] = winners
    return best, piece


def _best_first(values: Floats, time_s: NDArray[np.float64], limit: int) -> NDArray[np.int64]:
    """Return the places of the greatest `limit` values, greatest first; equal ones by time, newest first, then by
    place.
    """
    places = np.arange(len(values))
    if len(values) > limit:
        places = np.flatnonzero(values >= np.partition(values, -limit)[-limit])
    return places[np.lexsort((places, -time_s[places], -values[places]))][:limit]


def _places(values: Floats, chosen: NDArray[np.int64], nothing: float) -> NDArray[np.int32]:
    """Return the place (from 1) of each chosen memory when ordered by the values; 0 where the value is `nothing`."""
    ascending = np.sort(values)
    ranks = len(values) - np.searchsorted(ascending, values[chosen], side="right") + 1
    return np.where(values[chosen] > nothing, ranks, 0).astype(np.int32)
