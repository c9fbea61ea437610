"""`serve` at run time: watches stores and child processes, starts again what ended, stops everything in order."""

import contextlib
import logging
import os
import selectors
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Final

from app.cli.children import Child, ChildPlan, stop_children
from app.domain.errors import SetupError
from app.embedded import EmbeddedStores

log = logging.getLogger(__name__)

_STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_LOOK_SECONDS: Final = 1.0
_MEND_AGAIN_SECONDS: Final = 5.0
_CHILDREN_SHARE: Final = 0.85  # of the shutdown time; the rest is for the stores


class Supervisor:
    """Runs until a signal. The first one drains, a second one kills."""

    def __init__(
        self,
        plans: Sequence[ChildPlan],
        *,
        env: Mapping[str, str],
        stores: EmbeddedStores | None,
        shutdown_seconds: float,
        prepare: Callable[[], None],
        on_ready: Callable[[], None],
    ) -> None:
        """Take over `stores`, claimed and not started. `prepare` runs when they are up, before anything connects."""
        self._children = [Child(plan, env) for plan in plans]
        self._stores = stores
        self._shutdown_seconds = shutdown_seconds
        self._prepare = prepare
        self._on_ready = on_ready
        self._signals = 0
        self._selector = selectors.DefaultSelector()
        self._serving = False
        self._mend_at = 0.0

    def run(self) -> None:
        """Start everything and watch it until told to stop. Raises SetupError when something cannot start at all.

        The children load their code while the stores start.
        """
        with self._catch_signals():
            try:
                first = [child for child in self._children if not child.plan.late]
                for child in first:
                    self._start(child)
                if self._stores is not None:
                    self._stores.start()
                self._prepare()
                for child in first:
                    child.go()
                while not self._signals:
                    self._look()
            finally:
                self._stop()

    def _start(self, child: Child) -> None:
        child.start()
        self._selector.register(child.ready_fd, selectors.EVENT_READ, child)

    def _look(self) -> None:
        for key, _ in self._selector.select(self._seconds_to_next_start()):
            if isinstance(key.data, Child):
                self._selector.unregister(key.fd)
                key.data.note_ready()
            else:
                os.read(key.fd, 4096)  # woken by a signal
        if not self._serving and all(child.ready for child in self._children if not child.plan.late):
            self._serving = True
            self._on_ready()
        self._look_after_stores()
        for child in self._children:
            self._look_after(child)

    def _look_after(self, child: Child) -> None:
        status = child.ended()
        if status is not None and not self._signals:
            if not self._serving:
                raise SetupError(f"The {child.plan.name} could not start; what stopped it is said above")
            child.plan_restart(status)
        if self._serving and child.process is None and time.monotonic() >= child.start_at:
            self._start(child)
            child.go()

    def _look_after_stores(self) -> None:
        if self._stores is None or self._signals or time.monotonic() < self._mend_at:
            return
        try:
            for name in self._stores.mend():
                log.error("the embedded %s had ended by itself; it runs again", name)
        except SetupError as error:
            self._mend_at = time.monotonic() + _MEND_AGAIN_SECONDS
            log.error("%s; tried again in %.0f s", error, _MEND_AGAIN_SECONDS)

    def _seconds_to_next_start(self) -> float:
        waiting = [child.start_at - time.monotonic() for child in self._children if child.process is None]
        return max(0.0, min([_LOOK_SECONDS, *waiting])) if self._serving else _LOOK_SECONDS

    def _stop(self) -> None:
        begun = time.monotonic()
        if self._serving:
            log.info("stopping: calls and background work in progress are finished first")
        before = self._signals
        stop_children(self._children, self._shutdown_seconds * _CHILDREN_SHARE, lambda: self._signals > max(before, 1))
        if self._stores is not None:
            self._stores.stop()
        if self._serving:
            log.info("stopped after %.1f s", time.monotonic() - begun)

    @contextlib.contextmanager
    def _catch_signals(self) -> Iterator[None]:
        read_end, write_end = os.pipe()
        for end in (read_end, write_end):
            os.set_blocking(end, False)
        self._selector.register(read_end, selectors.EVENT_READ)
        before = {number: signal.getsignal(number) for number in (*_STOP_SIGNALS, signal.SIGCHLD)}
        old_fd = signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
        for number in _STOP_SIGNALS:
            signal.signal(number, self._count)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)  # only wakes the selector
        try:
            yield
        finally:
            signal.set_wakeup_fd(old_fd)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(read_end)
            os.close(write_end)

    def _count(self, _number: int, _frame: FrameType | None) -> None:
        self._signals += 1
