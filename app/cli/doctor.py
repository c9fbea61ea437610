"""The `doctor` command: one line a check, with what to do where something is wrong."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlsplit

import psycopg
import redis
import typer

from app.adapters.postgres.migrate import check_schema
from app.adapters.postgres.row_security import TAKE_ROLE
from app.adapters.redis.client import single_nodes
from app.cli.common import reach_stores, secret
from app.cli.findings import Finding, Level, first_row
from app.cli.misspelt import find_misspelt
from app.cli.serve import version
from app.domain.errors import HaimaError
from app.settings import Settings

_LEAST_POSTGRES: Final = 15
_LEAST_REDIS: Final = (7, 0)
_CLOCK_SECONDS: Final = 1.0
_DISK_WARN_BYTES: Final = 2 * 1024**3
_DISK_FAIL_BYTES: Final = 200 * 1024**2


def run_doctor(settings: Settings, *, embedded: bool) -> bool:
    """Print all findings; True when none is a failure."""
    findings = [*_machine(settings)]
    try:
        with reach_stores(settings, embedded=embedded) as reached:
            for check in (_postgres, _replica, _redis, _embedder, _chat_model):
                findings += _guarded(check, reached)
    except HaimaError as error:
        findings.append(Finding("fail", "stores", "not reached", str(error)))
    _print(findings)
    return all(finding.level != "fail" for finding in findings)


def _guarded(check: Callable[[Settings], Iterator[Finding]], settings: Settings) -> list[Finding]:
    subject = check.__name__.strip("_").replace("_", " ")
    findings: list[Finding] = []
    try:
        findings.extend(check(settings))
    except HaimaError as error:
        findings.append(Finding("fail", subject, "refused", str(error)))
    except (psycopg.Error, redis.RedisError, OSError) as error:
        text = str(error).strip().splitlines()
        findings.append(
            Finding(
                "fail",
                subject,
                f"not reached: {text[0] if text else type(error).__name__}",
                f"start it, or correct {_variable(subject)}",
            )
        )
    return findings


def _variable(subject: str) -> str:
    names = {
        "postgres": "HAIMA_DATABASE_URL",
        "replica": "HAIMA_DATABASE_READ_URL; until then the primary answers",
        "redis": "HAIMA_REDIS_URL",
    }
    return names.get(subject, "HAIMA_EMBEDDING_BASE_URL")


def _machine(settings: Settings) -> Iterator[Finding]:
    python = ".".join(str(part) for part in sys.version_info[:3])
    yield Finding("ok", "haima", f"{version()}, Python {python}, {sys.platform}")
    exposed = not settings.on_loopback
    yield Finding(
        "warn" if exposed else "ok",
        "address",
        f"{settings.host}:{settings.port}",
        "reachable from outside: put TLS before it" if exposed else "",
    )
    if settings.importance_episodic > settings.importance_semantic:
        yield Finding(
            "fail", "settings", "importance_episodic over importance_semantic", "lower HAIMA_IMPORTANCE_EPISODIC"
        )
    else:
        yield Finding("ok", "settings", "all within their ranges")
    for misspelt in find_misspelt():
        yield Finding("warn", "settings", str(misspelt), f"rename or remove {misspelt.name}")
    yield _disk(settings.data_dir)


def _disk(folder: Path) -> Finding:
    there = folder.expanduser().absolute()
    while not there.exists():
        there = there.parent
    free = shutil.disk_usage(there).free
    level: Level = "fail" if free < _DISK_FAIL_BYTES else "warn" if free < _DISK_WARN_BYTES else "ok"
    return Finding(
        level, "disk", f"{free / 1024**3:.1f} GiB free at {there}", "" if level == "ok" else "free some space"
    )


def _postgres(settings: Settings) -> Iterator[Finding]:
    dsn = secret(settings.database_url)
    with psycopg.connect(dsn, autocommit=True, connect_timeout=5) as connection:
        begun = time.time()
        server_time, number = first_row(
            connection, "select clock_timestamp(), current_setting('server_version_num')::int"
        )
        took = time.time() - begun
        major = number // 10_000
        yield Finding(
            "ok" if major >= _LEAST_POSTGRES else "fail",
            "postgres",
            f"{major}.{number % 10_000}, answered in {took * 1000:.1f} ms",
            "" if major >= _LEAST_POSTGRES else f"use PostgreSQL {_LEAST_POSTGRES} or newer",
        )
        yield _pgvector(connection)
        yield _clock(server_time, begun + took / 2)
        yield _connections(connection, settings)
        yield _row_security(connection, settings)
    try:
        check_schema(dsn)
    except HaimaError as error:
        lacking = "python -m app migrate" in str(error)  # which `serve` and `worker` do at start
        yield Finding("warn" if lacking else "fail", "schema", "not the one of this version", str(error))
    else:
        yield Finding("ok", "schema", "up to date")


def _pgvector(connection: psycopg.Connection[Any]) -> Finding:
    row = connection.execute("select extversion from pg_extension where extname = 'vector'").fetchone()
    if row is None:
        return Finding("warn", "pgvector", "not created in this database yet", "run: python -m app migrate")
    new_enough = tuple(int(part) for part in row[0].split(".")[:2]) >= (0, 7)
    advice = "" if new_enough else "alter extension vector update; 0.7 or newer is needed"
    return Finding("ok" if new_enough else "fail", "pgvector", row[0], advice)


def _clock(server_time: datetime, our_time: float) -> Finding:
    apart = abs((server_time - datetime.fromtimestamp(our_time, UTC)).total_seconds())
    level: Level = "ok" if apart <= _CLOCK_SECONDS else "warn"
    advice = "" if level == "ok" else "set the clocks of both machines by NTP; times of memories come from both"
    return Finding(level, "clock", f"{apart:.3f} s apart from PostgreSQL's", advice)


def _connections(connection: psycopg.Connection[Any], settings: Settings) -> Finding:
    (most,) = first_row(connection, "select current_setting('max_connections')::int")
    enough = most > 2 * settings.database_pool_max
    advice = "" if enough else "raise max_connections: every API process and worker opens up to HAIMA_DATABASE_POOL_MAX"
    return Finding("ok" if enough else "warn", "connections", f"{most} allowed", advice)


def _row_security(connection: psycopg.Connection[Any], settings: Settings) -> Finding:
    if settings.database_transaction_pooler or not settings.row_security:
        return Finding("ok", "row security", "off, by the settings", "")
    (user,) = first_row(connection, "select current_user")
    with connection.transaction(force_rollback=True):
        (role,) = first_row(connection, TAKE_ROLE)
    if role is not None:
        return Finding("ok", "row security", f"requests run as {role}, which sees one user's rows at a time")
    advice = f"let an administrator run: create role haima_app; grant haima_app to {user}; then: python -m app migrate"
    return Finding("warn", "row security", "no role for requests: the statements alone keep users apart", advice)


def _replica(settings: Settings) -> Iterator[Finding]:
    if settings.database_read_url is None:
        return
    from app.cli.replica_check import check_replica

    yield from check_replica(secret(settings.database_url), settings.database_read_url.get_secret_value())


def _answers(url: str, seconds: float) -> bool:
    with redis.Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds) as client:
        try:
            return bool(client.ping())
        except (redis.ConnectionError, redis.TimeoutError):
            return False


def _redis(settings: Settings) -> Iterator[Finding]:
    nodes = single_nodes(secret(settings.redis_url))
    url = next((node for node in nodes[:-1] if _answers(node, settings.redis_timeout_seconds)), nodes[-1])
    with redis.Redis.from_url(url, socket_timeout=settings.redis_timeout_seconds) as client:
        begun = time.perf_counter()
        client.ping()
        took = time.perf_counter() - begun
        info = cast("dict[str, Any]", client.info())  # redis-py types both of its clients at once
        name = "valkey" if "valkey_version" in info else "redis"
        text = str(info.get("valkey_version", info["redis_version"]))
        new_enough = tuple(int(part) for part in text.split(".")[:2]) >= _LEAST_REDIS
        yield Finding(
            "ok" if new_enough else "fail",
            name,
            f"{text}, answered in {took * 1000:.1f} ms",
            "" if new_enough else "use Redis 7 or Valkey 8 or newer",
        )
        lasting = int(info.get("aof_enabled", 0)) == 1
        yield Finding(
            "ok" if lasting else "warn",
            "append-only",
            "on" if lasting else "off",
            "" if lasting else "turn appendonly on: what waits for PostgreSQL is lost when Redis stops",
        )
        policy = str(info.get("maxmemory_policy", "noeviction"))
        keeps = policy == "noeviction" or int(info.get("maxmemory", 0)) == 0
        yield Finding(
            "ok" if keeps else "fail",
            "eviction",
            policy,
            "" if keeps else "set maxmemory-policy noeviction: evicted keys are lost memories",
        )


def _embedder(settings: Settings) -> Iterator[Finding]:
    if settings.embedder == "none":
        yield Finding("warn", "embedder", "none: search goes by words alone", "set HAIMA_EMBEDDER=local")
        return
    from app.cli.embedder_check import measure_embedder

    dimensions, seconds = measure_embedder(settings)
    where = "" if settings.embedder == "local" else f" at {urlsplit(settings.embedding_base_url).netloc}"
    yield Finding(
        "ok" if dimensions == settings.embedding_dimensions else "fail",
        "embedder",
        f"{settings.embedder}{where}, {dimensions} dimensions, {seconds * 1000:.0f} ms a query",
        "" if dimensions == settings.embedding_dimensions else f"set HAIMA_EMBEDDING_DIMENSIONS={dimensions}",
    )


def _chat_model(settings: Settings) -> Iterator[Finding]:
    if settings.llm_base_url is None:
        yield Finding("ok", "chat model", "none: rules alone extract and sum up")
        return
    from app.cli.chat_model_check import measure_chat_model

    seconds = measure_chat_model(settings)
    budget = f"{settings.llm_daily_tokens:,} tokens a day" if settings.llm_daily_tokens else "no daily limit"
    where = urlsplit(settings.llm_base_url).netloc.rpartition("@")[2]
    yield Finding("ok", "chat model", f"{settings.llm_model} at {where}, answered in {seconds:.1f} s, {budget}")


def _print(findings: list[Finding]) -> None:
    width = max(len(finding.subject) for finding in findings)
    for finding in findings:
        typer.echo(f"{finding.level:<5} {finding.subject:<{width}}  {finding.found}")
        if finding.advice:
            typer.echo(f"{'':<5} {'':<{width}}  → {finding.advice}")
