"""Brings the schema up to date: the numbered SQL files of `migrations/`, run by yoyo under a lock.

The lock is a Postgres advisory lock: it goes with its connection, so a migration that was killed blocks nobody. (yoyo's
own lock row would stay; whoever holds the advisory lock removes it.) Needs a direct connection, no transaction pooler.

A statement that changes a table waits for it at most `_LOCK_SECONDS`, because whoever comes to the table after it waits
too; then the whole migration is undone and tried again a little later. So a running service goes on meanwhile.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from yoyo import read_migrations
from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
from yoyo.connections import DatabaseURI
from yoyo.migrations import MigrationList, default_migration_table

from app.adapters.postgres.partitions import divide
from app.adapters.postgres.row_security import raise_wall
from app.domain.errors import SetupError, StoreUnavailable

FOLDER: Final = Path(__file__).resolve().parents[3] / "migrations"
CONNECT_SECONDS: Final = 5
_LOCK: Final = 4_772_018_436_611_117  # any number that nobody else uses in this database
_APPLIED: Final = "select migration_id from _yoyo_migration order by applied_at_utc, migration_id"
_POLL_SECONDS: Final = 0.2
_LOCK_SECONDS: Final = 3
_LOCK_PAUSE_SECONDS: Final = 1.0


def migrate(
    dsn: str, *, folder: Path = FOLDER, wait_seconds: float = 120.0, partitions: int | None = None
) -> list[str]:
    """Apply what is missing and return its names; nothing when the schema is up to date.

    Waits for another migration, and for tables in use, at most `wait_seconds`. Raises SetupError for a schema newer
    than this code, for a server without pgvector, for what does not come free in time; StoreUnavailable when Postgres
    is away. `partitions` divides the tables by owner (see `partitions.divide`); None leaves them as they are, and
    divides new ones as the others.
    """
    with _mapped_errors(), psycopg.connect(dsn, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
        _take_lock(connection, wait_seconds)
        _refuse_newer(_applied(connection), folder)
        _refuse_without_vector(connection)
        backend = _backend(dsn)
        with backend:
            backend.break_lock()
            missing = backend.to_apply(read_migrations(str(folder)))
            names = [str(migration.id) for migration in missing]
            with backend.lock(timeout=5):
                _apply(backend, missing, wait_seconds)
        divide(connection, partitions, wait_seconds=wait_seconds)
        raise_wall(connection)
        return names


def _apply(backend: PostgresqlPsycopgBackend, missing: MigrationList, wait_seconds: float) -> None:
    """Apply one after the other, each in a transaction of its own; for tables in use it is tried again."""
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            backend.apply_migrations(backend.to_apply(missing))
            return
        except psycopg.errors.LockNotAvailable:
            backend.rollback()
            if time.monotonic() > deadline:
                raise SetupError(
                    f"A migration found its tables in use for {wait_seconds:g} s, by a long transaction or a backup; "
                    "it changed nothing, try again when that has ended."
                ) from None
            time.sleep(_LOCK_PAUSE_SECONDS)


def check_schema(dsn: str, *, folder: Path = FOLDER) -> None:
    """Raise SetupError unless the schema is exactly the one this code wants; changes nothing."""
    with _mapped_errors(), psycopg.connect(dsn, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
        applied = _applied(connection)
    _refuse_newer(applied, folder)
    missing = sorted(known_migrations(folder) - set(applied))
    if missing:
        raise SetupError(
            f"The database lacks {len(missing)} migrations ({missing[0]} …); run `python -m app migrate` first."
        )


def known_migrations(folder: Path = FOLDER) -> set[str]:
    """Return the names of the migrations that this code knows; the largest is its schema."""
    return {str(migration.id) for migration in read_migrations(str(folder))}


def _applied(connection: psycopg.Connection[Any]) -> list[str]:
    if connection.execute("select to_regclass('_yoyo_migration')").fetchone() == (None,):
        return []
    return [name for (name,) in connection.execute(_APPLIED).fetchall()]


def _refuse_newer(applied: list[str], folder: Path) -> None:
    unknown = sorted(set(applied) - known_migrations(folder))
    if unknown:
        raise SetupError(
            f"The database was migrated by a newer Haima ({unknown[-1]} is unknown here); run that version, or restore "
            "a backup from before it."
        )


def _refuse_without_vector(connection: psycopg.Connection[Any]) -> None:
    row = connection.execute("select default_version from pg_available_extensions where name = 'vector'").fetchone()
    if row is None:
        raise SetupError(
            "This PostgreSQL has no pgvector; install the extension `vector` (0.7 or newer) on the server."
        )
    if tuple(int(part) for part in row[0].split(".")[:2]) < (0, 7):
        raise SetupError(f"This PostgreSQL has pgvector {row[0]}; 0.7 or newer is needed for halfvec.")


def _take_lock(connection: psycopg.Connection[Any], wait_seconds: float) -> None:
    deadline = time.monotonic() + wait_seconds
    while connection.execute("select pg_try_advisory_lock(%s)", [_LOCK]).fetchone() != (True,):
        if time.monotonic() > deadline:
            raise SetupError(
                f"Another process has been migrating this database for {wait_seconds:g} s; try again later."
            )
        time.sleep(_POLL_SECONDS)


def _backend(dsn: str) -> PostgresqlPsycopgBackend:
    """Return yoyo's backend for any DSN that libpq reads: its own parser knows no sockets and no key=value form."""
    parts = {key: value for key, value in conninfo_to_dict(dsn).items() if value is not None}
    database = parts.pop("dbname", None)
    parts["options"] = f"{parts.get('options') or ''} -c lock_timeout={_LOCK_SECONDS}s".strip()
    uri = DatabaseURI("postgresql+psycopg", None, None, None, None, database, parts)
    backend = PostgresqlPsycopgBackend(uri, default_migration_table)
    backend.init_database()
    return backend


@contextmanager
def _mapped_errors() -> Iterator[None]:
    try:
        yield
    except psycopg.OperationalError as error:
        raise StoreUnavailable("Postgres") from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise SetupError(
            "This database user may not change the schema; migrate as the database's owner (or let a superuser run "
            "`create extension vector` once)."
        ) from error
