"""A worker that dies before or after any write of archiving: the next one ends with everything, once."""

from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.bootstrap import Toolbox, build_services, open_tools
from app.chaos.dying_worker import POINTS, STEPS
from app.domain.models import Owner
from app.service.memory_lists import MemoryFilter
from app.service.requests import MemoryGiven, MessageGiven, SaveRequest
from app.settings import Settings

OWNERS = [Owner("t", f"u{number}") for number in range(3)]
ROUNDS = 6
LATER = timedelta(minutes=5)


class Killed(BaseException):
    """What a kill looks like from inside: nothing catches it, nothing runs after it."""


@pytest.fixture
async def tools(settings: Settings) -> AsyncIterator[Toolbox]:
    async with open_tools(settings.model_copy(update={"embedder": "none"})) as opened:
        yield opened


def test_every_step_names_a_function_that_is_there() -> None:
    for place, name in STEPS.values():
        assert callable(getattr(place, name))


@pytest.mark.parametrize("point", POINTS)
async def test_a_death_at_any_step_loses_and_doubles_nothing(
    tools: Toolbox, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    services = build_services(tools)
    for owner in OWNERS:
        messages = tuple(MessageGiven("user", f"round {n} of {owner.user_id}", f"m{n}") for n in range(ROUNDS))
        memories = (MemoryGiven(f"tea of {owner.user_id}", importance=0.9),)
        await services.save.save(
            SaveRequest(owner, session_id="s", messages=messages, memories=memories, facts={"tea": "green"})
        )
    side, _, step = point.partition(":")
    place, name = STEPS[step]
    real = getattr(place, name)

    async def die(*arguments: Any, **named: Any) -> Any:
        if side == "after":
            await real(*arguments, **named)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(place, name, die)
        with pytest.raises(Killed):
            await tools.archiver.drain_due()
    for _ in range(20):  # the lease of the dead one ends
        claimed = await tools.working.claim_due(limit=100, lease_seconds=0.001, now=datetime.now(UTC) + LATER)
        if not claimed:
            break
        for owner, _ in claimed:
            await tools.archiver.flush_owner(owner)
    for owner in OWNERS:
        listed = await services.memories.list_memories(owner, MemoryFilter(), limit=100, cursor=None)
        counts = Counter(memory.content for memory in listed.memories)
        wanted = [f"round {n} of {owner.user_id}" for n in range(ROUNDS)] + [f"tea of {owner.user_id}"]
        assert counts == Counter(wanted)
        history = await services.facts.history(owner, None, "tea")
        assert [version.value for version in history] == ["green"]
