"""Whatever process is killed while people write: every answered round is there afterwards, once, in order."""

import asyncio
from pathlib import Path

import httpx
import psutil
import pytest
from numbered_writers import Writer, all_answered_again, check_nothing_lost, until_settled
from service_process import Serving, serving

WRITERS = 8
ROUND_SECONDS = 1.0
VICTIMS = ("app worker", "api-process", "valkey-server", "bin/postgres")


def kill(service: Serving, pattern: str) -> None:
    """Kill -9 the first of the service's processes whose command holds the pattern."""
    for process in psutil.Process(service.process.pid).children(recursive=True):
        if pattern in " ".join(process.cmdline()):
            process.kill()
            return
    raise AssertionError(f"no process of the service is called {pattern}")


@pytest.mark.timeout(300)
async def test_every_answered_round_is_there_once_and_in_order(data_folder: Path) -> None:
    with serving("--embedded", "--port", "0", cwd=data_folder, HAIMA_EMBEDDER="none") as service:
        async with httpx.AsyncClient(base_url=service.url, timeout=10.0) as client:
            writers = [Writer(client, number) for number in range(WRITERS)]
            stopping = asyncio.Event()
            writing = [asyncio.create_task(writer.write(stopping)) for writer in writers]
            for victim in VICTIMS:
                await asyncio.sleep(ROUND_SECONDS)
                await asyncio.to_thread(kill, service, victim)
                counts = [len(writer.answered) for writer in writers]
                await all_answered_again(writers, counts)
            stopping.set()
            await asyncio.gather(*writing)
            await until_settled(client)
            await check_nothing_lost(writers)
