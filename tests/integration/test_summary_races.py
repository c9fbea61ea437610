"""What happens between reading, writing and showing a summary: forgets, failures, Redis that is away."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from app.adapters.chat_model.pacing import summary_pacing
from app.adapters.chat_model.wiring import COUNTED_AS
from app.adapters.postgres.summaries import PostgresSummaries
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.adapters.tokenizer import counter_for
from app.bootstrap import Toolbox, build_services, open_tools
from app.domain.errors import StoreUnavailable
from app.domain.models import Owner
from app.domain.summary.models import SessionSummary
from app.service.ports.summaries import ReadTurns
from app.service.requests import ForgetRequest, MessageGiven, SaveRequest
from app.service.summarise import SummariseService, SummaryPolicy
from app.settings import Settings

OWNER = Owner("default", "u1")
SAID = "I keep the key of the lighthouse under the third stone. " * 3
SECRET = "My locker code is 4711 and my dog is called Ragnar. "


class Interrupted(PostgresSummaries):
    """The real store, where something happens just before a summary is written."""

    before_put: Any = None

    async def put(
        self, owner: Owner, session_id: str, summary: SessionSummary, *, after_seq: int, made_from: ReadTurns
    ) -> int | None:
        if self.before_put is not None:
            happens, self.before_put = self.before_put, None
            await happens()
        return await super().put(owner, session_id, summary, after_seq=after_seq, made_from=made_from)


class Late:
    """Working memory that something happens to just before a summary is shown."""

    def __init__(self, working: RedisWorkingMemory) -> None:
        self.working = working
        self.before_show: Any = None

    async def put_summary(self, owner: Owner, session_id: str, summary: SessionSummary | None, *, version: int) -> None:
        if self.before_show is not None:
            happens, self.before_show = self.before_show, None
            await happens()
        await self.working.put_summary(owner, session_id, summary, version=version)


@pytest.fixture
async def tools(settings: Settings) -> AsyncIterator[Toolbox]:
    changes = {"embedder": "none", "summary_every_rounds": 4, "summary_least_tokens": 40}
    async with open_tools(settings.model_copy(update=changes)) as opened:
        yield opened


@pytest.fixture
def store(tools: Toolbox) -> Interrupted:
    return Interrupted(tools.database)


@pytest.fixture
def window(tools: Toolbox) -> Late:
    return Late(tools.working)


@pytest.fixture
def summariser(tools: Toolbox, store: Interrupted, window: Late) -> SummariseService:
    policy = SummaryPolicy(summary_pacing(tools.settings), 300, "")
    return SummariseService(store, window, counter_for(COUNTED_AS), policy)


async def say(tools: Toolbox, *texts: str, session_id: str = "s1") -> None:
    messages = tuple(MessageGiven("user", text, None) for text in texts)
    await build_services(tools).save.save(SaveRequest(OWNER, session_id=session_id, messages=messages))
    await tools.archiver.flush_owner(OWNER)


async def erase(tools: Toolbox, holding: str) -> None:
    rows = await tools.database.fetch_all(
        "select id from memories where owner_id = %(owner_id)s and content like %(like)s",
        {"owner_id": OWNER.owner_id, "like": f"%{holding}%"},
    )
    await tools.forget.forget(ForgetRequest(OWNER, memory_ids=tuple(id for (id,) in rows), erase=True))


async def stored(tools: Toolbox) -> SessionSummary | None:
    state = await tools.summary_view.state(OWNER, "s1")
    assert state is not None
    return state.summary


async def in_redis(tools: Toolbox) -> SessionSummary | None:
    return (await tools.working.snapshot(OWNER, "s1")).summary


async def test_erased_while_it_is_written(tools: Toolbox, store: Interrupted, summariser: SummariseService) -> None:
    await say(tools, SECRET, *[SAID] * 7)

    async def forget() -> None:
        await erase(tools, "4711")

    store.before_put = forget
    assert await summariser.summarise_due() == 0
    assert await stored(tools) is None
    assert await summariser.summarise_due() == 1
    summary = await stored(tools)
    assert summary is not None
    assert "4711" not in str(summary)
    assert await in_redis(tools) == summary


async def test_erased_between_writing_and_showing(tools: Toolbox, window: Late, summariser: SummariseService) -> None:
    await say(tools, SECRET, *[SAID] * 7)

    async def forget() -> None:
        await erase(tools, "4711")

    window.before_show = forget
    await summariser.summarise_due()
    assert await stored(tools) is None
    assert await in_redis(tools) is None


async def test_what_is_said_meanwhile_changes_nothing(
    tools: Toolbox, store: Interrupted, summariser: SummariseService
) -> None:
    await say(tools, *[SAID] * 8)

    async def more() -> None:
        await say(tools, "And one more thing.")

    store.before_put = more
    assert await summariser.summarise_due() == 1
    assert (await stored(tools)) is not None


async def test_two_workers_at_once_write_it_once(
    tools: Toolbox, store: Interrupted, summariser: SummariseService
) -> None:
    await say(tools, *[SAID] * 8)
    policy = SummaryPolicy(summary_pacing(tools.settings), 300, "")
    other = SummariseService(tools.summaries, tools.working, counter_for(COUNTED_AS), policy)

    async def elsewhere() -> None:
        assert await other.summarise_due() == 1

    store.before_put = elsewhere
    assert await summariser.summarise_due() == 0
    summary = await stored(tools)
    assert summary is not None
    assert summary.revision == 1


async def test_redis_away_while_it_is_shown(tools: Toolbox, window: Late, summariser: SummariseService) -> None:
    await say(tools, *[SAID] * 8)

    async def away() -> None:
        raise StoreUnavailable("Redis")

    window.before_show = away
    with pytest.raises(StoreUnavailable):
        await summariser.summarise_due()
    assert await in_redis(tools) is None
    await summariser.summarise_due()
    assert await in_redis(tools) == await stored(tools) is not None


async def test_a_forget_whose_deletes_in_redis_are_open_is_driven_again(
    tools: Toolbox, summariser: SummariseService
) -> None:
    await say(tools, SECRET, *[SAID] * 7)
    await summariser.summarise_due()
    summary = await in_redis(tools)
    assert summary is not None
    await erase(tools, "4711")
    rows = await tools.database.execute(
        "update forget_receipts set redis_done = false, summary_session_ids = '{s1}'"
        " where owner_id = %(owner_id)s returning changed",
        {"owner_id": OWNER.owner_id},
    )
    snapshot = await tools.working.snapshot(OWNER, "s1")
    assert snapshot.summary is None
    await tools.working.put_summary(OWNER, "s1", summary, version=rows[0][0])
    await tools.forget.drive_open_receipts()
    assert await in_redis(tools) is None


async def test_a_session_that_breaks_holds_up_no_other(
    tools: Toolbox, store: Interrupted, summariser: SummariseService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await say(tools, *[SAID] * 8)
    await say(tools, *[SAID] * 8, session_id="broken")
    whole = Interrupted.read_turns

    async def read_turns(self: Interrupted, owner: Owner, session_id: str, **given: Any) -> ReadTurns:
        if session_id == "broken":
            raise ValueError("what no summary can be made of")
        return await whole(self, owner, session_id, **given)

    monkeypatch.setattr(Interrupted, "read_turns", read_turns)
    assert await summariser.summarise_due() == 1
    assert await stored(tools) is not None
    for _ in range(3):
        assert await summariser.summarise_due() == 0
        assert len(await store.due_sessions(summary_pacing(tools.settings), now=_now(), limit=9)) == 1
    await summariser.summarise_due()
    assert await store.due_sessions(summary_pacing(tools.settings), now=_now(), limit=9) == []


def _now() -> datetime:
    return datetime.now(UTC)


async def test_a_long_session_is_read_in_stretches(tools: Toolbox, summariser: SummariseService) -> None:
    await say(tools, *[f"Crate {n} holds {n} lamps for the north pier." * 8 for n in range(120)])
    steps = 0
    while await summariser.summarise_due():
        steps += 1
    summary = await stored(tools)
    assert summary is not None
    assert steps > 1
    assert summary.messages == 117
    assert summary.tokens <= 300
