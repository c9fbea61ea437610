"""Archiving: what waits in Redis goes to Postgres in one transaction, and Redis is trimmed by what Postgres reports.

Every step can be cut off and done again: storing is idempotent on ids and sequence numbers, trimming deletes only what
a reading contained, and an owner whose worker died comes back when its lease ends.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol
from uuid import UUID

from app.domain.errors import StoreUnavailable
from app.domain.models import Owner
from app.service.ports import Archive, ArchiveBatch, ArchiveOutcome, MemoryRow, PendingWork, WorkingMemory
from app.service.prepare import rows_of

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS = 0.5
LONGEST_RETRY_SECONDS = 60.0
MOST_READINGS = 200
GROUP_ENTRIES = 1_000
"""So many entries are enough for a transaction: one is prepared while Postgres stores another."""
STORED_AT_ONCE = 2
ROWS_AT_A_STRETCH = 32
FULL_READING = 20
"""A reading with fewer entries was not cut short by its bounds (5,000 turns, 8 MiB of at most 400 KB each)."""


class DeadLetters(Protocol):
    """Where work ends that can't be stored."""

    async def insert_dead_letter(
        self, owner: Owner, *, task: str, payload: PendingWork, error: str, tries: int
    ) -> None:
        """Keep the work with its error for people to see."""


def retry_delay_seconds(tries: int) -> float:
    """Return the pause before try number `tries` + 1: doubling from half a second to a minute."""
    return float(min(FIRST_RETRY_SECONDS * 2 ** min(tries, 16), LONGEST_RETRY_SECONDS))


