"""HTTP/1.1 over bare connections, for tests that decide themselves when each byte goes out."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer; names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class Connection:
    """One connection, kept alive. A body can be sent in parts, with a pause before each but the first."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, host: str, port: int) -> Self:
        """Connect."""
        return cls(*await asyncio.open_connection(host, port))

    async def post(self, path: str, body: Any, *, parts: int = 1, pause_seconds: float = 0.0) -> Answer:
        """Send JSON, and read the answer. Raises ConnectionError where the server hangs up instead."""
        sent = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: haima\r\nContent-Type: application/json\r\nContent-Length: {len(sent)}"
        try:
            await self._send([f"{head}\r\n\r\n".encode()], 0.0)
            size = -(-len(sent) // parts)
            await self._send([sent[at : at + size] for at in range(0, len(sent), size)], pause_seconds)
        except ConnectionError:
            pass  # a body that is too large is answered before it has been read
        return await self._read()

    async def _send(self, parts: Sequence[bytes], pause_seconds: float) -> None:
        for place, part in enumerate(parts):
            if place:
                await asyncio.sleep(pause_seconds)
            self._writer.write(part)
            await self._writer.drain()

    async def _read(self) -> Answer:
        try:
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.rstrip("\r\n").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            body = await self._reader.readexactly(int(headers.get("content-length", "0")))
        except asyncio.IncompleteReadError as error:
            raise ConnectionResetError("the server hung up") from error
        return Answer(int(first.split()[1]), headers, body)

    def close(self) -> None:
        """Hang up."""
        self._writer.close()
