"""A reranker on loopback that speaks `/rerank` as Cohere and Jina do, and answers what a test tells it to."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass
class RerankServer:
    """`judge` scores a text for a query; `respond`, where set, makes the whole answer: (status, body)."""

    judge: Callable[[str, str], float] = lambda query, text: 0.0
    respond: Callable[[dict[str, Any]], Awaitable[tuple[int, bytes]]] | None = None
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until it ends."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                lengths = [line for line in head.split("\r\n") if line.lower().startswith("content-length")]
                body = json.loads(await reader.readexactly(int(lengths[0].split(":")[1])))
                self.heads.append(head)
                self.requests.append(body)
                status, content = await self.respond(body) if self.respond else self._judged(body)
                writer.write(f"HTTP/1.1 {status} X\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()

    def _judged(self, body: dict[str, Any]) -> tuple[int, bytes]:
        scores = [self.judge(body["query"], text) for text in body["documents"]]
        best_first = sorted(range(len(scores)), key=lambda place: -scores[place])
        results = [{"index": place, "relevance_score": scores[place]} for place in best_first]
        return 200, json.dumps({"id": "x", "results": results}).encode()


@asynccontextmanager
async def rerank_server() -> AsyncIterator[RerankServer]:
    """A server of one's own on a free port."""
    server = RerankServer()
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    try:
        yield server
    finally:
        listening.close()
