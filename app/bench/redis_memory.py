"""What working memory costs in Redis: bytes for 10,000 messages that stand in windows."""

import asyncio
from typing import Any, Final

from redis.asyncio import Redis

from app.bench.load import Target, measure
from app.bench.texts import sentence

MESSAGES: Final = 10_000
SESSION_MESSAGES: Final = 6
"""Three rounds: what a window holds by default."""
_SETTLE_TRIES: Final = 120


async def working_memory_bytes(target: Target, redis_url: str, run: str) -> dict[str, int]:
    """Save 10,000 messages, 6 a session, 5 sessions a user, and read what Redis uses more than before.

    `at_once` is right after saving, `settled` when it no longer shrinks: only windows are left then.
    """
    async with Redis.from_url(redis_url) as redis:
        before = await _settled(redis)
        sessions = MESSAGES // SESSION_MESSAGES

        def save(number: int) -> tuple[str, Any]:
            messages = [
                {"role": "assistant" if n % 2 else "user", "content": sentence(n), "id": f"m{n}"}
                for n in range(number * SESSION_MESSAGES, (number + 1) * SESSION_MESSAGES)
            ]
            user_id = f"memory-{run}-{number // 5}"
            return "/v1/save", {"user_id": user_id, "session_id": f"s{number}", "messages": messages}

        saved = await measure("working memory", target, save, connections=16, seconds=300.0, most=sessions)
        at_once = await _used(redis) - before
        settled = await _settled(redis) - before
    return {
        "messages": (saved.requests - sum(saved.errors.values())) * SESSION_MESSAGES,
        "at_once": at_once,
        "settled": settled,
    }


async def _used(redis: "Redis") -> int:
    info: dict[str, Any] = await redis.info("memory")
    return int(info["used_memory"])


async def _settled(redis: "Redis") -> int:
    """Used memory once it has not shrunk by a percent for three seconds."""
    last = await _used(redis)
    quiet = 0
    for _ in range(_SETTLE_TRIES):
        await asyncio.sleep(1.0)
        now = await _used(redis)
        quiet = quiet + 1 if now > last * 0.99 else 0
        last = min(last, now)
        if quiet == 3:
            break
    return last
