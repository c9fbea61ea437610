"""How `doctor` looks at the read replica: reachable, of this primary, in recovery, of this schema, how far behind."""

import time
from collections.abc import Iterator
from typing import Any, Final

import psycopg

from app.adapters.postgres.migrate import check_schema
from app.cli.findings import Finding, first_row
from app.domain.errors import HaimaError

PATIENCE_SECONDS: Final = 3.0
_PAUSE_SECONDS: Final = 0.05
_IDENTITY: Final = "select system_identifier from pg_control_system()"
_WRITTEN: Final = "select pg_current_wal_lsn()::text"
_BEHIND: Final = "select greatest(pg_wal_lsn_diff(%s::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8"


def check_replica(primary_dsn: str, replica_dsn: str) -> Iterator[Finding]:
    """Yield what is found. Raises psycopg.Error where one of them does not answer."""
    with (
        psycopg.connect(primary_dsn, autocommit=True, connect_timeout=5) as primary,
        psycopg.connect(replica_dsn, autocommit=True, connect_timeout=5) as replica,
    ):
        (recovering,) = first_row(replica, "select pg_is_in_recovery()")
        if not recovering:
            yield Finding(
                "fail",
                "replica",
                "not in recovery: it is no streaming replica, and what it holds does not follow the primary",
                "let HAIMA_DATABASE_READ_URL name a standby of the primary, or unset it",
            )
            return
        if _identity(primary) != _identity(replica):
            advice = "let HAIMA_DATABASE_READ_URL name a standby of this primary"
            yield Finding("fail", "replica", "a standby of another server", advice)
            return
        yield _lag(primary, replica)
    try:
        check_schema(replica_dsn)
    except HaimaError as error:
        yield Finding("warn", "replica schema", "not the one of this version; the primary answers", str(error))
    else:
        yield Finding("ok", "replica schema", "up to date")


def _identity(connection: psycopg.Connection[Any]) -> int | None:
    """What a primary and its standbys have in common; None where this user may not ask."""
    try:
        return int(first_row(connection, _IDENTITY)[0])
    except psycopg.errors.InsufficientPrivilege:
        return None


def _lag(primary: psycopg.Connection[Any], replica: psycopg.Connection[Any]) -> Finding:
    """Say how soon the replica has applied what the primary had written when it was asked, or how far it is behind."""
    (written,) = first_row(primary, _WRITTEN)
    begun = time.monotonic()
    while behind := _bytes_behind(replica, written):
        if time.monotonic() - begun > PATIENCE_SECONDS:
            text = f"in recovery, {behind / (1 << 20):.1f} MiB behind for more than {PATIENCE_SECONDS:g} s"
            advice = "look at pg_stat_replication on the primary; until it has caught up the primary answers"
            return Finding("warn", "replica", text, advice)
        time.sleep(_PAUSE_SECONDS)
    took = time.monotonic() - begun
    return Finding("ok", "replica", f"in recovery, had what the primary wrote within {took * 1000:.0f} ms")


def _bytes_behind(replica: psycopg.Connection[Any], written: str) -> float:
    row = replica.execute(_BEHIND, [written]).fetchone()
    return float(row[0]) if row is not None and row[0] is not None else 0.0
