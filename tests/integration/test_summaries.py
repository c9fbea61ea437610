"""Running summaries on real stores: when they are made, what they cover, where they are shown, and how they go."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import redis

from app.adapters.tokenizer import counter_for
from app.bootstrap import open_services
from app.bootstrap.background import BackgroundWork, open_background
from app.domain.models import Owner
from app.domain.summary.models import SessionSummary
from app.domain.summary.render import render
from app.service.requests import (
    BuildContextRequest,
    BuildContextResult,
    ForgetRequest,
    MessageGiven,
    SaveRequest,
)
from app.service.services import Services
from app.service.sessions import SessionView
from app.settings import Settings

OWNER = Owner("default", "u1")
COUNTER = counter_for("gpt-4o")
CHATTER = (
    " There is a lot that one could say about that, and we can come back to it whenever you like, no hurry at all."
)
SAID = tuple(
    (question, answer + CHATTER)
    for question, answer in (
        ("My daughter is called Wilhelmina and she goes to the harbour school.", "Wilhelmina, noted."),
        ("I want to sail to Bergen before my fiftieth birthday.", "A fine goal; start with weekend trips."),
        ("The insurance papers are due on Friday, please remind me.", "I will remind you of the papers on Friday."),
        ("I'm allergic to shellfish, so no prawns in the galley.", "No prawns then."),
        ("Please keep your answers short.", "Sure."),
        ("What's the weather like?", "I can't see the weather."),
        ("My brother Konrad will skipper on the second leg.", "Konrad skippers the second leg."),
        ("We decided to leave from Stavanger on the third of May.", "Stavanger, third of May."),
    )
)


@dataclass
class Haima:
    """The service and its worker on one set of stores."""

    services: Services
    work: BackgroundWork

    async def say(self, rounds: Sequence[tuple[str, str]], session_id: str = "s1", first: int = 1) -> None:
        """Save rounds and archive them."""
        messages = []
        for number, (question, answer) in enumerate(rounds, first):
            messages += [MessageGiven("user", question, f"q{number}"), MessageGiven("assistant", answer, f"a{number}")]
        await self.services.save.save(SaveRequest(OWNER, session_id=session_id, messages=tuple(messages)))
        await self.work.archiver.flush_owner(OWNER)

    async def view(self, session_id: str = "s1") -> SessionView:
        return await self.services.sessions.get_session(OWNER, session_id)

    async def summary(self, session_id: str = "s1") -> SessionSummary | None:
        return (await self.view(session_id)).summary

    async def summarised(self, session_id: str = "s1") -> SessionSummary:
        """The summary, after a step of the background."""
        await self.work.summariser.summarise_due()
        summary = await self.summary(session_id)
        assert summary is not None
        return summary

    async def context(self, session_id: str = "s1", **given: Any) -> BuildContextResult:
        values = {"query": "and now?", "token_budget": 3000, **given}
        return await self.services.build_context.build(BuildContextRequest(OWNER, session_id=session_id, **values))


def block(context: BuildContextResult) -> str:
    """The text of the context's summary, empty without one."""
    return next((m.content for m in context.messages if m.content.startswith("Summary of the conversation")), "")


def entry(context: BuildContextResult) -> Any:
    return next((one for one in context.receipt if one.kind == "summary"), None)


@pytest.fixture
def summary_settings(settings: Settings) -> Settings:
    changes = {"embedder": "none", "summary_every_rounds": 6, "summary_least_tokens": 40}
    return settings.model_copy(update=changes)


@pytest.fixture
async def haima(summary_settings: Settings) -> AsyncIterator[Haima]:
    async with AsyncExitStack() as stack:
        services = await stack.enter_async_context(open_services(summary_settings))
        work = await stack.enter_async_context(open_background(summary_settings))
        yield Haima(services, work)


