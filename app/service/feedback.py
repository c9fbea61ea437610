"""Feedback: what callers say of recalled memories moves their trust."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from app.domain.errors import NotFound
from app.domain.models import Owner, Verdict
from app.service.memories import OwnerFlush
from app.service.ports import MemoryStore


class FeedbackService:
    """POST /v1/feedback."""

    def __init__(self, store: MemoryStore, archiver: OwnerFlush) -> None:
        self._store = store
        self._archiver = archiver

    async def give(
        self,
        owner: Owner,
        memory_ids: Sequence[UUID],
        verdict: Verdict,
        *,
        agent_id: str | None = None,
        note: str | None = None,
        by: str = "",
    ) -> int:
        """Move the trust of these memories and return how many were found (and seen by the agent).

        What is said to be wrong gets a version in its history, with the `note` and the id of the API key, `by`. Raises
        NotFound when none was.
        """
        moved = 0
        if memory_ids:
            await self._archiver.flush_owner(owner)
            moved = await self._store.move_trust(
                owner,
                memory_ids,
                verdict,
                agent_id=agent_id,
                now=datetime.now(UTC),
                reason=f"feedback: {verdict}" + (f": {note}" if note else ""),
                by=by,
            )
        if moved == 0:
            raise NotFound("none of these memories is known")
        return moved
