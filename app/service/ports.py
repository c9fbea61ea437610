"""What the use cases need from the outside, as narrow Protocols. `app/adapters` has the real ones.

Every method may raise `StoreUnavailable`. Deadlines are the adapters' own: no call here waits without end.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import (
    Card,
    CardEntry,
    FactVersion,
    LayerName,
    Memory,
    MemoryVersion,
    NewFact,
    NewMemory,
    NewTurn,
    Owner,
    SavedStatus,
    SessionInfo,
    SessionSeed,
    Turn,
    Verdict,
    WindowStats,
)

# --- Working memory (Redis) -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AppendOutcome:
    """What one append did: a status and an id for each turn, memory and fact given, in that order.

    A duplicate message answers with the id of the first one.
    """

    turns: tuple[tuple[UUID, SavedStatus], ...]
    memories: tuple[tuple[UUID, SavedStatus], ...]
    facts: tuple[tuple[UUID, SavedStatus, int], ...]  # id, status, version (0 while Postgres has not numbered it)
    window: WindowStats


@dataclass(frozen=True, slots=True)
class PendingSession:
    """A session's turns that Postgres may not have yet, and the state of its window."""

    session_id: str
    turns: tuple[Turn, ...]
    last_seq: int
    rounds: int
    window_start_seq: int
    last_active_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class PendingWork:
    """All of one owner that waits in Redis for Postgres. `token` names this reading for `confirm`."""

    owner: Owner
    sessions: tuple[PendingSession, ...] = ()
    memories: tuple[NewMemory, ...] = ()
    facts: tuple[NewFact, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sessions or self.memories or self.facts)


@dataclass(frozen=True, slots=True)
class WorkingSnapshot:
    """One reading of an owner's working memory.

    `window` is the asked session's window in the order said (None: Redis does not hold this session, ask Postgres).
    `card` is None where Redis does not hold the user's (or the session's) card. `pending_*` is everything of all
    sessions that Postgres may not have yet.
    """

    window: tuple[Turn, ...] | None
    rounds: int
    card: Card | None
    pending_turns: tuple[tuple[str, Turn], ...]  # (session id, turn), a session's in order of seq
    pending_memories: tuple[NewMemory, ...]
    last_active_at: datetime | None = None
    closed_at: datetime | None = None


