"""Seeds of tenants, and what archiving does for newcomers: it gives them seeds and keeps their first rounds whole."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.types.json import Jsonb

from app.adapters.postgres.database import Connection, Database, Row
from app.adapters.postgres.rows import owner_columns, owner_values, short
from app.adapters.postgres.statements import SQL
from app.domain.errors import NotFound
from app.domain.ids import new_id
from app.domain.models import KNOWLEDGE_USER, Layers, NewMemory, Owner
from app.service.ports import ArchiveBatch, MemoryRow
from app.service.ports.seeds import SeedMemory
from app.service.prepare import row_of, saved_memory

SEED: Final = "seed"
"""Key of a copy's metadata that names the seed."""
_NEW_VERSIONS: Final = 500
"""A user with more changes than this behind them is no newcomer: nobody counts what they said."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """How newcomers are treated: so many of their first rounds are kept whatever they score, 0 for none."""

    cold_start_rounds: int


class PostgresSeeds:
    """`app.service.ports.seeds.SeedStore` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert_seed(self, tenant_id: str, seed: SeedMemory) -> None:
        """Keep a seed; users get it with their next save."""
        owner = Owner(tenant_id, KNOWLEDGE_USER)
        values = owner_values(owner)
        given = {"id": seed.id, "content": seed.content, "type": seed.type, "importance": seed.importance}
        given |= {"subject": seed.subject, "metadata": Jsonb(seed.metadata), "now": seed.created_at}
        async with self._database.transaction(owner) as connection:
            await connection.execute(SQL["seeds.lock"], values)
            await connection.execute(SQL["seeds.insert"], {**values, **given})

    async def list_seeds(self, tenant_id: str) -> list[SeedMemory]:
        """A tenant's seeds, oldest first."""
        values = owner_values(Owner(tenant_id, KNOWLEDGE_USER))
        return [_seed(row) for row in await self._database.fetch_all(SQL["seeds.list"], values)]

    async def delete_seed(self, tenant_id: str, seed_id: UUID) -> None:
        """Give a seed to nobody any more; copies stay. Raises NotFound."""
        owner = Owner(tenant_id, KNOWLEDGE_USER)
        values = {**owner_values(owner), "id": seed_id}
        async with self._database.transaction(owner) as connection:
            if not (await connection.execute(SQL["seeds.delete"], values)).rowcount:
                raise NotFound("there is no such seed")


async def welcome(
    connection: Connection, batches: Sequence[ArchiveBatch], versions: dict[UUID, int], ways: Welcome, now: datetime
) -> list[ArchiveBatch]:
    """Return the batches with what newcomers get; `versions` are the owners', whose locks are held."""
    kept = await _keep_first_rounds(connection, batches, versions, ways.cold_start_rounds)
    return await _add_seeds(connection, kept, now)


async def _keep_first_rounds(
    connection: Connection, batches: Sequence[ArchiveBatch], versions: dict[UUID, int], rounds: int
) -> list[ArchiveBatch]:
    new = {b.work.owner.owner_id: b.work.owner for b in batches if versions[b.work.owner.owner_id] <= _NEW_VERSIONS}
    if not rounds or not new:
        return list(batches)
    asked = {**owner_columns(new.values()), "enough": rounds}
    cursor = await connection.execute(SQL["seeds.experience"], asked, binary=True)
    left = {owner_id: rounds - int(said) for owner_id, said in await cursor.fetchall()}
    return [
        replace(batch, rows=_first_rows(batch.rows, left[batch.work.owner.owner_id]))
        if left.get(batch.work.owner.owner_id, 0) > 0
        else batch
        for batch in batches
    ]


def _first_rows(rows: Sequence[MemoryRow], rounds: int) -> tuple[MemoryRow, ...]:
    """Return the rows with those of the first rounds kept in episodic memory and embedded, whatever they scored."""
    counted: set[tuple[str | None, int | UUID]] = set()
    out = []
    for row in rows:
        memory = row.memory
        counted.add((memory.session_id, memory.id if memory.seq is None else memory.round_no or 0))
        if len(counted) <= rounds:
            pieces = tuple(replace(piece, wanted=True) for piece in row.pieces)
            row = replace(row, memory=replace(memory, layers=memory.layers | Layers.EPISODIC), pieces=pieces)
        out.append(row)
    return tuple(out)


async def _add_seeds(connection: Connection, batches: list[ArchiveBatch], now: datetime) -> list[ArchiveBatch]:
    owners = {batch.work.owner.owner_id: batch.work.owner for batch in batches}
    tenants = [Owner(owner.tenant_id, KNOWLEDGE_USER).owner_id for owner in owners.values()]
    asked = {**owner_columns(owners.values()), "tenant_owner_ids": tenants}
    cursor = await connection.execute(SQL["seeds.unseen"], asked, binary=True)
    unseen: dict[UUID, list[Row]] = defaultdict(list)
    for owner_id, *seed in await cursor.fetchall():
        unseen[owner_id].append(tuple(seed))
    if not unseen:
        return batches
    given = [owners[owner_id] for owner_id in unseen]
    numbers = [seeds[-1][0] for seeds in unseen.values()]
    await connection.execute(SQL["seeds.seen"], {**owner_columns(given), "numbers": numbers})
    out = []
    for batch in batches:
        seeds = unseen.pop(batch.work.owner.owner_id, [])
        rows = tuple(_copy(batch.work.owner, _seed(seed[1:]), now) for seed in seeds)
        out.append(replace(batch, rows=rows + batch.rows))
    return out


def _copy(owner: Owner, seed: SeedMemory, now: datetime) -> MemoryRow:
    """Return a user's own copy of a seed."""
    copy = NewMemory(
        id=new_id(),
        content=seed.content,
        type=seed.type,
        importance=seed.importance,
        layers=Layers.EPISODIC | Layers.SEMANTIC,
        session_id=None,
        agent_id=None,
        visibility="shared",
        subject=seed.subject,
        metadata={**seed.metadata, SEED: str(seed.id)},
        created_at=now,
        occurred_at=None,
        expires_at=None,
        working_until=now,
        pinned=False,
    )
    return row_of(saved_memory(owner, copy), wanted=True)


def _seed(row: Row) -> SeedMemory:
    id, content, type, importance, subject, metadata, created_at = row
    return SeedMemory(id, content, type, short(importance), subject, metadata, created_at)
