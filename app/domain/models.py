"""The nouns of Haima: owners, turns, memories, facts. Plain frozen data, no I/O.

Times are aware and in UTC. Scores, importance, confidence and trust lie in [0, 1].
"""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntFlag, StrEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

if TYPE_CHECKING:
    from app.domain.summary.models import SessionSummary

MemoryType = Literal[
    "conversation", "preference", "fact", "decision", "feedback", "task", "summary", "goal", "commitment"
]
Role = Literal["system", "user", "assistant", "tool"]
Visibility = Literal["shared", "private"]
SaveMode = Literal["async", "sync", "batch"]
LayerName = Literal["working", "episodic", "semantic", "knowledge"]
SavedStatus = Literal["stored", "duplicate", "reinforced", "superseded_previous", "queued"]

KNOWLEDGE_USER = ""
"""The user id under which a tenant's shared documents are kept; no real user can have an empty id."""


class Layers(IntFlag):
    """The set of layers that hold a memory, as stored in `memories.layers`."""

    NONE = 0
    WORKING = 1
    EPISODIC = 2
    SEMANTIC = 4
    KNOWLEDGE = 8


class Verdict(StrEnum):
    """What a caller says about a recalled memory."""

    HELPFUL = "helpful"
    WRONG = "wrong"


@lru_cache(maxsize=10_000)
def _owner_id(tenant_id: str, user_id: str) -> UUID:
    tenant = tenant_id.encode()
    digest = hashlib.blake2b(digest_size=16)
    digest.update(len(tenant).to_bytes(4, "big") + tenant + user_id.encode())
    return UUID(bytes=digest.digest())


@dataclass(frozen=True)
class Owner:
    """One user of one tenant: whose memory it is. Everything stored belongs to exactly one owner."""

    tenant_id: str
    user_id: str

    @cached_property
    def owner_id(self) -> UUID:
        """128 bits of BLAKE2b over the length-prefixed tenant and the user: the distribution column of every table."""
        return _owner_id(self.tenant_id, self.user_id)

    @cached_property
    def tag(self) -> str:
        """32 hexadecimal digits of `owner_id`: the hash tag of every Redis key of this owner."""
        return self.owner_id.hex


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A message about to be appended to a session. `id` is ours (UUIDv7), `message_id` the caller's or None."""

    id: UUID
    role: Role
    content: str
    message_id: str | None
    name: str | None
    created_at: datetime
    importance: float
    agent_id: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A message of a session in its place.

    `seq` rises with the order of arrival inside the session (not contiguous: see `domain/windowing.py`), `round_no`
    counts rounds of the session from 1.
    """

    id: UUID
    seq: int
    round_no: int
    role: Role
    content: str
    message_id: str | None
    name: str | None
    created_at: datetime
    importance: float
    agent_id: str | None = None


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A memory given by the caller (not a chat message), scored and routed, on its way to the stores."""

    id: UUID
    content: str
    type: MemoryType
    importance: float
    layers: Layers
    session_id: str | None
    agent_id: str | None
    visibility: Visibility
    subject: str | None
    metadata: dict[str, Any]
    created_at: datetime
    occurred_at: datetime | None
    expires_at: datetime | None
    working_until: datetime
    pinned: bool


@dataclass(frozen=True, slots=True)
class NewFact:
    """One claimed value of a fact. `session_id` None means the user's card, else that session's own.

    `valid_to` is the end that the statement itself names. `source_ids` are the chat messages that state it: it goes
    when all of them are erased. `changed_by` is the id of the API key that changed it by hand, "" where none did.
    """

    id: UUID
    key: str
    value: str
    session_id: str | None
    valid_from: datetime
    recorded_at: datetime
    confidence: float
    source: dict[str, Any]
    reason: str
    retracted: bool = False
    valid_to: datetime | None = None
    source_ids: tuple[UUID, ...] = ()
    changed_by: str = ""


@dataclass(frozen=True, slots=True)
class CardEntry:
    """The current value of one fact as the card shows it. `conflicts` are other values claimed for the same time.

    `valid_to` is the end that the statement itself names; from then on the entry is not shown.
    """

    value: str
    confidence: float
    valid_from: datetime
    source: dict[str, Any]
    version: int
    conflicts: tuple[dict[str, Any], ...] = ()
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class FactVersion:
    """One version of a fact in its bi-temporal history."""

    value: str
    version: int
    valid_from: datetime
    valid_to: datetime | None
    recorded_at: datetime
    superseded_at: datetime | None
    confidence: float
    source: dict[str, Any]
    reason: str
    retracted: bool
    changed_by: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory as callers see it; `layer` is filled in by the use case that shows it.

    `seq`, `round_no`, `role` and `name` are set for chat messages only. `part` numbers the parts of one long message
    from 0.
    """

    id: UUID
    user_id: str
    session_id: str | None
    agent_id: str | None
    visibility: Visibility
    type: MemoryType
    layers: Layers
    content: str
    subject: str | None
    metadata: dict[str, Any]
    importance: float
    confidence: float
    trust: float
    pinned: bool
    version: int
    created_at: datetime
    occurred_at: datetime | None
    accessed_at: datetime | None
    access_count: int
    expires_at: datetime | None
    working_until: datetime | None = None
    message_id: str | None = None
    role: Role | None = None
    name: str | None = None
    seq: int | None = None
    round_no: int | None = None
    part: int = 0

    @property
    def at(self) -> datetime:
        """The time a memory counts from: `occurred_at`, else `created_at`."""
        return self.occurred_at or self.created_at

    def seen_by(self, agent_id: str | None) -> bool:
        """Whether a call of this agent (None: of no agent) sees the memory."""
        return self.visibility == "shared" or (agent_id is not None and self.agent_id == agent_id)


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """A former or current state of a memory, for its history; `changed_by` is the id of an API key, or ""."""

    version: int
    content: str
    type: MemoryType
    importance: float
    subject: str | None
    metadata: dict[str, Any]
    pinned: bool
    expires_at: datetime | None
    changed_at: datetime
    reason: str
    changed_by: str = ""


@dataclass(frozen=True, slots=True)
class WindowStats:
    """What `save` reports: rounds and messages in the window, and messages beyond it that Postgres does not have."""

    rounds: int
    messages: int
    pending_archive: int


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """One session of a user."""

    session_id: str
    rounds: int
    last_active_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class SessionSeed:
    """What Postgres knows of a session that Redis does not hold: the newest rounds, to lay the window anew.

    `version` is the owner's as of the reading (0: unknown owner); `summary` is there also where the window has expired.
    """

    turns: tuple[Turn, ...] = ()
    last_seq: int = 0
    rounds: int = 0
    known_message_ids: tuple[tuple[str, UUID], ...] = ()
    closed_at: datetime | None = None
    last_active_at: datetime | None = None
    summary: "SessionSummary | None" = None
    version: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """Facts by key. `session` entries lie over `user` entries of the same key."""

    user: dict[str, CardEntry] = field(default_factory=dict)
    session: dict[str, CardEntry] = field(default_factory=dict)
    version: int = field(default=0, compare=False)
    """Of the owner, when Postgres was asked for the card; 0 where nobody asked."""

    def merged(self) -> dict[str, CardEntry]:
        """The card as a session sees it: its own facts over its user's."""
        return {**self.user, **self.session}