class WorkingMemory(Protocol):
    """Sliding windows, fact cards and the queue to Postgres, per owner, in Redis."""

    async def append(
        self,
        owner: Owner,
        *,
        session_id: str | None,
        turns: Sequence[NewTurn],
        memories: Sequence[NewMemory],
        facts: Sequence[NewFact],
        now: datetime,
        due_at: datetime,
        seed: SessionSeed | None = None,
        card: Card | None = None,
        force: bool = False,
    ) -> AppendOutcome | None:
        """Append in one Lua script and mark the owner due.

        None: Redis does not hold this session (or, with facts, the card): call again with `seed` and `card` from
        Postgres, or with `force` when Postgres cannot be asked. A `seed` or `card` for something that Redis has got
        in the meantime is ignored.
        """

    async def snapshot(self, owner: Owner, session_id: str | None) -> WorkingSnapshot:
        """Read the window and card of a session and what waits of the whole owner, in one round trip."""

    async def lay(self, owner: Owner, session_id: str | None, seed: SessionSeed | None, card: Card | None) -> None:
        """Put what Postgres knew of a session or card into Redis, unless Redis has it by now."""

    async def put_card(self, owner: Owner, session_id: str | None, entries: Mapping[str, CardEntry | None]) -> None:
        """Lay entries that Postgres has confirmed onto the card (None removes the key), if the card is held."""

    async def close_session(self, owner: Owner, session_id: str, *, now: datetime, seed: SessionSeed) -> None:
        """Empty the window (all of it now waits for the archive), mark the session closed and the owner due."""

    async def claim_due(self, *, limit: int, lease_seconds: float, now: datetime) -> list[tuple[Owner, int]]:
        """Take owners whose time has come under a lease; with each the number of earlier failed tries."""

    async def read_pending(self, owner: Owner) -> PendingWork:
        """All of one owner that waits for Postgres."""

    async def confirm(self, work: PendingWork, *, dropped: Sequence[UUID] = ()) -> None:
        """Trim what Postgres has stored, up to what it reported and never more.

        `dropped` are turns that Postgres already had under another seq, or refused by a tombstone: they leave the
        window too. Releases the lease unless something new came in the meantime.
        """

    async def release(self, owner: Owner, *, due_at: datetime, failed: bool) -> None:
        """Give an owner back to the queue, due at `due_at`; `failed` counts a try."""

    async def remove(
        self,
        owner: Owner,
        *,
        memory_ids: Sequence[UUID] = (),
        session_ids: Sequence[str] = (),
        facts: Sequence[tuple[str | None, str]] = (),
        everything: bool = False,
    ) -> None:
        """Delete from windows, queues and cards; idempotent. `facts` are (session id or None, key)."""

    async def queue_stats(self, now: datetime) -> Mapping[str, float]:
        """`due`, `leased` (counts) and `oldest_seconds`."""


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The first answer given under an Idempotency-Key."""

    status: int
    body: bytes


class IdempotencyKeys(Protocol):
    """Idempotency-Key per owner, in Redis."""

    async def begin(self, owner: Owner, key: str, body_hash: str, ttl_seconds: int) -> StoredAnswer | None:
        """Reserve the key (None), or return the first answer. Raises IdempotencyConflict as the contract says."""

    async def finish(self, owner: Owner, key: str, body_hash: str, answer: StoredAnswer, ttl_seconds: int) -> None:
        """Keep the answer."""

    async def abandon(self, owner: Owner, key: str, body_hash: str) -> None:
        """Free a key whose call failed."""


# --- Search (Postgres) ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IndexDelta:
    """Columns of an owner's memories that changed since a version, one row a piece, and of sessions.

    Rows of memories that are gone, forgotten or superseded come with `live` false. Arrays have equal length.
    Times are Unix seconds, NaN for none.
    """

    version: int
    memory_ids: list[UUID]  # per piece, in order of (session, seq, part, piece_no) inside the delta
    piece_ids: NDArray[np.int64]
    piece_no: NDArray[np.int32]
    session_ids: list[str | None]
    agent_ids: list[str | None]
    subjects: list[str | None]
    types: list[str]
    private: NDArray[np.bool_]
    live: NDArray[np.bool_]
    layers: NDArray[np.int16]
    role: NDArray[np.int8]  # 0 user, 1 assistant, 2 system, 3 tool, -1 no chat message
    seq: NDArray[np.int64]  # -1 no chat message
    importance: NDArray[np.float32]
    trust: NDArray[np.float32]
    at: NDArray[np.float64]
    created_at: NDArray[np.float64]
    expires_at: NDArray[np.float64]
    working_until: NDArray[np.float64]
    superseded_at: NDArray[np.float64]
    terms: list[bytes]  # per piece, app.domain.words.pack_terms
    sessions: dict[str, tuple[int, float]] = field(default_factory=dict)  # window_start_seq, last_active_at


@dataclass(frozen=True, slots=True)
class SearchReading:
    """One consistent reading for a search: what changed since the caller's version, and every distance.

    `distance[i]` is the cosine distance (0 to 2) of piece `distance_piece_ids[i]` to the query vector; pieces without
    a vector of this model do not occur.
    """

    delta: IndexDelta | None  # None: nothing changed
    version: int
    distance_piece_ids: NDArray[np.int64]
    distance: NDArray[np.float32]


class SearchStore(Protocol):
    """What search reads of one owner's memories."""

    async def read_index(
        self, owner: Owner, *, known_version: int, query_vector: NDArray[np.float32] | None, model: str
    ) -> SearchReading:
        """Distances and changed columns in one statement; `known_version` -1 reads everything."""

    async def match_metadata(self, owner: Owner, metadata: Mapping[str, Any]) -> set[UUID]:
        """Ids of the memories whose metadata equals every given key."""

    async def fetch_memories(
        self, owner: Owner, ids: Sequence[UUID], *, superseded: bool = False
    ) -> dict[UUID, Memory]:
        """Whole memories by id; forgotten ones never, superseded ones only when asked for."""


