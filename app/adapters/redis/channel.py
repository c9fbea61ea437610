"""One connection to Redis that every task of this process shares.

Redis answers in the order of the questions, so many exchanges can be under way on one connection: what several tasks
send in the same turn of the event loop goes out in one packet, and their replies come back in one. A pool gives each
exchange a connection, a packet and a wake-up of its own.
"""

import asyncio
import math
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from redis.exceptions import ConnectionError, RedisError, ResponseError


class Connection(Protocol):
    """What is used of redis-py's connection, which does the greeting, TLS and parsing; it has no types of its own."""

    async def connect(self) -> None: ...

    async def disconnect(self, nowait: bool = False) -> None: ...

    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None: ...

    def read_response(self, *, timeout: float) -> Awaitable[Any]: ...


@dataclass(slots=True)
class _Exchange:
    """What one caller sent and how many replies it waits for."""

    reply_count: int
    begun: float
    future: "asyncio.Future[list[Any]]"
    replies: list[Any] = field(default_factory=list)


class Channel:
    """Connects when first used and again when the connection was lost. Belongs to one event loop."""

    def __init__(self, make_connection: Callable[[], Connection]) -> None:
        self._make_connection = make_connection
        self._connection: Connection | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._outgoing: list[bytes] = []
        self._waiting: deque[_Exchange] = deque()
        self._closing: asyncio.Task[None] | None = None

    async def exchange(self, packed: bytes, reply_count: int) -> list[Any]:
        """Send packed commands as one piece and return their replies; errors that Redis answers are among them.

        Raises ConnectionError (redis-py's) when there is no connection, or it is lost before the last reply. A caller
        that is cancelled leaves its replies to be thrown away when they come.
        """
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while self._connection is None:  # a new one may be lost before those that waited for it come to their turn
            await self._connect()
        exchange = _Exchange(reply_count, begun, loop.create_future())
        self._waiting.append(exchange)
        self._outgoing.append(packed)
        if self._writing is None:
            self._writing = loop.create_task(self._write(), name="redis writer")
        return await exchange.future

    def give_up_if_silent(self, seconds: float) -> None:
        """Close the connection if its oldest exchange has waited for so long: nothing behind it would be answered.

        A tenth less counts as well: who asks began to count a moment before the exchange did.
        """
        if self._waiting and asyncio.get_running_loop().time() - self._waiting[0].begun >= 0.9 * seconds:
            self._lose(ConnectionError("no answer"))

    async def close(self) -> None:
        """Close the connection; what waits raises ConnectionError."""
        tasks = [task for task in (self._connecting, self._reading, self._writing) if task is not None]
        connection = self._connection
        self._lose(ConnectionError("the client is closed"))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if connection is not None:
            await connection.disconnect(nowait=True)

    async def _connect(self) -> None:
        """Wait until there is a connection; whoever comes meanwhile waits for the same one."""
        if self._connecting is None:
            self._connecting = asyncio.create_task(self._open(), name="redis connect")
        connecting = self._connecting
        await asyncio.wait([connecting])  # which leaves it alone when the caller is cancelled
        if connecting.cancelled():
            raise ConnectionError("the client is closed")
        connecting.result()

    async def _open(self) -> None:
        """Connect. All that tells of it is set before this task ends: who comes then finds it open, not under way."""
        connection = self._make_connection()
        try:
            await connection.connect()
            self._connection = connection
            self._reading = asyncio.create_task(self._read(connection), name="redis reader")
        finally:
            self._connecting = None

    async def _write(self) -> None:
        """Send what has gathered, until nothing has."""
        connection = self._connection
        try:
            while self._outgoing and connection is not None and connection is self._connection:
                packed = b"".join(self._outgoing)
                self._outgoing.clear()
                await connection.send_packed_command(packed, check_health=False)
        except (RedisError, OSError) as error:
            self._lose_if(connection, error)
        finally:
            if self._writing is asyncio.current_task():
                self._writing = None

    async def _read(self, connection: Connection) -> None:
        """Hand every reply to the exchange whose turn it is."""
        try:
            while True:
                try:
                    reply = await connection.read_response(timeout=math.inf)
                except ResponseError as error:
                    reply = error
                first = self._waiting[0] if self._waiting else None
                if first is None:
                    raise ConnectionError("an answer that nobody asked for")
                first.replies.append(reply)
                if len(first.replies) == first.reply_count:
                    self._waiting.popleft()
                    if not first.future.done():
                        first.future.set_result(first.replies)
        except (RedisError, OSError) as error:
            self._lose_if(connection, error)

    def _lose_if(self, connection: Connection | None, error: Exception) -> None:
        if connection is self._connection:
            self._lose(error)

    def _lose(self, error: Exception) -> None:
        """Let go of the connection; everything that waits on it has failed."""
        connection, self._connection = self._connection, None
        reading, self._reading = self._reading, None
        waiting, self._waiting = self._waiting, deque()
        self._outgoing.clear()
        self._writing = None  # the old writer may still hang on the old connection: the next one has its own
        for exchange in waiting:
            if not exchange.future.done():
                exchange.future.set_exception(_as_lost(error))
        if reading is not None and reading is not asyncio.current_task():
            reading.cancel()
        if connection is not None:
            closing = asyncio.get_running_loop().create_task(connection.disconnect(nowait=True), name="redis close")
            self._closing = closing  # kept, or it could be collected before it ran


def _as_lost(error: Exception) -> ConnectionError:
    """Return an error of its own for each that waits: one instance raised in many tasks would mix their tracebacks."""
    if isinstance(error, ConnectionError):
        return type(error)(*error.args)
    return ConnectionError(f"{type(error).__name__}: {error}")
