"""While the chat model thinks, nobody holds a connection: with one to PostgreSQL, all others are still answered."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from support.chat_server import ChatServer, Reply, says

from app.bootstrap import open_services
from app.bootstrap.background import BackgroundWork, open_background
from app.domain.models import Owner
from app.service.memory_lists import MemoryFilter
from app.service.requests import MemoryGiven, MessageGiven, SaveRequest
from app.service.services import Services
from app.settings import Settings

OWNER, OTHER = Owner("acme", "u1"), Owner("acme", "u2")
PATIENCE_SECONDS = 60.0
PADDING = "There is a lot that one could say about tortoises and terraces, and we can come back to it any time. " * 8


class ThinkingModel:
    """Keeps every caller waiting until it is told to answer."""

    def __init__(self) -> None:
        self.asked, self.told = asyncio.Event(), asyncio.Event()

    async def respond(self, body: dict[str, Any]) -> Reply:
        self.asked.set()
        await self.told.wait()
        return says({})


@pytest.fixture
async def model(server: ChatServer) -> AsyncIterator[ThinkingModel]:
    thinking = ThinkingModel()
    server.respond = thinking.respond
    yield thinking
    thinking.told.set()


@pytest.fixture
async def running(
    settings: Settings, server: ChatServer, model: ThinkingModel
) -> AsyncIterator[tuple[Services, BackgroundWork]]:
    """The service and its worker, each on one connection to PostgreSQL."""
    one = {"database_pool_min": 1, "database_pool_max": 1, "database_pool_wait_seconds": 5.0}
    stub = {"embedder": "none", "llm_base_url": server.url, "llm_model": "stub", "llm_retries": 0}
    chosen = settings.model_copy(update={**one, **stub, "llm_timeout_seconds": PATIENCE_SECONDS})
    async with open_services(chosen) as services, open_background(chosen) as work:
        messages = (MessageGiven("user", "The tortoise: Balthasar.", "q1"), MessageGiven("assistant", PADDING, "a1"))
        await services.save.save(SaveRequest(OWNER, session_id="s1", messages=messages))
        await services.sessions.close(OWNER, "s1")
        await work.archiver.flush_owner(OWNER)
        yield services, work


Work = Callable[[BackgroundWork], Awaitable[object]]


async def extract(work: BackgroundWork) -> object:
    assert work.extractor is not None
    return await work.extractor.extract_due()


@pytest.mark.parametrize(
    "task", [lambda work: work.summariser.summarise_due(), extract], ids=["summaries", "facts and importance"]
)
async def test_nobody_holds_a_connection_while_the_model_thinks(
    running: tuple[Services, BackgroundWork], model: ThinkingModel, task: Work
) -> None:
    services, work = running
    async with asyncio.timeout(PATIENCE_SECONDS):
        waiting = asyncio.ensure_future(task(work))
        await model.asked.wait()
        memory = (MemoryGiven("likes tea", importance=0.9),)
        await services.save.save(SaveRequest(OTHER, session_id="s1", memories=memory))
        await work.archiver.flush_owner(OTHER)  # by the worker's one connection
        await services.save.save(SaveRequest(OWNER, session_id="s1", memories=memory))
        await work.archiver.flush_owner(OWNER)  # nor is its own user locked
        for owner in (OTHER, OWNER):
            listed = await services.memories.list_memories(owner, MemoryFilter(), limit=9, cursor=None)
            assert "likes tea" in {one.content for one in listed.memories}
        assert not waiting.done(), "it waits for the model, and for nothing else"
        model.told.set()
        await waiting
