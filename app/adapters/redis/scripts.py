"""Runs the Lua scripts of `lua/`: loaded once, called by digest, loaded again when the server has lost them."""

import asyncio
import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import BusyLoadingError, ConnectionError, NoScriptError

from app.adapters.redis.client import RedisClient, redis_errors, wire_of
from app.adapters.redis.wire import Argument, Command

_PRELUDES = {
    **dict.fromkeys(("snapshot", "read_pending", "confirm", "close", "put_turn", "put_summary"), ("prelude",)),
    **dict.fromkeys(("append", "put_card", "remove", "take_back"), ("prelude", "cards")),
}
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

    redis-py's pipelines cost half as much again as one command, which a save would feel; so commands are packed here
    and sent on a connection that all share, with one deadline for the whole exchange.
    """

    def __init__(self, client: RedisClient) -> None:
        self._wire = wire_of(client)
        self._loading: dict[str, asyncio.Task[None]] = {}

    @property
    def clustered(self) -> bool:
        """Whether keys of different owners live on different nodes, so that nothing spans them in one transaction."""
        return self._wire.clustered

    async def run(self, script: str, keys: Sequence[str], *arguments: Argument, again: bool = True) -> Any:
        """Run one script and return its reply. `again`: it is idempotent and may be sent anew after a lost connection.

        Raises StoreUnavailable.
        """
        return (await self.send([evaluate(script, keys, arguments)], again=again))[0]

    async def send(self, commands: Sequence[Command], *, atomic: bool = False, again: bool = True) -> list[Any]:
        """Send commands in one packet and return their replies; `atomic` puts MULTI and EXEC around them.

        At most one of the commands may run a script: where the server has lost it, all are sent again. On a cluster the
        commands of each slot are a piece of their own, all sent at once.

        Raises StoreUnavailable if any command fails.
        """
        parts = self._wire.parts(commands)
        with redis_errors():
            if len(parts) == 1:
                return await self._send_part(commands, atomic=atomic, again=again)
            pieces = [[commands[place] for place in places] for places in parts]
            sent = await asyncio.gather(*(self._send_part(piece, atomic=atomic, again=again) for piece in pieces))
        replies: list[Any] = [None] * len(commands)
        for places, part in zip(parts, sent, strict=True):
            for place, reply in zip(places, part, strict=True):
                replies[place] = reply
        return replies

    async def _send_part(self, commands: Sequence[Command], *, atomic: bool, again: bool) -> list[Any]:
        for attempt in range(_TRIES):
            try:
                return await self._send_known(commands, atomic=atomic)
            except (ConnectionError, BusyLoadingError):
                if not again or attempt == _TRIES - 1:
                    raise
                await asyncio.sleep(_BACKOFF.compute(attempt + 1))
        raise AssertionError("the last try returns or raises")

    async def _send_known(self, commands: Sequence[Command], *, atomic: bool) -> list[Any]:
        replies = await self._wire.exchange(commands, atomic=atomic)
        if any(isinstance(reply, NoScriptError) for reply in replies):
            for command in commands:
                if command[0] == "EVALSHA":
                    await self._load(str(command[1]), command)
            replies = await self._wire.exchange(commands, atomic=atomic)
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return replies

    async def _load(self, digest: str, command: Command) -> None:
        """Give a server a script; callers that miss it at the same time share one loading."""
        loading = f"{digest} {command[3]!r}" if self._wire.clustered else digest
        if loading not in self._loading:
            name = next(name for name in script_names() if digest_of(name) == digest)
            task = asyncio.create_task(self._wire.load(("SCRIPT", "LOAD", source_of(name)), command))
            task.add_done_callback(lambda _: self._loading.pop(loading, None))
            self._loading[loading] = task
        await asyncio.shield(self._loading[loading])


__all__ = ["Argument", "Command", "RedisScripts", "digest_of", "evaluate", "script_names", "source_of"]
