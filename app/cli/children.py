"""The processes that `serve` runs: API processes and the worker, started again when they end by themselves."""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.embedded.process import end_with_parent

log = logging.getLogger(__name__)

FIRST_DELAY_SECONDS: Final = 0.5
LONGEST_DELAY_SECONDS: Final = 30.0
STEADY_SECONDS: Final = 60.0  # who ran for so long starts with the first delay again


@dataclass(frozen=True, slots=True)
class ChildPlan:
    """How to start a child: arguments after `python -m app`, file descriptors it inherits, and its niceness.

    A `late` one is started when the others serve.
    """

    name: str
    arguments: tuple[str, ...]
    keep_fds: tuple[int, ...] = ()
    niceness: int = 0
    late: bool = False


@dataclass(slots=True)
class Child:
    """A child and its running process. `ready_fd` turns readable when it serves, or has ended.

    Its stdin is a pipe from us: a byte in it says that the stores are up, its end that we are gone.
    """

    plan: ChildPlan
    env: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None
    ready_fd: int = -1
    ready: bool = False
    failures: int = 0
    start_at: float = 0.0
    started_at: float = field(default=0.0)

    def start(self) -> None:
        """Start the process. It loads its code, then waits for `go`."""
        read_end, write_end = os.pipe()
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app", *self.plan.arguments, "--ready-fd", str(write_end)],
                stdin=subprocess.PIPE,
                start_new_session=True,  # a Ctrl-C in the terminal reaches `serve` alone, which stops all in order
                pass_fds=(*self.plan.keep_fds, write_end),
                preexec_fn=_prepare(self.plan.niceness),
                env=dict(self.env),
            )
        finally:
            os.close(write_end)
        self._close_ready_fd()
        self.ready_fd = read_end
        self.ready = False
        self.started_at = time.monotonic()

    def go(self) -> None:
        """Let the process connect to the stores and serve."""
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write(b"1")
                self.process.stdin.flush()

    def note_ready(self) -> bool:
        """Read the ready signal; True when the process serves, False when it ended first."""
        self.ready = bool(os.read(self.ready_fd, 1))
        self._close_ready_fd()
        return self.ready

    def ended(self) -> int | None:
        """The exit status once the process has ended, else None."""
        return None if self.process is None else self.process.poll()

    def plan_restart(self, status: int) -> None:
        """Set the time of the next start: later each time, at once again after a steady run."""
        if time.monotonic() - self.started_at > STEADY_SECONDS:
            self.failures = 0
        delay = min(FIRST_DELAY_SECONDS * 2**self.failures, LONGEST_DELAY_SECONDS)
        self.failures = min(self.failures + 1, 16)
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
        self.process = None
        self.start_at = time.monotonic() + delay
        log.error("the %s ended by itself (%s), started again in %.1f s", self.plan.name, _reason(status), delay)

    def send(self, signal_number: signal.Signals) -> None:
        """Send a signal, if the process still runs."""
        if self.process is not None and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal_number)

    def _close_ready_fd(self) -> None:
        if self.ready_fd >= 0:
            os.close(self.ready_fd)
            self.ready_fd = -1


def stop_children(children: Sequence[Child], seconds: float, hurried: Callable[[], bool]) -> None:
    """Ask all to end, wait up to `seconds` (or until `hurried` says so), then kill what is left."""
    for child in children:
        child.send(signal.SIGTERM)
    deadline = time.monotonic() + seconds
    while any(child.process is not None and child.process.poll() is None for child in children):
        if time.monotonic() > deadline or hurried():
            for child in children:
                child.send(signal.SIGKILL)
        time.sleep(0.02)


def tell_ready(ready_fd: int) -> None:
    """In a child: say that this process serves. Without `serve` above it (-1) there is nobody to tell."""
    if ready_fd >= 0:
        os.write(ready_fd, b"1")
        os.close(ready_fd)


def wait_for_go() -> None:
    """In a child: wait until the stores are up, and from then on end (by SIGTERM to ourselves) when `serve` is gone.

    Linux ends us anyway (PDEATHSIG); elsewhere this is what keeps a killed `serve` from leaving children behind.
    """
    if not os.read(0, 1):
        sys.exit(1)

    def watch() -> None:
        while os.read(0, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="watch serve", daemon=True).start()


def _reason(status: int) -> str:
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"status {status}"


def _prepare(niceness: int) -> Callable[[], None]:
    follow_parent = end_with_parent(signal.SIGTERM)

    def prepare() -> None:
        if follow_parent is not None:
            follow_parent()
        if niceness:
            os.nice(niceness)

    return prepare
