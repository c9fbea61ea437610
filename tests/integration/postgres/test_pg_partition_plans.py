"""On tables that are divided by owner, what is asked for one owner looks into that owner's partition and no other."""

from collections.abc import Iterator

import psycopg
import pytest
from pg_making import MODEL, NOW, Make
from plan_reading import OWNER, SHARED, partition_of, read_plan, shown, touched

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.partitions import count_partitions
from app.adapters.postgres.statements import SQL
from app.domain.models import Owner
from tests.conftest import PARTITIONED, PARTITIONS

WITH_THE_TENANTS_OWN = {
    "ann.near": "tells whether the tenant's shared documents changed: a row of their owner",
    "ann.measured": "the same",
    "search.delta": "the same",
    "search.distances": "the same",
    "search.versions": "the same",
    "seeds.unseen": "reads the tenant's seeds for users who have not seen them",
}
OF_MANY_OWNERS = {
    name: "a batch of the worker or of background writing, for as many owners as it names"
    for name, text in SQL.items()
    if "%(owner_ids)s" in text and not text.startswith("copy ")
}
OVER_ALL = {
    name: "background work and counts over all owners: that is what it is for"
    for name in SQL
    if name.startswith(("sweep.", "tenant."))
}
NO_OWNER = {name: "API keys belong to a tenant; their table is not divided" for name in SQL if name.startswith("key.")}
COPIED = {name: "COPY has no plan: each row goes where its owner is" for name in SQL if SQL[name].startswith("copy ")}
EXCEPTIONS = WITH_THE_TENANTS_OWN | OF_MANY_OWNERS | OVER_ALL | NO_OWNER | COPIED

pytestmark = pytest.mark.parametrize("_template", [PARTITIONED], indirect=True, scope="session")


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


def test_the_tables_are_divided(connection: psycopg.Connection) -> None:
    assert count_partitions(connection) == PARTITIONS


@pytest.mark.parametrize("generic", [False, True], ids=["custom", "generic"])
@pytest.mark.parametrize("wall", [False, True], ids=["as-login", "as-request"])
def test_a_statement_for_one_owner_touches_one_partition(
    connection: psycopg.Connection, generic: bool, wall: bool
) -> None:
    own = partition_of(connection, OWNER.owner_id, PARTITIONS)
    if wall:
        connection.execute("set role haima_app")
        connection.execute("select set_config('haima.owners', %s, false)", [str(OWNER.owner_id)])
    names = sorted(set(SQL) - set(EXCEPTIONS))
    assert len(names) > 90
    wrong, seen = {}, 0
    for name in names:
        plan = read_plan(connection, name, generic=generic, wall=wall)
        seen += bool(touched(plan))
        if touched(plan) - {own}:
            wrong[name] = shown(plan)
    assert wrong == {}
    assert seen > 0.8 * len(names), "inserts and conditions that can never hold read no table"


@pytest.mark.parametrize("generic", [False, True], ids=["custom", "generic"])
def test_a_search_touches_the_owners_partition_and_that_of_the_tenants_documents(
    connection: psycopg.Connection, generic: bool
) -> None:
    allowed = {partition_of(connection, owner.owner_id, PARTITIONS) for owner in (OWNER, SHARED)}
    assert len(allowed) == 2
    for name in sorted(set(WITH_THE_TENANTS_OWN) - OF_MANY_OWNERS.keys() - {"search.versions"}):
        assert touched(read_plan(connection, name, generic=generic)) == allowed, name
    assert touched(read_plan(connection, "search.versions")) == allowed, "with the lists known"


async def test_a_batch_runs_in_the_partitions_of_its_owners_alone(
    connection: psycopg.Connection, archive: PostgresArchive, make: Make
) -> None:
    """As it is planned for tables that are large: by index, owner by owner."""
    batches = [
        make.batch(
            Owner("acme", f"u{n}"), turns=[make.turn("hi")], memories=[make.memory("a")], facts=[make.fact("k", "v")]
        )
        for n in range(200)
    ]
    await archive.store(batches, model=MODEL, now=NOW)
    connection.execute(
        "insert into tombstones (owner_id, tenant_id, user_id, kind, ref, erased_at)"
        " select owner_id, tenant_id, user_id, kind, n::text, now() from owners, generate_series(1, 9) n,"
        " unnest(array['memory', 'fact']) kind"
    )
    connection.execute("update sessions set extract_at = now()")
    connection.execute("analyze")
    own = {partition_of(connection, owner.owner_id, PARTITIONS) for owner in (OWNER, SHARED)}
    for way in ("hashjoin", "mergejoin", "seqscan"):
        connection.execute(f"set enable_{way} = off".encode())
    wrong = {}
    for name in sorted(OF_MANY_OWNERS):
        with connection.transaction(force_rollback=True):
            plan = read_plan(connection, name, run=True)
        if touched(plan) - own:
            wrong[name] = shown(plan)
    assert wrong == {}
