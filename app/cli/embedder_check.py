"""Asks the embedder of the settings for one vector."""

import asyncio
import time

from app.adapters.embedders.factory import build_embedder
from app.domain.errors import EmbedderUnavailable, SetupError
from app.settings import Settings


def measure_embedder(settings: Settings) -> tuple[int, float]:
    """Return (dimensions, seconds of a query once loaded). Raises SetupError saying what is wrong."""
    return asyncio.run(_measure(settings))


async def _measure(settings: Settings) -> tuple[int, float]:
    embedder = build_embedder(settings)
    if embedder is None:
        raise SetupError("HAIMA_EMBEDDER is none")
    try:
        await embedder.check()
        begun = time.perf_counter()
        vector = await embedder.embed_query("What time is it, please?")
        return len(vector), time.perf_counter() - begun
    except EmbedderUnavailable as error:
        raise SetupError(f"the embedder does not answer: {error.detail}") from None
    finally:
        await embedder.close()