async def test_after_some_rounds_what_left_the_window_is_summed_up(haima: Haima) -> None:
    await haima.say(SAID[:5])
    assert await haima.work.summariser.summarise_due() == 0
    assert (await haima.view()).pending.summarise == 0
    await haima.say(SAID[5:], first=6)
    assert (await haima.view()).pending.summarise == 10
    summary = await haima.summarised()
    assert (await haima.view()).pending.summarise == 0
    assert summary.kind == "extractive"
    assert (summary.messages, summary.last_round) == (10, 5)
    covered = [text for pair in SAID[:5] for text in pair]
    assert summary.covered_tokens == sum(COUNTER.count(text) for text in covered)
    assert 0 < summary.tokens <= summary.covered_tokens / 5
    assert summary.tokens == COUNTER.count(render(summary.lines))
    assert all(any(line.text in text for text in covered) for line in summary.lines)
    assert set(summary.message_ids) <= {f"{kind}{number}" for kind in "qa" for number in range(1, 6)}
    assert await haima.work.summariser.summarise_due() == 0


async def test_the_context_shows_it_before_the_window_and_names_its_sources(haima: Haima) -> None:
    await haima.say(SAID)
    summary = await haima.summarised()
    context = await haima.context()
    assert render(summary.lines) in block(context)
    assert entry(context).included
    assert entry(context).message_ids == summary.message_ids
    roles = [message.role for message in context.messages]
    assert roles.index("user") > context.messages.index(
        next(m for m in context.messages if m.content == block(context))
    )
    shown = [message.content for message in context.messages if message.role != "system"]
    assert not any(line.text in text for line in summary.lines for text in shown)
    include = BuildContextRequest(OWNER, session_id="s1", query="x").include
    without = await haima.context(include=type(include)(summary=False))
    assert block(without) == ""


async def test_it_grows_with_the_session_and_stays_bounded(haima: Haima) -> None:
    await haima.say(SAID)
    first = await haima.summarised()
    for stretch in range(1, 5):
        more = [(f"My locker number {stretch}{n} holds the spare rope of boat {n}.", "Noted.") for n in range(7)]
        await haima.say(more, first=8 * stretch + 1)
        await haima.work.summariser.summarise_due()
    last = await haima.summary()
    assert last is not None
    assert last.revision == first.revision + 4
    assert (last.first_seq, last.messages) == (first.first_seq, 2 * (8 + 28 - 3))
    assert last.tokens <= min(300, last.covered_tokens / 5)
    assert last.tokens > first.tokens


async def test_closing_and_silence_sum_up_the_rest(haima: Haima, summary_settings: Settings) -> None:
    await haima.say(SAID[:4])
    assert await haima.summary() is None
    await haima.services.sessions.close(OWNER, "s1")
    await haima.work.archiver.flush_owner(OWNER)
    assert (await haima.view()).pending.summarise == 8
    assert (await haima.summarised()).messages == 8
    assert (await haima.view()).pending.summarise == 0
    quick = summary_settings.model_copy(update={"summary_silence_seconds": 0.2})
    async with open_background(quick) as work:
        await haima.say(SAID[:5], session_id="s2")
        await asyncio.sleep(0.3)
        assert await work.summariser.summarise_due() == 1
    summary = await haima.summary("s2")
    assert summary is not None
    assert summary.messages == 4  # the window's three rounds are left out


async def test_a_window_that_expired_is_summed_up_too(haima: Haima, summary_settings: Settings) -> None:
    await haima.say(SAID[:3])
    short = summary_settings.model_copy(update={"session_ttl_seconds": 1})
    async with open_background(short) as work, open_services(short) as services:
        assert await work.summariser.summarise_due() == 0
        await asyncio.sleep(1.1)
        assert await work.summariser.summarise_due() == 1
        summary = (await services.sessions.get_session(OWNER, "s1")).summary
        assert summary is not None
        assert summary.messages == 6
        assert await work.summariser.summarise_due() == 0


async def test_too_little_is_not_summed_up(haima: Haima) -> None:
    await haima.say([("ok", "ok")] * 6)
    await haima.services.sessions.close(OWNER, "s1")
    await haima.work.archiver.flush_owner(OWNER)
    assert (await haima.view()).pending.summarise == 0
    await haima.work.summariser.summarise_due()
    assert await haima.summary() is None


