"""Reads what Postgres has of the owners of some batches, inside the transaction that holds their locks."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from app.adapters.postgres.database import Connection, Row
from app.adapters.postgres.intake import Known
from app.adapters.postgres.rows import fact_ref, owner_columns
from app.adapters.postgres.statements import SQL
from app.domain.models import Memory, Owner
from app.service.ports import ArchiveBatch, MemoryRow


async def read_known(connection: Connection, batches: Sequence[ArchiveBatch], now: datetime) -> Known:
    """Return tombstones, ids, places, message ids and equal contents, as far as they concern the batches."""
    known = Known()
    await _read_tombstones(connection, batches, known)
    rows = [(batch.work.owner, row) for batch in batches for row in batch.rows]
    await _read_turns(connection, [(owner, row.memory) for owner, row in rows if row.memory.seq is not None], known)
    await _read_saved(connection, [(owner, row) for owner, row in rows if row.memory.seq is None], known, now)
    return known


async def _read_turns(connection: Connection, turns: Sequence[tuple[Owner, Memory]], known: Known) -> None:
    if not turns:
        return
    sessions: dict[tuple[UUID, str | None], tuple[int, Owner, int]] = {}  # number from 1, owner, first seq
    asked: list[tuple[int, str]] = []
    for owner, memory in turns:
        place, seq = (owner.owner_id, memory.session_id), memory.seq or 0
        number, _, first = sessions.get(place, (len(sessions) + 1, owner, seq))
        sessions[place] = (number, owner, min(first, seq))
        if memory.message_id is not None and memory.part == 0:
            asked.append((number, memory.message_id))
    columns = {
        **owner_columns(owner for _, owner, _ in sessions.values()),
        "session_ids": [session_id for _, session_id in sessions],
        "first_seqs": [first for _, _, first in sessions.values()],
        "session_numbers": [number for number, _ in asked],
        "message_ids": [message_id for _, message_id in asked],
    }
    for owner_id, session_id, seq, message_id, id in await _rows(connection, "store.known_turns", columns):
        known.ids.add((owner_id, id))
        known.seqs.add((owner_id, session_id, seq))
        if message_id is not None:
            known.message_ids.add((owner_id, session_id, message_id))


async def _read_saved(
    connection: Connection, saved: Sequence[tuple[Owner, MemoryRow]], known: Known, now: datetime
) -> None:
    if not saved:
        return
    owners = owner_columns(owner for owner, _ in saved)
    ids = {**owners, "ids": [row.memory.id for _, row in saved]}
    known.ids.update((owner_id, id) for owner_id, id in await _rows(connection, "store.known_ids", ids))
    hashes = {**owners, "hashes": [row.content_hash for _, row in saved], "now": now}
    for owner_id, content_hash, type_name, agent_id, visibility, id in await _rows(
        connection, "store.same_content", hashes
    ):
        known.same.setdefault((owner_id, content_hash, type_name, agent_id, visibility), id)


async def _read_tombstones(connection: Connection, batches: Sequence[ArchiveBatch], known: Known) -> None:
    owners = {batch.work.owner.owner_id: batch.work.owner for batch in batches}
    rows = await _rows(connection, "store.tombstoned_owners", owner_columns(owners.values()))
    tombstoned = {owner_id for (owner_id,) in rows}
    asked = {
        (batch.work.owner.owner_id, kind, ref): batch.work.owner
        for batch in batches
        if batch.work.owner.owner_id in tombstoned
        for kind, ref in _refs(batch)
    }
    if not asked:
        return
    columns = {
        **owner_columns(asked.values()),
        "kinds": [kind for _, kind, _ in asked],
        "refs": [ref for _, _, ref in asked],
    }
    for owner_id, kind, ref, erased_at in await _rows(connection, "store.tombstones", columns):
        known.tombstones[owner_id, kind, ref] = erased_at


def _refs(batch: ArchiveBatch) -> list[tuple[str, str]]:
    """Return every tombstone (kind, ref) that would keep something of a batch out."""
    work = batch.work
    refs = [("user", "")]
    refs += [("session", session.session_id) for session in work.sessions]
    refs += [("session", memory.session_id) for memory in work.memories if memory.session_id is not None]
    refs += [("session", fact.session_id) for fact in work.facts if fact.session_id is not None]
    refs += [("memory", str(row.memory.id)) for row in batch.rows]
    refs += [("fact", fact_ref(fact.session_id, fact.key)) for fact in work.facts]
    return refs


async def _rows(connection: Connection, name: str, parameters: dict[str, Any]) -> list[Row]:
    cursor = await connection.execute(SQL[name], parameters, binary=True)
    return await cursor.fetchall()
