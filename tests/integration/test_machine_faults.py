"""Faults of the machine beneath, as `make chaos` makes them, small: PostgreSQL's disk is full, the clock is set back.

The full disk is what PostgreSQL says of one; the real one, which needs root, is `make chaos ARGS="--fault disk"`.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import datetime, timedelta, tzinfo
from typing import Self

import psycopg
import pytest

from app.bootstrap import Toolbox, build_services, open_tools
from app.domain.models import Owner
from app.service.requests import MessageGiven, SaveRequest, SearchRequest
from app.service.services import Services
from app.settings import Settings

OWNERS = [Owner("t", f"u{number}") for number in range(4)]
ROUNDS = 5
BACK = timedelta(hours=1)


@pytest.fixture
async def tools(settings: Settings) -> AsyncIterator[Toolbox]:
    async with open_tools(settings.model_copy(update={"embedder": "none", "retry_limit": 1})) as opened:
        yield opened


@pytest.fixture
def services(tools: Toolbox) -> Services:
    return build_services(tools)


async def say(services: Services, first: int) -> None:
    """Rounds of all users, which have to be acknowledged."""
    for number in range(first, first + ROUNDS):
        for owner in OWNERS:
            message = MessageGiven("user", f"round {number}", f"m{number}")
            await services.save.save(SaveRequest(owner, session_id="s", messages=(message,)))


async def drained(tools: Toolbox) -> None:
    """Return when nothing waits beyond the windows."""
    async with asyncio.timeout(60):
        while any([await tools.working.read_pending(owner) for owner in OWNERS]):
            await tools.archiver.drain_due()
            await asyncio.sleep(0.05)


async def said(tools: Toolbox, settings: Settings) -> dict[str, list[str]]:
    """What the record holds of each user, in the order of the turns."""
    assert settings.database_url is not None
    for owner in OWNERS:
        assert not await tools.working.read_pending(owner)
    with psycopg.connect(settings.database_url.get_secret_value()) as connection:
        rows = connection.execute("select user_id, content from memories order by user_id, seq").fetchall()
    found: dict[str, list[str]] = {}
    for user_id, content in rows:
        found.setdefault(user_id, []).append(content)
    return found


def every_round(count: int) -> dict[str, list[str]]:
    """What has to be there of each user: every round once, in order."""
    return {owner.user_id: [f"round {number}" for number in range(count)] for owner in OWNERS}


async def test_on_a_full_disk_saves_go_on_and_nothing_is_lost(
    tools: Toolbox, services: Services, settings: Settings
) -> None:
    assert settings.database_url is not None
    await say(services, 0)
    await tools.archiver.drain_due()
    with psycopg.connect(settings.database_url.get_secret_value(), autocommit=True) as connection:
        connection.execute(
            "create function no_room() returns trigger language plpgsql as $$ begin"
            " raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;"
            "create trigger no_room before insert on memories execute function no_room()"
        )
        await say(services, ROUNDS)
        for _ in range(12):
            await tools.archiver.drain_due()
            await asyncio.sleep(0.05)
        assert await tools.dead_letters.count_dead_letters() == 0, "a full disk is nobody's fault"
        found = await services.search.search(SearchRequest(OWNERS[0], query=f"round {ROUNDS}"))
        assert f"round {ROUNDS}" in [result.memory.content for result in found.results], "found where it waits"
        connection.execute("drop trigger no_room on memories")
    await drained(tools)
    assert await said(tools, settings) == every_round(2 * ROUNDS)


async def test_the_clock_steps_back_an_hour(
    tools: Toolbox, services: Services, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    class SetBack(datetime):
        """The clock of every module of ours."""

        back = timedelta(0)

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return super().now(tz) - cls.back

    for name, module in list(sys.modules.items()):
        if name.startswith("app.") and getattr(module, "datetime", None) is datetime:
            monkeypatch.setattr(module, "datetime", SetBack)
    await say(services, 0)
    SetBack.back = BACK
    await drained(tools)  # without anybody saying anything more
    await say(services, ROUNDS)
    await tools.archiver.drain_due()
    SetBack.back = timedelta(0)
    await say(services, 2 * ROUNDS)
    await drained(tools)
    assert await said(tools, settings) == every_round(3 * ROUNDS)
    shown = (await services.sessions.get_session(OWNERS[0], "s")).window
    assert [turn.content for turn in shown] == [f"round {number}" for number in range(3 * ROUNDS - 3, 3 * ROUNDS)]
