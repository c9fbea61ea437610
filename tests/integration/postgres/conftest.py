"""A database of the test's own, and one with a standby."""

from collections.abc import AsyncIterator, Iterator

import pytest
from pg_making import Make
from replica_pair import Pair

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.search_store import PostgresSearchStore
from tests.folders import store_folder


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The pool of a fresh database."""
    async with Database(database_url, pool_max=4, wait_seconds=5.0) as database:
        yield database


@pytest.fixture
def archive(database: Database) -> PostgresArchive:
    return PostgresArchive(database)


@pytest.fixture
def search(database: Database) -> PostgresSearchStore:
    return PostgresSearchStore(database)


@pytest.fixture
def queue(database: Database) -> PostgresEmbedQueue:
    return PostgresEmbedQueue(database)


@pytest.fixture
def make() -> Make:
    return Make()


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with store_folder() as folder:
        pair = Pair(folder)
        try:
            yield pair
        finally:
            pair.stop()


@pytest.fixture
def behind(pair: Pair) -> Iterator[None]:
    """The standby applies nothing while the test runs."""
    pair.ask_standby("select pg_wal_replay_pause()")
    yield
    pair.ask_standby("select pg_wal_replay_resume()")
