"""The whole service on real stores, and a client that asks and expects."""

import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from http_app import with_state

from app.api.application import build_api
from app.bootstrap import open_services
from app.domain.errors import StoreUnavailable
from app.settings import Settings

CONNECT_TRIES = 10


class Api:
    """A client of the whole service; `services` are its use cases, for what a test has to do beside HTTP."""

    def __init__(self, client: httpx.AsyncClient, services: Any) -> None:
        self.client = client
        self.services = services

    async def __call__(self, method: str, path: str, status: int = 200, **options: Any) -> Any:
        """Ask, expect the status, and return the JSON (or the problem)."""
        answer = await self.client.request(method, path, **options)
        assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
        return answer.json()

    async def post(self, path: str, body: Any, status: int = 200, **options: Any) -> Any:
        """Post a body."""
        return await self("POST", path, status, json=body, **options)

    async def save(self, status: int = 201, **body: Any) -> Any:
        """Save in `sync` mode unless told otherwise."""
        return await self.post("/v1/save", {"user_id": "u1", "mode": "sync", **body}, status)

    async def remember(self, content: str, **given: Any) -> str:
        """Save one memory of u1 and return its id."""
        saved = await self.save(memories=[{"content": content, "importance": 0.9, **given}])
        return str(saved["saved"][0]["id"])


@asynccontextmanager
async def open_api(settings: Settings) -> AsyncIterator[Api]:
    """Start the service on real stores, without an embedder and without a worker."""
    app = build_api(settings, open_services)
    async with app.router.lifespan_context(app) as state:
        transport = httpx.ASGITransport(with_state(app, dict(state)))
        await _until_connected(state["haima"].services)
        async with httpx.AsyncClient(transport=transport, base_url="http://haima") as client:
            yield Api(client, state["haima"].services)


async def _until_connected(services: Any) -> None:
    """Wait for PostgreSQL's first answer: on a busy machine the first connection takes longer than a call waits."""
    for _ in range(CONNECT_TRIES):
        with contextlib.suppress(StoreUnavailable):
            await services.probes["postgres"]()
            break
