"""Reads what one search needs from every layer, each under a deadline, and says which could not take part.

Working memory is read before Postgres, never beside it: what is archived between the two readings is then seen twice
and counted once; the other way round it could be seen by neither.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import EmbedderUnavailable, StoreUnavailable
from app.domain.meaning import embedded_query
from app.domain.models import KNOWLEDGE_USER, Memory, Owner
from app.service.centrality import CentralityCache
from app.service.first_reading import FirstReadings
from app.service.insight import Insight
from app.service.linking import QueryLinks
from app.service.nearest import Distances, LargeUsers, NearSearch, aligned, distances_of, near_question
from app.service.pending_rows import add_pending
from app.service.ports import (
    NO_SUMMARIES,
    Embedder,
    NearQuestion,
    SearchStore,
    SummaryDistances,
    WorkingMemory,
    WorkingSnapshot,
)
from app.service.recall_cache import EvidenceCache, RowCache, Weighed
from app.service.requests import DegradedPart, SearchRequest
from app.service.user_columns import ColumnCache, UserColumns
from app.service.vector_codes import CodeCache

log = logging.getLogger(__name__)

Vector = NDArray[np.float32]
IN_POSTGRES: tuple[DegradedPart, ...] = ("episodic", "semantic", "knowledge")


@dataclass(frozen=True, slots=True)
class Gathered:
    """One owner's columns for one search. `distance` is None where no vectors can take part.

    `weighed` is what this process remembers of the query, if nothing changed since. `vectors` is None where something
    that still waits is among the columns: then nothing of this search is worth remembering.
    """

    owner: Owner
    columns: UserColumns
    distance: Vector | None
    waiting: dict[UUID, Memory]
    allowed: set[UUID] | None
    distances: Distances | None = None
    vectors: int | None = None
    weighed: Weighed | None = None
    centrality: Vector | None = None
    """Of each row, see `service.centrality`; only where `distance` is set."""

    def measured(self) -> Vector | None:
        """Return the distance of each row (n,), also where what is remembered made it needless at first."""
        if self.distance is None and self.distances is not None:
            return aligned(self.columns, self.distances)
        return self.distance

    @property
    def summaries(self) -> SummaryDistances:
        """The running summaries that were read with the distances."""
        return NO_SUMMARIES if self.distances is None else self.distances.summaries


@dataclass(frozen=True, slots=True)
class Recalled:
    """Everything a search works on: the user's own, and the tenant's documents where they were asked for.

    `linked` is the user's own once more, for the query `linked_query` that says names otherwise ("": there are none).
    """

    personal: Gathered | None
    knowledge: Gathered | None
    snapshot: WorkingSnapshot | None
    degraded: tuple[DegradedPart, ...]
    linked: Gathered | None = None
    linked_query: str = ""


class RecallReader:
    """Gathers from the embedder, Redis and Postgres."""

    def __init__(
        self,
        working: WorkingMemory,
        store: SearchStore,
        embedder: Embedder | None,
        cache: ColumnCache,
        evidence: EvidenceCache,
        rows: RowCache,
        insight: Insight,
        *,
        deadline_seconds: float,
        near: NearSearch,
        codes: CodeCache,
        links: QueryLinks,
    ) -> None:
        self._working = working
        self._store = store
        self._embedder = embedder
        self._cache = cache
        self._evidence = evidence
        self._rows = rows
        self._insight = insight
        self._deadline_seconds = deadline_seconds
        self._near = near
        self._codes = codes
        self._links = links
        self._large = LargeUsers(store)
        self._centrality = CentralityCache(store)
        self._first = FirstReadings(store, cache)

    async def read(self, request: SearchRequest, *, snapshot: WorkingSnapshot | None = None) -> Recalled:
        """Read every layer; `snapshot` is working memory where the caller has read it just now.

        Raises StoreUnavailable when neither Redis nor Postgres answers.
        """
        degraded: list[DegradedPart] = []
        meaning = embedded_query(self._cache.get(request.owner).index, request.query)
        vector, snapshot = await self._vector_and_snapshot(meaning, request, snapshot, degraded)
        if vector is None and self._embedder is not None and request.query:
            degraded.append("embedding")
        wants_personal = not request.layers or set(request.layers) != {"knowledge"}
        wants_knowledge = not request.layers or "knowledge" in request.layers
        personal, knowledge_version = None, 1
        try:
            async with asyncio.timeout(self._deadline_seconds):
                if wants_personal:
                    personal, knowledge_version = await self._gather(request.owner, request, vector, snapshot)
                    known_now = embedded_query(personal.columns.index, request.query)
                    if vector is not None and known_now != meaning:  # the user's speakers were not known before
                        vector = await self._vector(known_now)
                        personal, knowledge_version = await self._gather(request.owner, request, vector, snapshot)
                knowledge = None
                if wants_knowledge and knowledge_version > 0:
                    shared = Owner(request.owner.tenant_id, KNOWLEDGE_USER)
                    knowledge, _ = await self._gather(shared, request, vector, None)
        except (StoreUnavailable, TimeoutError) as error:
            if snapshot is None:
                raise StoreUnavailable("Postgres") from error
            degraded += IN_POSTGRES if wants_knowledge else IN_POSTGRES[:2]
            personal = _from_redis_alone(request, snapshot)
            return Recalled(personal, None, snapshot, tuple(degraded))
        recalled = Recalled(personal, knowledge, snapshot, tuple(degraded))
        if personal is None or "embedding" in degraded:
            return recalled
        return await self._with_linked(request, recalled, personal.columns.version)

    async def _with_linked(self, request: SearchRequest, recalled: Recalled, version: int) -> Recalled:
        """Read the user's own once more for the query in the other names of those whom it names, if it names any."""
        try:
            async with asyncio.timeout(self._deadline_seconds):
                query = await self._links.linked(request, recalled.snapshot, version)
                if not query:
                    return recalled
                other = replace(request, query=query)
                index = self._cache.get(request.owner).index
                vector = await self._vector(embedded_query(index, query))
                if vector is None and self._embedder is not None:
                    return recalled
                linked, _ = await self._gather(request.owner, other, vector, recalled.snapshot)
        except (StoreUnavailable, TimeoutError):
            log.warning("a search goes without linked names: no store answered within %.1f s", self._deadline_seconds)
            return recalled
        return replace(recalled, linked=linked, linked_query=query)

    async def _vector_and_snapshot(
        self, meaning: str, request: SearchRequest, snapshot: WorkingSnapshot | None, degraded: list[DegradedPart]
    ) -> tuple[Vector | None, WorkingSnapshot | None]:
        """Return the query's vector and working memory, both at the same time where the vector must be computed."""
        known = self._embedder.known_query(meaning) if self._embedder is not None and meaning else None
        if self._embedder is not None and meaning:
            self._insight.looked_up("query_vector", found=known is not None)
        if known is not None or self._embedder is None or not meaning:
            return known, snapshot or await self._snapshot(request, degraded)
        vector_task = asyncio.create_task(self._vector(meaning))
        try:
            snapshot = snapshot or await self._snapshot(request, degraded)
            return await vector_task, snapshot
        except BaseException:
            vector_task.cancel()
            raise

    async def _vector(self, query: str) -> Vector | None:
        """Return the query's vector, or None where there is no query, no embedder, or none that answers in time."""
        if self._embedder is None or not query:
            return None
        try:
            async with asyncio.timeout(self._deadline_seconds):
                with self._insight.timed("embed"):
                    return await self._embedder.embed_query(query)
        except EmbedderUnavailable as error:
            log.warning("a search goes by words alone: %s", error.detail)
        except TimeoutError:
            log.warning("a search goes by words alone: no vector within %.1f s", self._deadline_seconds)
        return None

    async def _snapshot(self, request: SearchRequest, degraded: list[DegradedPart]) -> WorkingSnapshot | None:
        try:
            async with asyncio.timeout(self._deadline_seconds):
                with self._insight.timed("redis"):
                    return await self._working.snapshot(request.owner, request.session_id)
        except (StoreUnavailable, TimeoutError):
            degraded.append("working")
            return None

    async def _gather(
        self, owner: Owner, request: SearchRequest, vector: Vector | None, snapshot: WorkingSnapshot | None
    ) -> tuple[Gathered, int]:
        model = self._embedder.model if self._embedder is not None else ""
        await self._first.wait(owner)
        held = self._cache.get(owner)
        weighed = self._evidence.find(owner, request.query, by_meaning=vector is not None, version=held.version)
        near = None
        with self._insight.timed("postgres"):
            if held.version < 0:
                reading, columns = await self._first.read(owner, vector, model)
                if vector is not None and self._near.by_codes(columns.index.size):
                    self._codes.prepare(owner, columns, model)
            else:
                if vector is not None and held.index.size > self._near.above_pieces:
                    near = await self._near_question(owner, held, request.query, vector, model, weighed)
                reading = await self._store.read_index(
                    owner,
                    known_version=held.version,
                    query_vector=vector,
                    model=model,
                    known_vectors=weighed.vectors if weighed is not None else -1,
                    near=near,
                )
                columns = held if reading.delta is None else held.updated(reading.delta)
        if reading.delta is not None:
            self._cache.put(owner, columns)
            self._rows.drop(owner)
        if near is not None and near.candidates is None:
            await self._large.note(owner, columns.index.size)
        columns, waiting = add_pending(owner, columns, snapshot)
        same = weighed is not None and reading.same_distances
        found = None if vector is None else distances_of(reading, columns, near)
        distances = weighed.distances if weighed is not None and same else found
        measured = distances if waiting or not same else None
        return Gathered(
            owner,
            columns,
            aligned(columns, measured) if measured is not None else None,
            waiting,
            await self._allowed(owner, request, waiting) if request.metadata else None,
            distances,
            vectors=None if waiting else reading.vectors,
            weighed=weighed if same and not waiting else None,
            centrality=await self._centrality.of(owner, columns, measured, model) if measured is not None else None,
        ), reading.knowledge_version

    async def _near_question(
        self, owner: Owner, held: UserColumns, query: str, vector: Vector, model: str, weighed: Weighed | None
    ) -> NearQuestion | None:
        """Return what to ask of a large user's vectors; None where nothing changed since the query was asked last."""
        if weighed is not None:
            now = await self._store.read_versions(owner)
            if (now.version, now.vectors) == (weighed.version, weighed.vectors):
                return None
        near = near_question(held, query, self._near)
        if near is None or not self._near.by_codes(held.index.size):
            return near
        return await self._codes.narrow(owner, held, vector, model, near)

    async def _allowed(self, owner: Owner, request: SearchRequest, waiting: dict[UUID, Memory]) -> set[UUID]:
        allowed = set(await self._store.match_metadata(owner, request.metadata))
        for memory_id, memory in waiting.items():
            if all(key in memory.metadata and memory.metadata[key] == value for key, value in request.metadata.items()):
                allowed.add(memory_id)
        return allowed


def _from_redis_alone(request: SearchRequest, snapshot: WorkingSnapshot) -> Gathered:
    """Return what is left without Postgres: what waits of the whole user, and the window of the session asked for."""
    waiting = {turn.id for _, turn in snapshot.pending_turns}
    shown = tuple(
        (request.session_id, turn)
        for turn in snapshot.window or ()
        if request.session_id is not None and turn.id not in waiting
    )
    held = replace(snapshot, pending_turns=shown + snapshot.pending_turns)
    columns, rows = add_pending(request.owner, UserColumns.empty(), held)
    return Gathered(request.owner, columns, None, rows, None)
