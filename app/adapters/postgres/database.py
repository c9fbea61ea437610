"""The pool of PostgreSQL connections, and the one place where its errors become `StoreUnavailable`.

A connection is held for SQL only, never while anything else is awaited. Single statements run in autocommit mode: one
round trip each. What the server or the network does (connection lost, restart, timeout, disk full, deadlock) becomes
StoreUnavailable; what our own SQL or values do (data, integrity, programming errors) is a fault of ours and is raised
as it is, so that the archiver can set a broken batch aside instead of trying it for ever.
"""

import asyncio
import contextlib
import logging
import select
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, LiteralString, Self

import orjson
import psycopg
from pgvector import HalfVector
from pgvector.psycopg import register_vector_async
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool
from pydantic import SecretStr

from app.adapters.postgres.connection import BriefConnection
from app.adapters.postgres.row_security import AS_LOGIN, AS_REQUEST, PARAMETER, SCOPE, TAKE_ROLE, scope_of, scoped
from app.adapters.postgres.statements import BULK
from app.domain.errors import SetupError, StoreTooSlow, StoreUnavailable
from app.domain.models import Owner
from app.settings import Settings

log = logging.getLogger(__name__)

Connection = psycopg.AsyncConnection[tuple[Any, ...]]
Parameters = Mapping[str, Any] | Sequence[Any]
Row = tuple[Any, ...]

