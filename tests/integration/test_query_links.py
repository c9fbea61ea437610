"""What a search reads and lays to link the names of its query."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.bootstrap import build_services, open_tools
from app.domain.models import Owner
from app.service.facts import FactGiven
from app.service.requests import SearchRequest
from app.settings import Settings

OWNER = Owner("t", "u")
ASKED = SearchRequest(OWNER, query="where does my brother live")


async def test_a_search_lays_the_card_of_who_has_facts_and_nothing_of_anybody_else(settings: Settings) -> None:
    async with open_tools(settings.model_copy(update={"embedder": "none"})) as tools:
        services = build_services(tools)
        await services.search.search(ASKED)
        assert (await tools.working.snapshot(OWNER, None)).card is None, "a key of somebody who may have been erased"
        given = FactGiven("user_brother_name", "Tom", valid_from=datetime(2026, 1, 1, tzinfo=UTC))
        await services.facts.put(OWNER, None, [given])
        await tools.working.remove(OWNER, everything=True)
        await services.search.search(ASKED)
        card = (await tools.working.snapshot(OWNER, None)).card
        assert card is not None
        assert card.user["user_brother_name"].value == "Tom"


async def test_the_record_is_asked_once_while_nothing_changes(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tools(settings.model_copy(update={"embedder": "none"})) as tools:
        services = build_services(tools)
        asked, card = [], tools.archive.card

        async def counted(*given: Any, **more: Any) -> Any:
            asked.append(given)
            return await card(*given, **more)

        monkeypatch.setattr(tools.archive, "card", counted)
        for _ in range(5):
            await services.search.search(ASKED)
        assert len(asked) == 1
