"""Export and import of everything of one user, or of what a tenant's users share: one dict a record, with a `kind`."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from app.adapters.postgres.database import Database, HalfVector, Row
from app.adapters.postgres.rows import owner_values
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.transfer_intake import RecordIntake
from app.adapters.postgres.transfer_reading import known_kinds, outline_of
from app.domain.models import KNOWLEDGE_USER, Owner
from app.service.ports import OwnerStamp

PAGE_ROWS: Final = 500
_FIRST_ID: Final = UUID(int=0)
_LISTS: Final[Mapping[str, str]] = {
    "document": "transfer.documents",
    "seed": "transfer.seeds",
    "session": "transfer.sessions",
    "summary": "transfer.summaries",
}


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
            if kind not in known_kinds(owner):
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

    async def _pages(self, name: str, owner: Owner, after: Any, key: str) -> AsyncIterator[dict[str, Any]]:
        while True:
            parameters = {**owner_values(owner), "after": after, "limit": PAGE_ROWS}
            rows = await self._database.fetch_all(SQL[name], parameters)
            for row, *vectors in rows:
                yield {**row, "embedding": _encoded(vectors[0])} if vectors else row
            if not rows:
                return
            after = rows[-1][0][key]

    async def import_user(
        self, owner: Owner, records: Iterable[Mapping[str, Any]], *, model: str, dimensions: int, now: datetime
    ) -> dict[str, int]:
        """Store the records of an export under `owner`, all or nothing; returns how many of each kind are new.

        `records` is read more than once: all of it is checked before anything is locked, then stored in batches, in one
        transaction. What is there already stays as it is. Vectors are kept; those of the current `model` with another
        number of `dimensions` are dropped and made anew. Raises InvalidRequest, naming the record.
        """
        outline = await asyncio.to_thread(outline_of, owner, records)
        intake = RecordIntake(self._database, owner, outline, model=model, dimensions=dimensions)
        return await intake.run(records, now)


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
            "embedding": _encoded(vector),
        }
        for _, _, _, piece_no, start, stop, terms, wanted, model, vector in rows
        if piece_no is not None
    ]
    return {"kind": "memory", **memory, "versions": versions, "pieces": pieces}


def _encoded(vector: HalfVector | None) -> str | None:
    """Return a vector in base64 of float16 numbers, little-endian."""
    return None if vector is None else b64encode(vector.to_numpy().astype("<f2", copy=False).tobytes()).decode()
