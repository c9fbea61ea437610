"""The service as the bench sees it: four calls over HTTP, again when it asks for patience."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Self

import httpx
import orjson

from app.domain.errors import SetupError

TRIES: Final = 8
POLL_SECONDS: Final = 0.5
_JSON: Final = {"Content-Type": "application/json"}
_NDJSON: Final = {"Content-Type": "application/x-ndjson"}


class Service:
    """A client of one running service, for use as an async context manager."""

    def __init__(self, base_url: str, api_key: str | None, connections: int) -> None:
        self._base_url = base_url
        self._client = httpx.AsyncClient(
            base_url=base_url,
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=httpx.Timeout(120.0, connect=5.0),
            limits=httpx.Limits(max_connections=connections, max_keepalive_connections=connections),
        )

    async def __aenter__(self) -> Self:
        await self._client.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def save(self, user_id: str, session_id: str, messages: Sequence[Mapping[str, Any]], mode: str) -> None:
        """Save chat messages."""
        body = {"user_id": user_id, "session_id": session_id, "messages": messages, "mode": mode}
        await self._call("POST", "/v1/save", body)

    async def save_memories(self, user_id: str, memories: Sequence[Mapping[str, Any]], mode: str) -> None:
        """Save memories that are no chat messages."""
        await self._call("POST", "/v1/save", {"user_id": user_id, "memories": memories, "mode": mode})

    async def import_user(self, user_id: str, body: bytes) -> dict[str, Any]:
        """Import the lines of an export."""
        return await self._call("POST", "/v1/users/import", body, {"user_id": user_id}, _NDJSON)

    async def search(self, user_id: str, query: str, *, top_k: int, as_of: datetime) -> dict[str, Any]:
        """Search as of a time."""
        body = {"user_id": user_id, "query": query, "top_k": top_k, "as_of": as_of}
        return await self._call("POST", "/v1/search", body)

    async def recall(
        self, user_id: str, query: str, *, token_budget: int, model: str, as_of: datetime
    ) -> dict[str, Any]:
        """Build a context of nothing but recalled memories, whole ones."""
        parts = ("facts", "profile", "summary", "knowledge", "window")
        body = {
            "user_id": user_id,
            "session_id": "bench",
            "query": query,
            "token_budget": token_budget,
            "model": model,
            "top_k": 100,
            "max_memory_chars": 8000,
            "as_of": as_of,
            "include": dict.fromkeys(parts, False),
        }
        return await self._call("POST", "/v1/build-context", body)

    async def pending(self, user_id: str, session_id: str) -> int:
        """How much of a session's background work is still to be done."""
        params = {"user_id": user_id, "session_id": session_id}
        answer = await self._call("GET", "/v1/session", params=params)
        return int(sum(answer["pending"].values()))

    async def wait_until_settled(self, user_id: str, session_id: str) -> None:
        """Wait until nothing of a session is pending."""
        waiting = await self.pending(user_id, session_id)
        while waiting:
            await asyncio.sleep(POLL_SECONDS)
            waiting = await self.pending(user_id, session_id)

    async def _call(
        self,
        method: str,
        path: str,
        body: Any = None,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] = _JSON,
    ) -> dict[str, Any]:
        content = body if body is None or isinstance(body, bytes) else orjson.dumps(body)
        for attempt in range(1, TRIES + 1):
            try:
                answer = await self._client.request(method, path, content=content, params=params, headers=headers)
            except httpx.InvalidURL as error:
                raise SetupError(f"{self._base_url} is no URL ({error}); correct --base-url") from None
            except httpx.TransportError as error:
                if attempt == TRIES or isinstance(error, httpx.ConnectError):
                    raise SetupError(
                        f"The service at {self._base_url} does not answer ({type(error).__name__}); "
                        "start it with `make run`, or correct --base-url"
                    ) from None
                await asyncio.sleep(attempt / 2)
                continue
            if answer.status_code in (429, 503) and attempt < TRIES:
                await asyncio.sleep(float(answer.headers.get("Retry-After", "1")))
                continue
            if answer.status_code >= 400:
                raise SetupError(f"{method} {path} was refused ({answer.status_code}): {answer.text[:300]}")
            found: dict[str, Any] = orjson.loads(answer.content)
            return found
        raise SetupError(f"{method} {path} was refused {TRIES} times")
