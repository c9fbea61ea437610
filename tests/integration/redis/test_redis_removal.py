"""Forgetting in Redis: windows, queues, cards, and everything of an owner."""

from uuid import UUID, uuid4

from redis.asyncio import Redis
from redis_making import ALICE, NOW, append, fact, ids, memory, rounds, turn, waiting, window

from app.adapters.redis.idempotency import RedisIdempotencyKeys
from app.adapters.redis.jobs import RedisJobStore
from app.adapters.redis.keys import Keys
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import Card, CardEntry, Owner, SessionSeed, Turn, WindowStats
from app.service.ports import JobRecord, StoredAnswer

BOB = Owner("default", "bob")


async def test_removed_turns_leave_window_and_queue(working_memory: RedisWorkingMemory) -> None:
    said, other = rounds(5), turn("elsewhere")
    await append(working_memory, said)
    await append(working_memory, [other], session_id="s2")
    # From beyond the window u0, from the window the whole of round 3 and a4.
    gone = ids([said[0], said[6], said[7], said[9], other])
    for _ in range(2):
        await working_memory.remove(ALICE, memory_ids=gone)
        assert await window(working_memory) == ["u2", "a2", "u4"]
        assert await waiting(working_memory) == ["a0", "u1", "a1", "u2", "a2", "u4"]
        assert await window(working_memory, "s2") == []
    snapshot = await working_memory.snapshot(ALICE, "s")
    assert snapshot.rounds == 2
    outcome = await append(working_memory, rounds(2, first=5))
    assert outcome.window == WindowStats(rounds=3, messages=5, pending_archive=5)
    assert await window(working_memory) == ["u4", "u5", "a5", "u6", "a6"]


async def test_a_retry_does_not_bring_a_removed_message_back(working_memory: RedisWorkingMemory) -> None:
    said = turn("secret", message_id="m1")
    await append(working_memory, [said])
    await working_memory.remove(ALICE, memory_ids=[said.id])
    again = await append(working_memory, [turn("secret", message_id="m1")])
    assert again.turns == ((said.id, "duplicate"),)
    assert await window(working_memory) == []


async def test_what_was_read_before_a_removal_is_confirmed_without_harm(working_memory: RedisWorkingMemory) -> None:
    said = rounds(3)
    await append(working_memory, said)
    work = await working_memory.read_pending(ALICE)
    await working_memory.remove(ALICE, memory_ids=ids(said[:3]))
    await append(working_memory, [turn("later")])
    await working_memory.confirm(work, dropped=ids(said[:3]))
    assert await window(working_memory) == ["a1", "u2", "a2", "later"]
    assert await waiting(working_memory) == ["later"]


async def test_removed_memories_sessions_and_facts(working_memory: RedisWorkingMemory) -> None:
    kept, gone = memory("kept"), memory("gone")
    facts = [fact("k", "user"), fact("l", "user"), fact("k", "own", 0, "s"), fact("k", "own", 0, "s2")]
    await append(working_memory, [turn("x")], [kept, gone], facts[:3])
    await append(working_memory, [turn("y")], facts=facts[3:], session_id="s2")
    await working_memory.remove(ALICE, memory_ids=[gone.id], session_ids=["s", "unknown"], facts=[(None, "k")])
    work = await working_memory.read_pending(ALICE)
    assert work.memories == (kept,)
    assert ids(work.facts) == [facts[1].id, facts[3].id]
    assert [session.session_id for session in work.sessions] == ["s2"]
    snapshot = await working_memory.snapshot(ALICE, "s")
    assert (snapshot.window, snapshot.card) == (None, None)
    held = (await working_memory.snapshot(ALICE, "s2")).card
    assert held is not None
    assert set(held.merged()) == {"k", "l"}
    await working_memory.remove(ALICE, facts=[("s2", "k"), (None, "l")])
    held = (await working_memory.snapshot(ALICE, "s2")).card
    assert held is not None
    assert held.merged() == {}
    assert (await working_memory.read_pending(ALICE)).facts == ()


async def test_everything_leaves_no_key(
    working_memory: RedisWorkingMemory, idempotency_keys: RedisIdempotencyKeys, redis_client: Redis
) -> None:
    jobs = RedisJobStore(redis_client, Keys("haima"))
    for owner in (ALICE, BOB):
        for session_id in ("s", "s2", None):
            said = [] if session_id is None else [turn("x", message_id="m")]
            await append(
                working_memory,
                said,
                [memory("m")],
                [fact("k", "v"), fact("k", "v", 0, "s")],
                owner=owner,
                session_id=session_id,
            )
        for job_id in ("0199c0de-0000-7000-8000-000000000001", "019ac0de-0000-7000-8000-000000000001"):
            await jobs.put(owner, JobRecord(UUID(job_id), NOW), ttl_seconds=60)
        await idempotency_keys.begin(owner, "running", "h", 60)
        await idempotency_keys.begin(owner, "done", "h", 60)
        await idempotency_keys.finish(owner, "done", "h", StoredAnswer(202, b"{}"), 60)
    bobs = sorted([key async for key in redis_client.scan_iter(f"*{BOB.tag}*")])
    assert len(bobs) >= 17
    await working_memory.remove(ALICE, everything=True)
    await working_memory.remove(ALICE, everything=True)
    assert [key async for key in redis_client.scan_iter(f"*{ALICE.tag}*")] == []
    assert sorted([key async for key in redis_client.scan_iter(f"*{BOB.tag}*")]) == bobs
    assert await working_memory.claim_due(limit=9, lease_seconds=1, now=NOW) == [(BOB, 0)]
    await append(working_memory, [turn("a new life", message_id="m")])
    assert await window(working_memory) == ["a new life"]
    assert await working_memory.claim_due(limit=9, lease_seconds=1, now=NOW) == [(ALICE, 0)]


async def test_expired_sessions_are_forgotten_by_their_owner(
    working_memory: RedisWorkingMemory, redis_client: Redis
) -> None:
    for number in range(63):
        await append(working_memory, session_id=str(number))
    [sessions] = [key async for key in redis_client.scan_iter("*:sessions")]
    assert await redis_client.scard(sessions) == 63
    async for key in redis_client.scan_iter("*:session:*"):
        await redis_client.delete(key)
    async for key in redis_client.scan_iter("*:card:*"):
        await redis_client.delete(key)
    await append(working_memory, session_id="new")
    assert await redis_client.scard(sessions) == 1


async def test_what_was_read_before_a_forget_is_not_laid_after_it(working_memory: RedisWorkingMemory) -> None:
    def seed(version: int) -> SessionSeed:
        said = Turn(uuid4(), 1, 1, "user", "a secret", "m1", None, NOW, 0.5)
        return SessionSeed(turns=(said,), last_seq=1, rounds=1, version=version, last_active_at=NOW)

    def card(version: int) -> Card:
        return Card({"k": CardEntry("a secret", 1.0, NOW, {}, 1)}, version=version)

    for everything in (False, True):
        await working_memory.remove(ALICE, memory_ids=[uuid4()], everything=everything, version=7)
        await working_memory.lay(ALICE, "s", seed(6), card(6))
        snapshot = await working_memory.snapshot(ALICE, "s")
        assert (snapshot.window, snapshot.card) == (None, None)
        call = {"session_id": "s", "memories": (), "facts": (), "now": NOW, "due_at": NOW}
        said = [turn("later")]
        assert await working_memory.append(ALICE, turns=said, seed=seed(6), force=False, **call) is None
    await working_memory.lay(ALICE, "s", seed(7), card(7))
    assert await window(working_memory) == ["a secret"], "read after the forget"
