"""Progress for people at a terminal, and now and then a line of counts for logs."""

import sys
import time
from typing import Final, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

LOG_SECONDS: Final = 10.0


class Steps:
    """A progress bar on stderr, as a context manager; where stderr is no terminal, a line every ten seconds."""

    def __init__(self, label: str, total: int) -> None:
        self._label = label
        self._total = total
        self._done = 0
        self._logged_at = time.monotonic()
        console = Console(file=sys.stderr)
        self._bar = (
            Progress(
                TextColumn("{task.description:<32}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=console,
            )
            if console.is_terminal
            else None
        )

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
            self._task = self._bar.add_task(self._label, total=self._total)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
        else:
            self._log()

    def advance(self, steps: int = 1) -> None:
        """Count steps that are done."""
        self._done += steps
        if self._bar is not None:
            self._bar.advance(self._task, steps)
        elif time.monotonic() - self._logged_at >= LOG_SECONDS:
            self._log()

    def _log(self) -> None:
        self._logged_at = time.monotonic()
        print(f"{self._label}: {self._done} of {self._total}", file=sys.stderr, flush=True)
