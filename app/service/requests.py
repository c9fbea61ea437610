"""What the four verbs are asked and what they answer: the HTTP contract as frozen dataclasses.

Requests come validated from `app/api/schemas`: limits hold, times are aware and in UTC, lists are tuples, strings hold
no U+0000 and no lone surrogates. What a caller left out and only a use case can fill in (the time of a message, the
importance of a memory) is None. Results carry domain objects; `app/api/answers.py` lays them out as JSON.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from app.domain.models import (
    LayerName,
    Memory,
    MemoryType,
    Owner,
    Role,
    SavedStatus,
    SaveMode,
    Visibility,
    WindowStats,
)
from app.domain.packing.models import Include

DegradedPart = Literal["embedding", "episodic", "working", "semantic", "knowledge", "reranker"]
ReceiptKind = Literal["system_prompt", "query", "facts", "profile", "summary", "memory", "knowledge", "turn"]
FactsScope = Literal["user", "session"]

# --- save -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MessageGiven:
    """A chat message as the caller sent it. `message_id` is the caller's own id; `created_at` None means now."""

    role: Role
    content: str
    message_id: str | None = None
    name: str | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class MemoryGiven:
    """A memory as the caller sent it. `importance` None: the service scores it; `ttl_seconds` None: it stays."""

    content: str
    type: MemoryType = "conversation"
    importance: float | None = None
    subject: str | None = None
    visibility: Visibility = "shared"
    metadata: dict[str, Any] = field(default_factory=dict)
    occurred_at: datetime | None = None
    ttl_seconds: int | None = None
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """POST /v1/save. At least one of messages, memories, facts is there; messages come with a session id."""

    owner: Owner
    session_id: str | None = None
    agent_id: str | None = None
    messages: tuple[MessageGiven, ...] = ()
    memories: tuple[MemoryGiven, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    facts_scope: FactsScope = "user"
    mode: SaveMode = "async"


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """What became of one message, memory or fact. `version` is 0 where Postgres has not numbered it yet."""

    id: UUID
    kind: Literal["message", "memory", "fact"]
    type: MemoryType
    importance: float
    layers: tuple[LayerName, ...]
    status: SavedStatus
    version: int


@dataclass(frozen=True, slots=True)
class SaveResult:
    """One entry for each message, memory and fact, in that order and in the order given."""

    saved: tuple[SavedEntry, ...]
    window: WindowStats
    job_id: UUID


# --- search -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """POST /v1/search. Empty tuples mean no filter; `start` is inclusive, `end` is not; `as_of` None means now."""

    owner: Owner
    query: str = ""
    session_id: str | None = None
    agent_id: str | None = None
    types: tuple[MemoryType, ...] = ()
    layers: tuple[LayerName, ...] = ()
    subjects: tuple[str, ...] = ()
    top_k: int = 5
    min_score: float = 0.0
    min_importance: float | None = None
    start: datetime | None = None
    end: datetime | None = None
    as_of: datetime | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    include_metadata: bool = True
    explain: bool = False


@dataclass(frozen=True, slots=True)
class ScoredMemory:
    """One memory that was found. `similarity` is None without a vector; `explain` is None unless asked for."""

    memory: Memory
    layer: LayerName
    score: float
    similarity: float | None
    relevance: float
    message_ids: tuple[str, ...] = ()
    explain: Mapping[str, Any] | None = None
    focus: tuple[int, int] | None = None
    """Where in the content the best match stands (start, stop in characters); None: all of it."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Best first. `took_ms` is the use case's own time; `source_layers` counts results by layer, all four named."""

    results: tuple[ScoredMemory, ...]
    total: int
    took_ms: float
    source_layers: Mapping[LayerName, int]
    degraded: tuple[DegradedPart, ...] = ()
    written: list[bytes] = field(default_factory=list, compare=False, repr=False)
    """At most one: `results` as JSON, kept here by whoever wrote it first."""


# --- build-context ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuildContextRequest:
    """POST /v1/build-context. `token_budget` and what is counted are in tokens of `model`'s tokenizer."""

    owner: Owner
    session_id: str
    query: str
    agent_id: str | None = None
    system_prompt: str = ""
    token_budget: int = 2000
    model: str = "gpt-4o"
    top_k: int = 5
    max_memory_chars: int = 500
    subjects: tuple[str, ...] = ()
    as_of: datetime | None = None
    include: Include = field(default_factory=Include)


@dataclass(frozen=True, slots=True)
class ContextMessage:
    """A message for the chat model; `name` is left out of the answer when None."""

    role: Role
    content: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ReceiptEntry:
    """Why something is, or is not, in the context. Included tokens sum to the whole `token_count`."""

    kind: ReceiptKind
    id: str | None
    message_ids: tuple[str, ...]
    tokens: int
    included: bool
    reason: str


@dataclass(frozen=True, slots=True)
class BuildContextResult:
    """Messages that can be sent as they are, and their receipt. `token_count` never exceeds `token_budget`."""

    messages: tuple[ContextMessage, ...]
    system_prompt: str
    token_count: int
    token_budget: int
    receipt: tuple[ReceiptEntry, ...]
    degraded: tuple[DegradedPart, ...] = ()


# --- forget -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """POST /v1/forget. At least one selector is there; they combine with AND. `before` is exclusive.

    `memory_ids` are those of the given ids that are UUIDs at all. `selects_nothing` is true where ids were given and
    none was one: such a call forgets nothing, and answers 0. What is private to an agent goes only with a call of that
    `agent_id`, or with the whole user or session. `by` is the id of the API key that asks, for the receipt.
    """

    owner: Owner
    session_id: str | None = None
    agent_id: str | None = None
    memory_ids: tuple[UUID, ...] = ()
    fact_keys: tuple[str, ...] = ()
    types: tuple[MemoryType, ...] = ()
    query: str | None = None
    min_score: float = 0.82
    before: datetime | None = None
    everything: bool = False
    erase: bool = False
    dry_run: bool = False
    reason: str = ""
    by: str = ""
    selects_nothing: bool = False


@dataclass(frozen=True, slots=True)
class ForgetResult:
    """How many memories were (or, in a dry run, would be) forgotten, by the highest layer that held each."""

    forgotten: int
    by_layer: Mapping[LayerName, int]
    memory_ids: tuple[UUID, ...]
    receipt_id: UUID
    dry_run: bool
