"""The system message of recalled memories, or of passages: chosen one by one, shown in groups under one heading.

Day and session of a memory stand in its opening mark; where several memories of the same session and day are shown,
they stand together in the order said, and only the first mark of the group names both. That is worth a third of the
tokens of short messages. Everything shown still stands between marks of its own.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.domain.packing.block import message_tokens
from app.domain.packing.models import ChatMessage, ReceiptEntry, TokenCounter

Group = tuple[str | None, ...]

RANK_OFFSET: Final = 10.0
SIZE_POWER: Final = 0.5
"""A memory of rank r (from 0) and t tokens is taken in the order of 1 / ((r + offset) * t ** power): what is likely to
be wanted falls slowly with the rank, and two short memories are worth more than one long. Measured: power 0 (by score
alone) loses half a point of recall in 1,000 tokens on LoCoMo and two on PrefEval; near power 1 the best go missing.
"""


class Candidate(NamedTuple):
    """What may be shown: its text as the first of its group and as a later one, both ending in a line break."""

    first: str
    later: str
    group: Group
    seq: int
    """Place in the group."""
    entry: ReceiptEntry
    reason: str
    """Why it is taken."""


@dataclass(slots=True)
class _Part:
    candidate: Candidate
    first_tokens: int
    later_tokens: int
    place: tuple[int, int]
    """Order inside the group: as said, then by score."""


class RecalledBlock:
    """One system message of candidates given best first. See the module's docstring, and `Block` for the arithmetic."""

    def __init__(self, counter: TokenCounter, intro: str, candidates: Sequence[Candidate]) -> None:
        self._counter = counter
        self._intro = intro
        self._parts = [
            _Part(one, counter.count(one.first), counter.count(one.later), (one.seq, rank))
            for rank, one in enumerate(candidates)
        ]
        self._chosen: list[int] = []
        self._overhead = message_tokens(counter, {"role": "system", "content": intro}) if candidates else 0
        self.tokens = 0
        for part in self._parts:
            part.candidate.entry.tokens = part.first_tokens

    @property
    def entries(self) -> list[ReceiptEntry]:
        """The receipt, in the order given."""
        return [part.candidate.entry for part in self._parts]

    def take(self, limit: int, indexes: Iterable[int]) -> None:
        """Take of these, given best first, what is worth most for its tokens, while it fits into `limit` of them."""
        before = len(self._chosen)
        heads = {self._group(index): index for index in reversed(self._in_order())}
        total = self._overhead + sum(self._shares().values())
        for index in self._by_worth(indexes):
            head = heads.get(self._group(index))
            cost = self._cost(index, head)
            if total + cost <= limit:
                total += cost
                self._chosen.append(index)
                if head is None or self._parts[index].place < self._parts[head].place:
                    heads[self._group(index)] = index
        while len(self._chosen) > before and message_tokens(self._counter, self.message()) > limit:
            self._chosen.pop()
        if len(self._chosen) > before:
            self._settle()

    def message(self) -> ChatMessage:
        """The message of what was taken."""
        shown: list[str] = []
        last: Group | None = None
        for index in self._in_order():
            candidate = self._parts[index].candidate
            shown.append(candidate.later if candidate.group == last else candidate.first)
            last = candidate.group
        return {"role": "system", "content": (self._intro + "".join(shown)).rstrip("\n")}

    def _by_worth(self, indexes: Iterable[int]) -> list[int]:
        """Return them by what they are worth a token, as far as that decides: see `RANK_OFFSET`."""

        def worth(placed: tuple[int, int]) -> float:
            rank, index = placed
            return -1.0 / ((rank + RANK_OFFSET) * math.pow(max(self._parts[index].later_tokens, 1), SIZE_POWER))

        return [index for _, index in sorted(enumerate(indexes), key=worth)]

    def _group(self, index: int) -> Group:
        return self._parts[index].candidate.group

    def _cost(self, index: int, head: int | None) -> int:
        """What one more takes: whoever stands first in a group names its day and session."""
        part = self._parts[index]
        if head is None:
            return part.first_tokens
        if part.place > self._parts[head].place:
            return part.later_tokens
        return part.first_tokens + self._parts[head].later_tokens - self._parts[head].first_tokens

    def _in_order(self) -> list[int]:
        """Indexes of what was taken as they are shown: groups by their best member, members as said."""
        best: dict[Group, int] = {}
        for index in sorted(self._chosen):
            best.setdefault(self._group(index), index)
        return sorted(self._chosen, key=lambda index: (best[self._group(index)], self._parts[index].place))

    def _shares(self) -> dict[int, int]:
        """The tokens of each that was taken."""
        shares: dict[int, int] = {}
        last: Group | None = None
        for index in self._in_order():
            part = self._parts[index]
            shares[index] = part.later_tokens if part.candidate.group == last else part.first_tokens
            last = part.candidate.group
        return shares

    def _settle(self) -> None:
        """Count the message as it stands; the entry of the first one shown carries the introduction."""
        shares = self._shares()
        self.tokens = message_tokens(self._counter, self.message())
        rest = self.tokens - sum(shares.values())
        for index, tokens in shares.items():
            entry = self._parts[index].candidate.entry
            entry.tokens, entry.included, entry.reason = tokens + rest, True, self._parts[index].candidate.reason
            rest = 0
