"""Vectors of running summaries: whose they are, of which version, and how they end."""

import re
from datetime import timedelta
from uuid import UUID

import numpy as np
import psycopg
import pytest
from pg_making import MODEL, NOW, OWNER, Make

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.forgetting import PostgresForgetting
from app.adapters.postgres.search_store import PostgresSearchStore, without_summaries
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.summaries import PostgresSummaries
from app.adapters.postgres.summary_vectors import PostgresSummaryVectors
from app.adapters.postgres.transfer import PostgresTransfer
from app.domain.models import Owner
from app.domain.summary.models import SessionSummary, SummaryLine
from app.service.ports import ForgetSelection, NearQuestion, SearchReading, UnembeddedSummary

pytestmark = pytest.mark.also_partitioned

EAST, NORTH = np.array([1, 0], np.float32), np.array([0, 1], np.float32)
NONE = np.zeros(0, np.int64)


@pytest.fixture
def vectors(database: Database) -> PostgresSummaryVectors:
    return PostgresSummaryVectors(database)


@pytest.fixture
def search(database: Database) -> PostgresSearchStore:
    return PostgresSearchStore(database, summaries=True)


class Scene:
    """Sessions of users in the record, with summaries of what was said in them."""

    def __init__(self, database: Database, archive: PostgresArchive, make: Make) -> None:
        self.store = PostgresSummaries(database)
        self.archive = archive
        self.make = make
        self.made = 0

    async def say(self, owner: Owner = OWNER, session_id: str = "s1", turns: int = 2) -> list[UUID]:
        said = [self.make.turn(f"the boat is number {number}") for number in range(turns)]
        await self.archive.store(
            [self.make.batch(owner, sessions=[self.make.session(said, session_id)])], model="", now=NOW
        )
        return [turn.id for turn in said]

    async def sum_up(
        self, owner: Owner = OWNER, session_id: str = "s1", *, revision: int = 1, text: str = "a boat"
    ) -> SessionSummary:
        """Write a summary of the session with one line."""
        self.made += 1
        read = await self.store.read_turns(owner, session_id, after_seq=-1, before_seq=10**6, model="", limit=100)
        last = read.turns[-1]
        lines = (SummaryLine("goals", text, "user", (last.shown_id,)),) if text else ()
        summary = SessionSummary(
            "extractive", lines, read.turns[0].seq, last.seq, last.round_no, last.created_at, len(read.turns),
            2, 20, NOW + timedelta(seconds=self.made), revision,
        )  # fmt: skip
        assert await self.store.put(owner, session_id, summary, after_seq=-1, made_from=read) is not None
        return summary


@pytest.fixture
def scene(database: Database, archive: PostgresArchive, make: Make) -> Scene:
    return Scene(database, archive, make)


async def read(
    search: PostgresSearchStore, owner: Owner = OWNER, known: SearchReading | None = None, model: str = MODEL
) -> SearchReading:
    """What a search for the east reads, knowing nothing or what it read last."""
    version, seen = (-1, -1) if known is None else (known.version, known.vectors)
    return await search.read_index(owner, known_version=version, query_vector=EAST, model=model, known_vectors=seen)


async def give(vectors: PostgresSummaryVectors, vector: np.ndarray = EAST) -> list[UnembeddedSummary]:
    """Embed everything that waits."""
    waiting = await vectors.claim_unembedded(model=MODEL, limit=10)
    assert await vectors.write([(summary, vector) for summary in waiting], model=MODEL) == len(waiting)
    return waiting


async def test_a_summary_is_read_by_searches_from_its_vector_on(
    scene: Scene, vectors: PostgresSummaryVectors, search: PostgresSearchStore, database: Database
) -> None:
    await scene.say()
    summary = await scene.sum_up()
    first = await read(search)
    assert first.summaries.session_ids == ()
    (waiting,) = await vectors.claim_unembedded(model=MODEL, limit=10)
    assert (waiting.owner, waiting.session_id, waiting.lines) == (OWNER, "s1", summary.lines)
    assert await vectors.write([(waiting, EAST)], model=MODEL) == 1
    assert await vectors.claim_unembedded(model=MODEL, limit=10) == []
    again = await read(search, known=first)
    assert not again.same_distances, "a process that knew the query is told"
    assert again.summaries.session_ids == ("s1",)
    assert again.summaries.distance.tolist() == [0.0]
    assert again.summaries.until_s.tolist() == [summary.until.timestamp()]
    assert (await read(search, known=again)).same_distances
    near = await search.read_index(
        OWNER, known_version=again.version, query_vector=EAST, model=MODEL, near=NearQuestion(50, NONE)
    )
    assert near.summaries.session_ids == ("s1",)
    off = PostgresSearchStore(database)
    assert (await read(off)).summaries.session_ids == ()
    near = await off.read_index(
        OWNER, known_version=again.version, query_vector=EAST, model=MODEL, near=NearQuestion(50, NONE)
    )
    assert (near.version, near.summaries.session_ids) == (again.version, ())


