"""The weighted sum behind the ranking: what the piece says, what stands around it, what kind of piece it is, what the
query wants.

Every arm is in deviations over the user's own pieces (`ranking_features.standard`), so the weights need no knowledge
of the model or of the store. Decision 0003 has the measurements behind each.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.answer_classes import members
from app.domain.freshness import newest_first
from app.domain.marks import COMMENTS, COUNTS, NAMES, OF_ONESELF, TELLS_TIME, WISHES, Intent
from app.domain.ranking_features import (
    Floats,
    Spread,
    WordScores,
    expected_above,
    neighbours,
    openings,
    session_best,
    standard,
    standard_by,
)
from app.domain.term_codec import term_hash
from app.domain.timewords import TimeSpan
from app.domain.user_index import ROLE_ASSISTANT, UserIndex
from app.domain.words import QueryTerm

_LONG_TERMS: Final = 40.0


@dataclass(frozen=True, slots=True)
class RankWeights:
    """How much each part counts. Zero switches a part off."""

    vector: float = 1.3
    keyword: float = 0.2
    coverage: float = 0.25
    pair: float = 0.1
    following: float = 0.15
    second_before: float = 0.25
    second_after: float = 0.15
    session: float = 0.25
    session_best: float = -0.3
    """Below 0 for conversations with an assistant: a session's best piece stands for it, which brings others in."""
    summary: float = 0.15
    """For the messages of the sessions whose running summaries stand nearest to the query (`session_prior`)."""
    opening: float = 2.0
    """For the first message of the user in a session, by the session's best match, where the query goes on with a
    conversation: it says what the session is about. It stays below the session's best piece.
    """
    length: float = 0.0
    """For short pieces: the logarithm of their share of the user's mean length, 0 or below."""
    beyond_length: float = 0.0
    """For long ones: the logarithm of how many times that mean they have."""
    asks: float = -1.5
    answers: float = 0.5
    of_oneself: float = 0.0
    comments: float = 0.0
    names: float = 0.0
    wish: float = 1.0
    """For the user's standing wishes, when the query is a request."""
    common: float = -0.5
    """For what lies near to everything that the user's store holds: it is near to every query, and answers few."""
    when: float = 0.8
    how_many: float = 0.3
    of_class: float = 0.5
    """For naming a member of the class of things that is asked for."""
    speaker: float = 2.5
    own_words: float = 3.0
    """For what the user said himself (where speakers have no names), unless the query asks what the assistant said."""
    from_assistant: float = 2.0
    time: float = 2.0
    fresh: float = 1.0
    """From the oldest to the newest of equally good answers, when the query asks how things are now."""
    linked: float = 0.95
    """Of the relevance to the same query in other names ("my brother", Tom): they are what the card knows, not what was
    asked. At 1 what was told in the query's own words falls behind, at .9 what was told in the others (decision 0044).
    """


DEFAULT_WEIGHTS: Final = RankWeights()
"""For conversations between a user and an assistant, and for saved memories."""
NAMED_WEIGHTS: Final = RankWeights(
    vector=1.0,
    keyword=0.2,
    coverage=0.15,
    pair=0.25,
    following=0.3,
    second_before=0.25,
    second_after=0.1,
    session=0.35,
    session_best=0.7,
    opening=0.0,
    length=1.2,
    beyond_length=1.7,
    asks=-1.8,
    answers=0.3,
    of_oneself=0.9,
    comments=-0.9,
    names=0.8,
    wish=0.0,
    when=3.3,
    how_many=1.0,
    of_class=1.0,
    speaker=4.8,
    own_words=5.7,
    from_assistant=3.8,
    time=6.0,
)
"""For conversations in which most speakers have names of their own: people among themselves."""
PARTS: Final[dict[str, tuple[str, ...]]] = {
    "vectors": ("vector",),
    "keywords": ("keyword", "coverage", "pair"),
    "neighbours": ("pair", "following", "second_before", "second_after"),
    "session": ("session", "session_best", "opening"),
    "summaries": ("summary",),
    "kind": ("length", "beyond_length", "asks", "answers", "of_oneself", "comments", "names"),
    "wishes": ("wish",),
    "common": ("common",),
    "who": ("speaker", "own_words", "from_assistant"),
    "when": ("when", "how_many"),
    "class": ("of_class",),
    "time": ("time",),
    "fresh": ("fresh",),
    "links": ("linked",),
}
"""The parts that can be switched off, and their weights."""


class WeightSets(NamedTuple):
    """The weights by kind of conversation."""

    roles: RankWeights = DEFAULT_WEIGHTS
    names: RankWeights = NAMED_WEIGHTS

    def of(self, index: UserIndex) -> RankWeights:
        """Return the weights for a user's pieces: by whether most of their speakers have names."""
        return self.names if 2 * np.count_nonzero(index.named) > index.size else self.roles

    def without(self, parts: Collection[str]) -> "WeightSets":
        """Return the weights with these parts of `PARTS` switched off."""
        off = {field: 0.0 for part in parts for field in PARTS[part]}
        return WeightSets(*(replace(weights, **off) for weights in self)) if off else self


