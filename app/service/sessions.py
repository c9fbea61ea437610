"""Sessions: which there are, how one stands, and closing one."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from app.domain.errors import NotFound, StoreUnavailable
from app.domain.ids import new_id
from app.domain.models import Card, CardEntry, Owner, SessionInfo, SessionSeed, Turn
from app.domain.summary.models import SessionSummary
from app.service.cursors import decode_cursor, encode_cursor
from app.service.ports import (
    Archive,
    EmbedQueue,
    ExtractStore,
    JobRecord,
    JobStore,
    MemoryStore,
    WorkingMemory,
    WorkingSnapshot,
)
from app.service.summary_view import SummaryView

UNKNOWN_SESSION = "there is no such session"


@dataclass(frozen=True, slots=True)
class SessionPage:
    """One page of sessions, most recently active first."""

    sessions: tuple[SessionInfo, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class SessionPending:
    """What a session still waits for; all zero means settled."""

    archive: int
    embed: int
    extract: int = 0
    summarise: int = 0


@dataclass(frozen=True, slots=True)
class SessionView:
    """How a session stands."""

    rounds: int
    window: tuple[Turn, ...]
    facts: dict[str, CardEntry]
    pending: SessionPending
    last_active_at: datetime | None
    closed_at: datetime | None
    summary: SessionSummary | None = None


@dataclass(frozen=True, slots=True)
class SessionPolicy:
    """The settings that sessions go by. `model` None: nothing is embedded."""

    window_rounds: int
    session_ttl_seconds: int
    job_ttl_seconds: int
    model: str | None


class SessionsService:
    """GET /v1/sessions, GET /v1/session, POST /v1/session/close."""

    def __init__(
        self,
        working: WorkingMemory,
        archive: Archive,
        memories: MemoryStore,
        embed_queue: EmbedQueue,
        jobs: JobStore,
        policy: SessionPolicy,
        summaries: SummaryView,
        *,
        extraction: ExtractStore | None = None,
    ) -> None:
        """`extraction` None: nothing is read for facts."""
        self._working = working
        self._archive = archive
        self._memories = memories
        self._embed_queue = embed_queue
        self._jobs = jobs
        self._policy = policy
        self._summaries = summaries
        self._extraction = extraction

    async def list_sessions(self, owner: Owner, *, limit: int, cursor: str | None) -> SessionPage:
        """Return a page of sessions, those that still wait for the archive included."""
        after = decode_cursor(cursor) if cursor is not None else None
        pending = await self._working.read_pending(owner)
        waiting = [
            SessionInfo(session.session_id, session.rounds, session.last_active_at, session.closed_at)
            for session in pending.sessions
        ]
        found = await self._memories.list_sessions(owner, limit=limit + 1 + len(waiting), after=after)
        by_id = {session.session_id: session for session in found}
        by_id.update({session.session_id: session for session in waiting})
        ordered = sorted(by_id.values(), key=_activity, reverse=True)
        if after is not None:
            ordered = [session for session in ordered if _activity(session) < after]
        page = tuple(ordered[:limit])
        more = len(ordered) > limit
        return SessionPage(page, encode_cursor(page[-1].last_active_at, page[-1].session_id) if more else None)

    async def get_session(self, owner: Owner, session_id: str) -> SessionView:
        """Return window, facts and what a session waits for. Raises NotFound."""
        snapshot = await self._working.snapshot(owner, session_id)
        window, rounds, card = snapshot.window, _rounds(snapshot.window), snapshot.card
        last_active_at, closed_at = snapshot.last_active_at, snapshot.closed_at
        waiting = _waiting(snapshot, session_id)
        if window is None or card is None:
            window, card, known = await self._lay(owner, session_id, snapshot)
            rounds = _rounds(window)
            last_active_at = last_active_at or (known.last_active_at if known else None)
            closed_at = closed_at or (known.closed_at if known else None)
            if known is None and not (window or waiting or card.session):
                await self._require_memories(owner, session_id)
        embed = 0
        if self._policy.model is not None:
            embed = await self._embed_queue.count_unembedded(owner, session_id, model=self._policy.model)
        state = await self._summaries.state(owner, session_id)
        pending = SessionPending(
            len(waiting),
            embed,
            extract=await self._unread(owner, session_id, snapshot),
            summarise=state.waiting_messages if state and state.due else 0,
        )
        summary = state.summary if state is not None else None
        return SessionView(rounds, window, card.merged(), pending, last_active_at, closed_at, summary)

    async def close(self, owner: Owner, session_id: str) -> UUID:
        """Close a session: its whole window is archived now. Returns the job. Raises NotFound."""
        now = datetime.now(UTC)
        snapshot = await self._working.snapshot(owner, session_id)
        seed, waiting = SessionSeed(), _waiting(snapshot, session_id)
        if snapshot.window is None:
            seed = await self._seed(owner, session_id, now)
            if not (seed.last_seq or waiting or await self._memories.find_session(owner, session_id)):
                await self._require_memories(owner, session_id)
        await self._working.close_session(owner, session_id, now=now, seed=seed)
        job = JobRecord(new_id(), now, memory_ids=waiting, session_id=session_id)
        await self._jobs.put(owner, job, ttl_seconds=self._policy.job_ttl_seconds)
        return job.id

    async def _unread(self, owner: Owner, session_id: str, snapshot: WorkingSnapshot) -> int:
        """Return how many messages of a session wait to be read for facts, in Redis and in Postgres."""
        if self._extraction is None:
            return 0
        unarchived = sum(session == session_id for session, _ in snapshot.pending_turns)
        return unarchived + await self._extraction.count_waiting(owner, session_id)

    async def _lay(
        self, owner: Owner, session_id: str, snapshot: WorkingSnapshot
    ) -> tuple[tuple[Turn, ...], Card, SessionInfo | None]:
        """Read from Postgres what Redis does not hold, lay it, and return what holds now."""
        now = datetime.now(UTC)
        seed = await self._seed(owner, session_id, now) if snapshot.window is None else None
        card = await self._archive.card(owner, session_id) if snapshot.card is None else snapshot.card
        known = await self._memories.find_session(owner, session_id)
        if known is not None and (seed is None or seed.last_seq):
            await self._working.lay(owner, session_id, seed, card if snapshot.card is None else None)
        if seed is None:
            return snapshot.window or (), card, known
        return (seed.turns if seed.closed_at is None else ()), card, known

    async def _require_memories(self, owner: Owner, session_id: str) -> None:
        """Raise NotFound for a session that nothing was said in and no memory or fact comes from."""
        if await self._memories.has_memories_of(owner, session_id, now=datetime.now(UTC)):
            return
        if not (await self._archive.card(owner, session_id)).session:
            raise NotFound(UNKNOWN_SESSION)

    async def _seed(self, owner: Owner, session_id: str, now: datetime) -> SessionSeed:
        return await self._archive.session_seed(
            owner,
            session_id,
            rounds=self._policy.window_rounds,
            active_after=now - timedelta(seconds=self._policy.session_ttl_seconds),
        )


def _waiting(snapshot: WorkingSnapshot, session_id: str) -> tuple[UUID, ...]:
    """Return the ids of the turns and memories of a session that Postgres may not have yet."""
    turns = tuple(turn.id for session, turn in snapshot.pending_turns if session == session_id)
    return turns + tuple(memory.id for memory in snapshot.pending_memories if memory.session_id == session_id)


def _rounds(window: tuple[Turn, ...] | None) -> int:
    return len({turn.round_no for turn in window or ()})


def _activity(session: SessionInfo) -> tuple[datetime, str]:
    return session.last_active_at, session.session_id


__all__ = [
    "SessionPage",
    "SessionPending",
    "SessionPolicy",
    "SessionView",
    "SessionsService",
    "StoreUnavailable",
]
