"""A large user's search by codes, through the service: what it finds is what a search of all vectors finds."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import psycopg
import pytest
from large_users import DIMENSIONS, clustered, fill
from numpy.typing import NDArray
from pg_making import MODEL, OWNER

from app.adapters.postgres.database import Database
from app.adapters.redis.client import close_redis, open_redis
from app.bootstrap import Toolbox
from app.service.requests import SearchRequest, SearchResult
from app.settings import Settings
from tests.integration.lanterns import Lanterns

pytestmark = pytest.mark.also_partitioned

PIECES = 4_000
QUERIES = 12


class Numbered(Lanterns):
    """Gives the query "number n" the n-th vector of a few."""

    dimensions = DIMENSIONS

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        return np.asarray(clustered(QUERIES, seed=5)[int(text.split()[-1])], dtype=np.float32)


@pytest.fixture
def filled(database_url: str) -> str:
    fill(database_url, OWNER, PIECES, seed=1)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("update memories set content = 'kept as ' || id where owner_id = %s", [OWNER.owner_id])
    return database_url


@asynccontextmanager
async def service(settings: Settings, **given: Any) -> AsyncIterator[Toolbox]:
    changed = settings.model_copy(update=given)
    redis = open_redis(changed)
    async with Database.from_settings(changed) as database:
        yield Toolbox(changed, database, redis, Numbered(MODEL))
    await close_redis(redis)


async def ask(tools: Toolbox, number: int) -> SearchResult:
    return await tools.search.search(SearchRequest(OWNER, query=f"number {number}", top_k=10))


async def test_it_finds_what_a_search_of_all_vectors_finds(filled: str, settings: Settings) -> None:
    async with (
        service(settings, ranking_off=["common"]) as exact,  # not known of large users
        service(settings, ranking_off=["common"], exact_pieces=500) as coded,
    ):
        await ask(coded, 0)  # the first reading of a process reads every vector
        for number in range(QUERIES):
            wanted, found = await ask(exact, number), await ask(coded, number)
            assert found.degraded == wanted.degraded == ()
            assert {r.memory.id for r in found.results} == {r.memory.id for r in wanted.results}


async def test_only_a_user_beyond_the_codes_asks_for_an_index(filled: str, settings: Settings) -> None:
    for given, noted in (({}, None), ({"coded_pieces": 3_999}, PIECES)):
        async with service(settings, exact_pieces=500, **given) as tools:
            for number in range(2):
                await ask(tools, number)
        with psycopg.connect(filled, autocommit=True) as connection:
            row = connection.execute("select large_pieces from owners where owner_id = %s", [OWNER.owner_id]).fetchone()
        assert row == (noted,)
