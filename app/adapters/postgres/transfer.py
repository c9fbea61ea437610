"""Export and import of everything of one user, or of what a tenant's users share: one dict a record, with a `kind`."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb
from pydantic import BaseModel, ValidationError

from app.adapters.postgres.archive import lock_owners
from app.adapters.postgres.database import Connection, Database, Row
from app.adapters.postgres.row_security import AS_LOGIN
from app.adapters.postgres.rows import PIECE_TYPES, owner_values
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.transfer_copy import IMPORT_TYPES, KnownMemory, copy_rows, new_memories
from app.adapters.postgres.transfer_rows import (
    TENANT_RECORDS,
    USER_RECORDS,
    FactRecord,
    MemoryRecord,
    OwnerRecord,
    SummaryRecord,
    plain_row,
)
from app.domain.errors import InvalidRequest
from app.domain.models import KNOWLEDGE_USER, Owner
from app.service.ports import OwnerStamp

PAGE_ROWS: Final = 500
_FIRST_ID: Final = UUID(int=0)
_IMPORT_SECONDS: Final = 300.0
_LISTS: Final[Mapping[str, str]] = {
    "document": "transfer.documents",
    "seed": "transfer.seeds",
    "session": "transfer.sessions",
    "summary": "transfer.summaries",
}
_PUTS: Final[Mapping[str, str]] = {"document": "transfer.put_documents", "seed": "transfer.put_seeds"}


class PostgresTransfer:
    """What `/v1/users/export` and `/v1/users/import` stand on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def export_user(self, owner: Owner) -> AsyncIterator[dict[str, Any]]:
        """Yield sessions, summaries, memories (each with history, pieces and vectors) and fact versions.

        Of Owner(tenant, KNOWLEDGE_USER): its documents, their chunks, its seeds. Read page by page, no connection is
        held while the caller writes: each record is consistent in itself.
        """
        if owner.user_id != KNOWLEDGE_USER and (seed_id := await self._last_seed(owner)) is not None:
            yield {"kind": "owner", "last_seed_id": seed_id}
        for kind, key in (("document", "id"), ("seed", "id"), ("session", "session_id"), ("summary", "session_id")):
            if kind not in _records(owner):
                continue
            async for row in self._pages(_LISTS[kind], owner, _FIRST_ID if key == "id" else "", key):
                yield {"kind": kind, **row}
        after = _FIRST_ID
        while True:
            parameters = {**owner_values(owner), "after": after, "limit": PAGE_ROWS}
            rows = await self._database.fetch_all(SQL["transfer.memories"], parameters)
            for memory_id, pieces in groupby(rows, key=lambda row: row[0]):
                after = memory_id
                yield _memory_record(list(pieces))
            if not rows:
                break
        async for row in self._pages("transfer.facts", owner, _FIRST_ID, "id"):
            yield {"kind": "fact", **row}

    async def stamp(self, owner: Owner) -> OwnerStamp | None:
        """Tell how an owner stands now; None for one of whom nothing was ever stored."""
        row = await self._database.fetch_one(SQL["transfer.owner"], owner_values(owner))
        return None if row is None else OwnerStamp(*row[1:])

    async def users_of(self, tenant_id: str, *, after: UUID, limit: int) -> list[tuple[Owner, OwnerStamp]]:
        """Users of a tenant in order of owner_id, behind this one."""
        parameters = {"tenant_id": tenant_id, "after": after, "limit": limit}
        rows = await self._database.fetch_all(SQL["tenant.users"], parameters)
        return [(Owner(tenant_id, user_id), OwnerStamp(*stamp)) for _, user_id, *stamp in rows]

    async def _last_seed(self, owner: Owner) -> UUID | None:
        row = await self._database.fetch_one(SQL["transfer.owner"], owner_values(owner))
        place = {**owner_values(Owner(owner.tenant_id, KNOWLEDGE_USER)), "number": row[0] if row else 0}
        found = await self._database.fetch_one(SQL["transfer.seed_up_to"], place)
        return None if found is None else found[0]

    async def _seeds_seen(self, owner: Owner, records: Sequence[BaseModel]) -> int:
        """Return the number, here, of the last seed that a user has seen; 0 where there is no such seed."""
        number = 0
        for record in records:
            if isinstance(record, OwnerRecord):
                place = {**owner_values(Owner(owner.tenant_id, KNOWLEDGE_USER)), "id": record.last_seed_id}
                row = await self._database.fetch_one(SQL["transfer.seed_number"], place)
                number = max(number, row[0] if row else 0)
        return number

    async def _pages(self, name: str, owner: Owner, after: Any, key: str) -> AsyncIterator[dict[str, Any]]:
        while True:
            parameters = {**owner_values(owner), "after": after, "limit": PAGE_ROWS}
            rows = await self._database.fetch_all(SQL[name], parameters)
            for (row,) in rows:
                yield row
            if not rows:
                return
            after = rows[-1][0][key]

    async def import_user(
        self, owner: Owner, records: Iterable[Mapping[str, Any]], *, model: str, dimensions: int, now: datetime
    ) -> dict[str, int]:
        """Store the records of an export under `owner`, all or nothing; returns how many of each kind are new.

        What is there already stays as it is. Vectors are kept; those of the current `model` with another number of
        `dimensions` are dropped and made anew. Raises InvalidRequest, naming the record.
        """
        checked = await asyncio.to_thread(_check, owner, records)
        seeds_seen = await self._seeds_seen(owner, checked["owner"]) if "owner" in checked else 0
        async with self._database.transaction(owner, deadline_seconds=_IMPORT_SECONDS) as connection:
            changed = (await lock_owners(connection, [owner], now))[owner.owner_id]
            if seeds_seen:
                await connection.execute(SQL["transfer.put_seeds_seen"], {**owner_values(owner), "number": seeds_seen})
            try:
                return await _put(connection, owner, checked, changed, model, dimensions)
            except (psycopg.DataError, psycopg.IntegrityError) as error:
                raise InvalidRequest([("body", "the records do not fit together")]) from error


