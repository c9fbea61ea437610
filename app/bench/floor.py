"""How near the service comes to the floor: both measured in turns, on the same stores, with the same requests.

A noisy machine moves both alike, so the ratio of the two can be trusted where neither number can.
"""

import asyncio
import contextlib
import os
import socket
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.table import Table

import app
from app.bench.load import MakeRequest, Measured, Target, measure
from app.bench.scenarios import Bench
from app.domain.errors import SetupError
from app.domain.models import Owner

TURNS: Final = 2
_START_SECONDS: Final = 20.0
_STOP_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Compared:
    """One verb at one number of connections: the service's turns and the floor's."""

    name: str
    connections: int
    service: tuple[Measured, ...]
    floor: tuple[Measured, ...]

    @property
    def rate_share(self) -> float:
        """The service's requests a second as a share of the floor's."""
        return _rate(self.service) / _rate(self.floor)

    @property
    def p99_ratio(self) -> float:
        """The service's p99 over the floor's, each the mean of its turns."""
        return _p99(self.service) / _p99(self.floor)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": self.name,
            "connections": self.connections,
            "rate_share": self.rate_share,
            "p99_ratio": self.p99_ratio,
            "service": [one.as_dict() for one in self.service],
            "floor": [one.as_dict() for one in self.floor],
        }


def _rate(turns: Sequence[Measured]) -> float:
    return sum(one.rate for one in turns) / len(turns)


def _p99(turns: Sequence[Measured]) -> float:
    return sum(one.p99 for one in turns) / len(turns)


@asynccontextmanager
async def floor_server(database_url: str, redis_url: str, owner: Owner) -> AsyncIterator[Target]:
    """Run the floor on a free port for as long as the block lasts. Raises SetupError if it does not start."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    values = {
        "FLOOR_DATABASE_URL": database_url,
        "FLOOR_REDIS_URL": redis_url,
        "FLOOR_OWNER_ID": str(owner.owner_id),
        "FLOOR_PORT": str(port),
    }
    paths = [str(Path(app.__file__).parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "app.bench.floor_app"),
        env={**os.environ, **values, "PYTHONPATH": os.pathsep.join(paths)},
    )
    try:
        await _until_open(port, process)
        yield Target(f"http://127.0.0.1:{port}")
    finally:
        with contextlib.suppress(ProcessLookupError):  # it has ended already
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _STOP_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()


async def _until_open(port: int, process: Process) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while process.returncode is None and time.monotonic() < deadline:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
            continue
        writer.close()
        return
    raise SetupError("The floor did not start; what it said is above")


async def compare(bench: Bench, floor: Target, *, quick: bool = False) -> AsyncIterator[Compared]:
    """Measure each verb on both in turns."""
    verbs: list[tuple[str, MakeRequest]] = [
        ("search, cached query", bench.search(fresh=False)),
        ("build-context, cached query", bench.context()),
        ("save, async", bench.save("async")),
    ]
    for name, make in verbs:
        for connections in (32,) if quick else (1, 32, 100):
            print(f"{name} and its floor, {connections} connections …", file=sys.stderr, flush=True)
            turns: dict[Target, list[Measured]] = {bench.target: [], floor: []}
            for _ in range(TURNS):
                for target, taken in turns.items():
                    seconds = bench.seconds / TURNS
                    taken.append(await measure(name, target, make, connections=connections, seconds=seconds))
            yield Compared(name, connections, tuple(turns[bench.target]), tuple(turns[floor]))


def floor_table(found: Sequence[Compared]) -> Table:
    """What people see of it."""
    table = Table(title="Beside the floor (bare uvicorn, one script, one exact vector query)", title_justify="left")
    table.add_column("")
    for name in ("connections", "a second", "floor", "share", "p99 ms", "floor p99", "ratio"):
        table.add_column(name, justify="right")
    for one in found:
        table.add_row(
            one.name,
            str(one.connections),
            f"{_rate(one.service):.0f}",
            f"{_rate(one.floor):.0f}",
            f"{one.rate_share:.2f}",
            f"{_p99(one.service):.1f}",
            f"{_p99(one.floor):.1f}",
            f"{one.p99_ratio:.1f}",
        )
    return table
