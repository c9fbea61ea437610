"""Export and import of everything of one user: one dict a record, with a `kind`."""

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
from app.adapters.postgres.transfer_rows import RECORDS, FactRecord, MemoryRecord, plain_row
from app.domain.errors import InvalidRequest
from app.domain.models import Owner

PAGE_ROWS: Final = 500
_FIRST_ID: Final = UUID(int=0)
_IMPORT_SECONDS: Final = 300.0


class PostgresTransfer:
    """What `/v1/users/export` and `/v1/users/import` stand on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def export_user(self, owner: Owner) -> AsyncIterator[dict[str, Any]]:
        """Yield documents, sessions, memories (each with history, pieces and vectors) and fact versions.

        Read page by page, no connection is held while the caller writes: each record is consistent in itself.
        """
        async for row in self._pages("transfer.documents", owner, _FIRST_ID, "id"):
            yield {"kind": "document", **row}
        async for row in self._pages("transfer.sessions", owner, "", "session_id"):
            yield {"kind": "session", **row}
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
        checked = await asyncio.to_thread(_check, records)
        async with self._database.transaction(owner, deadline_seconds=_IMPORT_SECONDS) as connection:
            changed = (await lock_owners(connection, [owner], now))[owner.owner_id]
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


def _check(records: Iterable[Mapping[str, Any]]) -> dict[str, list[BaseModel]]:
    checked: dict[str, list[BaseModel]] = {kind: [] for kind in RECORDS}
    for number, given in enumerate(records, 1):
        kind = given.get("kind")
        if not isinstance(kind, str) or kind not in RECORDS:
            raise InvalidRequest([(f"record {number}", f"kind must be one of {', '.join(RECORDS)}")])
        try:
            checked[kind].append(RECORDS[kind].model_validate({k: v for k, v in given.items() if k != "kind"}))
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

    counts = {
        "document": await put("transfer.put_documents", [plain_row(record) for record in checked["document"]]),
        "session": await put("transfer.put_sessions", [plain_row(record) for record in checked["session"]]),
    }
    memories = [record for record in checked["memory"] if isinstance(record, MemoryRecord)]
    new = new_memories(memories, await _known(connection, base, memories))
    counts["memory"] = len(new)
    await connection.execute(SQL["transfer.drop_tombstones"], {**base, "refs": [str(record.id) for record in new]})
    facts = [record for record in checked["fact"] if isinstance(record, FactRecord)]
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
