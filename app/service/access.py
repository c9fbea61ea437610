"""Counts how often memories are recalled, and writes the counts behind, in batches: never in a request."""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

from app.domain.errors import StoreUnavailable
from app.domain.models import Owner
from app.service.ports import MemoryStore

log = logging.getLogger(__name__)

FLUSH_SECONDS = 2.0
MOST_WAITING = 50_000
"""Beyond this many memories counts are dropped: a count is a hint for ranking, not a promise."""


class AccessCounter:
    """Collects recalls in this process; `run` writes them every few seconds until it is cancelled, then once more."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._waiting: dict[Owner, dict[UUID, int]] = defaultdict(dict)
        self._size = 0

    def note(self, owner: Owner, memory_ids: Iterable[UUID]) -> None:
        """Count one recall of each memory."""
        counts = self._waiting[owner]
        for memory_id in memory_ids:
            if memory_id in counts:
                counts[memory_id] += 1
            elif self._size < MOST_WAITING:
                counts[memory_id] = 1
                self._size += 1

    async def flush(self) -> int:
        """Write what was counted; on failure it is counted again later. Returns how many memories were written."""
        if not self._size:
            return 0
        waiting, size = self._waiting, self._size
        self._waiting, self._size = defaultdict(dict), 0
        try:
            await self._store.count_access(waiting, now=datetime.now(UTC))
        except StoreUnavailable:
            for owner, counts in waiting.items():
                for memory_id, count in counts.items():
                    self._waiting[owner][memory_id] = self._waiting[owner].get(memory_id, 0) + count
            self._size = sum(map(len, self._waiting.values()))
            return 0
        return size

    async def run(self) -> None:
        """Flush every few seconds; on cancellation flush once more and end."""
        try:
            while True:
                await asyncio.sleep(FLUSH_SECONDS)
                await self.flush()
        finally:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FLUSH_SECONDS):
                    await self.flush()
