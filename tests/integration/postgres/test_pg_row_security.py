"""The second wall: a statement that forgot its WHERE still sees one owner's rows, or none."""

import re
from collections.abc import Callable, Iterator

import psycopg
import psycopg.conninfo
import pytest
from pg_making import MODEL, NOW, OWNER, Make

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.migrate import migrate
from app.adapters.postgres.row_security import ROLE, scoped
from app.adapters.postgres.rows import owner_values
from app.adapters.postgres.statements import SQL
from app.domain.models import Owner
from tests.conftest import PARTITIONED
from tests.stores import Stores

BEATRIX = Owner("acme", "beatrix")
NOBODY = "00000000-0000-0000-0000-000000000000"
ABROAD = Owner("umbrella", OWNER.user_id)
OWNED = """
    select c.relname, c.relrowsecurity, (select count(*) from pg_policy where polrelid = c.oid),
        has_table_privilege('haima_app', c.oid, 'select, insert, update, delete')
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id'
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
"""
ALL_CONTENT = "select content from memories order by content"


@pytest.fixture
def plain_url(make_database: Callable[..., str]) -> Iterator[str]:
    """An empty database that belongs to a login who may make no roles and is no member of any."""
    url = make_database(schema=False)
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    login = f"plain_{name}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("create extension vector")
        connection.execute(f"create role {login} login")
        connection.execute(f"alter database {name} owner to {login}")
    yield psycopg.conninfo.make_conninfo(url, user=login)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"reassign owned by {login} to current_user; drop owned by {login}; drop role {login}")


@pytest.fixture
async def three(archive: PostgresArchive, make: Make) -> None:
    """A memory each of three owners, two of one tenant and two of one user id."""
    batches = [make.batch(owner, memories=[make.memory(f"of {owner}")]) for owner in (OWNER, BEATRIX, ABROAD)]
    await archive.store(batches, model=MODEL, now=NOW)


