"""How much one tenant's flood slows another tenant."""

import asyncio
import sys
import time
from typing import Final

import httpx
import typer

from app.chaos.embedder import failing_embedder
from app.chaos.run import settings_for
from app.chaos.stack import ROOT, running_stack

MEMORIES: Final = 30
WARM_SECONDS: Final = 3.0


async def run_fairness(*, seconds: float, flood: int) -> tuple[float, float]:
    """Print and return the quiet tenant's p99 in ms: alone, and during the flood."""
    with failing_embedder() as embedder, running_stack(settings_for(embedder)) as stack:
        url = stack.start_server()
        stack.start_worker().wait_until_ready()
        quiet, loud = (
            stack.command("keys", "create", "--tenant", tenant).strip().splitlines()[-1] for tenant in ("quiet", "loud")
        )
        await _fill(url, quiet)
        await _fill(url, loud)
        await asyncio.sleep(2.0)  # until every process knows that keys are needed
        alone = await _measure(url, quiet, seconds)
        command = (sys.executable, "-m", "app.chaos.fairness", url, loud, str(flood), str(seconds + 2 * WARM_SECONDS))
        flooding = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
        await asyncio.sleep(WARM_SECONDS)
        flooded = await _measure(url, quiet, seconds)
        await flooding.wait()
    typer.echo(
        f"p99 of the quiet tenant: {alone:.1f} ms alone, {flooded:.1f} ms in the flood ({flooded / alone:.2f} ×)"
    )
    return alone, flooded


def _client(url: str, key: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=30.0)


async def _fill(url: str, key: str) -> None:
    async with _client(url, key) as client:
        memories = [
            {"content": f"memory {number} about tea and trains", "importance": 0.9} for number in range(MEMORIES)
        ]
        for _ in range(20):
            answer = await client.post("/v1/save", json={"user_id": "u", "memories": memories, "mode": "sync"})
            if answer.is_success:
                return
            await asyncio.sleep(0.5)
        answer.raise_for_status()


async def _measure(url: str, key: str, seconds: float) -> float:
    """p99 in ms of one client's searches, one after the other."""
    took: list[float] = []
    async with _client(url, key) as client:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            started = time.monotonic()
            answer = await client.post("/v1/search", json={"user_id": "u", "query": "tea and trains"})
            answer.raise_for_status()
            took.append(time.monotonic() - started)
            await asyncio.sleep(0.01)
    took.sort()
    return took[int(len(took) * 0.99)] * 1000


async def _flood(url: str, key: str, clients: int, seconds: float) -> None:
    async def hammer(client: httpx.AsyncClient) -> None:
        while time.monotonic() < ends:
            try:
                await client.post("/v1/search", json={"user_id": "u", "query": "tea and trains"})
            except httpx.TransportError:
                await asyncio.sleep(0.05)

    ends = time.monotonic() + seconds
    async with _client(url, key) as client:
        await asyncio.gather(*(hammer(client) for _ in range(clients)))


if __name__ == "__main__":
    asyncio.run(_flood(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])))
