"""Vector indexes of large users: who gets one, what it finds, and which plan a search has with and without it."""

import asyncio
import json
from typing import Any
from uuid import UUID

import numpy as np
import psycopg
import pytest
from large_users import DIMENSIONS, clustered, fill
from pg_making import MODEL, OWNER
from pgvector import HalfVector
from pgvector.psycopg import register_vector

from app.adapters.postgres.ann_indexes import AnnIndexes, AnnPolicy, index_name
from app.adapters.postgres.database import Database
from app.adapters.postgres.row_security import PARAMETER, scope_of, scoped
from app.adapters.postgres.rows import owner_values
from app.adapters.postgres.search_store import PostgresSearchStore, near_statement, near_values
from app.adapters.postgres.statements import SQL
from app.bench.grow_search import IndexWatch
from app.domain.models import Owner
from app.service.ports import NearQuestion

pytestmark = pytest.mark.also_partitioned

LARGE, SMALL, FEW = OWNER, Owner("acme", "u2"), 300
LARGE_PIECES = 4_000
NOBODY = np.zeros(0, dtype=np.int64)


def keeper(url: str, model: str = MODEL, most: int = 4) -> AnnIndexes:
    return AnnIndexes(url, AnnPolicy(pieces=1_000, most=most, model=model, dimensions=DIMENSIONS))


def indexes_of(url: str) -> list[str]:
    with psycopg.connect(url, autocommit=True) as connection:
        return [row[1] for row in connection.execute(SQL["sweep.ann_indexes"]).fetchall()]


@pytest.fixture
async def filled(database_url: str, search: PostgresSearchStore) -> str:
    """The database of a large user, who was searched, and of a small one."""
    fill(database_url, LARGE, LARGE_PIECES, seed=1)
    fill(database_url, SMALL, FEW, seed=2)
    await search.note_large(LARGE, LARGE_PIECES)
    return database_url


async def plan_of(
    database: Database, owner: Owner, query: str = "", near: NearQuestion | None = None
) -> list[dict[str, Any]]:
    """The nodes of the plan of a search as it runs: behind the wall of row security, with values in it."""
    near = near or NearQuestion(50, NOBODY)
    values = {
        **owner_values(owner), **near_values(near), "knowledge_owner_id": UUID(int=0), "knowledge_user_id": "",
        "vector": HalfVector(clustered(1, 3)[0]), "model": MODEL, "known_version": 1,
    }  # fmt: skip
    statement = scoped(query or near_statement(DIMENSIONS))
    assert statement is not None
    async with database.connection() as connection:
        cursor = await connection.execute("explain (format json) " + statement, {**values, PARAMETER: scope_of(values)})
        row = await cursor.fetchone()
    assert row is not None
    plan = row[0] if isinstance(row[0], list) else json.loads(row[0])
    nodes, waiting = [], [plan[0]["Plan"]]
    while waiting:
        nodes.append(waiting.pop())
        waiting += nodes[-1].get("Plans", [])
    return nodes


async def test_a_large_user_is_searched_by_the_own_index_and_a_small_one_exactly(
    filled: str, database: Database
) -> None:
    name = index_name(LARGE.owner_id, MODEL)
    assert name not in {node.get("Index Name") for node in await plan_of(database, LARGE)}
    assert await keeper(filled).run() == 1
    assert indexes_of(filled) == [name]
    assert name in {node.get("Index Name") for node in await plan_of(database, LARGE)}
    small = await plan_of(database, SMALL)
    assert not any(str(node.get("Index Name")).startswith("pieces_ann_") for node in small)
    scanned = [node for node in small if str(node.get("Relation Name")).startswith("pieces")]
    assert scanned
    whole = [node for node in scanned if node["Relation Name"] == "pieces"]  # a partition may hold this user alone
    assert all(node["Node Type"] != "Seq Scan" for node in whole)


async def test_a_bench_waits_until_the_index_is_there(filled: str) -> None:
    watch = IndexWatch(filled, most_seconds=1.5)
    assert await watch.wanted(LARGE.user_id)
    assert not await watch.wanted(SMALL.user_id)
    assert await watch.wait(LARGE.user_id, LARGE_PIECES) is None
    assert await keeper(filled).run() == 1
    waited = await watch.wait(LARGE.user_id, LARGE_PIECES)
    assert waited is not None
    assert await watch.wait(SMALL.user_id, FEW) is None


