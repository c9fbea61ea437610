"""A chat model on loopback: a real HTTP server that speaks the OpenAI protocol and answers what a test tells it to."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

ENDLESS = "endless"
"""In place of a content: an answer that goes on without end."""
HANG_UP = 0
"""As a status: the connection is closed without an answer."""

Reply = tuple[int, dict[str, str], bytes | str]
Responder = Callable[[dict[str, Any]], Reply | Awaitable[Reply]]


def says(content: Any, *, finish_reason: str = "stop", tokens: int | None = 50) -> Reply:
    """A completion with this text, or this value as JSON."""
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    answer: dict[str, Any] = {
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": finish_reason}]
    }
    if tokens is not None:
        answer["usage"] = {"total_tokens": tokens}
    return 200, {}, json.dumps(answer).encode()


def fails(status: int, message: str = "no", **headers: str) -> Reply:
    """An error as OpenAI words it."""
    shown = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, shown, json.dumps({"error": {"message": message}}).encode()


@dataclass
class ChatServer:
    """`respond` makes each answer from the request's body; `requests` holds the bodies in order of arrival."""

    url: str = ""
    respond: Responder = field(default=lambda body: says({}))
    requests: list[dict[str, Any]] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)

    def replies(self, *replies: Reply) -> None:
        """Answer with these, one after the other, the last one for ever."""
        left = list(replies)
        self.respond = lambda body: left.pop(0) if len(left) > 1 else left[0]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until it ends."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                lengths = [
                    line.split(":")[1] for line in head.split("\r\n") if line.lower().startswith("content-length")
                ]
                body = json.loads(await reader.readexactly(int(lengths[0])))
                self.heads.append(head)
                self.requests.append(body)
                reply = self.respond(body)
                status, headers, content = reply if isinstance(reply, tuple) else await reply
                if status == HANG_UP:
                    return
                await self._answer(writer, status, headers, content)
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()

    async def _answer(
        self, writer: asyncio.StreamWriter, status: int, headers: dict[str, str], content: bytes | str
    ) -> None:
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        if content == ENDLESS:
            writer.write(f"HTTP/1.1 {status} X\r\n{lines}\r\n".encode())
            while True:
                writer.write(b" " * 65_536)
                await writer.drain()
        assert isinstance(content, bytes)
        writer.write(f"HTTP/1.1 {status} X\r\nContent-Length: {len(content)}\r\n{lines}\r\n".encode() + content)
        await writer.drain()


@asynccontextmanager
async def chat_server() -> AsyncIterator[ChatServer]:
    """A server of one's own, on a free port."""
    made = ChatServer()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield made
    finally:
        server.close()
