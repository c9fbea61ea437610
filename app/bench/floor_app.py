"""The least a service of this kind can do: an ASGI application without framework, validation, ranking or packing.

A save is one Lua script, a search one exact vector query with its texts, a context both; on the same stores, drivers
and event loop as the service. Run as `python -m app.bench.floor_app`, the stores named in FLOOR_* variables.
"""

import os
from collections.abc import Awaitable, Callable
from typing import Any, Final, LiteralString
from uuid import UUID

import orjson
import uvicorn
from pgvector import HalfVector
from pgvector.psycopg import register_vector_async
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from redis.asyncio import BlockingConnectionPool, Redis

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

POOL: Final = 64
_SCRIPT: Final = """
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], -6, -1)
redis.call('PEXPIRE', KEYS[1], 86400000)
return redis.call('LLEN', KEYS[1])
"""
_NEAREST: Final[LiteralString] = """
select m.id, m.content, m.importance, m.created_at, (p.embedding <=> %(vector)s)::real as distance
from pieces p
join memories m on m.owner_id = p.owner_id and m.id = p.memory_id
where p.owner_id = %(owner_id)s and p.embedding is not null and m.forgotten_at is null
order by distance
limit 5
"""
_ANY_VECTOR: Final[LiteralString] = "select embedding from pieces where owner_id = %s and embedding is not null limit 1"


class Floor:
    """Answers the paths of the service with the least work on its stores."""

    def __init__(self, database_url: str, redis_url: str, owner_id: UUID) -> None:
        self._owner_id = owner_id
        pool = BlockingConnectionPool.from_url(redis_url, max_connections=POOL, timeout=10)
        self._redis = Redis(connection_pool=pool)
        self._script = self._redis.register_script(_SCRIPT)
        self._postgres = AsyncConnectionPool(
            database_url, min_size=2, max_size=10, open=False, configure=_configure, kwargs={"autocommit": True}
        )
        self._vector: HalfVector | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the lifespan."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        answer = orjson.dumps(await self._answer(scope["path"], orjson.loads(body) if body else {}))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(answer)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    async def _answer(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = {}
        if path in ("/v1/save", "/v1/build-context"):
            key = f"floor:{body['user_id']}:{body['session_id']}"
            answer["length"] = await self._script(keys=[key], args=[orjson.dumps(body.get("messages"))])
        if path in ("/v1/search", "/v1/build-context"):
            async with self._postgres.connection() as connection:
                parameters = {"vector": self._vector, "owner_id": self._owner_id}
                cursor = await connection.execute(_NEAREST, parameters, binary=True)
                answer["results"] = await cursor.fetchall()
        return answer

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self._postgres.open(wait=True)
                async with self._postgres.connection() as connection:
                    cursor = await connection.execute(_ANY_VECTOR, [self._owner_id])
                    row = await cursor.fetchone()
                    self._vector = row[0] if row else None
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._postgres.close()
                await self._redis.aclose()
                await send({"type": "lifespan.shutdown.complete"})
                return


async def _configure(connection: "AsyncConnection[Any]") -> None:
    await register_vector_async(connection)


if __name__ == "__main__":
    floor = Floor(os.environ["FLOOR_DATABASE_URL"], os.environ["FLOOR_REDIS_URL"], UUID(os.environ["FLOOR_OWNER_ID"]))
    uvicorn.run(
        floor,
        host="127.0.0.1",
        port=int(os.environ["FLOOR_PORT"]),
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="warning",
    )
