"""Memories one at a time: list, read, change, restore, roll back. What still waits in Redis is shown too."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Protocol
from uuid import UUID

from app.domain.errors import NotFound, StaleVersion, StoreUnavailable
from app.domain.ids import first_part_id
from app.domain.models import Layers, Memory, MemoryVersion, Owner, Turn
from app.service.cursors import encode_cursor
from app.service.layers import layers_for
from app.service.memory_lists import MemoryFilter, MemoryPage, newest, passes, place_of
from app.service.ports import ArchiveOutcome, MemoryStore, WorkingMemory
from app.service.prepare import content_hash, pieces_of, saved_memory, turn_memories
from app.service.requests import ForgetRequest, ForgetResult

log = logging.getLogger(__name__)

UNKNOWN_MEMORY = "there is no such memory"
SHOWN_TRIES = 5  # to bring a message in a window up to date while other calls change it too


class OwnerFlush(Protocol):
    """Archives what one owner has waiting, now."""

    async def flush_owner(self, owner: Owner) -> ArchiveOutcome | None:
        """Archive it in the caller's time."""


class Forgets(Protocol):
    """The `forget` verb."""

    async def forget(self, request: ForgetRequest) -> ForgetResult:
        """Forget what the selectors pick."""


class ShowsSummaries(Protocol):
    """Lets working memory show the summary that the record has now."""

    async def refresh(self, owner: Owner, session_id: str) -> None:
        """Show it, or that there is none."""


@dataclass(frozen=True, slots=True)
class Routing:
    """The settings that decide where a memory goes when its importance changes."""

    importance_semantic: float
    importance_episodic: float
    session_ttl_seconds: int
    grace_seconds: int


