"""Migrations: from nothing, again, at once, half-way, and from a newer version."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from app.adapters.postgres.migrate import FOLDER, check_schema, migrate
from app.domain.errors import SetupError, StoreUnavailable

TABLES = """
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' and table_name !~ '^_?yoyo' order by 1, 2
"""
INDEXES = "select indexdef from pg_indexes where schemaname = 'public' and tablename !~ '^_?yoyo' order by 1"


def _query(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(statement).fetchall()


@pytest.fixture
def empty_url(make_database: Callable[..., str]) -> str:
    return make_database(schema=False)


def test_an_empty_database_gets_the_whole_schema_once(empty_url: str, database_url: str) -> None:
    with pytest.raises(SetupError, match="python -m app migrate"):
        check_schema(empty_url)
    names = sorted(path.name.removesuffix(".sql") for path in FOLDER.glob("*.sql") if ".rollback." not in path.name)
    assert migrate(empty_url) == names
    assert migrate(empty_url) == []
    check_schema(empty_url)
    assert _query(empty_url, TABLES) == _query(database_url, TABLES)
    assert _query(empty_url, INDEXES) == _query(database_url, INDEXES)


def test_many_at_once_migrate_once(empty_url: str) -> None:
    with ThreadPoolExecutor(6) as threads:
        done = list(threads.map(migrate, [empty_url] * 6))
    assert sorted(map(bool, done)) == [False] * 5 + [True]
    check_schema(empty_url)


def test_a_killed_migration_blocks_nobody(empty_url: str) -> None:
    migrate(empty_url)
    with psycopg.connect(empty_url, autocommit=True) as connection:
        connection.execute("insert into yoyo_lock (locked, ctime, pid) values (1, now(), 4711)")
    assert migrate(empty_url) == []


def test_a_newer_schema_is_refused(empty_url: str, tmp_path: Path) -> None:
    for path in FOLDER.glob("*.sql"):
        (tmp_path / path.name).write_text(path.read_text())
    (tmp_path / "9999.from-the-future.sql").write_text("-- depends:\ncreate table future (a int);\n")
    assert migrate(empty_url, folder=tmp_path)[-1] == "9999.from-the-future"
    for action in (migrate, check_schema):
        with pytest.raises(SetupError, match="newer Haima"):
            action(empty_url)


def test_a_broken_migration_leaves_nothing_of_itself(empty_url: str, tmp_path: Path) -> None:
    broken = tmp_path / "0001.broken.sql"
    broken.write_text("-- depends:\ncreate table half (a int);\nselect 1 / 0;\n")
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty_url, folder=tmp_path)
    assert _query(empty_url, "select to_regclass('half')") == [(None,)]
    broken.write_text("-- depends:\ncreate table half (a int);\n")
    assert migrate(empty_url, folder=tmp_path) == ["0001.broken"]


def test_somebody_elses_lock_is_waited_for(empty_url: str) -> None:
    with psycopg.connect(empty_url, autocommit=True) as connection:
        connection.execute("select pg_advisory_lock(4772018436611117)")
        with pytest.raises(SetupError, match="Another process"):
            migrate(empty_url, wait_seconds=0.3)
    assert migrate(empty_url)


def test_no_server_is_store_unavailable() -> None:
    with pytest.raises(StoreUnavailable):
        migrate("host=/nowhere dbname=x")
