"""Sliding windows, fact cards and what waits for Postgres, per owner, in Redis: `WorkingMemory` of the ports.

Every method is one round trip (`confirm` and `close_session` at most two; on a cluster, appending and closing take two
more) and one atomic script. All of an owner's
keys stay without an expiry while something of theirs waits for Postgres.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from app.adapters.redis import codec
from app.adapters.redis.append_arguments import (
    append_arguments,
    card_arguments,
    read_outcome,
    session_digest,
    take_back_arguments,
)
from app.adapters.redis.client import RedisClient
from app.adapters.redis.due_queue import DueQueue
from app.adapters.redis.jobs import put_job
from app.adapters.redis.keys import Keys
from app.adapters.redis.scripts import Argument, Command, RedisScripts, evaluate
from app.adapters.redis.summary_codec import decode_summary, encode_summary
from app.domain.models import Card, CardEntry, NewFact, NewMemory, NewTurn, Owner, SessionSeed, Turn
from app.domain.summary.models import SessionSummary
from app.service.ports import AppendOutcome, JobRecord, PendingSession, PendingWork, WorkingSnapshot
from app.settings import Settings

_MESSAGE_IDS_KEPT = 10_000
"""Message ids in one generation; a session remembers two. Older repetitions are found by Postgres."""
_SAFETY: Final = timedelta(seconds=60)
"""On a cluster: how late an append is found whose process died before it could mark its owner."""
_READ_TURNS = 5_000
_READ_BYTES = 8 << 20
"""Most turns of one reading for Postgres, and about how large they are together; the rest is due again at once."""


class RedisWorkingMemory:
    """`WorkingMemory` on a Redis or Valkey server of version 6.2 or later, or a cluster of them."""

    def __init__(self, client: RedisClient, settings: Settings) -> None:
        self._scripts = RedisScripts(client)
        self._keys = Keys(settings.redis_prefix)
        self._queue = DueQueue(self._scripts, self._keys, longest_wait_seconds=settings.flush_interval_seconds)
        self._ttl_seconds = settings.session_ttl_seconds
        self._limits = (settings.window_rounds, settings.session_ttl_seconds, _MESSAGE_IDS_KEPT)

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
        """Append, mark the owner due and keep the job's record, all or nothing.

        None: lay the session or the card first (see the port).

        Memories answer `queued` (Postgres says whether they reinforce another), facts too where no card is held; a
        fact's version is 0 unless it says again what the card says. Not sent anew after a lost connection, because a
        message without an id would count twice. Raises ValueError for turns without a session.
        """
        if turns and session_id is None:
            raise ValueError("turns need a session_id")
        entries = (turns, memories, facts)
        arguments = append_arguments(
            owner,
            session_id,
            entries,
            now=now,
            limits=self._limits,
            seed=seed,
            card=card,
            force=force,
            provisional=provisional,
        )
        script = evaluate("append", [self._keys.owner(owner)], arguments)
        jobs = put_job(self._keys, owner, job, job_ttl_seconds) if job is not None else []
        reply = await self._send_marked(script, owner, due_at, jobs, again=False)
        return None if reply is None else read_outcome(reply, turns, memories, facts)

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
        """Undo a provisional append, message ids included; what others have appended since stays."""
        entries = (turns, memories, facts)
        arguments = take_back_arguments(outcome, session_id, entries, ttl_seconds=self._ttl_seconds)
        await self._scripts.run("take_back", [self._keys.owner(owner)], *arguments)

    async def _send_marked(
        self, script: Command, owner: Owner, due_at: datetime, more: Sequence[Command] = (), *, again: bool = True
    ) -> Any:
        """Run a script, make the owner due and send more commands, all or nothing; return the script's reply.

        The mark comes after the script: marked before, a worker could look too early and forget the owner. On a cluster
        the queue lives on another node, and there is no transaction over two: a mark for later goes before, so that
        what a process leaves behind that dies in between is found then.
        """
        mark = self._queue.mark(owner, due_at)
        if not self._scripts.clustered:
            return (await self._scripts.send([script, mark, *more], atomic=True, again=again))[0]
        await self._scripts.send([self._queue.mark(owner, datetime.now(UTC) + _SAFETY)])
        reply = (await self._scripts.send([script, *more], atomic=True, again=again))[0]
        await self._scripts.send([mark])
        return reply

    async def snapshot(self, owner: Owner, session_id: str | None) -> WorkingSnapshot:
        """Read the window and cards of a session and what waits of the whole owner. `rounds` counts the window's."""
        reply = await self._scripts.run("snapshot", [self._keys.owner(owner)], session_digest(session_id))
        state, raw_turns, user_card, session_card, others, memories, facts = reply
        turns = tuple(map(codec.decode_turn, raw_turns))
        waiting = [(other.decode(), codec.decode_turn(raw)) for other, raws in others for raw in raws]
        held = user_card is not None and (session_id is None or session_card is not None)
        card = Card(codec.decode_card(user_card), codec.decode_card(session_card or ())) if held else None
        pending_memories, pending_facts = codec.decode_memories(memories), codec.decode_facts(facts)
        if state is None or session_id is None:
            return WorkingSnapshot(None, 0, card, tuple(waiting), pending_memories, pending_facts=pending_facts)
        count, flushed, rounds, active, closed, summary = state
        return WorkingSnapshot(
            window=turns[len(turns) - int(count) :],
            rounds=int(rounds),
            card=card,
            pending_turns=tuple((session_id, turn) for turn in turns[int(flushed) :]) + tuple(waiting),
            pending_memories=pending_memories,
            last_active_at=codec.optional_time(active),
            closed_at=codec.optional_time(closed),
            pending_facts=pending_facts,
            summary=decode_summary(summary),
        )

    async def lay(self, owner: Owner, session_id: str | None, seed: SessionSeed | None, card: Card | None) -> None:
        """Put what Postgres knew of a session or card into Redis, unless Redis has it by now."""
        active = seed.last_active_at if seed is not None else None
        if active is None and seed is not None and seed.turns:
            active = seed.turns[-1].created_at
        arguments = append_arguments(
            owner, session_id, ((), (), ()), now=active, limits=self._limits, seed=seed, card=card
        )
        await self._scripts.run("append", [self._keys.owner(owner)], *arguments)

    async def put_card(self, owner: Owner, session_id: str | None, entries: Mapping[str, CardEntry | None]) -> None:
        """Lay entries that Postgres has confirmed onto the card (None removes the key), if the card is held.

        A newer value that still waits for Postgres stays.
        """
        flat = card_arguments({key: entry for key, entry in entries.items() if entry is not None})
        for key, entry in entries.items():
            if entry is None:
                flat += (key, "")
        await self._scripts.run("put_card", [self._keys.owner(owner)], session_digest(session_id), *flat)

    async def put_turn(self, owner: Owner, session_id: str, turn: Turn) -> None:
        """Show a turn as Postgres has it, in place of the one with its number or, where that was removed, in its place.

        Nothing happens where the session is not held, or the window begins after the turn.
        """
        arguments = (session_digest(session_id), self._limits[0], codec.encode_numbered_turn(turn))
        await self._scripts.run("put_turn", [self._keys.owner(owner)], *arguments)

    async def close_session(self, owner: Owner, session_id: str, *, now: datetime, seed: SessionSeed) -> None:
        """Empty the window (all of it now waits for the archive), mark the session closed and the owner due.

        A session that neither Redis nor the seed knows is left as it is.
        """
        script = evaluate("close", [self._keys.owner(owner)], [session_digest(session_id), codec.micros(now)])
        closed = await self._send_marked(script, owner, now)
        if not closed and seed.last_seq:
            await self.lay(owner, session_id, seed, None)
            await self._send_marked(script, owner, now)

    async def hasten(self, owner: Owner, *, due_at: datetime) -> None:
        """Make an owner due at this time, unless it is due earlier."""
        await self._scripts.send([self._queue.mark(owner, due_at)])

    async def claim_due(self, *, limit: int, lease_seconds: float, now: datetime) -> list[tuple[Owner, int]]:
        """Take owners whose time has come under a lease; with each the number of earlier failed tries."""
        return await self._queue.claim(limit=limit, lease_seconds=lease_seconds, now=now)

    async def read_pending(self, owner: Owner) -> PendingWork:
        """What waits for Postgres, oldest turns first and at most about 8 MiB of them.

        A session whose state alone has changed (it was closed) comes without turns.
        """
        reply = await self._scripts.run("read_pending", [self._keys.owner(owner)], _READ_TURNS, _READ_BYTES)
        sessions, memories, facts = reply
        return PendingWork(
            owner=owner,
            sessions=tuple(map(_read_session, sessions)),
            memories=codec.decode_memories(memories),
            facts=codec.decode_facts(facts),
        )

    async def confirm(self, work: PendingWork, *, dropped: Sequence[UUID] = ()) -> None:
        """Let go of exactly what `work` holds, then end the lease; what it does not hold is due (again)."""
        refused = frozenset(dropped)
        arguments: list[Argument] = [self._ttl_seconds, len(work.sessions), len(work.memories), len(work.facts)]
        for session in work.sessions:
            gone = [turn for turn in session.turns if turn.id in refused]
            last_seq = session.turns[-1].seq if session.turns else 0
            arguments += (session_digest(session.session_id), last_seq, session.revision, len(gone))
            for turn in gone:
                arguments += (turn.id.hex, turn.message_id or "")
        arguments += [memory.id.hex for memory in work.memories]
        arguments += [fact.id.hex for fact in work.facts]
        waiting = await self._scripts.run("confirm", [self._keys.owner(work.owner)], *arguments)
        await self._queue.settle(work.owner.tag, waiting=bool(waiting))

    async def release(self, owner: Owner, *, due_at: datetime, failed: bool) -> None:
        """Give an owner back to the queue; after a failure not before `due_at`, whatever is appended meanwhile."""
        await self._queue.release(owner, due_at=due_at, failed=failed)

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

        Message ids of removed turns stay known while the session is held, so that a late retry does not bring one
        back; sessions removed as a whole and `everything` leave nothing.
        """
        arguments: list[Argument] = [int(everything), len(memory_ids), len(session_ids), len(facts)]
        arguments += (len(summaries), version)
        arguments += [memory_id.hex for memory_id in memory_ids]
        arguments += map(session_digest, session_ids)
        for session_id, key in facts:
            arguments += (session_digest(session_id), key)
        arguments += map(session_digest, summaries)
        await self._scripts.run("remove", [self._keys.owner(owner)], *arguments)

    async def put_summary(self, owner: Owner, session_id: str, summary: SessionSummary | None, *, version: int) -> None:
        """Show a summary (None: there is none) with the session, where that is held and nothing newer is known."""
        arguments = (session_digest(session_id), version, encode_summary(summary))
        await self._scripts.run("put_summary", [self._keys.owner(owner)], *arguments)

    def waiting_owners(self) -> AsyncIterator[Owner]:
        """Every owner of whom something waits for Postgres; one may come twice."""
        return self._queue.waiting()

    async def queue_stats(self, now: datetime) -> Mapping[str, float]:
        """`due`, `leased`, `held` (counts) and `oldest_seconds`, how long the oldest has been overdue."""
        return await self._queue.stats(now)


def _read_session(raw: list[Any]) -> PendingSession:
    session_id, seq, rounds, window_start, active, closed, revision, turns = raw
    return PendingSession(
        session_id=session_id.decode(),
        turns=tuple(map(codec.decode_turn, turns)),
        last_seq=int(seq),
        rounds=int(rounds),
        window_start_seq=int(window_start),
        last_active_at=codec.from_micros(int(active)),
        closed_at=codec.optional_time(closed),
        revision=int(revision),
    )
