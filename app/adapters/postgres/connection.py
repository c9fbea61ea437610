"""A PostgreSQL connection that is given up soon when its server does not answer any more."""

import asyncio
from typing import Any, Final

import psycopg
from psycopg import waiting
from psycopg.abc import RV, PQGen
from psycopg.pq import TransactionStatus

CANCEL_SECONDS: Final = 0.5
LOOK_SECONDS: Final = 0.1
"""Pause between two looks at a silent server. The default of `waiting.wait_async` is 0: it would spin all the while."""


class BriefConnection(psycopg.AsyncConnection[tuple[Any, ...]]):
    """psycopg's connection with another end to a wait that was cut off.

    psycopg asks the server to cancel the statement and waits up to 10 s for it, in the caller's time: a search whose
    deadline has passed would go on waiting for a server that hangs. Here the server has a second; then the connection
    is closed, and the pool makes another.
    """

    async def wait(self, gen: PQGen[RV], *options: Any, **named: Any) -> RV:
        """Wait for the server; a cancelled wait leaves the connection idle or closed."""
        if not options:
            named.setdefault("interval", LOOK_SECONDS)
        try:
            return await waiting.wait_async(gen, self.pgconn.socket, *options, **named)
        except (asyncio.CancelledError, KeyboardInterrupt):
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                await self._stop(gen)
            raise

    async def _stop(self, gen: PQGen[RV]) -> None:
        try:
            await self.cancel_safe(timeout=CANCEL_SECONDS)
            await waiting.wait_async(gen, self.pgconn.socket, LOOK_SECONDS, timeout=CANCEL_SECONDS)
        except psycopg.errors.QueryCanceled:
            return
        except BaseException as error:
            self.pgconn.finish()
            if not isinstance(error, Exception):
                raise


def open_plainly(dsn: str) -> psycopg.Connection[tuple[Any, ...]]:
    """Return a connection for an operator's command: as the role that logs in, so that it sees every user's rows."""
    return psycopg.connect(dsn, autocommit=True, connect_timeout=5)
