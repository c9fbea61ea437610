"""The archiving transaction."""

import asyncio
from datetime import timedelta

import numpy as np
import pytest
from pg_making import MODEL, NOW, OWNER, Make, ids_of

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.search_store import PostgresSearchStore
from app.domain.ids import part_id
from app.domain.models import Owner
from app.service.ports import ArchiveBatch

pytestmark = pytest.mark.also_partitioned


async def _counts(database: Database) -> tuple[int, ...]:
    """How many memories, pieces, facts, sessions and owners there are."""
    async with database.transaction() as connection:
        cursor = await connection.execute(
            "select (select count(*) from memories), (select count(*) from pieces), (select count(*) from facts),"
            " (select count(*) from sessions), (select count(*) from owners)"
        )
        return (await cursor.fetchall())[0]


async def test_turns_memories_and_facts_are_stored_and_stay_one_when_stored_again(
    archive: PostgresArchive, database: Database, make: Make
) -> None:
    batch = make.batch(
        turns=[
            make.turn("我女儿叫朵朵，今年3岁", message_id="m1"),
            make.turn("记住了。", role="assistant", name="Haima"),
        ],
        memories=[make.memory("Prefers short weekly reports", metadata={"source": "crm", "深": {"a": [1, None]}})],
        facts=[make.fact("child", "朵朵")],
    )
    first = await archive.store([batch], model=MODEL, now=NOW)
    again = await archive.store([batch], model=MODEL, now=NOW)
    assert first[0].dropped == again[0].dropped == ()
    assert not first[0].reinforced
    assert not again[0].reinforced
    fact_id = batch.work.facts[0].id
    assert first[0].facts == {fact_id: ("stored", 1)}
    assert again[0].facts == {fact_id: ("duplicate", 1)}
    assert await _counts(database) == (3, 3, 1, 1, 1)


async def test_a_message_id_said_again_and_a_seq_taken_are_dropped(archive: PostgresArchive, make: Make) -> None:
    first = make.turn("the first text wins", message_id="m1")
    await archive.store([make.batch(turns=[first])], model=MODEL, now=NOW)
    same_id = make.turn("the second text loses " * 200, message_id="m1")  # in parts, of which only the first clashes
    same_seq = make.turn("another place", seq=first.seq)
    fine = make.turn("new", message_id="m2")
    outcome = (await archive.store([make.batch(turns=[same_seq, same_id, fine])], model=MODEL, now=NOW))[0]
    assert set(outcome.dropped) == {same_seq.id, *(part_id(same_id.id, part) for part in range(4))}


async def test_message_ids_are_per_session_and_sessions_per_user(archive: PostgresArchive, make: Make) -> None:
    for owner in (OWNER, Owner("acme", "u2"), Owner("other", "u1")):
        sessions = [make.session([make.turn("hi", message_id="m1", seq=1)], session_id) for session_id in ("s1", "s2")]
        outcome = (await archive.store([make.batch(owner, sessions=sessions)], model=MODEL, now=NOW))[0]
        assert outcome.dropped == ()


async def test_the_same_content_reinforces_the_live_memory(
    archive: PostgresArchive, search: PostgresSearchStore, make: Make
) -> None:
    first = make.memory("Likes green tea", importance=0.5, metadata={"a": 1}, expires_at=NOW + timedelta(days=1))
    await archive.store([make.batch(memories=[first])], model=MODEL, now=NOW)
    again = make.memory("likes GREEN tea", importance=0.9)
    others = [
        make.memory("Likes green tea", type="fact"),
        make.memory("Likes green tea", agent_id="a", visibility="private"),
    ]
    twice = make.memory("Likes green tea")
    outcome = (await archive.store([make.batch(memories=[again, *others, twice])], model=MODEL, now=NOW))[0]
    assert outcome.reinforced == {again.id: first.id, twice.id: first.id}
    kept = (await search.fetch_memories(OWNER, [first.id]))[first.id]
    assert kept.content == "Likes green tea"
    assert kept.importance == 0.9
    assert kept.confidence == 1.0
    assert kept.metadata == {"a": 1}
    assert kept.expires_at is None
    assert kept.accessed_at == NOW


