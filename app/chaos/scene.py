"""What a fault may touch, and how it mends a store."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import httpx

from app.chaos.embedder import FailingEmbedder
from app.chaos.stack import Stack

PATIENCE_SECONDS: Final = 240.0


@dataclass(slots=True)
class Scene:
    """What a fault may touch: `urls` are the servers that the writers call; they pause while `may_write` is not set."""

    stack: Stack
    embedder: FailingEmbedder
    client: httpx.AsyncClient
    urls: list[str]
    users: Sequence[tuple[str, str]]
    may_write: asyncio.Event


Fault = Callable[[Scene], Awaitable[None]]


async def mended(scene: Scene, name: str) -> None:
    """Start a store again that has ended, on this thread, with which it ends."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while name not in scene.stack.stores.mend():
            await asyncio.sleep(0.05)
