"""What waits for Postgres: leases, failures, races of confirm with append, and no expiry while something waits."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from redis.asyncio import Redis
from redis_making import ALICE, NOW, after, append, fact, ids, memory, rounds, turn, waiting, window

from app.adapters.redis import working_memory as adapter
from app.adapters.redis.keys import Keys
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import Card, Owner, SessionSeed
from app.service.ports import PendingWork
from app.settings import Settings

BOB = Owner("default", "bob")


async def claim(of: RedisWorkingMemory, seconds: float = 0, limit: int = 10) -> list[tuple[Owner, int]]:
    """Claim for 30 seconds, so many seconds after NOW."""
    return await of.claim_due(limit=limit, lease_seconds=30, now=after(seconds))


async def test_an_owner_is_claimed_once_and_when_it_is_due(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, [turn("x")], due_at=after(5))
    assert await claim(working_memory, 4.9) == []
    assert await working_memory.queue_stats(after(7)) == {"due": 1, "leased": 0, "held": 0, "oldest_seconds": 2.0}
    assert await claim(working_memory, 5) == [(ALICE, 0)]
    assert await claim(working_memory, 5) == []
    assert await working_memory.queue_stats(after(7)) == {"due": 0, "leased": 1, "held": 0, "oldest_seconds": 2.0}


async def test_a_clock_that_is_set_back_makes_nobody_wait_for_it(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, [turn("x")])
    await append(working_memory, [turn("y")], owner=BOB)
    assert await claim(working_memory, 0, limit=1) != []
    await working_memory.release(ALICE, due_at=after(60), failed=True)
    assert {owner for owner, _ in await claim(working_memory, -3600)} == {ALICE, BOB}


async def test_what_is_left_without_a_lease_is_due_from_now(
    working_memory: RedisWorkingMemory, redis_client: Redis, redis_settings: Settings
) -> None:
    await append(working_memory, [turn("x")])
    # On a cluster the mark comes after the append: a `sync` save may archive in between.
    await redis_client.zrem(Keys(redis_settings.redis_prefix).due(), ALICE.tag)
    await working_memory.confirm(PendingWork(ALICE))
    stats = await working_memory.queue_stats(datetime.now(UTC) + timedelta(seconds=100))
    assert (stats["due"], round(stats["oldest_seconds"] / 10)) == (1, 10)


async def test_the_oldest_is_as_old_while_a_worker_has_it_or_it_fails(working_memory: RedisWorkingMemory) -> None:
    async def oldest(seconds: float) -> float:
        return (await working_memory.queue_stats(after(seconds)))["oldest_seconds"]

    await append(working_memory, [turn("x")], due_at=after(5))
    assert await oldest(4) == 0
    await claim(working_memory, 6)
    await append(working_memory, [turn("y")], due_at=after(8))
    assert await oldest(9) == 4
    await working_memory.release(ALICE, due_at=after(20), failed=True)
    assert await oldest(10) == 5
    assert await claim(working_memory, 20) == [(ALICE, 1)]
    assert await claim(working_memory, 50) == [(ALICE, 2)], "that worker died"
    assert await oldest(60) == 55
    await working_memory.confirm(await working_memory.read_pending(ALICE))
    assert await oldest(60) == 0


async def test_the_earlier_due_time_wins(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, [turn("x")], due_at=after(50))
    await append(working_memory, [turn("y")], due_at=after(2))
    await append(working_memory, [turn("z")], due_at=after(90))
    assert await claim(working_memory, 2) == [(ALICE, 0)]


async def test_the_longest_overdue_come_first_up_to_the_limit(working_memory: RedisWorkingMemory) -> None:
    owners = [Owner("default", str(number)) for number in range(7)]
    for number, owner in enumerate(owners):
        await append(working_memory, [turn("x")], owner=owner, due_at=after(-number))
    assert [owner for owner, _ in await claim(working_memory, limit=3)] == owners[6:3:-1]
    assert [owner for owner, _ in await claim(working_memory, limit=9)] == owners[3::-1]


async def test_concurrent_claims_share_the_owners(working_memory: RedisWorkingMemory) -> None:
    owners = {Owner("default", str(number)) for number in range(60)}
    await asyncio.gather(*(append(working_memory, [turn("x")], owner=owner) for owner in owners))
    taken = [owner for part in await asyncio.gather(*(claim(working_memory) for _ in range(10))) for owner, _ in part]
    assert len(taken) == len(set(taken)) == 60


async def test_under_a_lease_an_owner_is_not_claimed_twice(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, [turn("x")])
    assert await claim(working_memory) == [(ALICE, 0)]
    await append(working_memory, [turn("y")])
    await append(working_memory, [turn("z")], owner=BOB)
    assert await claim(working_memory, limit=1) == [(BOB, 0)], "those under a lease do not stand in the way"


async def test_a_crashed_worker_loses_nothing(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, [turn("x")])
    await claim(working_memory)
    work = await working_memory.read_pending(ALICE)  # and the worker dies
    assert await claim(working_memory, 29.9) == []
    assert await claim(working_memory, 30) == [(ALICE, 1)]
    assert await working_memory.read_pending(ALICE) == work
    await working_memory.confirm(work)
    assert await claim(working_memory, 100) == []
    await append(working_memory, [turn("y")])
    assert await claim(working_memory, 100) == [(ALICE, 0)], "success forgets the failures"


async def test_a_confirm_that_comes_twice_or_late_takes_no_more(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, rounds(1))
    work = await working_memory.read_pending(ALICE)
    await append(working_memory, rounds(5, first=1))
    await working_memory.confirm(work)
    await working_memory.confirm(work)
    assert await waiting(working_memory) == [each.content for each in rounds(5, first=1)]
    assert await window(working_memory) == ["u3", "a3", "u4", "a4", "u5", "a5"]


async def test_a_failed_owner_is_held_back_whatever_comes(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, [turn("x")])
    await claim(working_memory)
    await working_memory.release(ALICE, due_at=after(8), failed=True)
    await append(working_memory, [turn("y")])
    assert await claim(working_memory, 7) == []
    assert (await working_memory.queue_stats(after(7)))["held"] == 1
    assert await claim(working_memory, 8) == [(ALICE, 1)]
    await working_memory.release(ALICE, due_at=after(9), failed=True)
    assert await claim(working_memory, 9) == [(ALICE, 2)]


async def test_an_owner_given_back_counts_no_failure(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, [turn("x")])
    await claim(working_memory)
    await working_memory.release(ALICE, due_at=NOW, failed=False)
    assert await claim(working_memory) == [(ALICE, 0)]


async def test_what_comes_between_reading_and_confirming_stays(working_memory: RedisWorkingMemory) -> None:
    early, late = memory("early"), memory("late")
    fact_early, fact_late = fact("k", "1"), fact("k", "2", 1)
    await append(working_memory, rounds(2), [early], [fact_early])
    await claim(working_memory)
    work = await working_memory.read_pending(ALICE)
    await append(working_memory, rounds(2, first=2), [late], [fact_late])
    await append(working_memory, [turn("elsewhere")], session_id="s2")
    await working_memory.confirm(work)
    rest = await working_memory.read_pending(ALICE)
    assert sorted(await waiting(working_memory)) == ["a2", "a3", "elsewhere", "u2", "u3"]
    assert (rest.memories, rest.facts) == ((late,), (fact_late,))
    assert await claim(working_memory) == [(ALICE, 0)], "what came made the owner due again"
    assert await window(working_memory) == ["u1", "a1", "u2", "a2", "u3", "a3"]


async def test_batch_mode_keeps_its_wait_through_a_confirm(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, [turn("x")])
    await claim(working_memory)
    work = await working_memory.read_pending(ALICE)
    await append(working_memory, [turn("y")], due_at=after(5))
    await working_memory.confirm(work)
    assert await claim(working_memory, 4) == []
    assert await claim(working_memory, 5) == [(ALICE, 0)]


async def test_a_session_closed_between_reading_and_confirming_is_told(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, [turn("x")])
    await claim(working_memory)
    work = await working_memory.read_pending(ALICE)
    await working_memory.close_session(ALICE, "s", now=after(1), seed=SessionSeed())
    await working_memory.confirm(work)
    assert await claim(working_memory, 1) == [(ALICE, 0)]
    [session] = (await working_memory.read_pending(ALICE)).sessions
    assert (session.closed_at, session.turns) == (after(1), ())


async def test_dropped_turns_leave_window_and_message_ids(working_memory: RedisWorkingMemory) -> None:
    said = [turn("u0", message_id="m0"), turn("u1", message_id="m1"), turn("a1", "assistant", "m2")]
    await append(working_memory, said)
    work = await working_memory.read_pending(ALICE)
    await working_memory.confirm(work, dropped=[said[1].id])
    assert await window(working_memory) == ["u0", "a1"]
    again = await append(working_memory, [turn("u1", message_id="m1"), turn("a1", message_id="m2")])
    assert [status for _, status in again.turns] == ["stored", "duplicate"]
    assert await waiting(working_memory) == ["u1"]


async def test_a_long_backlog_is_read_in_parts(
    working_memory: RedisWorkingMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "_READ_TURNS", 70)
    said = rounds(100)
    await append(working_memory, said)
    await append(working_memory, [turn("other")], session_id="s2")
    got: list[str] = []
    for _ in range(5):
        taken = await claim(working_memory)
        if not taken:
            break
        work = await working_memory.read_pending(ALICE)
        got += [each.content for session in work.sessions for each in session.turns]
        assert len(got) <= 70 * 5
        await working_memory.confirm(work)
    assert sorted(got) == sorted([each.content for each in said] + ["other"])
    assert not await working_memory.read_pending(ALICE)


async def test_large_turns_bound_a_reading_too(
    working_memory: RedisWorkingMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "_READ_BYTES", 250_000)
    await append(working_memory, [turn(str(number) + "x" * 100_000) for number in range(6)])
    sizes = []
    while work := await working_memory.read_pending(ALICE):
        sizes.append(len(work.sessions[0].turns))
        await working_memory.confirm(work)
    assert sizes == [3, 3]


async def test_order_of_memories_and_facts(working_memory: RedisWorkingMemory) -> None:
    memories = [memory(str(number)) for number in range(30)]
    facts = [fact(f"k{number}", "v") for number in range(30)]
    for number in range(0, 30, 3):
        await append(working_memory, [], memories[number : number + 3], facts[number : number + 3])
    work = await working_memory.read_pending(ALICE)
    assert (ids(work.memories), ids(work.facts)) == (ids(memories), ids(facts))
    part = PendingWork(ALICE, memories=work.memories[:10], facts=work.facts[20:])
    await working_memory.confirm(part)
    work = await working_memory.read_pending(ALICE)
    assert (ids(work.memories), ids(work.facts)) == (ids(memories[10:]), ids(facts[:20]))
    assert await claim(working_memory, 1) == [(ALICE, 0)], "the rest is due"


async def ttls(client: Redis) -> dict[str, int]:
    """Seconds to live by the last parts of the key, without the queue's."""
    found = {}
    async for key in client.scan_iter("*:{*}:*"):
        name = key.decode().split("}:")[1].split(":")[0]
        if b"{due}" not in key:
            found[name if b"card:" not in key else "session card"] = await client.ttl(key)
    return found


