"""The pool: what happens when Postgres goes away, is slow, or is full."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Generator

import psycopg
import pytest
from pg_making import MODEL, NOW, OWNER, Make
from psycopg import waiting

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.hung import HungConnections
from app.adapters.postgres.memory_store import PostgresMemoryStore
from app.domain.errors import SetupError, StoreTooSlow, StoreUnavailable
from app.settings import Settings

PATIENCE_SECONDS = 20.0
SLEEP = "select pg_sleep(%(seconds)s)"


def _end_all_connections(url: str) -> None:
    """What a restart of the server does to clients."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )


async def _until_connected(database: Database) -> None:
    """A first connection by TCP may take longer than such a short wait on a busy machine."""
    async with asyncio.timeout(20):
        while True:
            with contextlib.suppress(StoreUnavailable):
                return await database.ping()


async def test_a_process_that_hangs_in_a_copy_holds_up_nobody_for_long(
    database_url: str, database: Database, make: Make
) -> None:
    hung = HungConnections(database, seconds=1.0)
    batch = make.batch(turns=[make.turn("one")])
    await PostgresArchive(database).store([batch], model=MODEL, now=NOW)
    async with Database(database_url, pool_min=1, statement_seconds=0.6, wait_seconds=5.0) as brief:
        with psycopg.connect(database_url, application_name="haima") as hanging:
            hanging.execute("set statement_timeout = 300; set idle_in_transaction_session_timeout = 300")
            hanging.execute("update owners set version = version")
            with pytest.raises(psycopg.OperationalError), hanging.cursor().copy("copy tombstones from stdin"):  # noqa: PT012
                with pytest.raises(StoreUnavailable):
                    await PostgresArchive(brief).store([batch], model=MODEL, now=NOW)
                await asyncio.sleep(1.0)
                assert await hung.end() == 1
                await PostgresArchive(brief).store([batch], model=MODEL, now=NOW)
    assert await hung.end() == 0, "connections that are at work or idle stay"


async def test_no_reading_fails_after_the_server_dropped_every_connection(database_url: str) -> None:
    async with Database(database_url, pool_min=4, pool_max=4, wait_seconds=5.0) as database:
        await asyncio.gather(*(database.fetch_all(SLEEP, {"seconds": 0.05}) for _ in range(4)))
        _end_all_connections(database_url)
        await asyncio.gather(*(database.ping() for _ in range(12)))


async def test_writing_goes_on_after_the_server_dropped_every_connection(
    database_url: str, archive: PostgresArchive, make: Make
) -> None:
    await archive.store([make.batch(turns=[make.turn("one")])], model=MODEL, now=NOW)
    _end_all_connections(database_url)
    await asyncio.sleep(0.1)
    await archive.store([make.batch(turns=[make.turn("two")])], model=MODEL, now=NOW)


async def test_a_connection_dropped_while_reading_is_tried_again(database_url: str, database: Database) -> None:
    reading = asyncio.create_task(database.fetch_all(SLEEP, {"seconds": 0.4}))
    await asyncio.sleep(0.2)
    _end_all_connections(database_url)
    await reading


async def test_a_full_pool_a_slow_statement_and_no_server_are_store_unavailable(database_url: str) -> None:
    async with Database(database_url, pool_min=1, pool_max=1, wait_seconds=0.2, statement_seconds=0.6) as database:
        await _until_connected(database)
        slow = asyncio.create_task(database.fetch_all(SLEEP, {"seconds": 30}))
        await asyncio.sleep(0.05)
        started = time.monotonic()
        with pytest.raises(StoreUnavailable):
            await database.ping()
        assert time.monotonic() - started < 10.0, "the statement would take half a minute"
        with pytest.raises(StoreUnavailable):
            await slow
        await database.ping()
    async with Database("host=/nowhere dbname=x", wait_seconds=0.2) as database:
        with pytest.raises(StoreUnavailable, match="Postgres is away"):
            await database.ping()


async def test_a_pool_is_filled_before_anybody_is_served(database_url: str) -> None:
    async with Database(database_url, pool_min=5, pool_max=5) as database:
        assert await database.fill(PATIENCE_SECONDS)
        with psycopg.connect(database_url) as other:
            counted = other.execute(
                "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
            ).fetchone()
        assert counted == (5,)
    async with Database("host=/nowhere dbname=x") as database:
        assert not await database.fill(0.1), "it is waited for no longer than that"


async def test_a_server_that_hangs_is_given_up_at_the_deadline(database_url: str) -> None:
    async with Database(database_url, pool_min=1, pool_max=1, wait_seconds=5.0) as database:
        ((pid,),) = await database.fetch_all("select pg_backend_pid()", {})
        os.kill(pid, signal.SIGSTOP)
        try:
            started = time.monotonic()
            with pytest.raises(StoreUnavailable):
                await database.fetch_all("select 1", {}, deadline_seconds=0.3)
            assert time.monotonic() - started < 10.0, "the server is silent for good"
            await database.ping()  # by a connection of its own
        finally:
            os.kill(pid, signal.SIGCONT)


async def test_a_failed_transaction_leaves_nothing_and_its_error_is_told(database: Database, make: Make) -> None:
    archive = PostgresArchive(database)
    with pytest.raises((psycopg.DataError, UnicodeError)):
        await archive.store(
            [make.batch(memories=[make.memory("fine"), make.memory("subject", subject="a\x00b")])], model=MODEL, now=NOW
        )
    store = PostgresMemoryStore(database, session_ttl_seconds=60)
    listed = await store.list_memories(
        OWNER, agent_id=None, layer=None, type=None, session_id=None, subject=None, limit=9, after=None, now=NOW,
        session_ttl_seconds=60,
    )  # fmt: skip
    assert listed == []


async def test_connections_plan_every_statement_for_its_values(database: Database) -> None:
    (row,) = await database.fetch_all(
        "select current_setting('plan_cache_mode'), current_setting('statement_timeout'), current_setting('timezone')",
        {},
    )
    assert row == ("force_custom_plan", "10s", "UTC")


def test_a_missing_url_says_what_to_set() -> None:
    with pytest.raises(SetupError, match="HAIMA_DATABASE_URL"):
        Database.from_settings(Settings(_env_file=None))


async def test_waiting_for_a_silent_server_does_not_spin(database: Database) -> None:
    looks = 0

    def silent() -> Generator[waiting.Wait, waiting.Ready, None]:
        nonlocal looks
        begun = time.monotonic()
        while time.monotonic() - begun < 0.3:
            looks += 1
            yield waiting.WAIT_R

    async with database.connection() as connection:
        await connection.wait(silent())
    assert 0 < looks < 20


async def test_what_takes_too_long_is_told_from_a_server_that_is_away(database_url: str, database: Database) -> None:
    with pytest.raises(StoreTooSlow):
        async with database.transaction(deadline_seconds=0.2):
            await asyncio.sleep(5.0)
    async with Database(database_url, pool_min=1, statement_seconds=0.1) as hasty:
        with pytest.raises(StoreTooSlow):
            await hasty.fetch_all(SLEEP, {"seconds": 5.0})
    async with Database("host=/nowhere dbname=x", wait_seconds=0.2) as away:
        with pytest.raises(StoreUnavailable) as error:
            await away.ping()
    assert not isinstance(error.value, StoreTooSlow)
