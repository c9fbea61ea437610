"""The worker with a chat model: summaries and facts, and both again when the model fails."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import psycopg
import pytest
from support.chat_server import ChatServer, Reply, fails, says

from app.bootstrap import open_services
from app.bootstrap.background import BackgroundWork, open_background
from app.domain.importance import score_importance
from app.domain.models import Owner
from app.service.memory_lists import MemoryFilter
from app.service.requests import MessageGiven, SaveRequest
from app.service.services import Services
from app.settings import Settings

OWNER = Owner("default", "u1")
SAID = "The tortoise: Balthasar. The terrace: Quenford, old mill."
PADDING = "There is a lot that one could say about tortoises and terraces, and we can come back to it any time. " * 8
SUMMARY = {
    "goals": [],
    "confirmed_facts": [{"text": "A tortoise called Balthasar, a terrace by the old mill of Quenford", "ids": ["m1"]}],
    "open_tasks": [],
    "mood_and_style": [],
}
STATEMENT = {
    "kind": "fact", "action": "state", "relation": "user", "name": "", "attribute": "tortoise", "value": "Balthasar",
    "confidence": 0.9, "valid_from": None, "valid_to": None, "ids": ["m1"],
}  # fmt: skip
INVENTED = STATEMENT | {"attribute": "home", "value": "Samarkand"}


def by_purpose(body: dict[str, Any]) -> Reply:
    """A model that answers both kinds of request well, but for one fact that nobody said."""
    name = body["response_format"]["json_schema"]["name"]
    if name == "importance":
        return says({"messages": [{"id": "m1", "importance": 0.75}, {"id": "m9", "importance": 1}, {"id": "m1"}, 5]})
    return says(SUMMARY if name == "summary" else {"statements": [STATEMENT, INVENTED]})


Running = Callable[[], AbstractAsyncContextManager[tuple[Services, BackgroundWork]]]


@pytest.fixture
def running(settings: Settings, server: ChatServer) -> Running:
    """The service and its worker, with the stub as chat model."""
    changes = {"embedder": "none", "llm_base_url": server.url, "llm_model": "stub", "llm_retries": 0}
    chosen = settings.model_copy(update=changes)

    @asynccontextmanager
    async def run() -> AsyncIterator[tuple[Services, BackgroundWork]]:
        async with open_services(chosen) as services, open_background(chosen) as work:
            messages = (MessageGiven("user", SAID, "q1"), MessageGiven("assistant", PADDING, "a1"))
            await services.save.save(SaveRequest(OWNER, session_id="s1", messages=messages))
            await services.sessions.close(OWNER, "s1")
            await work.archiver.flush_owner(OWNER)
            assert server.requests == [], "never inside a request"
            yield services, work

    return run


async def test_summary_and_facts_come_from_the_model(running: Running, server: ChatServer) -> None:
    server.respond = by_purpose
    async with running() as (services, work):
        assert work.extractor is not None
        await work.summariser.summarise_due()
        await work.extractor.extract_due()
        view = await services.sessions.get_session(OWNER, "s1")
        counts = await services.stats.model_counts()
        listed = await services.memories.list_memories(OWNER, MemoryFilter(), limit=9, cursor=None)
        memory = next(one for one in listed.memories if one.message_id == "q1")
    assert view.summary is not None
    assert view.summary.kind == "abstractive"
    assert view.summary.texts("confirmed_facts") == [SUMMARY["confirmed_facts"][0]["text"]]
    values = {key: entry.value for key, entry in view.facts.items()}
    assert "Balthasar" in values.values()
    assert "Samarkand" not in str(values)
    assert counts["extract.dropped.ungrounded"] == 1
    assert counts["extract.kept"] == 1
    assert counts["summary.kept"] == 1
    assert counts["importance.kept"] == 1
    assert counts["importance.dropped.unknown_source"] == 3
    assert memory.importance == 0.75


@pytest.mark.parametrize("reply", [fails(500), says("no JSON at all"), (0, {}, b""), says({"statements": 7})])
async def test_a_model_that_fails_leaves_everything_to_the_rules(
    running: Running, server: ChatServer, reply: Reply
) -> None:
    server.replies(reply)
    async with running() as (services, work):
        assert work.extractor is not None
        await work.summariser.summarise_due()
        assert await work.extractor.extract_due() == 1
        assert await work.extractor.extract_due() == 0
        view = await services.sessions.get_session(OWNER, "s1")
        counts = await services.stats.model_counts()
        listed = await services.memories.list_memories(OWNER, MemoryFilter(), limit=9, cursor=None)
        memory = next(one for one in listed.memories if one.message_id == "q1")
    assert view.summary is not None
    assert view.summary.kind == "extractive"
    assert (view.pending.summarise, view.pending.extract) == (0, 0)
    assert sum(count for name, count in counts.items() if name.startswith("summary.fallback.")) == 1
    assert len(server.requests) == 3
    assert memory.importance == score_importance(SAID).value


AWAY = (fails(500), fails(429), fails(503))


@pytest.mark.parametrize("reply", AWAY, ids=("500", "429", "503"))
async def test_what_the_model_missed_is_read_when_it_answers_again(
    running: Running, server: ChatServer, reply: Reply, settings: Settings
) -> None:
    server.replies(reply)
    async with running() as (services, work):
        assert work.extractor is not None
        assert work.catching_up is not None
        await work.extractor.extract_due()
        before = await shown(services)
        assert await work.catching_up.catch_up() == 0, "not so soon"
        wait_is_over(settings)
        assert (await services.sessions.get_session(OWNER, "s1")).pending.extract == 0
        server.respond = by_purpose
        assert await work.catching_up.catch_up() == 1
        assert await work.catching_up.catch_up() == 0
        while await work.extractor.extract_due():
            pass
        after = await shown(services)
        again = await work.catching_up.catch_up()
    assert "user_tortoise" not in before
    assert after == {**before, "user_tortoise": "Balthasar"}, "and nothing twice"
    assert again == 0


async def test_while_the_model_is_away_nothing_is_read_again(
    running: Running, server: ChatServer, settings: Settings
) -> None:
    server.replies(fails(500))
    async with running() as (services, work):
        assert work.extractor is not None
        assert work.catching_up is not None
        await work.extractor.extract_due()
        wait_is_over(settings)
        for _ in range(3):
            assert await work.catching_up.catch_up() == 0
        assert (await services.sessions.get_session(OWNER, "s1")).pending.extract == 0


@pytest.mark.parametrize("reply", [fails(400), says("no JSON at all")], ids=("refused", "not JSON"))
async def test_what_the_model_answered_badly_is_not_asked_again(
    running: Running, server: ChatServer, reply: Reply, settings: Settings
) -> None:
    server.replies(reply)
    async with running() as (_, work):
        assert work.extractor is not None
        assert work.catching_up is not None
        await work.extractor.extract_due()
        wait_is_over(settings)
        server.respond = by_purpose
        assert await work.catching_up.catch_up() == 0


async def shown(services: Services) -> dict[str, str]:
    """What the card says."""
    facts = (await services.sessions.get_session(OWNER, "s1")).facts
    return {key: entry.value for key, entry in facts.items()}


def wait_is_over(settings: Settings) -> None:
    """Let what the model missed be due now."""
    assert settings.database_url is not None
    with psycopg.connect(settings.database_url.get_secret_value(), autocommit=True) as connection:
        connection.execute("update sessions set model_owed_at = now() where model_owed_at is not null")