class MemoriesService:
    """Everything under /v1/memories."""

    def __init__(
        self,
        store: MemoryStore,
        working: WorkingMemory,
        archiver: OwnerFlush,
        forget: Forgets,
        routing: Routing,
        summaries: ShowsSummaries | None = None,
    ) -> None:
        self._store = store
        self._working = working
        self._archiver = archiver
        self._forget = forget
        self._routing = routing
        self._summaries = summaries

    async def list_memories(self, owner: Owner, wanted: MemoryFilter, *, limit: int, cursor: str | None) -> MemoryPage:
        """Return a page of visible memories, newest first. Raises InvalidRequest for a foreign cursor."""
        after = place_of(cursor)
        now = datetime.now(UTC)
        waiting = await self._waiting(owner, now)  # read first: what is archived in between is seen below
        found = await self._store.list_memories(
            owner,
            agent_id=wanted.agent_id,
            layer=wanted.layer,
            type=wanted.type,
            session_id=wanted.session_id,
            subject=wanted.subject,
            limit=limit + 1,
            after=after,
            now=now,
            session_ttl_seconds=self._routing.session_ttl_seconds,
        )
        by_id = {memory.id: memory for memory in waiting if passes(memory, wanted)}
        by_id.update({memory.id: memory for memory in found})
        ordered = sorted(by_id.values(), key=newest, reverse=True)
        if after is not None:
            ordered = [memory for memory in ordered if newest(memory) < after]
        page = tuple(ordered[:limit])
        more = len(ordered) > limit
        return MemoryPage(page, encode_cursor(page[-1].created_at, str(page[-1].id)) if more else None)

    async def get_memory(self, owner: Owner, memory_id: UUID | None, *, agent_id: str | None) -> Memory:
        """Return one memory that the agent may see. Raises NotFound."""
        memory = await self._find(owner, memory_id)
        if memory is None or not memory.seen_by(agent_id):
            raise NotFound(UNKNOWN_MEMORY)
        return memory

    async def change(
        self,
        owner: Owner,
        memory_id: UUID | None,
        changes: Mapping[str, Any],
        *,
        agent_id: str | None,
        if_version: int | None,
        reason: str = "changed",
        by: str = "",
    ) -> Memory:
        """Make a new version. Raises NotFound, StaleVersion.

        `by`, here and below, is the id of the API key that asks ("" without keys); the history names it.
        """
        current = await self._settled(owner, memory_id, agent_id)
        after = replace(current, **changes)
        wanted_before, wanted = self._is_to_be_found(current), self._is_to_be_found(after)
        columns = dict(changes)
        if "importance" in changes and current.role is None:
            columns["layers"] = layers_for(
                after.importance,
                semantic=self._routing.importance_semantic,
                episodic=self._routing.importance_episodic,
                pinned=after.pinned,
            )
        elif after.pinned and not current.pinned:
            columns["layers"] = current.layers | Layers.EPISODIC
        anew = "content" in changes or wanted != wanted_before
        changed = await self._store.patch_memory(
            owner,
            current.id,
            columns,
            pieces=pieces_of(after, wanted=wanted) if anew else None,
            content_hash=content_hash(after.content) if "content" in changes else None,
            if_version=if_version,
            now=datetime.now(UTC),
            reason=reason,
            by=by,
        )
        if "content" in changes:
            await self._show_in_window(owner, changed)
        if changes.keys() & {"content", "expires_at"}:
            await self._refresh_summary(owner, changed)
        return changed

    async def delete(
        self, owner: Owner, memory_id: UUID | None, *, agent_id: str | None, if_version: int | None, by: str = ""
    ) -> ForgetResult:
        """Forget one memory softly. Raises NotFound, StaleVersion."""
        current = await self._settled(owner, memory_id, agent_id)
        require_version(current.version, if_version)
        result = await self._forget.forget(
            ForgetRequest(owner, memory_ids=(current.id,), agent_id=agent_id, reason="deleted by id", by=by)
        )
        if result.forgotten == 0:
            raise NotFound(UNKNOWN_MEMORY)
        return result

    async def history(self, owner: Owner, memory_id: UUID | None, *, agent_id: str | None) -> list[MemoryVersion]:
        """Return every version, newest first. Raises NotFound."""
        current = await self._settled(owner, memory_id, agent_id)
        return await self._store.history(owner, current.id)

    async def restore(self, owner: Owner, memory_id: UUID | None, *, agent_id: str | None, by: str = "") -> Memory:
        """Undo a soft forget within the grace period. Raises NotFound."""
        if memory_id is None:
            raise NotFound(UNKNOWN_MEMORY)
        memory = await self._store.restore(
            owner,
            memory_id,
            agent_id=agent_id,
            now=datetime.now(UTC),
            grace_seconds=self._routing.grace_seconds,
            by=by,
        )
        await self._show_in_window(owner, memory)
        await self._refresh_summary(owner, memory)
        return memory

    async def roll_back(
        self,
        owner: Owner,
        memory_id: UUID | None,
        version: int,
        *,
        agent_id: str | None,
        if_version: int | None,
        by: str = "",
    ) -> Memory:
        """Make a new version that says what an old one said. Raises NotFound, StaleVersion."""
        for old in await self.history(owner, memory_id, agent_id=agent_id):
            if old.version == version:
                changes = {
                    "content": old.content,
                    "type": old.type,
                    "importance": old.importance,
                    "subject": old.subject,
                    "metadata": old.metadata,
                    "pinned": old.pinned,
                    "expires_at": old.expires_at,
                }
                reason = f"rolled back to version {version}"
                return await self.change(
                    owner, memory_id, changes, agent_id=agent_id, if_version=if_version, reason=reason, by=by
                )
        raise NotFound(f"this memory has no version {version}")

    def _is_to_be_found(self, memory: Memory) -> bool:
        """Whether a memory gets a vector."""
        return memory.importance >= self._routing.importance_episodic or memory.pinned

    async def _find(self, owner: Owner, memory_id: UUID | None) -> Memory | None:
        if memory_id is None:
            return None
        now = datetime.now(UTC)
        for memory in await self._waiting(owner, now):
            if memory.id == memory_id:
                return memory
        try:
            return await self._store.get_memory(owner, memory_id, now=now)
        except NotFound:
            return None

    async def _settled(self, owner: Owner, memory_id: UUID | None, agent_id: str | None) -> Memory:
        """Return a memory after making sure that Postgres has it."""
        if memory_id is None:
            raise NotFound(UNKNOWN_MEMORY)
        await self._archiver.flush_owner(owner)
        memory = await self._store.get_memory(owner, memory_id, now=datetime.now(UTC))
        if not memory.seen_by(agent_id):
            raise NotFound(UNKNOWN_MEMORY)
        return memory

    async def _refresh_summary(self, owner: Owner, memory: Memory) -> None:
        """Show no summary that was made with a chat message as it was before."""
        if self._summaries is not None and memory.seq is not None and memory.session_id is not None:
            await self._summaries.refresh(owner, memory.session_id)

    async def _show_in_window(self, owner: Owner, memory: Memory) -> None:
        """Let the window show a chat message as it is now, if it is there.

        Read again after it was shown: what another call changed or erased in between is not left standing.
        """
        if memory.seq is None or memory.session_id is None or memory.layers != Layers.WORKING:
            return
        shown: Turn | None = None
        try:
            for _ in range(SHOWN_TRIES):
                turn = await self._store.find_turn(owner, memory.session_id, memory.seq)
                if turn is None:
                    await self._working.remove(owner, memory_ids=[first_part_id(memory.id, memory.part)])
                    return
                if turn == shown:
                    return
                await self._working.put_turn(owner, memory.session_id, turn)
                shown = turn
        except StoreUnavailable as error:
            log.warning("a window may show a message as it was before: %s", error)

    async def _waiting(self, owner: Owner, now: datetime) -> list[Memory]:
        """Return what Postgres may not have yet, as memories."""
        snapshot = await self._working.snapshot(owner, None)
        waiting = [saved_memory(owner, new) for new in snapshot.pending_memories]
        for session_id, turn in snapshot.pending_turns:
            waiting += [replace(memory, layers=Layers.WORKING) for memory in turn_memories(owner, session_id, turn)]
        return [memory for memory in waiting if memory.expires_at is None or memory.expires_at > now]


def require_version(current: int, if_version: int | None) -> None:
    """Raise StaleVersion unless the versions agree."""
    if if_version is not None and if_version != current:
        raise StaleVersion(f"the current version is {current}, not {if_version}")
