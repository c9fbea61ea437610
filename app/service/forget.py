"""Forget: what waits is archived first, so that one transaction in Postgres sees everything; then Redis follows.

A receipt stays open until the deletes in Redis are confirmed; the worker drives open receipts again.
"""

from datetime import UTC, datetime
from uuid import UUID

from app.domain.ids import new_id
from app.domain.models import CardEntry, LayerName, Owner
from app.service.archive import Archiver
from app.service.ports import Archive, ForgetOutcome, ForgetSelection, Forgetting, WorkingMemory
from app.service.requests import ForgetRequest, ForgetResult, SearchRequest
from app.service.search import SearchService

QUERY_TOP_K = 100
FORGETTABLE: tuple[LayerName, ...] = ("working", "episodic", "semantic")
RECEIPT_BATCH = 100


class ForgetService:
    """The `forget` verb."""

    def __init__(
        self,
        forgetting: Forgetting,
        working: WorkingMemory,
        archiver: Archiver,
        search: SearchService,
        archive: Archive,
        *,
        session_ttl_seconds: int,
    ) -> None:
        self._forgetting = forgetting
        self._archive = archive
        self._working = working
        self._archiver = archiver
        self._search = search
        self._session_ttl_seconds = session_ttl_seconds

    async def forget(self, request: ForgetRequest) -> ForgetResult:
        """Forget what the selectors pick. Raises StoreUnavailable; nothing is half hidden then."""
        if request.selects_nothing:
            return ForgetResult(0, dict.fromkeys(FORGETTABLE, 0), (), new_id(), request.dry_run)
        await self._archiver.flush_owner(request.owner)
        selection = ForgetSelection(
            session_id=request.session_id,
            memory_ids=request.memory_ids,
            fact_keys=request.fact_keys,
            types=request.types,
            query_ids=await self._ids_of_query(request),
            before=request.before,
            everything=request.everything,
            agent_id=request.agent_id,
        )
        outcome = await self._forgetting.forget(
            request.owner,
            selection,
            erase=request.erase,
            dry_run=request.dry_run,
            reason=request.reason,
            by=request.by,
            now=datetime.now(UTC),
            session_ttl_seconds=self._session_ttl_seconds,
        )
        if not request.dry_run:
            await self._clean_working(request.owner, outcome, everything=outcome.everything)
        by_layer = {layer: outcome.by_layer.get(layer, 0) for layer in FORGETTABLE}
        return ForgetResult(
            forgotten=sum(by_layer.values()),
            by_layer=by_layer,
            memory_ids=outcome.memory_ids,
            receipt_id=outcome.receipt_id,
            dry_run=request.dry_run,
        )

    async def drive_open_receipts(self) -> int:
        """Do the deletes in Redis that were not confirmed; returns how many receipts were closed."""
        receipts = await self._forgetting.open_receipts(limit=RECEIPT_BATCH)
        for owner, outcome, everything in receipts:
            await self._clean_working(owner, outcome, everything=everything)
        return len(receipts)

    async def _ids_of_query(self, request: ForgetRequest) -> frozenset[UUID] | None:
        if request.query is None:
            return None
        found = await self._search.search(
            SearchRequest(
                request.owner,
                query=request.query,
                agent_id=request.agent_id,
                top_k=QUERY_TOP_K,
                min_score=request.min_score,
            )
        )
        return frozenset(result.memory.id for result in found.results)

    async def _clean_working(self, owner: Owner, outcome: ForgetOutcome, *, everything: bool) -> None:
        await self._working.remove(
            owner,
            memory_ids=outcome.memory_ids,
            session_ids=outcome.session_ids,
            facts=outcome.facts,
            everything=everything,
            summaries=outcome.summaries,
            version=outcome.version,
        )
        if outcome.facts and not everything:
            await self._show_what_is_left(owner, outcome)
        await self._forgetting.receipt_done(owner, outcome.receipt_id)

    async def _show_what_is_left(self, owner: Owner, outcome: ForgetOutcome) -> None:
        """Lay the facts again that an older statement, which was not forgotten, holds up."""
        keys = [key for session_id, key in outcome.facts if session_id is None]
        card = await self._archive.card(owner, None)
        left: dict[str, CardEntry | None] = {key: card.user[key] for key in keys if key in card.user}
        if left:
            await self._working.put_card(owner, None, left)
