"""A chat model on loopback, and the adapter that talks to it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
from redis.asyncio import Redis
from support.chat_server import ChatServer, chat_server

from app.adapters.chat_model.ledger import RedisModelLedger
from app.adapters.chat_model.openai import OpenAIChatModel
from app.adapters.redis.client import close_redis, open_redis
from app.adapters.tokenizer import counter_for
from app.settings import Settings

MakeModel = Callable[..., OpenAIChatModel]


@pytest.fixture
async def server() -> AsyncIterator[ChatServer]:
    """A server of one's own."""
    async with chat_server() as made:
        yield made


@pytest.fixture
def model_settings(redis_url: str) -> Settings:
    """Settings with a budget of 100,000 tokens a day."""
    return Settings(_env_file=None, redis_url=redis_url, llm_daily_tokens=100_000)


@pytest.fixture
async def client(model_settings: Settings) -> AsyncIterator[Redis]:
    """An open Redis client."""
    opened = open_redis(model_settings)
    yield opened
    await close_redis(opened)


@pytest.fixture
def ledger(client: Redis, model_settings: Settings) -> RedisModelLedger:
    """The book of the model's calls."""
    return RedisModelLedger(client, model_settings)


@pytest.fixture
async def make_model(ledger: RedisModelLedger, server: ChatServer) -> AsyncIterator[MakeModel]:
    """Models that are closed with the test; short pauses unless told otherwise."""
    async with AsyncExitStack() as stack:

        def make(**given: object) -> OpenAIChatModel:
            values = {
                "base_url": server.url, "model": "stub", "api_key": "sesame", "timeout_seconds": 5.0,
                "first_pause_seconds": 0.01, **given,
            }  # fmt: skip
            model = OpenAIChatModel(ledger, counter_for("gpt-4o"), **values)
            stack.push_async_callback(model.close)
            return model

        yield make


@pytest.fixture
def model(make_model: MakeModel) -> OpenAIChatModel:
    """One with two retries."""
    return make_model()
