"""Stats: counts of a tenant and the state of the queue, for operators."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from app.service.ports import StatsStore, WorkingMemory


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of one tenant, and of the queue and the chat model that all tenants share."""

    counts: Mapping[str, int]
    queue: Mapping[str, float]
    model: Mapping[str, int]


class CountsModelCalls(Protocol):
    """The counters of the chat model."""

    async def counts(self) -> dict[str, int]:
        """All counters by name."""


class StatsService:
    """GET /v1/stats, and the gauges of /metrics."""

    def __init__(self, store: StatsStore, working: WorkingMemory, ledger: CountsModelCalls) -> None:
        self._store = store
        self._working = working
        self._ledger = ledger

    async def tenant_stats(self, tenant_id: str) -> Stats:
        """Return what a tenant holds and what waits."""
        return Stats(await self._store.tenant_counts(tenant_id), await self.queue(), await self.model_counts())

    async def queue(self) -> Mapping[str, float]:
        """Return `due`, `leased` and more counts, and `oldest_seconds`, of the archive queue."""
        return await self._working.queue_stats(datetime.now(UTC))

    async def model_counts(self) -> dict[str, int]:
        """Return the chat model's counters of all processes: `purpose.event`, `purpose.event.reason`, and `tokens`."""
        return await self._ledger.counts()