@pytest.mark.also_partitioned
def test_every_table_with_an_owner_has_its_policy(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        tables = connection.execute(OWNED).fetchall()
    assert {name for name, *_ in tables} >= {"owners", "memories", "pieces", "facts", "dead_letters"}
    assert [row for row in tables if row[1:] != (True, 1, True)] == []


@pytest.mark.usefixtures("three")
async def test_a_reading_that_forgot_its_where_sees_its_own_owner_alone(database: Database) -> None:
    for owner in (OWNER, BEATRIX, ABROAD):
        assert await database.fetch_all(ALL_CONTENT, owner_values(owner)) == [(f"of {owner}",)]


@pytest.mark.usefixtures("three")
async def test_a_reading_that_names_nobody_sees_nothing(database: Database) -> None:
    assert await database.fetch_all(ALL_CONTENT, {}) == []
    await database.fetch_all(ALL_CONTENT, owner_values(OWNER))
    assert await database.fetch_all(ALL_CONTENT, {}) == [], "a scope ends with its statement"


@pytest.mark.usefixtures("three")
async def test_every_reading_statement_without_its_conditions_on_the_owner_is_confined(database: Database) -> None:
    """The statements themselves, with each `owner_id = …`, tenant and user condition taken away."""
    values = {
        **owner_values(OWNER),
        "ids": [],
        "superseded": True,
        "metadata": {},
        "after": "00000000-0000-0000-0000-000000000000",
        "limit": 99,
    }
    for name in ("search.memories", "transfer.memories"):
        open_text = re.sub(r"\b(\w+\.)?(owner_id|tenant_id|user_id) = %\(\w+\)s", "true", SQL[name])
        open_text = re.sub(r"\b(\w+\.)?id = any \(%\(ids\)s::uuid\[\]\)", "true", open_text)
        assert open_text != SQL[name]
        rows = await database.fetch_all(open_text, values)
        assert len(rows) == 1, name
    async with database.transaction() as connection:
        cursor = await connection.execute(open_text, values)
        assert len(await cursor.fetchall()) == 3, "the wall was what hid the others"


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("_template", [PARTITIONED], indirect=True, scope="session")
async def test_on_divided_tables_a_reading_that_forgot_its_where_sees_nothing(database: Database) -> None:
    """Which partitions are read is chosen before the scope inside the statement is laid: nothing, never too much."""
    assert await database.fetch_all(ALL_CONTENT, owner_values(OWNER)) == []
    async with database.transaction(OWNER) as connection:
        assert await (await connection.execute(ALL_CONTENT)).fetchall() == [(f"of {OWNER}",)]
    with_where = ALL_CONTENT.replace("order", "where owner_id = %(owner_id)s order")
    assert await database.fetch_all(with_where, owner_values(OWNER)) == [(f"of {OWNER}",)]


@pytest.mark.also_partitioned
@pytest.mark.usefixtures("three")
async def test_writing_stays_inside_as_well(database: Database) -> None:
    changed = await database.execute("update memories set importance = 0 returning content", owner_values(OWNER))
    assert changed == [(f"of {OWNER}",)]
    async with database.transaction(BEATRIX) as connection:
        assert (await connection.execute("delete from memories")).rowcount == 1
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        async with database.transaction(BEATRIX) as connection:
            await connection.execute(
                "insert into tombstones (owner_id, tenant_id, user_id, kind, ref, erased_at)"
                " values (%(owner_id)s, %(tenant_id)s, %(user_id)s, 'user', '', now())",
                owner_values(OWNER),
            )


@pytest.mark.usefixtures("three")
async def test_requests_run_as_a_role_that_cannot_step_over_the_wall(database: Database) -> None:
    row = await database.fetch_one(
        "select rolname, rolsuper, rolbypassrls, rolcanlogin, (select count(*) from pg_class where relowner = r.oid)"
        " from pg_roles r where rolname = current_user",
        {},
    )
    assert row == (ROLE, False, False, False, 0)


@pytest.mark.usefixtures("three")
async def test_it_can_be_turned_off(database_url: str) -> None:
    async with Database(database_url, wait_seconds=5.0, row_security=False) as database:
        assert len(await database.fetch_all(ALL_CONTENT, owner_values(OWNER))) == 3
        async with database.transaction(OWNER) as connection:
            assert (await connection.execute("select count(*) from memories")).rowcount == 1


def test_raising_it_again_changes_nothing(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        before = connection.execute("select oid, polname from pg_policy order by oid").fetchall()
    assert migrate(database_url) == []
    with psycopg.connect(database_url) as connection:
        assert connection.execute("select oid, polname from pg_policy order by oid").fetchall() == before


async def test_an_owner_who_may_make_roles_puts_requests_behind_the_wall(plain_url: str, stores: Stores) -> None:
    login = psycopg.conninfo.conninfo_to_dict(plain_url)["user"]
    with psycopg.connect(stores.database_url, autocommit=True) as connection:
        ways = "admin true, inherit false, set false" if connection.info.server_version >= 160_000 else "admin option"
        connection.execute(f"grant {ROLE} to {login} with {ways}")  # as its maker has it
    migrate(plain_url)
    async with Database(plain_url, wait_seconds=5.0) as database:
        assert await database.fetch_all("select current_user::text", {}) == [(ROLE,)]


async def test_an_owner_of_the_tables_who_may_make_no_role_still_migrates_and_serves(
    plain_url: str, make: Make
) -> None:
    migrate(plain_url)
    async with Database(plain_url, wait_seconds=5.0) as database:
        archive = PostgresArchive(database)
        await archive.store([make.batch(memories=[make.memory("tea")])], model=MODEL, now=NOW)
        assert await database.fetch_all("select content from memories", owner_values(OWNER)) == [("tea",)]


def test_only_reading_statements_are_laid_inside_another() -> None:
    assert scoped("select 1 from t for update of p skip locked") is not None
    for writing in ("insert into t values (1)", "delete from t", "with a as (update t p set b = 1) select 1"):
        assert scoped(writing) is None
