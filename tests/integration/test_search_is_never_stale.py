"""What a process remembers of its searches never shows what has changed, whoever changed it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from app.bootstrap import build_services, open_tools
from app.domain.models import Owner, Verdict
from app.service.requests import ForgetRequest, MemoryGiven, MessageGiven, SaveRequest, SearchRequest
from app.service.services import Services
from app.settings import Settings

pytestmark = pytest.mark.also_partitioned

OWNER = Owner("t", "u")


@pytest.fixture
async def here(settings: Settings) -> AsyncIterator[Services]:
    async with open_tools(settings.model_copy(update={"embedder": "none"})) as tools:
        yield build_services(tools)


@pytest.fixture
async def elsewhere(settings: Settings) -> AsyncIterator[Services]:
    """Another process on the same stores, as far as caches go."""
    async with open_tools(settings.model_copy(update={"embedder": "none"})) as tools:
        yield build_services(tools)


async def save(services: Services, *texts: str) -> list[str]:
    memories = tuple(MemoryGiven(text, importance=0.6) for text in texts)
    done = await services.save.save(SaveRequest(OWNER, memories=memories, mode="sync"))
    return [str(entry.id) for entry in done.saved]


async def found(services: Services, query: str = "harbour lights", min_score: float = 0.5) -> list[str]:
    """Ask three times: read, weighed from memory, answered from memory; all alike."""
    request = SearchRequest(OWNER, query=query, min_score=min_score)
    answers = [(await services.search.search(request)).results for _ in range(3)]
    texts = [[scored.memory.content for scored in results] for results in answers]
    assert texts[0] == texts[1] == texts[2]
    return texts[0]


async def test_a_new_memory_shows_at_once(here: Services, elsewhere: Services) -> None:
    await save(here, "the harbour lights are green")
    assert await found(here) == ["the harbour lights are green"]
    assert await found(here) == ["the harbour lights are green"], "remembered"
    await save(elsewhere, "harbour lights at the pier went out")
    assert len(await found(here)) == 2


async def test_what_is_forgotten_elsewhere_is_gone_here(here: Services, elsewhere: Services) -> None:
    ids = await save(here, "the harbour lights are green", "my bicycle is red")
    assert len(await found(here)) == 1
    for erase in (False, True):
        await elsewhere.forget.forget(ForgetRequest(OWNER, memory_ids=(UUID(ids[0]),), erase=erase))
        assert await found(here) == []


async def test_a_correction_elsewhere_is_read_here(here: Services, elsewhere: Services) -> None:
    (id,) = await save(here, "the harbour lights are green")
    assert await found(here) == ["the harbour lights are green"]
    changes = {"content": "the harbour lights are blue"}
    await elsewhere.memories.change(OWNER, UUID(id), changes, agent_id=None, if_version=None)
    assert await found(here) == ["the harbour lights are blue"]


async def test_feedback_elsewhere_moves_the_score_here(here: Services, elsewhere: Services) -> None:
    (id,) = await save(here, "the harbour lights are green")
    request = SearchRequest(OWNER, query="harbour lights")
    before = (await here.search.search(request)).results[0]
    await elsewhere.feedback.give(OWNER, [UUID(id)], Verdict.WRONG)
    after = (await here.search.search(request)).results[0]
    assert after.score < before.score
    assert after.memory.trust < before.memory.trust


async def test_what_waits_shows_beside_what_is_remembered(here: Services) -> None:
    await save(here, "the harbour lights are green")
    await found(here)
    message = MessageGiven("user", "we met under the harbour lights", "m1")
    await here.save.save(SaveRequest(OWNER, session_id="s", messages=(message,)))
    assert set(await found(here)) == {"the harbour lights are green", "we met under the harbour lights"}


async def test_what_expires_is_gone_without_any_change(here: Services) -> None:
    given = (MemoryGiven("the harbour lights are green", importance=0.6, ttl_seconds=1),)
    await here.save.save(SaveRequest(OWNER, memories=given, mode="sync"))
    assert await found(here) == ["the harbour lights are green"]
    await asyncio.sleep(1.1)
    assert await found(here) == []


async def test_a_document_that_comes_and_goes(here: Services, elsewhere: Services) -> None:
    await save(here, "the harbour lights are green")
    assert await found(here) == ["the harbour lights are green"]
    document = await elsewhere.knowledge.add(OWNER.tenant_id, "Lights", "harbour lights are lit at dusk", {})
    assert set(await found(here)) == {"the harbour lights are green", "harbour lights are lit at dusk"}
    await elsewhere.knowledge.delete(OWNER.tenant_id, document.id)
    assert await found(here) == ["the harbour lights are green"]


async def test_other_requests_have_other_answers(here: Services) -> None:
    await save(here, "the harbour lights are green", "harbour lights and a storm", "the bicycle is red")
    assert len(await found(here)) == 2
    variants: list[tuple[dict[str, Any], int]] = [
        *(({"top_k": 1}, 1), ({"types": ("fact",)}, 0), ({"min_importance": 0.9}, 0), ({"session_id": "s9"}, 0)),
        *(({"explain": True}, 2), ({"layers": ("semantic",)}, 0), ({"agent_id": "a"}, 2)),
    ]
    for changes, left in variants:
        request = SearchRequest(OWNER, query="harbour lights", min_score=0.5)
        for asked in (request, replace(request, **changes)) * 2:
            results = (await here.search.search(asked)).results
            assert len(results) == (2 if asked is request else left)
            assert all((scored.explain is not None) == asked.explain for scored in results)
    other = SearchRequest(Owner("t", "somebody else"), query="harbour lights", min_score=0.5)
    assert (await here.search.search(other)).results == ()


async def test_recalls_answered_from_memory_are_counted(settings: Settings) -> None:
    async with open_tools(settings.model_copy(update={"embedder": "none"})) as tools:
        services = build_services(tools)
        (id,) = await save(services, "the harbour lights are green")
        await found(services)
        assert await tools.access.flush() == 1
        assert (await services.memories.get_memory(OWNER, UUID(id), agent_id=None)).access_count == 3
