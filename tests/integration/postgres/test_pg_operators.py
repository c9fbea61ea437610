"""Keys, dead letters, documents, counts, export and import."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import numpy as np
import psycopg
import pytest
from pg_making import MODEL, NOW, OWNER, Make

from app.adapters.postgres import transfer_reading
from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.dead_letters import PostgresDeadLetters
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.fact_store import PostgresFactStore
from app.adapters.postgres.key_store import PostgresKeyStore
from app.adapters.postgres.knowledge import PostgresKnowledge
from app.adapters.postgres.memory_store import PostgresMemoryStore
from app.adapters.postgres.search_store import PostgresSearchStore
from app.adapters.postgres.stats_store import PostgresStatsStore
from app.adapters.postgres.transfer import PostgresTransfer
from app.domain.errors import InvalidRequest, NotFound
from app.domain.ids import new_id
from app.domain.models import KNOWLEDGE_USER, Layers, Owner
from app.service.ports import ApiKey, KnowledgeDocument, PendingWork
from app.service.prepare import row_of, saved_memory


async def test_keys_are_found_by_hash_until_revoked(database: Database) -> None:
    keys = PostgresKeyStore(database)
    assert not await keys.any_key()
    await keys.insert_key(ApiKey("acme", "k1", "service", "bot", NOW), b"h" * 32)
    with pytest.raises(psycopg.errors.UniqueViolation):
        await keys.insert_key(ApiKey("acme", "k1", "read", "", NOW), b"i" * 32)
    found = await keys.find_key(b"h" * 32)
    assert found is not None
    assert (found[0].tenant_id, found[0].role, found[0].last_used_at, found[1]) == ("acme", "service", None, b"h" * 32)
    used = [key.last_used_at for key in await keys.list_keys("acme")]
    assert used[0] is not None
    await keys.find_key(b"h" * 32)
    assert [key.last_used_at for key in await keys.list_keys(None)] == used
    assert await keys.list_keys("other") == []
    assert await keys.revoke_key("k1", at=NOW)
    assert not await keys.revoke_key("k1", at=NOW)
    assert await keys.find_key(b"h" * 32) is None
    assert await keys.any_key()


async def test_a_dead_letter_is_found_by_what_it_holds(database: Database, make: Make) -> None:
    letters = PostgresDeadLetters(database)
    work = make.batch(memories=[make.memory("m")]).work
    await letters.insert_dead_letter(OWNER, task="archive", payload=work, error="DataError: secret", tries=8)
    assert await letters.find_error(OWNER, [new_id(), work.memories[0].id]) == "DataError"
    assert await letters.find_error(OWNER, [new_id()]) is None
    assert await letters.find_error(Owner("acme", "u2"), [work.memories[0].id]) is None


async def test_dead_letters_give_their_work_back(database: Database, make: Make) -> None:
    letters = PostgresDeadLetters(database)
    work = PendingWork(
        OWNER,
        sessions=(make.session([make.turn("broken \x00 \ud800", message_id="m1")]),),
        memories=(make.memory("m", metadata={"深": [1]}, occurred_at=NOW),),
        facts=(make.fact("k", "v", session_id="s1"),),
    )
    await letters.insert_dead_letter(OWNER, task="archive", payload=work, error="bad \x00 text", tries=8)
    await letters.insert_dead_letter(Owner("b", "u"), task="other", payload={"a": 1}, error="e", tries=1)
    assert (await letters.count_dead_letters(), await letters.count_dead_letters("acme")) == (2, 1)
    (letter,) = await letters.list_dead_letters("acme")
    assert (letter.owner, letter.tries, letter.error) == (OWNER, 8, "bad \\x00 text")
    assert await letters.find_dead_letter(letter.id) == (letter, work)
    assert await letters.delete_dead_letter(letter.id)
    assert not await letters.delete_dead_letter(letter.id)
    assert await letters.find_dead_letter(letter.id) is None


async def test_documents_are_their_tenants_and_go_with_their_chunks(
    database: Database, search: PostgresSearchStore, make: Make
) -> None:
    knowledge = PostgresKnowledge(database)
    owner = Owner("acme", KNOWLEDGE_USER)
    chunks = [
        row_of(saved_memory(owner, make.memory(f"chunk {n}", layers=Layers.KNOWLEDGE)), wanted=True) for n in range(3)
    ]
    document = KnowledgeDocument(new_id(), "Guide", {"lang": "en"}, 3, NOW)
    await knowledge.insert_document("acme", document, chunks, model=MODEL)
    assert await knowledge.list_documents("acme", limit=5) == [document]
    assert await knowledge.list_documents("other", limit=5) == []
    reading = await search.read_index(OWNER, known_version=-1, query_vector=None, model=MODEL)
    assert (reading.version, reading.knowledge_version) == (0, 1)
    inside = await search.read_index(owner, known_version=-1, query_vector=None, model=MODEL)
    assert inside.delta is not None
    assert inside.delta.layers.tolist() == [8, 8, 8]
    with pytest.raises(NotFound):
        await knowledge.delete_document("other", document.id, now=NOW)
    await knowledge.delete_document("acme", document.id, now=NOW)
    gone = await search.read_index(owner, known_version=inside.version, query_vector=None, model=MODEL)
    assert gone.delta is not None
    assert gone.delta.whole
    assert len(gone.delta.memory_ids) == 0


async def test_counts(archive: PostgresArchive, database: Database, make: Make) -> None:
    batch = make.batch(turns=[make.turn("x"), make.turn("y")], memories=[make.memory("m")], facts=[make.fact("k", "v")])
    await archive.store([batch], model=MODEL, now=NOW)
    stats = PostgresStatsStore(database)
    names = ("users", "sessions", "memories", "facts", "unembedded", "dead_letters")
    assert await stats.tenant_counts("acme") == dict(zip(names, (1, 1, 3, 1, 3, 0), strict=True))
    assert set((await stats.tenant_counts("other")).values()) == {0}


async def _export(database: Database, owner: Owner) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(record)) async for record in PostgresTransfer(database).export_user(owner)]


async def _filled(
    archive: PostgresArchive, database: Database, queue: PostgresEmbedQueue, make: Make
) -> list[dict[str, Any]]:
    turns = [make.turn("我女儿叫朵朵", message_id="m1", name="妈妈"), make.turn("长。" * 3_000, role="assistant")]
    memory = make.memory("saved", metadata={"a": {"b": [1, None]}}, occurred_at=NOW - timedelta(days=9))
    facts = [make.fact("city", "Pune", valid_from=NOW - timedelta(days=1)), make.fact("city", "Oslo")]
    await archive.store([make.batch(turns=turns, memories=[memory], facts=facts)], model=MODEL, now=NOW)
    store = PostgresMemoryStore(database, session_ttl_seconds=86_400)
    await store.patch_memory(
        OWNER, memory.id, {"pinned": True}, pieces=None, content_hash=None, if_version=None, now=NOW, reason="pin"
    )
    pieces = await queue.claim_unembedded(model=MODEL, limit=3)
    await queue.write_vectors([(OWNER, p.piece_id, np.array([0.1, 2.0], np.float32)) for p in pieces], model=MODEL)
    return await _export(database, OWNER)


async def test_an_export_comes_back_as_it_was(
    archive: PostgresArchive, database: Database, queue: PostgresEmbedQueue, search: PostgresSearchStore, make: Make
) -> None:
    exported = await _filled(archive, database, queue, make)
    other = Owner("b", "somebody else")
    transfer = PostgresTransfer(database)
    counts = await transfer.import_user(other, exported, model=MODEL, dimensions=2, now=NOW)
    assert counts == {"document": 0, "owner": 0, "session": 1, "summary": 0, "memory": len(exported) - 3, "fact": 2}
    assert await _export(database, other) == exported
    again = await transfer.import_user(other, exported, model=MODEL, dimensions=2, now=NOW)
    assert set(again.values()) == {0}
    query = np.array([1.0, 0.0], np.float32)
    mine = await search.read_index(OWNER, known_version=-1, query_vector=query, model=MODEL)
    theirs = await search.read_index(other, known_version=-1, query_vector=query, model=MODEL)
    assert mine.delta is not None
    assert theirs.delta is not None
    assert theirs.delta.terms == mine.delta.terms
    assert theirs.distance.tolist() == mine.distance.tolist()
    history = await PostgresFactStore(database).fact_history(other, None, "city")
    assert [(v.version, v.value) for v in history] == [(2, "Oslo"), (1, "Pune")]
    assert (await archive.card(other, None)).user["city"].value == "Oslo"


@pytest.mark.parametrize("kept", [0, 1_000])
@pytest.mark.parametrize("order", ["as exported", "backwards"])
async def test_an_import_in_many_batches_is_the_same(
    archive: PostgresArchive,
    database: Database,
    queue: PostgresEmbedQueue,
    make: Make,
    monkeypatch: pytest.MonkeyPatch,
    order: str,
    kept: int,
) -> None:
    monkeypatch.setattr(transfer_reading, "KEPT_RECORDS", kept)  # 0: all is read once more
    exported = await _filled(archive, database, queue, make)
    given = exported if order == "as exported" else exported[::-1]
    monkeypatch.setattr(transfer_reading, "BATCH_RECORDS", 1)
    other, transfer = Owner("b", "somebody else"), PostgresTransfer(database)
    counts = await transfer.import_user(other, given, model=MODEL, dimensions=2, now=NOW)
    assert counts["memory"] == len(exported) - 3
    assert counts["fact"] == 2, "versions of a fact in two batches are no strangers to each other"
    assert await _export(database, other) == exported
    again = await transfer.import_user(other, given, model=MODEL, dimensions=2, now=NOW)
    assert set(again.values()) == {0}
    twice = [*given, *(record | {"id": str(uuid4())} for record in given if record["kind"] == "memory")]
    counts = await transfer.import_user(Owner("b", "twice"), twice, model=MODEL, dimensions=2, now=NOW)
    assert counts["memory"] == len(exported) - 3 + 1, "a turn's place is taken by the first; a saved memory has none"


@pytest.mark.parametrize("kept", [0, 1_000])
async def test_a_bad_record_in_a_late_batch_imports_nothing(
    archive: PostgresArchive,
    database: Database,
    queue: PostgresEmbedQueue,
    make: Make,
    monkeypatch: pytest.MonkeyPatch,
    kept: int,
) -> None:
    exported = await _filled(archive, database, queue, make)
    monkeypatch.setattr(transfer_reading, "KEPT_RECORDS", kept)
    monkeypatch.setattr(transfer_reading, "BATCH_RECORDS", 1)
    last = next(record for record in reversed(exported) if record["kind"] == "memory")
    last["pieces"].append(dict(last["pieces"][0]))  # each piece has a number of its own
    other = Owner("b", "x")
    with pytest.raises(InvalidRequest, match="do not fit together"):
        await PostgresTransfer(database).import_user(other, exported, model=MODEL, dimensions=2, now=NOW)
    assert await _export(database, other) == []


async def test_vectors_of_another_dimension_are_made_anew(
    archive: PostgresArchive, database: Database, queue: PostgresEmbedQueue, make: Make
) -> None:
    exported = await _filled(archive, database, queue, make)
    other = Owner("b", "x")
    await PostgresTransfer(database).import_user(other, exported, model=MODEL, dimensions=384, now=NOW)
    waiting = await queue.claim_unembedded(model=MODEL, limit=500)
    assert sum(piece.owner == other for piece in waiting) == sum(
        len(r["pieces"]) for r in exported if r["kind"] == "memory"
    )


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("memory", {"type": "nonsense"}),
        ("memory", {"importance": 1.5}),
        ("memory", {"content": "a\x00b"}),
        ("memory", {"created_at": "infinity"}),
        ("memory", {"metadata": {"a": ["\ud800"]}}),
        ("memory", {"owner_id": "1"}),
        ("memory", {"versions": [{}]}),
        ("memory", {"pieces": [{"piece_no": 0, "start_char": 0, "stop_char": 1, "terms": "AAA=", "wanted": True}]}),
        ("fact", {"version": 0}),
        ("fact", {"kind": "owner"}),
        ("session", {"rounds": None}),
    ],
)
async def test_a_bad_record_imports_nothing(
    archive: PostgresArchive,
    database: Database,
    queue: PostgresEmbedQueue,
    make: Make,
    kind: str,
    change: dict[str, Any],
) -> None:
    exported = await _filled(archive, database, queue, make)
    at = next(n for n, record in enumerate(exported) if record["kind"] == kind)
    exported[at] |= change
    with pytest.raises(InvalidRequest):
        await PostgresTransfer(database).import_user(Owner("b", "x"), exported, model=MODEL, dimensions=2, now=NOW)
    assert await _export(database, Owner("b", "x")) == []


async def test_an_import_takes_the_marks_of_erasure_off_what_it_brings_back(
    archive: PostgresArchive, database: Database, queue: PostgresEmbedQueue, make: Make
) -> None:
    exported = await _filled(archive, database, queue, make)
    other = Owner("b", "erased before")
    back = next(record["id"] for record in exported if record["kind"] == "memory")
    gone = str(new_id())
    for ref in (str(back), gone):
        await database.execute(
            "insert into tombstones values (%(owner_id)s, %(tenant_id)s, %(user_id)s, 'memory', %(ref)s, now())",
            {"owner_id": other.owner_id, "tenant_id": "b", "user_id": "erased before", "ref": ref},
        )
    await PostgresTransfer(database).import_user(other, exported, model=MODEL, dimensions=2, now=NOW)
    left = await database.fetch_all(
        "select ref from tombstones where owner_id = %(owner_id)s", {"owner_id": other.owner_id}
    )
    assert left == [(gone,)]
