"""A process that knows the distances of a query is told when a vector was written since, and only then.

Whoever writes vectors waits for the owner first, as whoever forgets does.
"""

import asyncio

import numpy as np
import psycopg
from pg_making import NOW, Make

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.search_store import PostgresSearchStore
from app.domain.models import Owner
from app.service.ports import SearchReading

MODEL = "m@4"


async def test_written_vectors_end_what_a_query_knew(
    archive: PostgresArchive, search: PostgresSearchStore, queue: PostgresEmbedQueue, make: Make
) -> None:
    batch = make.batch(memories=[make.memory("one"), make.memory("two")])
    owner: Owner = batch.work.owner
    await archive.store([batch], model=MODEL, now=NOW)
    query = np.array([1, 0, 0, 0], np.float32)
    first = await search.read_index(owner, known_version=-1, query_vector=query, model=MODEL)
    assert len(first.distance) == 0

    async def again(known_vectors: int) -> SearchReading:
        return await search.read_index(
            owner, known_version=first.version, query_vector=query, model=MODEL, known_vectors=known_vectors
        )

    same = await again(first.vectors)
    assert same.same_distances
    assert same.delta is None
    pieces = await queue.claim_unembedded(model=MODEL, limit=10)
    await queue.write_vectors([(owner, pieces[0].piece_id, query)], model=MODEL)
    changed = await again(first.vectors)
    assert not changed.same_distances
    assert changed.vectors > first.vectors
    assert changed.distance.tolist() == [0.0]
    assert (await again(changed.vectors)).same_distances


async def test_who_waits_to_write_vectors_holds_no_piece_that_a_forget_needs(
    archive: PostgresArchive, queue: PostgresEmbedQueue, database_url: str, make: Make
) -> None:
    batch = make.batch(memories=[make.memory("one")])
    owner: Owner = batch.work.owner
    await archive.store([batch], model=MODEL, now=NOW)
    (piece,) = await queue.claim_unembedded(model=MODEL, limit=10)
    vector = np.array([1, 0, 0, 0], np.float32)
    async with await psycopg.AsyncConnection.connect(database_url) as forgets, asyncio.timeout(20):
        await forgets.execute("select 1 from owners where owner_id = %s for update", [owner.owner_id])
        write = asyncio.create_task(queue.write_vectors([(owner, piece.piece_id, vector)], model=MODEL))
        await asyncio.wait({write}, timeout=0.5)  # it waits for the owner now
        assert not write.done()
        await forgets.execute("select 1 from pieces where owner_id = %s for update nowait", [owner.owner_id])
        await forgets.rollback()
        assert await write == 1