def _memory_record(rows: list[Row]) -> dict[str, Any]:
    _, memory, versions, *_ = rows[0]
    pieces = [
        {
            "piece_no": piece_no,
            "start_char": start,
            "stop_char": stop,
            "terms": b64encode(terms).decode(),
            "wanted": wanted,
            "model": model,
            "embedding": None
            if vector is None
            else b64encode(vector.to_numpy().astype("<f2", copy=False).tobytes()).decode(),
        }
        for _, _, _, piece_no, start, stop, terms, wanted, model, vector in rows
        if piece_no is not None
    ]
    return {"kind": "memory", **memory, "versions": versions, "pieces": pieces}


def _records(owner: Owner) -> Mapping[str, type[BaseModel]]:
    return TENANT_RECORDS if owner.user_id == KNOWLEDGE_USER else USER_RECORDS


def _check(owner: Owner, records: Iterable[Mapping[str, Any]]) -> dict[str, list[BaseModel]]:
    known = _records(owner)
    checked: dict[str, list[BaseModel]] = {kind: [] for kind in known}
    for number, given in enumerate(records, 1):
        kind = given.get("kind")
        if not isinstance(kind, str) or kind not in known:
            raise InvalidRequest([(f"record {number}", f"kind must be one of {', '.join(known)}")])
        try:
            checked[kind].append(known[kind].model_validate({k: v for k, v in given.items() if k != "kind"}))
        except (ValidationError, UnicodeEncodeError, RecursionError) as error:
            detail = (
                error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": "not storable text"}
            )
            place = ".".join(map(str, ("record", number, *detail["loc"])))
            raise InvalidRequest([(place, str(detail["msg"]))]) from error
    return checked


async def _put(
    connection: Connection,
    owner: Owner,
    checked: Mapping[str, list[BaseModel]],
    changed: int,
    model: str,
    dimensions: int,
) -> dict[str, int]:
    base = {**owner_values(owner), "changed": changed}

    async def put(name: str, rows: list[dict[str, Any]], **more: Any) -> int:
        cursor = await connection.execute(SQL[name], {**base, **more, "rows": Jsonb(rows)}, binary=True)
        return cursor.rowcount

    counts = dict.fromkeys(("document", *checked), 0)
    for kind in ("document", "seed"):
        if kind in checked:
            counts[kind] = await put(_PUTS[kind], [plain_row(record) for record in checked[kind]])
    if "session" in checked:
        counts |= await _put_sessions(connection, base, checked["session"], checked["summary"])
    memories = [record for record in checked["memory"] if isinstance(record, MemoryRecord)]
    new = new_memories(memories, await _known(connection, base, memories))
    counts["memory"] = len(new)
    await connection.execute(SQL["transfer.drop_tombstones"], {**base, "refs": [str(record.id) for record in new]})
    facts = [record for record in checked.get("fact", ()) if isinstance(record, FactRecord)]
    fact_ids = [fact.id for fact in facts]
    counts["fact"] = await put("transfer.put_facts", [plain_row(fact) for fact in facts], fact_ids=fact_ids)
    rows = await asyncio.to_thread(copy_rows, owner, new, changed, model, dimensions)
    await connection.execute(AS_LOGIN)  # PostgreSQL refuses COPY under row-level security; the rows carry the owner
    await _copy(connection, "transfer.copy_memories", IMPORT_TYPES, rows.memories)
    versions = [plain_row(version, memory_id=str(record.id)) for record in new for version in record.versions]
    if versions:
        await put("transfer.put_versions", versions)
    await _copy(connection, "store.copy_pieces", PIECE_TYPES, rows.pieces)
    return counts


async def _put_sessions(
    connection: Connection, base: dict[str, Any], sessions: Sequence[BaseModel], summaries: Sequence[BaseModel]
) -> dict[str, int]:
    rows = Jsonb([plain_row(record) for record in sessions])
    cursor = await connection.execute(SQL["transfer.put_sessions"], {**base, "rows": rows}, binary=True)
    new = {session_id for (session_id,) in await cursor.fetchall()}
    theirs = [record for record in summaries if isinstance(record, SummaryRecord) and record.session_id in new]
    rows = Jsonb([plain_row(record, kind=record.form) for record in theirs])
    cursor = await connection.execute(SQL["transfer.put_summaries"], {**base, "rows": rows}, binary=True)
    return {"session": len(new), "summary": cursor.rowcount}


async def _known(connection: Connection, base: dict[str, Any], memories: list[MemoryRecord]) -> list[KnownMemory]:
    sessions = {record.session_id for record in memories if record.session_id is not None}
    cursor = await connection.execute(
        SQL["transfer.known_memories"],
        {**base, "ids": [record.id for record in memories], "session_ids": list(sessions)},
        binary=True,
    )
    return [KnownMemory(*row) for row in await cursor.fetchall()]


async def _copy(connection: Connection, name: str, types: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    async with connection.cursor().copy(SQL[name]) as copy:
        copy.set_types(types)
        for row in rows:
            await copy.write_row(row)
