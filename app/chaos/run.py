"""Runs faults one after the other against one service, and prints a line for each as it ends."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import httpx
import psycopg
import typer

from app.chaos.embedder import DIMENSIONS, FailingEmbedder, failing_embedder
from app.chaos.faults import FAULTS
from app.chaos.scene import Scene
from app.chaos.stack import Stack, running_stack
from app.chaos.writers import Count, Writer, count
from app.domain.errors import SetupError

BEFORE_SECONDS: Final = 1.0
PATIENCE_SECONDS: Final = 420.0
_ROW: Final = "{:<46} {:>6} {:>6} {:>5} {:>8} {:>6} {:>9}  {}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one fault left; `recovery_seconds` is from its end to an answer for every writer."""

    fault: str
    count: Count | None
    recovery_seconds: float
    problem: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing was lost and nothing took too long."""
        return self.count is not None and self.count.whole and not self.problem


def settings_for(embedder: FailingEmbedder) -> dict[str, str]:
    """Return the variables of the service under test: short leases and few tries, so that a run is short."""
    return {
        "HAIMA_EMBEDDER": "openai",
        "HAIMA_EMBEDDING_BASE_URL": embedder.url,
        "HAIMA_EMBEDDING_MODEL": "failing",
        "HAIMA_EMBEDDING_DIMENSIONS": str(DIMENSIONS),
        "HAIMA_EMBEDDING_TIMEOUT_SECONDS": "2",
        "HAIMA_EMBEDDING_BACKGROUND_MEAN": "0",
        "HAIMA_EMBEDDING_BACKGROUND_STD": "0.2",
        "HAIMA_DRAIN_LEASE_SECONDS": "3",
        "HAIMA_RETRY_LIMIT": "3",
        "HAIMA_SHUTDOWN_SECONDS": "5",
    }


def chosen(wanted: Sequence[str]) -> list[str]:
    """Return the faults whose names hold one of these texts; all without any. Raises SetupError where none does."""
    names = [name for name in FAULTS if not wanted or any(text.lower() in name.lower() for text in wanted)]
    if not names:
        raise SetupError(f"no fault is called {' or '.join(wanted)}; there are: {', '.join(FAULTS)}")
    return names


async def run_faults(names: Sequence[str], *, writers: int = 20) -> list[Outcome]:
    """Start a service, try each fault while `writers` write, and return what it left."""
    outcomes: list[Outcome] = []
    typer.echo(_ROW.format("fault", "acked", "found", "lost", "doubled", "order", "recovery", ""))
    with failing_embedder() as embedder, running_stack(settings_for(embedder)) as stack:
        urls = [stack.start_server()]
        stack.start_worker().wait_until_ready()
        async with httpx.AsyncClient(timeout=20.0, limits=httpx.Limits(max_connections=200)) as client:
            for number, name in enumerate(names):
                outcome = await _try(name, number, stack, embedder, client, urls, writers)
                outcomes.append(outcome)
                typer.echo(_line(outcome))
    return outcomes


async def _try(
    name: str,
    number: int,
    stack: Stack,
    embedder: FailingEmbedder,
    client: httpx.AsyncClient,
    urls: list[str],
    writer_count: int,
) -> Outcome:
    """One fault, bounded in time; whatever goes wrong is the outcome's problem."""
    may_write = asyncio.Event()
    may_write.set()
    writers = [Writer(client, urls, f"fault{number}", place, may_write) for place in range(writer_count)]
    stopping = asyncio.Event()
    writing = [asyncio.create_task(writer.write(stopping)) for writer in writers]
    recovery, problem, counted = 0.0, "", None
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asyncio.sleep(BEFORE_SECONDS)
            await _all_answered(writers)
            users = [(writer.user_id, writer.session_id) for writer in writers]
            await FAULTS[name](Scene(stack, embedder, client, urls, users, may_write))
            mended_at = time.monotonic()
            await _all_answered(writers)
            recovery = time.monotonic() - mended_at
    except TimeoutError:
        problem = "did not recover"
    except SetupError as error:
        problem = str(error)
    except (httpx.HTTPError, psycopg.Error) as error:
        problem = f"the fault itself failed ({type(error).__name__})"
    finally:
        stopping.set()
        may_write.set()
        await asyncio.gather(*writing)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await _settled(client, urls[0])
            counted = await count(writers, urls[0], stack.stores.database_url)
    except (TimeoutError, httpx.HTTPError, psycopg.Error) as error:
        problem = problem or f"nothing could be counted ({type(error).__name__})"
    return Outcome(name, counted, recovery, problem)


async def _all_answered(writers: Sequence[Writer]) -> None:
    """Return when every writer has an answer more than it had."""
    before = [len(writer.answered) for writer in writers]
    while any(len(writer.answered) <= had for writer, had in zip(writers, before, strict=True)):
        await asyncio.sleep(0.05)


async def _settled(client: httpx.AsyncClient, url: str) -> None:
    """Return when nothing waits for the record."""
    while True:
        try:
            answer = await client.get(f"{url}/v1/stats")
            if answer.status_code == 200 and not any(answer.json()["queue"][key] for key in ("due", "leased")):
                return
        except httpx.TransportError:
            pass
        await asyncio.sleep(0.2)


def _line(outcome: Outcome) -> str:
    counted = outcome.count
    numbers: tuple[object, ...] = ("-", "-", "-", "-", "-")
    if counted is not None:
        order = "kept" if counted.in_order else "LOST"
        numbers = (counted.acknowledged, counted.found, counted.lost, counted.doubled, order)
    return _ROW.format(outcome.fault, *numbers, f"{outcome.recovery_seconds:.1f} s", outcome.problem[:200])
