"""Search: every layer read under a deadline, ranked together, boosted within bounds, freed of twins, cut to size."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.dedupe import find_twins, may_be_twins
from app.domain.errors import StoreUnavailable
from app.domain.models import LayerName, Memory, Owner
from app.domain.piece_scores import WEIGHT_SETS, WeightSets
from app.domain.ranking import Evidence, best_of, better_of, parse_query, weigh
from app.domain.scoring import Profile, order_of, score_memories
from app.domain.similarity import Background
from app.service.access import AccessCounter
from app.service.hits import Hit, above, hits_of, memory_count, merge_hits, result_of
from app.service.insight import Insight
from app.service.layers import highest_layer, layer_mask
from app.service.ports import SearchStore, SummaryDistances
from app.service.recall import Gathered, Recalled, RecallReader
from app.service.recall_cache import EvidenceCache, PickedCache, RowCache, Versions, Weighed
from app.service.recall_filter import Moment, standing, visible_rows
from app.service.requests import ScoredMemory, SearchRequest, SearchResult
from app.service.rerank import RerankStep
from app.service.summary_first import prior_of, said_by, similarity_of
from app.service.user_columns import UserColumns

SECONDS_A_DAY = 86_400.0
RANKED_A_RESULT, RANKED_BEYOND = 4, 50
"""How many of the most relevant are weighed for recency, importance and trust: boosts reorder near ties only."""
PICKED_ENTRIES = 512
_SPARE = 3
"""Fetched beyond what is asked for, in place of what turns out to say the same or to be gone."""


class SearchService:
    """The `search` verb, and the recall half of `build-context`."""

    def __init__(
        self,
        reader: RecallReader,
        store: SearchStore,
        access: AccessCounter,
        evidence: EvidenceCache,
        rows: RowCache,
        insight: Insight,
        *,
        profile: Profile,
        background: Callable[[], Background],
        session_ttl_seconds: int,
        rerank: RerankStep | None = None,
        weights: WeightSets = WEIGHT_SETS,
    ) -> None:
        self._reader = reader
        self._rerank = rerank
        self._weights = weights
        self._store = store
        self._access = access
        self._evidence = evidence
        self._rows = rows
        self._insight = insight
        self._picked = PickedCache(PICKED_ENTRIES)
        self._profile = profile
        self._background = background
        self._session_ttl_seconds = session_ttl_seconds

    async def search(self, request: SearchRequest) -> SearchResult:
        """Find memories. Raises StoreUnavailable when no store answers; one that is away is named in `degraded`."""
        started = time.perf_counter()
        recalled = await self._reader.read(request)
        return await self.pick(request, recalled, started)

    async def pick(self, request: SearchRequest, recalled: Recalled, started: float) -> SearchResult:
        """Rank what was read and fetch the best; the same question a moment ago is remembered if nothing changed."""
        now = datetime.now(UTC)
        versions = _versions(request, recalled)
        known = (
            self._picked.find((request, recalled.linked_query), versions, now.timestamp())
            if versions is not None
            else None
        )
        self._insight.looked_up("answer", found=known is not None)
        self._insight.answered_without(recalled.degraded)
        result = known or await self._pick(request, recalled, now)
        if known is None and versions is not None and result.degraded == recalled.degraded:
            self._picked.put(
                (request, recalled.linked_query), versions, self._stands_until(recalled, now.timestamp()), result
            )
        if request.as_of is None:
            self._access.note(request.owner, [r.memory.id for r in result.results if r.layer != "knowledge"])
        return replace(result, took_ms=(time.perf_counter() - started) * 1000.0)

    def _stands_until(self, recalled: Recalled, now_s: float) -> float:
        """Return the Unix time of the first change that comes by itself: a life or a window that ends."""
        read = [gathered for gathered in (recalled.personal, recalled.knowledge) if gathered is not None]
        return min(standing(one.columns, now_s, self._session_ttl_seconds).until_s for one in read)

    async def _pick(self, request: SearchRequest, recalled: Recalled, now: datetime) -> SearchResult:
        moment = Moment.of(now, request.as_of)
        asked = request if self._rerank is None else self._rerank.widened(request)
        with self._insight.timed("rank"):
            personal, total = self._hits(recalled.personal, asked, moment, recalled)
            shared, more = self._hits(recalled.knowledge, asked, moment)
            chosen = merge_hits(personal, shared, asked.top_k + _SPARE if asked.query else asked.top_k)
        with self._insight.timed("texts"):
            results, degraded = await self._fetch(asked, chosen), recalled.degraded
        if self._rerank is not None:
            results, degraded = await self._rerank.apply(request, results, degraded)
        layers: dict[LayerName, int] = {"working": 0, "episodic": 0, "semantic": 0, "knowledge": 0}
        for result in results:
            layers[result.layer] += 1
        return SearchResult(tuple(results), max(total + more, len(results)), 0.0, layers, degraded)

    def _hits(
        self, gathered: Gathered | None, request: SearchRequest, moment: Moment, recalled: Recalled | None = None
    ) -> tuple[list[Hit], int]:
        """Return what passes the filters and `min_score`, best first, and how many there are.

        `recalled` has what the query says in other names, where it has that.
        """
        if gathered is None or not gathered.columns.index.size:
            return [], 0
        columns = gathered.columns
        stand = standing(columns, moment.now, self._session_ttl_seconds)
        keep, layers = visible_rows(columns, request, stand, moment, gathered.allowed), stand.layers
        if not keep.any():
            return [], 0
        if not request.query:
            return self._newest(gathered, request, layers, keep)
        summaries = said_by(gathered.summaries, moment.as_of)
        evidence = self._weigh(gathered, request.query, moment, summaries)
        if recalled is not None and recalled.linked is not None and _are_same(columns, recalled.linked.columns):
            other = said_by(recalled.linked.summaries, moment.as_of)
            linked = self._weigh(recalled.linked, recalled.linked_query, moment, other)
            evidence = better_of(evidence, linked, self._weights.of(columns.index).linked)
        ranked = RANKED_BEYOND + RANKED_A_RESULT * request.top_k
        ranking = best_of(columns.index, evidence, eligible=keep, limit=ranked, places=request.explain)
        ranking = above(ranking, request.min_score)
        rows = ranking.best_piece
        scored = score_memories(
            ranking.relevance,
            (moment.as_of - columns.index.columns.time_s[rows]) / SECONDS_A_DAY,
            columns.attributes.importance[rows].astype(np.float64),
            columns.attributes.trust[rows].astype(np.float64),
            self._profile,
        )
        best = order_of(scored.score, columns.index.columns.time_s[rows])[: request.top_k + _SPARE]
        hits = hits_of(gathered, ranking, scored, best, layers & np.int16(layer_mask(request.layers)))
        if request.explain and summaries.session_ids:
            by_summary = similarity_of(columns, rows[best], summaries, self._background())
            hits = [
                replace(hit, explain={**hit.explain, "summary": one}) for hit, one in zip(hits, by_summary, strict=True)
            ]
        if request.min_score > 0.0:
            keep &= evidence.relevance >= np.float32(request.min_score)
        return hits, memory_count(columns.index, keep)

    def _weigh(self, gathered: Gathered, query_text: str, moment: Moment, summaries: SummaryDistances) -> Evidence:
        """Return what each piece says to the query, remembered if nothing changed since it was asked last.

        A query that names a time ("last week") means something else as time goes on, and is not remembered; nor is what
        is asked as of a time before some summary's last message, which leaves that summary out.
        """
        background = self._background()
        known, all_said = gathered.weighed, summaries is gathered.summaries
        remembered = known is not None and known.background == background and all_said
        self._insight.looked_up("evidence", found=remembered)
        if known is not None and remembered:
            return known.evidence
        query = parse_query(query_text, moment.as_of)
        spread = gathered.distances.spread if gathered.distances is not None else None
        prior = prior_of(gathered.columns, summaries, background)
        evidence = weigh(
            gathered.columns.index,
            query,
            gathered.measured(),
            background,
            self._weights,
            spread,
            centrality=gathered.centrality,
            summaries=prior,
        )
        if gathered.vectors is not None and not query.spans and all_said:
            columns, vectors = gathered.columns, gathered.vectors
            weighed = Weighed(columns.version, vectors, background, gathered.distances, evidence)
            by_meaning = gathered.distances is not None
            self._evidence.put(gathered.owner, query_text, by_meaning=by_meaning, weighed=weighed)
        return evidence

    def _newest(
        self, gathered: Gathered, request: SearchRequest, layers: NDArray[np.int16], keep: NDArray[np.bool_]
    ) -> tuple[list[Hit], int]:
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
            hits.append(Hit(columns.memory_id(int(row)), gathered, layer, 0.0, 0.0, None, {}, at))
        return hits, len(rows)

    async def _fetch(self, request: SearchRequest, hits: Sequence[Hit]) -> list[ScoredMemory]:
        """Fetch the texts, drop what is gone by now and what says the same as a better one."""
        found = await self._memories(request, hits)
        shown = [(hit, found[hit.id]) for hit in hits if hit.id in found]
        if request.query and may_be_twins([hit.terms for hit, _ in shown]):
            twins = find_twins([memory.content for _, memory in shown])
            shown = [pair for place, pair in enumerate(shown) if twins[place] == place]
        return [result_of(request, hit, memory) for hit, memory in shown[: request.top_k]]

    async def _memories(self, request: SearchRequest, hits: Sequence[Hit]) -> dict[UUID, Memory]:
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


def _are_same(columns: UserColumns, others: UserColumns) -> bool:
    return columns.version == others.version and columns.index.size == others.index.size


def _versions(request: SearchRequest, recalled: Recalled) -> Versions | None:
    """Return what an answer is remembered by; None where it depends on more than that."""
    if request.as_of is not None or request.metadata or recalled.degraded or recalled.personal is None:
        return None
    if recalled.linked is not None and recalled.linked.weighed is None:
        return None
    versions: list[int] = []
    for gathered in (recalled.personal, recalled.knowledge):
        if gathered is None:
            versions += (-1, -1)
        elif gathered.weighed is None:
            return None
        else:
            versions += (gathered.weighed.version, gathered.weighed.vectors)
    return (versions[0], versions[1], versions[2], versions[3])
