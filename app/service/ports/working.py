"""What the use cases need of working memory (Redis): windows, cards, the queue to the record."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from app.domain.models import (
    Card,
    CardEntry,
    NewFact,
    NewMemory,
    NewTurn,
    Owner,
    SavedStatus,
    SessionSeed,
    Turn,
    WindowStats,
)
from app.domain.summary.models import SessionSummary
from app.service.ports.jobs import JobRecord


@dataclass(frozen=True, slots=True)
class AppendOutcome:
    """What one append did: a status and an id for each turn, memory and fact given, in that order.

    A duplicate message answers with the id of the first one.
    """

    turns: tuple[tuple[UUID, SavedStatus], ...]
    memories: tuple[tuple[UUID, SavedStatus], ...]
    facts: tuple[tuple[UUID, SavedStatus, int], ...]  # id, status, version (0 while Postgres has not numbered it)
    window: WindowStats
    waiting: int = 0  # entries that wait for Postgres: of this session, and of the owner outside sessions
    before: tuple[bytes, ...] = ()  # what `take_back` needs to know of the session


@dataclass(frozen=True, slots=True)
class PendingSession:
    """A session's turns that Postgres may not have yet, and the state of its window."""

    session_id: str
    turns: tuple[Turn, ...]
    last_seq: int
    rounds: int
    window_start_seq: int
    last_active_at: datetime
    closed_at: datetime | None
    revision: int = 0  # of the session's state when it was read, for `confirm`


@dataclass(frozen=True, slots=True)
class PendingWork:
    """What waits of one owner in Redis for Postgres. A session that was only closed comes without turns."""

    owner: Owner
    sessions: tuple[PendingSession, ...] = ()
    memories: tuple[NewMemory, ...] = ()
    facts: tuple[NewFact, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sessions or self.memories or self.facts)

    @property
    def entries(self) -> int:
        """How many turns, memories and facts there are."""
        return sum(len(session.turns) for session in self.sessions) + len(self.memories) + len(self.facts)


@dataclass(frozen=True, slots=True)
class WorkingSnapshot:
    """One reading of an owner's working memory.

    `window` is the asked session's window in the order said (None: Redis does not hold this session, ask Postgres).
    `card` is None where Redis does not hold the user's (or the session's) card. `pending_*` is everything of all
    sessions that Postgres may not have yet. `summary` is the asked session's, where Redis holds one.
    """

    window: tuple[Turn, ...] | None
    rounds: int
    card: Card | None
    pending_turns: tuple[tuple[str, Turn], ...]  # (session id, turn), a session's in order of seq
    pending_memories: tuple[NewMemory, ...]
    last_active_at: datetime | None = None
    closed_at: datetime | None = None
    pending_facts: tuple[NewFact, ...] = ()
    summary: SessionSummary | None = None


class WorkingMemory(Protocol):
    """Sliding windows, fact cards and the queue to Postgres, per owner, in Redis."""

    async def append(
        self,
        owner: Owner,
        *,
        session_id: str | None,
        turns: Sequence[NewTurn],
        memories: Sequence[NewMemory],
        facts: Sequence[NewFact],
        now: datetime,
        due_at: datetime,
        seed: SessionSeed | None = None,
        card: Card | None = None,
        force: bool = False,
        provisional: bool = False,
        job: JobRecord | None = None,
        job_ttl_seconds: int = 0,
    ) -> AppendOutcome | None:
        """Append in one Lua script, mark the owner due and keep the job's record, in one round trip.

        None: Redis does not hold this session (or, with facts, the card): call again with `seed` and `card` from
        Postgres, or with `force` when Postgres cannot be asked. A `seed` or `card` for something that Redis has got
        in the meantime is ignored. `provisional`: facts wait without going onto the card, and `take_back` can undo it.
        """

    async def take_back(
        self,
        owner: Owner,
        outcome: AppendOutcome,
        *,
        session_id: str | None,
        turns: Sequence[NewTurn],
        memories: Sequence[NewMemory],
        facts: Sequence[NewFact],
    ) -> None:
        """Undo a provisional append: the same entries, and what it answered. Idempotent."""

    async def snapshot(self, owner: Owner, session_id: str | None) -> WorkingSnapshot:
        """Read the window and card of a session and what waits of the whole owner, in one round trip."""

    async def lay(self, owner: Owner, session_id: str | None, seed: SessionSeed | None, card: Card | None) -> None:
        """Put what Postgres knew of a session or card into Redis, unless Redis has it by now."""

    async def put_card(self, owner: Owner, session_id: str | None, entries: Mapping[str, CardEntry | None]) -> None:
        """Lay entries that Postgres has confirmed onto the card (None removes the key), if the card is held."""

    async def put_turn(self, owner: Owner, session_id: str, turn: Turn) -> None:
        """Show a turn as Postgres has it, where the window holds it or lost it to a `remove`."""

    async def close_session(self, owner: Owner, session_id: str, *, now: datetime, seed: SessionSeed) -> None:
        """Empty the window (all of it now waits for the archive), mark the session closed and the owner due."""

    async def claim_due(self, *, limit: int, lease_seconds: float, now: datetime) -> list[tuple[Owner, int]]:
        """Take owners whose time has come under a lease; with each the number of earlier failed tries."""

    async def read_pending(self, owner: Owner) -> PendingWork:
        """All of one owner that waits for Postgres."""

    async def confirm(self, work: PendingWork, *, dropped: Sequence[UUID] = ()) -> None:
        """Trim what Postgres has stored, up to what it reported and never more.

        `dropped` are turns that Postgres already had under another seq, or refused by a tombstone: they leave the
        window too. Releases the lease unless something new came in the meantime.
        """

    async def hasten(self, owner: Owner, *, due_at: datetime) -> None:
        """Make an owner due at this time, unless it is due earlier."""

    async def release(self, owner: Owner, *, due_at: datetime, failed: bool) -> None:
        """Give an owner back to the queue, due at `due_at`; `failed` counts a try."""

    async def remove(
        self,
        owner: Owner,
        *,
        memory_ids: Sequence[UUID] = (),
        session_ids: Sequence[str] = (),
        facts: Sequence[tuple[str | None, str]] = (),
        everything: bool = False,
        summaries: Sequence[str] = (),
        version: int = 0,
    ) -> None:
        """Delete from windows, queues and cards; idempotent. `facts` are (session id or None, key).

        `summaries` are the sessions whose running summary is gone; none that was made before the owner had `version`
        is shown again.
        """

    async def put_summary(self, owner: Owner, session_id: str, summary: SessionSummary | None, *, version: int) -> None:
        """Show a summary (None: there is none) with the session, where that is held and nothing newer is known."""

    def waiting_owners(self) -> AsyncIterator[Owner]:
        """Every owner of whom something waits for Postgres, also under a lease or held back; one may come twice."""

    async def queue_stats(self, now: datetime) -> Mapping[str, float]:
        """`due`, `leased`, `held` (counts) and `oldest_seconds`, how overdue the oldest entry is."""


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The first answer given under an Idempotency-Key."""

    status: int
    body: bytes


class IdempotencyKeys(Protocol):
    """Idempotency-Key per owner, in Redis."""

    async def begin(self, owner: Owner, key: str, body_hash: str, ttl_seconds: int) -> StoredAnswer | None:
        """Reserve the key (None), or return the first answer. Raises IdempotencyConflict as the contract says."""

    async def finish(self, owner: Owner, key: str, body_hash: str, answer: StoredAnswer, ttl_seconds: int) -> None:
        """Keep the answer."""

    async def abandon(self, owner: Owner, key: str, body_hash: str) -> None:
        """Free a key whose call failed."""
