"""The application over recorders (`http`), and over real stores (`api`)."""

from collections.abc import AsyncIterator

import pytest
from http_app import Http, http_app
from whole_service import Api, open_api

from app.settings import Settings


@pytest.fixture
async def http() -> AsyncIterator[Http]:
    """The HTTP layer alone."""
    async with http_app() as opened:
        yield opened


@pytest.fixture
def api_settings(settings: Settings) -> Settings:
    """Settings of the service under test: no worker runs, so nothing is to wait for one."""
    return settings.model_copy(update={"embedder": "none", "extract": False})


@pytest.fixture
async def api(api_settings: Settings) -> AsyncIterator[Api]:
    """The whole service."""
    async with open_api(api_settings) as opened:
        yield opened
