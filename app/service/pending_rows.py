"""What still waits in Redis, as columns beside those from Postgres: a search sees it from the moment it is saved."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, TypeVar
from uuid import UUID

import numpy as np

from app.domain.models import Memory, Owner
from app.service.ports import IndexDelta, MemoryRow, WorkingSnapshot
from app.service.prepare import AFRESH, PART_CHARS, Spans, TextReading, Wishes, row_of, saved_memory, turn_memories
from app.service.user_columns import UserColumns, memory_keys

_ROLES = {"user": 0, "assistant": 1, "system": 2, "tool": 3}
NO_PIECE_ID = -1
MOST_REMEMBERED: Final = 4_096
"""Texts whose spans, and pieces whose terms are remembered: about 8 MiB."""
V = TypeVar("V")


class RememberedReading:
    """Cuts and reads a text once: every search of a user comes by what waits, and a megabyte takes half a second.

    Digests and numbers are kept, no text, so that nothing outlives an erasure here. When it is full it begins anew.
    """

    def __init__(self, afresh: TextReading = AFRESH, most: int = MOST_REMEMBERED) -> None:
        self._afresh, self._most = afresh, most
        self._spans: dict[bytes, Spans] = {}
        self._terms: dict[bytes, bytes] = {}
        self.reading = TextReading(self._spans_of, self._terms_of)

    def _spans_of(self, text: str) -> Spans:
        if len(text) <= PART_CHARS:
            return self._afresh.spans(text)
        return self._remembered(self._spans, _digest(text), lambda: self._afresh.spans(text))

    def _terms_of(self, text: str, name: str | None, wishes: Wishes) -> bytes:
        digest = _digest(f"{name!r} {wishes} {text}")
        return self._remembered(self._terms, digest, lambda: self._afresh.terms(text, name, wishes))

    def _remembered(self, known: dict[bytes, V], digest: bytes, make: Callable[[], V]) -> V:
        found = known.get(digest)
        if found is None:
            if len(known) >= self._most:
                known.clear()
            found = known[digest] = make()
        return found


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


_REMEMBERED: Final = RememberedReading().reading


def pending_rows(owner: Owner, snapshot: WorkingSnapshot, columns: UserColumns) -> list[MemoryRow]:
    """Return the rows of what Redis holds and `columns` do not, in the order of sessions and turns."""
    memories = [
        m for session_id, turn in snapshot.pending_turns for m in turn_memories(owner, session_id, turn, _REMEMBERED)
    ]
    memories += [saved_memory(owner, new) for new in snapshot.pending_memories]
    if not memories:
        return []
    raw = np.frombuffer(b"".join(memory.id.bytes for memory in memories), dtype=np.uint8).reshape(-1, 16)
    known = np.isin(memory_keys(raw), memory_keys(columns.attributes.memory_ids))
    new = [memory for memory, there in zip(memories, known, strict=True) if not there]
    return [row_of(memory, wanted=False, reading=_REMEMBERED) for memory in new]


def with_pending(columns: UserColumns, rows: list[MemoryRow], session_ids: set[str], now_s: float) -> UserColumns:
    """Return the columns with the waiting rows behind them; their chat messages count as inside their window."""
    pieces = [(row.memory, piece) for row in rows for piece in row.pieces]
    memories = [memory for memory, _ in pieces]
    count = len(pieces)
    delta = IndexDelta(
        version=columns.version,
        whole=False,
        memory_ids=np.frombuffer(b"".join(m.id.bytes for m in memories), dtype=np.uint8).reshape(-1, 16),
        piece_ids=np.full(count, NO_PIECE_ID, dtype=np.int64),
        piece_no=np.array([piece.piece_no for _, piece in pieces], dtype=np.int32),
        session_ids=[m.session_id for m in memories],
        agent_ids=[m.agent_id for m in memories],
        subjects=[m.subject for m in memories],
        types=[m.type for m in memories],
        private=np.array([m.visibility == "private" for m in memories], dtype=np.bool_),
        live=np.ones(count, dtype=np.bool_),
        layers=np.array([int(m.layers) for m in memories], dtype=np.int16),
        role=np.array([_ROLES[m.role] if m.role else -1 for m in memories], dtype=np.int8),
        seq=np.array([-1 if m.seq is None else m.seq for m in memories], dtype=np.int64),
        importance=np.array([m.importance for m in memories], dtype=np.float32),
        trust=np.array([m.trust for m in memories], dtype=np.float32),
        at=np.array([m.at.timestamp() for m in memories]),
        created_at=np.array([m.created_at.timestamp() for m in memories]),
        expires_at=_times(memories, "expires_at"),
        working_until=_times(memories, "working_until"),
        superseded_at=np.full(count, np.nan),
        terms=[piece.terms for _, piece in pieces],
        sessions={session_id: (columns.window_start(session_id), now_s) for session_id in session_ids},
    )
    return columns.updated(delta)


def _times(memories: list[Memory], name: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    values = [getattr(memory, name) for memory in memories]
    return np.array([np.nan if value is None else value.timestamp() for value in values])


def add_pending(
    owner: Owner, columns: UserColumns, snapshot: WorkingSnapshot | None
) -> tuple[UserColumns, dict[UUID, Memory]]:
    """Return the columns with what waits in Redis among them, and that by id."""
    if snapshot is None or not (snapshot.pending_turns or snapshot.pending_memories):
        return columns, {}
    rows = pending_rows(owner, snapshot, columns)
    if not rows:
        return columns, {}
    sessions = {session_id for session_id, _ in snapshot.pending_turns}
    waiting = {row.memory.id: row.memory for row in rows}
    return with_pending(columns, rows, sessions, datetime.now(UTC).timestamp()), waiting
