"""The load generator against a small HTTP server on loopback: what it counts is what happened."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
import pytest

from app.bench.load import Target, measure
from app.domain.errors import SetupError


class Server:
    """Answers with the status that the body asks for; `break_after` closes each connection after so many answers."""

    def __init__(self, *, break_after: int | None = None, chunks: bool = False) -> None:
        self.bodies: list[dict[str, int]] = []
        self._break_after = break_after
        self._chunks = chunks

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answered = 0
        while True:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                break
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            self.bodies.append(orjson.loads(await reader.readexactly(length)))
            if answered == self._break_after:
                break
            body = orjson.dumps({"text": "x" * 5000})
            lines = f"HTTP/1.1 {self.bodies[-1]['status']} Whatever\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            for part in (lines[:20], lines[20:] + body[:100], body[100:]) if self._chunks else (lines + body,):
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(0)
            answered += 1
        writer.close()


@asynccontextmanager
async def running(server: Server) -> AsyncIterator[Target]:
    listener = await asyncio.start_server(server.answer, "127.0.0.1", 0)
    async with listener:
        yield Target(f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}")


@pytest.mark.parametrize("chunks", [False, True])
async def test_every_request_is_sent_once_and_every_answer_counted(chunks: bool) -> None:
    server = Server(chunks=chunks)
    lengths: list[int] = []
    async with running(server) as target:
        found = await measure(
            "x",
            target,
            lambda number: ("/v1/search", {"number": number, "status": 503 if number % 10 == 0 else 200}),
            connections=4,
            seconds=30.0,
            most=100,
            on_answer=lambda status, body: lengths.append(len(orjson.loads(body)["text"])),
        )
    assert sorted(body["number"] for body in server.bodies) == list(range(100))
    assert (found.requests, found.errors) == (100, {"503": 10})
    assert lengths == [5000] * 100
    assert 0 < found.p50 <= found.p95 <= found.p99 <= found.longest


async def test_a_lost_connection_is_an_error_and_is_opened_again() -> None:
    server = Server(break_after=3)
    async with running(server) as target:
        found = await measure("x", target, lambda n: ("/", {"status": 200}), connections=2, seconds=30.0, most=40)
    assert found.requests == 40
    assert found.errors["lost"] in (9, 10), "every fourth request of a connection"


async def test_time_ends_a_measurement() -> None:
    async with running(Server()) as target:
        found = await measure("x", target, lambda n: ("/", {"status": 200}), connections=2, seconds=0.2)
    assert found.requests > 10
    assert found.requests / found.rate >= 0.2, "the rate counts the time it took"


async def test_nobody_there_is_one_sentence() -> None:
    async with running(Server()) as target:
        pass
    with pytest.raises(SetupError, match="does not answer"):
        await measure("x", target, lambda n: ("/", {}), connections=1, seconds=1.0)
    with pytest.raises(SetupError, match="no address"):
        Target("localhost:8080")
