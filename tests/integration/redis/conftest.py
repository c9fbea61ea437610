"""Working memory on the test session's Valkey."""

from collections.abc import AsyncIterator, Callable

import pytest
from redis.asyncio import Redis

from app.adapters.redis.client import close_redis, open_redis
from app.adapters.redis.idempotency import RedisIdempotencyKeys
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.settings import Settings

MakeMemory = Callable[..., RedisWorkingMemory]


@pytest.fixture
def redis_settings(redis_url: str) -> Settings:
    """Settings for this test's Valkey alone."""
    return Settings(_env_file=None, redis_url=redis_url)


@pytest.fixture
async def redis_client(redis_settings: Settings) -> AsyncIterator[Redis]:
    """An open client."""
    client = open_redis(redis_settings)
    yield client
    await close_redis(client)


@pytest.fixture
def make_memory(redis_client: Redis, redis_settings: Settings) -> MakeMemory:
    """Working memory with other settings than the defaults."""

    def make(**changes: object) -> RedisWorkingMemory:
        return RedisWorkingMemory(redis_client, redis_settings.model_copy(update=changes))

    return make


@pytest.fixture
def working_memory(make_memory: MakeMemory) -> RedisWorkingMemory:
    """Working memory with the default window of 3 rounds."""
    return make_memory()


@pytest.fixture
def idempotency_keys(redis_client: Redis, redis_settings: Settings) -> RedisIdempotencyKeys:
    """Idempotency keys on this test's Valkey."""
    return RedisIdempotencyKeys(redis_client, redis_settings)
