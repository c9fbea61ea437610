"""What reading conversations for facts needs of the record."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from app.domain.extraction.changes import Stated
from app.domain.extraction.models import Said, Statement
from app.domain.models import CardEntry, Owner


class Reader(Protocol):
    """Takes statements out of a conversation: rules, or rules and a model."""

    def __call__(self, messages: Sequence[Said], fresh: Collection[str] | None = None) -> list[Statement]:
        """Return what the messages state; of those that are not `fresh` (ids; None: all are) it may be left out."""


@dataclass(frozen=True, slots=True)
class ExtractPacing:
    """When a session is due to be read: after so many `rounds`, or after so long a `silence`; at once when closed."""

    rounds: int
    silence: timedelta


@dataclass(frozen=True, slots=True)
class Heard:
    """One message of a session as it was archived. `fresh` ones were not read yet, the others are what came before.

    `message_id` is the caller's id, None where there is none.
    """

    id: UUID
    seq: int
    round_no: int
    said: Said
    message_id: str | None
    fresh: bool


@dataclass(frozen=True, slots=True)
class DueSession:
    """A session whose time to be read has come, with its messages in the order said.

    Reading stands at `from_seq` and, when these messages are done, at `read_to_seq` and `rounds`. `last_seq` is the
    last number that the session had given. `more`: there are further messages to read. `unshown`: what was stored
    before did not get onto the card in working memory.
    """

    owner: Owner
    session_id: str
    from_seq: int
    read_to_seq: int
    last_seq: int
    rounds: int
    tries: int
    messages: tuple[Heard, ...]
    more: bool = False
    unshown: bool = False

    @property
    def idle(self) -> bool:
        """Whether there was nothing left to read."""
        return self.read_to_seq == self.from_seq


@dataclass(frozen=True, slots=True)
class SessionRead:
    """A session with what it states, ready to be stored. `missed`: a chat model should have read it and was away."""

    session: DueSession
    statements: tuple[Stated, ...]
    missed: bool = False


@dataclass(frozen=True, slots=True)
class FactsLearned:
    """What cards show now where facts changed: by key, None where nothing is shown. `counts`: changes by their kind."""

    owner: Owner
    entries: dict[str, CardEntry | None]
    counts: dict[str, int] = field(default_factory=dict)


class ExtractStore(Protocol):
    """Sessions to be read, and facts with how far reading has come, in one transaction."""

    async def due_sessions(self, *, now: datetime, limit: int, most_messages: int, context: int) -> list[DueSession]:
        """Sessions of any user that are due, longest first, each with at most so many fresh messages, and context."""

    async def store(self, reads: Sequence[SessionRead], *, now: datetime) -> list[FactsLearned]:
        """Store what sessions state and move their marks, under the owners' locks, one transaction for all.

        A session that somebody else read meanwhile is left alone, and messages erased meanwhile state nothing.
        """

    async def settle(self, sessions: Sequence[DueSession], pacing: ExtractPacing, *, now: datetime) -> None:
        """Note that working memory shows what was stored: the sessions are due again only for what came since."""

    async def put_off(self, session: DueSession, *, due_at: datetime) -> None:
        """Count a failed try and look at the session again later."""

    async def count_waiting(self, owner: Owner, session_id: str, *, up_to_seq: int | None = None) -> int:
        """How many messages of a session still wait; at least 1 until `settle`, 0 when unknown.

        With `up_to_seq` only whether those up to it have been read matters.
        """

    async def user_entries(self, owner: Owner) -> dict[str, CardEntry | None]:
        """Every key of the user's card with what it shows now, None where its fact has ended."""
