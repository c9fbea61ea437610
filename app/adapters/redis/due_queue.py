"""The queue of owners that wait for the worker: due, under a lease, or held back after a failure. Times in Unix ms."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from app.adapters.redis.codec import micros
from app.adapters.redis.keys import Keys
from app.adapters.redis.scripts import Command, RedisScripts
from app.domain.models import Owner

_SCAN_COUNT: Final = 500
_LEAST_AHEAD_SECONDS: Final = 600.0
"""Clocks of machines may differ by so much before one takes what another marked for later."""


def millis(at: datetime) -> int:
    """Unix milliseconds of an aware time."""
    return micros(at) // 1000


class DueQueue:
    """Which owner is drained next. An owner is in the queue once, however many entries of it wait."""

    def __init__(self, scripts: RedisScripts, keys: Keys, *, longest_wait_seconds: float) -> None:
        """`longest_wait_seconds`: no owner is marked due further ahead than that, or than a minute after a failure."""
        self._scripts = scripts
        self._keys = keys
        self._ahead_ms = round(max(_LEAST_AHEAD_SECONDS, 2 * longest_wait_seconds) * 1000)

    def mark(self, owner: Owner, due_at: datetime) -> Command:
        """The command that makes an owner due; an earlier time that stands already wins."""
        return ("ZADD", self._keys.due(), "LT", millis(due_at), owner.tag)

    async def claim(self, *, limit: int, lease_seconds: float, now: datetime) -> list[tuple[Owner, int]]:
        """Take owners whose time has come under a lease; with each the number of earlier failed tries."""
        lease_end = millis(now) + max(1, round(lease_seconds * 1000))
        # Sent anew after a lost connection, a claim leaves the first one's owners to the end of their lease.
        taken = await self._scripts.run(
            "claim", self._keys.queue(), millis(now), lease_end, limit, millis(now) + self._ahead_ms
        )
        tags = [tag.decode() for tag in taken[::2]]
        claimed: list[tuple[Owner, int]] = []
        for tag, tries, owner in zip(tags, taken[1::2], await self._owners(tags), strict=True):
            if owner is None:  # everything of this owner was removed, or has expired with nothing waiting
                await self.settle(tag, waiting=False)
            else:
                claimed.append((owner, int(tries)))
        return claimed

    async def waiting(self) -> AsyncIterator[Owner]:
        """Every owner of whom something waits, also under a lease or held back; one may come twice."""
        for key in self._keys.queue()[:3]:
            cursor = b"0"
            while True:
                [(cursor, found)] = await self._scripts.send([("ZSCAN", key, cursor, "COUNT", _SCAN_COUNT)])
                tags = [tag.decode() for tag in found[::2]]
                for owner in await self._owners(tags):
                    if owner is not None:
                        yield owner
                if cursor == b"0":
                    break

    async def _owners(self, tags: Sequence[str]) -> list[Owner | None]:
        """The owner of each tag; None where nothing of them is left."""
        if not tags:
            return []
        rows = await self._scripts.send([("HMGET", self._keys.owner_of_tag(tag), "tenant", "user") for tag in tags])
        return [None if tenant is None else Owner(tenant.decode(), user.decode()) for tenant, user in rows]

    async def settle(self, tag: str, *, waiting: bool) -> None:
        """End a lease after success; `waiting`: something is left that was not read, so the owner is due again."""
        await self._scripts.run("settle", self._keys.queue(), tag, int(waiting), millis(datetime.now(UTC)))

    async def release(self, owner: Owner, *, due_at: datetime, failed: bool) -> None:
        """Give an owner back. Not sent anew after a lost connection: a failure must not count twice."""
        arguments = (owner.tag, millis(due_at), int(failed))
        await self._scripts.run("release", self._keys.queue(), *arguments, again=not failed)

    async def stats(self, now: datetime) -> Mapping[str, float]:
        """`due` (all that wait, also for a later time), `leased`, `held` (counts) and `oldest_seconds`.

        That is how long the oldest has been overdue, also while a worker has it or it is held back after a failure.
        """
        due, leased, held, _, _, since = self._keys.queue()
        due_count, leased_count, held_count, *firsts = await self._scripts.send(
            [
                ("ZCARD", due),
                ("ZCARD", leased),
                ("ZCARD", held),
                ("ZRANGEBYSCORE", due, "-inf", millis(now), "WITHSCORES", "LIMIT", 0, 1),
                ("ZRANGE", since, 0, 0, "WITHSCORES"),
            ]
        )
        oldest = max((millis(now) - float(first[1]) for first in firsts if first), default=0.0)
        return {
            "due": due_count,
            "leased": leased_count,
            "held": held_count,
            "oldest_seconds": max(0.0, oldest / 1000),
        }
