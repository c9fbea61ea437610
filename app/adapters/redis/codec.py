"""How turns, memories, facts and card entries are written in Redis: a short head that Lua reads, then JSON arrays.

Times are whole microseconds since 1970, so that they come back exactly.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import orjson

from app.domain.models import CardEntry, Layers, NewFact, NewMemory, NewTurn, Role, Turn

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_YEAR_ONE = datetime(1, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_WITH_END = 5
"""Values of a card entry that ends; those of a fact that waits for Postgres are more, of any other entry fewer."""
_LETTERS: dict[Role, str] = {"user": "u", "assistant": "a", "system": "s", "tool": "t"}
_ROLES: dict[bytes, Role] = {letter.encode(): role for role, letter in _LETTERS.items()}


def micros(at: datetime) -> int:
    """Microseconds since 1970 (negative before) of an aware time."""
    return (at - _EPOCH) // _MICROSECOND


def from_micros(value: int) -> datetime:
    """The aware UTC time of so many microseconds since 1970."""
    return _EPOCH + timedelta(microseconds=value)


def optional_time(value: bytes) -> datetime | None:
    """A time as scripts return it, empty for none."""
    return from_micros(int(value)) if value else None


def sortable(at: datetime) -> str:
    """18 digits that compare as strings like the times do: microseconds since the year 1."""
    return f"{(at - _YEAR_ONE) // _MICROSECOND:018d}"


def _dump(values: Sequence[Any]) -> bytes:
    try:
        return orjson.dumps(values)
    except TypeError:  # metadata may hold whole numbers beyond 64 bits; the blank says that orjson must not read them
        return b" " + json.dumps(values, ensure_ascii=False).encode()


def _load(raw: bytes) -> Any:
    return json.loads(raw) if raw[:1] == b" " else orjson.loads(raw)


def _optional_micros(at: datetime | None) -> int | None:
    return None if at is None else micros(at)


def _optional(value: int | None) -> datetime | None:
    return None if value is None else from_micros(value)


# --- Turns: '<seq>|<round>|<32 hex digits of the id><role letter><json>', the numbers put on by Lua -------------------


def encode_turn(turn: NewTurn | Turn) -> bytes:
    """A turn without its numbers."""
    rest = [turn.content, turn.message_id, turn.name, micros(turn.created_at), turn.importance, turn.agent_id]
    return turn.id.hex.encode() + _LETTERS[turn.role].encode() + _dump(rest)


def encode_numbered_turn(turn: Turn) -> bytes:
    """A turn with its numbers, as it is stored."""
    return b"%d|%d|%b" % (turn.seq, turn.round_no, encode_turn(turn))


def decode_turn(raw: bytes) -> Turn:
    """A stored turn."""
    seq, round_no, rest = raw.split(b"|", 2)
    content, message_id, name, created_at, importance, agent_id = _load(rest[33:])
    return Turn(
        id=UUID(hex=rest[:32].decode()),
        seq=int(seq),
        round_no=int(round_no),
        role=_ROLES[rest[32:33]],
        content=content,
        message_id=message_id,
        name=name,
        created_at=from_micros(created_at),
        importance=importance,
        agent_id=agent_id,
    )


# --- Memories: '<order>|<json>' ---------------------------------------------------------------------------------------


def encode_memory(memory: NewMemory) -> bytes:
    """A memory without its place in the order of arrival."""
    return _dump(
        [
            memory.id.hex,
            memory.content,
            memory.type,
            memory.importance,
            int(memory.layers),
            memory.session_id,
            memory.agent_id,
            memory.visibility,
            memory.subject,
            memory.metadata,
            micros(memory.created_at),
            _optional_micros(memory.occurred_at),
            _optional_micros(memory.expires_at),
            micros(memory.working_until),
            memory.pinned,
        ]
    )


def decode_memories(raw: Sequence[bytes]) -> tuple[NewMemory, ...]:
    """Waiting memories in order of arrival."""
    return tuple(_decode_memory(rest) for _, rest in sorted(map(_split_order, raw)))


def _split_order(raw: bytes) -> tuple[int, bytes]:
    order, _, rest = raw.partition(b"|")
    return int(order), rest


def _decode_memory(raw: bytes) -> NewMemory:
    v = _load(raw)
    return NewMemory(
        id=UUID(hex=v[0]),
        content=v[1],
        type=v[2],
        importance=v[3],
        layers=Layers(v[4]),
        session_id=v[5],
        agent_id=v[6],
        visibility=v[7],
        subject=v[8],
        metadata=v[9],
        created_at=from_micros(v[10]),
        occurred_at=_optional(v[11]),
        expires_at=_optional(v[12]),
        working_until=from_micros(v[13]),
        pinned=v[14],
    )


# --- Facts and cards: see lua/cards.lua -------------------------------------------------------------------------------


def value_digest(value: str) -> str:
    """16 hexadecimal digits by which scripts tell whether two values are the same."""
    return hashlib.blake2b(value.encode(), digest_size=8).hexdigest()


def encode_fact(fact: NewFact) -> bytes:
    """The JSON of a waiting fact; a card entry made from it is read by its first four values."""
    return _dump(
        [
            fact.value,
            fact.confidence,
            micros(fact.valid_from),
            fact.source,
            fact.id.hex,
            fact.key,
            fact.session_id,
            micros(fact.recorded_at),
            fact.reason,
            fact.retracted,
        ]
    )


def decode_facts(raw: Sequence[bytes]) -> tuple[NewFact, ...]:
    """Waiting facts in order of arrival."""
    return tuple(_decode_fact(rest) for _, rest in sorted(map(_split_order, raw)))


def _decode_fact(raw: bytes) -> NewFact:
    _, _, _, _, key_length, rest = raw.split(b"|", 5)
    v = _load(rest[int(key_length) :])
    return NewFact(
        id=UUID(hex=v[4]),
        key=v[5],
        value=v[0],
        session_id=v[6],
        valid_from=from_micros(v[2]),
        recorded_at=from_micros(v[7]),
        confidence=v[1],
        source=v[3],
        reason=v[8],
        retracted=v[9],
    )


def encode_entry(entry: CardEntry) -> bytes:
    """A card entry as Postgres knows it."""
    known = [entry.value, entry.confidence, micros(entry.valid_from), entry.source]
    own = _dump(known if entry.valid_to is None else [*known, micros(entry.valid_to)])
    others = b",".join(
        _dump([other["value"], entry.confidence, _claimed_micros(other), other.get("source") or {}])
        for other in entry.conflicts
    )
    head = f"{sortable(entry.valid_from)}|{value_digest(entry.value)}|0|{entry.version}|{len(own)}|"
    return head.encode() + own + others


def _claimed_micros(conflict: Mapping[str, Any]) -> int:
    at = conflict["valid_from"]
    return micros(at if isinstance(at, datetime) else datetime.fromisoformat(at))


def decode_card(flat: Sequence[bytes]) -> dict[str, CardEntry]:
    """A card from HGETALL's keys and values.

    Entries that are retracted or past their end, and the mark that the card was laid, are left out.
    """
    card = {}
    for key, raw in zip(flat[::2], flat[1::2], strict=True):
        if key and (entry := _decode_entry(raw)) is not None and not _is_over(entry):
            card[key.decode()] = entry
    return card


def _is_over(entry: CardEntry) -> bool:
    return entry.valid_to is not None and entry.valid_to <= datetime.now(UTC)


def _decode_entry(raw: bytes) -> CardEntry | None:
    _, _, retracted, version, length, rest = raw.split(b"|", 5)
    if retracted == b"1":
        return None
    own = _load(rest[: int(length)])
    others = _load(b" [" + rest[int(length) :] + b"]")
    conflicts = {
        other[0]: {"value": other[0], "valid_from": from_micros(other[2]), "source": other[3]}
        for other in others
        if other[0] != own[0]
    }
    return CardEntry(
        value=own[0],
        confidence=own[1],
        valid_from=from_micros(own[2]),
        source=own[3],
        version=int(version),
        conflicts=tuple(conflicts.values()),
        valid_to=from_micros(own[4]) if len(own) == _WITH_END else None,
    )
