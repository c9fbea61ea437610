"""Fact versions, for the facts routes. The archiver writes facts through `Archive.store`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from app.adapters.postgres.archive import lock_owners
from app.adapters.postgres.database import Database
from app.adapters.postgres.fact_versions import insert_facts
from app.adapters.postgres.rows import owner_values, short
from app.adapters.postgres.statements import SQL
from app.domain.models import FactVersion, NewFact, Owner, SavedStatus


class PostgresFactStore:
    """`app.service.ports.FactStore` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_facts(self, owner: Owner, facts: Sequence[NewFact]) -> dict[UUID, tuple[SavedStatus, int]]:
        """Insert versions, numbered in the order given; retracted ones (DELETE) end the current version.

        `superseded_previous`: current from now on, where the card had a value. `stored`: the first value, or one older
        than the current, which goes into history.
        """
        if not facts:
            return {}
        async with self._database.transaction(owner) as connection:
            await lock_owners(connection, [owner], max(fact.recorded_at for fact in facts))
            outcome = await insert_facts(connection, [(owner, fact) for fact in facts])
        return {fact_id: result for (_, fact_id), result in outcome.items()}

    async def fact_history(self, owner: Owner, session_id: str | None, key: str) -> list[FactVersion]:
        """Every version, newest (by version) first; empty when unknown."""
        parameters = {**owner_values(owner), "session_id": session_id or "", "key": key}
        rows = await self._database.fetch_all(SQL["facts.history"], parameters)
        return [_version(*row) for row in rows]


def _version(
    value: str,
    version: int,
    valid_from: datetime,
    valid_to: datetime | None,
    recorded_at: datetime,
    superseded_at: datetime | None,
    confidence: float,
    source: dict[str, Any],
    reason: str,
    retracted: bool,
    changed_by: str,
) -> FactVersion:
    times = (valid_from, valid_to, recorded_at, superseded_at)
    return FactVersion(value, version, *times, short(confidence), source, reason, retracted, changed_by)
