"""Distances of a user of very many pieces: the nearest are known, and those of a few more; the others are estimated.

The others count as what they are: about as far as most, and never nearer than the farthest of the nearest. Beside the
nearest, the pieces that the query's words speak for most are measured too, and what stands beside those in their
sessions, so that nothing the fusion of both may bring to the top is judged by an estimate; and an even sample, which
tells how the rest is spread.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import StoreUnavailable
from app.domain.models import Owner
from app.domain.ranking_features import Spread, inverse_frequency
from app.domain.user_index import UserIndex
from app.domain.words import query_terms
from app.service.ports import NO_SUMMARIES, NearQuestion, SearchReading, SearchStore, SummaryDistances
from app.service.user_columns import UserColumns

log = logging.getLogger(__name__)

BY_WORDS: Final = 200
"""Pieces measured because of the query's words."""
SAMPLED: Final = 300
"""Pieces measured to know how the rest is spread."""
NOTED_SECONDS: Final = 600.0
_MOST_NOTED: Final = 1_000


@dataclass(frozen=True, slots=True)
class NearSearch:
    """From how many pieces on only the nearest are asked for, and how many those are; and up to how many their codes
    tell which (`service.vector_codes`): beyond, the store finds them.
    """

    above_pieces: int
    nearest: int
    coded_pieces: int = 0

    def by_codes(self, pieces: int) -> bool:
        """Return whether a user of so many is searched by the codes of the vectors."""
        return self.above_pieces < pieces <= self.coded_pieces


class Distances(NamedTuple):
    """Piece ids and the cosine distance of each to one query; `far` stands for all other pieces that have a vector."""

    piece_ids: NDArray[np.int64]
    distance: NDArray[np.float32]
    far: float | None = None
    """None: every piece with a vector is among them."""
    spread: Spread | None = None
    """Of all distances, known or not, where `far` is set."""
    summaries: SummaryDistances = NO_SUMMARIES


class LargeUsers:
    """Tells the store, now and then, whose vectors are worth an index of their own."""

    def __init__(self, store: SearchStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._noted: OrderedDict[UUID, float] = OrderedDict()

    async def note(self, owner: Owner, pieces: int) -> None:
        """Note a large user who is being searched, unless that was done in the last `NOTED_SECONDS`."""
        now = self._clock()
        if now - self._noted.get(owner.owner_id, -NOTED_SECONDS) < NOTED_SECONDS:
            return
        self._noted[owner.owner_id] = now
        self._noted.move_to_end(owner.owner_id)
        if len(self._noted) > _MOST_NOTED:
            self._noted.popitem(last=False)
        try:
            await self._store.note_large(owner, pieces)
        except StoreUnavailable as error:  # the search has what it came for; the next one notes it
            self._noted.pop(owner.owner_id, None)
            log.warning("a large user could not be noted: %s", error)


def near_question(columns: UserColumns, query: str, search: NearSearch) -> NearQuestion | None:
    """Return what to ask of a user's vectors; None where all are read: there are not so many."""
    n = columns.index.size
    if n <= search.above_pieces:
        return None
    by_words = _best_by_words(columns.index, query)
    rows = np.concatenate((even_rows(n), by_words, _beside(columns.index, by_words)))
    ids = columns.attributes.piece_ids[np.unique(rows)]
    return NearQuestion(search.nearest, ids[ids >= 0])


def distances_of(reading: SearchReading, columns: UserColumns, near: NearQuestion | None) -> Distances:
    """Return the distances of a reading; where it holds the nearest alone, with what the rest is taken for."""
    asked, asked_distance = reading.asked_piece_ids, reading.asked_distance
    if near is None or asked is None or asked_distance is None:
        return Distances(reading.distance_piece_ids, reading.distance, summaries=reading.summaries)
    others = ~np.isin(asked, reading.distance_piece_ids)
    ids = np.concatenate((reading.distance_piece_ids, asked[others]))
    known = np.concatenate((reading.distance, asked_distance[others]))
    n = columns.index.size
    even = np.isin(asked, columns.attributes.piece_ids[even_rows(n)])
    sampled = asked_distance[even]
    if len(reading.distance) < near.limit and not bool(others.any()):
        return Distances(ids, known, summaries=reading.summaries)  # there are no more
    beyond = asked_distance[even & others]
    farthest = _farthest(reading.distance, near.limit)
    far = max(float(beyond.mean()), farthest) if len(beyond) else farthest
    spread = Spread(float(sampled.mean()), float(sampled.std()), n) if len(sampled) else Spread(far, 0.0, n)
    return Distances(ids, known, far, spread, reading.summaries)


def _farthest(distance: NDArray[np.float32], limit: int) -> float:
    """Return the greatest of the `limit` least distances; candidates beyond those are no nearest ones."""
    if len(distance) > limit:
        return float(np.partition(distance, limit - 1)[limit - 1])
    return float(distance.max()) if len(distance) else 0.0


def aligned(columns: UserColumns, distances: Distances) -> NDArray[np.float32]:
    """Return a distance a row (n,); NaN for what has no vector: what still waits, and where all vectors are known."""
    out = columns.align(distances.piece_ids, distances.distance)
    if distances.far is not None:
        out[np.isnan(out) & (columns.attributes.piece_ids >= 0)] = np.float32(distances.far)
    return out


def even_rows(n: int, count: int = SAMPLED) -> NDArray[np.int64]:
    """Return up to `count` of n rows, spread evenly."""
    return np.linspace(0, n - 1, min(count, n)).astype(np.int64)


def _beside(index: UserIndex, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows just before and just after each in its session."""
    beside = np.concatenate((index.previous[rows], index.following[rows]))
    return beside[beside < index.size].astype(np.int64)


def _best_by_words(index: UserIndex, query: str) -> NDArray[np.int64]:
    """Return the rows that hold most of the query's weight in rare words."""
    terms = query_terms(query)
    score = np.zeros(index.size, dtype=np.float32)
    for (_, weight), (pieces, _) in zip(terms, index.find_all([term for term, _ in terms]), strict=True):
        score[pieces] += np.float32(weight * inverse_frequency(max(len(pieces), 1), index.size))
    held = np.flatnonzero(score)
    if len(held) <= BY_WORDS:
        return held
    return held[np.argpartition(-score[held], BY_WORDS)[:BY_WORDS]]
