"""Memory and descriptors over a long time of constant load."""

import asyncio
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import httpx
import typer

from app.chaos.embedder import failing_embedder
from app.chaos.run import settings_for
from app.chaos.stack import Process, running_stack

SAMPLES: Final = 120
USERS: Final = 200
LEAST_SAMPLES: Final = 8
MAY_GROW_BYTES: Final = 32 * 1024 * 1024
MAY_GROW_DESCRIPTORS: Final = 16
Reading = tuple[int, int]
"""Resident bytes and open descriptors of a process."""


async def run_soak(*, minutes: float, clients: int) -> bool:
    """Run the load and print what grew; true when nothing did."""
    with failing_embedder() as embedder, running_stack(settings_for(embedder)) as stack:
        url = stack.start_server()
        worker = stack.start_worker()
        worker.wait_until_ready()
        readings: dict[str, list[Reading]] = defaultdict(list)
        stopping = asyncio.Event()
        async with httpx.AsyncClient(
            base_url=url, timeout=30.0, limits=httpx.Limits(max_connections=clients)
        ) as client:
            load = [asyncio.create_task(_call(client, number, stopping)) for number in range(clients)]
            await _watch(readings, stack.servers[0], worker, minutes * 60)
            stopping.set()
            calls = sum(await asyncio.gather(*load))
    typer.echo(f"{calls} calls in {minutes:g} minutes")
    return _judge(readings)


async def _watch(readings: dict[str, list[Reading]], server: Process, worker: Process, seconds: float) -> None:
    started = time.monotonic()
    pause = max(1.0, seconds / SAMPLES)
    while (elapsed := time.monotonic() - started) < seconds:
        await asyncio.sleep(min(pause, max(0.0, seconds - elapsed)))
        processes = {"worker": worker.process.pid, **{f"API {child}": child for child in server.children()}}
        for name, pid in processes.items():
            readings[name].append(_read(pid))
        shown = ", ".join(f"{name} {size >> 20} MiB {open_} fds" for name, [*_, (size, open_)] in readings.items())
        typer.echo(f"{elapsed / 60:6.1f} min  {shown}")


def _read(pid: int) -> Reading:
    status = Path(f"/proc/{pid}/status").read_text()
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(resident.split()[1]) * 1024, len(list(Path(f"/proc/{pid}/fd").iterdir()))


async def _call(client: httpx.AsyncClient, number: int, stopping: asyncio.Event) -> int:
    """A mix of everything, with refused and broken calls among it; returns how many calls."""
    chance = random.Random(number)  # noqa: S311 - a mix of calls, no secret
    calls = 0
    while not stopping.is_set():
        user = {"user_id": f"user{chance.randrange(USERS)}"}
        place = {**user, "session_id": f"s{chance.randrange(4)}"}
        text = f"round {calls} of {number}, {chance.random()}"
        try:
            match chance.randrange(8):
                case 0 | 1 | 2:
                    await client.post("/v1/save", json={**place, "messages": [{"role": "user", "content": text}]})
                case 3 | 4:
                    await client.post("/v1/search", json={**user, "query": text})
                case 5:
                    await client.post("/v1/build-context", json={**place, "query": text})
                case 6:
                    await client.post("/v1/search", content=b"{broken")
                case _:
                    await client.post("/v1/forget", json={**place, "erase": True, "reason": "soak"})
        except httpx.TransportError:
            await asyncio.sleep(0.1)
        calls += 1
    return calls


def _judge(readings: Mapping[str, Sequence[Reading]]) -> bool:
    """Compare medians of the last quarter with the second: the first is for caches to fill."""
    flat = True
    for name, series in readings.items():
        if len(series) < LEAST_SAMPLES:
            typer.echo(f"{name}: only {len(series)} readings, too few to judge")
            continue
        quarter = len(series) // 4
        early, late = series[quarter : 2 * quarter], series[-quarter:]
        for place, (what, limit) in enumerate((("memory", MAY_GROW_BYTES), ("descriptors", MAY_GROW_DESCRIPTORS))):
            grown = statistics.median(r[place] for r in late) - statistics.median(r[place] for r in early)
            ok = grown <= limit
            flat = flat and ok
            typer.echo(f"{name}: {what} {'flat' if ok else 'GREW'} ({grown:+.0f})")
    return flat
