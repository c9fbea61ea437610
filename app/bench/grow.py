"""How cost grows: with the memories of one user, and with the users of a store."""

import asyncio
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import psycopg
from redis.asyncio import Redis
from rich.table import Table

from app.bench.grow_search import IndexWatch, Searches, Stage, show_stages
from app.bench.load import MakeRequest, Measured, Target, measure
from app.bench.progress import Steps
from app.bench.report import console, write_json
from app.bench.scenarios import CACHED_QUERIES
from app.bench.service import Service
from app.bench.synthetic import LINES_A_FILE, export_file
from app.bench.texts import question, sentence

CONNECTIONS: Final = 4
_SIZES: Final = """
select c.relname, pg_table_size(c.oid), pg_indexes_size(c.oid)
from pg_class c
where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and c.relname in ('memories', 'pieces', 'owners', 'facts')
order by pg_total_relation_size(c.oid) desc
"""


@dataclass(frozen=True, slots=True)
class Stores:
    """Where to ask for sizes."""

    database_url: str
    redis_url: str


@dataclass(frozen=True, slots=True)
class Point:
    """What was measured at one size."""

    label: str
    size: int
    measured: tuple[Measured, ...]
    sizes: dict[str, int]
    searches: tuple[Stage, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        measured = [one.as_dict() for one in self.measured]
        searches = [stage.as_dict() for stage in self.searches]
        return {
            "label": self.label, "size": self.size, "measured": measured, "sizes": self.sizes, "searches": searches
        }  # fmt: skip


class Growth:
    """One run against one service."""

    def __init__(
        self,
        target: Target,
        service: Service,
        stores: Stores | None,
        *,
        run: str,
        seconds: float,
        index_seconds: float,
    ) -> None:
        watch = IndexWatch(stores.database_url, most_seconds=index_seconds) if stores is not None else None
        self._searches = Searches(target, watch, seconds)
        self._target = target
        self._service = service
        self._stores = stores
        self._run = run
        self._seconds = seconds
        self._saved = 0

    async def by_memories(self, counts: Sequence[int]) -> list[Point]:
        """Measure one user after another, each of more memories."""
        points = []
        for count in counts:
            user = f"grow-{self._run}-{count}"
            await self._import(user, count)
            print(f"searches of {user} …", file=sys.stderr, flush=True)
            stages = await self._searches.stages(user, count)
            point = await self._point("memories of the user", count, [user])
            points.append(replace(point, searches=tuple(stages)))
        return points

    async def by_users(self, counts: Sequence[int], memories: int) -> list[Point]:
        """Measure users drawn from all, while the store holds more and more of them."""
        users: list[str] = []
        points = []
        for count in counts:
            with Steps(f"users of {memories} memories", count - len(users)) as steps:
                while len(users) < count:
                    batch = [f"crowd-{self._run}-{len(users) + n}" for n in range(min(4, count - len(users)))]
                    await asyncio.gather(*(self._import_file(user, 0, memories) for user in batch))
                    users += batch
                    steps.advance(len(batch))
            points.append(await self._point(f"users of {memories} memories", count, users))
        return points

    async def _import(self, user: str, count: int) -> None:
        begun = time.perf_counter()
        with Steps(f"memories of {user}", count) as steps:
            for first in range(0, count, LINES_A_FILE):
                many = min(LINES_A_FILE, count - first)
                await self._import_file(user, first, many)
                steps.advance(many)
        print(f"imported {count / (time.perf_counter() - begun):.0f} memories a second", file=sys.stderr)

    async def _import_file(self, user: str, first: int, count: int) -> None:
        body = await asyncio.to_thread(export_file, user, first, count)
        await self._service.import_user(user, body)

    async def _point(self, label: str, size: int, users: Sequence[str]) -> Point:
        print(f"{label}: {size:,} …", file=sys.stderr, flush=True)
        verbs = (  # saves last: what they leave to embed would run beside the others
            ("search", self._search),
            ("build-context", self._context),
            ("save", self._save),
        )
        warm = min(self._seconds, 3.0)
        vectors = self._search(users)  # of every query, computed once
        await measure("warm", self._target, vectors, connections=1, seconds=60.0, most=CACHED_QUERIES)
        measured = []
        for name, make in verbs:
            await measure("warm", self._target, make(users), connections=CONNECTIONS, seconds=warm)
            made = make(users)
            measured.append(await measure(name, self._target, made, connections=CONNECTIONS, seconds=self._seconds))
        return Point(label, size, tuple(measured), await self._sizes())

    def _save(self, users: Sequence[str]) -> MakeRequest:
        def make(number: int) -> tuple[str, Any]:
            self._saved += 1
            messages = [
                {"role": "user", "content": sentence(self._saved), "id": f"u{self._saved}"},
                {"role": "assistant", "content": sentence(self._saved + 1), "id": f"a{self._saved}"},
            ]
            user = f"saver-{_drawn(users, number)}"
            return "/v1/save", {"user_id": user, "session_id": "s", "messages": messages}

        return make

    def _search(self, users: Sequence[str]) -> MakeRequest:
        def make(number: int) -> tuple[str, Any]:
            return "/v1/search", {"user_id": _drawn(users, number), "query": question(number % CACHED_QUERIES)}

        return make

    def _context(self, users: Sequence[str]) -> MakeRequest:
        def make(number: int) -> tuple[str, Any]:
            body = {"user_id": _drawn(users, number), "session_id": "s", "query": question(number % CACHED_QUERIES)}
            return "/v1/build-context", body | {"token_budget": 2000}

        return make

    async def _sizes(self) -> dict[str, int]:
        """Bytes of the large tables and their indexes, and what Redis uses."""
        if self._stores is None:
            return {}
        sizes: dict[str, int] = {}
        async with await psycopg.AsyncConnection.connect(self._stores.database_url) as connection:
            async for table, data, indexes in await connection.execute(_SIZES):
                sizes[f"{table} table"], sizes[f"{table} indexes"] = int(data), int(indexes)
        async with Redis.from_url(self._stores.redis_url) as redis:
            sizes["redis"] = int((await redis.info("memory"))["used_memory"])
        return sizes


def _drawn(users: Sequence[str], number: int) -> str:
    """Return a user; consecutive numbers give users far from each other, and all come around."""
    return users[(number * 7919) % len(users)]


def show(points: Sequence[Point]) -> None:
    """Print the table of one series and its sizes."""
    table = Table(title=f"Growing: {points[0].label} ({CONNECTIONS} connections)", title_justify="left")
    table.add_column(points[0].label, justify="right")
    for one in points[0].measured:
        for what in ("p50 ms", "p99 ms"):
            table.add_column(f"{one.name} {what}", justify="right")
    for name in points[-1].sizes:
        table.add_column(f"{name} MB", justify="right")
    for point in points:
        times = [f"{value:.1f}" for one in point.measured for value in (one.p50, one.p99)]
        table.add_row(f"{point.size:,}", *times, *(f"{size / 1e6:.1f}" for size in point.sizes.values()))
    console().print(table)
    errors = {f"{one.name} at {p.size}": one.errors for p in points for one in p.measured if one.errors}
    if errors:
        console().print(f"errors: {errors}")


async def measure_growth(
    base_url: str,
    key: str | None,
    stores: Stores | None,
    *,
    run: str,
    seconds: float,
    memories: Sequence[int],
    users: Sequence[int],
    memories_a_user: int,
    index_seconds: float,
) -> None:
    """Measure both series, print them and write them as JSON."""
    async with Service(base_url, key, connections=CONNECTIONS) as service:
        growth = Growth(Target(base_url, key), service, stores, run=run, seconds=seconds, index_seconds=index_seconds)
        series = [await growth.by_memories(memories), await growth.by_users(users, memories_a_user)]
    for points in filter(None, series):
        show(points)
    if stages := [stage for point in series[0] for stage in point.searches]:
        show_stages(stages)
    found = [point.as_dict() for points in series for point in points]
    console().print(f"written to {write_json('growth', found)}")
