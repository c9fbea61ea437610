"""With Postgres away, search answers from what Redis holds and says what could not take part."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.bootstrap import Toolbox, build_services, open_tools
from app.domain.errors import StoreUnavailable
from app.domain.models import Owner
from app.service.requests import MessageGiven, SaveRequest, SearchRequest
from app.settings import Settings

OWNER = Owner("t", "u")


@pytest.fixture
async def tools(settings: Settings) -> AsyncIterator[Toolbox]:
    async with open_tools(settings.model_copy(update={"embedder": "none"})) as opened:
        yield opened


async def say(tools: Toolbox, text: str) -> None:
    services = build_services(tools)
    await services.save.save(SaveRequest(OWNER, session_id="s", messages=(MessageGiven("user", text),)))


async def test_the_window_and_what_waits_are_still_found(tools: Toolbox, monkeypatch: pytest.MonkeyPatch) -> None:
    await say(tools, "the harbour lights are green")
    while await tools.archiver.drain_due():
        pass
    await say(tools, "the harbour master is called Ann")

    async def away(*_: Any, **__: Any) -> Any:
        raise StoreUnavailable("Postgres")

    monkeypatch.setattr(tools.search_store, "read_index", away)
    found = await tools.search.search(SearchRequest(OWNER, query="harbour", session_id="s"))
    assert {r.memory.content for r in found.results} == {
        "the harbour lights are green",
        "the harbour master is called Ann",
    }
    assert set(found.degraded) >= {"episodic", "semantic"}
    assert found.source_layers["working"] == 2
    waiting = await tools.search.search(SearchRequest(OWNER, query="harbour"))
    assert [r.memory.content for r in waiting.results] == ["the harbour master is called Ann"]
