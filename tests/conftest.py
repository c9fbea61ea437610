"""Real stores for every test: one embedded PostgreSQL and one Valkey a test session, in a folder of its own.

A database with the schema is the template; each test that asks for `database_url` gets a clone of it. A test marked
`also_partitioned` runs twice, the second time on tables that are divided by owner. Nothing here is shared with a
running `make run`.
"""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from app.adapters.postgres.migrate import migrate
from app.embedded import EmbeddedStores, StoreOptions, start_stores
from app.embedded.postgres import dsn
from app.settings import Settings
from tests.folders import store_folder

WHOLE, PARTITIONED = "whole", "partitioned"
PARTITIONS = 4
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def stores() -> Iterator[EmbeddedStores]:
    """Both stores, started once a session (and once an xdist worker), without durability."""
    with store_folder() as folder:
        running = start_stores(
            folder,
            StoreOptions(
                postgres_options={"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"},
                valkey_options={"appendonly": "no"},
                sync=False,
            ),
        )
        try:
            yield running
        finally:
            running.stop()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked `also_partitioned` on both forms of the tables."""
    if metafunc.definition.get_closest_marker("also_partitioned") and "_template" in metafunc.fixturenames:
        metafunc.parametrize("_template", [WHOLE, PARTITIONED], indirect=True, scope="session")


@pytest.fixture(scope="session")
def _template(stores: EmbeddedStores, request: pytest.FixtureRequest) -> str:
    form = getattr(request, "param", WHOLE)
    name = f"haima_template_{form}"
    with psycopg.connect(stores.database_url, autocommit=True) as connection:
        if connection.execute("select from pg_database where datname = %s", [name]).fetchone() is None:
            connection.execute(f"create database {name}")
            assert stores.postgres is not None
            partitions = PARTITIONS if form == PARTITIONED else None
            migrate(dsn(stores.postgres.socket_folder, name), partitions=partitions)
    return name


@pytest.fixture
def make_database(stores: EmbeddedStores, _template: str) -> Iterator[Callable[..., str]]:
    """Make databases that go away with the test: clones of the schema, or empty ones (`schema=False`)."""
    made: list[str] = []

    def make(*, schema: bool = True) -> str:
        name = f"test_{next(_numbers)}"
        template = _template if schema else "template0"
        with psycopg.connect(stores.database_url, autocommit=True) as connection:
            connection.execute(f"create database {name} template {template} strategy file_copy")
        made.append(name)
        assert stores.postgres is not None
        return dsn(stores.postgres.socket_folder, name)

    yield make
    with psycopg.connect(stores.database_url, autocommit=True) as connection:
        for name in made:
            connection.execute(f"drop database {name} with (force)")


@pytest.fixture
def database_url(make_database: Callable[..., str]) -> str:
    """DSN of a fresh database with the whole schema, this test's own."""
    return make_database()


@pytest.fixture
def redis_url(stores: EmbeddedStores) -> Iterator[str]:
    """URL of an empty Valkey, this test's own while it runs."""
    yield stores.redis_url
    with redis.Redis.from_url(stores.redis_url) as client:
        client.flushall()


@pytest.fixture
def settings(database_url: str, redis_url: str, tmp_path: Path) -> Settings:
    """Settings for this test's stores, with everything else at its default (no `.env` is read)."""
    return Settings(_env_file=None, database_url=database_url, redis_url=redis_url, data_dir=tmp_path / "haima")
