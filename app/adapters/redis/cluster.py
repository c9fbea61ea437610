"""Scripts and commands on a Redis Cluster: each goes to the node that holds its key, on one shared connection a node.

redis-py's cluster client keeps the map of slots (and TLS, passwords, node discovery); its own pipelines block scripts
and keep a pool a node, so the exchanges themselves take `Channel`, as on a single server.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.crc import key_slot
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ConnectionError,
    MovedError,
    RedisClusterException,
    SlotNotCoveredError,
    TryAgainError,
)

from app.adapters.redis.channel import Channel
from app.adapters.redis.wire import Command, Wire, pack, unwrapped

_TRIES: Final = 8
_PAUSE_SECONDS: Final = 0.1
_ELSEWHERE: Final = (MovedError, AskError, TryAgainError, ClusterDownError)


class ClusterWire(Wire):
    """A wire to all primaries of a cluster. A slot that moves is followed; a node that is gone is looked up anew."""

    clustered = True

    def __init__(self, client: RedisCluster, deadline_seconds: float) -> None:
        self._client = client
        self._deadline_seconds = deadline_seconds
        self._channels: dict[str, Channel] = {}
        self._looking_up: asyncio.Task[None] | None = None

    def parts(self, commands: Sequence[Command]) -> list[list[int]]:
        """Return the places of the commands that go together: of one slot, in the order in which slots come up."""
        found: dict[int, list[int]] = {}
        for place, command in enumerate(commands):
            found.setdefault(key_slot(_key(command)), []).append(place)
        return list(found.values())

    async def exchange(self, commands: Sequence[Command], *, atomic: bool) -> list[Any]:
        """Send commands of one slot to its node. Raises ConnectionError when no node takes them in time."""
        if not self._client.nodes_manager.slots_cache:
            await self._look_up()
        slot = key_slot(_key(commands[0]))
        packed, count = pack(commands, atomic=atomic)
        for attempt in range(_TRIES):
            replies = await self._exchange(slot, packed, count)
            refusals = [reply for reply in _flat(replies) if isinstance(reply, _ELSEWHERE)]
            if not refusals:
                return unwrapped(replies, len(commands), atomic=atomic)
            # Nothing of it was done: all its keys are of the slot, and a transaction of refused commands is void.
            if any(isinstance(reply, MovedError) for reply in refusals):
                await self._look_up()
            else:
                await asyncio.sleep(_PAUSE_SECONDS * (attempt + 1))
        raise ConnectionError(f"no node of the cluster answers for the slot: {type(refusals[0]).__name__}")

    async def load(self, command: Command, like: Command) -> None:
        """Send a command without a key to the node of another's key."""
        packed, count = pack([command], atomic=False)
        await self._exchange(key_slot(_key(like)), packed, count)

    async def close(self) -> None:
        """Close the connections to all nodes."""
        for channel in self._channels.values():
            await channel.close()

    async def _exchange(self, slot: int, packed: bytes, count: int) -> list[Any]:
        try:
            node = self._client.nodes_manager.get_node_from_slot(slot)
        except SlotNotCoveredError as error:
            await self._look_up()
            raise ConnectionError(str(error)) from error
        channel = self._channel(node)
        try:
            async with asyncio.timeout(self._deadline_seconds):
                return await channel.exchange(packed, count)
        except TimeoutError:
            channel.give_up_if_silent(self._deadline_seconds)
            raise
        except ConnectionError:
            await self._look_up()  # another node may have taken over
            raise

    def _channel(self, node: ClusterNode) -> Channel:
        channel = self._channels.get(node.name)
        if channel is None:
            channel = Channel(lambda: node.connection_class(**node.connection_kwargs))
            self._channels[node.name] = channel
        return channel

    async def _look_up(self) -> None:
        """Read the map of slots anew; whoever needs it meanwhile waits for the same reading."""
        if self._looking_up is None:
            self._looking_up = asyncio.create_task(self._read_map(), name="redis cluster map")
            self._looking_up.add_done_callback(self._looked_up)
        await asyncio.shield(self._looking_up)

    async def _read_map(self) -> None:
        try:
            await self._client.nodes_manager.initialize()
        except RedisClusterException as error:
            raise ConnectionError(f"the map of the cluster cannot be read: {error}") from error

    def _looked_up(self, task: "asyncio.Task[None]") -> None:
        self._looking_up = None
        if not task.cancelled():
            task.exception()  # those that wait for it are told


def _key(command: Command) -> bytes:
    key = command[3] if command[0] == "EVALSHA" else command[1]
    return key if isinstance(key, bytes) else str(key).encode()


def _flat(replies: Sequence[Any]) -> list[Any]:
    """Return the replies, and those inside the answer to an EXEC."""
    last = replies[-1]
    return [*replies, *last] if isinstance(last, list) else list(replies)
