"""Records of an import as rows: those of memories for COPY (which are new, and their columns), others as JSON."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from psycopg.types.json import Jsonb
from pydantic import BaseModel

from app.adapters.postgres.rows import NO_METADATA
from app.adapters.postgres.transfer_rows import MemoryRecord, PieceRecord
from app.domain.models import Owner

IMPORT_TYPES: Final = (
    *("uuid", "text", "text", "uuid", "text", "text", "text", "text", "int2", "text", "bytea", "text", "jsonb"),
    *("float4", "float4", "float4", "bool", "int4", "timestamptz", "text", "text", "timestamptz", "timestamptz"),
    *(
        "timestamptz",
        "timestamptz",
        "int8",
        "timestamptz",
        "timestamptz",
        "timestamptz",
        "text",
        "text",
        "text",
        "int8",
        "int8",
    ),
    *("int2", "uuid", "int8", "timestamptz", "int8"),
)
"""Column types of the statement `transfer.copy_memories`, in its order."""


class KnownMemory(NamedTuple):
    """What is there already, by what it may be there only once."""

    id: UUID
    session_id: str | None
    seq: int | None
    message_id: str | None
    part: int


class CopyRows(NamedTuple):
    """The rows of `transfer.copy_memories` and of `store.copy_pieces`."""

    memories: list[Sequence[Any]]
    pieces: list[Sequence[Any]]


def new_memories(records: Iterable[MemoryRecord], known: Iterable[KnownMemory]) -> list[MemoryRecord]:
    """Return the records that are not there yet, by id and by place in their session; of equal ones the first."""
    taken: set[object] = set()
    for one in known:
        taken.update(_places(one))
    new = []
    for record in records:
        places = _places(record)
        if taken.isdisjoint(places):
            taken.update(places)
            new.append(record)
    return new


def _places(one: MemoryRecord | KnownMemory) -> list[object]:
    """Return what the unique keys of `memories` go by."""
    places: list[object] = [one.id]
    if one.session_id is not None and one.seq is not None:
        places.append((one.session_id, one.seq, one.part))
    if one.session_id is not None and one.message_id is not None:
        places.append((one.session_id, one.message_id, one.part))
    return places


def copy_rows(owner: Owner, records: Iterable[MemoryRecord], changed: int, model: str, dimensions: int) -> CopyRows:
    """Return the rows of new memories and their pieces.

    A vector of the current `model` with another number of `dimensions` is left out, so that it is made anew.
    """
    memories: list[Sequence[Any]] = []
    pieces: list[Sequence[Any]] = []
    for record in records:
        memories.append(_memory(owner, record, changed))
        pieces += (_piece(owner, record.id, piece, model, dimensions) for piece in record.pieces)
    return CopyRows(memories, pieces)


def _memory(owner: Owner, m: MemoryRecord, changed: int) -> Sequence[Any]:
    return (
        *(owner.owner_id, owner.tenant_id, owner.user_id, m.id, m.session_id, m.agent_id, m.visibility, m.type),
        *(m.layers, m.content, bytes.fromhex(m.content_hash[2:]), m.subject),
        Jsonb(m.metadata) if m.metadata else NO_METADATA,
        *(m.importance, m.confidence, m.trust, m.pinned, m.version, m.version_at, m.version_reason),
        *(
            m.version_by,
            m.created_at,
            m.occurred_at,
            m.recorded_at,
            m.accessed_at,
            m.access_count,
            m.expires_at,
            m.working_until,
        ),
        *(m.superseded_at, m.role, m.name, m.message_id, m.seq, m.round_no, m.part, m.document_id, m.credited),
        *(m.corrected_at, changed),
    )


def _piece(owner: Owner, memory_id: UUID, piece: PieceRecord, model: str, dimensions: int) -> Sequence[Any]:
    vector = piece.vector(model, dimensions)
    return (
        *(owner.owner_id, owner.tenant_id, owner.user_id, memory_id, piece.piece_no, piece.start_char),
        *(piece.stop_char, piece.terms, piece.wanted),
        *(("", None) if vector is None else (piece.model, vector)),
    )


def plain_row(record: BaseModel, **more: Any) -> dict[str, Any]:
    """Return a record as the JSON row that `jsonb_populate_recordset` takes."""
    return {**record.model_dump(mode="json", exclude={"versions", "pieces", "terms", "embedding"}), **more}
