"""Records of background work that callers may ask for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from app.domain.models import Owner


@dataclass(frozen=True, slots=True)
class JobRecord:
    """What one call left to the background: the ids whose whereabouts tell how far it has come."""

    id: UUID
    created_at: datetime
    memory_ids: tuple[UUID, ...] = ()  # of turns and saved memories
    fact_ids: tuple[UUID, ...] = ()
    session_id: str | None = None  # set where a session was closed


class JobStore(Protocol):
    """Records of jobs, in Redis, for as long as people may ask for them."""

    async def put(self, owner: Owner, job: JobRecord, *, ttl_seconds: int) -> None:
        """Keep a job's record."""

    async def find(self, owner: Owner, job_id: UUID) -> JobRecord | None:
        """The record, or None when it is unknown, too old or of another owner."""


class FailedWork(Protocol):
    """What dead letters say of single ids."""

    async def find_error(self, owner: Owner, ids: Sequence[UUID]) -> str | None:
        """The error of the newest dead letter that holds one of these ids, as its class name only, or None."""
