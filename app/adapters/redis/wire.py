"""How commands reach Redis: to one server over one shared connection, or to the nodes of a cluster (`cluster`)."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, cast

from hiredis import pack_command

from app.adapters.redis.channel import Channel

Argument = str | bytes | int | float
Command = tuple[Argument, ...]

# hiredis's own types say that a command is one word.
_pack = cast(Callable[[Command], bytes], pack_command)


def pack(commands: Sequence[Command], *, atomic: bool) -> tuple[bytes, int]:
    """Return commands as bytes, and how many replies they have; `atomic` puts MULTI and EXEC around them."""
    wrapped = [("MULTI",), *commands, ("EXEC",)] if atomic else commands
    return b"".join([_pack(command) for command in wrapped]), len(wrapped)


def unwrapped(replies: list[Any], count: int, *, atomic: bool) -> list[Any]:
    """Return a reply a command; a transaction that was refused refuses each."""
    if not atomic:
        return replies
    return replies[-1] if isinstance(replies[-1], list) else [replies[-1]] * count


class Wire(ABC):
    """Sends what belongs together in one piece. Errors that Redis answers are returned among the replies."""

    clustered: ClassVar[bool]

    @abstractmethod
    def parts(self, commands: Sequence[Command]) -> list[list[int]]:
        """Return the places of commands that can go in one piece each."""

    @abstractmethod
    async def exchange(self, commands: Sequence[Command], *, atomic: bool) -> list[Any]:
        """Send one part and return a reply a command. Raises TimeoutError, and redis-py's ConnectionError."""

    @abstractmethod
    async def load(self, command: Command, like: Command) -> None:
        """Send a command that has no key to where another one goes."""

    @abstractmethod
    async def close(self) -> None:
        """Close every connection."""


class ServerWire(Wire):
    """A wire to one server."""

    clustered = False

    def __init__(self, channel: Channel, deadline_seconds: float) -> None:
        self._channel = channel
        self._deadline_seconds = deadline_seconds

    def parts(self, commands: Sequence[Command]) -> list[list[int]]:
        """Return all in one: there is one server."""
        return [list(range(len(commands)))]

    async def exchange(self, commands: Sequence[Command], *, atomic: bool) -> list[Any]:
        """Send commands in one packet."""
        packed, count = pack(commands, atomic=atomic)
        try:
            async with asyncio.timeout(self._deadline_seconds):
                replies = await self._channel.exchange(packed, count)
        except TimeoutError:
            self._channel.give_up_if_silent(self._deadline_seconds)
            raise
        return unwrapped(replies, len(commands), atomic=atomic)

    async def load(self, command: Command, like: Command) -> None:
        """Send a command."""
        await self.exchange([command], atomic=False)

    async def close(self) -> None:
        """Close the connection."""
        await self._channel.close()
