"""Expiry and purge: what is past its time or its grace period is deleted for good, in batches.

Nothing depends on how often this runs: expired and forgotten memories are hidden by every reading already.
"""

import logging
from datetime import UTC, datetime

from app.service.ports import Forgetting, WorkingMemory

log = logging.getLogger(__name__)

PURGE_BATCH = 500


class Expirer:
    """The `expire` background task."""

    def __init__(self, forgetting: Forgetting, working: WorkingMemory, *, grace_seconds: int) -> None:
        self._forgetting = forgetting
        self._working = working
        self._grace_seconds = grace_seconds

    async def run(self) -> int:
        """Delete one batch from Postgres, and the same memories from working memory; returns how many went."""
        gone = await self._forgetting.purge(now=datetime.now(UTC), grace_seconds=self._grace_seconds, limit=PURGE_BATCH)
        for owner, memory_ids in gone:
            await self._working.remove(owner, memory_ids=memory_ids)
        count = sum(len(ids) for _, ids in gone)
        if count:
            log.info("expired or past grace: %d memories of %d users deleted", count, len(gone))
        return count
