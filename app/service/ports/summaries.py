"""Running summaries in the record."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.domain.models import Owner
from app.domain.summary.models import CoveredTurn, SessionSummary


@dataclass(frozen=True, slots=True)
class SummaryPacing:
    """When a session is due for its summary: so many `rounds` since the last look, or so many `tokens` that left its
    window, or when it ends.

    `silence_seconds` without a message count as an end, like closing. After `session_ttl_seconds` the window is gone.
    `least_tokens`: less is not summed up at all.
    """

    rounds: int
    tokens: int
    silence_seconds: float
    session_ttl_seconds: int
    least_tokens: int


@dataclass(frozen=True, slots=True)
class SummaryState:
    """How far the summary of a session is.

    `waiting_messages` have left the window and are not covered; they are about `waiting_tokens` long. `before_seq` is
    where the window begins. `due`: the background sums them up at its next round. `looked_from` is a mark for
    `settle`, `rounds` how many the session has in all, `version` that of the owner as of this reading.
    """

    summary: SessionSummary | None
    before_seq: int
    waiting_messages: int
    waiting_tokens: int
    due: bool
    looked_from: int
    rounds: int
    version: int


@dataclass(frozen=True, slots=True)
class ReadTurns:
    """Turns to be covered, with what tells whether they were changed since: `rows` and newest `changes` of each."""

    turns: tuple[CoveredTurn, ...]
    rows: tuple[int, ...]
    changes: tuple[int, ...]

    def first(self, count: int) -> "ReadTurns":
        """The oldest `count` of them."""
        return ReadTurns(self.turns[:count], self.rows[:count], self.changes[:count])

    @property
    def state(self) -> tuple[int, int]:
        """How many rows there are in all, and the newest change among them (0: none)."""
        return sum(self.rows), max(self.changes, default=0)


class SummaryStore(Protocol):
    """Summaries of sessions. What forgets, erases or changes a message drops the summaries that cover it."""

    async def due_sessions(self, pacing: SummaryPacing, *, now: datetime, limit: int) -> list[tuple[Owner, str]]:
        """Sessions of any user that are due, longest silent first."""

    async def state(
        self, owner: Owner, session_id: str, pacing: SummaryPacing, *, now: datetime
    ) -> SummaryState | None:
        """How far the summary of a session is; None for a session that Postgres does not know."""

    async def read_turns(
        self, owner: Owner, session_id: str, *, after_seq: int, before_seq: int, model: str, limit: int
    ) -> ReadTurns:
        """Visible turns between two places (both exclusive), oldest first, with their vectors of this model."""

    async def put(
        self, owner: Owner, session_id: str, summary: SessionSummary, *, after_seq: int, made_from: ReadTurns
    ) -> int | None:
        """Store a summary under the owner's lock, and return `owners.version` as of then.

        None, and nothing is stored, where a message it was made from is not as it was read, or another summary came
        first: `summary.revision` must be one more than that of the one in place.
        """

    async def settle(self, owner: Owner, session_id: str, state: SummaryState) -> None:
        """Note that turns below `state.before_seq` were looked at, unless the summary was dropped since."""


class SummaryWindow(Protocol):
    """The part of working memory that shows summaries."""

    async def put_summary(self, owner: Owner, session_id: str, summary: SessionSummary | None, *, version: int) -> None:
        """Show a summary with the session, where that is held and nothing newer is known; None: there is none."""


__all__ = ["ReadTurns", "SummaryPacing", "SummaryState", "SummaryStore", "SummaryWindow"]
