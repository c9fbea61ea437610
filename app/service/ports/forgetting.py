"""Forgetting in the record."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from app.domain.models import Owner


@dataclass(frozen=True, slots=True)
class ForgetSelection:
    """Selectors of one forget, combined with AND; `query_ids` is what the query selected, None without one.

    What is private to another agent than `agent_id` is not selected, unless `everything` or a whole session is.
    """

    session_id: str | None
    memory_ids: tuple[UUID, ...]
    fact_keys: tuple[str, ...]
    types: tuple[str, ...]
    query_ids: frozenset[UUID] | None
    before: datetime | None
    everything: bool
    agent_id: str | None = None


@dataclass(frozen=True, slots=True)
class ForgetOutcome:
    """What was (or, in a dry run, would be) forgotten."""

    receipt_id: UUID
    by_layer: dict[str, int]
    memory_ids: tuple[UUID, ...]
    facts: tuple[tuple[str | None, str], ...]
    session_ids: tuple[str, ...]
    everything: bool = False  # the whole user went
    summaries: tuple[str, ...] = ()  # sessions whose running summary covered what went
    version: int = 0  # of the owner as of this change


class Forgetting(Protocol):
    """Soft forgetting, erasure, expiry and purge."""

    async def forget(
        self,
        owner: Owner,
        selection: ForgetSelection,
        *,
        erase: bool,
        dry_run: bool,
        reason: str,
        now: datetime,
        session_ttl_seconds: int,
        by: str = "",
    ) -> ForgetOutcome:
        """One transaction under the owner's lock: tombstones, rows, receipt (with the Redis deletes still open)."""

    async def receipt_done(self, owner: Owner, receipt_id: UUID) -> None:
        """Note that the Redis deletes of a receipt were confirmed."""

    async def open_receipts(self, *, limit: int) -> list[tuple[Owner, ForgetOutcome, bool]]:
        """Receipts whose Redis deletes are unconfirmed (owner, what to delete, whether it was the whole user)."""

    async def purge(self, *, now: datetime, grace_seconds: int, limit: int) -> list[tuple[Owner, tuple[UUID, ...]]]:
        """Delete for good what is past its grace period or expiry; returns what went, by owner."""
