"""Migrations: from nothing, again, at once, half-way, with data and under load, and from a newer version."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from schema_rows import row_for

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


def _first_alone(folder: Path) -> Path:
    """The migrations of the first release, in a folder of their own."""
    folder.mkdir()
    (folder / "0001.initial.sql").write_text((FOLDER / "0001.initial.sql").read_text())
    return folder


def test_from_the_first_schema_with_data_while_a_writer_writes(empty_url: str, tmp_path: Path) -> None:
    owner = uuid4()
    assert migrate(empty_url, folder=_first_alone(tmp_path / "first")) == ["0001.initial"]
    with psycopg.connect(empty_url, autocommit=True) as connection:
        for table in ("owners", "sessions", "facts"):
            connection.execute(row_for(connection, table, owner))
        connection.execute(row_for(connection, "memories", owner))
        before = connection.execute("select id, content from memories").fetchall()
        stop = Event()
        written: list[int] = []

        def write() -> None:
            while not stop.is_set():
                connection.execute(row_for(connection, "memories", owner))
                written.append(1)

        with ThreadPoolExecutor(1) as threads:
            writing = threads.submit(write)
            try:
                migrate(empty_url)
                had = len(written)
                while len(written) == had and not writing.done():
                    time.sleep(0.01)
            finally:
                stop.set()
            writing.result()
    check_schema(empty_url)
    rows = _query(empty_url, "select id, content, credited, corrected_at from memories")
    assert len(rows) == len(before) + len(written)
    assert {row[2:] for row in rows} == {(0, None)}, "what a later migration added has its default in old rows"
    assert set(before) <= {row[:2] for row in rows}
    assert _query(empty_url, "select extracted_seq, summary_from from sessions") == [(0, 0)]


def test_a_table_in_use_delays_a_migration_and_not_the_service(empty_url: str, tmp_path: Path) -> None:
    owner = uuid4()
    migrate(empty_url, folder=_first_alone(tmp_path / "first"))
    with psycopg.connect(empty_url) as long, psycopg.connect(empty_url, autocommit=True) as service:
        insert = row_for(service, "sessions", owner)
        long.execute("select count(*) from sessions")  # its lock stays until the transaction ends
        with ThreadPoolExecutor(2) as threads:
            migrating = threads.submit(migrate, empty_url)
            _until_waits(service, "alter table sessions")
            service.execute("set statement_timeout = '20s'")
            service.execute(insert)
            assert not migrating.done()
            long.rollback()
            assert migrating.result() != []
    assert _query(empty_url, "select extracted_seq from sessions") == [(0,)]


def test_tables_that_stay_in_use_are_one_sentence_and_change_nothing(empty_url: str, tmp_path: Path) -> None:
    migrate(empty_url, folder=_first_alone(tmp_path / "first"))
    with psycopg.connect(empty_url) as long:
        long.execute("select count(*) from sessions")
        with pytest.raises(SetupError, match="in use"):
            migrate(empty_url, wait_seconds=0.1)
    assert "0002.extraction" in migrate(empty_url)


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_process_of_an_older_version_does_not_start(empty_url: str, tmp_path: Path, command: str) -> None:
    migrate(empty_url)
    with psycopg.connect(empty_url, autocommit=True) as connection:
        connection.execute(
            "insert into _yoyo_migration (migration_hash, migration_id, applied_at_utc)"
            " values ('x', '9999.from-the-future', now())"
        )
    arguments = [sys.executable, "-m", "app", command, *(["--port", "0"] if command == "serve" else [])]
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("HAIMA_")},
        "HAIMA_DATABASE_URL": empty_url,
        "HAIMA_REDIS_URL": "redis://127.0.0.1:1",
        "PYTHONPATH": str(FOLDER.parent),
    }
    ended = subprocess.run(arguments, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=90)
    assert ended.returncode != 0
    assert "migrated by a newer Haima (9999.from-the-future is unknown here)" in ended.stderr
    assert "Traceback" not in ended.stderr


def _until_waits(connection: psycopg.Connection[Any], statement: str) -> None:
    waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike %s"
    deadline = time.monotonic() + 30
    while connection.execute(waiting, [f"%{statement}%"]).fetchone() is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
