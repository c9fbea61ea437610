"""Between the nouns of the domain and the columns of the tables."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from psycopg.types.json import Jsonb

from app.adapters.postgres.database import HalfVector, Row
from app.domain.models import Layers, Memory, Owner
from app.service.ports import MemoryRow, PieceRow

FACT_SEPARATOR: Final = "\x1f"
"""Between session id and key in the `ref` of a fact's tombstone; neither a session id nor a tenant can contain it."""

MEMORY_TYPES: Final = (
    *("uuid", "text", "text", "uuid", "text", "text", "text", "text", "int2", "text", "bytea", "text", "jsonb"),
    *("float4", "float4", "float4", "bool", "int4", "timestamptz", "timestamptz", "timestamptz", "int8"),
    *("timestamptz", "timestamptz", "text", "text", "text", "int8", "int8", "int2", "uuid", "int8"),
)
"""Column types of the statement `store.copy_memories`, in its order."""

NO_METADATA: Final = Jsonb({}, dumps=lambda _: "{}")
"""What most memories have, written without asking the JSON encoder."""

PIECE_TYPES: Final = (*("uuid", "text", "text", "uuid", "int2", "int4", "int4", "bytea", "bool", "text", "halfvec"),)
"""Column types of the statement `store.copy_pieces`, in its order."""


def owner_values(owner: Owner) -> dict[str, Any]:
    """Return the parameters that every statement about one owner filters on."""
    return {"owner_id": owner.owner_id, "tenant_id": owner.tenant_id, "user_id": owner.user_id}


def owner_columns(owners: Iterable[Owner]) -> dict[str, list[Any]]:
    """Return the parameters of a statement about several owners, one entry a row."""
    listed = list(owners)
    return {
        "owner_ids": [owner.owner_id for owner in listed],
        "tenant_ids": [owner.tenant_id for owner in listed],
        "user_ids": [owner.user_id for owner in listed],
    }


def fact_ref(session_id: str | None, key: str) -> str:
    """Return the `ref` of a fact's tombstone."""
    return f"{session_id or ''}{FACT_SEPARATOR}{key}"


def saved_ms(id: UUID) -> int:
    """Return when an id was made (UUIDv7), in Unix milliseconds."""
    return id.int >> 80


def is_in_flight(id: UUID, erased_at: datetime | None) -> bool:
    """Tell whether what has this id was on its way already when something was erased, and so may not come back.

    Ids count, not the caller's `created_at`, which may lie in the past when old conversations are fed in.
    """
    return erased_at is not None and saved_ms(id) <= int(erased_at.timestamp() * 1000)


def memory_values(owner: Owner, row: MemoryRow, changed: int, document_id: UUID | None = None) -> Sequence[Any]:
    """Return the row of `store.copy_memories`."""
    m = row.memory
    return (
        owner.owner_id,
        owner.tenant_id,
        owner.user_id,
        m.id,
        m.session_id,
        m.agent_id,
        m.visibility,
        m.type,
        int(m.layers),
        m.content,
        row.content_hash,
        m.subject,
        Jsonb(m.metadata) if m.metadata else NO_METADATA,
        m.importance,
        m.confidence,
        m.trust,
        m.pinned,
        m.version,
        m.created_at,
        m.occurred_at,
        m.accessed_at,
        m.access_count,
        m.expires_at,
        m.working_until,
        m.role,
        m.name,
        m.message_id,
        m.seq,
        m.round_no,
        m.part,
        document_id,
        changed,
    )


def piece_values(owner: Owner, piece: PieceRow, model: str) -> Sequence[Any]:
    """Return the row of `store.copy_pieces`; `model` is noted only beside a vector."""
    vector = None if piece.embedding is None else HalfVector(piece.embedding)
    return (
        owner.owner_id,
        owner.tenant_id,
        owner.user_id,
        piece.memory_id,
        piece.piece_no,
        piece.start_char,
        piece.stop_char,
        piece.terms,
        piece.wanted,
        "" if vector is None else model,
        vector,
    )


def memory_from(row: Row) -> Memory:
    """Return the memory of a row with the columns id … part, in the order of `memory.get` and its like."""
    return Memory(
        id=row[0],
        user_id=row[1],
        session_id=row[2],
        agent_id=row[3],
        visibility=row[4],
        type=row[5],
        layers=Layers(row[6]),
        content=row[7],
        subject=row[8],
        metadata=row[9],
        importance=short(row[10]),
        confidence=short(row[11]),
        trust=short(row[12]),
        pinned=row[13],
        version=row[14],
        created_at=row[15],
        occurred_at=row[16],
        accessed_at=row[17],
        access_count=row[18],
        expires_at=row[19],
        working_until=row[20],
        message_id=row[21],
        role=row[22],
        name=row[23],
        seq=row[24],
        round_no=row[25],
        part=row[26],
    )


def short(value: float) -> float:
    """Return a `real` as the decimal number it was given as (0.9, not 0.8999999761581421)."""
    return float(f"{value:.7g}")
