"""Idempotency-Keys: one answer a key, conflicts, and a crashed first call."""

import asyncio

import pytest
from redis.asyncio import Redis
from redis_making import ALICE

from app.adapters.redis import idempotency
from app.adapters.redis.idempotency import RedisIdempotencyKeys
from app.domain.errors import IdempotencyConflict
from app.domain.models import Owner
from app.service.ports import StoredAnswer

ANSWER = StoredAnswer(202, b'{"a|b": "\xe6\x9c\xb5"}\x00|')
DAY = 86_400


async def test_the_first_answer_comes_again(idempotency_keys: RedisIdempotencyKeys) -> None:
    assert await idempotency_keys.begin(ALICE, "键 {1}", "h|1", DAY) is None
    await idempotency_keys.finish(ALICE, "键 {1}", "h|1", ANSWER, DAY)
    assert await idempotency_keys.begin(ALICE, "键 {1}", "h|1", DAY) == ANSWER
    assert await idempotency_keys.begin(Owner("other", "alice"), "键 {1}", "h|1", DAY) is None


async def test_another_body_and_a_running_call_conflict(idempotency_keys: RedisIdempotencyKeys) -> None:
    assert await idempotency_keys.begin(ALICE, "k", "h1", DAY) is None
    for body_hash in ("h1", "h2"):
        with pytest.raises(IdempotencyConflict):
            await idempotency_keys.begin(ALICE, "k", body_hash, DAY)
    await idempotency_keys.finish(ALICE, "k", "h1", ANSWER, DAY)
    with pytest.raises(IdempotencyConflict):
        await idempotency_keys.begin(ALICE, "k", "h2", DAY)


async def test_of_concurrent_calls_one_runs(idempotency_keys: RedisIdempotencyKeys) -> None:
    begun = await asyncio.gather(
        *(idempotency_keys.begin(ALICE, "k", "h", DAY) for _ in range(40)), return_exceptions=True
    )
    assert sum(each is None for each in begun) == 1
    assert sum(isinstance(each, IdempotencyConflict) for each in begun) == 39


async def test_a_failed_call_frees_its_key(idempotency_keys: RedisIdempotencyKeys) -> None:
    assert await idempotency_keys.begin(ALICE, "k", "h", DAY) is None
    await idempotency_keys.abandon(ALICE, "k", "another call's")
    with pytest.raises(IdempotencyConflict):
        await idempotency_keys.begin(ALICE, "k", "h", DAY)
    await idempotency_keys.abandon(ALICE, "k", "h")
    assert await idempotency_keys.begin(ALICE, "k", "h2", DAY) is None


async def test_a_crashed_call_blocks_for_a_short_while(
    idempotency_keys: RedisIdempotencyKeys, redis_client: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "RESERVATION_SECONDS", 1)
    assert await idempotency_keys.begin(ALICE, "k", "h", DAY) is None
    await asyncio.sleep(1.2)
    assert await idempotency_keys.begin(ALICE, "k", "h2", DAY) is None
    await idempotency_keys.finish(ALICE, "k", "h", ANSWER, DAY)  # the crashed one was only slow
    with pytest.raises(IdempotencyConflict):
        await idempotency_keys.begin(ALICE, "k", "h", DAY)
    await idempotency_keys.finish(ALICE, "k", "h2", ANSWER, DAY)
    lives = [await redis_client.ttl(key) async for key in redis_client.scan_iter("*:answer*")]
    assert len(lives) == 2
    assert all(DAY - 60 < seconds <= DAY for seconds in lives)