# --- The record (Postgres) --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A piece of a memory as it is stored: `content[start_char:stop_char]`, its terms, and whether it is embedded.

    `embedding` is set where the vector is known already (`sync` saves, imports); its model goes beside it.
    """

    memory_id: UUID
    piece_no: int
    start_char: int
    stop_char: int
    terms: bytes
    wanted: bool
    embedding: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """A memory as it is stored the first time, with its pieces."""

    memory: Memory
    content_hash: bytes
    pieces: tuple[PieceRow, ...]


@dataclass(frozen=True, slots=True)
class ArchiveBatch:
    """Everything of one owner that goes into one archiving transaction."""

    work: PendingWork
    rows: tuple[MemoryRow, ...]  # turns (with seq) and saved memories


@dataclass(frozen=True, slots=True)
class ArchiveOutcome:
    """What Postgres has of a batch afterwards.

    `dropped`: ids of turns or memories refused by a tombstone, or present already under another id. `reinforced`:
    new id → id of the memory that says the same. `facts`: id → (status, version) of each fact.
    """

    owner: Owner
    dropped: tuple[UUID, ...]
    reinforced: dict[UUID, UUID]
    facts: dict[UUID, tuple[SavedStatus, int]]


class Archive(Protocol):
    """The archiving transaction and what rebuilds working memory from it."""

    async def store(self, batches: Sequence[ArchiveBatch], *, model: str, now: datetime) -> list[ArchiveOutcome]:
        """Store all batches in one transaction (owners locked in order of id), idempotent on ids and sequence."""

    async def session_seed(self, owner: Owner, session_id: str, *, rounds: int, active_after: datetime) -> SessionSeed:
        """The last rounds of a session and its known message ids; empty when unknown or silent since `active_after`."""

    async def card(self, owner: Owner, session_id: str | None, *, as_of: datetime | None = None) -> Card:
        """The current fact card, or the card as of a time (by `valid_from`)."""


class EmbedQueue(Protocol):
    """Pieces that wait for a vector."""

    async def claim_unembedded(self, *, model: str, limit: int) -> list[tuple[Owner, int, str]]:
        """(owner, piece id, text to embed), newest users first; no lock is held afterwards."""

    async def unembedded_of(self, owner: Owner, memory_ids: Sequence[UUID], *, model: str) -> list[tuple[int, str]]:
        """The same for given memories (`sync` saves)."""

    async def write_vectors(self, vectors: Sequence[tuple[Owner, int, NDArray[np.float32]]], *, model: str) -> int:
        """Write vectors back; pieces that are gone by now are passed over. Returns how many were written."""

    async def count_unembedded(self, owner: Owner, session_id: str | None, *, model: str) -> int:
        """How many wanted pieces of a session (or of the user) have no vector of this model."""


class MemoryStore(Protocol):
    """Reading and changing memories one at a time."""

    async def list_memories(
        self,
        owner: Owner,
        *,
        agent_id: str | None,
        layer: LayerName | None,
        type: str | None,
        session_id: str | None,
        subject: str | None,
        limit: int,
        after: tuple[datetime, UUID] | None,
        now: datetime,
        session_ttl_seconds: int,
    ) -> list[Memory]:
        """Visible memories, newest first (created_at, id); `after` continues behind that place."""

    async def get_memory(self, owner: Owner, memory_id: UUID, *, now: datetime) -> Memory:
        """One visible memory, or NotFound."""

    async def patch_memory(
        self,
        owner: Owner,
        memory_id: UUID,
        changes: Mapping[str, Any],
        *,
        pieces: Sequence[PieceRow] | None,
        content_hash: bytes | None,
        if_version: int | None,
        now: datetime,
        reason: str,
    ) -> Memory:
        """Make a new version; the old one goes into history. `pieces` replace the old ones where the content changed.

        Raises NotFound, StaleVersion.
        """

    async def history(self, owner: Owner, memory_id: UUID) -> list[MemoryVersion]:
        """Every version, newest first, or NotFound."""

    async def restore(self, owner: Owner, memory_id: UUID, *, now: datetime, grace_seconds: int) -> Memory:
        """Undo a soft forget within the grace period, or NotFound."""

    async def move_trust(self, owner: Owner, memory_ids: Sequence[UUID], verdict: Verdict, *, now: datetime) -> int:
        """Apply feedback (helpful: trust + 0.2 × (1 - trust); wrong: trust × 0.4); returns how many were found."""

    async def count_access(self, accesses: Mapping[Owner, Mapping[UUID, int]], *, now: datetime) -> None:
        """Add to access counts, in one statement for all."""

    async def list_sessions(self, owner: Owner, *, limit: int, after: tuple[datetime, str] | None) -> list[SessionInfo]:
        """Sessions, most recently active first."""


class FactStore(Protocol):
    """Fact versions. All writes are one transaction under the owner's lock."""

    async def put_facts(self, owner: Owner, facts: Sequence[NewFact]) -> dict[UUID, tuple[SavedStatus, int]]:
        """Insert versions in order of `valid_from`; retracted ones (DELETE) end the current version."""

    async def fact_history(self, owner: Owner, session_id: str | None, key: str) -> list[FactVersion]:
        """Every version, newest (by version) first; empty when unknown."""


@dataclass(frozen=True, slots=True)
class ForgetSelection:
    """Selectors of one forget, combined with AND; `query_ids` is what the query selected, None without one."""

    session_id: str | None
    memory_ids: tuple[UUID, ...]
    fact_keys: tuple[str, ...]
    types: tuple[str, ...]
    query_ids: frozenset[UUID] | None
    before: datetime | None
    everything: bool


@dataclass(frozen=True, slots=True)
class ForgetOutcome:
    """What was (or, in a dry run, would be) forgotten."""

    receipt_id: UUID
    by_layer: dict[str, int]
    memory_ids: tuple[UUID, ...]
    facts: tuple[tuple[str | None, str], ...]
    session_ids: tuple[str, ...]


class Forgetting(Protocol):
    """Soft forgetting, erasure, expiry and purge."""

    async def forget(
        self,
        owner: Owner,
        selection: ForgetSelection,
        *,
        erase: bool,
        dry_run: bool,
        reason: str,
        now: datetime,
        session_ttl_seconds: int,
    ) -> ForgetOutcome:
        """One transaction under the owner's lock: tombstones, rows, receipt (with the Redis deletes still open)."""

    async def receipt_done(self, owner: Owner, receipt_id: UUID) -> None:
        """Note that the Redis deletes of a receipt were confirmed."""

    async def open_receipts(self, *, limit: int) -> list[tuple[Owner, ForgetOutcome, bool]]:
        """Receipts whose Redis deletes are unconfirmed (owner, what to delete, whether it was the whole user)."""

    async def purge(self, *, now: datetime, grace_seconds: int, limit: int) -> list[tuple[Owner, tuple[UUID, ...]]]:
        """Delete for good what is past its grace period or expiry; returns what went, by owner."""


JsonObject = dict[str, Any]