class Archiver:
    """Drains owners that are due. Any number of archivers may run at once."""

    def __init__(
        self,
        working: WorkingMemory,
        archive: Archive,
        dead_letters: DeadLetters,
        *,
        embed_from: float,
        model: str,
        batch_owners: int,
        lease_seconds: float,
        retry_limit: int,
    ) -> None:
        self._working = working
        self._archive = archive
        self._dead_letters = dead_letters
        self._embed_from = embed_from
        self._model = model
        self._batch_owners = batch_owners
        self._lease_seconds = lease_seconds
        self._retry_limit = retry_limit

    async def drain_due(self) -> int:
        """Archive the owners that are due, at most one batch of them; returns how many were claimed."""
        claimed = await self._working.claim_due(
            limit=self._batch_owners, lease_seconds=self._lease_seconds, now=datetime.now(UTC)
        )
        if not claimed:
            return 0
        tries = {owner.owner_id: count for owner, count in claimed}
        works = await asyncio.gather(*(self._working.read_pending(owner) for owner, _ in claimed))
        groups = iter(_groups(works))
        ended = await asyncio.gather(
            *(self._store_groups(groups, tries) for _ in range(STORED_AT_ONCE)), return_exceptions=True
        )
        for error in ended:
            if error is not None:
                raise error
        return len(claimed)

    async def _store_groups(self, groups: Iterator[Sequence[PendingWork]], tries: dict[UUID, int]) -> None:
        """Store what is left of the groups, one after the other; another may take from the same."""
        for works in groups:
            await self._store_group(works, tries)

    async def _store_group(self, works: Sequence[PendingWork], tries: dict[UUID, int]) -> None:
        """Store the work of several owners in one transaction, and where that fails each by itself."""
        try:
            await self._store(works)
        except StoreUnavailable as error:
            log.warning("archive waits: %s", error)
            await self._give_back([work.owner for work in works], tries)
        except Exception as error:  # noqa: BLE001 - one owner's broken work must not stop the others; each is tried alone
            log.warning(
                "archiving %d users together failed (%s), each is tried alone", len(works), type(error).__name__
            )
            for work in works:
                await self._store_alone(work, tries[work.owner.owner_id])

    async def flush_owner(self, owner: Owner) -> ArchiveOutcome | None:
        """Archive one owner now, in the caller's time (`sync` saves, forget). None when nothing waits.

        A reading of what waits is bounded, so there may be several; what came after the call is the next flush's work.
        """
        outcomes: list[ArchiveOutcome] = []
        for _ in range(MOST_READINGS):
            work = await self._working.read_pending(owner)
            outcomes += await self._store([work])
            if work.entries < FULL_READING:
                break
        return _joined(outcomes) if outcomes else None

    async def store_again(self, work: PendingWork) -> None:
        """Store work that was kept elsewhere (a dead letter); raises what stands against it."""
        await self._store([work])

    async def _store(self, works: Sequence[PendingWork]) -> list[ArchiveOutcome]:
        batches = [await self._batch(work) for work in works if work]
        outcomes = await self._archive.store(batches, model=self._model, now=datetime.now(UTC)) if batches else []
        by_owner = {outcome.owner.owner_id: outcome for outcome in outcomes}
        await asyncio.gather(*(self._confirm(work, by_owner.get(work.owner.owner_id)) for work in works))
        return outcomes

    async def _batch(self, work: PendingWork) -> ArchiveBatch:
        """Make the rows of what waits; every few milliseconds others have their turn."""
        rows: list[MemoryRow] = []
        for row in rows_of(work, embed_from=self._embed_from):
            rows.append(row)
            if not len(rows) % ROWS_AT_A_STRETCH:
                await asyncio.sleep(0)
        return ArchiveBatch(work, tuple(rows))

    async def _confirm(self, work: PendingWork, outcome: ArchiveOutcome | None) -> None:
        await self._working.confirm(work, dropped=outcome.dropped if outcome else ())
        if outcome is None:
            return
        for session_id in dict.fromkeys(fact.session_id for fact in work.facts):
            keys = [fact.key for fact in work.facts if fact.session_id == session_id]
            shown = {key: outcome.entries.get((session_id, key)) for key in keys}
            await self._working.put_card(work.owner, session_id, shown)

    async def _store_alone(self, work: PendingWork, tries: int) -> None:
        try:
            await self._store([work])
        except StoreUnavailable as error:
            log.warning("archive waits: %s", error)
            await self._give_back([work.owner], {work.owner.owner_id: tries})
        except Exception as error:  # noqa: BLE001 - whatever stands against it is counted, kept and shown
            if tries + 1 < self._retry_limit:
                log.warning("archiving failed at try %d of %d (%s)", tries + 1, self._retry_limit, type(error).__name__)
                await self._give_back([work.owner], {work.owner.owner_id: tries}, failed=True)
                return
            log.error(  # no traceback: it may hold what a user said; the dead letter keeps it
                "archiving failed %d times (%s), the work goes to the dead letters: python -m app dead-letters list",
                tries + 1,
                type(error).__name__,
            )
            await self._dead_letters.insert_dead_letter(
                work.owner, task="archive", payload=work, error=f"{type(error).__name__}: {error}", tries=tries + 1
            )
            await self._working.confirm(work)

    async def _give_back(self, owners: Sequence[Owner], tries: dict[UUID, int], *, failed: bool = False) -> None:
        now = datetime.now(UTC)
        await asyncio.gather(
            *(
                self._working.release(
                    owner, due_at=now + timedelta(seconds=retry_delay_seconds(tries[owner.owner_id])), failed=failed
                )
                for owner in owners
            )
        )


def _groups(works: Sequence[PendingWork]) -> list[list[PendingWork]]:
    """Put the work of owners together until there is enough for a transaction of its own."""
    groups: list[list[PendingWork]] = []
    room = 0
    for work in works:
        if room <= 0:
            groups.append([])
            room = GROUP_ENTRIES
        groups[-1].append(work)
        room -= work.entries
    return groups


def _joined(outcomes: Sequence[ArchiveOutcome]) -> ArchiveOutcome:
    """Return several outcomes of one owner as one."""
    return ArchiveOutcome(
        owner=outcomes[0].owner,
        dropped=tuple(id for outcome in outcomes for id in outcome.dropped),
        reinforced={new: old for outcome in outcomes for new, old in outcome.reinforced.items()},
        facts={id: stored for outcome in outcomes for id, stored in outcome.facts.items()},
        entries={place: entry for outcome in outcomes for place, entry in outcome.entries.items()},
        layers={id: layers for outcome in outcomes for id, layers in outcome.layers.items()},
    )
