"""Import of one owner's records: batch by batch, all in one transaction."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import Any, Final, cast

import psycopg
from psycopg.types.json import Jsonb
from pydantic import BaseModel

from app.adapters.postgres.archive import lock_owners
from app.adapters.postgres.database import Connection, Database
from app.adapters.postgres.foreign_keys import planned_once
from app.adapters.postgres.rows import PIECE_TYPES, owner_values
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.transfer_copy import IMPORT_TYPES, KnownMemory, copy_rows, new_memories, plain_row
from app.adapters.postgres.transfer_reading import Batch, Outline, Record, batches_of, known_kinds
from app.adapters.postgres.transfer_rows import FactRecord, MemoryRecord, SessionRecord, SummaryRecord
from app.domain.errors import InvalidRequest
from app.domain.models import KNOWLEDGE_USER, Owner

_IMPORT_SECONDS: Final = 300.0
_LEAST_A_SECOND: Final = 100
"""Records: a transaction with many more than its 300 s are for is given time for them at this pace."""


class RecordIntake:
    """Stores what an outline was made of. What is there already stays as it is."""

    def __init__(self, database: Database, owner: Owner, outline: Outline, *, model: str, dimensions: int) -> None:
        self._database = database
        self._owner = owner
        self._outline = outline
        self._model = model
        self._dimensions = dimensions
        self._changed = 0
        self._erased_before = False
        self._new_sessions: set[str] = set()
        self._counts = dict.fromkeys(("document", *known_kinds(owner)), 0)

    async def run(self, records: Iterable[Record], now: datetime) -> dict[str, int]:
        """Store all of it or nothing; returns how many of each kind were new. Raises InvalidRequest."""
        seeds_seen = await self._seeds_seen()
        deadline = _IMPORT_SECONDS + self._outline.counts.total() / _LEAST_A_SECOND
        async with self._database.transaction(self._owner, deadline_seconds=deadline) as connection:
            self._changed = (await lock_owners(connection, [self._owner], now))[self._owner.owner_id]
            erased = await connection.execute(SQL["transfer.has_tombstones"], self._base, binary=True)
            self._erased_before = await erased.fetchone() is not None
            if seeds_seen:
                place = {**owner_values(self._owner), "number": seeds_seen}
                await connection.execute(SQL["transfer.put_seeds_seen"], place)
            try:
                for kinds in self._outline.passes:
                    batches = batches_of(self._owner, self._outline, records, kinds)
                    async with aclosing(_read_ahead(batches)) as coming:
                        async for batch in coming:
                            await self._put(connection, batch)
            except (psycopg.DataError, psycopg.IntegrityError) as error:
                raise InvalidRequest([("body", "the records do not fit together")]) from error
        return self._counts

    async def _seeds_seen(self) -> int:
        """Return the number, here, of the last seed that a user has seen; 0 where there is no such seed."""
        number = 0
        for seed_id in self._outline.last_seed_ids:
            place = {**owner_values(Owner(self._owner.tenant_id, KNOWLEDGE_USER)), "id": seed_id}
            row = await self._database.fetch_one(SQL["transfer.seed_number"], place)
            number = max(number, row[0] if row else 0)
        return number

    async def _put(self, connection: Connection, batch: Batch) -> None:
        for kind, name in (("document", "transfer.put_documents"), ("seed", "transfer.put_seeds")):
            if kind in batch:
                self._counts[kind] += await self._put_rows(connection, name, map(plain_row, batch[kind]))
        if "session" in batch:
            await self._put_sessions(connection, cast(list[SessionRecord], batch["session"]))
        if "summary" in batch:
            await self._put_summaries(connection, cast(list[SummaryRecord], batch["summary"]))
        if "memory" in batch:
            await self._put_memories(connection, cast(list[MemoryRecord], batch["memory"]))
        if "fact" in batch:
            await self._put_facts(connection, cast(list[FactRecord], batch["fact"]))

    async def _put_rows(self, connection: Connection, name: str, rows: Iterable[dict[str, Any]], **more: Any) -> int:
        cursor = await connection.execute(SQL[name], {**self._base, **more, "rows": Jsonb([*rows])}, binary=True)
        return cursor.rowcount

    @property
    def _base(self) -> dict[str, Any]:
        return {**owner_values(self._owner), "changed": self._changed}

    async def _put_sessions(self, connection: Connection, sessions: Sequence[BaseModel]) -> None:
        rows = Jsonb([plain_row(record) for record in sessions])
        cursor = await connection.execute(SQL["transfer.put_sessions"], {**self._base, "rows": rows}, binary=True)
        new = {session_id for (session_id,) in await cursor.fetchall()}
        self._new_sessions |= new
        self._counts["session"] += len(new)

    async def _put_summaries(self, connection: Connection, summaries: Sequence[SummaryRecord]) -> None:
        theirs = [record for record in summaries if record.session_id in self._new_sessions]
        rows = (self._summary(record) for record in theirs)
        self._counts["summary"] += await self._put_rows(connection, "transfer.put_summaries", rows)

    def _summary(self, record: SummaryRecord) -> dict[str, Any]:
        """Return the row of a summary; without a vector that can be kept, it waits for one."""
        vector = record.vector(self._model, self._dimensions)
        given = {"model": "", "embedding": None} if vector is None else {"embedding": vector.to_list()}
        return plain_row(record, kind=record.form, **given)

    async def _put_memories(self, connection: Connection, memories: Sequence[MemoryRecord]) -> None:
        new = new_memories(memories, await self._known(connection, memories))
        self._counts["memory"] += len(new)
        if self._erased_before:
            refs = [str(record.id) for record in new]
            await connection.execute(SQL["transfer.drop_tombstones"], {**self._base, "refs": refs})
        rows = await asyncio.to_thread(copy_rows, self._owner, new, self._changed, self._model, self._dimensions)
        async with self._database.as_login(connection):
            await _copy(connection, "transfer.copy_memories", IMPORT_TYPES, rows.memories)
            async with planned_once(connection, len(rows.pieces)):
                await _copy(connection, "store.copy_pieces", PIECE_TYPES, rows.pieces)
        versions = [plain_row(version, memory_id=str(record.id)) for record in new for version in record.versions]
        if versions:
            async with planned_once(connection, len(versions)):
                await self._put_rows(connection, "transfer.put_versions", versions)

    async def _known(self, connection: Connection, memories: Sequence[MemoryRecord]) -> list[KnownMemory]:
        """Return what stands at the ids and places of these memories."""
        turns = [(m.session_id, m.seq, m.part) for m in memories if m.session_id is not None and m.seq is not None]
        messages = [(m.session_id, m.message_id, m.part) for m in memories if m.session_id and m.message_id is not None]
        columns = {
            "ids": f"{{{','.join([m.id.hex for m in memories])}}}",  # as text: psycopg goes over a list one by one
            **{f"turn_{name}": [turn[at] for turn in turns] for at, name in enumerate(("sessions", "seqs", "parts"))},
            **{
                f"message_{name}": [one[at] for one in messages] for at, name in enumerate(("sessions", "ids", "parts"))
            },
        }
        cursor = await connection.execute(SQL["transfer.known_memories"], {**self._base, **columns}, binary=True)
        return [KnownMemory(*row) for row in await cursor.fetchall()]

    async def _put_facts(self, connection: Connection, facts: Sequence[FactRecord]) -> None:
        """Versions of a fact may come in several batches: the ids of all of them tell them from somebody else's."""
        places = {(fact.session_id, fact.key) for fact in facts}
        ids = [id for place in places for id in self._outline.fact_ids.get(place, ())]
        self._counts["fact"] += await self._put_rows(
            connection, "transfer.put_facts", map(plain_row, facts), fact_ids=ids
        )


async def _read_ahead(batches: Iterator[Batch]) -> AsyncGenerator[Batch]:
    """Yield batches, each read in a thread while the one before is stored."""

    def read() -> "asyncio.Task[Batch | None]":
        return asyncio.create_task(asyncio.to_thread(next, batches, None))

    coming = read()
    try:
        while (batch := await coming) is not None:
            coming = read()
            yield batch
    finally:
        await asyncio.gather(coming, return_exceptions=True)  # what a thread still reads must not be closed meanwhile


async def _copy(connection: Connection, name: str, types: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    async with connection.cursor().copy(SQL[name]) as copy:
        copy.set_types(types)
        for row in rows:
            await copy.write_row(row)