@pytest.mark.parametrize("erase", [True, False])
async def test_nothing_of_a_forgotten_message_is_left_in_a_summary(haima: Haima, erase: bool) -> None:
    await haima.say(SAID)
    await haima.services.sessions.close(OWNER, "s1")
    await haima.work.archiver.flush_owner(OWNER)
    summary = await haima.summarised()
    gone = next(line for line in summary.lines if line.role == "user")
    found = await haima.services.memories.list_memories(OWNER, _any(), limit=200, cursor=None)
    id = next(memory.id for memory in found.memories if memory.message_id == gone.message_ids[0])
    await haima.services.forget.forget(ForgetRequest(OWNER, memory_ids=(id,), erase=erase))
    assert await haima.summary() is None
    assert block(await haima.context()) == ""
    assert (await haima.view()).pending.summarise == 15
    remade = await haima.summarised()
    assert remade.messages == 15
    assert gone.text not in render(remade.lines)
    assert gone.message_ids[0] not in remade.message_ids
    if not erase:
        await haima.services.memories.restore(OWNER, id, agent_id=None)
        assert await haima.summary() is None
        assert (await haima.summarised()).messages == 16


async def test_forgetting_what_it_does_not_cover_leaves_it_alone(haima: Haima) -> None:
    await haima.say(SAID)
    summary = await haima.summarised()
    found = await haima.services.memories.list_memories(OWNER, _any(), limit=200, cursor=None)
    shown = next(memory.id for memory in found.memories if memory.message_id == "q8")
    await haima.services.forget.forget(ForgetRequest(OWNER, memory_ids=(shown,), erase=True))
    assert await haima.summary() == summary
    assert block(await haima.context()) != ""


@pytest.mark.parametrize("what", [{"session_id": "s1"}, {"everything": True}])
@pytest.mark.parametrize("erase", [True, False])
async def test_a_forgotten_session_has_no_summary(haima: Haima, what: dict[str, Any], erase: bool) -> None:
    await haima.say(SAID)
    await haima.summarised()
    await haima.services.forget.forget(ForgetRequest(OWNER, **what, erase=erase))
    assert block(await haima.context()) == ""
    await haima.say([("A new start.", "Yes.")], first=20)
    assert await haima.summary() is None
    assert block(await haima.context()) == ""


async def test_a_changed_message_is_summed_up_as_it_is_now(haima: Haima) -> None:
    await haima.say(SAID)
    await haima.summarised()
    found = await haima.services.memories.list_memories(OWNER, _any(), limit=200, cursor=None)
    id = next(memory.id for memory in found.memories if memory.message_id == "q1")
    changes = {"content": "My daughter is called Brunhilde and she goes to the hill school."}
    await haima.services.memories.change(OWNER, id, changes, agent_id=None, if_version=None)
    assert await haima.summary() is None
    assert block(await haima.context()) == ""
    assert "Wilhelmina" not in render((await haima.summarised()).lines)
    soon = {"expires_at": datetime.now(UTC) + timedelta(days=1)}
    await haima.services.memories.change(OWNER, id, soon, agent_id=None, if_version=None)
    remade = await haima.summarised()
    assert "Brunhilde" not in render(remade.lines), "what will expire must not live on in a summary"
    assert remade.messages == 9


async def test_an_emptied_redis_still_shows_it(haima: Haima, redis_url: str) -> None:
    await haima.say(SAID)
    summary = await haima.summarised()
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    assert await haima.summary() == summary
    for _ in range(2):  # from Postgres, then as it was laid
        assert render(summary.lines) in block(await haima.context())


async def test_redis_shows_it_without_asking_postgres(haima: Haima) -> None:
    await haima.say(SAID)
    summary = await haima.summarised()
    held = haima.services.build_context
    snapshot = await held._working.snapshot(OWNER, "s1")
    assert snapshot.summary == summary


async def test_a_context_as_of_a_time_before_leaves_it_out(haima: Haima) -> None:
    await haima.say(SAID)
    summary = await haima.summarised()
    assert block(await haima.context(as_of=summary.until - timedelta(microseconds=1))) == ""
    assert block(await haima.context(as_of=datetime.now(UTC))) != ""


def _any() -> Any:
    from app.service.memory_lists import MemoryFilter

    return MemoryFilter()
