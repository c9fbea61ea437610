"""Facts and the messages that state them: what goes, what returns, what is lost by nobody."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from pipeline import OWNER, Pipeline, read_lines

from app.domain.errors import StoreUnavailable
from app.service.extract import stated_in
from app.service.memory_lists import MemoryFilter
from app.service.ports import SessionRead
from app.service.requests import ForgetRequest


async def test_erasing_the_only_source_takes_the_fact(flow: Pipeline) -> None:
    await flow.say("home: Oslo", "likes: figs")
    await flow.close()
    await flow.say("home: Oslo", day=2, session="s2")
    await flow.close("s2")
    assert len(await flow.card()) == 2
    await flow.services.forget.forget(ForgetRequest(OWNER, session_id="s1", erase=True))
    assert await flow.card() == {"user_home": "Oslo"}
    assert len(await flow.services.facts.history(OWNER, None, "user_home")) == 1
    await flow.services.forget.forget(ForgetRequest(OWNER, session_id="s2", erase=True))
    assert await flow.card() == {}
    assert await flow.card(as_of=datetime.now(UTC)) == {}


async def test_erasing_a_newer_value_brings_the_older_one_back(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.close()
    await flow.say("home: Bergen", day=2, session="s2")
    await flow.close("s2")
    await flow.services.forget.forget(ForgetRequest(OWNER, session_id="s2", erase=True))
    assert await flow.card() == {"user_home": "Oslo"}
    assert await flow.services.facts.card(OWNER, None) == await flow.services.facts.card(OWNER, None)


@pytest.mark.parametrize("erase", [True, False])
async def test_what_is_forgotten_before_it_is_read_states_nothing(flow: Pipeline, erase: bool) -> None:
    await flow.say("home: Oslo", "job: baker")
    await flow.services.forget.forget(ForgetRequest(OWNER, session_id="s1", erase=erase))
    await flow.say("car: Mini")
    await flow.close()
    assert await flow.card() == {"user_car": "Mini"}
    assert await flow.waiting() == 0


async def test_what_is_erased_while_it_is_read_states_nothing(flow: Pipeline) -> None:
    await flow.say("home: Oslo", "job: baker")
    await flow.services.sessions.close(OWNER, "s1")
    await flow.tools.archiver.drain_due()
    store = flow.tools.extract_store
    (due,) = await store.due_sessions(now=datetime.now(UTC), limit=9, most_messages=100, context=5)
    read = SessionRead(due, stated_in(due, read_lines))
    await flow.services.forget.forget(ForgetRequest(OWNER, memory_ids=(due.messages[0].id,), erase=True))
    await store.store([read], now=datetime.now(UTC))
    assert await flow.card() == {"user_job": "baker"}


async def test_an_erased_fact_does_not_come_back_from_what_was_said_before(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.services.forget.forget(ForgetRequest(OWNER, fact_keys=("user_home",), erase=True))
    await flow.close()
    assert await flow.card() == {}
    await asyncio.sleep(0.01)
    await flow.say("home: Bergen", day=1)
    await flow.close()
    assert await flow.card() == {"user_home": "Bergen"}


async def test_redis_away_loses_no_fact(flow: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    await flow.say("home: Oslo")
    await flow.card()
    await flow.services.sessions.close(OWNER, "s1")
    await flow.tools.archiver.drain_due()
    put_card = flow.tools.working.put_card

    async def away(*_: Any, **__: Any) -> None:
        raise StoreUnavailable("Redis")

    monkeypatch.setattr(flow.tools.working, "put_card", away)
    with pytest.raises(StoreUnavailable):
        await flow.extractor.extract_due()
    monkeypatch.setattr(flow.tools.working, "put_card", put_card)
    assert await flow.waiting() == 1
    await flow.extractor.extract_due()
    assert await flow.card() == {"user_home": "Oslo"}
    assert await flow.waiting() == 0


async def test_a_fact_goes_and_returns_with_its_message(flow: Pipeline) -> None:
    await flow.say("home: Oslo", "likes: figs")
    await flow.close()
    assert len(await flow.card()) == 2
    entry = (await flow.services.facts.card(OWNER, None))["user_home"]
    page = await flow.services.memories.list_memories(OWNER, MemoryFilter(), limit=9, cursor=None)
    (message,) = [memory.id for memory in page.memories if memory.content == "home: Oslo"]
    await flow.services.forget.forget(ForgetRequest(OWNER, memory_ids=(message,)))
    assert await flow.card() == {"user_likes:figs": "figs"}
    await flow.services.memories.restore(OWNER, message, agent_id=None)
    await flow.extractor.extract_due()
    assert (await flow.services.facts.card(OWNER, None))["user_home"].source == entry.source
    reasons = [version.reason for version in await flow.services.facts.history(OWNER, None, "user_home")]
    assert reasons == ["restored with its source", "forgotten with its source", "extracted"]
    assert await flow.waiting() == 0
