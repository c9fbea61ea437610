"""Build-context: window, fact card and recalled memories, read together and packed under the budget."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from app.domain.errors import StoreUnavailable
from app.domain.models import Card, LayerName, SessionSeed, Turn
from app.domain.packing import pack
from app.domain.packing.models import PackInput, PackResult, RecalledMemory, TokenCounter
from app.domain.profile import profile_lines, split_profile
from app.domain.summary.models import SessionSummary
from app.domain.summary.render import render
from app.service.insight import Insight
from app.service.ports import Archive, WorkingMemory, WorkingSnapshot
from app.service.recall import RecallReader
from app.service.requests import (
    BuildContextRequest,
    BuildContextResult,
    ContextMessage,
    DegradedPart,
    ReceiptEntry,
    ScoredMemory,
    SearchRequest,
    SearchResult,
)
from app.service.search import SearchService

log = logging.getLogger(__name__)

EXTRA_RECALL = 20
"""Recalled beyond `top_k` where the window is not known yet: it may show some of the best already."""


class BuildContextService:
    """The `build-context` verb."""

    def __init__(
        self,
        working: WorkingMemory,
        archive: Archive,
        reader: RecallReader,
        search: SearchService,
        counter_for: Callable[[str], TokenCounter],
        insight: Insight,
        *,
        window_rounds: int,
        session_ttl_seconds: int,
        deadline_seconds: float,
        facts_share: float = 0.15,
    ) -> None:
        self._working = working
        self._archive = archive
        self._reader = reader
        self._search = search
        self._counter_for = counter_for
        self._insight = insight
        self._window_rounds = window_rounds
        self._session_ttl_seconds = session_ttl_seconds
        self._deadline_seconds = deadline_seconds
        self._facts_share = facts_share

    async def build(self, request: BuildContextRequest) -> BuildContextResult:
        """Build the messages of the next model call.

        Raises InvalidRequest where system prompt and query alone exceed the budget, StoreUnavailable when no store
        answers; one that is away is named in `degraded`.
        """
        started = time.perf_counter()
        degraded: list[DegradedPart] = []
        snapshot = await self._snapshot(request, degraded)
        found, (window, card, summary) = await asyncio.gather(
            self._recall(request, snapshot, started), self._window_and_card(request, snapshot, degraded)
        )
        for part in found.degraded if found else ():
            if part not in degraded:
                degraded.append(part)
        window_ids = {turn.id for turn in window} if request.include.window else set()
        results = [r for r in found.results if r.memory.id not in window_ids] if found else []
        with self._insight.timed("pack"):
            packed = pack(self._pack_input(request, window, card, summary, results))
        return _result(request, packed, tuple(degraded))

    async def _snapshot(self, request: BuildContextRequest, degraded: list[DegradedPart]) -> WorkingSnapshot | None:
        try:
            with self._insight.timed("redis"):
                return await self._working.snapshot(request.owner, request.session_id)
        except StoreUnavailable:
            degraded.append("working")
            return None

    async def _recall(
        self, request: BuildContextRequest, snapshot: WorkingSnapshot | None, started: float
    ) -> SearchResult | None:
        include = request.include
        if not (include.memories or include.knowledge):
            return None
        search = SearchRequest(
            owner=request.owner,
            query=request.query,
            agent_id=request.agent_id,
            layers=_layers(memories=include.memories, knowledge=include.knowledge),
            subjects=request.subjects,
            top_k=request.top_k + (len(snapshot.window) if snapshot and snapshot.window is not None else EXTRA_RECALL),
            as_of=request.as_of,
        )
        recalled = await self._reader.read(search, snapshot=snapshot)
        return await self._search.pick(search, recalled, started)

    async def _window_and_card(
        self, request: BuildContextRequest, snapshot: WorkingSnapshot | None, degraded: list[DegradedPart]
    ) -> tuple[tuple[Turn, ...], Card, SessionSummary | None]:
        """Return window, card and summary from Redis, or from Postgres where Redis lacks them (and lay them there)."""
        window = snapshot.window if snapshot is not None else None
        summary = snapshot.summary if snapshot is not None else None
        card = snapshot.card if snapshot is not None and request.as_of is None else None
        try:
            async with asyncio.timeout(self._deadline_seconds):
                window, card, summary = await self._complete(request, snapshot, window, card, summary)
        except (StoreUnavailable, TimeoutError):
            if "working" not in degraded:
                degraded.append("working")
        if window and request.as_of is not None:
            window = tuple(turn for turn in window if turn.created_at <= request.as_of)
        if summary is not None and request.as_of is not None and summary.until > request.as_of:
            summary = None  # what it says was partly said later
        return window or (), card or Card(), summary

    async def _complete(
        self,
        request: BuildContextRequest,
        snapshot: WorkingSnapshot | None,
        window: tuple[Turn, ...] | None,
        card: Card | None,
        summary: SessionSummary | None,
    ) -> tuple[tuple[Turn, ...], Card, SessionSummary | None]:
        """Read from Postgres what is None, and lay it in Redis where that answers."""
        seed: SessionSeed | None = None
        if window is None:
            active_after = datetime.now(UTC) - timedelta(seconds=self._session_ttl_seconds)
            seed = await self._archive.session_seed(
                request.owner, request.session_id, rounds=self._window_rounds, active_after=active_after
            )
            window, summary = seed.turns, seed.summary
        read_card = card is None
        if card is None:
            card = await self._archive.card(request.owner, request.session_id, as_of=request.as_of)
        if snapshot is not None and (seed is not None or (read_card and request.as_of is None)):
            laid = card if read_card and request.as_of is None else None
            with contextlib.suppress(StoreUnavailable):
                await self._working.lay(request.owner, request.session_id, seed, laid)
        return window, card, summary

    def _pack_input(
        self,
        request: BuildContextRequest,
        window: Sequence[Turn],
        card: Card,
        summary: SessionSummary | None,
        results: Sequence[ScoredMemory],
    ) -> PackInput:
        include = request.include
        facts, traits = split_profile(card.merged())
        personal = [r for r in results if r.layer != "knowledge"][: request.top_k]
        shared = [r for r in results if r.layer == "knowledge"][: request.top_k]
        return PackInput(
            query=request.query,
            session_id=request.session_id,
            token_budget=request.token_budget,
            counter=self._counter_for(request.model),
            system_prompt=request.system_prompt,
            card=facts,
            profile=profile_lines(traits),
            facts_share=self._facts_share,
            summary=render(summary.lines) if summary is not None else None,
            summary_message_ids=summary.message_ids if summary is not None else (),
            memories=[_recalled(r) for r in personal],
            knowledge=[_recalled(r) for r in shared],
            window=window,
            max_memory_chars=request.max_memory_chars,
            include=include,
        )


def _layers(*, memories: bool, knowledge: bool) -> tuple[LayerName, ...]:
    if memories and knowledge:
        return ()
    return ("working", "episodic", "semantic") if memories else ("knowledge",)


def _recalled(result: ScoredMemory) -> RecalledMemory:
    memory = result.memory
    return RecalledMemory(
        id=str(memory.id),
        content=memory.content,
        at=memory.at,
        session_id=memory.session_id,
        message_ids=result.message_ids,
        score=result.score,
        role=memory.role,
        name=memory.name,
        seq=memory.seq,
        focus=result.focus,
        title=memory.subject if result.layer == "knowledge" else None,
    )


def _result(request: BuildContextRequest, packed: PackResult, degraded: tuple[DegradedPart, ...]) -> BuildContextResult:
    return BuildContextResult(
        messages=tuple(ContextMessage(m["role"], m["content"], m.get("name")) for m in packed.messages),
        system_prompt=packed.system_prompt,
        token_count=packed.token_count,
        token_budget=request.token_budget,
        receipt=tuple(
            ReceiptEntry(e.kind, e.id, e.message_ids, e.tokens, e.included, e.reason) for e in packed.receipt
        ),
        degraded=degraded,
    )
