"""Fact versions, for the facts routes. The archiver writes facts through `Archive.store`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from app.adapters.postgres.archive import lock_owners
from app.adapters.postgres.database import Connection, Database
from app.adapters.postgres.fact_versions import insert_facts, read_entries
from app.adapters.postgres.rows import owner_values, short
from app.adapters.postgres.statements import SQL
from app.domain.errors import StaleVersion
from app.domain.models import FactVersion, NewFact, Owner, SavedStatus


class PostgresFactStore:
    """`app.service.ports.FactStore` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_facts(
        self, owner: Owner, facts: Sequence[NewFact], *, if_version: int | None = None
    ) -> dict[UUID, tuple[SavedStatus, int]]:
        """Insert versions, numbered in the order given; retracted ones (DELETE) end the current version.

        `superseded_previous`: current from now on, where the card had a value. `stored`: the first value, or one older
        than the current, which goes into history.

        `if_version`: only if the card shows this version of each of them; else raises StaleVersion, and nothing is
        inserted.
        """
        if not facts:
            return {}
        async with self._database.transaction(owner) as connection:
            await lock_owners(connection, [owner], max(fact.recorded_at for fact in facts))
            if if_version is not None:
                await _check_versions(connection, owner, facts, if_version)
            outcome = await insert_facts(connection, [(owner, fact) for fact in facts])
        return {fact_id: result for (_, fact_id), result in outcome.items()}

    async def fact_history(self, owner: Owner, session_id: str | None, key: str) -> list[FactVersion]:
        """Every version, newest (by version) first; empty when unknown."""
        parameters = {**owner_values(owner), "session_id": session_id or "", "key": key}
        rows = await self._database.fetch_all(SQL["facts.history"], parameters)
        return [_version(*row) for row in rows]


async def _check_versions(connection: Connection, owner: Owner, facts: Sequence[NewFact], version: int) -> None:
    places = {(fact.session_id, fact.key) for fact in facts}
    shown = await read_entries(connection, [(owner, *place) for place in places])
    for place in places:
        entry = shown.get(owner.owner_id, {}).get(place)
        if entry is None:
            raise StaleVersion(f"the card shows no {place[1]}; read it again and leave If-Match out to claim one")
        if entry.version != version:
            raise StaleVersion(f"the card shows version {entry.version} of {place[1]}, not {version}; read it again")


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
