"""Forgetting: soft, for good, and what may not come back."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from pg_making import MODEL, NOW, OWNER, Make

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.fact_store import PostgresFactStore
from app.adapters.postgres.forgetting import PostgresForgetting
from app.adapters.postgres.memory_store import PostgresMemoryStore
from app.adapters.postgres.search_store import PostgresSearchStore
from app.domain.ids import new_id
from app.domain.models import Layers, Owner
from app.service.ports import ForgetOutcome, ForgetSelection

pytestmark = pytest.mark.also_partitioned

OTHER = Owner("acme", "u2")
TTL = 86_400


@pytest.fixture
def forgetting(database: Database) -> PostgresForgetting:
    return PostgresForgetting(database)


async def _forget(forgetting: PostgresForgetting, owner: Owner = OWNER, **given: Any) -> ForgetOutcome:
    how = {name: given.pop(name, False) for name in ("erase", "dry_run")}
    selectors: dict[str, Any] = {
        "session_id": None, "memory_ids": (), "fact_keys": (), "types": (), "query_ids": None, "before": None,
        "everything": False, **given,
    }  # fmt: skip
    return await forgetting.forget(
        owner,
        ForgetSelection(**selectors),
        **how,
        reason="asked",
        now=datetime.now(UTC),
        session_ttl_seconds=TTL,
    )


async def _rows(database: Database) -> dict[str, int]:
    """How many rows each table has."""
    async with database.transaction() as connection:
        cursor = await connection.execute(
            "select (select count(*) from memories), (select count(*) from pieces), (select count(*) from facts),"
            " (select count(*) from sessions), (select count(*) from memory_versions),"
            " (select count(*) from tombstones)"
        )
        (row,) = await cursor.fetchall()
    return dict(zip(("memories", "pieces", "facts", "sessions", "versions", "tombstones"), row, strict=True))


async def _fill(archive: PostgresArchive, make: Make, owner: Owner = OWNER) -> dict[str, Any]:
    """Two sessions, three saved memories, facts of the user and of a session."""
    turns = [make.turn("one"), make.turn("two"), make.turn("three")]
    other = [make.turn("other session")]
    memories = [
        make.memory("high"),
        make.memory("middle", layers=Layers.WORKING | Layers.EPISODIC, type="goal", session_id="s1"),
        make.memory("low", layers=Layers.WORKING, importance=0.1),
    ]
    facts = [make.fact("city", "Pune"), make.fact("mood", "fine", session_id="s1")]
    sessions = [make.session(turns, "s1", window_start_seq=turns[2].seq), make.session(other, "s2")]
    batch = make.batch(owner, sessions=sessions, memories=memories, facts=facts)
    await archive.store([batch], model=MODEL, now=NOW)
    return {"turns": turns, "other": other, "memories": memories, "facts": facts, "batch": batch}


async def test_a_dry_run_counts_and_changes_nothing(
    archive: PostgresArchive, database: Database, forgetting: PostgresForgetting, make: Make
) -> None:
    await _fill(archive, make)
    before = await _rows(database)
    outcome = await _forget(forgetting, everything=True, dry_run=True, erase=True)
    assert outcome.by_layer == {"working": 3, "episodic": 3, "semantic": 3}
    assert set(outcome.session_ids) == {"s1", "s2"}
    assert set(outcome.facts) == {(None, "city"), ("s1", "mood")}
    assert await _rows(database) == before
    assert await forgetting.open_receipts(limit=5) == []


async def test_selectors_combine_with_and(
    archive: PostgresArchive, database: Database, forgetting: PostgresForgetting, make: Make
) -> None:
    made = await _fill(archive, make)
    turns, memories = made["turns"], made["memories"]

    async def picks(**selectors: Any) -> set[Any]:
        return set((await _forget(forgetting, dry_run=True, **selectors)).memory_ids)

    in_session = {turn.id for turn in turns} | {memories[1].id}
    assert await picks(session_id="s1") == in_session
    assert await picks(session_id="s1", types=("conversation",)) == in_session - {memories[1].id}
    assert await picks(types=("goal", "task")) == {memories[1].id}
    assert await picks(memory_ids=(memories[0].id, turns[0].id), types=("preference",)) == {memories[0].id}
    assert await picks(query_ids=frozenset({turns[0].id, turns[1].id}), before=turns[1].created_at) == {turns[0].id}
    assert await picks(query_ids=frozenset(), everything=True) == set()
    assert await picks(memory_ids=(new_id(),)) == set()
    assert await picks(owner=OTHER, memory_ids=(memories[0].id,)) == set()
    assert await picks(fact_keys=("city",)) == set()
    facts = await _forget(forgetting, fact_keys=("city", "mood"), session_id="s1", dry_run=True)
    assert facts.facts == (("s1", "mood"),)
    assert facts.session_ids == ()
    assert (await _forget(forgetting, types=("goal",), everything=True, dry_run=True)).facts == ()


async def test_soft_forgetting_hides_everywhere_and_leaves_a_receipt(
    archive: PostgresArchive,
    database: Database,
    forgetting: PostgresForgetting,
    search: PostgresSearchStore,
    queue: PostgresEmbedQueue,
    make: Make,
) -> None:
    made = await _fill(archive, make)
    outcome = await _forget(forgetting, session_id="s1")
    assert outcome.by_layer == {"working": 1, "episodic": 3, "semantic": 1}
    ids = list(outcome.memory_ids)
    assert await search.fetch_memories(OWNER, ids, superseded=True) == {}
    reading = await search.read_index(OWNER, known_version=1, query_vector=None, model=MODEL)
    assert reading.delta is not None
    assert len(reading.delta.live) == 4
    assert not reading.delta.live.any()
    assert {piece.text for piece in await queue.claim_unembedded(model=MODEL, limit=50)} == {"other session", "high"}
    assert (await archive.card(OWNER, "s1")).session == {}
    assert (await archive.card(OWNER, "s1")).user["city"].value == "Pune"
    seed = await archive.session_seed(OWNER, "s1", rounds=9, active_after=NOW - timedelta(days=1))
    assert seed.turns == ()
    again = await archive.store([made["batch"]], model=MODEL, now=NOW)
    assert again[0].dropped == ()
    assert await search.fetch_memories(OWNER, ids) == {}
    ((owner, receipt, everything),) = await forgetting.open_receipts(limit=5)
    assert (owner, everything) == (OWNER, False)
    assert (receipt.receipt_id, receipt.session_ids, receipt.facts) == (outcome.receipt_id, ("s1",), (("s1", "mood"),))
    assert set(receipt.memory_ids) == set(ids)
    await forgetting.receipt_done(OWNER, outcome.receipt_id)
    assert await forgetting.open_receipts(limit=5) == []
    assert (await _forget(forgetting, session_id="s1")).memory_ids == ()


async def test_an_erased_user_leaves_nothing_and_what_was_in_flight_stays_out(
    archive: PostgresArchive, database: Database, forgetting: PostgresForgetting, make: Make
) -> None:
    made = await _fill(archive, make)
    kept = await _fill(archive, make, OTHER)
    in_flight = make.batch(
        turns=[make.turn("in flight", seq=99)], memories=[make.memory("in flight")], facts=[make.fact("city", "Rome")]
    )
    outcome = await _forget(forgetting, everything=True, erase=True)
    assert outcome.everything
    rows = await _rows(database)
    assert rows == {"memories": 7, "pieces": 7, "facts": 2, "sessions": 2, "versions": 0, "tombstones": 1}
    stored = await archive.store([made["batch"], in_flight, kept["batch"]], model=MODEL, now=NOW)
    assert len(stored[0].dropped) == 7
    assert len(stored[1].dropped) == 2
    assert stored[1].facts == {}
    assert await _rows(database) == rows
    await asyncio.sleep(0.005)
    new = make.batch(
        turns=[make.turn("hello again")], memories=[make.memory("high")], facts=[make.fact("city", "Oslo")]
    )
    after = await archive.store([new], model=MODEL, now=NOW)
    assert after[0].dropped == ()
    assert (await archive.card(OWNER, None)).user["city"].value == "Oslo"


async def test_an_erased_session_memory_and_fact_stay_out(
    archive: PostgresArchive, forgetting: PostgresForgetting, make: Make
) -> None:
    made = await _fill(archive, make)
    turns, memories = made["turns"], made["memories"]
    await _forget(forgetting, session_id="s1", erase=True)
    await _forget(forgetting, memory_ids=(memories[0].id,), erase=True)
    await _forget(forgetting, fact_keys=("city",), erase=True)
    outcome = (await archive.store([made["batch"]], model=MODEL, now=NOW))[0]
    assert set(outcome.dropped) == {*(turn.id for turn in turns), memories[0].id, memories[1].id}
    assert outcome.facts == {}
    assert (await archive.card(OWNER, "s1")).merged() == {}
    seed = await archive.session_seed(OWNER, "s1", rounds=9, active_after=NOW - timedelta(days=1))
    assert seed.last_seq == 0


async def test_erasing_makes_caches_read_anew_and_following_vectors_new(
    archive: PostgresArchive,
    forgetting: PostgresForgetting,
    search: PostgresSearchStore,
    queue: PostgresEmbedQueue,
    make: Make,
) -> None:
    made = await _fill(archive, make)
    pieces = await queue.claim_unembedded(model=MODEL, limit=50)
    await queue.write_vectors([(OWNER, p.piece_id, np.ones(3, np.float32)) for p in pieces], model=MODEL)
    assert await queue.claim_unembedded(model=MODEL, limit=50) == []
    await _forget(forgetting, memory_ids=(made["turns"][0].id,), erase=True)
    (waiting,) = await queue.claim_unembedded(model=MODEL, limit=50)
    assert (waiting.text, waiting.previous) == ("two", None)
    reading = await search.read_index(OWNER, known_version=1, query_vector=None, model=MODEL)
    assert reading.delta is not None
    assert reading.delta.whole
    assert len(reading.delta.memory_ids) == 6
    same = await search.read_index(OWNER, known_version=reading.version, query_vector=None, model=MODEL)
    assert same.delta is None


async def test_one_part_of_a_long_message_takes_the_others_along(
    archive: PostgresArchive, database: Database, forgetting: PostgresForgetting, make: Make
) -> None:
    turn = make.turn("很长的话。" * 2_000)
    batch = make.batch(turns=[turn])
    await archive.store([batch], model=MODEL, now=NOW)
    last = batch.rows[-1].memory.id
    outcome = await _forget(forgetting, memory_ids=(last,), erase=True)
    assert set(outcome.memory_ids) == {row.memory.id for row in batch.rows}
    assert (await _rows(database))["memories"] == 0


async def test_erasing_while_storing_leaves_nothing_of_what_was_saved_before(
    archive: PostgresArchive, database: Database, forgetting: PostgresForgetting, make: Make
) -> None:
    batches = [
        make.batch(turns=[make.turn(f"t{n}") for n in range(20)], memories=[make.memory(f"m{n}")]) for n in range(8)
    ]
    await asyncio.sleep(0.005)

    async def store() -> None:
        for batch in batches:
            await archive.store([batch], model=MODEL, now=NOW)

    async def erase() -> None:
        await asyncio.sleep(0.03)
        await _forget(forgetting, everything=True, erase=True)

    await asyncio.gather(store(), store(), erase())
    rows = await _rows(database)
    assert (rows["memories"], rows["pieces"]) == (0, 0)


async def test_purge_deletes_what_is_past_its_time_in_batches(
    archive: PostgresArchive, database: Database, forgetting: PostgresForgetting, make: Make
) -> None:
    now = datetime.now(UTC)
    memories = [make.memory(f"expired {n}", expires_at=now) for n in range(5)]
    memories += [make.memory("faded", layers=Layers.WORKING, working_until=now), make.memory("stays")]
    await archive.store(
        [make.batch(turns=[make.turn("said")], memories=memories)], model=MODEL, now=NOW - timedelta(days=1)
    )
    forgotten = await _forget(forgetting, session_id="s1")
    assert len(await forgetting.purge(now=now, grace_seconds=60, limit=4)) == 1
    rest = await forgetting.purge(now=now, grace_seconds=60, limit=4)
    assert [len(ids) for _, ids in rest] == [2]
    assert (await _rows(database))["sessions"] == 1
    later = now + timedelta(seconds=120)
    assert await forgetting.purge(now=later, grace_seconds=60, limit=4) == [(OWNER, forgotten.memory_ids)]
    rows = await _rows(database)
    assert (rows["memories"], rows["sessions"]) == (1, 0)


async def test_soft_forgotten_facts_can_be_rolled_back(
    archive: PostgresArchive, database: Database, forgetting: PostgresForgetting, make: Make
) -> None:
    await _fill(archive, make)
    await _forget(forgetting, fact_keys=("city",))
    history = await PostgresFactStore(database).fact_history(OWNER, None, "city")
    assert [(v.version, v.retracted, v.reason) for v in history] == [(2, True, "asked"), (1, False, "saved")]


async def test_erasing_takes_history_and_forgotten_rows_too(
    archive: PostgresArchive, database: Database, forgetting: PostgresForgetting, make: Make
) -> None:
    made = await _fill(archive, make)
    id = made["memories"][0].id
    store = PostgresMemoryStore(database, session_ttl_seconds=TTL)
    await store.patch_memory(
        OWNER, id, {"pinned": True}, pieces=None, content_hash=None, if_version=None, now=NOW, reason=""
    )
    assert (await _rows(database))["versions"] == 1
    await _forget(forgetting, memory_ids=(id,))
    outcome = await _forget(forgetting, memory_ids=(id,), erase=True)
    assert (outcome.memory_ids, outcome.by_layer) == ((id,), {})
    assert (await _rows(database))["versions"] == 0