@pytest.mark.parametrize("name", ["search.distances", "search.delta", "ann.near"])
def test_a_search_that_wants_none_is_not_even_planned_with_them(name: str) -> None:
    without = without_summaries(SQL[name])
    assert "from summaries" in SQL[name]
    assert "summar" not in re.sub("--.*", "", without)
    assert without.count("null, null, null") == 1


async def test_a_summary_made_anew_has_no_vector_until_its_own(
    scene: Scene, vectors: PostgresSummaryVectors, search: PostgresSearchStore
) -> None:
    await scene.say()
    await scene.sum_up()
    (first,) = await give(vectors)
    known = await read(search)
    await scene.say()
    await scene.sum_up(revision=2, text="a boat in the north")
    after = await read(search, known=known)
    assert after.summaries.session_ids == ()
    assert await vectors.write([(first, EAST)], model=MODEL) == 0, "that of the earlier text"
    (second,) = await vectors.claim_unembedded(model=MODEL, limit=10)
    assert second.lines[0].text == "a boat in the north"
    await vectors.write([(second, NORTH)], model=MODEL)
    assert (await read(search)).summaries.distance.tolist() == [1.0]


async def test_known_distances_end_with_the_vector_they_are_of(
    scene: Scene, vectors: PostgresSummaryVectors, search: PostgresSearchStore
) -> None:
    """Writing a summary changes no memory: only the count of vectors tells that one is gone."""
    await scene.say()
    await scene.sum_up()
    await give(vectors)
    known = await read(search)
    await scene.sum_up(revision=2)
    after = await read(search, known=known)
    assert (after.version, after.same_distances) == (known.version, False)
    await scene.sum_up(revision=3)
    assert (await read(search, known=after)).same_distances, "there was none to end"


async def test_what_is_dropped_and_made_anew_takes_no_vector_of_the_first(
    scene: Scene, vectors: PostgresSummaryVectors, search: PostgresSearchStore, database: Database
) -> None:
    ids = await scene.say()
    await scene.sum_up()
    (first,) = await give(vectors)
    await PostgresForgetting(database).forget(
        OWNER, ForgetSelection(None, (ids[0],), (), (), None, None, everything=False), erase=True, dry_run=False,
        reason="", now=NOW, session_ttl_seconds=60,
    )  # fmt: skip
    assert (await read(search)).summaries.session_ids == ()
    assert await vectors.write([(first, EAST)], model=MODEL) == 0
    await scene.sum_up()
    assert await vectors.write([(first, EAST)], model=MODEL) == 0, "the same revision of another summary"
    await give(vectors, NORTH)
    assert (await read(search)).summaries.distance.tolist() == [1.0]


async def test_no_search_reads_what_another_user_has(
    scene: Scene, vectors: PostgresSummaryVectors, search: PostgresSearchStore
) -> None:
    others = [Owner("acme", "u2"), Owner("other", "u1"), Owner("acme", "")]
    for owner in others:
        await scene.say(owner)
        await scene.sum_up(owner)
    await scene.say()
    assert len(await give(vectors)) == len(others)
    assert (await read(search)).summaries.session_ids == ()
    for owner in others:
        assert (await read(search, owner)).summaries.session_ids == ("s1",)


async def test_a_vector_is_written_to_the_owner_it_was_read_from_alone(
    scene: Scene, vectors: PostgresSummaryVectors, search: PostgresSearchStore
) -> None:
    await scene.say()
    await scene.sum_up()
    (waiting,) = await vectors.claim_unembedded(model=MODEL, limit=10)
    foreign = UnembeddedSummary(Owner("acme", "u2"), "s1", waiting.revision, waiting.made_at, waiting.lines)
    assert await vectors.write([(foreign, EAST)], model=MODEL) == 0
    assert await vectors.give_up(foreign) == 0
    assert (await read(search)).summaries.session_ids == ()


