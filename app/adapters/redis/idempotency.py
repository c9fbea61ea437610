"""`IdempotencyKeys` of the ports: the first answer under an Idempotency-Key, per owner, in Redis."""

import time

from app.adapters.redis.client import RedisClient
from app.adapters.redis.keys import Keys, digest
from app.adapters.redis.scripts import RedisScripts
from app.domain.errors import IdempotencyConflict
from app.domain.models import Owner
from app.service.ports import StoredAnswer
from app.settings import Settings

RESERVATION_SECONDS = 60
"""How long a key whose first call crashed stays taken; no call lasts so long."""


class RedisIdempotencyKeys:
    """A key is free, running (its call is under way) or done (its answer is kept)."""

    def __init__(self, client: RedisClient, settings: Settings) -> None:
        self._scripts = RedisScripts(client)
        self._keys = Keys(settings.redis_prefix)

    async def begin(self, owner: Owner, key: str, body_hash: str, ttl_seconds: int) -> StoredAnswer | None:
        """Reserve the key (None), or return the first answer.

        Raises IdempotencyConflict for another body and while the first call runs.
        """
        reservation_ms = 1000 * min(ttl_seconds, RESERVATION_SECONDS)
        arguments = (digest(key), digest(body_hash), reservation_ms, _now_ms())
        # Not sent anew after a lost connection: it would meet its own reservation.
        reply = await self._scripts.run("idempotency_begin", [self._keys.owner(owner)], *arguments, again=False)
        if reply is None:
            return None
        if not isinstance(reply, bytes):
            raise IdempotencyConflict("this Idempotency-Key is in use by a call with another body or one still running")
        status, _, body = reply.partition(b"|")
        return StoredAnswer(status=int(status), body=body)

    async def finish(self, owner: Owner, key: str, body_hash: str, answer: StoredAnswer, ttl_seconds: int) -> None:
        """Keep the answer, unless another call holds the key by now."""
        stored = b"%d|%b" % (answer.status, answer.body)
        arguments = (digest(key), digest(body_hash), 1000 * ttl_seconds, _now_ms(), stored)
        await self._scripts.run("idempotency_end", [self._keys.owner(owner)], *arguments)

    async def abandon(self, owner: Owner, key: str, body_hash: str) -> None:
        """Free a key whose call failed, unless another call holds it by now."""
        await self._scripts.run(
            "idempotency_end", [self._keys.owner(owner)], digest(key), digest(body_hash), 0, _now_ms(), ""
        )


def _now_ms() -> int:
    """The wall clock, which only bounds how long the index of an owner's keys is kept."""
    return int(time.time() * 1000)
