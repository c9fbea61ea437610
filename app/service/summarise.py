"""Summarise: what has left the window of a session goes into its running summary, in the background.

A step takes some sessions that are due, reads what their summaries do not cover yet, and writes the new summary only if
nothing it was made from has changed meanwhile: else it simply stays due. Done twice, it does no harm.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Protocol

from app.domain.errors import StoreUnavailable
from app.domain.models import Owner
from app.domain.packing.models import TokenCounter
from app.domain.summary.extractive import summarise
from app.domain.summary.models import CoveredTurn, SessionSummary, SummaryKind, SummaryLine
from app.domain.summary.render import render
from app.service.ports.summaries import SummaryPacing, SummaryState, SummaryStore, SummaryWindow

log = logging.getLogger(__name__)

SESSIONS_AT_ONCE: Final = 16
TURNS_AT_ONCE: Final = 300
TOKENS_AT_ONCE: Final = 6_000
"""A session with more than this waiting takes several steps."""
SHARE: Final = 5
"""A summary is at most a fifth of what it covers."""
_TRIES: Final = 5
_AT_A_TIME: Final = 4


class WritesSummaries(Protocol):
    """A chat model that may write a summary."""

    async def write(
        self, turns: Sequence[CoveredTurn], earlier: Sequence[SummaryLine], *, budget: int
    ) -> list[SummaryLine]:
        """Lines within `budget` tokens; empty where it is of no use this time."""


@dataclass(frozen=True, slots=True)
class SummaryPolicy:
    """When and how: `most_tokens` bounds a summary whatever it covers; `model` made the vectors ("": none)."""

    pacing: SummaryPacing
    most_tokens: int
    model: str


class SummariseService:
    """The background's `summarise` step."""

    def __init__(
        self,
        store: SummaryStore,
        window: SummaryWindow,
        counter: TokenCounter,
        policy: SummaryPolicy,
        writer: WritesSummaries | None = None,
    ) -> None:
        self._store = store
        self._window = window
        self._counter = counter
        self._policy = policy
        self._writer = writer
        self._failed: dict[tuple[Owner, str], int] = {}

    async def summarise_due(self) -> int:
        """Sum up one batch of sessions that are due; returns how many steps forward that was.

        Raises StoreUnavailable. Whatever else stands against one session is logged and holds up no other; after some
        tries that session is passed over until more is said in it.
        """
        now = datetime.now(UTC)
        due = await self._store.due_sessions(self._policy.pacing, now=now, limit=SESSIONS_AT_ONCE)
        slots = asyncio.Semaphore(_AT_A_TIME)

        async def one(owner: Owner, session_id: str) -> int:
            async with slots:
                return await self._try(owner, session_id, now)

        steps = await asyncio.gather(*(one(owner, session_id) for owner, session_id in due), return_exceptions=True)
        for step in steps:
            if isinstance(step, BaseException):
                raise step
        return sum(step for step in steps if isinstance(step, int))

    async def _try(self, owner: Owner, session_id: str, now: datetime) -> int:
        try:
            done = await self._summarise(owner, session_id, now)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - one session that cannot be summed up must not stop the others
            await self._put_off(owner, session_id, error, now)
            return 0
        self._failed.pop((owner, session_id), None)
        return done

    async def _summarise(self, owner: Owner, session_id: str, now: datetime) -> int:
        state = await self._store.state(owner, session_id, self._policy.pacing, now=now)
        if state is None:
            return 0
        earlier = state.summary
        if not state.waiting_messages or (earlier is None and not self._is_enough(state)):
            if earlier is not None:  # shown again, in case that was cut off when it was made
                await self._window.put_summary(owner, session_id, earlier, version=state.version)
            return await self._settle(owner, session_id, state)
        after_seq = earlier.last_seq if earlier is not None else -1
        read = await self._store.read_turns(
            owner,
            session_id,
            after_seq=after_seq,
            before_seq=state.before_seq,
            model=self._policy.model,
            limit=TURNS_AT_ONCE,
        )
        sizes = await asyncio.to_thread(lambda: [self._counter.count(turn.content) for turn in read.turns])
        taken = _within(sizes, TOKENS_AT_ONCE)
        chunk = read.first(taken)
        if not chunk.turns:
            return 0
        summary = await self._make(chunk.turns, sum(sizes[:taken]), earlier, now)
        version = await self._store.put(owner, session_id, summary, after_seq=after_seq, made_from=chunk)
        if version is None:
            return 0  # something it was made from has changed: it stays due
        await self._window.put_summary(owner, session_id, summary, version=version)
        if chunk.turns[-1] is read.turns[-1] and len(read.turns) < TURNS_AT_ONCE:
            await self._settle(owner, session_id, state)
        return 1

    def _is_enough(self, state: SummaryState) -> bool:
        return state.waiting_tokens >= self._policy.pacing.least_tokens

    async def _settle(self, owner: Owner, session_id: str, state: SummaryState) -> int:
        await self._store.settle(owner, session_id, state)
        return 1

    async def _make(
        self, turns: Sequence[CoveredTurn], tokens: int, earlier: SessionSummary | None, now: datetime
    ) -> SessionSummary:
        covered = tokens + (earlier.covered_tokens if earlier is not None else 0)
        budget = min(self._policy.most_tokens, covered // SHARE)
        kind, lines = await self._lines(turns, earlier.lines if earlier is not None else (), budget)
        return SessionSummary(
            kind=kind,
            lines=tuple(lines),
            first_seq=earlier.first_seq if earlier is not None else turns[0].seq,
            last_seq=turns[-1].seq,
            last_round=turns[-1].round_no,
            until=max([turn.created_at for turn in turns] + ([earlier.until] if earlier is not None else [])),
            messages=len(turns) + (earlier.messages if earlier is not None else 0),
            tokens=self._counter.count(render(lines)) if lines else 0,
            covered_tokens=covered,
            made_at=now,
            revision=earlier.revision + 1 if earlier is not None else 1,
        )

    async def _lines(
        self, turns: Sequence[CoveredTurn], earlier: Sequence[SummaryLine], budget: int
    ) -> tuple[SummaryKind, list[SummaryLine]]:
        if self._writer is not None:
            written = await self._writer.write(turns, earlier, budget=budget)
            if written:
                return "abstractive", written
        return "extractive", await asyncio.to_thread(summarise, turns, earlier, budget=budget, counter=self._counter)

    async def _put_off(self, owner: Owner, session_id: str, error: Exception, now: datetime) -> None:
        """Count a failure; the session is tried again at the next step, and passed over when it fails too often."""
        tries = self._failed[owner, session_id] = self._failed.get((owner, session_id), 0) + 1
        log.error("a session could not be summed up at try %d of %d (%s)", tries, _TRIES, type(error).__name__)
        if tries < _TRIES:
            return
        del self._failed[owner, session_id]
        state = await self._store.state(owner, session_id, self._policy.pacing, now=now)
        if state is not None:
            await self._settle(owner, session_id, state)


def _within(sizes: Sequence[int], limit: int) -> int:
    """Return how many of the first texts stay within `limit` tokens together; at least one, if there is one."""
    total = 0
    for count, size in enumerate(sizes):
        total += size
        if total > limit and count:
            return count
    return len(sizes)
