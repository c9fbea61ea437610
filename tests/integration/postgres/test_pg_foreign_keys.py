"""Rows copied in many at a time: foreign keys are checked all the same, with one plan."""

from typing import Any
from uuid import UUID

import psycopg
import pytest
from pg_making import MODEL, NOW, OWNER, Make

from app.adapters.postgres.archive import PostgresArchive, copy_memories, copy_pieces, lock_owners
from app.adapters.postgres.database import Database
from app.adapters.postgres.foreign_keys import MANY_ROWS, planned_once
from app.domain.ids import new_id
from app.service.ports import PieceRow

SETTINGS = "select current_setting('plan_cache_mode'), current_setting('enable_seqscan')"


async def settings_of(connection: psycopg.AsyncConnection[Any]) -> tuple[str, str]:
    found = await (await connection.execute(SETTINGS)).fetchone()
    assert found is not None
    return found[0], found[1]


async def test_one_plan_serves_many_rows_and_nothing_else(database: Database) -> None:
    async with database.transaction() as connection:
        before = await settings_of(connection)
        async with planned_once(connection, MANY_ROWS):
            assert await settings_of(connection) == ("force_generic_plan", "off")
        assert await settings_of(connection) == before
        async with planned_once(connection, MANY_ROWS - 1):
            assert await settings_of(connection) == before


async def test_pieces_without_a_memory_are_refused(database: Database) -> None:
    def piece(memory_id: UUID) -> PieceRow:
        return PieceRow(memory_id, 0, 0, 1, b"", wanted=True)

    pieces = [(OWNER, piece(new_id())) for _ in range(MANY_ROWS)]

    async def store() -> None:
        async with database.transaction() as connection:
            await lock_owners(connection, [OWNER], NOW)
            await copy_pieces(connection, pieces, model=MODEL)

    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        await store()
    async with database.transaction() as connection:
        assert await settings_of(connection) == ("force_custom_plan", "on")


async def test_the_kept_plan_goes_by_the_key_though_the_table_was_small(
    archive: PostgresArchive, database: Database, database_url: str, make: Make
) -> None:
    """The cheapest plan for a table of one page reads all of it; kept, it would do so for every row that follows."""
    await archive.store([make.batch(turns=[make.turn("first")])], model=MODEL, now=NOW)
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute("analyze memories")
    work = make.batch(turns=[make.turn(f"text {number}") for number in range(200)])
    async with database.transaction() as connection:
        versions = await lock_owners(connection, [OWNER], NOW)
        before = await _scans(connection)
        await copy_memories(connection, [(OWNER, row) for row in work.rows], versions, model=MODEL)
        assert await _scans(connection) == before


async def _scans(connection: psycopg.AsyncConnection[Any]) -> int:
    """How often this connection has read the whole table in this transaction."""
    found = await connection.execute("select seq_scan from pg_stat_xact_user_tables where relname = 'memories'")
    return int((await found.fetchone() or (0,))[0])
