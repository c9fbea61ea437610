"""The short way answers as the whole application does."""

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI
from http_app import with_state
from starlette.types import ASGIApp

from app.api.short_way import ShortWay
from app.main import create_app
from app.settings import Settings

CALLS = [
    ("POST", "/v1/save", {"user_id": "u", "session_id": "s", "messages": [{"role": "user", "content": "hello"}]}),
    ("POST", "/v1/save", {"user_id": "u"}),
    ("POST", "/v1/search", {"user_id": "u", "query": "hello"}),
    ("POST", "/v1/search?debug=1", {"user_id": "u", "query": "hello"}),
    ("GET", "/v1/session?user_id=u&session_id=s", None),
    ("GET", "/v1/search", None),
    ("PUT", "/v1/save", None),
    ("GET", "/v1/memories/00000000-0000-7000-8000-000000000000?user_id=u", None),
    ("GET", "/v1/nothing", None),
    ("GET", "/livez", None),
    ("GET", "/openapi.json", None),
]


@pytest.fixture
async def ways(settings: Settings) -> AsyncIterator[tuple[httpx.AsyncClient, httpx.AsyncClient]]:
    app: FastAPI = create_app(settings.model_copy(update={"embedder": "none"}))
    async with app.router.lifespan_context(app) as state:
        short = ShortWay(app, app.state.metrics)

        def client(target: ASGIApp) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(with_state(target, dict(state)))
            return httpx.AsyncClient(transport=transport, base_url="http://test")

        async with client(app) as long_client, client(short) as short_client:
            yield long_client, short_client


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
async def test_both_ways_answer_alike(
    ways: tuple[httpx.AsyncClient, httpx.AsyncClient], method: str, path: str, body: object
) -> None:
    answers = [await way.request(method, path, json=body, headers={"x-request-id": "r1"}) for way in ways]
    first, second = answers
    assert first.status_code == second.status_code
    names = [sorted(name for name in answer.headers if name != "content-length") for answer in answers]
    assert names[0] == names[1]
    shapes = [sorted(answer.json()) for answer in answers]
    assert shapes[0] == shapes[1]
    assert second.headers["x-request-id"] == "r1"