async def test_nothing_expires_while_something_waits(working_memory: RedisWorkingMemory, redis_client: Redis) -> None:
    card = Card()
    for _ in range(2):  # the second time, keys that have an expiry lose it again
        await append(
            working_memory,
            [turn("x", message_id=str(uuid4()))],
            [],
            [fact("k", "v"), fact("k", "v", 0, "s")],
            card=card,
        )
        lives = await ttls(redis_client)
        assert set(lives.values()) == {-1}
        assert {"owner", "session", "turns", "ids", "card", "session card", "dirty", "facts", "sessions"} <= set(lives)
        work = await working_memory.read_pending(ALICE)
        await working_memory.confirm(PendingWork(ALICE, sessions=work.sessions))
        lives = await ttls(redis_client)
        assert lives["owner"] == lives["card"] == -1, "facts still wait"
        assert 86_000 < lives["turns"] <= 86_400
        await working_memory.confirm(work)
        lives = await ttls(redis_client)
        assert all(86_000 < seconds <= 86_400 for seconds in lives.values()), lives


async def test_a_silent_session_goes_and_asks_for_its_seed(
    make_memory: type[RedisWorkingMemory], redis_client: Redis
) -> None:
    short = make_memory(session_ttl_seconds=1)
    await append(short, [turn("x")])
    await asyncio.sleep(1.3)
    assert await window(short) == ["x"], "it waits for Postgres"
    await short.confirm(await short.read_pending(ALICE))
    await asyncio.sleep(1.3)
    assert (await short.snapshot(ALICE, "s")).window is None
    assert await ttls(redis_client) == {}
    assert await claim(short) == [], "a mark without an owner is passed over"
    assert (await short.queue_stats(after(99)))["leased"] == 0


async def test_a_reading_is_consistent_with_the_snapshot(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, rounds(5), [memory("m")], [fact("k", "v")])
    await append(working_memory, [turn("x")], session_id="s2")
    work = await working_memory.read_pending(ALICE)
    for session_id in ("s", "s2", "s3", None):
        snapshot = await working_memory.snapshot(ALICE, session_id)
        read = {(session.session_id, each) for session in work.sessions for each in session.turns}
        assert set(snapshot.pending_turns) == read
        assert (snapshot.pending_memories, snapshot.pending_facts) == (work.memories, work.facts)
