"""Codes of vectors beside the store: read when worth it, and nothing that has a vector is left out for want of one."""

import asyncio

import numpy as np
import psycopg
import pytest
from large_users import clustered, fill
from numpy.typing import NDArray
from pg_making import MODEL, OWNER

from app.adapters.postgres.database import Database
from app.adapters.postgres.search_store import PostgresSearchStore
from app.domain.errors import StoreUnavailable
from app.domain.models import Owner
from app.service.ports import CodeReading, NearQuestion
from app.service.user_columns import UserColumns
from app.service.vector_codes import CANDIDATES, CodeCache

PIECES = 4_000
NEAR = NearQuestion(50, np.array([3, 5]))
TAKE_AWAY = """
with newest as (select piece_id from pieces where owner_id = %s order by piece_id desc limit %s)
update pieces set model = '' where piece_id in (select piece_id from newest) returning piece_id
"""


class Store(PostgresSearchStore):
    """The real one, noting how many codes are read; it may be away."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.read: list[int] = []
        self.away = False

    async def read_codes(
        self, owner: Owner, model: str, pieces: NDArray[np.int64], centre: NDArray[np.float32] | None = None
    ) -> CodeReading:
        if self.away:
            raise StoreUnavailable("Postgres")
        found = await super().read_codes(owner, model, pieces, centre)
        self.read.append(len(found.piece_ids))
        return found


@pytest.fixture
def filled(database_url: str) -> str:
    fill(database_url, OWNER, PIECES, seed=1)
    return database_url


@pytest.fixture
def store(filled: str, database: Database) -> Store:
    assert filled
    return Store(database)


async def columns_of(store: Store) -> UserColumns:
    reading = await store.read_index(OWNER, known_version=-1, query_vector=None, model=MODEL)
    assert reading.delta is not None
    return UserColumns.empty().updated(reading.delta)


async def candidates(cache: CodeCache, columns: UserColumns) -> set[int]:
    near = await cache.narrow(OWNER, columns, clustered(1, seed=9)[0], MODEL, NEAR)
    assert near.candidates is not None
    assert near.asked is NEAR.asked
    return set(near.candidates.tolist())


def take_vectors(url: str, count: int) -> set[int]:
    """Leave the newest pieces without a vector of the model; returns their ids."""
    with psycopg.connect(url, autocommit=True) as connection:
        return {row[0] for row in connection.execute(TAKE_AWAY, [OWNER.owner_id, count]).fetchall()}


def give_vectors(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("update pieces set model = %s where owner_id = %s", [MODEL, OWNER.owner_id])
        connection.execute("update owners set vectors = vectors + 1 where owner_id = %s", [OWNER.owner_id])


async def test_codes_are_read_once_for_all_searches_that_wait(store: Store) -> None:
    cache, columns = CodeCache(store, 1 << 20), await columns_of(store)
    first, second = await asyncio.gather(candidates(cache, columns), candidates(cache, columns))
    assert first == second == await candidates(cache, columns)
    assert CANDIDATES <= len(first) < PIECES
    assert store.read == [PIECES]


async def test_what_has_no_code_yet_is_a_candidate(filled: str, store: Store) -> None:
    without = take_vectors(filled, 400)
    cache, columns = CodeCache(store, 1 << 20), await columns_of(store)
    assert without <= await candidates(cache, columns)
    give_vectors(filled)
    assert without <= await candidates(cache, columns)
    assert store.read == [PIECES - 400]


@pytest.mark.parametrize(("without", "read"), [(900, 900), (1_500, PIECES)], ids=["a few more", "all anew"])
async def test_codes_are_read_when_many_vectors_came_and_not_when_none_did(
    filled: str, store: Store, without: int, read: int
) -> None:
    take_vectors(filled, without)
    cache, columns = CodeCache(store, 1 << 20), await columns_of(store)
    for _ in range(3):
        await candidates(cache, columns)
    assert store.read == [PIECES - without]
    give_vectors(filled)
    for _ in range(3):
        found = await candidates(cache, columns)
    assert store.read == [PIECES - without, read]
    if without == 900:  # around the same mean, or nearly: the same candidates as of codes read at one time
        at_once = await candidates(CodeCache(store, 1 << 20), columns)
        assert len(found & at_once) > 0.9 * len(at_once)


async def test_a_first_reading_prepares_the_codes(store: Store) -> None:
    cache, columns = CodeCache(store, 1 << 20), await columns_of(store)
    cache.prepare(OWNER, columns, MODEL)
    cache.prepare(OWNER, columns, MODEL)
    await candidates(cache, columns)
    cache.prepare(OWNER, columns, MODEL)
    assert store.read == [PIECES]


async def test_codes_of_what_is_gone_are_let_go_of(filled: str, store: Store) -> None:
    cache = CodeCache(store, 1 << 20)
    before = await candidates(cache, await columns_of(store))
    gone = take_vectors(filled, 3_500)
    assert before & gone
    with psycopg.connect(filled, autocommit=True) as connection:
        connection.execute("delete from pieces where piece_id = any (%s)", [list(gone)])
        connection.execute("update owners set version = 2, whole_from = 2 where owner_id = %s", [OWNER.owner_id])
    after = await candidates(cache, await columns_of(store))
    assert len(after) == PIECES - len(gone)
    assert not after & gone
    assert store.read == [PIECES, PIECES - len(gone)]


async def test_a_store_that_is_away_is_asked_again_by_the_next_search(store: Store) -> None:
    cache, columns = CodeCache(store, 1 << 20), await columns_of(store)
    store.away = True
    with pytest.raises(StoreUnavailable):
        await candidates(cache, columns)
    store.away = False
    assert await candidates(cache, columns)


async def test_the_users_searched_longest_ago_make_room(filled: str, store: Store) -> None:
    other = Owner("acme", "u2")
    fill(filled, other, PIECES, seed=2)
    cache, columns = CodeCache(store, 64 * (PIECES + 10)), await columns_of(store)
    await candidates(cache, columns)
    reading = await store.read_index(other, known_version=-1, query_vector=None, model=MODEL)
    assert reading.delta is not None
    await cache.narrow(other, UserColumns.empty().updated(reading.delta), clustered(1, seed=9)[0], MODEL, NEAR)
    assert len(store.read) == 2
    await candidates(cache, columns)
    assert len(store.read) == 3