async def test_the_index_finds_what_an_exact_search_finds(filled: str, search: PostgresSearchStore) -> None:
    assert await keeper(filled).run() == 1
    found = []
    for query in clustered(20, seed=5):
        exact = await search.read_index(LARGE, known_version=1, query_vector=query, model=MODEL)
        best = exact.distance_piece_ids[np.argsort(exact.distance, kind="stable")[:50]]
        near = await search.read_index(
            LARGE, known_version=1, query_vector=query, model=MODEL, near=NearQuestion(200, best[:3])
        )
        assert len(near.distance) == 200
        assert near.asked_piece_ids is not None
        assert set(near.asked_piece_ids.tolist()) == set(best[:3].tolist())
        found.append(np.isin(best, near.distance_piece_ids).mean())
    assert float(np.mean(found)) >= 0.95


async def test_without_an_index_the_nearest_are_exact(filled: str, search: PostgresSearchStore) -> None:
    query = clustered(1, seed=6)[0]
    exact = await search.read_index(LARGE, known_version=1, query_vector=query, model=MODEL)
    near = await search.read_index(
        LARGE, known_version=1, query_vector=query, model=MODEL, near=NearQuestion(70, NOBODY)
    )
    best = exact.distance_piece_ids[np.argsort(exact.distance, kind="stable")[:70]]
    assert set(near.distance_piece_ids.tolist()) == set(best.tolist())


async def test_a_change_comes_with_the_nearest_of_the_same_version(filled: str, search: PostgresSearchStore) -> None:
    with psycopg.connect(filled, autocommit=True) as connection:
        connection.execute("update owners set version = 2 where owner_id = %s", [LARGE.owner_id])
        connection.execute(
            "update memories set changed = 2 where ctid = (select ctid from memories where owner_id = %s limit 1)",
            [LARGE.owner_id],
        )
    near = await search.read_index(
        LARGE, known_version=1, query_vector=clustered(1, seed=7)[0], model=MODEL, near=NearQuestion(70, NOBODY)
    )
    assert near.version == 2
    assert near.delta is not None
    assert len(near.delta.piece_ids) == 1
    assert len(near.distance) == 70
    assert near.asked_piece_ids is not None


async def test_the_codes_of_the_store_are_signs_around_the_mean_of_the_sample(
    filled: str, search: PostgresSearchStore
) -> None:
    with psycopg.connect(filled, autocommit=True) as connection:
        register_vector(connection)
        found = connection.execute(
            "select piece_id, embedding from pieces where owner_id = %s order by piece_id", [LARGE.owner_id]
        ).fetchall()
    ids = np.array([row[0] for row in found])
    vectors = np.stack([row[1].to_numpy().astype(np.float32) for row in found])
    reading = await search.read_codes(LARGE, MODEL, ids[:500])
    order = np.argsort(reading.piece_ids)
    assert reading.piece_ids[order].tolist() == ids.tolist()
    assert reading.centre == pytest.approx(vectors[:500].mean(axis=0), abs=1e-3)
    bits = np.unpackbits(reading.bits[order], axis=1)
    certain = np.abs(vectors - reading.centre) > 1e-3  # halves are subtracted there
    assert np.array_equal(bits[certain], (vectors > reading.centre)[certain])
    assert (reading.version, reading.vectors) == (1, 0)


async def test_no_vector_no_code(search: PostgresSearchStore) -> None:
    reading = await search.read_codes(Owner("acme", "nobody"), MODEL, np.array([1]))
    assert (reading.version, len(reading.piece_ids), len(reading.bits), len(reading.centre)) == (0, 0, 0, 0)


async def test_candidates_are_measured_exactly_and_nothing_else_is_read(
    filled: str, search: PostgresSearchStore
) -> None:
    query = clustered(1, seed=6)[0]
    exact = await search.read_index(LARGE, known_version=1, query_vector=query, model=MODEL)
    theirs = await search.read_index(SMALL, known_version=1, query_vector=query, model=MODEL)
    ids = exact.distance_piece_ids
    asked = NearQuestion(70, ids[:30], candidates=np.append(ids[20:90], theirs.distance_piece_ids[:5]))
    near = await search.read_index(LARGE, known_version=1, query_vector=query, model=MODEL, near=asked)
    assert sorted(near.distance_piece_ids) == sorted(ids[20:90])
    assert near.asked_piece_ids is not None
    assert near.asked_distance is not None
    assert sorted(near.asked_piece_ids) == sorted(ids[:30])
    by_id = dict(zip(exact.distance_piece_ids.tolist(), exact.distance.tolist(), strict=True))
    for found, distance in ((near.distance_piece_ids, near.distance), (near.asked_piece_ids, near.asked_distance)):
        assert [by_id[id] for id in found.tolist()] == pytest.approx(distance.tolist(), abs=1e-6)


