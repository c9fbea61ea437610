"""Connections of processes that hang (stopped, swapped out, a machine that sleeps) in the middle of a COPY."""

import logging
from typing import Final

from app.adapters.postgres.database import Database
from app.adapters.postgres.statements import SQL

log = logging.getLogger(__name__)

HUNG_SECONDS: Final = 60.0
"""As long as PostgreSQL itself lets a transaction of ours be idle."""


class HungConnections:
    """The `end-hung` background task: other workers can go on with the users that a hanging one has locked."""

    def __init__(self, database: Database, *, seconds: float = HUNG_SECONDS) -> None:
        self._database = database
        self._seconds = seconds

    async def end(self) -> int:
        """End those that have waited for their process for so long; returns how many. Raises StoreUnavailable."""
        ended = await self._database.fetch_all(SQL["sweep.end_hung"], {"seconds": self._seconds})
        if ended:
            log.warning(
                "%d connections to PostgreSQL ended, whose process had hung in the middle of a COPY", len(ended)
            )
        return len(ended)
