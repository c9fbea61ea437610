"""Facts go with the chat messages that state them, come back with them, and follow their words, in one transaction."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from app.adapters.postgres.database import Connection
from app.adapters.postgres.fact_versions import insert_facts
from app.adapters.postgres.rows import owner_columns, owner_values, short
from app.adapters.postgres.statements import SQL
from app.domain.ids import first_part_id, new_id
from app.domain.models import Memory, NewFact, Owner

FORGOTTEN: Final = "forgotten with its source"
RESTORED: Final = "restored with its source"
CHANGED: Final = "its source was changed"

Places = list[tuple[str | None, str]]
"""(session id or None: the user's card, key)."""


async def erase_facts_of(connection: Connection, owner: Owner, ids: Sequence[UUID]) -> Places:
    """Delete the versions of facts that only these (deleted) messages stated; returns the keys that changed.

    What was current before them is current again. Keys that are left with nothing but ends go whole.
    """
    if not ids:
        return []
    parameters = {**owner_values(owner), "ids": list(ids)}
    gone = await _rows(connection, "fact_source.erase", parameters)
    first: dict[tuple[str, str], datetime] = {}
    for session_id, key, valid_from in gone:
        place = session_id, key
        first[place] = min(valid_from, first.get(place, valid_from))
    if not first:
        return []
    sessions, keys = [session_id for session_id, _ in first], [key for _, key in first]
    await connection.execute(SQL["fact_source.erase_ends"], {**parameters, "session_ids": sessions, "keys": keys})
    columns = {
        **owner_columns([owner] * len(first)),
        "session_ids": sessions,
        "keys": keys,
        "valid_from": list(first.values()),
    }
    await connection.execute(SQL["facts.settle"], {**columns, "current": False})
    await connection.execute(SQL["facts.settle"], {**columns, "current": True})
    return [(session_id or None, key) for session_id, key in first]


async def hide_facts_of(connection: Connection, owner: Owner, ids: Sequence[UUID], now: datetime) -> Places:
    """End what only these (hidden) messages state; returns the keys that changed."""
    rows = await _rows(connection, "fact_source.hidden", {**owner_values(owner), "ids": list(ids)}) if ids else []
    ends = [_version(row, now, FORGOTTEN, retracted=True) for row in rows]
    await insert_facts(connection, [(owner, end) for end in ends])
    return [(end.session_id, end.key) for end in ends]


async def restore_facts_of(connection: Connection, owner: Owner, memory: Memory, now: datetime) -> None:
    """Claim anew what ended because this message was forgotten; the worker lays it onto the card."""
    parameters = {**owner_values(owner), "ids": [memory.id], "reason": FORGOTTEN}
    rows = await _rows(connection, "fact_source.returning", parameters)
    if rows:
        back = [_version(row, now, RESTORED, retracted=False) for row in rows]
        await insert_facts(connection, [(owner, fact) for fact in back])
        session = {**owner_values(owner), "session_id": memory.session_id, "now": now}
        await connection.execute(SQL["fact_source.show_again"], session)


async def reread_facts_of(connection: Connection, owner: Owner, memory: Memory, now: datetime) -> None:
    """Take back what only this chat message stated, whose words have just been changed, and have it read again.

    It was never said: what others had claimed before holds on. The worker lays that, and what it reads, onto the card.
    """
    parameters = {**owner_values(owner), "ids": [first_part_id(memory.id, memory.part)]}
    taken_back = []
    for *before, source, source_ids in await _rows(connection, "fact_source.changed", parameters):
        stands = before[2] is not None
        row = (*before[:5], before[5] if stands else source, before[6], before[7] if stands else source_ids)
        taken_back.append(replace(_version(row, now, CHANGED, retracted=not stands), valid_from=row[4]))
    await insert_facts(connection, [(owner, one) for one in taken_back])
    await connection.execute(SQL["fact_source.read_changed"], {**parameters, "id": memory.id, "now": now})


def _version(row: tuple[Any, ...], now: datetime, reason: str, *, retracted: bool) -> NewFact:
    session_id, key, value, confidence, newest_valid_from, source, ends_at, source_ids = row
    return NewFact(
        id=new_id(),
        key=key,
        value="" if retracted else value,
        session_id=session_id or None,
        valid_from=max(now, newest_valid_from),
        recorded_at=now,
        confidence=short(confidence or 0.0),
        source=source,
        reason=reason,
        retracted=retracted,
        valid_to=ends_at,
        source_ids=tuple(map(UUID, source_ids)),
    )


async def _rows(connection: Connection, name: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    cursor = await connection.execute(SQL[name], parameters)
    return await cursor.fetchall()
