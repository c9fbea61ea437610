"""Clients that send little and slowly may not hold a connection, or a place, for ever."""

import asyncio
from typing import Final

from starlette.types import Message, Receive
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.api.problems import HttpRefusalError

LEAST_BYTES_PER_SECOND: Final = 16_384
"""A body may take `body_seconds` and a second more for so many bytes that have come."""

HEADER_SECONDS: Final = 15.0
"""From the first byte of a request (or from connecting) to the end of its headers."""


def hurried(receive: Receive, body_seconds: float) -> Receive:
    """Return `receive` that raises HttpRefusalError 408 for a body that comes too slowly."""
    started = asyncio.get_running_loop().time()
    size = 0
    complete = False

    async def receive_soon() -> Message:
        nonlocal size, complete
        if complete:
            return await receive()
        try:
            async with asyncio.timeout_at(started + body_seconds + size / LEAST_BYTES_PER_SECOND):
                message = await receive()
        except TimeoutError:
            raise HttpRefusalError(408, "the body came too slowly", ((b"connection", b"close"),)) from None
        size += len(message.get("body", b""))
        complete = not message.get("more_body", False)
        return message

    return receive_soon


class BriefHeaders(HttpToolsProtocol):
    """uvicorn's protocol, which closes a connection whose headers do not come in `HEADER_SECONDS`."""

    _headers_due: asyncio.TimerHandle | None = None

    # uvicorn narrows asyncio's argument to what TCP servers are given, and so does this.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock of the first request."""
        super().connection_made(transport)
        self._expect_headers()

    def data_received(self, data: bytes) -> None:
        """Start the clock of a later request with its first bytes."""
        if self._headers_due is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_headers()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def _expect_headers(self) -> None:
        self._headers_due = self.loop.call_later(HEADER_SECONDS, self.transport.close)

    def _stop_clock(self) -> None:
        if self._headers_due is not None:
            self._headers_due.cancel()
            self._headers_due = None
