"""The HTTP layer alone: the real application over use cases that only record what they are asked.

Whatever needs a store is tested on the real ones in the other modules of this folder.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields
from typing import Any

import httpx
from starlette.types import ASGIApp

from app.api.application import build_api
from app.domain.errors import Unauthorised
from app.domain.ids import new_id
from app.domain.models import WindowStats
from app.service.insight import Insight
from app.service.keys import Identity
from app.service.requests import SavedEntry, SaveRequest, SaveResult, SearchRequest, SearchResult
from app.service.services import Services
from app.settings import Settings


class Recorder:
    """A use case that keeps its calls and answers what a test sets."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.answer: Any = None
        self.fails_with: Exception | None = None

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*arguments: Any, **named: Any) -> Any:
            self.asked.append((name, arguments, named))
            if self.fails_with is not None:
                raise self.fails_with
            return self.answer

        return call


class Saves(Recorder):
    """`save` that answers an entry for each message."""

    async def save(self, request: SaveRequest) -> SaveResult:
        self.asked.append(request)
        if self.fails_with is not None:
            raise self.fails_with
        entries = tuple(
            SavedEntry(new_id(), "message", "conversation", 0.5, ("working",), "stored", 1) for _ in request.messages
        )
        return SaveResult(entries, WindowStats(1, len(entries), 0), new_id())


class Searches(Recorder):
    """`search` that finds nothing."""

    async def search(self, request: SearchRequest) -> SearchResult:
        self.asked.append(request)
        if self.fails_with is not None:
            raise self.fails_with
        return SearchResult((), 0, 0.1, {"working": 0, "episodic": 0, "semantic": 0, "knowledge": 0})


class Keys:
    """Knows one key of each role; without a key it is open."""

    async def identify(self, secret: str | None) -> Identity:
        if secret is None:
            return Identity("default", "admin")
        if secret in ("read", "service", "admin"):
            return Identity("t1", secret, secret)
        raise Unauthorised("this API key is not known")


@dataclass
class Http:
    """A client of the application, and what the use cases were asked."""

    client: httpx.AsyncClient
    app: ASGIApp
    services: Any
    extra: dict[str, Any] = field(default_factory=dict)

    async def __call__(self, method: str, path: str, **options: Any) -> httpx.Response:
        return await self.client.request(method, path, **options)

    async def post(self, path: str, body: Any, **options: Any) -> httpx.Response:
        return await self.client.post(path, json=body, **options)


def with_state(app: ASGIApp, state: dict[str, Any]) -> ASGIApp:
    """Lay the lifespan's state into each request, as a server does."""

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, "state": dict(state)}, receive, send)

    return serve


@asynccontextmanager
async def http_app(**settings: Any) -> AsyncIterator[Http]:
    """Start the application over recorders."""
    parts: dict[str, Any] = {one.name: Recorder() for one in fields(Services)}
    parts |= {"save": Saves(), "search": Searches(), "keys": Keys(), "probes": {}, "insight": Insight()}
    services = Services(**parts)

    @asynccontextmanager
    async def opened(_: Settings) -> AsyncIterator[Services]:
        yield services

    app = build_api(Settings(_env_file=None, **settings), opened)
    async with app.router.lifespan_context(app) as state:
        served = with_state(app, state)
        transport = httpx.ASGITransport(served)
        async with httpx.AsyncClient(transport=transport, base_url="http://haima") as client:
            yield Http(client, served, services)
