"""How much the background leaves to requests on the same machine.

Embedding takes whole cores for tens of milliseconds. In threads of low priority it still slows what shares the
machine with it: caches, memory, the clock of the chip, and the moment that it takes to be put aside. So the worker
rests between portions while work of ordinary priority (the API, PostgreSQL, Redis) keeps the machine busy.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

log = logging.getLogger(__name__)

_STAT: Final = Path("/proc/stat")
_CALM: Final = 0.25
_BUSY: Final = 0.75
_LONGEST_REST_SECONDS: Final = 5.0
_NICENESS: Final = 19


class CpuTimes(NamedTuple):
    """What the machine's cores did since it started, in ticks: work of ordinary priority, and all there was."""

    ordinary: int
    all: int


def read_cpu_times(file: Path = _STAT) -> CpuTimes | None:
    """Read the first line of /proc/stat (proc(5): user, nice, system, idle, iowait, irq, softirq, steal, ...).

    Work of low priority is counted as `nice` there, so the embedding does not see itself. None where there is no such
    file.
    """
    try:
        with file.open("rb") as stat:
            fields = [int(field) for field in stat.readline().split()[1:9]]
    except (OSError, ValueError):
        return None
    if len(fields) < 8:
        return None
    user, _, system, _, _, irq, softirq, _ = fields
    return CpuTimes(user + system + irq + softirq, sum(fields))


class SteppingBack:
    """Says how long to rest after a stretch of work; safe to share between threads.

    Up to a quarter of the machine in use by others there is no rest; from three quarters on, work takes `least_share`
    (above 0, at most 1) of the time, in between proportionally. 1 never rests.
    """

    def __init__(self, least_share: float, *, read: Callable[[], CpuTimes | None] = read_cpu_times) -> None:
        self._least_share = least_share
        self._read = read
        self._lock = threading.Lock()
        self._last = read()

    def rest_after(self, worked_seconds: float) -> float:
        """Return how many seconds to rest, judged by what the machine did since the last call; at most 5."""
        with self._lock:
            last, self._last = self._last, self._read()
            now = self._last
        if last is None or now is None or now.all <= last.all:
            return 0.0
        busy = (now.ordinary - last.ordinary) / (now.all - last.all)
        pressure = min(max((busy - _CALM) / (_BUSY - _CALM), 0.0), 1.0)
        share = 1.0 - pressure * (1.0 - self._least_share)
        return min(worked_seconds * (1.0 / share - 1.0), _LONGEST_REST_SECONDS)


def yield_to_all() -> None:
    """Make the calling thread one that runs when nobody else wants the core. Only Linux has that for a thread."""
    if sys.platform != "linux":
        return
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except OSError as error:  # a sandbox may forbid it; the niceness holds all the same
        log.info("embedding goes on with niceness %d alone: %s", _NICENESS, error)


def be_polite(niceness: int) -> None:
    """Give the calling thread this niceness (Linux alone has one for a thread), unless it has a higher one."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(niceness, os.getpriority(os.PRIO_PROCESS, thread)))
