"""What the load bench asks of the service: each verb alone, then a mix, against a user of a thousand memories."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final
from uuid import uuid4

import orjson

from app.bench.load import MakeRequest, Measured, Target, measure
from app.bench.progress import Steps
from app.bench.service import Service
from app.bench.texts import question, sentence

SEED_MEMORIES: Final = 20
"""Memories in one `sync` save: about a second of embedding."""
CACHED_QUERIES: Final = 20
SAVE_USERS: Final = 200
MIX: Final = ("save", "search", "save", "search", "context")
"""40 % saves, 40 % searches, 20 % contexts."""


@dataclass(slots=True)
class Bench:
    """One run: where to, as which users, how long each measurement takes."""

    target: Target
    seconds: float
    memories: int = 1000
    run: str = field(default_factory=lambda: uuid4().hex[:8])
    _numbers: Iterator[int] = field(default_factory=count)

    @property
    def user_id(self) -> str:
        """The user of many memories."""
        return f"bench-{self.run}"

    def save(self, mode: str, user: str = "saver") -> MakeRequest:
        """A short round, new each time, in one of many users' sessions."""

        def make(number: int) -> tuple[str, Any]:
            unique = next(self._numbers)
            body = {
                "user_id": f"{user}-{self.run}-{number % SAVE_USERS}",
                "session_id": f"s{number % SAVE_USERS}",
                "messages": [
                    {"role": "user", "content": sentence(2 * unique), "id": f"{unique}u"},
                    {"role": "assistant", "content": sentence(2 * unique + 1), "id": f"{unique}a"},
                ],
                "mode": mode,
            }
            return "/v1/save", body

        return make

    def search(self, *, fresh: bool) -> MakeRequest:
        """A search of the user of many memories, with a text never asked before or one of a few."""

        def make(number: int) -> tuple[str, Any]:
            text = question(1_000_000 + next(self._numbers) if fresh else number % CACHED_QUERIES)
            return "/v1/search", {"user_id": self.user_id, "query": text, "top_k": 5}

        return make

    def context(self) -> MakeRequest:
        """A context for the user of many memories, in a session that has a window."""

        def make(number: int) -> tuple[str, Any]:
            body = {"user_id": self.user_id, "session_id": "talk", "query": question(number % CACHED_QUERIES)}
            return "/v1/build-context", body | {"system_prompt": "You are a helpful assistant.", "token_budget": 2000}

        return make

    def mix(self) -> MakeRequest:
        """Saves, searches and contexts as a chatbot backend sends them."""
        makers = {"save": self.save("async", "mixer"), "search": self.search(fresh=False), "context": self.context()}

        def make(number: int) -> tuple[str, Any]:
            return makers[MIX[number % len(MIX)]](number)

        return make

    async def measure(self, name: str, make: MakeRequest, connections: int) -> Measured:
        """One measurement, said on stderr."""
        print(f"{name}, {connections} connections …", file=sys.stderr, flush=True)
        return await measure(name, self.target, make, connections=connections, seconds=self.seconds)


async def seed(bench: Bench, service: Service) -> None:
    """Save the memories of the user that is searched, each found by meaning afterwards, and a talk with a window."""
    memories = [{"content": sentence(number), "importance": 0.6} for number in range(bench.memories)]
    with Steps("seeding memories", bench.memories) as steps:
        for start in range(0, bench.memories, SEED_MEMORIES):
            part = memories[start : start + SEED_MEMORIES]
            await service.save_memories(bench.user_id, part, "sync")
            steps.advance(len(part))
    talk = [{"role": "assistant" if number % 2 else "user", "content": sentence(9000 + number)} for number in range(6)]
    await service.save(bench.user_id, "talk", talk, "sync")


async def run_all(bench: Bench, *, quick: bool = False) -> AsyncIterator[Measured]:
    """Every measurement, those that leave background work behind last."""
    await _warm(bench)
    for connections in (8,) if quick else (1, 8, 32, 100):
        yield await bench.measure("search, cached query", bench.search(fresh=False), connections)
    for connections in (4,) if quick else (1, 4):
        yield await bench.measure("search, fresh query", bench.search(fresh=True), connections)
    for connections in (8,) if quick else (1, 8, 32):
        yield await bench.measure("build-context, cached query", bench.context(), connections)
    yield await _forget(bench)
    for mode, many in (("sync", (1, 4)), ("async", (1, 32, 100)), ("batch", (32,))):
        for connections in many[:1] if quick else many:
            yield await bench.measure(f"save, {mode}", bench.save(mode), connections)
    for connections in (32,) if quick else (1, 32, 100):
        yield await bench.measure("mix 40/40/20", bench.mix(), connections)


async def _warm(bench: Bench) -> None:
    """Ask every cached query once, and let the service load what it loads at first use."""
    for make in (bench.search(fresh=False), bench.context()):
        await measure("warm", bench.target, make, connections=1, seconds=60.0, most=CACHED_QUERIES)


async def _forget(bench: Bench) -> Measured:
    """Forget single memories of a user that was given some for it."""
    ids: list[str] = []

    def note(status: int, body: bytes) -> None:
        if status < 300:
            ids.extend(saved["id"] for saved in orjson.loads(body)["saved"])

    def plant(number: int) -> tuple[str, Any]:
        memories = [{"content": sentence(50_000 + 50 * number + n), "importance": 0.3} for n in range(50)]
        return "/v1/save", {"user_id": f"forgetter-{bench.run}", "memories": memories, "mode": "async"}

    def forget(number: int) -> tuple[str, Any]:
        return "/v1/forget", {"user_id": f"forgetter-{bench.run}", "memory_ids": [ids[number]]}

    await measure("plant", bench.target, plant, connections=2, seconds=60.0, most=20, on_answer=note)
    await asyncio.sleep(1.0)
    print("forget, 4 connections …", file=sys.stderr, flush=True)
    return await measure("forget by id", bench.target, forget, connections=4, seconds=bench.seconds, most=len(ids))
