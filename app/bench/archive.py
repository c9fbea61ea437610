"""How many rounds one worker archives a second when embedding costs nothing: Redis, Postgres and our own code alone.

Rounds are saved through the use case, by many users, without a worker; then the archiver drains them and vectors are
written, in this process, as the worker does both. The embedder is one that answers at once.
"""

import gc
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pydantic import SecretStr
from rich.table import Table

from app.adapters.postgres.database import Database
from app.adapters.postgres.migrate import migrate
from app.adapters.redis.client import close_redis, open_redis
from app.bench.report import console, write_json
from app.bench.texts import sentence
from app.bootstrap.services import build_services
from app.bootstrap.toolbox import Toolbox
from app.domain.models import Owner
from app.domain.similarity import Background
from app.embedded import start_stores
from app.service.requests import MessageGiven, SaveRequest
from app.settings import Settings

DIMENSIONS: Final = 384
EMBED_BATCH: Final = 256
WINDOW_ROUNDS: Final = 1
"""All rounds of a session but the last leave its window and are archived."""


class InstantEmbedder:
    """An embedder whose vectors cost nothing: the same one for every text."""

    model = "instant"
    dimensions = DIMENSIONS
    background = Background(0.0, 1.0)

    def __init__(self) -> None:
        self._vector = np.full(DIMENSIONS, DIMENSIONS**-0.5, dtype=np.float32)

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        """The one vector."""
        return self._vector

    def known_query(self, text: str) -> NDArray[np.float32] | None:
        """The one vector."""
        return self._vector

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The one vector for each text."""
        return np.tile(self._vector, (len(texts), 1))

    async def check(self) -> None:
        """Ready at once."""

    async def close(self) -> None:
        """Nothing is open."""


@dataclass(frozen=True, slots=True)
class ArchiveRun:
    """What was done, and how long it took; CPU is that of this process alone."""

    rounds: int
    archive_seconds: float
    archive_cpu_seconds: float
    vectors: int
    embed_seconds: float
    embed_cpu_seconds: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "rounds": self.rounds,
            "rounds_a_second": round(self.rounds / self.archive_seconds, 1),
            "rounds_a_cpu_second": round(self.rounds / self.archive_cpu_seconds, 1),
            "vectors": self.vectors,
            "vectors_a_second": round(self.vectors / self.embed_seconds, 1),
            "vectors_a_cpu_second": round(self.vectors / self.embed_cpu_seconds, 1),
            "rounds_a_second_with_vectors": round(self.rounds / (self.archive_seconds + self.embed_seconds), 1),
        }


async def _save(tools: Toolbox, users: int, rounds: int) -> None:
    """Save rounds in calls of at most ten, one session a user; none is archived yet."""
    save = build_services(tools).save
    for user in range(users):
        for first in range(0, rounds, 10):
            messages = tuple(
                MessageGiven("assistant" if part else "user", sentence(user * rounds + number), f"{number}-{part}")
                for number in range(first, min(first + 10, rounds))
                for part in (0, 1)
            )
            await save.save(SaveRequest(Owner("bench", f"u{user}"), session_id="s", messages=messages))


async def measure_archive(users: int, rounds: int) -> ArchiveRun:
    """Archive `rounds` rounds of each of `users` users on embedded stores of its own, print and write JSON."""
    with tempfile.TemporaryDirectory(prefix="haima-bench-") as folder:
        stores = start_stores(Path(folder) / "data")
        try:
            migrate(stores.database_url)
            settings = Settings(
                _env_file=None,
                database_url=SecretStr(stores.database_url),
                redis_url=SecretStr(stores.redis_url),
                window_rounds=WINDOW_ROUNDS,
                embed_batch_pieces=EMBED_BATCH,
            )
            run = await _measured(settings, users, rounds)
        finally:
            stores.stop()
    table = Table(title=f"Archiving, one worker, {os.cpu_count()} cores, instant embedder", title_justify="left")
    for name in run.as_dict():
        table.add_column(name.replace("_", " "), justify="right")
    table.add_row(*(f"{value:,}" for value in run.as_dict().values()))
    console().print(table)
    console().print(f"written to {write_json('archive', run.as_dict())}")
    return run


async def _measured(settings: Settings, users: int, rounds: int) -> ArchiveRun:
    redis = open_redis(settings)
    try:
        async with Database.from_settings(settings) as database:
            tools = Toolbox(settings, database, redis, InstantEmbedder())
            await _save(tools, users, rounds)
            gc.collect()
            gc.freeze()  # as the worker does when it begins
            begun, cpu = time.perf_counter(), time.process_time()
            while await tools.archiver.drain_due():
                pass
            archived, archived_cpu = time.perf_counter(), time.process_time()
            vectors = 0
            while written := await tools.embed.embed_waiting():
                vectors += written
            return ArchiveRun(
                users * (rounds - WINDOW_ROUNDS),
                archived - begun,
                archived_cpu - cpu,
                vectors,
                time.perf_counter() - archived,
                time.process_time() - archived_cpu,
            )
    finally:
        await close_redis(redis)
