"""Reading and changing memories one at a time."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from pg_making import MODEL, NOW, OWNER, Make, ids_of

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.forgetting import PostgresForgetting
from app.adapters.postgres.memory_store import PostgresMemoryStore
from app.adapters.postgres.search_store import PostgresSearchStore
from app.domain.errors import NotFound, StaleVersion
from app.domain.ids import new_id
from app.domain.models import Layers, Memory, Owner, Verdict
from app.service.ports import ForgetSelection
from app.service.prepare import content_hash, pieces_of

TTL = 86_400


@pytest.fixture
def memories(database: Database) -> PostgresMemoryStore:
    return PostgresMemoryStore(database, session_ttl_seconds=TTL)


async def _list(memories: PostgresMemoryStore, owner: Owner = OWNER, **given: Any) -> list[Memory]:
    values: dict[str, Any] = {
        "agent_id": None, "layer": None, "type": None, "session_id": None, "subject": None, "limit": 50, "after": None,
        "now": NOW, "session_ttl_seconds": TTL, **given,
    }  # fmt: skip
    return await memories.list_memories(owner, **values)


async def _patch(memories: PostgresMemoryStore, id: UUID, changes: dict[str, Any], **given: Any) -> Memory:
    values: dict[str, Any] = {
        "pieces": None, "content_hash": None, "if_version": None, "now": NOW, "reason": "patched", **given,
    }  # fmt: skip
    return await memories.patch_memory(OWNER, id, changes, **values)


async def test_layers_follow_the_window_and_the_clock(
    archive: PostgresArchive, memories: PostgresMemoryStore, make: Make
) -> None:
    old, new = make.turn("left the window"), make.turn("in the window")
    silent = make.session([make.turn("silent")], "s2", last_active_at=NOW - timedelta(seconds=TTL))
    window = make.session([old, new], window_start_seq=new.seq)
    faded = make.memory("faded", layers=Layers.WORKING, importance=0.1, working_until=NOW)
    fresh = make.memory("fresh", layers=Layers.WORKING, importance=0.1)
    high = make.memory("high")
    await archive.store([make.batch(sessions=[window, silent], memories=[faded, fresh, high])], model=MODEL, now=NOW)

    async def contents(layer: str | None) -> set[str]:
        return {memory.content for memory in await _list(memories, layer=layer)}

    assert await contents("working") == {"in the window", "fresh", "high"}
    assert await contents("episodic") == {"left the window", "silent", "high"}
    assert await contents("semantic") == {"high"}
    assert await contents(None) == {"in the window", "left the window", "silent", "fresh", "high"}
    assert (await memories.get_memory(OWNER, new.id, now=NOW)).layers == Layers.WORKING
    assert (await memories.get_memory(OWNER, old.id, now=NOW)).layers == Layers.EPISODIC
    assert (await memories.get_memory(OWNER, high.id, now=NOW + timedelta(days=2))).layers == (
        Layers.EPISODIC | Layers.SEMANTIC
    )
    with pytest.raises(NotFound):
        await memories.get_memory(OWNER, faded.id, now=NOW)
    with pytest.raises(NotFound):
        await memories.get_memory(Owner("acme", "u2"), high.id, now=NOW)


async def test_private_memories_are_their_agents_and_filters_combine(
    archive: PostgresArchive, memories: PostgresMemoryStore, make: Make
) -> None:
    shared = make.memory("shared", agent_id="a", subject="user")
    mine = make.memory("mine", agent_id="a", visibility="private", type="goal")
    gone = make.memory("expired", expires_at=NOW)
    await archive.store([make.batch(memories=[shared, mine, gone])], model=MODEL, now=NOW - timedelta(days=1))
    assert [m.id for m in await _list(memories)] == [shared.id]
    assert {m.id for m in await _list(memories, agent_id="a")} == {shared.id, mine.id}
    assert [m.id for m in await _list(memories, agent_id="b")] == [shared.id]
    assert [m.id for m in await _list(memories, agent_id="a", type="goal")] == [mine.id]
    assert [m.id for m in await _list(memories, agent_id="a", subject="user")] == [shared.id]
    assert await _list(memories, agent_id="a", session_id="s1") == []


async def test_pages_go_through_everything_once(
    archive: PostgresArchive, memories: PostgresMemoryStore, make: Make
) -> None:
    made = [make.memory(f"m{n}", created_at=NOW + timedelta(seconds=n // 3)) for n in range(20)]
    await archive.store([make.batch(memories=made)], model=MODEL, now=NOW)
    seen: list[Memory] = []
    while page := await _list(memories, limit=7, after=(seen[-1].created_at, seen[-1].id) if seen else None):
        seen += page
    assert [m.id for m in seen] == [m.id for m in sorted(made, key=lambda m: (m.created_at, m.id), reverse=True)]


async def test_a_patch_makes_a_version_and_replaces_pieces(
    archive: PostgresArchive,
    memories: PostgresMemoryStore,
    search: PostgresSearchStore,
    queue: PostgresEmbedQueue,
    make: Make,
) -> None:
    memory = make.memory("old text", metadata={"a": 1})
    await archive.store([make.batch(memories=[memory])], model=MODEL, now=NOW)
    (piece,) = await queue.claim_unembedded(model=MODEL, limit=5)
    await queue.write_vectors([(OWNER, piece.piece_id, np.ones(4, np.float32))], model=MODEL)
    stored = await memories.get_memory(OWNER, memory.id, now=NOW)
    later = NOW + timedelta(minutes=1)
    text = "new text"
    pieces = pieces_of(replace(stored, content=text), wanted=True)
    changed = await _patch(
        memories,
        memory.id,
        {"content": text, "importance": 0.5},
        pieces=pieces,
        content_hash=content_hash(text),
        now=later,
    )
    assert (changed.content, changed.importance, changed.version, changed.metadata) == (text, 0.5, 2, {"a": 1})
    reading = await search.read_index(OWNER, known_version=1, query_vector=np.ones(4, np.float32), model=MODEL)
    assert reading.delta is not None
    assert ids_of(reading.delta.memory_ids) == [memory.id]
    assert len(reading.distance) == 0
    assert [p.text for p in await queue.claim_unembedded(model=MODEL, limit=5)] == [text]
    history = await memories.history(OWNER, memory.id)
    assert [(v.version, v.content, v.reason, v.changed_at) for v in history] == [
        (2, text, "patched", later),
        (1, "old text", "saved", NOW),
    ]
    with pytest.raises(StaleVersion):
        await _patch(memories, memory.id, {"pinned": True}, if_version=1)
    assert (await _patch(memories, memory.id, {"pinned": True}, if_version=2)).pinned
    with pytest.raises(NotFound):
        await _patch(memories, new_id(), {"pinned": True})
    with pytest.raises(NotFound):
        await memories.history(OWNER, new_id())
    with pytest.raises(ValueError, match="trust"):
        await _patch(memories, memory.id, {"trust": 1.0})


async def test_patches_at_once_make_one_version_each(
    archive: PostgresArchive, memories: PostgresMemoryStore, make: Make
) -> None:
    memory = make.memory("text")
    await archive.store([make.batch(memories=[memory])], model=MODEL, now=NOW)
    outcomes = await asyncio.gather(
        *(_patch(memories, memory.id, {"subject": str(n)}, if_version=1) for n in range(6)), return_exceptions=True
    )
    assert sum(isinstance(outcome, StaleVersion) for outcome in outcomes) == 5
    await asyncio.gather(*(_patch(memories, memory.id, {"subject": str(n)}) for n in range(6)))
    assert [v.version for v in await memories.history(OWNER, memory.id)] == [8, 7, 6, 5, 4, 3, 2, 1]


async def test_trust_moves_and_accesses_count(
    archive: PostgresArchive, memories: PostgresMemoryStore, make: Make
) -> None:
    one, two = make.memory("one"), make.memory("two")
    await archive.store([make.batch(memories=[one, two])], model=MODEL, now=NOW)
    assert await memories.move_trust(OWNER, [one.id, new_id()], Verdict.HELPFUL, now=NOW) == 1
    assert await memories.move_trust(OWNER, [two.id], Verdict.WRONG, now=NOW) == 1
    assert await memories.move_trust(Owner("acme", "nobody"), [two.id], Verdict.WRONG, now=NOW) == 0
    await memories.count_access({OWNER: {one.id: 2, two.id: 1}, Owner("x", "y"): {one.id: 9}}, now=NOW)
    first = await memories.get_memory(OWNER, one.id, now=NOW)
    second = await memories.get_memory(OWNER, two.id, now=NOW)
    assert (first.trust, first.access_count, first.accessed_at) == (0.6, 2, NOW)
    assert (second.trust, second.access_count) == (0.2, 1)


async def test_restore_brings_a_message_and_its_session_back(
    archive: PostgresArchive, database: Database, memories: PostgresMemoryStore, make: Make
) -> None:
    turn = make.turn("长句。" * 2_000)
    await archive.store([make.batch(turns=[turn])], model=MODEL, now=NOW)
    assert [s.session_id for s in await memories.list_sessions(OWNER, limit=5, after=None)] == ["s1"]
    selection = ForgetSelection("s1", (), (), (), None, None, False)
    forgetting = PostgresForgetting(database)
    outcome = await forgetting.forget(
        OWNER, selection, erase=False, dry_run=False, reason="", now=NOW, session_ttl_seconds=TTL
    )
    assert len(outcome.memory_ids) == len(set(outcome.memory_ids)) > 2
    assert await _list(memories) == []
    assert await memories.list_sessions(OWNER, limit=5, after=None) == []
    with pytest.raises(NotFound):
        await memories.restore(OWNER, turn.id, agent_id=None, now=NOW + timedelta(seconds=61), grace_seconds=60)
    assert (await memories.restore(OWNER, turn.id, agent_id=None, now=NOW, grace_seconds=60)).id == turn.id
    assert len(await _list(memories)) == len(outcome.memory_ids)
    assert [s.session_id for s in await memories.list_sessions(OWNER, limit=5, after=None)] == ["s1"]


async def test_sessions_are_listed_most_recent_first(
    archive: PostgresArchive, memories: PostgresMemoryStore, make: Make
) -> None:
    sessions = [make.session([make.turn("x")], f"s{n}", last_active_at=NOW - timedelta(hours=n // 2)) for n in range(5)]
    await archive.store([make.batch(sessions=sessions)], model=MODEL, now=NOW)
    first = await memories.list_sessions(OWNER, limit=3, after=None)
    rest = await memories.list_sessions(OWNER, limit=3, after=(first[-1].last_active_at, first[-1].session_id))
    assert [s.session_id for s in [*first, *rest]] == ["s1", "s0", "s3", "s2", "s4"]
