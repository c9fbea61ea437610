"""Memories that passed a search: what is known of each before its text is fetched, and how two lists become one."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import first_part_id
from app.domain.models import LayerName, Memory
from app.domain.ranking import Ranking
from app.domain.scoring import Scored
from app.domain.user_index import UserIndex
from app.service.layers import highest_layer
from app.service.prepare import piece_span
from app.service.recall import Gathered
from app.service.requests import ScoredMemory, SearchRequest

CLEARLY_RELEVANT = 0.5
"""A personal memory of at least this relevance is never displaced by a document."""
_EXPLAINED = ("vector", "keyword", "recency", "importance", "trust", "rank_vector", "rank_keyword")


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that passed, before its text is fetched."""

    id: UUID
    gathered: Gathered
    layer: LayerName
    score: float
    relevance: float
    similarity: float | None
    explain: dict[str, Any]
    at: float
    piece_no: int = 0
    terms: frozenset[int] = frozenset()


def hits_of(
    gathered: Gathered, ranking: Ranking, scored: Scored, best: NDArray[np.intp], layers: NDArray[np.int16]
) -> list[Hit]:
    """Return the hits at the places `best` of a ranking, in that order. Columns are taken out whole: it is cheaper."""
    columns = gathered.columns
    rows = ranking.best_piece[best]
    terms, place = columns.index.columns.terms, rows.tolist()
    similarities = ranking.similarity[best].tolist()
    explained = zip(
        [None if value != value else value for value in similarities],
        ranking.keyword[best].tolist(),
        scored.recency[best].tolist(),
        scored.importance[best].tolist(),
        scored.trust[best].tolist(),
        [rank or None for rank in ranking.rank_vector[best].tolist()],
        [rank or None for rank in ranking.rank_keyword[best].tolist()],
        strict=True,
    )
    found = zip(
        place,
        explained,
        layers[rows].tolist(),
        scored.score[best].tolist(),
        ranking.relevance[best].tolist(),
        columns.index.columns.time_s[rows].tolist(),
        columns.attributes.piece_no[rows].tolist(),
        strict=True,
    )
    return [
        Hit(
            id=columns.memory_id(row),
            gathered=gathered,
            layer=highest_layer(layer),
            score=score,
            relevance=relevance,
            similarity=values[0],
            explain=dict(zip(_EXPLAINED, values, strict=True)),
            at=at,
            piece_no=piece_no,
            terms=frozenset(terms.hashes[terms.offsets[row] : terms.offsets[row + 1]].tolist()),
        )
        for row, values, layer, score, relevance, at, piece_no in found
    ]


def above(ranking: Ranking, min_score: float) -> Ranking:
    """Return the part of a ranking whose relevance reaches `min_score` (it is ordered by relevance)."""
    if min_score <= 0.0:
        return ranking
    count = int((ranking.relevance >= np.float32(min_score)).sum())
    return Ranking._make(column[:count] for column in ranking)


def memory_count(index: UserIndex, keep: NDArray[np.bool_]) -> int:
    if index.single:
        return int(np.count_nonzero(keep))
    return len(np.unique(index.columns.memory_no[keep]))


def merge_hits(personal: list[Hit], shared: list[Hit], most: int) -> list[Hit]:
    """Return the best of both by score; documents never displace a personal memory that is clearly relevant."""
    if not shared:
        return personal[:most]
    fixed = [hit for hit in personal[:most] if hit.relevance >= CLEARLY_RELEVANT]
    rest = [hit for hit in personal[:most] if hit.relevance < CLEARLY_RELEVANT] + shared
    rest.sort(key=lambda hit: (-hit.score, -hit.at))
    return sorted(fixed + rest[: most - len(fixed)], key=lambda hit: (-hit.score, -hit.at))


def result_of(request: SearchRequest, hit: Hit, memory: Memory) -> ScoredMemory:
    shown = memory if request.include_metadata else replace(memory, metadata={})
    return ScoredMemory(
        memory=shown,
        layer=hit.layer,
        score=hit.score,
        similarity=hit.similarity,
        relevance=hit.relevance,
        message_ids=message_ids_of(memory),
        explain=hit.explain if request.explain else None,
        focus=piece_span(memory, hit.piece_no),
    )


def message_ids_of(memory: Memory) -> tuple[str, ...]:
    """Return the ids of the messages a memory stands for: the caller's own, or ours where the caller gave none."""
    if memory.role is None:
        return ()
    return (memory.message_id or str(first_part_id(memory.id, memory.part)),)
