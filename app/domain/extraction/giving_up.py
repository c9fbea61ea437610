"""Lets a thread that reads a long conversation stop once nobody waits for what it finds."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final


class GivenUpError(Exception):
    """Nobody waits for the result any more."""


_UNWANTED: Final[ContextVar[Callable[[], bool] | None]] = ContextVar("unwanted", default=None)


@contextmanager
def unless(unwanted: Callable[[], bool]) -> Iterator[None]:
    """Have `go_on` stop the block once `unwanted` returns True."""
    before = _UNWANTED.set(unwanted)
    try:
        yield
    finally:
        _UNWANTED.reset(before)


def go_on() -> None:
    """Raise GivenUpError where what is being done is not wanted any more; asked between two messages."""
    unwanted = _UNWANTED.get()
    if unwanted is not None and unwanted():
        raise GivenUpError
