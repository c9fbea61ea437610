"""From every schema there was to today's, with a row in every table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from schema_rows import row_for

from app.adapters.postgres.migrate import FOLDER, check_schema, migrate

MIGRATIONS = sorted(path.name.removesuffix(".sql") for path in FOLDER.glob("*.sql"))
OWNED = """
    select table_name from information_schema.columns where table_schema = 'public' and column_name = 'owner_id'
    order by table_name
"""
COLUMNS = """
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' and table_name !~ '^_?yoyo' order by 1, 2
"""


def _fill(connection: psycopg.Connection[Any]) -> dict[str, list[dict[str, Any]]]:
    """Put a row into every table that has an owner, whatever refers to whatever, and return them by table."""
    tables = [name for (name,) in connection.execute(OWNED).fetchall()]
    connection.execute(
        "set session_replication_role = replica"
    )  # rows are of no real user: what they refer to is not there
    for table in tables:
        connection.execute(row_for(connection, table, uuid4()))
    connection.execute("set session_replication_role = origin")
    connection.execute("insert into api_keys (tenant_id, key_id, secret_hash, role) values ('t', 'k', '\\x00', 'read')")
    return _rows(connection, [*tables, "api_keys"])


def _rows(connection: psycopg.Connection[Any], tables: list[str]) -> dict[str, list[dict[str, Any]]]:
    found = {}
    for table in tables:
        rows = connection.execute(sql.SQL("select to_jsonb(t) from {} t").format(sql.Identifier(table))).fetchall()
        found[table] = [row for (row,) in rows]
    return found


@pytest.mark.parametrize("count", range(1, len(MIGRATIONS)), ids=lambda count: f"from {MIGRATIONS[count - 1]}")
def test_a_database_of_an_earlier_schema_comes_up_to_date_and_keeps_its_rows(
    make_database: Callable[..., str], database_url: str, tmp_path: Path, count: int
) -> None:
    for name in MIGRATIONS[:count]:
        (tmp_path / f"{name}.sql").write_text((FOLDER / f"{name}.sql").read_text())
    url = make_database(schema=False)
    assert migrate(url, folder=tmp_path) == MIGRATIONS[:count]
    with psycopg.connect(url, autocommit=True) as connection:
        before = _fill(connection)
        assert len(before) > 10
        assert all(len(rows) == 1 for rows in before.values())
        assert migrate(url) == MIGRATIONS[count:]
        check_schema(url)
        after = _rows(connection, list(before))
        columns = connection.execute(COLUMNS).fetchall()
    for table, rows in before.items():
        assert [{name: row[name] for name in rows[0]} for row in after[table]] == rows, table
    with psycopg.connect(database_url) as today:
        assert columns == today.execute(COLUMNS).fetchall()
