"""A real streaming replica: what it takes off the primary, and that it is never believed when it is behind or away."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid4

import numpy as np
import pytest
from pg_making import MODEL, NOW, Make, ids_of
from replica_pair import PATIENCE_SECONDS, Pair

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.forgetting import PostgresForgetting
from app.adapters.postgres.memory_store import PostgresMemoryStore
from app.adapters.postgres.read_replica import ReadReplica, ReplicatedSearchStore
from app.adapters.postgres.search_store import PostgresSearchStore
from app.domain.models import Memory, Owner
from app.service.insight import Insight
from app.service.ports import ForgetSelection, SearchReading
from tests.stores import Stores

VECTOR = np.array([1.0, 2.0, 2.0], dtype=np.float32) / 3


@dataclass
class Both:
    """The stores of one process that has a replica."""

    primary: Database
    insight: Insight
    search: ReplicatedSearchStore
    alone: PostgresSearchStore
    memories: PostgresMemoryStore
    archive: PostgresArchive
    owner: Owner

    async def save(self, make: Make, *texts: str) -> list[UUID]:
        batch = make.batch(self.owner, memories=[make.memory(text) for text in texts])
        await self.archive.store([batch], model=MODEL, now=NOW)
        return [row.memory.id for row in batch.rows]

    async def read(self, known_version: int = -1) -> SearchReading:
        return await self.search.read_index(self.owner, known_version=known_version, query_vector=VECTOR, model=MODEL)

    async def list(self) -> list[Memory]:
        return await self.memories.list_memories(
            self.owner, agent_id=None, layer=None, type=None, session_id=None, subject=None, limit=50, after=None,
            now=NOW, session_ttl_seconds=60,
        )  # fmt: skip

    async def caught_up(self, pair: Pair) -> None:
        """Wait until the standby has all that the primary has."""
        async with self.primary.transaction() as connection:
            row = await (await connection.execute("select pg_current_wal_insert_lsn()::text")).fetchone()
        assert row is not None
        await asyncio.to_thread(pair.wait_for, row[0])


@pytest.fixture
async def both(pair: Pair) -> AsyncIterator[Both]:
    insight = Insight()
    async with (
        Database(pair.primary_url, pool_max=4, wait_seconds=5.0) as primary,
        Database(pair.replica_url, pool_max=4, wait_seconds=5.0) as there,
    ):
        replica = ReadReplica(there, insight, deadline_seconds=10.0, away_seconds=0.2)
        alone = PostgresSearchStore(primary)
        yield Both(
            primary,
            insight,
            ReplicatedSearchStore(alone, replica),
            alone,
            PostgresMemoryStore(primary, session_ttl_seconds=60, replica=replica),
            PostgresArchive(primary),
            Owner("acme", str(uuid4())),
        )


async def erase(both: Both, ids: list[UUID]) -> None:
    await PostgresForgetting(both.primary).forget(
        both.owner, ForgetSelection(None, tuple(ids), (), (), None, None, everything=False), erase=True, dry_run=False,
        reason="asked", now=NOW + timedelta(seconds=1), session_ttl_seconds=60,
    )  # fmt: skip


async def test_a_replica_that_has_the_version_takes_the_reading(pair: Pair, both: Both, make: Make) -> None:
    ids = await both.save(make, "likes tea", "likes coffee")
    pieces = await PostgresEmbedQueue(both.primary).unembedded_of(both.owner, ids, model=MODEL)
    await PostgresEmbedQueue(both.primary).write_vectors(
        [(both.owner, piece.piece_id, VECTOR) for piece in pieces], model=MODEL
    )
    await both.caught_up(pair)
    found = await both.read()
    expected = await both.alone.read_index(both.owner, known_version=-1, query_vector=VECTOR, model=MODEL)
    assert found.delta is not None
    assert expected.delta is not None
    assert set(ids_of(found.delta.memory_ids)) == set(ids)
    assert (found.version, found.vectors, len(found.distance)) == (expected.version, expected.vectors, 2)
    assert {memory.content for memory in (await both.search.fetch_memories(both.owner, ids)).values()} == {
        "likes tea",
        "likes coffee",
    }
    assert len(await both.list()) == 2
    assert both.insight.replica == {"used": 3}
    same = await both.search.read_index(
        both.owner, known_version=found.version, query_vector=VECTOR, model=MODEL, known_vectors=found.vectors
    )
    assert same.same_distances
    assert both.insight.replica == {"used": 3}, "the primary alone says that nothing changed"


async def test_behind_it_hides_nothing_new_and_shows_nothing_erased(
    pair: Pair, both: Both, make: Make, request: pytest.FixtureRequest
) -> None:
    old = await both.save(make, "a secret")
    await both.caught_up(pair)
    known = await both.read()
    assert both.insight.replica == {"used": 1}
    request.getfixturevalue("behind")
    new = await both.save(make, "newer than the replica")
    await erase(both, old)
    found = await both.read(known.version)
    assert found.delta is not None
    assert found.delta.whole
    assert ids_of(found.delta.memory_ids) == new
    assert await both.search.fetch_memories(both.owner, old) == {}
    assert [memory.id for memory in await both.list()] == new
    assert both.insight.replica == {"used": 1, "behind": 3}
    assert pair.ask_standby("select count(*) from memories where user_id = %s", both.owner.user_id) == 1


async def test_a_vector_that_it_lacks_is_read_from_the_primary(
    pair: Pair, both: Both, make: Make, request: pytest.FixtureRequest
) -> None:
    ids = await both.save(make, "likes tea")
    await both.caught_up(pair)
    request.getfixturevalue("behind")
    queue = PostgresEmbedQueue(both.primary)
    pieces = await queue.unembedded_of(both.owner, ids, model=MODEL)
    await queue.write_vectors([(both.owner, pieces[0].piece_id, VECTOR)], model=MODEL)
    assert len((await both.read()).distance) == 1
    assert both.insight.replica == {"behind": 1}


async def test_a_replica_that_is_stopped_is_left_alone_and_taken_up_again(pair: Pair, both: Both, make: Make) -> None:
    await both.save(make, "likes tea")
    await both.caught_up(pair)
    assert (await both.read()).delta is not None
    pair.standby.stop()
    try:
        for _ in range(3):
            assert len(await both.list()) == 1
            assert (await both.read()).delta is not None
        assert both.insight.replica["away"] == 6
    finally:
        pair.start_standby()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while both.insight.replica["used"] < 2:
            await asyncio.sleep(0.1)
            assert (await both.read()).delta is not None


async def test_whatever_goes_wrong_there_the_primary_answers(both: Both, make: Make, stores: Stores) -> None:
    """Another database in its place, one without a schema."""
    await both.save(make, "likes tea")
    async with Database(stores.database_url, wait_seconds=5.0) as empty:
        replica = ReadReplica(empty, both.insight, deadline_seconds=10.0)
        search = ReplicatedSearchStore(both.alone, replica)
        found = await search.read_index(both.owner, known_version=-1, query_vector=None, model=MODEL)
        assert found.delta is not None
        assert len(found.delta.memory_ids) == 1
        assert both.insight.replica == {"away": 1}
