"""Hash partitions: every table that has an `owner_id`, divided by it into the same number of parts. See decision 0017.

The tables are made as the migrations make them and divided afterwards, each under its own name: what stands in the
catalogue (columns, keys, indexes, storage) is read, laid on a partitioned table, and the rows are moved. So there is
one schema for both forms, and a table that a later migration adds is divided when that migration has run.
"""

import time
from dataclasses import dataclass
from typing import Any, Final

import psycopg
from psycopg import sql

from app.domain.errors import SetupError

MOST: Final = 128
"""More fill the server's table of locks while they are made, and planning grows with each."""
_LOCK_SECONDS: Final = 3
_PAUSE_SECONDS: Final = 1.0

_COUNT: Final = """
    select count(*) from pg_inherits where inhparent = to_regclass('owners')
        and (select relkind from pg_class where oid = to_regclass('owners')) = 'p'
"""
_WHOLE: Final = """
    select c.relname, coalesce(array_to_string(c.reloptions, ', '), '')
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped
    where c.relkind = 'r' and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    order by c.relname
"""
_INDEXES: Final = """
    select pg_get_indexdef(i.indexrelid)
    from pg_index i
    where i.indrelid = %s::regclass and not starts_with(i.indexrelid::regclass::text, 'pieces_ann_')
        and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
    order by i.indexrelid::regclass::text
"""
_KEYS: Final = """
    select contype::text, conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    from pg_constraint
    where contype in ('p', 'u', 'f') and conparentid = 0
        and (conrelid = any (%(tables)s::regclass[]) or confrelid = any (%(tables)s::regclass[]))
    order by contype = 'f', conrelid::regclass::text, conname
"""
_IDENTITY: Final = "select attname from pg_attribute where attrelid = %s::regclass and attidentity <> ''"
_NO_OWNER_KEY: Final = """
    select i.indexrelid::regclass::text
    from pg_index i
    where i.indisunique and i.indrelid = any (%s::regclass[]) and not exists (
        select from pg_attribute a
        where a.attrelid = i.indrelid and a.attname = 'owner_id' and a.attnum = any (i.indkey::smallint[])
    )
"""


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    options: str
    """Storage options of its rows, as they are written after `with`; empty for none."""

    @property
    def whole(self) -> str:
        """Its name while its rows move."""
        return f"{self.name}_whole"


def count_partitions(connection: psycopg.Connection[Any]) -> int:
    """Return into how many partitions the owners are divided; 0 where they are not."""
    row = connection.execute(_COUNT).fetchone()
    return int(row[0]) if row else 0


def divide(connection: psycopg.Connection[Any], partitions: int | None, *, wait_seconds: float) -> list[str]:
    """Divide every table with an `owner_id` that is whole; returns their names.

    `partitions` None: as many as there are already, which is none in a database that is not divided. Everything happens
    in one transaction, which holds the tables until it ends: on a database with data it needs their size again on disk.
    `connection` is one of the tables' owner in autocommit mode. Raises SetupError for another number than there are,
    and for tables that stay in use for `wait_seconds`.
    """
    there = count_partitions(connection)
    if partitions is not None and there not in {0, partitions}:
        raise SetupError(
            f"The tables are divided into {there} partitions; another number needs a new database and a copy of the "
            "data (pg_dump --data-only --load-via-partition-root)."
        )
    number = partitions or there
    tables = [_Table(*row) for row in connection.execute(_WHOLE).fetchall()] if number else []
    if not tables:
        return []
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            with connection.transaction():
                connection.execute(f"set local lock_timeout = '{_LOCK_SECONDS}s'")
                _divide_all(connection, tables, number)
        except psycopg.errors.LockNotAvailable:
            if time.monotonic() > deadline:
                raise SetupError(
                    f"The tables were in use for {wait_seconds:g} s; nothing was changed. Stop servers and workers "
                    "while they are divided."
                ) from None
            time.sleep(_PAUSE_SECONDS)
            continue
        return [table.name for table in tables]


def _divide_all(connection: psycopg.Connection[Any], tables: list[_Table], number: int) -> None:
    names = [table.name for table in tables]
    connection.execute(sql.SQL("lock table {} in access exclusive mode").format(_list(names)))
    unfit = [name for (name,) in connection.execute(_NO_OWNER_KEY, [names]).fetchall()]
    if unfit:
        raise SetupError(f"The unique index {unfit[0]} does not hold owner_id: its table cannot be divided by it.")
    keys = connection.execute(_KEYS, {"tables": names}).fetchall()
    indexes = [text for name in names for (text,) in connection.execute(_INDEXES, [name]).fetchall()]
    for kind, table, key, _ in keys:
        if kind == "f":
            connection.execute(sql.SQL("alter table {} drop constraint {}").format(_name(table), _name(key)))
    for table in tables:
        _move(connection, table, number)
    for kind, table, key, text in keys:
        if kind != "f":
            _add_key(connection, table, key, text)
    for text in indexes:
        connection.execute(text)
    for kind, table, key, text in keys:
        if kind == "f":
            _add_key(connection, table, key, text)


def _move(connection: psycopg.Connection[Any], table: _Table, number: int) -> None:
    """Lay a partitioned table in the place of a whole one, with its rows and without its keys and indexes."""
    new, old = _name(table.name), _name(table.whole)
    connection.execute(sql.SQL("alter table {} rename to {}").format(new, old))
    connection.execute(
        sql.SQL(
            "create table {} (like {} including all excluding indexes excluding identity) partition by hash (owner_id)"
        ).format(new, old)
    )
    options = sql.SQL(f" with ({table.options})" if table.options else "")  # from the catalogue
    for part in range(number):
        connection.execute(
            sql.SQL("create table {} partition of {} for values with (modulus {}, remainder {}){}").format(
                _name(f"{table.name}_p{part}"), new, sql.Literal(number), sql.Literal(part), options
            )
        )
    connection.execute(sql.SQL("insert into {} overriding system value select * from {}").format(new, old))
    for (column,) in connection.execute(_IDENTITY, [table.whole]).fetchall():
        _number(connection, table, column)
    connection.execute(sql.SQL("drop table {}").format(old))


def _number(connection: psycopg.Connection[Any], table: _Table, column: str) -> None:
    """Let a sequence number the rows, from where the identity column of the whole table was.

    Before PostgreSQL 17 tables with partitions have no identity columns.
    """
    row = connection.execute("select pg_get_serial_sequence(%s, %s)", [table.whole, column]).fetchone()
    before = sql.Identifier(*str(row[0] if row else "").split("."))
    state = connection.execute(sql.SQL("select last_value, is_called from {}").format(before)).fetchone()
    sequence = f"{table.name}_{column}_numbers"
    names = {"sequence": _name(sequence), "table": _name(table.name), "column": _name(column)}
    for text in (
        "create sequence {sequence} owned by {table}.{column}",
        "alter table {table} alter column {column} set default nextval({text})",
    ):
        connection.execute(sql.SQL(text).format(**names, text=sql.Literal(sequence)))
    connection.execute("select setval(%s::regclass, %s, %s)", [sequence, *(state or (1, False))])


def _add_key(connection: psycopg.Connection[Any], table: str, key: str, text: str) -> None:
    connection.execute(sql.SQL("alter table {} add constraint {} {}").format(_name(table), _name(key), sql.SQL(text)))


def _name(name: str) -> sql.Identifier:
    return sql.Identifier(name)


def _list(names: list[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(_name, names))
