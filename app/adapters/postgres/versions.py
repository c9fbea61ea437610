"""Asks for the versions of many owners in one statement.

A search that remembers its query only needs to know whether anything changed. With several such searches at a time,
those that come while one statement is under way share the next.
"""

import asyncio
from typing import Final

from app.adapters.postgres.database import Database, Row
from app.adapters.postgres.statements import SQL
from app.domain.models import KNOWLEDGE_USER, Owner

_MOST_OWNERS: Final = 256


class VersionReader:
    """Reads `search.versions`. Belongs to one event loop."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked: list[tuple[Owner, asyncio.Future[Row]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def read(self, owner: Owner) -> Row:
        """Return the row of one owner, read after this call began. Raises StoreUnavailable."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Row] = loop.create_future()
        self._asked.append((owner, answer))
        if self._asking is None:
            self._asking = loop.create_task(self._ask(), name="versions")
        return await answer

    async def _ask(self) -> None:
        """Answer everybody who asks, until nobody does."""
        try:
            while self._asked:
                batch, self._asked = self._asked[:_MOST_OWNERS], self._asked[_MOST_OWNERS:]
                batch = [(owner, answer) for owner, answer in batch if not answer.done()]
                try:
                    rows = await self._read([owner for owner, _ in batch]) if batch else []
                except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to those who asked
                    for _, answer in batch:
                        if not answer.done():
                            answer.set_exception(error)
                    continue
                for (_, answer), row in zip(batch, rows, strict=True):
                    if not answer.done():
                        answer.set_result(row)
        finally:
            self._asking = None

    async def _read(self, owners: list[Owner]) -> list[Row]:
        ids = [owner.owner_id for owner in owners]
        shared = [Owner(owner.tenant_id, KNOWLEDGE_USER).owner_id for owner in owners]
        parameters = {
            "asked_ids": ids,
            "tenant_ids": [owner.tenant_id for owner in owners],
            "user_ids": [owner.user_id for owner in owners],
            "knowledge_owner_ids": shared,
            "knowledge_user_id": KNOWLEDGE_USER,
            "scope_ids": dict.fromkeys((*ids, *shared)),
        }
        return await self._database.fetch_all(SQL["search.versions"], parameters)
