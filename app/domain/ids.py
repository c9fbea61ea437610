"""Ids: UUID version 7 (RFC 9562), which rise with time, so that indexes stay dense and lists sort themselves."""

import os
import time
from uuid import UUID

_PART_MASK = (1 << 62) - 1
_MOST = 0xFFF
_RANDOM_BYTES = 10
_IDS_AT_A_TIME = 256


class _Places:
    """The place of an id within its millisecond: the first is random, the ones after it count up (RFC 9562, 6.2)."""

    def __init__(self) -> None:
        self._ms = -1
        self._place = 0

    def next(self, ms: int, random: int) -> int:
        self._place = min(self._place + 1, _MOST) if ms == self._ms else random % (_MOST // 2)
        self._ms = ms
        return self._place


class _Randomness:
    """Random numbers of the system, fetched for some hundred ids at a time: asking costs more than all else."""

    def __init__(self) -> None:
        self._left: list[int] = []

    def next(self) -> int:
        """Return 80 random bits that nobody else gets, from whatever thread."""
        try:
            return self._left.pop()
        except IndexError:
            fetched = os.urandom(_RANDOM_BYTES * _IDS_AT_A_TIME)
            numbers = [
                int.from_bytes(fetched[at : at + _RANDOM_BYTES], "big") for at in range(0, len(fetched), _RANDOM_BYTES)
            ]
            self._left = numbers[1:]
            return numbers[0]

    def forget(self) -> None:
        """Throw away what is left: a process that was forked off would give out the same."""
        self._left = []


_places = _Places()
_randomness = _Randomness()
os.register_at_fork(after_in_child=_randomness.forget)


def new_id(now_ms: int | None = None) -> UUID:
    """Return a new UUIDv7: 48 bits of Unix milliseconds, 12 of its place among this process's, 62 random bits.

    So the messages of one save, made within a millisecond, are listed in the order given.
    """
    ms = time.time_ns() // 1_000_000 if now_ms is None else now_ms
    random = _randomness.next()
    high = (ms & 0xFFFF_FFFF_FFFF) << 80
    return UUID(int=high | 0x7 << 76 | _places.next(ms, random >> 62) << 64 | 0b10 << 62 | random & _PART_MASK)


def part_id(first: UUID, part: int) -> UUID:
    """Return the id of the `part`-th part of a message whose first part is `first`: the same however often asked."""
    if part == 0:
        return first
    low = (first.int & _PART_MASK) + part & _PART_MASK
    return UUID(int=first.int & ~_PART_MASK | low)


def first_part_id(part: UUID, number: int) -> UUID:
    """Return the id of the first part of a message from its `number`-th part's: the inverse of `part_id`."""
    low = (part.int & _PART_MASK) - number & _PART_MASK
    return UUID(int=part.int & ~_PART_MASK | low)
