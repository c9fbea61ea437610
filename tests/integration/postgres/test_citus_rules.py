"""`deploy/citus.sql` against what Citus requires, read from the schema as it is; there is no Citus here to run it on.

The rules are those of its documentation: the distribution column is in every primary key, unique index and foreign key,
foreign keys stay within a group of co-located tables or lead to reference tables, and a statement that is to run on one
node names the distribution column of every table in it. The last is what pruning to one partition shows as well (see
test_pg_partition_plans): both follow from `owner_id = …` on every table.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from plan_reading import read_plan, read_tables, touched
from test_pg_partition_plans import EXCEPTIONS, OVER_ALL

from app.adapters.postgres.statements import SQL
from tests.conftest import PARTITIONED

FILE = Path(__file__).parent.parent.parent.parent / "deploy" / "citus.sql"
DISTRIBUTED = re.compile(r"^select create_distributed_table\('(\w+)', '(\w+)', (.+)\);$", re.MULTILINE)
REFERENCE = re.compile(r"^select create_reference_table\('(\w+)'\);$", re.MULTILINE)
OURS = """
    select c.relname, exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_id' and a.attnotnull
    )
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname !~ '^_?yoyo'
"""
UNIQUE = """
    select i.indrelid::regclass::text, i.indexrelid::regclass::text, array(
        select a.attname::text
        from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = any (i.indkey::smallint[])
    )
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname !~ '^_?yoyo'
"""
FOREIGN = """
    select k.conrelid::regclass::text, k.confrelid::regclass::text, k.confdeltype::text, array(
        select a.attname::text || '=' || b.attname::text
        from unnest(k.conkey, k.confkey) as pair (mine, theirs)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.mine
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs
    )
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
"""
NUMBERED = """
    select attrelid::regclass::text, attname::text, format_type(atttypid, atttypmod)
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where attidentity <> '' and c.relnamespace = 'public'::regnamespace
"""


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


def distributed() -> dict[str, tuple[str, str]]:
    return {table: (column, options) for table, column, options in DISTRIBUTED.findall(FILE.read_text())}


def test_every_statement_of_the_file_is_understood_here() -> None:
    text = re.sub(r"^--.*\n", "", FILE.read_text(), flags=re.MULTILINE)
    calls = [line for line in text.splitlines() if line.strip()]
    assert len(calls) == len(DISTRIBUTED.findall(text)) + len(REFERENCE.findall(text))


def test_every_table_has_its_place(connection: psycopg.Connection) -> None:
    tables = dict(connection.execute(OURS).fetchall())
    assert set(distributed()) == {name for name, owned in tables.items() if owned}
    assert set(REFERENCE.findall(FILE.read_text())) == {name for name, owned in tables.items() if not owned}


def test_all_are_distributed_by_the_owner_and_co_located() -> None:
    (first, (column, options)), *others = distributed().items()
    assert (first, column) == ("owners", "owner_id")
    assert re.fullmatch(r"shard_count => \d+", options)
    assert {place for _, place in others} == {("owner_id", "colocate_with => 'owners'")}


def test_the_owner_is_in_every_primary_key_and_unique_index(connection: psycopg.Connection) -> None:
    keys = [row for row in connection.execute(UNIQUE).fetchall() if row[0] in distributed()]
    assert len({table for table, *_ in keys}) == len(distributed())
    assert [name for _, name, columns in keys if "owner_id" not in columns] == []


def test_foreign_keys_stay_on_one_node(connection: psycopg.Connection) -> None:
    order = list(distributed())
    keys = connection.execute(FOREIGN).fetchall()
    assert len(keys) >= 4
    for table, other, on_delete, pairs in keys:
        assert table in order, table
        assert other in order, other
        assert "owner_id=owner_id" in pairs, (table, other)
        assert on_delete in {"a", "c"}, (
            "Citus refuses SET NULL and SET DEFAULT where the distribution column is in the key"
        )
        assert order.index(other) < order.index(table), f"{other} must be distributed before {table}"


def test_numbers_given_by_a_table_are_bigints(connection: psycopg.Connection) -> None:
    """The only identity columns that Citus lets a distributed table have."""
    given = connection.execute(NUMBERED).fetchall()
    assert {kind for *_, kind in given} == {"bigint"}


@pytest.mark.parametrize("_template", [PARTITIONED], indirect=True, scope="session")
def test_no_statement_for_one_owner_crosses_nodes(connection: psycopg.Connection) -> None:
    for name in sorted(set(SQL) - set(EXCEPTIONS)):
        plan = read_plan(connection, name)
        assert len(touched(plan)) <= 1, name
        assert read_tables(plan) <= {*distributed(), "api_keys"}, name


def test_what_does_cross_is_background_work_or_named() -> None:
    """Nothing that a request runs goes over all nodes but an administrator's counts."""
    assert {name.partition(".")[0] for name in OVER_ALL} == {"sweep", "tenant"}
