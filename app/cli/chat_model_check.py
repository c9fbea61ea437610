"""Asks the chat model of the settings for one word of JSON."""

import asyncio
import time

from app.adapters.chat_model.wiring import open_model_work
from app.adapters.redis.client import close_redis, open_redis
from app.domain.errors import ChatModelUnavailable, SetupError
from app.settings import Settings


def measure_chat_model(settings: Settings) -> float:
    """Return the seconds of one answer. Raises SetupError saying what is wrong."""
    return asyncio.run(_measure(settings))


async def _measure(settings: Settings) -> float:
    redis = open_redis(settings)
    try:
        async with open_model_work(settings, redis) as work:
            if work.chat is None:
                raise SetupError("HAIMA_LLM_BASE_URL is not set")
            begun = time.perf_counter()
            await work.chat.check()
            return time.perf_counter() - begun
    except ChatModelUnavailable as error:
        raise SetupError(
            f"the chat model does not answer ({error.detail}); correct HAIMA_LLM_BASE_URL, HAIMA_LLM_MODEL or "
            "HAIMA_LLM_API_KEY, or unset the base URL to go by rules alone"
        ) from None
    finally:
        await close_redis(redis)