WEIGHT_SETS: Final = WeightSets()
_MATCH_KEYWORD: Final = 0.4
_STAND_IN: Final = 0.4
"""How far the words of a piece without a vector stand in for it."""
_JUST_BELOW: Final = 0.1
_USUAL_KEYWORD: Final = 0.06
_USUAL_COVERAGE: Final = 0.12
"""Deviations of the keyword measures over the pieces of one user, as a share of the greatest possible."""
_USUAL_CENTRALITY: Final = 0.05
"""The same of the centrality, in cosines: .04 to .06 for 40 users of eight sets."""


class RankQuery(NamedTuple):
    """A query taken apart; make one with `ranking.parse_query`."""

    terms: tuple[QueryTerm, ...]
    intent: Intent
    spans: tuple[TimeSpan, ...]


def piece_scores(
    index: UserIndex,
    query: RankQuery,
    words: WordScores,
    above: Floats,
    weights: RankWeights = DEFAULT_WEIGHTS,
    spread: Spread | None = None,
    centrality: Floats | None = None,
) -> Floats:
    """Return the weighted sum of all parts for each piece, (n,): comparable within one query only.

    `above`: (n,) similarity in deviations above the model's background (`similarity.standardise`), NaN without a
    vector. `spread`: of `above`, where it was not measured for every piece. `centrality`: (n,) mean cosine of a piece
    to the user's others (`ranking_features.centrality`), NaN where it is not known; None: of none.
    """
    usual = _USUAL_KEYWORD * words.best
    keyword = standard(words.piece, usual)
    meaning = standard(above, 1.0) if spread is None else standard_by(above, 1.0, spread)
    vector = np.where(np.isfinite(above), meaning, np.float32(_STAND_IN) * keyword)
    match = vector + np.float32(_MATCH_KEYWORD) * keyword
    score: Floats = np.float32(weights.vector) * vector + np.float32(weights.keyword) * keyword
    score += np.float32(weights.coverage) * standard(words.coverage, _USUAL_COVERAGE)
    score += weights.pair * standard(words.pair - words.piece, usual)
    steps = {1: weights.following, -2: weights.second_before, 2: weights.second_after}
    score += neighbours(index, match, steps)
    score += weights.session * standard(words.session, usual) * index.dialogue
    best = session_best(index, match)
    score += weights.session_best * best
    score += _of_itself(index, weights)
    score += _as_asked(index, query, weights)
    if query.intent.continuing and weights.opening:
        _lift_openings(index, score, np.float32(weights.opening) * np.maximum(best, np.float32(0.0)))
    if centrality is not None and weights.common:
        score += np.float32(weights.common) * standard(centrality, _USUAL_CENTRALITY)
    if query.intent.changing and weights.fresh:
        expected = expected_above(above, words.coverage)
        newest_first(index, score, words.coverage, expected, weights.fresh, equals=query.intent.current)
    return score


def _lift_openings(index: UserIndex, score: Floats, lift: Floats) -> None:
    """Raise what each session began with by the lift (n,), in place, to right below the best of its session at most."""
    first = np.flatnonzero(openings(index))
    best = np.full(index.session_count, -np.inf, dtype=np.float32)
    np.maximum.at(best, index.session_of, score)
    raised = np.minimum(score[first] + lift[first], best[index.session_of[first]] - np.float32(_JUST_BELOW))
    score[first] = np.maximum(score[first], raised)


def _of_itself(index: UserIndex, weights: RankWeights) -> Floats:
    """Return what speaks for a piece whatever is asked: it is not a mere question, it answers one, it has something to
    say.
    """
    asks = index.asks.astype(np.float32)
    answers = np.append(asks, np.float32(0.0))[index.previous]
    lengths = index.columns.terms.lengths
    usual = max(float(lengths.mean()), 1.0) if len(lengths) else 1.0
    score = weights.asks * asks + weights.answers * answers
    if weights.length or weights.beyond_length:
        length = np.log(np.maximum(lengths, 1.0) / usual)
        score += weights.length * np.minimum(length, 0.0) + weights.beyond_length * np.maximum(length, 0.0)
    marks = {OF_ONESELF: weights.of_oneself, COMMENTS: weights.comments, NAMES: weights.names}
    wanted = {mark: weight for mark, weight in marks.items() if weight}
    for weight, (pieces, _) in zip(wanted.values(), index.find_all(list(wanted)), strict=True):
        score[pieces] += weight
    return np.asarray(score, dtype=np.float32)


def _as_asked(index: UserIndex, query: RankQuery, weights: RankWeights) -> Floats:
    """Return what speaks for a piece because of how the query is put: who said it, when, how many."""
    score = np.zeros(index.size, dtype=np.float32)
    if query.intent.requesting and weights.wish:
        score[index.find(WISHES)[0]] += weights.wish
    if query.intent.when:
        score[index.find(TELLS_TIME)[0]] += weights.when
    if query.intent.how_many:
        score[index.find(COUNTS)[0]] += weights.how_many
    if query.intent.classes and weights.of_class:
        score += weights.of_class * _of_classes(index, query)
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


def _of_classes(index: UserIndex, query: RankQuery) -> NDArray[np.bool_]:
    """Return which pieces name a member of a class that is asked for, other than the query's own words."""
    hashes = np.concatenate([members(name) for name in query.intent.classes])
    asked = np.array([term_hash(term) for term, _ in query.terms], dtype=np.uint32)
    return index.holding_any(hashes[~np.isin(hashes, asked)])
