"""Tables divided by owner: the same schema, the same rows, and every later table too."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from app.adapters.postgres.migrate import FOLDER, migrate
from app.adapters.postgres.partitions import count_partitions, divide
from app.domain.errors import SetupError

COLUMNS = """
    select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage::text,
        a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid), '') ~ '^nextval' as numbered,
        nullif(pg_get_expr(d.adbin, d.adrelid), substring(pg_get_expr(d.adbin, d.adrelid) from '^nextval.*'))
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname !~ '^_?yoyo'
    order by c.relname, a.attnum
"""
INDEXES = """
    select replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
    from pg_index i join pg_class c on c.oid = i.indrelid
    where not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname !~ '^_?yoyo'
    order by 1
"""
KEYS = """
    select conrelid::regclass::text, conname, pg_get_constraintdef(k.oid)
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where conparentid = 0 and not c.relispartition and c.relname !~ '^_?yoyo' and connamespace = 'public'::regnamespace
    order by 1, 2
"""
OPTIONS = """
    select regexp_replace(relname, '_p[0-9]+$', ''), reloptions
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reloptions is not null
    group by 1, 2 order by 1
"""
WHOLE = """
    select c.relname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id'
    where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
"""
ROWS = (
    "insert into owners (owner_id, tenant_id, user_id) values (%(owner)s, 't', %(owner)s::text)",
    """
    insert into memories (
        owner_id, tenant_id, user_id, id, type, layers, content, content_hash, importance, created_at, changed
    ) values (%(owner)s, 't', 'u', %(memory)s, 'fact', 2, 'c', '\\x00', 0.5, now(), 1)
    """,
    """
    insert into memory_versions (
        owner_id, tenant_id, user_id, memory_id, version, content, type, importance, metadata, pinned, changed_at,
        reason
    ) values (%(owner)s, 't', 'u', %(memory)s, 1, 'c', 'fact', 0.5, '{}', false, now(), 'r')
    """,
    """
    insert into pieces (
        owner_id, tenant_id, user_id, memory_id, piece_no, start_char, stop_char, terms, wanted
    ) values (%(owner)s, 't', 'u', %(memory)s, 0, 0, 1, '\\x00', true)
    """,
)
LATER = """
-- depends:
create table later (
    owner_id uuid not null, memory_id uuid not null, primary key (owner_id, memory_id),
    foreign key (owner_id, memory_id) references memories (owner_id, id)
);
"""


def _query(url: str, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(statement.encode(), values or None).fetchall()


@pytest.fixture
def empty_url(make_database: Callable[..., str]) -> str:
    return make_database(schema=False)


def _fill(url: str, owners: list[UUID]) -> None:
    """For each owner a row of its own, a memory with a version and a piece; one piece of the first is gone again."""
    with psycopg.connect(url) as connection:
        for owner in owners:
            memory = uuid4()
            values = {"owner": owner, "memory": memory}
            for statement in ROWS:
                connection.execute(statement.encode(), values)
        connection.execute("delete from pieces where owner_id = %s", [owners[-1]])


def test_an_empty_database_is_divided_with_the_same_columns_keys_and_indexes(empty_url: str, database_url: str) -> None:
    assert migrate(empty_url, partitions=3)
    assert _query(empty_url, WHOLE) == []
    for what in (COLUMNS, INDEXES, KEYS, OPTIONS):
        assert _query(empty_url, what) == _query(database_url, what), what
    assert migrate(empty_url) == []
    assert migrate(empty_url, partitions=3) == []
    with psycopg.connect(empty_url, autocommit=True) as connection:
        assert count_partitions(connection) == 3
    with pytest.raises(SetupError, match="divided into 3 partitions"):
        migrate(empty_url, partitions=4)


def test_a_database_with_data_keeps_it_and_goes_on_counting(database_url: str) -> None:
    owners = [uuid4() for _ in range(20)]
    _fill(database_url, owners)
    everything = "select to_jsonb(m) from memories m order by 1", "select to_jsonb(p) from pieces p order by 1"
    before = [_query(database_url, text) for text in everything]
    migrate(database_url, partitions=4)
    assert [_query(database_url, text) for text in everything] == before
    assert len(_query(database_url, "select distinct tableoid from memories")) > 1
    later = uuid4()
    _fill(database_url, [later, uuid4()])
    numbers = _query(database_url, "select piece_id from pieces where owner_id = %s", later)
    assert numbers == [(21,)], "the number of the piece that is gone is not given again"
    _query(database_url, "delete from memories where owner_id = %s returning 1", owners[0])
    assert _query(database_url, "select count(*) from pieces where owner_id = %s", owners[0]) == [(0,)]
    assert _query(database_url, "select count(*) from memory_versions where owner_id = %s", owners[0]) == [(0,)]


def test_a_table_of_a_later_migration_is_divided_as_the_others(empty_url: str, tmp_path: Path) -> None:
    for path in FOLDER.glob("*.sql"):
        (tmp_path / path.name).write_text(path.read_text())
    migrate(empty_url, folder=tmp_path, partitions=2)
    (tmp_path / "9000.later.sql").write_text(LATER)
    assert migrate(empty_url, folder=tmp_path) == ["9000.later"]
    assert _query(empty_url, "select count(*) from pg_inherits where inhparent = 'later'::regclass") == [(2,)]
    assert _query(empty_url, "select count(*) from pg_policy where polrelid = 'later'::regclass") == [(1,)]
    keys = "select count(*) from pg_constraint where conrelid = 'later'::regclass and contype = 'f' and conparentid = 0"
    assert _query(empty_url, keys) == [(1,)]


def test_a_divided_database_of_an_earlier_schema_comes_to_the_same(
    empty_url: str, database_url: str, tmp_path: Path
) -> None:
    names = sorted(path.name for path in FOLDER.glob("*.sql"))
    for name in names[:-1]:
        (tmp_path / name).write_text((FOLDER / name).read_text())
    migrate(empty_url, folder=tmp_path, partitions=3)
    assert migrate(empty_url) == [names[-1].removesuffix(".sql")]
    assert _query(empty_url, WHOLE) == []
    for what in (COLUMNS, INDEXES, KEYS, OPTIONS):
        assert _query(empty_url, what) == _query(database_url, what), what


def test_what_cannot_be_divided_stays_as_it_is(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        with connection.transaction():
            connection.execute("lock table facts in row exclusive mode")
            with psycopg.connect(database_url, autocommit=True) as other, pytest.raises(SetupError, match="in use"):
                divide(other, 2, wait_seconds=0.0)
        assert count_partitions(connection) == 0
        connection.execute("create table stray (owner_id uuid, id int primary key)")
        with pytest.raises(SetupError, match="stray_pkey"):
            divide(connection, 2, wait_seconds=0.0)
        assert count_partitions(connection) == 0
