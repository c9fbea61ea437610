"""Work that could not be done, kept for people to see and to requeue."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from app.adapters.postgres.database import Database
from app.adapters.postgres.rows import owner_values
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.work_json import work_from_json, work_to_json
from app.domain.ids import new_id
from app.domain.models import Owner
from app.service.ports import PendingWork


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """What failed, how often and why; the work itself comes with `find_dead_letter`."""

    id: UUID
    owner: Owner
    task: str
    error: str
    tries: int
    first_failed_at: datetime
    last_failed_at: datetime


class PostgresDeadLetters:
    """Dead letters of all tenants; `tenant_id` None means all of them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert_dead_letter(
        self, owner: Owner, *, task: str, payload: PendingWork | Mapping[str, Any], error: str, tries: int
    ) -> None:
        """Keep the work with its error. Any text is kept, also what broke the work (U+0000, lone surrogates)."""
        plain = work_to_json(payload) if isinstance(payload, PendingWork) else dict(payload)
        values = {
            **owner_values(owner),
            "id": new_id(),
            "task": task,
            "payload": json.dumps(plain, ensure_ascii=True),
            "error": error.encode("utf-8", "backslashreplace").decode().replace("\x00", "\\x00")[:4_000],
            "tries": tries,
            "now": datetime.now(UTC),
        }
        await self._database.execute(SQL["dead_letter.insert"], values)

    async def find_error(self, owner: Owner, ids: Sequence[UUID]) -> str | None:
        """The kind of error of the owner's newest dead letter that holds one of these ids, or None."""
        parameters = {**owner_values(owner), "ids": [str(id) for id in ids]}
        row = await self._database.fetch_one(SQL["dead_letter.error_of"], parameters)
        return str(row[0]).partition(":")[0] if row else None

    async def list_dead_letters(self, tenant_id: str | None = None, *, limit: int = 100) -> list[DeadLetter]:
        """Dead letters, last failed first."""
        rows = await self._database.fetch_all(SQL["sweep.dead_letters"], {"tenant_id": tenant_id, "limit": limit})
        return [DeadLetter(id, Owner(tenant, user), *rest) for id, tenant, user, *rest in rows]

    async def find_dead_letter(self, id: UUID) -> tuple[DeadLetter, PendingWork | dict[str, Any]] | None:
        """One dead letter and its work as it was given to insert it; None when it is gone."""
        row = await self._database.fetch_one(SQL["sweep.dead_letter"], {"id": id})
        if row is None:
            return None
        letter_id, tenant, user, task, error, tries, first_failed_at, last_failed_at, payload = row
        owner, plain = Owner(tenant, user), json.loads(payload)
        letter = DeadLetter(letter_id, owner, task, error, tries, first_failed_at, last_failed_at)
        return letter, work_from_json(owner, plain) if task == "archive" else plain

    async def delete_dead_letter(self, id: UUID) -> bool:
        """Take one out for good; False when it was gone."""
        return bool(await self._database.execute(SQL["sweep.delete_dead_letter"], {"id": id}))

    async def count_dead_letters(self, tenant_id: str | None = None) -> int:
        """How many there are."""
        row = await self._database.fetch_one(SQL["sweep.count_dead_letters"], {"tenant_id": tenant_id})
        return int(row[0]) if row else 0
