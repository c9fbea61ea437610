"""The sliding window of a session: which turns belong to which round, and which rounds it still shows.

A round is a user message and everything up to the next user message; messages before the first user message are a
round of their own. The window is strict: it holds the last N rounds and nothing before them.

Turns are numbered by a hybrid clock: the number rises by at least one with every turn and is never below the
millisecond of its arrival times 1,000. So numbers are not contiguous, and a session whose state was lost never uses
one twice, because time has gone on. Numbers stay below 2^53 until the year 2255, which Lua's doubles need.

The Lua scripts of `adapters/redis` number and cut by these rules; a property test has a model of its own.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from app.domain.models import Turn

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def seq_floor(now: datetime) -> int:
    """The smallest number that a turn arriving at `now` (aware) may get: milliseconds since 1970 times 1,000."""
    return (now - _EPOCH) // timedelta(milliseconds=1) * 1_000


def round_sizes(round_numbers: Iterable[int]) -> list[tuple[int, int]]:
    """(round, how many turns) for turns in order, from their round numbers."""
    sizes: list[tuple[int, int]] = []
    for number in round_numbers:
        if sizes and sizes[-1][0] == number:
            sizes[-1] = (number, sizes[-1][1] + 1)
        else:
            sizes.append((number, 1))
    return sizes


def last_rounds(turns: Sequence[Turn], rounds: int) -> tuple[Turn, ...]:
    """The turns of the last `rounds` (at least 1) rounds among `turns`, which are in order of `seq`."""
    if rounds < 1:
        raise ValueError(f"a window holds at least 1 round, not {rounds}")
    shown = {number for number, _ in round_sizes(turn.round_no for turn in turns)[-rounds:]}
    return tuple(turn for turn in turns if turn.round_no in shown)
