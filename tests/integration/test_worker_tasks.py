"""The worker on a real Valkey: stretches, failures, an emptied Redis, and stopping."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import redis.asyncio
from docket import Worker

from app.domain.errors import StoreUnavailable
from app.worker import run
from app.worker.run import run_worker
from app.worker.tasks import BackgroundTask, TaskRunner, retry_delay_seconds


class Steps:
    """Counts its calls, and does what it is told in each."""

    def __init__(self, *outcomes: int | Exception, then: int = 0) -> None:
        self.outcomes = list(outcomes)
        self.then = then
        self.calls = 0

    async def __call__(self) -> int:
        self.calls += 1
        outcome = self.outcomes.pop(0) if self.outcomes else self.then
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@asynccontextmanager
async def worker(redis_url: str, *tasks: BackgroundTask, shutdown_seconds: float = 5.0) -> AsyncIterator[asyncio.Event]:
    stopping = asyncio.Event()
    running = asyncio.create_task(
        run_worker(
            tasks,
            redis_urls=[redis_url],
            redis_prefix="test",
            stopping=stopping,
            shutdown_seconds=shutdown_seconds,
            stretch_seconds=0.5,
        )
    )
    try:
        yield stopping
    finally:
        stopping.set()
        await asyncio.wait_for(running, shutdown_seconds + 3)


async def until(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        await asyncio.sleep(0.02)


async def test_full_batches_are_followed_at_once_and_others_after_a_pause() -> None:
    steps = Steps(5, 5, 2)
    runner = TaskRunner(BackgroundTask("drain", steps, 60.0, 5), asyncio.Event(), stretch_seconds=30.0)
    begun = time.monotonic()
    assert await runner.run_stretch() == 60.0
    assert time.monotonic() - begun < 30.0, "a pause would be a minute"
    assert (steps.calls, runner.done) == (3, 12)


async def test_a_stretch_ends_in_time_however_much_there_is_to_do() -> None:
    runner = TaskRunner(BackgroundTask("drain", Steps(then=1), 1.0, 1), asyncio.Event(), stretch_seconds=0.2)
    begun = time.monotonic()
    assert await runner.run_stretch() == 0.0
    assert 0.2 <= time.monotonic() - begun < 30.0


async def test_a_failure_is_tried_again_with_growing_delays(caplog: pytest.LogCaptureFixture) -> None:
    steps = Steps(StoreUnavailable("Postgres"), ValueError("broken"), 0)
    runner = TaskRunner(BackgroundTask("drain", steps, 60.0, 5), asyncio.Event(), stretch_seconds=30.0)
    begun = time.monotonic()
    await runner.run_stretch()
    assert 0.375 + 0.75 <= time.monotonic() - begun < 30.0
    assert (runner.failures, steps.calls) == (2, 3)
    lines = [record.getMessage() for record in caplog.records]
    assert any("Postgres is away" in line for line in lines)
    assert any("ValueError: broken" in line for line in lines)
    assert all("\n" not in line for line in lines)
    assert all(record.exc_info is None for record in caplog.records)


def test_delays_double_up_to_half_a_minute() -> None:
    assert all(0.375 <= retry_delay_seconds(1) <= 0.5 for _ in range(50))
    assert all(22.5 <= retry_delay_seconds(tries) <= 30.0 for tries in (7, 20, 10_000))


async def test_a_failing_task_does_not_stop_the_others(redis_url: str) -> None:
    broken, sound = Steps(*[ValueError("broken")] * 100), Steps()
    async with worker(redis_url, BackgroundTask("a", broken, 0.05, 1), BackgroundTask("b", sound, 0.05, 1)):
        await until(lambda: sound.calls >= 30 and broken.calls >= 2)


async def test_what_can_wait_steps_aside_while_archiving_is_behind_but_not_for_ever(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.worker.tasks.ASIDE_SECONDS", 0.02)
    monkeypatch.setattr("app.worker.tasks.LONGEST_ASIDE_SECONDS", 0.5)
    behind = True
    drained = extracted = 0

    async def drain() -> int:
        nonlocal drained
        drained += 1
        await asyncio.sleep(0.01)
        return int(behind)

    async def extract() -> int:
        nonlocal extracted
        extracted += 1
        return 0

    tasks = BackgroundTask("drain", drain, 0.01, 1), BackgroundTask("extract", extract, 0.01, 1, after="drain")
    async with worker(redis_url, *tasks):
        await until(lambda: drained >= 100)
        assert extracted < drained / 4, "it would have had a turn for each"
        seen = extracted
        await until(lambda: extracted >= seen + 2)
        behind = False
        seen, mark = extracted, drained
        await until(lambda: drained >= mark + 50)
        assert extracted - seen >= 10


async def test_tasks_go_on_after_redis_was_emptied(redis_url: str) -> None:
    steps = Steps()
    async with worker(redis_url, BackgroundTask("drain", steps, 0.05, 1)):
        await until(lambda: steps.calls >= 3)
        async with redis.asyncio.from_url(redis_url) as client:
            await client.flushall()
        await asyncio.sleep(1.0)  # the running stretch is over by now, its successor forgotten
        seen = steps.calls
        await until(lambda: steps.calls >= seen + 3)


async def test_two_workers_share_one_chain_of_each_task(redis_url: str) -> None:
    running = 0
    most = 0

    async def step() -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        return 0

    task = BackgroundTask("drain", step, 0.02, 1)
    async with worker(redis_url, task), worker(redis_url, task):
        await asyncio.sleep(2.0)
    assert most == 1


async def test_a_running_step_is_finished_before_the_worker_stops(redis_url: str) -> None:
    finished = asyncio.Event()
    begun = asyncio.Event()

    async def step() -> int:
        begun.set()
        await asyncio.sleep(0.5)
        finished.set()
        return 0

    async with worker(redis_url, BackgroundTask("drain", step, 5.0, 1)) as stopping:
        await asyncio.wait_for(begun.wait(), 5)
        stopping.set()
    assert finished.is_set()


async def test_a_step_that_does_not_end_is_cut_off(redis_url: str) -> None:
    begun = asyncio.Event()

    async def step() -> int:
        begun.set()
        await asyncio.sleep(60)
        return 0

    async with worker(redis_url, BackgroundTask("drain", step, 5.0, 1), shutdown_seconds=0.5) as stopping:
        await asyncio.wait_for(begun.wait(), 5)
        stopping.set()
        begun_stopping = time.monotonic()
    assert time.monotonic() - begun_stopping < 30.0, "the step would take a minute"


async def test_work_that_is_not_begun_any_more_is_begun_anew(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when docket waits for a node of a cluster that is no more."""
    steps, began = Steps(), 0

    async def stuck(self: Worker) -> None:
        nonlocal began
        began += 1
        if began == 1:
            await asyncio.Event().wait()
        await run_forever(self)

    run_forever = Worker.run_forever
    monkeypatch.setattr(Worker, "run_forever", stuck)
    monkeypatch.setattr(run, "STANDSTILL_SECONDS", 0.5)
    async with worker(redis_url, BackgroundTask("drain", steps, 0.05, 5)):
        await until(lambda: steps.calls > 0, seconds=30.0)
    assert began >= 2
