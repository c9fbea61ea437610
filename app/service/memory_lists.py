"""What a list of memories shows, in what order, and where its next page starts."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from app.domain.errors import InvalidRequest
from app.domain.models import LayerName, Memory, MemoryType
from app.service.cursors import decode_cursor
from app.service.layers import layer_names


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Which memories a list shows; None means any."""

    agent_id: str | None = None
    layer: LayerName | None = None
    type: MemoryType | None = None
    session_id: str | None = None
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """One page of a list, newest first, and where the next one starts."""

    memories: tuple[Memory, ...]
    next_cursor: str | None


def passes(memory: Memory, wanted: MemoryFilter) -> bool:
    """Whether a list that is filtered so shows this memory."""
    return (
        memory.seen_by(wanted.agent_id)
        and (wanted.layer is None or wanted.layer in layer_names(memory.layers))
        and (wanted.type is None or memory.type == wanted.type)
        and (wanted.session_id is None or memory.session_id == wanted.session_id)
        and (wanted.subject is None or memory.subject == wanted.subject)
    )


def newest(memory: Memory) -> tuple[datetime, UUID]:
    """Return what lists are ordered by."""
    return memory.created_at, memory.id


def place_of(cursor: str | None) -> tuple[datetime, UUID] | None:
    """Return where a page starts; None is the beginning. Raises InvalidRequest for a foreign cursor."""
    if cursor is None:
        return None
    at, id = decode_cursor(cursor)
    try:
        return at, UUID(id)
    except ValueError:
        raise InvalidRequest([("cursor", "is not one that this service gave")]) from None
