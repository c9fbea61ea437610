"""Real stores for every test: one embedded PostgreSQL and one Valkey a test session, in a folder of its own.

A database with the schema is the template; each test that asks for `database_url` gets a clone of it. A test marked
`also_partitioned` runs twice, the second time on tables that are divided by owner. Nothing here is shared with a
running `make run`.

Servers of one's own instead: HAIMA_TEST_DATABASE_URL (a superuser, who makes and drops databases there) and
HAIMA_TEST_REDIS_URL (a server that is emptied), with one test process (`make test JOBS=0`). Tests that start, stop or
break stores keep to the embedded ones.
"""

import itertools
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import psycopg
import pytest
import redis
from hypothesis import settings as property_settings

from app.adapters.postgres.migrate import migrate
from app.embedded import StoreOptions, start_stores
from app.settings import Settings
from tests.folders import store_folder
from tests.leaks import find_leak
from tests.stores import Stores

WHOLE, PARTITIONED = "whole", "partitioned"
PARTITIONS = 4
_numbers = itertools.count(1)

property_settings.register_profile("untimed", deadline=None)
"""A busy machine is slow for a moment: no example fails by the time it takes."""
property_settings.load_profile("untimed")
_made: set[str] = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a test during which something secret was printed or logged, whatever it is about."""
    report = yield
    leak = find_leak(report.sections)
    if leak is not None and report.passed:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: a secret is in what was said ({leak}); see tests/leaks.py"
    return report


@pytest.fixture(scope="session")
def stores() -> Iterator[Stores]:
    """Both stores, started once a session (and once an xdist worker) without durability, unless others are named."""
    database_url, redis_url = (os.environ.get(f"HAIMA_TEST_{name}_URL") for name in ("DATABASE", "REDIS"))
    if database_url and redis_url:
        yield Stores(database_url, redis_url)
        return
    with store_folder() as folder:
        running = start_stores(
            folder,
            StoreOptions(
                postgres=database_url is None,
                valkey=redis_url is None,
                postgres_options={"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"},
                valkey_options={"appendonly": "no"},
                sync=False,
            ),
        )
        try:
            yield Stores(database_url or running.database_url, redis_url or running.redis_url)
        finally:
            running.stop()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked `also_partitioned` on both forms of the tables."""
    if metafunc.definition.get_closest_marker("also_partitioned") and "_template" in metafunc.fixturenames:
        metafunc.parametrize("_template", [WHOLE, PARTITIONED], indirect=True, scope="session")


@pytest.fixture(scope="session")
def _template(stores: Stores, request: pytest.FixtureRequest) -> str:
    form = getattr(request, "param", WHOLE)
    name = f"haima_template_{form}"
    if form not in _made:
        with psycopg.connect(stores.database_url, autocommit=True) as connection:
            connection.execute(f"drop database if exists {name}")
            connection.execute(f"create database {name}")
        migrate(stores.database(name), partitions=PARTITIONS if form == PARTITIONED else None)
        _made.add(form)
    return name


@pytest.fixture
def make_database(stores: Stores, _template: str) -> Iterator[Callable[..., str]]:
    """Make databases that go away with the test: clones of the schema, or empty ones (`schema=False`)."""
    made: list[str] = []

    def make(*, schema: bool = True) -> str:
        name = f"test_{next(_numbers)}"
        template = _template if schema else "template0"
        with psycopg.connect(stores.database_url, autocommit=True) as connection:
            connection.execute(f"drop database if exists {name} with (force)")  # what an ended session left
            connection.execute(f"create database {name} template {template} strategy file_copy")
        made.append(name)
        return stores.database(name)

    yield make
    with psycopg.connect(stores.database_url, autocommit=True) as connection:
        for name in made:
            connection.execute(f"drop database {name} with (force)")


@pytest.fixture
def database_url(make_database: Callable[..., str]) -> str:
    """DSN of a fresh database with the whole schema, this test's own."""
    return make_database()


@pytest.fixture
def redis_url(stores: Stores) -> Iterator[str]:
    """URL of an empty Valkey, this test's own while it runs."""
    yield stores.redis_url
    with redis.Redis.from_url(stores.redis_url) as client:
        client.flushall()


@pytest.fixture
def settings(database_url: str, redis_url: str, tmp_path: Path) -> Settings:
    """Settings for this test's stores, with everything else at its default (no `.env` is read)."""
    return Settings(_env_file=None, database_url=database_url, redis_url=redis_url, data_dir=tmp_path / "haima")