async def test_another_model_asks_for_all_again_and_finds_none_of_the_old(
    scene: Scene, vectors: PostgresSummaryVectors, search: PostgresSearchStore, queue: PostgresEmbedQueue
) -> None:
    for session_id in ("s1", "s2"):
        await scene.say(session_id=session_id)
        await scene.sum_up(session_id=session_id)
    await give(vectors)
    await scene.say(session_id="s3")
    await scene.sum_up(session_id="s3")
    for model in ("before " + MODEL, "then " + MODEL):
        assert [one.session_id for one in await vectors.claim_unembedded(model=model, limit=10)] == ["s3", "s2", "s1"]
        assert (await read(search, model=model)).summaries.session_ids == ()
        assert len(await vectors.claim_unembedded(model=model, limit=1)) == 1
    assert await queue.count_unembedded(OWNER, "s3", model=MODEL) == 3, "two messages and the summary"
    assert await queue.count_unembedded(OWNER, "s1", model=MODEL) == 2, "the messages"


async def test_what_is_refused_or_empty_is_not_asked_for(
    scene: Scene, vectors: PostgresSummaryVectors, queue: PostgresEmbedQueue
) -> None:
    await scene.say()
    await scene.sum_up(text="")
    assert await vectors.claim_unembedded(model=MODEL, limit=10) == []
    await scene.sum_up(revision=2)
    (waiting,) = await vectors.claim_unembedded(model=MODEL, limit=10)
    assert await vectors.give_up(waiting) == 1
    assert await vectors.claim_unembedded(model=MODEL, limit=10) == []
    assert await queue.count_unembedded(OWNER, "s1", model=MODEL) == 2, "the messages"
    await scene.sum_up(revision=3)
    assert await vectors.give_up(waiting) == 0, "that was another text"
    assert len(await vectors.claim_unembedded(model=MODEL, limit=10)) == 1


async def test_writing_never_waits_for_who_holds_the_user(
    scene: Scene, vectors: PostgresSummaryVectors, database_url: str
) -> None:
    await scene.say()
    await scene.sum_up()
    (waiting,) = await vectors.claim_unembedded(model=MODEL, limit=10)
    for table in ("owners", "summaries"):
        with psycopg.connect(database_url) as holder:
            holder.execute(f"select from {table} where owner_id = %s for update", [OWNER.owner_id])
            assert await vectors.write([(waiting, EAST)], model=MODEL) == 0
    assert await vectors.write([(waiting, EAST)], model=MODEL) == 1


async def test_an_export_takes_the_vector_along(
    scene: Scene, vectors: PostgresSummaryVectors, search: PostgresSearchStore, database: Database
) -> None:
    for session_id in ("s1", "s2"):
        await scene.say(session_id=session_id)
        await scene.sum_up(session_id=session_id)
    given = await vectors.claim_unembedded(model=MODEL, limit=1)
    await vectors.write([(given[0], EAST)], model=MODEL)
    transfer = PostgresTransfer(database)
    exported = [record async for record in transfer.export_user(OWNER)]
    summaries = [record for record in exported if record["kind"] == "summary"]
    assert [(r["session_id"], r["model"], r["embedding"] is None) for r in summaries] == [
        ("s1", "", True), ("s2", MODEL, False),
    ]  # fmt: skip
    others = {2: ["s1"], 3: ["s1", "s2"]}
    for dimensions, waiting in others.items():
        other = Owner("b", f"of {dimensions}")
        await transfer.import_user(other, exported, model=MODEL, dimensions=dimensions, now=NOW)
        claimed = [
            one.session_id for one in await vectors.claim_unembedded(model=MODEL, limit=10) if one.owner == other
        ]
        assert sorted(claimed) == waiting, "those of another length are made anew"
    held = (await read(search, Owner("b", "of 2"))).summaries
    assert (held.session_ids, held.distance.tolist()) == (("s2",), [0.0])
    again = [r async for r in transfer.export_user(Owner("b", "of 2")) if r["kind"] == "summary"]
    assert again == summaries


async def test_an_older_export_has_none_and_they_are_made(
    scene: Scene, vectors: PostgresSummaryVectors, database: Database
) -> None:
    await scene.say()
    await scene.sum_up()
    await give(vectors)
    transfer, other = PostgresTransfer(database), Owner("b", "x")
    exported = [record async for record in transfer.export_user(OWNER)]
    for record in exported:
        if record["kind"] == "summary":
            for name in ("wanted", "model", "embedding"):
                del record[name]
    await transfer.import_user(other, exported, model=MODEL, dimensions=2, now=NOW)
    assert [one.owner for one in await vectors.claim_unembedded(model=MODEL, limit=10)] == [other]