async def test_two_stores_of_the_same_batches_at_once(archive: PostgresArchive, database: Database, make: Make) -> None:
    owners = [Owner("acme", f"u{number}") for number in range(8)]
    batches = [
        make.batch(
            owner, turns=[make.turn(f"t{n}", message_id=f"m{n}") for n in range(5)], memories=[make.memory("same")]
        )
        for owner in owners
    ]
    orders = [batches, batches[::-1], batches[3:] + batches[:3], batches[::2] + batches[1::2]]
    outcomes = await asyncio.gather(*(archive.store(order, model=MODEL, now=NOW) for order in orders * 3))
    assert all(not outcome.dropped and not outcome.reinforced for stored in outcomes for outcome in stored)
    assert (await _counts(database))[0] == 8 * 6
    assert [outcome.owner for outcome in outcomes[1]] == owners[::-1]


async def test_unicode_and_huge_content_come_back_as_they_were(
    archive: PostgresArchive, search: PostgresSearchStore, make: Make
) -> None:
    owner = Owner("租户 'a\"\\", "wx:oA/b?c 👩‍👩‍👧 %s {}")
    content = "е\u0301 \u202e👨‍👩‍👧‍👦 'quoted' \\x41 $1 %(owner)s\t\n" + "长" * 99_000
    memory = make.memory(content, session_id="会话\U0001f600", subject="я", metadata={"ключ": ["\\u0041", 1.5, 2**70]})
    await archive.store([make.batch(owner, memories=[memory])], model=MODEL, now=NOW)
    found = (await search.fetch_memories(owner, [memory.id]))[memory.id]
    assert (found.content, found.session_id, found.metadata) == (content, memory.session_id, memory.metadata)
    assert not await search.fetch_memories(OWNER, [memory.id])


async def test_session_seed_gives_the_last_rounds_with_long_messages_whole(
    archive: PostgresArchive, make: Make
) -> None:
    long = "一句话。" * 1_000
    turns = [make.turn(f"round {n}", round_no=n, message_id=f"m{n}") for n in range(1, 6)]
    turns.append(make.turn(long, role="assistant", round_no=5, name="Bot", agent_id="a1"))
    await archive.store([make.batch(turns=turns)], model=MODEL, now=NOW)
    seed = await archive.session_seed(OWNER, "s1", rounds=3, active_after=NOW - timedelta(days=1))
    assert seed.turns == tuple(turns[2:])
    assert (seed.last_seq, seed.rounds, seed.closed_at) == (6, 5, None)
    assert dict(seed.known_message_ids) == {turn.message_id: turn.id for turn in turns if turn.message_id}
    assert not (await archive.session_seed(OWNER, "s1", rounds=3, active_after=NOW)).turns
    assert not (await archive.session_seed(OWNER, "s2", rounds=3, active_after=NOW - timedelta(days=1))).turns


async def test_a_closed_session_leaves_no_window_and_later_states_win(archive: PostgresArchive, make: Make) -> None:
    turn = make.turn("bye")
    closed = make.session([turn], window_start_seq=turn.seq + 1, closed_at=NOW, last_active_at=NOW)
    stale = make.session([turn], window_start_seq=0, last_active_at=NOW - timedelta(minutes=1))
    for session in (closed, stale):
        await archive.store([make.batch(sessions=[session])], model=MODEL, now=NOW)
    seed = await archive.session_seed(OWNER, "s1", rounds=3, active_after=NOW - timedelta(days=1))
    assert seed.turns == ()
    assert seed.closed_at == NOW


