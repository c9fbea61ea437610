"""The worker process: docket on our Redis, our tasks on docket, until told to stop."""

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from docket import Docket, Worker
from redis.exceptions import RedisClusterException, RedisError

from app.worker.tasks import BackgroundTask, TaskRunner

log = logging.getLogger(__name__)

STRETCH_SECONDS: Final = 3.0  # docket reconnects after an outage only when every running stretch is over
STANDSTILL_SECONDS: Final = 10.0
"""No task was begun for so long after one was due: docket waits for a node of a cluster that is no more."""
REPORT_SECONDS: Final = 60.0
KEEP_ALIVE_SECONDS: Final = 3.0
RECONNECT_SECONDS: Final = 1.0
REDELIVERY_SECONDS: Final = 5.0  # a worker silent for so long has lost its tasks to another
_POLL: Final = timedelta(milliseconds=500)


async def run_worker(
    tasks: Sequence[BackgroundTask],
    *,
    redis_urls: Sequence[str],
    redis_prefix: str,
    stopping: asyncio.Event,
    shutdown_seconds: float,
    stretch_seconds: float = STRETCH_SECONDS,
) -> None:
    """Run the tasks until `stopping` is set; then let running steps finish, for `shutdown_seconds` at most.

    A step that is cut off then is done again by another worker: every step is idempotent. Redis being away delays the
    work and never ends the worker: of `redis_urls`, the nodes of a cluster, the next one is tried then.
    """
    for url in itertools.cycle(redis_urls):
        try:
            await _run_on(
                url,
                tasks,
                redis_prefix=redis_prefix,
                stopping=stopping,
                shutdown_seconds=shutdown_seconds,
                stretch_seconds=stretch_seconds,
            )
        except (RedisError, RedisClusterException, OSError) as error:
            log.warning("background work waits for Redis, which cannot be reached: %s", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), RECONNECT_SECONDS)
        if stopping.is_set():
            return


async def _run_on(
    redis_url: str,
    tasks: Sequence[BackgroundTask],
    *,
    redis_prefix: str,
    stopping: asyncio.Event,
    shutdown_seconds: float,
    stretch_seconds: float,
) -> None:
    runners = [TaskRunner(task, stopping, stretch_seconds=stretch_seconds) for task in tasks]
    by_name = {runner.task.name: runner for runner in runners}
    for runner in runners:
        runner.first = by_name.get(runner.task.after or "")
    async with Docket(name=f"{redis_prefix}:docket", url=redis_url, execution_ttl=timedelta(0)) as docket:
        for runner in runners:
            docket.register(runner.as_docket_task())
        async with Worker(
            docket,
            concurrency=len(runners) + 2,
            redelivery_timeout=timedelta(seconds=REDELIVERY_SECONDS),
            reconnection_delay=timedelta(seconds=RECONNECT_SECONDS),
            minimum_check_interval=_POLL,
            scheduling_resolution=_POLL,
        ) as worker:
            running = asyncio.create_task(worker.run_forever(), name="docket worker")
            helpers = [
                asyncio.create_task(_report(runners), name="worker report"),
                asyncio.create_task(_keep_alive(docket, runners), name="worker keep-alive"),
            ]
            await _until_ended(running, stopping, runners)
            for helper in [*helpers, running]:
                helper.cancel()
            _, unfinished = await asyncio.wait({running}, timeout=shutdown_seconds)
            if unfinished:
                log.warning("work was not finished within %.0f s; another worker takes it over", shutdown_seconds)
                _cancel_others()
            with contextlib.suppress(asyncio.CancelledError):
                await running


async def _until_ended(running: "asyncio.Task[None]", stopping: asyncio.Event, runners: Sequence[TaskRunner]) -> None:
    """Return when the work is to stop, or stands still. Raises what ended it."""
    others = [asyncio.create_task(stopping.wait()), asyncio.create_task(_standstill(runners))]
    try:
        await asyncio.wait({running, *others}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for other in others:
            other.cancel()
    if running.done() and not stopping.is_set():
        await running
    elif not stopping.is_set():
        log.warning("no background work was begun for %.0f s; connecting to Redis anew", STANDSTILL_SECONDS)


async def _standstill(runners: Sequence[TaskRunner]) -> None:
    """Return when no task has been at work for much longer than the pause of the most frequent one."""
    longest = STANDSTILL_SECONDS + min(runner.task.pause_seconds for runner in runners)
    while True:
        await asyncio.sleep(STANDSTILL_SECONDS / 10)
        rests = time.monotonic() - max(runner.rests_since for runner in runners)
        if rests > longest and not any(runner.active for runner in runners):
            return


def _cancel_others() -> None:
    for task in asyncio.all_tasks():
        if " - task:" in task.get_name():
            task.cancel()


async def _keep_alive(docket: Docket, runners: Sequence[TaskRunner]) -> None:
    """Hand docket every task from time to time: it ignores those it has, and has none when Redis was emptied."""
    while True:
        await asyncio.sleep(KEEP_ALIVE_SECONDS)
        try:
            for runner in runners:
                if not runner.active:
                    await docket.add(runner.task.name, key=runner.task.name)()
        except RedisError as error:
            log.debug("tasks not handed out: %s", error)


async def _report(runners: Sequence[TaskRunner]) -> None:
    """Say once a minute what was done, if anything was."""
    before = {runner.task.name: (0, 0) for runner in runners}
    while True:
        await asyncio.sleep(REPORT_SECONDS)
        counts: dict[str, int] = {}
        for runner in runners:
            done, failures = before[runner.task.name]
            if runner.done > done:
                counts[runner.task.name] = runner.done - done
            if runner.failures > failures:
                counts[f"{runner.task.name}_failures"] = runner.failures - failures
            before[runner.task.name] = (runner.done, runner.failures)
        if counts:
            log.info("the last minute", extra=counts)
