"""Search: every layer read under a deadline, ranked together, boosted within bounds, freed of twins, cut to size."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.dedupe import find_twins, may_be_twins
from app.domain.errors import StoreUnavailable
from app.domain.ids import first_part_id
from app.domain.models import LayerName, Memory, Owner
from app.domain.ranking import Evidence, Ranking, best_of, parse_query, weigh
from app.domain.scoring import Profile, Scored, order_of, score_memories
from app.domain.similarity import Background
from app.domain.user_index import UserIndex
from app.service.access import AccessCounter
from app.service.layers import highest_layer, layer_mask
from app.service.ports import SearchStore
from app.service.prepare import piece_span
from app.service.recall import Gathered, Recalled, RecallReader
from app.service.recall_cache import EvidenceCache, RowCache, Weighed
from app.service.recall_filter import Moment, standing, visible_rows
from app.service.requests import ScoredMemory, SearchRequest, SearchResult

SECONDS_A_DAY = 86_400.0
CLEARLY_RELEVANT = 0.5
"""A personal memory of at least this relevance is never displaced by a document."""
RANKED_A_RESULT, RANKED_BEYOND = 4, 50
"""How many of the most relevant are weighed for recency, importance and trust: boosts reorder near ties only."""
_SPARE = 3
"""Fetched beyond what is asked for, in place of what turns out to say the same or to be gone."""
_EXPLAINED = ("vector", "keyword", "recency", "importance", "trust", "rank_vector", "rank_keyword")


@dataclass(frozen=True, slots=True)
class _Hit:
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


class SearchService:
    """The `search` verb, and the recall half of `build-context`."""

    def __init__(
        self,
        reader: RecallReader,
        store: SearchStore,
        access: AccessCounter,
        evidence: EvidenceCache,
        rows: RowCache,
        *,
        profile: Profile,
        background: Callable[[], Background],
        session_ttl_seconds: int,
    ) -> None:
        self._reader = reader
        self._store = store
        self._access = access
        self._evidence = evidence
        self._rows = rows
        self._profile = profile
        self._background = background
        self._session_ttl_seconds = session_ttl_seconds

    async def search(self, request: SearchRequest) -> SearchResult:
        """Find memories. Raises StoreUnavailable when no store answers; one that is away is named in `degraded`."""
        started = time.perf_counter()
        recalled = await self._reader.read(request)
        return await self.pick(request, recalled, started)

    async def pick(self, request: SearchRequest, recalled: Recalled, started: float) -> SearchResult:
        """Rank what was read and fetch the best."""
        now = datetime.now(UTC)
        moment = Moment.of(now, request.as_of)
        personal, total = self._hits(recalled.personal, request, moment)
        shared, more = self._hits(recalled.knowledge, request, moment)
        chosen = _merge(personal, shared, request.top_k + _SPARE if request.query else request.top_k)
        results = await self._fetch(request, chosen)
        if request.as_of is None:
            shown = [r.memory.id for r in results if r.layer != "knowledge"]
            self._access.note(request.owner, shown)
        layers: dict[LayerName, int] = {"working": 0, "episodic": 0, "semantic": 0, "knowledge": 0}
        for result in results:
            layers[result.layer] += 1
        took_ms = (time.perf_counter() - started) * 1000.0
        return SearchResult(tuple(results), max(total + more, len(results)), took_ms, layers, recalled.degraded)

    def _hits(self, gathered: Gathered | None, request: SearchRequest, moment: Moment) -> tuple[list[_Hit], int]:
        """Return what passes the filters and `min_score`, best first, and how many there are."""
        if gathered is None or not gathered.columns.index.size:
            return [], 0
        columns = gathered.columns
        stand = standing(columns, moment.now, self._session_ttl_seconds)
        keep, layers = visible_rows(columns, request, stand, moment, gathered.allowed), stand.layers
        if not keep.any():
            return [], 0
        if not request.query:
            return self._newest(gathered, request, layers, keep)
        evidence = self._weigh(gathered, request.query, moment)
        ranked = RANKED_BEYOND + RANKED_A_RESULT * request.top_k
        ranking = best_of(columns.index, evidence, eligible=keep, limit=ranked, places=request.explain)
        ranking = _above(ranking, request.min_score)
        rows = ranking.best_piece
        scored = score_memories(
            ranking.relevance,
            (moment.as_of - columns.index.columns.time_s[rows]) / SECONDS_A_DAY,
            columns.attributes.importance[rows].astype(np.float64),
            columns.attributes.trust[rows].astype(np.float64),
            self._profile,
        )
        best = order_of(scored.score, columns.index.columns.time_s[rows])[: request.top_k + _SPARE]
        hits = _hits_of(gathered, ranking, scored, best, layers & np.int16(layer_mask(request.layers)))
        if request.min_score > 0.0:
            keep &= evidence.relevance >= np.float32(request.min_score)
        return hits, _memory_count(columns.index, keep)

    def _weigh(self, gathered: Gathered, query_text: str, moment: Moment) -> Evidence:
        """Return what each piece says to the query, remembered if nothing changed since it was asked last.

        A query that names a time ("last week") means something else as time goes on, and is not remembered.
        """
        background = self._background()
        known = gathered.weighed
        if known is not None and known.background == background:
            return known.evidence
        query = parse_query(query_text, moment.as_of)
        evidence = weigh(gathered.columns.index, query, gathered.distance, background)
        if gathered.vectors is not None and not query.spans:
            columns, vectors = gathered.columns, gathered.vectors
            weighed = Weighed(columns.version, vectors, background, gathered.distances, evidence)
            by_meaning = gathered.distances is not None
            self._evidence.put(gathered.owner, query_text, by_meaning=by_meaning, weighed=weighed)
        return evidence

    def _newest(
        self, gathered: Gathered, request: SearchRequest, layers: NDArray[np.int16], keep: NDArray[np.bool_]
    ) -> tuple[list[_Hit], int]:
        """Without a query: the newest that pass."""
        columns = gathered.columns
        rows = np.flatnonzero(keep & (columns.attributes.piece_no == 0))
        times = columns.index.columns.time_s[rows]
        order = np.lexsort((-columns.index.columns.seq[rows], -times))
        mask = layer_mask(request.layers)
        hits = []
        for row in rows[order[: request.top_k]]:
            layer = highest_layer(int(layers[row]) & mask)
            at = float(columns.index.columns.time_s[row])
            hits.append(_Hit(columns.memory_id(int(row)), gathered, layer, 0.0, 0.0, None, {}, at))
        return hits, len(rows)

    async def _fetch(self, request: SearchRequest, hits: Sequence[_Hit]) -> list[ScoredMemory]:
        """Fetch the texts, drop what is gone by now and what says the same as a better one."""
        found = await self._memories(request, hits)
        shown = [(hit, found[hit.id]) for hit in hits if hit.id in found]
        if request.query and may_be_twins([hit.terms for hit, _ in shown]):
            twins = find_twins([memory.content for _, memory in shown])
            shown = [pair for place, pair in enumerate(shown) if twins[place] == place]
        return [_result(request, hit, memory) for hit, memory in shown[: request.top_k]]

    async def _memories(self, request: SearchRequest, hits: Sequence[_Hit]) -> dict[UUID, Memory]:
        """Return the memories of the hits: those that wait, those shown just now, the rest from Postgres."""
        found: dict[UUID, Memory] = {}
        wanted: dict[Owner, list[UUID]] = {}
        for hit in hits:
            waiting = hit.gathered.waiting.get(hit.id)
            if waiting is not None:
                found[hit.id] = waiting
            else:
                wanted.setdefault(hit.gathered.owner, []).append(hit.id)
        for owner, ids in wanted.items():
            try:
                found.update(await self._read_rows(owner, ids, superseded=request.as_of is not None))
            except StoreUnavailable:
                if not found:
                    raise
        return found

    async def _read_rows(self, owner: Owner, ids: Sequence[UUID], *, superseded: bool) -> dict[UUID, Memory]:
        held = {} if superseded else self._rows.take(owner, ids)
        missing = [id for id in ids if id not in held]
        if not missing:
            return held
        read = await self._store.fetch_memories(owner, missing, superseded=superseded)
        if not superseded:
            self._rows.put(owner, read.values())
        return {**held, **read}


def _hits_of(
    gathered: Gathered, ranking: Ranking, scored: Scored, best: NDArray[np.intp], layers: NDArray[np.int16]
) -> list[_Hit]:
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
        _Hit(
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


def _above(ranking: Ranking, min_score: float) -> Ranking:
    """Return the part of a ranking whose relevance reaches `min_score` (it is ordered by relevance)."""
    if min_score <= 0.0:
        return ranking
    count = int((ranking.relevance >= np.float32(min_score)).sum())
    return Ranking._make(column[:count] for column in ranking)


def _memory_count(index: UserIndex, keep: NDArray[np.bool_]) -> int:
    if index.single:
        return int(np.count_nonzero(keep))
    return len(np.unique(index.columns.memory_no[keep]))


def _merge(personal: list[_Hit], shared: list[_Hit], most: int) -> list[_Hit]:
    """Return the best of both by score; documents never displace a personal memory that is clearly relevant."""
    if not shared:
        return personal[:most]
    fixed = [hit for hit in personal[:most] if hit.relevance >= CLEARLY_RELEVANT]
    rest = [hit for hit in personal[:most] if hit.relevance < CLEARLY_RELEVANT] + shared
    rest.sort(key=lambda hit: (-hit.score, -hit.at))
    return sorted(fixed + rest[: most - len(fixed)], key=lambda hit: (-hit.score, -hit.at))


def _result(request: SearchRequest, hit: _Hit, memory: Memory) -> ScoredMemory:
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
