"""What archiving writes into the record, and what working memory is laid anew from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import Card, CardEntry, Layers, Memory, Owner, SavedStatus, SessionSeed
from app.service.ports.working import PendingWork


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
    new id → id of the memory that says the same. `facts`: id → (status, version) of each fact. `entries`: what cards
    show now where the batch had facts, by (session id or None, key); what shows nothing is missing. `layers`: where
    memories of a newcomer are kept, as far as that is more than they scored.
    """

    owner: Owner
    dropped: tuple[UUID, ...]
    reinforced: dict[UUID, UUID]
    facts: dict[UUID, tuple[SavedStatus, int]]
    entries: dict[tuple[str | None, str], CardEntry] = field(default_factory=dict)
    layers: dict[UUID, Layers] = field(default_factory=dict)


class Archive(Protocol):
    """The archiving transaction and what rebuilds working memory from it."""

    async def ping(self) -> None:
        """Raise StoreUnavailable unless Postgres answers."""

    async def store(self, batches: Sequence[ArchiveBatch], *, model: str, now: datetime) -> list[ArchiveOutcome]:
        """Store all batches in one transaction (owners locked in order of id), idempotent on ids and sequence."""

    async def session_seed(self, owner: Owner, session_id: str, *, rounds: int, active_after: datetime) -> SessionSeed:
        """The last rounds of a session and its known message ids; empty when unknown or silent since `active_after`."""

    async def card(self, owner: Owner, session_id: str | None, *, as_of: datetime | None = None) -> Card:
        """The current fact card, or the card as of a time (by `valid_from`)."""
