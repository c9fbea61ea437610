"""A circuit breaker: after some failures in a row a server is left alone for a while, then tried with one call.

States: closed (calls pass), open (calls are refused until `open_seconds` are over), half-open (one call, the probe,
passes; its success closes the circuit, its failure opens it again). For one event loop; not for threads.
"""

import time
from collections.abc import Callable
from typing import Literal


class CircuitOpenError(Exception):
    """The call was refused without being tried."""

    def __init__(self, seconds_left: float) -> None:
        super().__init__(f"left alone for {seconds_left:.1f} s more after repeated failures")
        self.seconds_left = seconds_left


class CircuitBreaker:
    """Counts what `succeeded` and `failed` tell it; `admit` before every call, and exactly one of three after it."""

    def __init__(self, *, failures: int, open_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._failures = failures
        self._open_seconds = open_seconds
        self._clock = clock
        self._count = 0
        self._opened_at: float | None = None
        self._probing = False

    @property
    def state(self) -> Literal["closed", "open", "half-open"]:
        """What would happen to a call now."""
        if self._opened_at is None:
            return "closed"
        return "open" if self._probing or self._seconds_left() > 0 else "half-open"

    def admit(self) -> None:
        """Let a call pass, or raise CircuitOpenError."""
        if self._opened_at is None:
            return
        if self.state == "open":
            raise CircuitOpenError(max(self._seconds_left(), 0.1))
        self._probing = True

    def succeeded(self) -> None:
        """The call was answered."""
        self._count, self._opened_at, self._probing = 0, None, False

    def failed(self) -> None:
        """The call was not answered in a useful way."""
        self._count += 1
        if self._probing or self._count >= self._failures:
            self._opened_at, self._probing = self._clock(), False

    def abandoned(self) -> None:
        """The call ended without telling anything of the server (it was cancelled)."""
        self._probing = False

    def _seconds_left(self) -> float:
        return 0.0 if self._opened_at is None else self._opened_at + self._open_seconds - self._clock()
