"""How much room and time working memory takes; bounds are generous, because machines are shared."""

import asyncio
from uuid import uuid4

from redis.asyncio import Redis
from redis_making import ALICE, NOW, append, memory, turn, window

from app.adapters.redis.client import close_redis, open_redis
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import Owner
from app.settings import Settings

MIB = 1 << 20


async def used(client: Redis) -> int:
    """Bytes the server has allocated."""
    await client.execute_command("MEMORY", "PURGE")
    return int((await client.info("memory"))["used_memory"])


async def test_10_000_messages_take_less_than_50_mib(working_memory: RedisWorkingMemory, redis_client: Redis) -> None:
    before = await used(redis_client)
    text = "我女儿叫朵朵，今年3岁，她最喜欢的动物是河马，每天睡前都要听一个故事。"

    async def talk(numbers: range) -> None:
        for number in numbers:
            await append(
                working_memory,
                [turn(text, message_id=str(uuid4())), turn(text, "assistant", str(uuid4()))],
                owner=Owner("default", f"user-{number % 2500}"),
                session_id=f"session-{number % 2500}",
            )

    await asyncio.gather(*(talk(range(start, 5000, 20)) for start in range(20)))
    grown = await used(redis_client) - before
    assert 10_000 * len(text.encode()) < grown < 25 * MIB, "2,500 users with a session of 4 messages, half the bound"


async def test_100_clients_at_once(redis_settings: Settings) -> None:
    """All through one process, so each waits for 99 others: the deadline of an answer is not what is tested here."""
    client = open_redis(redis_settings.model_copy(update={"redis_timeout_seconds": 50.0}))
    try:
        await _talk_at_once(RedisWorkingMemory(client, redis_settings))
    finally:
        await close_redis(client)


async def _talk_at_once(working_memory: RedisWorkingMemory) -> None:
    async def client(number: int) -> None:
        owner = Owner("default", str(number % 10))
        for _ in range(10):
            await append(working_memory, [turn("x")], [memory("y")], owner=owner, session_id=str(number))
            await working_memory.snapshot(owner, str(number))
            for claimed, _ in await working_memory.claim_due(limit=2, lease_seconds=30, now=NOW):
                await working_memory.confirm(await working_memory.read_pending(claimed))
        assert await window(working_memory, str(number), owner) == ["x"] * 3

    await asyncio.wait_for(asyncio.gather(*(client(number) for number in range(100))), 60)
    while taken := await working_memory.claim_due(limit=10, lease_seconds=30, now=NOW):
        for claimed, _ in taken:
            await working_memory.confirm(await working_memory.read_pending(claimed))
    for number in range(10):
        assert not await working_memory.read_pending(Owner("default", str(number)))
    stats = await working_memory.queue_stats(NOW)
    assert (stats["due"], stats["leased"]) == (0, 0)


async def test_scripts_stay_quick_with_1_000_turns_waiting(
    working_memory: RedisWorkingMemory, redis_client: Redis
) -> None:
    for _ in range(2):
        await append(working_memory, [turn("hello " * 20, message_id=str(uuid4())) for _ in range(500)])
    await redis_client.config_resetstat()
    for _ in range(5):
        await append(working_memory, [turn("one more")])
        await working_memory.snapshot(ALICE, "s")
        await working_memory.remove(ALICE, memory_ids=[uuid4()])
        work = await working_memory.read_pending(ALICE)
        assert len(work.sessions[0].turns) > 1000
    await working_memory.confirm(work, dropped=[work.sessions[0].turns[-1].id])
    scripts = (await redis_client.info("commandstats"))["cmdstat_evalsha"]
    assert scripts["calls"] >= 21
    assert scripts["usec_per_call"] < 20_000, "mean microseconds inside the server"
