"""While an embedder thinks, nobody holds a connection: with a pool of one, all others are still answered."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from app.adapters.postgres.database import Database
from app.adapters.redis.client import close_redis, open_redis
from app.bootstrap import Toolbox, build_services
from app.domain.models import Owner
from app.domain.similarity import Background
from app.service.requests import BuildContextRequest, MemoryGiven, SaveRequest, SearchRequest
from app.settings import Settings

OWNER, OTHER = Owner("acme", "u1"), Owner("acme", "u2")
PATIENCE_SECONDS = 60.0


class ThinkingEmbedder:
    """Answers only once it is told to."""

    model, dimensions, background = "thinking", 2, Background(0.0, 1.0)

    def __init__(self) -> None:
        self.asked, self.told = asyncio.Event(), asyncio.Event()

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        return (await self.embed_passages([text]))[0]

    def known_query(self, text: str) -> NDArray[np.float32] | None:
        return None

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.set()
        await self.told.wait()
        return np.tile(np.array([0.6, 0.8], np.float32), (len(texts), 1))

    async def check(self) -> None:
        return None

    async def close(self) -> None:
        return None


@pytest.fixture
async def tools(settings: Settings) -> AsyncIterator[Toolbox]:
    """The service on one connection to PostgreSQL."""
    one = {"database_pool_min": 1, "database_pool_max": 1, "database_pool_wait_seconds": 15.0, "extract": False}
    patient = settings.model_copy(update={**one, "search_deadline_seconds": PATIENCE_SECONDS})
    redis = open_redis(patient)
    async with Database.from_settings(patient) as database:
        yield Toolbox(patient, database, redis, ThinkingEmbedder())
    await close_redis(redis)


Work = Callable[[Toolbox], Awaitable[object]]
WORK: dict[str, Work] = {
    "search": lambda tools: build_services(tools).search.search(SearchRequest(OWNER, query="tea")),
    "build-context": lambda tools: build_services(tools).build_context.build(
        BuildContextRequest(OWNER, session_id="s", query="tea", token_budget=1_000)
    ),
    "a sync save": lambda tools: build_services(tools).save.save(
        SaveRequest(OWNER, memories=(MemoryGiven("likes coffee", importance=0.9),), mode="sync")
    ),
    "the worker": lambda tools: tools.embed.embed_waiting(),
}


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
async def test_nobody_holds_a_connection_while_the_embedder_thinks(tools: Toolbox, work: Work) -> None:
    embedder = tools.embedder
    assert isinstance(embedder, ThinkingEmbedder)
    services = build_services(tools)
    for owner in (OWNER, OTHER):
        await services.save.save(SaveRequest(owner, memories=(MemoryGiven("likes tea", importance=0.9),)))
        await tools.archiver.flush_owner(owner)
    async with asyncio.timeout(PATIENCE_SECONDS):
        waiting = asyncio.ensure_future(work(tools))
        await embedder.asked.wait()
        await tools.database.ping()
        exported = [line async for line in await services.users.export(OTHER)]
        assert any(b"likes tea" in line for line in exported)
        assert not waiting.done(), "it waits for the embedder, and for nothing else"
        embedder.told.set()
        await waiting
