"""The window of a session: order, duplicates, seeds, and the whole against a model in plain Python."""

import asyncio
from uuid import uuid4

import pytest
from redis.asyncio import Redis
from redis_making import ALICE, NOW, after, append, fact, memory, round_of, rounds, turn, waiting, window

from app.adapters.redis import working_memory as adapter
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import Card, NewTurn, Owner, SessionSeed, Turn, WindowStats
from app.settings import Settings


async def test_a_session_that_is_not_held_wants_a_seed(working_memory: RedisWorkingMemory) -> None:
    given_turns = [turn("hello")]
    arguments = {"session_id": "s", "memories": [], "facts": [], "now": NOW, "due_at": NOW}
    assert await working_memory.append(ALICE, turns=given_turns, **arguments) is None
    assert (await working_memory.snapshot(ALICE, "s")).window is None
    forced = await working_memory.append(ALICE, turns=given_turns, force=True, **arguments)
    assert forced is not None
    assert await window(working_memory) == ["hello"]
    assert await working_memory.append(ALICE, turns=[turn("more")], **arguments) is not None


async def test_memories_alone_want_no_session(working_memory: RedisWorkingMemory) -> None:
    saved = memory("likes tea", {"deep": [1, {"x": None}], "huge": 10**30, "表情": "🦛"})
    outcome = await working_memory.append(
        ALICE, session_id="s", turns=[], memories=[saved, saved], facts=[], now=NOW, due_at=NOW
    )
    assert outcome is not None
    assert outcome.memories == ((saved.id, "queued"), (saved.id, "duplicate"))
    assert (await working_memory.read_pending(ALICE)).memories == (saved,)
    assert (await working_memory.snapshot(ALICE, None)).pending_memories == (saved,)


async def test_turns_without_a_session_are_refused(working_memory: RedisWorkingMemory) -> None:
    with pytest.raises(ValueError, match="session_id"):
        await append(working_memory, [turn("x")], session_id=None)


