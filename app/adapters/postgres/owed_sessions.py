"""Sessions that a chat model missed while it was away."""

from datetime import datetime

from app.adapters.postgres.database import Database
from app.adapters.postgres.rows import owner_columns
from app.adapters.postgres.statements import SQL
from app.domain.models import Owner


class PostgresOwedSessions:
    """`app.service.catch_up.OwedSessions` on PostgreSQL. What is owed is noted with what was read (`extraction.py`)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def any_owed(self, *, now: datetime, silent_after: datetime) -> bool:
        """Whether any session waits for the chat model now and was active after that time."""
        values = {"now": now, "silent_after": silent_after, "limit": 1}
        return await self._database.fetch_one(SQL["sweep.owed_to_model"], values) is not None

    async def read_owed(self, *, now: datetime, silent_after: datetime, limit: int) -> int:
        """Have sessions read again from where the chat model missed them, those that wait longest first."""
        values = {"now": now, "silent_after": silent_after, "limit": limit}
        rows = await self._database.fetch_all(SQL["sweep.owed_to_model"], values)
        if not rows:
            return 0
        owners = [Owner(tenant_id, user_id) for tenant_id, user_id, _ in rows]
        given = {**owner_columns(owners), "session_ids": [row[2] for row in rows], "now": now}
        await self._database.execute(SQL["extract.read_owed"], given)
        return len(rows)
