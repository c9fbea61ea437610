"""Versions of many owners, asked together, come back to whoever asked."""

import asyncio

import pytest
from pg_making import NOW, Make

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.versions import VersionReader
from app.domain.errors import StoreUnavailable
from app.domain.models import KNOWLEDGE_USER, Owner


async def test_each_owner_gets_their_own(database: Database, archive: PostgresArchive, make: Make) -> None:
    owners = [Owner(f"t{number % 3}", f"u{number}") for number in range(30)]
    for number, owner in enumerate(owners):
        for time in range(number % 4):
            await archive.store([make.batch(owner, memories=[make.memory(f"{number} {time}")])], model="", now=NOW)
    reader = VersionReader(database)
    rows = await asyncio.gather(*(reader.read(owner) for owner in owners * 4))
    assert [row[0] for row in rows] == [number % 4 for number in range(30)] * 4
    assert {row[2] for row in rows} == {0}, "no documents"


async def test_the_version_of_a_tenants_documents_comes_with_it(
    database: Database, archive: PostgresArchive, make: Make
) -> None:
    shared = Owner("t1", KNOWLEDGE_USER)
    await archive.store([make.batch(shared, memories=[make.memory("a document")])], model="", now=NOW)
    reader = VersionReader(database)
    mine, other = await asyncio.gather(reader.read(Owner("t1", "u")), reader.read(Owner("t2", "u")))
    assert (mine[2], other[2]) == (1, 0)


async def test_postgres_away_reaches_everybody_who_asked() -> None:
    away = Database("postgresql://nobody@127.0.0.1:1/none", wait_seconds=0.2)
    reader = VersionReader(away)
    async with away:
        answers = await asyncio.gather(*(reader.read(Owner("t", f"u{n}")) for n in range(5)), return_exceptions=True)
        assert [type(answer) for answer in answers] == [StoreUnavailable] * 5
        with pytest.raises(StoreUnavailable):
            await reader.read(Owner("t", "u"))


async def test_a_caller_who_leaves_takes_nobody_along(database: Database) -> None:
    reader = VersionReader(database)
    for pause in (0.0, 0.0005, 0.002) * 5:
        leaving = asyncio.create_task(reader.read(Owner("t", "u")))
        staying = asyncio.create_task(reader.read(Owner("t", "v")))
        await asyncio.sleep(pause)
        leaving.cancel()
        assert (await staying)[0] == 0
