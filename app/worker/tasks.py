"""The background tasks: a step that does one batch, run again and again in stretches that docket hands out.

A task a batch would cost docket's five milliseconds ten times a second for nothing, so one run of a task is a stretch:
it repeats its step for some seconds, at once while batches come back full, else after a pause. Docket keeps one run of
each task alive in the whole cluster and hands it to another worker when its own goes silent.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from docket import Perpetual

from app.domain.errors import StoreUnavailable

log = logging.getLogger(__name__)

FIRST_DELAY_SECONDS: Final = 0.5
LONGEST_DELAY_SECONDS: Final = 30.0
SHORT_SECONDS: Final = 1.0
ASIDE_SECONDS: Final = 0.25
LONGEST_ASIDE_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class BackgroundTask:
    """One kind of background work.

    `step` does one batch and returns how much it did; `full_batch` or more means that more is waiting. `pause_seconds`
    is the wait after a batch that was not full. `after` names a task that this one steps aside for while it is behind.
    """

    name: str
    step: Callable[[], Awaitable[int]]
    pause_seconds: float
    full_batch: int
    after: str | None = None


class TaskRunner:
    """Runs one task in stretches. A failing step delays its own task alone, longer each time."""

    def __init__(self, task: BackgroundTask, stopping: asyncio.Event, *, stretch_seconds: float) -> None:
        self.task = task
        self.done = 0
        self.failures = 0
        self.active = False
        self.rests_since = time.monotonic()
        self.first: TaskRunner | None = None
        self._failed_in_a_row = 0
        self._was_full = False
        self._aside_since: float | None = None
        self._stopping = stopping
        self._stretch_seconds = stretch_seconds

    @property
    def is_behind(self) -> bool:
        """Whether it is at work in this process and more was waiting after its last batch."""
        return self.active and self._was_full

    async def run_stretch(self) -> float:
        """Repeat the step until the stretch is over or the worker stops; returns the seconds until the next stretch.

        A short wait is spent inside the stretch: docket looks for tasks that are due later only twice a second.
        """
        end = time.monotonic() + self._stretch_seconds
        self.active = True
        try:
            while True:
                seconds = await self._run_step()
                over = self._stopping.is_set() or time.monotonic() + seconds >= end
                if over and seconds > SHORT_SECONDS:
                    return seconds
                await self._wait(seconds)
                if over:
                    return 0.0
        finally:
            self.active = False
            self.rests_since = time.monotonic()

    async def _run_step(self) -> float:
        """Do one batch, or step aside; returns the seconds to wait before the next."""
        if self._steps_aside():
            return ASIDE_SECONDS
        try:
            done = await self.task.step()
        except Exception as error:  # noqa: BLE001 - whatever one task meets must not end the worker or other tasks
            return self._failed(error)
        self.done += done
        if self._failed_in_a_row:
            log.info("%s works again after %d failures", self.task.name, self._failed_in_a_row)
            self._failed_in_a_row = 0
        self._was_full = done >= self.task.full_batch
        return 0.0 if self._was_full else self.task.pause_seconds

    def _steps_aside(self) -> bool:
        """Return whether the task that goes first needs the processor; now and then a batch is done all the same."""
        if self.first is None or not self.first.is_behind:
            self._aside_since = None
            return False
        now = time.monotonic()
        self._aside_since = self._aside_since or now
        if now - self._aside_since < LONGEST_ASIDE_SECONDS:
            return True
        self._aside_since = None
        return False

    def _failed(self, error: Exception) -> float:
        self._was_full = False
        self.failures += 1
        self._failed_in_a_row += 1
        delay = retry_delay_seconds(self._failed_in_a_row)
        level = logging.WARNING if isinstance(error, StoreUnavailable) else logging.ERROR
        log.log(
            level,
            "%s failed (%s: %s), tried again in %.1f s",
            self.task.name,
            type(error).__name__,
            str(error).strip(),
            delay,
            exc_info=error if log.isEnabledFor(logging.DEBUG) else None,
        )
        return delay

    async def _wait(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)  # a step that never waits must not keep others from running
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)

    def as_docket_task(self) -> Callable[..., Awaitable[None]]:
        """Return the function that docket registers under the task's name and keeps alive."""

        async def run(perpetual: Perpetual = Perpetual(automatic=True)) -> None:  # noqa: B008 - docket's way to declare it
            perpetual.after(timedelta(seconds=await self.run_stretch()))

        run.__name__ = run.__qualname__ = self.task.name
        return run


def retry_delay_seconds(failed_in_a_row: int) -> float:
    """Return the wait before the next try: doubling from half a second to half a minute, with up to a quarter less."""
    longest = min(FIRST_DELAY_SECONDS * 2 ** min(failed_in_a_row - 1, 16), LONGEST_DELAY_SECONDS)
    return float(longest) * random.uniform(0.75, 1.0)  # noqa: S311 - spreads retries, guards nothing
