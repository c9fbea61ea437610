"""Rows for tables of any version of the schema."""

from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql


def row_for(connection: psycopg.Connection[Any], table: str, owner: UUID) -> sql.Composed:
    """Return an insert that fills every column of a table that has no default, by its type."""
    columns = connection.execute(
        "select column_name, data_type from information_schema.columns where table_schema = 'public'"
        " and table_name = %s and is_nullable = 'NO' and column_default is null and is_identity = 'NO'"
        " and is_generated = 'NEVER'",
        [table],
    ).fetchall()
    made = {"uuid": "gen_random_uuid()", "timestamp with time zone": "now()", "bytea": "''::bytea"}
    given = {"text": "s", "jsonb": "{}", "boolean": "false", "ARRAY": "{}"}
    values = [
        sql.Literal(str(owner)) if name == "owner_id" else sql.SQL(made[kind]) if kind in made
        else sql.Literal(given.get(kind, "1"))
        for name, kind in columns
    ]  # fmt: skip
    names = sql.SQL(", ").join(sql.Identifier(name) for name, _ in columns)
    return sql.SQL("insert into {} ({}) values ({})").format(sql.Identifier(table), names, sql.SQL(", ").join(values))
