"""What looking after a user's memories needs of the record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from app.domain.models import Owner, Visibility
from app.domain.retention import Held
from app.service.ports.forgetting import ForgetOutcome


@dataclass(frozen=True, slots=True)
class StatedMemory:
    """A saved memory that may say the same as another. `merged_from` are the sources of what was merged into it."""

    id: UUID
    version: int
    content: str
    type: str
    agent_id: str | None
    visibility: Visibility
    subject: str | None
    importance: float
    trust: float
    uses: int
    pinned: bool
    session_id: str | None
    merged_from: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PolicyReceipt:
    """A policy run of one user: when and why, and how many rows of it are still hidden; a long message has several."""

    receipt_id: UUID
    created_at: datetime
    reason: str
    hidden: int


class RetentionStore(Protocol):
    """One user's memories as policies see them. Every change is one transaction under the owner's lock."""

    async def due_owners(self, *, before: datetime, limit: int) -> list[Owner]:
        """Users that were not looked after since `before`, the longest ago first."""

    async def owners_after(self, after: UUID, *, tenant_id: str | None, limit: int) -> list[Owner]:
        """Users of a tenant (None: of all) in order of owner_id, behind this one."""

    async def done(self, owner: Owner, *, now: datetime) -> None:
        """Note that a user was looked after."""

    async def read_held(
        self, owner: Owner, *, now: datetime, session_ttl_seconds: int, limit: int
    ) -> tuple[list[Held], list[int]]:
        """What a policy weighs (nothing that a window still shows), and the days on which the user was active."""

    async def forget_faded(
        self, owner: Owner, faded: Sequence[Held], *, policy: Mapping[str, Any], reason: str, now: datetime
    ) -> ForgetOutcome | None:
        """Hide these memories, but what changed since it was read, and leave a receipt; None where nothing went."""

    async def undo(self, owner: Owner, receipt_id: UUID, *, now: datetime, grace_seconds: int, by: str = "") -> int:
        """Bring back what a policy run hid; returns how many rows came back."""

    async def policy_receipts(
        self, owner: Owner, *, now: datetime, grace_seconds: int, limit: int
    ) -> list[PolicyReceipt]:
        """The policy runs that can still be undone, newest first."""

    async def credit_uses(self, owner: Owner, *, now: datetime) -> int:
        """Raise the trust of what was used since the last time and not corrected; returns how many rose."""

    async def read_statements(self, owner: Owner, *, limit: int) -> list[StatedMemory]:
        """Saved memories, the ones to keep before others."""

    async def merge(self, owner: Owner, kept: StatedMemory, others: Sequence[StatedMemory], *, now: datetime) -> int:
        """Hide the others, with a receipt, and make them sources of the kept one; returns how many were hidden.

        Nothing happens (0) where the kept one changed since it was read.
        """
