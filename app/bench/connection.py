"""A minimal HTTP/1.1 client for measuring: one request at a time on a kept-alive connection, without copying.

It reads what Haima answers (a status line, headers with Content-Length, a body) and nothing more, so that a thousand
requests a second cost a small part of a core and the numbers are the server's.
"""

import asyncio
import re
import time
from collections.abc import Callable
from typing import Final

from app.domain.errors import SetupError

_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_END: Final = b"\r\n\r\n"

NextRequest = Callable[[], bytes | None]
"""Gives the bytes of the next request, None for no more."""
Record = Callable[[float, int, bytes], None]
"""Takes seconds, status (0: the connection was lost) and body of each answer."""


def request_bytes(method: str, path: str, host: str, body: bytes, api_key: str | None = None) -> bytes:
    """A whole request as it goes over the wire."""
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    if api_key:
        head += f"Authorization: Bearer {api_key}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


class Connection(asyncio.Protocol):
    """Sends the next request as soon as the last one is answered. `done` resolves when there is no more or it broke."""

    def __init__(self, next_request: NextRequest, record: Record) -> None:
        self._next_request = next_request
        self._record = record
        self._received = bytearray()
        self._missing = 0
        self._status = 0
        self._head = 0
        self._started = 0.0
        self._waiting = False
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first request."""
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("a stream transport is needed")
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        """Take bytes of the answer in; when it is whole, record it and send the next request."""
        self._received += data
        if not self._head:
            end = self._received.find(_END)
            if end < 0:
                return
            length = _LENGTH.search(self._received, 0, end)
            if length is None:
                self._finish(SetupError("The server answered without Content-Length, which the load bench cannot read"))
                return
            self._status = int(self._received[9:12])
            self._head = end + len(_END)
            self._missing = int(length.group(1))
        if len(self._received) >= self._head + self._missing:
            seconds = time.perf_counter() - self._started
            body = bytes(self._received[self._head : self._head + self._missing])
            self._received.clear()
            self._head = 0
            self._waiting = False
            self._record(seconds, self._status, body)
            self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        """Record a request that was never answered."""
        if self._waiting:
            self._record(time.perf_counter() - self._started, 0, b"")
        if not self.done.done():
            self.done.set_result(False)

    def _send(self) -> None:
        request = self._next_request()
        if request is None:
            self._finish(None)
            return
        self._waiting = True
        self._started = time.perf_counter()
        self._transport.write(request)

    def _finish(self, error: Exception | None) -> None:
        self._waiting = False
        if not self.done.done():
            if error is None:
                self.done.set_result(True)
            else:
                self.done.set_exception(error)
        self._transport.close()


async def run_connection(host: str, port: int, next_request: NextRequest, record: Record) -> None:
    """Keep one connection busy until there is no more to send; a broken one is opened again."""
    while True:
        try:
            _, connection = await asyncio.get_running_loop().create_connection(
                lambda: Connection(next_request, record), host, port
            )
        except OSError as error:
            raise SetupError(f"The service on port {port} does not answer ({error.strerror})") from None
        if await connection.done:
            return
