"""Save: score and route what was said, append it to working memory in one step, and let the background do the rest.

In `async` and `batch` mode nothing but Redis is asked, unless Redis does not hold the session. `sync` archives and
embeds before it answers.
"""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from app.domain.errors import EmbedderUnavailable, StoreUnavailable
from app.domain.ids import new_id, part_id
from app.domain.importance import score_importance
from app.domain.models import Card, LayerName, NewFact, NewMemory, NewTurn, SavedStatus, SessionSeed
from app.service.archive import Archiver
from app.service.embed import EmbedService
from app.service.insight import Insight
from app.service.layers import layer_names, layers_for
from app.service.ports import AppendOutcome, Archive, ArchiveOutcome, JobRecord, WorkingMemory
from app.service.prepare import part_count
from app.service.requests import MemoryGiven, MessageGiven, SavedEntry, SaveRequest, SaveResult

log = logging.getLogger(__name__)

FACT_IMPORTANCE = 0.9
"""A fact that the caller states is a key fact."""

JOB_TTL_SECONDS = 86_400
_LAYINGS = 2
SYNC_HEAD_START_SECONDS = 2.0
"""A `sync` save archives by itself; only if its process dies does the worker have to."""


@dataclass(frozen=True, slots=True)
class SavePolicy:
    """The settings that save goes by."""

    window_rounds: int
    session_ttl_seconds: int
    importance_semantic: float
    importance_episodic: float
    flush_interval_seconds: float
    flush_buffer_size: int


@dataclass(frozen=True, slots=True)
class _Batch:
    """What one request puts into working memory."""

    turns: tuple[NewTurn, ...]
    memories: tuple[NewMemory, ...]
    facts: tuple[NewFact, ...]


class SaveService:
    """The `save` verb."""

    def __init__(
        self,
        working: WorkingMemory,
        archive: Archive,
        archiver: Archiver,
        embed: EmbedService,
        insight: Insight,
        policy: SavePolicy,
    ) -> None:
        self._working = working
        self._archive = archive
        self._archiver = archiver
        self._embed = embed
        self._insight = insight
        self._policy = policy

    async def save(self, request: SaveRequest) -> SaveResult:
        """Save messages, memories and facts. Raises StoreUnavailable when a crash could lose what would be answered."""
        now = datetime.now(UTC)
        with self._insight.timed("score"):
            batch = self._score(request, now)
        if request.mode == "sync":
            await self._archive.ping()
        job = _job(batch, now)
        with self._insight.timed("redis"):
            outcome = await self._append(request, batch, job, now)
        if request.mode == "batch" and outcome.waiting >= self._policy.flush_buffer_size:
            await self._working.hasten(request.owner, due_at=now)
        stored, settled = None, False
        if request.mode == "sync":
            stored, settled = await self._settle(request, batch, outcome)
        return SaveResult(_entries(request, batch, outcome, stored, settled=settled), outcome.window, job.id)

    def _score(self, request: SaveRequest, now: datetime) -> _Batch:
        turns: list[NewTurn] = []
        previous: str | None = None
        for message in request.messages:
            turns.append(_turn(message, request.agent_id, previous, now))
            previous = message.content
        memories = tuple(self._memory(given, request, now) for given in request.memories)
        valid_from = max(
            (turn.created_at for turn, given in zip(turns, request.messages, strict=True) if given.created_at),
            default=now,
        )
        scope = request.session_id if request.facts_scope == "session" else None
        source = {"session_id": request.session_id} if request.session_id else {}
        facts = tuple(
            NewFact(new_id(), key, value, scope, valid_from, now, 1.0, source, "saved")
            for key, value in request.facts.items()
        )
        return _Batch(tuple(turns), memories, facts)

    def _memory(self, given: MemoryGiven, request: SaveRequest, now: datetime) -> NewMemory:
        importance = given.importance
        if importance is None:
            importance = score_importance(given.content, role="user", type=given.type).value
        policy = self._policy
        return NewMemory(
            id=new_id(),
            content=given.content,
            type=given.type,
            importance=importance,
            layers=layers_for(
                importance,
                semantic=policy.importance_semantic,
                episodic=policy.importance_episodic,
                pinned=given.pinned,
            ),
            session_id=request.session_id,
            agent_id=request.agent_id,
            visibility=given.visibility,
            subject=given.subject,
            metadata=given.metadata,
            created_at=now,
            occurred_at=given.occurred_at,
            expires_at=_expiry(now, given.ttl_seconds),
            working_until=now + timedelta(seconds=policy.session_ttl_seconds),
            pinned=given.pinned,
        )

    async def _append(self, request: SaveRequest, batch: _Batch, job: JobRecord, now: datetime) -> AppendOutcome:
        """Append in one round trip; a session that Redis does not hold is laid from Postgres first, if it answers."""
        waits = {"async": 0.0, "batch": self._policy.flush_interval_seconds, "sync": SYNC_HEAD_START_SECONDS}
        wait = waits[request.mode]
        due_at = now + timedelta(seconds=wait)
        seed: SessionSeed | None = None
        card: Card | None = None
        force = False
        for attempt in range(_LAYINGS + 1):
            outcome = await self._working.append(
                request.owner,
                session_id=request.session_id,
                turns=batch.turns,
                memories=batch.memories,
                facts=batch.facts,
                now=now,
                due_at=due_at,
                seed=seed,
                card=card,
                force=force,
                provisional=request.mode == "sync",
                job=job,
                job_ttl_seconds=JOB_TTL_SECONDS,
            )
            if outcome is not None:
                return outcome
            seed, card = await self._lay(request, now)
            # What was laid is refused where a forget came in between; without Postgres there is nothing to lay.
            force = attempt + 1 == _LAYINGS or (seed is None and card is None)
        raise StoreUnavailable("Redis")

    async def _lay(self, request: SaveRequest, now: datetime) -> tuple[SessionSeed | None, Card | None]:
        active_after = now - timedelta(seconds=self._policy.session_ttl_seconds)
        try:
            seed = None
            if request.session_id is not None:
                seed = await self._archive.session_seed(
                    request.owner, request.session_id, rounds=self._policy.window_rounds, active_after=active_after
                )
            card = await self._archive.card(request.owner, request.session_id) if request.facts else None
        except StoreUnavailable:
            log.info("a session starts without its past: Postgres is away")
            return None, None
        return seed, card

    async def _settle(
        self, request: SaveRequest, batch: _Batch, outcome: AppendOutcome
    ) -> tuple[ArchiveOutcome | None, bool]:
        """Archive and embed now; returns what was stored, and whether it is searchable by meaning.

        If Postgres goes away in between, what was appended is taken back: a refused call stores nothing. If only the
        embedder is away, the save stands, and the vectors follow.
        """
        try:
            stored = await self._archiver.flush_owner(request.owner)
        except StoreUnavailable:
            await self._working.take_back(
                request.owner,
                outcome,
                session_id=request.session_id,
                turns=batch.turns,
                memories=batch.memories,
                facts=batch.facts,
            )
            raise
        if any(stored is None or fact.id not in stored.facts for fact in batch.facts):
            await self._show_facts(request, batch)
        parts = [part_id(turn.id, part) for turn in batch.turns for part in range(part_count(turn.content))]
        ids = [*parts, *(memory.id for memory in batch.memories)]
        try:
            await self._embed.embed_memories(request.owner, ids)
        except EmbedderUnavailable as error:
            log.warning("a sync save is stored and answered without its vectors: %s", error.detail)
            return stored, False
        return stored, True

    async def _show_facts(self, request: SaveRequest, batch: _Batch) -> None:
        """Lay the call's facts onto the card: another archiver has stored them, and may not have come to that yet."""
        card = await self._archive.card(request.owner, request.session_id)
        scope = request.session_id if request.facts_scope == "session" else None
        entries = card.user if scope is None else card.session
        await self._working.put_card(
            request.owner, scope, {fact.key: entries[fact.key] for fact in batch.facts if fact.key in entries}
        )