_AWAY: Final = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.errors.ReadOnlySqlTransaction, OSError)
_SPARE_SECONDS: Final = 2.0
_FILL_LOOK_SECONDS: Final = 0.01
_KEEPALIVE: Final[Mapping[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}


class Database:
    """Opened and closed by `bootstrap`. Every method raises StoreUnavailable when Postgres is away."""

    def __init__(
        self,
        dsn: str,
        *,
        pool_min: int = 2,
        pool_max: int = 10,
        wait_seconds: float = 1.0,
        statement_seconds: float = 10.0,
        row_security: bool = True,
        transaction_pooler: bool = False,
    ) -> None:
        """Make the pool, closed.

        `transaction_pooler` is for poolers that hand out a server for each transaction: nothing of a session is relied
        upon then, neither prepared statements nor the role that `row_security` puts requests under.
        """
        self._wait_seconds = wait_seconds
        self._statement_seconds = statement_seconds
        self._row_security = row_security and not transaction_pooler
        self._transaction_pooler = transaction_pooler
        self._walled = False
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            dsn,
            connection_class=BriefConnection,
            min_size=min(pool_min, pool_max),
            max_size=pool_max,
            timeout=wait_seconds,
            open=False,
            configure=self._configure,
            check=_check_idle,
            kwargs={
                "autocommit": True,
                "prepare_threshold": None if transaction_pooler else 5,
                "application_name": "haima",
                **_KEEPALIVE,
            },
        )

    @classmethod
    def from_settings(cls, settings: Settings, url: SecretStr | None = None) -> Self:
        """Make the pool that the settings describe, or the same at another `url`.

        Raises SetupError without a `database_url`, and for an address that cannot be read, without repeating it: the
        pool would log it with its password at every try.
        """
        address = url or settings.database_url
        if address is None:
            raise SetupError("HAIMA_DATABASE_URL is not set; set it, or use `serve --embedded`.")
        try:
            conninfo_to_dict(address.get_secret_value())
        except psycopg.ProgrammingError:
            name = "HAIMA_DATABASE_URL" if url is None else "HAIMA_DATABASE_READ_URL"
            raise SetupError(
                f"{name} cannot be read; it should look like postgresql://USER:PASSWORD@HOST:5432/DATABASE"
            ) from None
        return cls(
            address.get_secret_value(),
            pool_min=settings.database_pool_min,
            pool_max=settings.database_pool_max,
            wait_seconds=settings.database_pool_wait_seconds,
            statement_seconds=settings.database_statement_seconds,
            row_security=settings.row_security,
            transaction_pooler=settings.database_transaction_pooler,
        )

    async def open(self) -> None:
        """Start connecting in the background; the first calls wait for it as long as for any connection."""
        await self._pool.open(wait=False)

    async def fill(self, seconds: float) -> bool:
        """Return when the least number of connections stands, or after so many seconds; whether it does.

        Who serves only then answers the first burst of calls too: a connection takes some time to make, most of all
        while others ask. A server that is away is no error here: it is told to those who need it.
        """
        deadline = time.monotonic() + seconds
        while True:
            if self._pool.get_stats().get("pool_available", 0) >= self._pool.min_size:
                return True
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(_FILL_LOOK_SECONDS)

    async def close(self) -> None:
        """Close all connections; waits at most 5 s for those in use."""
        await self._pool.close(timeout=5.0)

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def ping(self) -> None:
        """Raise StoreUnavailable unless Postgres answers."""
        await self.fetch_all("select 1", {}, deadline_seconds=self._wait_seconds + _SPARE_SECONDS)

    @asynccontextmanager
    async def connection(self, *, deadline_seconds: float | None = None) -> AsyncIterator[Connection]:
        """A connection in autocommit mode, for one statement; errors are mapped, the whole block has a deadline."""
        limit = deadline_seconds or self._wait_seconds + self._statement_seconds + _SPARE_SECONDS
        try:
            async with asyncio.timeout(limit), self._pool.connection() as connection:
                yield connection
        except _AWAY as error:
            log.warning("Postgres: %s (sqlstate %s)", type(error).__name__, getattr(error, "sqlstate", None))
            slow = isinstance(error, (TimeoutError, psycopg.errors.QueryCanceled))
            raise (StoreTooSlow if slow else StoreUnavailable)("Postgres") from error

    @asynccontextmanager
    async def transaction(
        self, owner: Owner | None = None, *, deadline_seconds: float | None = None
    ) -> AsyncIterator[Connection]:
        """A connection inside a transaction that commits at the end of the block and rolls back on an error.

        With `owner` nothing but the owner's rows can be read or written in it, whatever the statements say; without
        one (work of many users, and COPY) the statements alone tell users apart. A deadline longer than the setting
        also lifts the statement timeout up to it (imports, purges).
        """
        async with self.connection(deadline_seconds=deadline_seconds) as connection, connection.transaction():
            await self._enter_scope(connection, None if owner is None else str(owner.owner_id))
            if deadline_seconds is not None and deadline_seconds > self._statement_seconds:
                await connection.execute(
                    "select set_config('statement_timeout', %s, true)", [str(int(deadline_seconds * 1000))]
                )
            yield connection

    async def fetch_all(
        self, statement: LiteralString, parameters: Parameters, *, deadline_seconds: float | None = None
    ) -> list[Row]:
        """Run a reading statement and return its rows; tried once more when its connection turns out dead."""
        for last_try in (False, True):
            try:
                async with self.connection(deadline_seconds=deadline_seconds) as connection:
                    return await self._run(connection, statement, parameters)
            except StoreUnavailable as error:
                if last_try or not _was_lost(error):
                    raise
                await self._pool.check()
        raise AssertionError("unreachable")

    async def fetch_one(
        self, statement: LiteralString, parameters: Parameters, *, deadline_seconds: float | None = None
    ) -> Row | None:
        """Run a reading statement and return its first row, None without one; retried like `fetch_all`."""
        rows = await self.fetch_all(statement, parameters, deadline_seconds=deadline_seconds)
        return rows[0] if rows else None

    async def fetch_in_turn(self, statements: Sequence[tuple[LiteralString, Parameters]]) -> list[list[Row]]:
        """Run reading statements one after another over one connection, each on its own; returns the rows of each."""
        async with self.connection() as connection:
            return [await self._run(connection, *statement) for statement in statements]

    async def execute(self, statement: LiteralString, parameters: Parameters) -> list[Row]:
        """Run one writing statement in its own transaction, never twice; returns its rows, if it has any."""
        async with self.connection() as connection:
            return await self._run(connection, statement, parameters)

    async def _run(self, connection: Connection, statement: LiteralString, parameters: Parameters) -> list[Row]:
        """Run one statement inside the scope that its parameters name. One that names no owner sees nobody's rows."""
        scope = scope_of(parameters) if self._walled else None
        bulk = self._walled and (statement in BULK or "owner_ids" in parameters)
        reading = scoped(statement) if scope is not None and not bulk else None
        if reading is not None and isinstance(parameters, Mapping):
            statement, parameters = reading, {**parameters, PARAMETER: scope}
        async with contextlib.AsyncExitStack() as stack:
            if bulk or (scope is not None and reading is None):
                await stack.enter_async_context(connection.transaction())
                await self._enter_scope(connection, None if bulk else scope)
            cursor = await connection.execute(statement, parameters, binary=True)
            return await cursor.fetchall() if cursor.description else []

    @asynccontextmanager
    async def as_login(self, connection: Connection) -> AsyncIterator[None]:
        """Be the role that logged in, in a transaction with an owner: for COPY, which row-level security refuses."""
        if self._walled:
            await connection.execute(AS_LOGIN)
        yield
        if self._walled:  # after an error the transaction is over anyway
            await connection.execute(AS_REQUEST)

    async def _enter_scope(self, connection: Connection, scope: str | None) -> None:
        if not self._walled:
            return
        if scope is None:
            await connection.execute(AS_LOGIN)
        else:
            await connection.execute(SCOPE, [scope])

    async def _configure(self, connection: Connection) -> None:
        """Set up a new connection. A generic plan could choose an index that filters late: custom plans only."""
        if not self._transaction_pooler:
            await self._set_up_session(connection)
        set_json_loads(orjson.loads, connection)  # a number beyond 64 bits stays the float that it came as
        await register_vector_async(connection)

    async def _set_up_session(self, connection: Connection) -> None:
        cursor = await connection.execute(
            "select set_config('statement_timeout', %s, false),"
            " set_config('plan_cache_mode', 'force_custom_plan', false),"
            " set_config('idle_in_transaction_session_timeout', '60000', false), set_config('timezone', 'UTC', false),"
            f" ({TAKE_ROLE if self._row_security else 'null'})",
            [str(int(self._statement_seconds * 1000))],
        )
        row = await cursor.fetchone()
        self._walled = bool(row and row[4])


def _was_lost(error: StoreUnavailable) -> bool:
    """Tell whether the server closed the connection (a restart), rather than being slow or full."""
    cause = error.__cause__
    return (
        isinstance(cause, psycopg.OperationalError)
        and (cause.sqlstate is None or cause.sqlstate.startswith(("08", "57P")))
        and type(cause) is not psycopg.errors.QueryCanceled
        and not type(cause).__module__.startswith("psycopg_pool")
    )


async def _check_idle(connection: Connection) -> None:
    """Refuse a connection that the server has closed. An idle one has nothing to read, so this costs no round trip."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if poll.poll(0):
        await AsyncConnectionPool.check_connection(connection)


__all__ = ["Connection", "Database", "HalfVector", "Row"]