async def test_the_window_is_strict_and_what_leaves_it_waits(working_memory: RedisWorkingMemory) -> None:
    outcome = await append(working_memory, [turn("hi", "assistant"), *rounds(4)])
    assert outcome.window == WindowStats(rounds=3, messages=6, pending_archive=3)
    assert await window(working_memory) == ["u1", "a1", "u2", "a2", "u3", "a3"]
    assert await waiting(working_memory) == ["hi", "u0", "a0", "u1", "a1", "u2", "a2", "u3", "a3"]
    [session] = (await working_memory.read_pending(ALICE)).sessions
    assert [each.round_no for each in session.turns] == [1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert (session.rounds, session.window_start_seq) == (5, session.turns[3].seq)
    outcome = await append(working_memory, [turn("u4")])  # single messages may come one at a time
    assert outcome.window == WindowStats(rounds=3, messages=5, pending_archive=5)


async def test_every_field_of_a_turn_comes_back(working_memory: RedisWorkingMemory) -> None:
    said = NewTurn(uuid4(), "tool", "a|b\n\x7f😀" * 50, "m|1", "计算器", NOW.replace(microsecond=1), 0.1 + 0.2, "agent")
    await append(working_memory, [said])
    [back] = (await working_memory.snapshot(ALICE, "s")).window or ()
    assert {name: getattr(back, name) for name in said.__slots__} == {
        name: getattr(said, name) for name in said.__slots__
    }


async def test_a_message_id_counts_once_in_its_session(working_memory: RedisWorkingMemory) -> None:
    first, again = turn("first", message_id="m1"), turn("other text", message_id="m1")
    outcome = await append(working_memory, [first, again])
    assert outcome.turns == ((first.id, "stored"), (first.id, "duplicate"))
    outcome = await append(working_memory, [again, turn("second", message_id="m2")])
    assert outcome.turns[0] == (first.id, "duplicate")
    assert await window(working_memory) == ["first", "second"]
    elsewhere = await append(working_memory, [again], session_id="s2")
    assert elsewhere.turns == ((again.id, "stored"),)


async def test_old_message_ids_make_room_in_two_generations(
    redis_client: Redis, redis_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "_MESSAGE_IDS_KEPT", 32)
    memory_of_few = RedisWorkingMemory(redis_client, redis_settings)
    for number in range(200):
        await append(memory_of_few, [turn("x", message_id=f"m{number}")])
    for recent in (199, 180, 165):
        outcome = await append(memory_of_few, [turn("again", message_id=f"m{recent}")])
        assert outcome.turns[0][1] == "duplicate"
    keys = [key async for key in redis_client.scan_iter("*:ids*")]
    assert sum([await redis_client.hlen(key) for key in keys]) <= 2 * (32 + 16)


async def test_arrivals_of_50_concurrent_callers_keep_their_order(working_memory: RedisWorkingMemory) -> None:
    async def talk(caller: int) -> None:
        for number in range(10):
            await append(working_memory, [turn(f"{caller}:{number}:u"), turn(f"{caller}:{number}:a", "assistant")])

    await asyncio.gather(*(talk(caller) for caller in range(50)))
    [session] = (await working_memory.read_pending(ALICE)).sessions
    seqs = [each.seq for each in session.turns]
    assert len(seqs) == 1000
    assert seqs == sorted(set(seqs))
    said = [each.content.split(":") for each in session.turns]
    for caller in range(50):
        own = [(int(number), part) for who, number, part in said if int(who) == caller]
        assert own == [(number, part) for number in range(10) for part in "ua"]
    for (who, number, part), (next_who, next_number, next_part) in zip(said[::2], said[1::2], strict=True):
        assert (who, number, part, next_part) == (next_who, next_number, "u", "a"), "a call's messages stay together"
    assert [each.round_no for each in session.turns] == [1 + place // 2 for place in range(1000)]
    assert len(await window(working_memory)) == 6


@pytest.mark.parametrize(
    "name",
    ["wx:oA/b?c", "{a}{b}", "}{", "🦛" * 255, "中文", "a b\t", "x" * 255, ":", "|", "user@example.com", "%00", "*?[a]"],
)
async def test_ids_of_any_alphabet(working_memory: RedisWorkingMemory, name: str) -> None:
    owner = Owner(name, name)
    await append(working_memory, [turn("x", message_id=name)], owner=owner, session_id=name)
    assert await window(working_memory, name, owner) == ["x"]
    assert await working_memory.claim_due(limit=9, lease_seconds=9, now=NOW) == [(owner, 0)]
    work = await working_memory.read_pending(owner)
    assert [session.session_id for session in work.sessions] == [name]
    again = await append(working_memory, [turn("x", message_id=name)], owner=owner, session_id=name)
    assert again.turns[0][1] == "duplicate"
    await working_memory.confirm(work)
    assert not await working_memory.read_pending(owner)


async def test_owners_and_sessions_are_apart(working_memory: RedisWorkingMemory) -> None:
    places = [(Owner("t1", "u"), "s"), (Owner("t2", "u"), "s"), (Owner("t1", "us"), ""), (Owner("t1", "u"), "s2")]
    for number, (owner, session_id) in enumerate(places):
        await append(working_memory, [turn(str(number), message_id="m")], owner=owner, session_id=session_id)
    for number, (owner, session_id) in enumerate(places):
        assert await window(working_memory, session_id, owner) == [str(number)]


def seed_of(turns: list[NewTurn], seq: int = 1000) -> SessionSeed:
    """The seed that Postgres would make of a talk."""
    made: list[Turn] = []
    round_no = 0
    for said in turns:
        round_no = round_of(said.role, round_no)
        seq += 7
        fields = {name: getattr(said, name) for name in said.__slots__}
        made.append(Turn(seq=seq, round_no=round_no, **fields))
    known = tuple((said.message_id, said.id) for said in turns if said.message_id)
    return SessionSeed(turns=tuple(made), last_seq=seq, rounds=round_no, known_message_ids=known)


async def test_a_lost_window_is_laid_from_its_seed(working_memory: RedisWorkingMemory, redis_client: Redis) -> None:
    old = [turn(f"old {number}", message_id=f"m{number}") for number in range(5)]
    await redis_client.flushall()
    outcome = await append(working_memory, [turn("dup", message_id="m0"), turn("new")], seed=seed_of(old))
    assert outcome.turns[0] == (old[0].id, "duplicate")
    assert outcome.window == WindowStats(rounds=3, messages=3, pending_archive=0)
    assert await window(working_memory) == ["old 3", "old 4", "new"]
    assert await waiting(working_memory) == ["new"], "what the seed brought is in Postgres already"
    [session] = (await working_memory.read_pending(ALICE)).sessions
    assert session.rounds == 6
    # A seed for a session that is held by now changes nothing.
    await append(working_memory, [turn("newer")], seed=seed_of([turn("stranger")]))
    assert await window(working_memory) == ["old 4", "new", "newer"]


async def test_laying_changes_nothing_that_waits(working_memory: RedisWorkingMemory, redis_client: Redis) -> None:
    old = [turn("u"), turn("a", "assistant")]
    await working_memory.lay(ALICE, "s", seed_of(old), None)
    assert await window(working_memory) == ["u", "a"]
    assert not await working_memory.read_pending(ALICE)
    assert await working_memory.claim_due(limit=9, lease_seconds=1, now=NOW) == []
    assert min([await redis_client.ttl(key) async for key in redis_client.scan_iter("*s*:*")]) > 0
    await append(working_memory, [turn("a2", "assistant"), turn("u2")])
    await working_memory.lay(ALICE, "s", seed_of([turn("stranger")]), None)
    assert await window(working_memory) == ["u", "a", "a2", "u2"]


async def test_a_session_known_to_nobody_is_laid_empty(working_memory: RedisWorkingMemory) -> None:
    await working_memory.lay(ALICE, "s", SessionSeed(), Card())
    snapshot = await working_memory.snapshot(ALICE, "s")
    assert (snapshot.window, snapshot.card, snapshot.last_active_at) == ((), Card(), None)
    await working_memory.lay(
        ALICE, "t", SessionSeed(last_seq=5, rounds=2, closed_at=NOW, last_active_at=after(-9)), None
    )
    snapshot = await working_memory.snapshot(ALICE, "t")
    assert (snapshot.window, snapshot.closed_at, snapshot.last_active_at) == ((), NOW, after(-9))


async def test_a_seq_follows_the_clock_and_the_seed(working_memory: RedisWorkingMemory) -> None:
    ahead = 1000 * int(after(60).timestamp() * 1000)
    await append(working_memory, [turn("new")], seed=seed_of([turn("old")], seq=ahead))
    await append(working_memory, [turn("later")], now=after(120))
    [session] = (await working_memory.read_pending(ALICE)).sessions
    assert [each.seq for each in session.turns] == [ahead + 8, 1000 * int(after(120).timestamp() * 1000)]


async def test_a_closed_session_waits_whole_and_opens_again(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, rounds(2))
    await working_memory.confirm(await working_memory.read_pending(ALICE))
    await append(working_memory, [turn("last")])
    await working_memory.close_session(ALICE, "s", now=after(5), seed=SessionSeed())
    assert await window(working_memory) == []
    [session] = (await working_memory.read_pending(ALICE)).sessions
    assert session.closed_at == after(5)
    assert [each.content for each in session.turns] == ["last"]
    assert session.window_start_seq == session.last_seq + 1
    assert (await working_memory.snapshot(ALICE, "s")).closed_at == after(5)
    await append(working_memory, [turn("hello again")], now=after(9))
    snapshot = await working_memory.snapshot(ALICE, "s")
    assert (snapshot.closed_at, snapshot.rounds, snapshot.last_active_at) == (None, 1, after(9))
    assert await waiting(working_memory) == ["last", "hello again"]


async def test_closing_what_redis_has_lost_or_never_had(working_memory: RedisWorkingMemory) -> None:
    await working_memory.close_session(ALICE, "unknown", now=NOW, seed=SessionSeed())
    assert not await working_memory.read_pending(ALICE)
    await working_memory.close_session(ALICE, "s", now=NOW, seed=seed_of(rounds(2)))
    assert (ALICE, 0) in await working_memory.claim_due(limit=9, lease_seconds=1, now=NOW)
    work = await working_memory.read_pending(ALICE)
    assert [(session.closed_at, session.turns) for session in work.sessions] == [(NOW, ())]
    await working_memory.confirm(work)
    assert not await working_memory.read_pending(ALICE)


async def test_a_fact_needs_its_card(working_memory: RedisWorkingMemory) -> None:
    outcome = await working_memory.append(
        ALICE, session_id=None, turns=[], memories=[], facts=[fact("k", "v")], now=NOW, due_at=NOW
    )
    assert outcome is None