async def test_candidates_are_looked_up_by_their_key_before_the_table_is_analysed(
    filled: str, database: Database
) -> None:
    with psycopg.connect(filled, autocommit=True) as connection:
        connection.execute("delete from pg_statistic where starelid::regclass::text like 'pieces%'")
        connection.execute("update pg_class set reltuples = -1 where relname like 'pieces%' and relkind = 'r'")
        row = connection.execute("select array_agg(piece_id) from (select piece_id from pieces limit 900)").fetchone()
    assert row is not None
    asked = NearQuestion(900, NOBODY, candidates=np.array(row[0]))
    nodes = await plan_of(database, LARGE, SQL["ann.measured"], asked)
    conditions = [node["Index Cond"] for node in nodes if node.get("Index Name", "").startswith("pieces")]
    assert conditions
    assert all("piece_id = asked.id" in condition for condition in conditions)
    assert not [
        node for node in nodes if node["Node Type"] == "Seq Scan" and node["Relation Name"].startswith("pieces")
    ]


async def test_what_came_since_is_measured_beside_the_candidates(filled: str, search: PostgresSearchStore) -> None:
    with psycopg.connect(filled, autocommit=True) as connection:
        connection.execute("update owners set version = 2 where owner_id = %s", [LARGE.owner_id])
        row = connection.execute(
            "update memories set changed = 2 where ctid = (select ctid from memories where owner_id = %s limit 1)"
            " returning id",
            [LARGE.owner_id],
        ).fetchone()
        assert row is not None
        came = connection.execute("select piece_id from pieces where memory_id = %s", row).fetchone()
        assert came is not None
    near = await search.read_index(
        LARGE, known_version=1, query_vector=clustered(1, seed=7)[0], model=MODEL,
        near=NearQuestion(70, NOBODY, candidates=NOBODY),
    )  # fmt: skip
    assert near.version == 2
    assert near.distance_piece_ids.tolist() == [came[0]]


async def test_another_users_vectors_are_never_among_the_nearest(filled: str, search: PostgresSearchStore) -> None:
    assert await keeper(filled).run() == 1
    theirs = await search.read_index(LARGE, known_version=1, query_vector=clustered(1, 8)[0], model=MODEL)
    near = await search.read_index(
        SMALL, known_version=1, query_vector=clustered(1, 8)[0], model=MODEL,
        near=NearQuestion(500, theirs.distance_piece_ids[:50]),
    )  # fmt: skip
    assert len(near.distance) == FEW
    assert not np.isin(near.distance_piece_ids, theirs.distance_piece_ids).any()
    assert near.asked_piece_ids is not None
    assert not len(near.asked_piece_ids)


async def test_indexes_come_and_go_with_what_they_are_for(filled: str, search: PostgresSearchStore) -> None:
    first, other = index_name(LARGE.owner_id, MODEL), index_name(LARGE.owner_id, "another model")
    assert await keeper(filled).run() == 1
    assert await keeper(filled).run() == 0
    assert await keeper(filled, model="another model").run() == 2
    assert indexes_of(filled) == [other]
    with psycopg.connect(filled, autocommit=True) as connection:  # as a build that was cut off leaves it
        connection.execute("update pg_index set indisvalid = false where indexrelid = %s::regclass", [other])
    assert await keeper(filled, model="another model").run() == 2
    assert indexes_of(filled) == [other]
    assert await keeper(filled, most=0).run() == 1
    assert indexes_of(filled) == []
    with psycopg.connect(filled, autocommit=True) as connection:
        connection.execute("update owners set last_active_at = now()")
    assert await keeper(filled).run() == 0
    assert await keeper(filled).run(at_once=True) == 1
    assert indexes_of(filled) == [first]


async def test_noting_a_large_user_never_waits_for_the_users_lock(filled: str, search: PostgresSearchStore) -> None:
    with psycopg.connect(filled) as connection:
        connection.execute("select from owners where owner_id = %s for update", [LARGE.owner_id])
        await search.note_large(LARGE, 9)
        noted = connection.execute("select large_pieces from owners where owner_id = %s", [LARGE.owner_id]).fetchone()
    assert noted == (LARGE_PIECES,)


async def test_two_keepers_do_not_build_at_once_and_a_cut_off_one_leaves_the_lock(filled: str) -> None:
    keepers = [keeper(filled), keeper(filled)]
    assert await keepers[0].keep() == 0
    await keepers[0].aclose()
    for _ in range(200):
        if await keepers[1].keep():
            break
        await asyncio.sleep(0.05)
    await keepers[1].aclose()
    assert index_name(LARGE.owner_id, MODEL) in indexes_of(filled)