def _turn(given: MessageGiven, agent_id: str | None, previous: str | None, now: datetime) -> NewTurn:
    return NewTurn(
        id=new_id(),
        role=given.role,
        content=given.content,
        message_id=given.message_id,
        name=given.name,
        created_at=given.created_at or now,
        importance=score_importance(given.content, role=given.role, previous=previous).value,
        agent_id=agent_id,
    )


def _job(batch: _Batch, now: datetime) -> JobRecord:
    """Return the record of this save's background work. Duplicates count as done: they are nowhere."""
    return JobRecord(
        id=new_id(),
        created_at=now,
        memory_ids=(*(turn.id for turn in batch.turns), *(memory.id for memory in batch.memories)),
        fact_ids=tuple(fact.id for fact in batch.facts),
    )


def _expiry(now: datetime, ttl_seconds: int | None) -> datetime | None:
    """Return when a memory expires; a life beyond the calendar's end is no expiry."""
    if ttl_seconds is None:
        return None
    try:
        return now + timedelta(seconds=ttl_seconds)
    except OverflowError:
        return None


def _entries(
    request: SaveRequest, batch: _Batch, outcome: AppendOutcome, stored: ArchiveOutcome | None, *, settled: bool
) -> tuple[SavedEntry, ...]:
    """Return an entry for each message, memory and fact, in the order given."""
    entries = [
        SavedEntry(id, "message", "conversation", turn.importance, ("working",), status, 1)
        for turn, (id, status) in zip(batch.turns, outcome.turns, strict=True)
    ]
    for memory, given, (id, status) in zip(batch.memories, request.memories, outcome.memories, strict=True):
        known, final = _final_memory(id, status, stored, settled=settled)
        held = stored.layers.get(id, memory.layers) if stored is not None else memory.layers
        entries.append(SavedEntry(known, "memory", given.type, memory.importance, layer_names(held), final, 1))
    for id, status, version in outcome.facts:
        if stored is not None:
            status, version = stored.facts.get(id, (status, version))
        elif request.mode != "sync" and not version:
            status = "queued"  # Postgres numbers it, and says what it takes the place of
        layers: tuple[LayerName, ...] = ("working", "semantic")
        entries.append(SavedEntry(id, "fact", "fact", FACT_IMPORTANCE, layers, status, version))
    return tuple(entries)


def _final_memory(
    id: UUID, status: SavedStatus, stored: ArchiveOutcome | None, *, settled: bool
) -> tuple[UUID, SavedStatus]:
    if stored is not None and id in stored.reinforced:
        return stored.reinforced[id], "reinforced"
    if status == "duplicate":
        return id, status
    return id, "stored" if settled else "queued"
