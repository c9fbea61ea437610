"""Reading and changing memories and facts in the record."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from app.domain.models import (
    FactVersion,
    LayerName,
    Memory,
    MemoryVersion,
    NewFact,
    Owner,
    SavedStatus,
    SessionInfo,
    Turn,
    Verdict,
)
from app.service.ports.archive import PieceRow


class MemoryStore(Protocol):
    """Reading and changing memories one at a time."""

    async def list_memories(
        self,
        owner: Owner,
        *,
        agent_id: str | None,
        layer: LayerName | None,
        type: str | None,
        session_id: str | None,
        subject: str | None,
        limit: int,
        after: tuple[datetime, UUID] | None,
        now: datetime,
        session_ttl_seconds: int,
    ) -> list[Memory]:
        """Visible memories, newest first (created_at, id); `after` continues behind that place."""

    async def get_memory(self, owner: Owner, memory_id: UUID, *, now: datetime) -> Memory:
        """One visible memory, or NotFound."""

    async def patch_memory(
        self,
        owner: Owner,
        memory_id: UUID,
        changes: Mapping[str, Any],
        *,
        pieces: Sequence[PieceRow] | None,
        content_hash: bytes | None,
        if_version: int | None,
        now: datetime,
        reason: str,
        by: str = "",
    ) -> Memory:
        """Make a new version; the old one goes into history. `pieces` replace the old ones where the content changed.

        `by`, here and below, is the id of the API key that asks. Raises NotFound, StaleVersion.
        """

    async def history(self, owner: Owner, memory_id: UUID) -> list[MemoryVersion]:
        """Every version, newest first, or NotFound."""

    async def restore(
        self, owner: Owner, memory_id: UUID, *, agent_id: str | None, now: datetime, grace_seconds: int, by: str = ""
    ) -> Memory:
        """Undo a soft forget within the grace period. NotFound (nothing is restored) where the agent may not see it."""

    async def move_trust(
        self,
        owner: Owner,
        memory_ids: Sequence[UUID],
        verdict: Verdict,
        *,
        agent_id: str | None = None,
        now: datetime,
        reason: str = "",
        by: str = "",
    ) -> int:
        """Apply feedback (helpful: trust + 0.2 × (1 - trust); wrong: trust × 0.4); returns how many were found.

        What is private to another agent than `agent_id` is not. `wrong` is a version in history, for this `reason`.
        """

    async def count_access(self, accesses: Mapping[Owner, Mapping[UUID, int]], *, now: datetime) -> None:
        """Add to access counts, in one statement for all."""

    async def list_sessions(self, owner: Owner, *, limit: int, after: tuple[datetime, str] | None) -> list[SessionInfo]:
        """Sessions, most recently active first (last_active_at, session_id)."""

    async def find_session(self, owner: Owner, session_id: str) -> SessionInfo | None:
        """One session, or None when Postgres knows none of this name."""

    async def find_turn(self, owner: Owner, session_id: str, seq: int) -> Turn | None:
        """A visible message whole, its parts joined, or None."""

    async def has_memories_of(self, owner: Owner, session_id: str, *, now: datetime) -> bool:
        """Whether any visible memory comes from this session."""


class FactStore(Protocol):
    """Fact versions. All writes are one transaction under the owner's lock."""

    async def put_facts(
        self, owner: Owner, facts: Sequence[NewFact], *, if_version: int | None = None
    ) -> dict[UUID, tuple[SavedStatus, int]]:
        """Insert versions in order of `valid_from`; retracted ones (DELETE) end the current version.

        `if_version`: only if the card shows this version of each; else raises StaleVersion.
        """

    async def fact_history(self, owner: Owner, session_id: str | None, key: str) -> list[FactVersion]:
        """Every version, newest (by version) first; empty when unknown."""
