"""Runs the Lua scripts of `lua/`: loaded once, called by digest, loaded again when the server has lost them."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, cast

from hiredis import pack_command
from redis.asyncio import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import BusyLoadingError, ConnectionError, NoScriptError

from app.adapters.redis.client import SharedPool, redis_errors

Argument = str | bytes | int | float
Command = tuple[Argument, ...]

_PRELUDES = {
    **dict.fromkeys(("snapshot", "read_pending", "confirm", "close", "put_turn"), ("prelude",)),
    **dict.fromkeys(("append", "put_card", "remove"), ("prelude", "cards")),
}
# hiredis's own types say that a command is one word.
_pack = cast(Callable[[Command], bytes], pack_command)
_TRIES = 3
_BACKOFF = ExponentialWithJitterBackoff(base=0.02, cap=0.2)


@lru_cache
def source_of(script: str) -> str:
    """The whole text of a script with the shared functions it needs before it."""
    folder = files("app.adapters.redis") / "lua"
    return "\n".join((folder / f"{name}.lua").read_text("utf-8") for name in (*_PRELUDES.get(script, ()), script))


@lru_cache
def digest_of(script: str) -> str:
    """The SHA-1 by which the server knows a script; Redis has no other."""
    return hashlib.sha1(source_of(script).encode(), usedforsecurity=False).hexdigest()


@lru_cache
def script_names() -> tuple[str, ...]:
    """The scripts that can be run (the shared preludes are none)."""
    folder = files("app.adapters.redis") / "lua"
    names = {entry.name.removesuffix(".lua") for entry in folder.iterdir() if entry.name.endswith(".lua")}
    return tuple(sorted(names - {"prelude", "cards"}))


def evaluate(script: str, keys: Sequence[str], arguments: Sequence[Argument]) -> Command:
    """The command that runs a script."""
    return ("EVALSHA", digest_of(script), len(keys), *keys, *arguments)


class RedisScripts:
    """Sends commands and scripts in as few packets as possible.

    redis-py's pipelines cost half as much again as one command, which a save would feel; so commands are packed here,
    sent on the connection that all share, with one deadline for the whole exchange.
    """

    def __init__(self, client: Redis) -> None:
        if not isinstance(client.connection_pool, SharedPool):
            raise TypeError("RedisScripts wants a client made by open_redis")
        self._channel = client.connection_pool.channel
        self._deadline_seconds = client.connection_pool.deadline_seconds
        self._loading: dict[str, asyncio.Task[list[Any]]] = {}

    async def run(self, script: str, keys: Sequence[str], *arguments: Argument, again: bool = True) -> Any:
        """Run one script and return its reply. `again`: it is idempotent and may be sent anew after a lost connection.

        Raises StoreUnavailable.
        """
        return (await self.send([evaluate(script, keys, arguments)], again=again))[0]

    async def send(self, commands: Sequence[Command], *, atomic: bool = False, again: bool = True) -> list[Any]:
        """Send commands in one packet and return their replies; `atomic` puts MULTI and EXEC around them.

        At most one of the commands may run a script: where the server has lost it, all are sent again.

        Raises StoreUnavailable if any command fails.
        """
        with redis_errors():
            for attempt in range(_TRIES):
                try:
                    return await self._send_known(commands, atomic=atomic)
                except (ConnectionError, BusyLoadingError):
                    if not again or attempt == _TRIES - 1:
                        raise
                    await asyncio.sleep(_BACKOFF.compute(attempt + 1))
        raise AssertionError("the last try returns or raises")

    async def _send_known(self, commands: Sequence[Command], *, atomic: bool) -> list[Any]:
        replies = await self._exchange(commands, atomic=atomic)
        if any(isinstance(reply, NoScriptError) for reply in replies):
            wanted = {command[1] for command in commands if command[0] == "EVALSHA"}
            await asyncio.gather(*(self._load(name) for name in script_names() if digest_of(name) in wanted))
            replies = await self._exchange(commands, atomic=atomic)
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return replies

    async def _load(self, name: str) -> None:
        """Give the server a script; callers that miss it at the same time share one loading."""
        if name not in self._loading:
            task = asyncio.create_task(self._exchange([("SCRIPT", "LOAD", source_of(name))], atomic=False))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
            self._loading[name] = task
        await asyncio.shield(self._loading[name])

    async def _exchange(self, commands: Sequence[Command], *, atomic: bool) -> list[Any]:
        """Write all commands, read all replies; errors that the server answered are returned, not raised."""
        wrapped = [("MULTI",), *commands, ("EXEC",)] if atomic else commands
        packed = b"".join([_pack(command) for command in wrapped])
        try:
            async with asyncio.timeout(self._deadline_seconds):
                replies = await self._channel.exchange(packed, len(wrapped))
        except TimeoutError:
            self._channel.give_up_if_silent(self._deadline_seconds)
            raise
        if not atomic:
            return replies
        return replies[-1] if isinstance(replies[-1], list) else [replies[-1]] * len(commands)
