"""The pipeline on real stores."""

from collections.abc import AsyncIterator

import pytest
from pipeline import Pipeline, extractor_of

from app.bootstrap import Toolbox, build_services, open_tools
from app.settings import Settings


@pytest.fixture
async def tools(settings: Settings) -> AsyncIterator[Toolbox]:
    async with open_tools(settings.model_copy(update={"embedder": "none"})) as opened:
        yield opened


@pytest.fixture
def flow(tools: Toolbox) -> Pipeline:
    return Pipeline(tools, build_services(tools), extractor_of(tools))
