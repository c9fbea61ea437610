"""The weighted sum behind the ranking: what the piece says, what stands around it, what kind of piece it is, what the
query wants.

Every arm is in deviations over the user's own pieces (`ranking_features.standard`), so the weights need no knowledge
of the model or of the store. Decision 0003 has the measurements behind each.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from app.domain.marks import COUNTS, TELLS_TIME, Intent
from app.domain.ranking_features import Floats, WordScores, neighbours, session_best, standard
from app.domain.timewords import TimeSpan
from app.domain.user_index import ROLE_ASSISTANT, UserIndex
from app.domain.words import QueryTerm

_LONG_TERMS: Final = 40.0


@dataclass(frozen=True, slots=True)
class RankWeights:
    """How much each part counts. Zero switches a part off."""

    vector: float = 1.0
    keyword: float = 0.2
    coverage: float = 0.25
    pair: float = 0.1
    following: float = 0.15
    second_before: float = 0.25
    second_after: float = 0.15
    session: float = 0.25
    session_best: float = 0.1
    length: float = 0.3
    asks: float = -1.5
    answers: float = 0.5
    when: float = 0.8
    how_many: float = 0.3
    speaker: float = 2.5
    own_words: float = 3.0
    """For what the user said himself (where speakers have no names), unless the query asks what the assistant said."""
    from_assistant: float = 2.0
    time: float = 2.0
    fresh: float = 1.0
    """From the oldest to the newest of equally good answers, when the query asks how things are now."""


DEFAULT_WEIGHTS: Final = RankWeights()
_MATCH_KEYWORD: Final = 0.4
_FEW: Final = 8
_NEAR: Final = 3.0
_SAME_COVERAGE: Final = 0.02
_SAME_MEANING: Final = 0.5
_STAND_IN: Final = 0.4
"""How far the words of a piece without a vector stand in for it."""
_USUAL_KEYWORD: Final = 0.06
_USUAL_COVERAGE: Final = 0.12
"""Deviations of the keyword measures over the pieces of one user, as a share of the greatest possible."""


class RankQuery(NamedTuple):
    """A query taken apart; make one with `ranking.parse_query`."""

    terms: tuple[QueryTerm, ...]
    intent: Intent
    spans: tuple[TimeSpan, ...]


def piece_scores(
    index: UserIndex, query: RankQuery, words: WordScores, above: Floats, weights: RankWeights = DEFAULT_WEIGHTS
) -> Floats:
    """Return the weighted sum of all parts for each piece, (n,): comparable within one query only.

    `above`: (n,) similarity in deviations above the model's background (`similarity.standardise`), NaN without a
    vector.
    """
    usual = _USUAL_KEYWORD * words.best
    keyword = standard(words.piece, usual)
    vector = np.where(np.isfinite(above), standard(above, 1.0), np.float32(_STAND_IN) * keyword)
    match = vector + np.float32(_MATCH_KEYWORD) * keyword
    score: Floats = np.float32(weights.vector) * vector + np.float32(weights.keyword) * keyword
    score += np.float32(weights.coverage) * standard(words.coverage, _USUAL_COVERAGE)
    score += weights.pair * standard(words.pair - words.piece, usual)
    steps = {1: weights.following, -2: weights.second_before, 2: weights.second_after}
    score += neighbours(index, match, steps)
    score += weights.session * standard(words.session, usual) * index.dialogue
    score += weights.session_best * session_best(index, match)
    score += _of_itself(index, weights)
    score += _as_asked(index, query, weights)
    if query.intent.current and weights.fresh:
        _newest_first(index, score, words.coverage, above, weights.fresh)
    return score


def _newest_first(index: UserIndex, score: Floats, coverage: Floats, above: Floats, lift: float) -> None:
    """Put the pieces that answer as well as the best one into the order of time, the newest on top.

    As well: near it in the sum, and equal in the words covered and in meaning. Anything wider was measured to cost more
    than it brings.
    """
    if len(score) < 2:
        return
    few = np.argpartition(-score, _FEW)[:_FEW] if len(score) > _FEW else np.arange(len(score))
    best = int(few[np.argmax(score[few])])
    known = np.nan_to_num(above, nan=0.0)
    equal = (score[few] >= score[best] - _NEAR) & (coverage[few] >= coverage[best] - _SAME_COVERAGE)
    equal &= known[few] >= known[best] - _SAME_MEANING
    few = few[equal]
    if len(few) > 1:
        oldest_first = few[np.lexsort((few, index.columns.seq[few], index.columns.time_s[few]))]
        score[oldest_first] = score[best] + np.linspace(0.0, lift, len(few), dtype=np.float32)


def _of_itself(index: UserIndex, weights: RankWeights) -> Floats:
    """Return what speaks for a piece whatever is asked: it is not a mere question, it answers one, it has something to
    say.
    """
    asks = index.asks.astype(np.float32)
    answers = np.append(asks, np.float32(0.0))[index.previous]
    lengths = index.columns.terms.lengths
    usual = max(float(lengths.mean()), 1.0) if len(lengths) else 1.0
    length = np.log(np.clip(lengths, 1.0, usual) / usual)
    return np.asarray(weights.asks * asks + weights.answers * answers + weights.length * length, dtype=np.float32)


def _as_asked(index: UserIndex, query: RankQuery, weights: RankWeights) -> Floats:
    """Return what speaks for a piece because of how the query is put: who said it, when, how many."""
    score = np.zeros(index.size, dtype=np.float32)
    if query.intent.when:
        score[index.find(TELLS_TIME)[0]] += weights.when
    if query.intent.how_many:
        score[index.find(COUNTS)[0]] += weights.how_many
    named = np.zeros(index.size, dtype=np.bool_)
    for pieces, _ in index.find_all(query.intent.speakers) if index.named.any() else ():
        named[pieces] = True
    score += weights.speaker * named
    by_assistant = index.columns.role == ROLE_ASSISTANT  # what was saved outright counts as the user's own
    if query.intent.from_assistant:
        score += weights.from_assistant * (by_assistant & ~index.named)
    else:
        score += weights.own_words * (~by_assistant & ~index.named)
    for span in query.spans:
        score += weights.time * span.weigh(index.columns.time_s)
    return score
