"""Work that cannot be stored ends in the dead letters, stops nobody else, and can be done again from there."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import datetime

import pytest

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.bootstrap import Toolbox, open_tools
from app.domain.errors import StoreUnavailable
from app.domain.models import Owner
from app.service.archive import Archiver, retry_delay_seconds
from app.service.ports import ArchiveBatch, ArchiveOutcome
from app.service.requests import MessageGiven, SaveRequest, SearchRequest
from app.service.save import SavePolicy, SaveService
from app.settings import Settings

BROKEN, HEALTHY = Owner("t", "broken"), Owner("t", "healthy")


class PickyArchive(PostgresArchive):
    """The real archive, but for one owner whose work it cannot take, as when a row breaks a rule of the database."""

    refuses: Owner | None = None
    away = False

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.sizes: list[int] = []

    @property
    def together(self) -> list[int]:
        """How many owners each call of `store` brought, the most first."""
        return sorted(self.sizes, reverse=True)

    async def store(self, batches: Sequence[ArchiveBatch], *, model: str, now: datetime) -> list[ArchiveOutcome]:
        self.sizes.append(len(batches))
        if self.away:
            raise StoreUnavailable("Postgres")
        if any(batch.work.owner == self.refuses for batch in batches):
            raise ValueError("a value that no column takes")
        return await super().store(batches, model=model, now=now)


@pytest.fixture
async def tools(settings: Settings) -> AsyncIterator[Toolbox]:
    async with open_tools(settings.model_copy(update={"embedder": "none"})) as opened:
        yield opened


@pytest.fixture
def archive(tools: Toolbox) -> PickyArchive:
    return PickyArchive(tools.database)


@pytest.fixture
def archiver(tools: Toolbox, archive: PickyArchive) -> Archiver:
    return Archiver(
        tools.working,
        archive,
        tools.dead_letters,
        embed_from=0.4,
        model="",
        batch_owners=100,
        lease_seconds=30,
        retry_limit=2,
    )


async def save(tools: Toolbox, owner: Owner, text: str) -> None:
    policy = SavePolicy(
        window_rounds=3,
        session_ttl_seconds=3600,
        importance_semantic=0.8,
        importance_episodic=0.4,
        flush_interval_seconds=5,
        flush_buffer_size=500,
    )
    service = SaveService(tools.working, tools.archive, tools.archiver, tools.embed, tools.insight, policy)
    await service.save(SaveRequest(owner, session_id="s", messages=(MessageGiven("user", text, "m1"),)))


async def texts(tools: Toolbox, owner: Owner) -> list[str]:
    found = await tools.search.search(SearchRequest(owner, query="harbour"))
    return [result.memory.content for result in found.results]


async def drain(tools: Toolbox, archiver: Archiver, *owners: Owner) -> None:
    """Drain until nothing of these owners waits; pauses between tries are the archiver's own, seconds at most."""
    async with asyncio.timeout(20):
        while True:
            await archiver.drain_due()
            if not any([await tools.working.read_pending(owner) for owner in owners]):
                return
            await asyncio.sleep(0.05)


async def test_broken_work_is_a_dead_letter_and_stops_nobody(
    tools: Toolbox, archive: PickyArchive, archiver: Archiver
) -> None:
    archive.refuses = BROKEN
    await save(tools, BROKEN, "the harbour of the broken")
    await save(tools, HEALTHY, "the harbour of the healthy")
    await drain(tools, archiver, HEALTHY)
    assert await tools.working.read_pending(BROKEN), "the first failure is tried again"
    await drain(tools, archiver, BROKEN)
    letters = await tools.dead_letters.list_dead_letters()
    assert [(letter.owner, letter.task, letter.tries) for letter in letters] == [(BROKEN, "archive", 2)]
    assert "no column takes" in letters[0].error


async def test_work_that_is_stored_in_groups_is_stored_whole_whatever_becomes_of_one(
    tools: Toolbox, archive: PickyArchive, archiver: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.service.archive.GROUP_ENTRIES", 2)
    monkeypatch.setattr("app.service.archive.ROWS_AT_A_STRETCH", 1)
    owners = [Owner("t", f"u{number}") for number in range(7)]
    archive.refuses = owners[3]
    for owner in owners:
        await save(tools, owner, f"the harbour of {owner.user_id}")
    assert await archiver.drain_due() == 7
    assert archive.together == [2, 2, 2, 1, 1, 1], "in pairs, and those of the broken pair once more, each alone"
    for owner in owners:
        assert bool(await tools.working.read_pending(owner)) == (owner == owners[3])
        assert await texts(tools, owner) == [f"the harbour of {owner.user_id}"]


async def test_a_dead_letter_can_be_done_again(tools: Toolbox, archive: PickyArchive, archiver: Archiver) -> None:
    archive.refuses = BROKEN
    await save(tools, BROKEN, "the harbour of the broken")
    await drain(tools, archiver, BROKEN)
    (letter,) = await tools.dead_letters.list_dead_letters()
    found = await tools.dead_letters.find_dead_letter(letter.id)
    assert found is not None
    archive.refuses = None
    await archiver.store_again(found[1])
    assert await texts(tools, BROKEN) == ["the harbour of the broken"]


async def test_a_store_that_is_away_costs_no_try(tools: Toolbox, archive: PickyArchive, archiver: Archiver) -> None:
    archive.away = True
    await save(tools, HEALTHY, "the harbour of the healthy")
    for _ in range(12):
        await archiver.drain_due()
        await asyncio.sleep(0.1)
    assert await tools.dead_letters.count_dead_letters() == 0
    assert await texts(tools, HEALTHY) == ["the harbour of the healthy"], "found in working memory meanwhile"
    archive.away = False
    await drain(tools, archiver, HEALTHY)
    assert await texts(tools, HEALTHY) == ["the harbour of the healthy"]


def test_retries_slow_down_to_once_a_minute() -> None:
    delays = [retry_delay_seconds(tries) for tries in range(20)]
    assert delays[0] == 0.5
    assert delays == sorted(delays)
    assert delays[-1] == 60
