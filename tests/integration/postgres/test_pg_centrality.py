"""How near each vector is to all others of its user: read in one statement, of one user and model, and held."""

from uuid import UUID

import numpy as np
import psycopg
import pytest
from numpy.typing import NDArray
from pg_making import MODEL, OWNER
from test_pg_ann import clustered, fill

from app.adapters.postgres.database import Database
from app.adapters.postgres.search_store import PostgresSearchStore
from app.domain.models import Owner
from app.domain.ranking_features import centrality
from app.service.centrality import CentralityCache
from app.service.nearest import Distances
from app.service.user_columns import UserColumns

pytestmark = pytest.mark.also_partitioned

OTHER = Owner("acme", "u2")


class Counting(PostgresSearchStore):
    """The real store, with the readings counted."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.readings: list[UUID] = []

    async def read_centrality(self, owner: Owner, model: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        self.readings.append(owner.owner_id)
        return await super().read_centrality(owner, model)


@pytest.fixture
def store(database: Database) -> Counting:
    return Counting(database)


async def everything(search: PostgresSearchStore, owner: Owner) -> tuple[UserColumns, Distances]:
    """Columns of a user, and the distances of a search that read all of them."""
    vector = np.zeros(32, dtype=np.float32)
    vector[0] = 1.0
    reading = await search.read_index(owner, known_version=-1, query_vector=vector, model=MODEL)
    assert reading.delta is not None
    return UserColumns.empty().updated(reading.delta), Distances(reading.distance_piece_ids, reading.distance)


def cosines(count: int, seed: int) -> NDArray[np.float32]:
    """What the pieces of `fill` should have."""
    vectors = clustered(count, seed)
    return centrality(vectors @ vectors.mean(axis=0))


async def test_it_is_read_for_one_user_and_model(database_url: str, search: PostgresSearchStore) -> None:
    fill(database_url, OWNER, 200, 1)
    fill(database_url, OTHER, 50, 2)
    ids, to_mean = await search.read_centrality(OWNER, MODEL)
    assert len(ids) == 200
    assert np.sort(centrality(to_mean)) == pytest.approx(np.sort(cosines(200, 1)), abs=0.005)  # half precision
    nobody, nothing = await search.read_centrality(OWNER, "another model")
    assert len(nobody) == len(nothing) == 0


async def test_it_stands_beside_the_rows_and_is_held(database_url: str, store: Counting) -> None:
    fill(database_url, OWNER, 100, 1)
    cache = CentralityCache(store)
    columns, distances = await everything(store, OWNER)
    first = await cache.of(OWNER, columns, distances, MODEL)
    assert first is not None
    assert columns.align(*await PostgresSearchStore.read_centrality(store, OWNER, MODEL)) * 100 - 1 == pytest.approx(
        first * 99, abs=1e-4
    )
    assert (await cache.of(OWNER, columns, distances, MODEL)) == pytest.approx(first)
    assert len(store.readings) == 1


async def test_a_new_vector_of_a_small_user_is_read(database_url: str, store: Counting) -> None:
    fill(database_url, OWNER, 100, 1)
    cache = CentralityCache(store)
    await cache.of(OWNER, *await everything(store, OWNER), MODEL)
    with psycopg.connect(database_url, autocommit=True) as connection:
        sql = "update pieces set piece_id = default where piece_id = (select min(piece_id) from pieces)"
        connection.execute(sql)
    columns, distances = await everything(store, OWNER)
    found = await cache.of(OWNER, columns, distances, MODEL)
    assert found is not None
    assert np.isfinite(found).all()
    assert len(store.readings) == 2


async def test_of_a_larger_user_only_when_many_are_new(database_url: str, store: Counting) -> None:
    fill(database_url, OWNER, 600, 1)
    cache = CentralityCache(store)
    told = (
        "update pieces set model = %s"
        " where piece_id in (select piece_id from pieces where model = %s order by piece_id limit %s)"
    )
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(told, ["another", MODEL, 65])
        await cache.of(OWNER, *await everything(store, OWNER), MODEL)
        connection.execute(told, [MODEL, "another", 25])
        columns, distances = await everything(store, OWNER)
        found = await cache.of(OWNER, columns, distances, MODEL)
        assert found is not None
        assert (
            int(np.isnan(found).sum()) == 65
        )  # 25 of which nothing is known yet, 40 that have no vector of this model
        assert len(store.readings) == 1
        connection.execute(told, [MODEL, "another", 40])
    await cache.of(OWNER, *await everything(store, OWNER), MODEL)
    assert len(store.readings) == 2


async def test_what_was_erased_counts_no_longer(database_url: str, store: Counting) -> None:
    fill(database_url, OWNER, 600, 1)
    cache = CentralityCache(store)
    await cache.of(OWNER, *await everything(store, OWNER), MODEL)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("delete from pieces where piece_id = (select min(piece_id) from pieces)")
    await cache.of(OWNER, *await everything(store, OWNER), MODEL)
    assert len(store.readings) == 2


async def test_where_the_nearest_alone_were_read_it_is_not(database_url: str, store: Counting) -> None:
    fill(database_url, OWNER, 20, 1)
    columns, distances = await everything(store, OWNER)
    assert await CentralityCache(store).of(OWNER, columns, distances._replace(far=1.0), MODEL) is None
    assert not store.readings


async def test_what_is_held_is_bounded(database_url: str, store: Counting) -> None:
    fill(database_url, OWNER, 30, 1)
    fill(database_url, OTHER, 30, 2)
    cache = CentralityCache(store, most_pieces=40)
    mine, others = await everything(store, OWNER), await everything(store, OTHER)
    for owner, read in ((OWNER, mine), (OTHER, others), (OTHER, others), (OWNER, mine)):
        await cache.of(owner, *read, MODEL)
    assert store.readings == [OWNER.owner_id, OTHER.owner_id, OWNER.owner_id]
