"""The book of the chat model's calls, in Redis: tokens of the day and counters, one for all processes."""

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from app.adapters.redis.client import RedisClient, redis_errors
from app.adapters.redis.keys import Keys
from app.adapters.redis.scripts import Command, RedisScripts
from app.domain.errors import StoreUnavailable
from app.settings import Settings

log = logging.getLogger(__name__)

_KEPT_SECONDS: Final = 172_800
SPENT: Final = "tokens"


class RedisModelLedger:
    """`app.service.ports.chat_model.ModelLedger` on Redis. Days are those of UTC."""

    def __init__(self, client: RedisClient, settings: Settings) -> None:
        self._scripts = RedisScripts(client)
        self._keys = Keys(settings.redis_prefix)
        self._daily_tokens = settings.llm_daily_tokens

    async def reserve(self, tokens: int, *, now: datetime) -> bool:
        """Set tokens aside for a call; False, and none are, where the budget of the day does not hold them."""
        key = self._day(now)
        spent, _ = await self._send(("INCRBY", key, tokens), ("EXPIRE", key, _KEPT_SECONDS))
        if self._daily_tokens and int(spent) > self._daily_tokens:
            await self._send(("DECRBY", key, tokens))
            return False
        return True

    async def settle(self, *, reserved: int, used: int, now: datetime) -> None:
        """Put what was really used in place of what was set aside."""
        day, counts = self._day(now), self._keys.model_counts()
        try:
            await self._send(
                ("INCRBY", day, used - reserved), ("EXPIRE", day, _KEPT_SECONDS), ("HINCRBY", counts, SPENT, used)
            )
        except StoreUnavailable:  # too much stays set aside until the day is over, which errs on the safe side
            log.warning("%d tokens of the chat model could not be booked", used)

    async def count(self, counts: Mapping[str, int]) -> None:
        """Add to counters by name. A count that can't be kept is logged."""
        commands: list[Command] = [
            ("HINCRBY", self._keys.model_counts(), name, count) for name, count in counts.items() if count
        ]
        if not commands:
            return
        try:
            await self._send(*commands)
        except StoreUnavailable:
            log.warning("counts of the chat model are lost: %s", dict(counts))

    async def counts(self) -> dict[str, int]:
        """All counters by name, with `tokens` spent in all."""
        (flat,) = await self._send(("HGETALL", self._keys.model_counts()))
        return {name.decode(): int(count) for name, count in zip(flat[::2], flat[1::2], strict=True)}

    def _day(self, now: datetime) -> str:
        return self._keys.model_tokens(now.astimezone(UTC).strftime("%Y-%m-%d"))

    async def _send(self, *commands: Command) -> list[Any]:
        with redis_errors():
            return await self._scripts.send(commands, atomic=True, again=False)
