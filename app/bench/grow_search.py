"""Searches of one user by how they come: vector known or not, one or several at a time, before and with an index."""

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import psycopg
from rich.table import Table

from app.bench.load import MakeRequest, Measured, Target, measure
from app.bench.progress import Steps
from app.bench.report import console
from app.bench.scenarios import CACHED_QUERIES
from app.bench.texts import question

SEARCH_CONNECTIONS: Final = (1, 4)
_LOOK_SECONDS: Final = 1.0
_FRESH_FROM: Final = 1_000_000
_NOTED: Final = "select large_pieces from owners where user_id = %s"
_BUILT: Final = """
select i.indisvalid
from owners o
join pg_class c on starts_with(c.relname, 'pieces_ann_' || replace(o.owner_id::text, '-', ''))
join pg_index i on i.indexrelid = c.oid
where o.user_id = %s
"""
_DONE: Final = """
select p.tuples_done
from owners o
join pg_class c on starts_with(c.relname, 'pieces_ann_' || replace(o.owner_id::text, '-', ''))
join pg_stat_progress_create_index p on p.index_relid = c.oid
where o.user_id = %s
"""


@dataclass(frozen=True, slots=True)
class Stage:
    """Searches of one user while his vectors had an index, or had none."""

    size: int
    state: str
    measured: tuple[Measured, ...]
    degraded: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        measured = [one.as_dict() for one in self.measured]
        return {"size": self.size, "state": self.state, "degraded": self.degraded, "measured": measured}


class IndexWatch:
    """Tells whether the service wants an index of a user's vectors, and waits until it is built."""

    def __init__(self, database_url: str, *, most_seconds: float) -> None:
        self.most_seconds = most_seconds
        self._database_url = database_url

    async def wanted(self, user: str) -> bool:
        """Return whether a search has noted the user for an index."""
        return await self._one(_NOTED, user) is not None

    async def wait(self, user: str, size: int) -> float | None:
        """Return after how many seconds the index is there; None where it was not within the time."""
        begun = time.monotonic()
        done = 0
        with Steps(f"vector index of {user}", size) as steps:
            while (waited := time.monotonic() - begun) < self.most_seconds:
                if await self._one(_BUILT, user):
                    steps.advance(size - done)
                    return waited
                now = min(int(await self._one(_DONE, user) or 0), size)
                steps.advance(max(now - done, 0))
                done = max(now, done)
                await asyncio.sleep(_LOOK_SECONDS)
        return None

    async def _one(self, statement: str, user: str) -> Any:
        async with await psycopg.AsyncConnection.connect(self._database_url) as connection:
            row = await (await connection.execute(statement.encode(), [user])).fetchone()
        return None if row is None else row[0]


@dataclass(slots=True)
class Searches:
    """Measures the searches of a user: `seconds` each. Without `watch` no index is waited for."""

    target: Target
    watch: IndexWatch | None
    seconds: float
    _fresh: Callable[[], int] = field(default_factory=lambda: count(_FRESH_FROM).__next__)

    async def stages(self, user: str, size: int) -> list[Stage]:
        """Measure at once, and again with the index where the service wants one."""
        first = await self._stage(user, size, "at once")
        if self.watch is None or not await self.watch.wanted(user):
            return [first]
        stages = [Stage(size, "before the index", first.measured, first.degraded)]
        waited = await self.watch.wait(user, size)
        if waited is None:
            why = f"the vector index of {user} was not built within {self.watch.most_seconds:.0f} s: raise --index-wait"
            print(why, file=sys.stderr, flush=True)
            return stages
        return [*stages, await self._stage(user, size, f"with the index, {waited:.0f} s later")]

    async def _stage(self, user: str, size: int, state: str) -> Stage:
        degraded = 0

        def note(status: int, body: bytes) -> None:
            nonlocal degraded
            degraded += status < 300 and b'"degraded":[]' not in body

        measured: list[Measured] = []
        for name, make in (("vector known", self._known(user)), ("fresh query", self._new(user))):
            most = CACHED_QUERIES if name == "vector known" else 2
            await measure("warm", self.target, make, connections=1, seconds=60.0, most=most)
            measured += [
                await measure(name, self.target, make, connections=many, seconds=self.seconds, on_answer=note)
                for many in SEARCH_CONNECTIONS
            ]
        return Stage(size, state, tuple(measured), degraded)

    def _known(self, user: str) -> MakeRequest:
        return lambda number: ("/v1/search", {"user_id": user, "query": question(number % CACHED_QUERIES)})

    def _new(self, user: str) -> MakeRequest:
        return lambda _: ("/v1/search", {"user_id": user, "query": question(self._fresh())})


def show_stages(stages: Sequence[Stage]) -> None:
    """Print a row for each user, state and kind of search."""
    table = Table(title="Searches of one user", title_justify="left")
    for name in ("memories", "state", "query", "connections", "searches", "p50 ms", "p99 ms", "degraded"):
        table.add_column(name, justify="left" if name in ("state", "query") else "right")
    for stage in stages:
        for one in stage.measured:
            times = (f"{one.p50:.1f}", f"{one.p99:.1f}")
            counts = (str(one.connections), str(one.requests))
            table.add_row(f"{stage.size:,}", stage.state, one.name, *counts, *times, str(stage.degraded))
    console().print(table)