async def test_read_index_gives_whole_then_nothing_then_the_change(
    archive: PostgresArchive, search: PostgresSearchStore, queue: PostgresEmbedQueue, make: Make
) -> None:
    query = np.array([1.0, 0.0, 0.0], dtype=np.float32)
    unknown = await search.read_index(OWNER, known_version=-1, query_vector=query, model=MODEL)
    assert (unknown.version, unknown.knowledge_version, len(unknown.distance)) == (0, 0, 0)
    turns = [make.turn("two"), make.turn("one", seq=0, role="assistant")]
    memory = make.memory(
        "saved", agent_id="a", visibility="private", subject="user", occurred_at=NOW - timedelta(days=9)
    )
    batch: ArchiveBatch = make.batch(turns=turns, memories=[memory])
    await archive.store([batch], model=MODEL, now=NOW)
    waiting = await queue.claim_unembedded(model=MODEL, limit=10)
    assert [(piece.text, piece.previous) for piece in waiting] == [("saved", None), ("two", "one"), ("one", None)]
    vectors = np.eye(3, dtype=np.float32)
    written = [(piece.owner, piece.piece_id, vector) for piece, vector in zip(waiting, vectors, strict=True)]
    assert await queue.write_vectors([*written, (OWNER, 999_999, vectors[0])], model=MODEL) == 3
    reading = await search.read_index(OWNER, known_version=-1, query_vector=query, model=MODEL)
    delta = reading.delta
    assert delta is not None
    assert delta.whole
    assert reading.version == delta.version == 1
    assert ids_of(delta.memory_ids) == [turns[1].id, turns[0].id, memory.id]
    assert delta.session_ids == ["s1", "s1", None]
    assert (delta.agent_ids, delta.subjects) == ([None, None, "a"], [None, None, "user"])
    assert delta.types == ["conversation", "conversation", "preference"]
    assert delta.role.tolist() == [1, 0, -1]
    assert delta.seq.tolist() == [0, 1, -1]
    assert delta.private.tolist() == [False, False, True]
    assert delta.live.all()
    assert delta.layers.tolist() == [2, 2, 7]
    assert delta.at[2] == (NOW - timedelta(days=9)).timestamp()
    assert delta.created_at[2] == NOW.timestamp()
    assert np.isnan(delta.expires_at).all()
    assert delta.working_until[2] == memory.working_until.timestamp()
    assert delta.terms == [batch.rows[1].pieces[0].terms, batch.rows[0].pieces[0].terms, batch.rows[2].pieces[0].terms]
    assert delta.sessions == {"s1": (0, NOW.timestamp())}
    distance = dict(zip(reading.distance_piece_ids.tolist(), reading.distance.tolist(), strict=True))
    assert [distance[piece.piece_id] for piece in waiting] == [0.0, 1.0, 1.0]
    same = await search.read_index(OWNER, known_version=1, query_vector=None, model=MODEL)
    assert same.delta is None
    assert len(same.distance) == 0
    await archive.store([make.batch(memories=[make.memory("more")])], model=MODEL, now=NOW)
    change = await search.read_index(OWNER, known_version=1, query_vector=query, model="another model")
    assert change.delta is not None
    assert not change.delta.whole
    assert (len(change.delta.memory_ids), change.version, len(change.distance)) == (1, 2, 0)


async def test_a_message_is_embedded_with_what_it_answers_alone(
    archive: PostgresArchive, queue: PostgresEmbedQueue, make: Make
) -> None:
    turns = [
        make.turn("question"),
        make.turn("answer", role="assistant", name="Ann"),
        make.turn("thanks"),
        make.turn("and"),
    ]
    await archive.store([make.batch(turns=turns)], model=MODEL, now=NOW)
    for waiting in (
        await queue.claim_unembedded(model=MODEL, limit=10),
        await queue.unembedded_of(OWNER, [turn.id for turn in turns], model=MODEL),
    ):
        assert {piece.text: (piece.previous, piece.previous_name) for piece in waiting} == {
            "question": (None, None),
            "answer": ("question", None),
            "thanks": ("answer", "Ann"),
            "and": (None, None),
        }
