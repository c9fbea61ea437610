"""A streaming replica that takes the heavy readings of searches and lists off the primary. See decision 0017.

A replica may be behind. So the primary is asked for the owner's version (a few bytes, many owners in one statement),
and what the replica brings is used only where it has that version; else the primary is read. Whatever was erased or
acknowledged before a request is thus respected, however far the replica is behind, and one that is away costs nothing
but the saving.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar
from uuid import UUID

import numpy as np
import psycopg
from numpy.typing import NDArray
from psycopg.types.json import Jsonb

from app.adapters.postgres.database import Database, Row
from app.adapters.postgres.rows import memory_from, owner_values
from app.adapters.postgres.search_store import PostgresSearchStore
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.versions import VersionReader
from app.domain.errors import StoreUnavailable
from app.domain.models import Memory, Owner
from app.service.insight import Insight
from app.service.ports import CodeReading, NearQuestion, SearchReading

log = logging.getLogger(__name__)

T = TypeVar("T")
AWAY_SECONDS: Final = 5.0
"""A replica that does not answer is left alone for so long."""
_SLOW_TRIES: Final = 3
_SEEN_OWNERS: Final = 10_000


class ReadReplica:
    """Reads from the replica what it has in the version asked for. Belongs to one event loop."""

    def __init__(
        self, database: Database, insight: Insight, *, deadline_seconds: float, away_seconds: float = AWAY_SECONDS
    ) -> None:
        """`database` is the replica's pool; a reading there that takes longer than the deadline is given up."""
        self._away_seconds = away_seconds
        self.database = database
        self._insight = insight
        self._deadline_seconds = deadline_seconds
        self._again_at = 0.0
        self._slow = 0

    async def attempt(self, read: Callable[[], Awaitable[T]], is_current: Callable[[T], bool]) -> T | None:
        """Return what `read` brings, None where the replica is away, slow, or what it brings is not current.

        Whatever fails there (also a schema that is behind), the primary can answer.
        """
        if time.monotonic() < self._again_at:
            self._insight.read_replica("away")
            return None
        try:
            async with asyncio.timeout(self._deadline_seconds):
                found = await read()
        except TimeoutError:
            self._slow += 1
            if self._slow >= _SLOW_TRIES:
                self._leave_alone("it is slow")
            self._insight.read_replica("away")
            return None
        except (StoreUnavailable, psycopg.Error) as error:
            self._leave_alone(type(error.__cause__ or error).__name__)
            self._insight.read_replica("away")
            return None
        self._slow = 0
        current = is_current(found)
        self._insight.read_replica("used" if current else "behind")
        return found if current else None

    async def fetch_all(self, owner: Owner, name: str, parameters: Mapping[str, Any], version: int) -> list[Row] | None:
        """Return the rows of a statement where the replica has this version of the owner, or a newer one; else None.

        The version is read first, over the same connection: what follows is at least as new.
        """

        async def read() -> list[Row] | None:
            rows = await self.database.fetch_in_turn(
                [(SQL["owner.version"], owner_values(owner)), (SQL[name], parameters)]
            )
            there = rows[0][0][0] if rows[0] else 0
            return rows[1] if there >= version else None

        return await self.attempt(read, lambda rows: rows is not None)

    def _leave_alone(self, why: str) -> None:
        self._slow = 0
        self._again_at = time.monotonic() + self._away_seconds
        log.warning("the replica of HAIMA_DATABASE_READ_URL is left alone for %g s: %s", self._away_seconds, why)


class ReplicatedSearchStore:
    """`app.service.ports.SearchStore` that scans on the replica and asks the primary for versions."""

    def __init__(self, primary: PostgresSearchStore, replica: ReadReplica, *, summaries: bool = False) -> None:
        """`summaries`: whether the replica's running summaries are read too (as `primary` was told)."""
        self._primary = primary
        self._replica = replica
        self._there = PostgresSearchStore(replica.database, summaries=summaries)
        self._seen: OrderedDict[UUID, int] = OrderedDict()

    async def read_index(
        self,
        owner: Owner,
        *,
        known_version: int,
        query_vector: NDArray[np.float32] | None,
        model: str,
        known_vectors: int = -1,
        near: NearQuestion | None = None,
    ) -> SearchReading:
        """As the primary would read it, see `PostgresSearchStore.read_index`."""
        now = await self._primary.read_versions(owner)
        self._note(owner, now.version)
        if known_vectors >= 0 and now.version == known_version and now.vectors == known_vectors:
            return now

        async def read() -> SearchReading:
            return await self._there.read_index(
                owner, known_version=known_version, query_vector=query_vector, model=model, near=near
            )

        found = await self._replica.attempt(read, lambda reading: _state(reading) == _state(now))
        if found is not None:
            return found
        reading = await self._primary.read_index(
            owner, known_version=known_version, query_vector=query_vector, model=model, near=near
        )
        self._note(owner, reading.version)
        return reading

    async def read_versions(self, owner: Owner) -> SearchReading:
        """As the primary has them."""
        return await self._primary.read_versions(owner)

    async def read_codes(
        self, owner: Owner, model: str, pieces: NDArray[np.int64], centre: NDArray[np.float32] | None = None
    ) -> CodeReading:
        """As the replica has them where it is as far as the primary: without its code a memory may not be found."""
        now = await self._primary.read_versions(owner)

        async def read() -> CodeReading:
            return await self._there.read_codes(owner, model, pieces, centre)

        found = await self._replica.attempt(read, lambda has: (has.version, has.vectors) == (now.version, now.vectors))
        return await self._primary.read_codes(owner, model, pieces, centre) if found is None else found

    async def read_centrality(self, owner: Owner, model: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """As the replica has it, whichever version that is: a mean of many hardly moves, and shows no content."""
        found = await self._replica.attempt(lambda: self._there.read_centrality(owner, model), lambda _: True)
        return await self._primary.read_centrality(owner, model) if found is None else found

    async def note_large(self, owner: Owner, pieces: int) -> None:
        """Write it into the primary."""
        await self._primary.note_large(owner, pieces)

    async def match_metadata(self, owner: Owner, metadata: Mapping[str, Any]) -> set[UUID]:
        """Ids of the memories whose metadata equals every given key."""
        parameters = {**owner_values(owner), "metadata": Jsonb(dict(metadata))}
        rows = await self._rows(owner, "search.match_metadata", parameters)
        return await self._primary.match_metadata(owner, metadata) if rows is None else {row[0] for row in rows}

    async def fetch_memories(
        self, owner: Owner, ids: Sequence[UUID], *, superseded: bool = False
    ) -> dict[UUID, Memory]:
        """Whole memories by id, of the version that this search's index was read in, or a newer one."""
        if not ids:
            return {}
        parameters = {**owner_values(owner), "ids": list(ids), "superseded": superseded}
        rows = await self._rows(owner, "search.memories", parameters)
        if rows is None:
            return await self._primary.fetch_memories(owner, ids, superseded=superseded)
        return {row[0]: memory_from(row) for row in rows}

    async def _rows(self, owner: Owner, name: str, parameters: Mapping[str, Any]) -> list[Row] | None:
        version = self._seen.get(owner.owner_id)
        return None if version is None else await self._replica.fetch_all(owner, name, parameters, version)

    def _note(self, owner: Owner, version: int) -> None:
        """Remember the newest version that any search of this process has asked the primary for."""
        self._seen[owner.owner_id] = max(version, self._seen.pop(owner.owner_id, 0))
        if len(self._seen) > _SEEN_OWNERS:
            self._seen.popitem(last=False)


class CurrentRows:
    """Rows of one owner as the primary has them now: from the replica where it has the same version."""

    def __init__(self, database: Database, replica: ReadReplica | None) -> None:
        self._database = database
        self._replica = replica
        self._versions = VersionReader(database)

    async def fetch_all(self, owner: Owner, name: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run a reading statement, on the replica where one is set and has the version. Raises StoreUnavailable."""
        if self._replica is not None:
            version = (await self._versions.read(owner))[0]
            rows = await self._replica.fetch_all(owner, name, parameters, version)
            if rows is not None:
                return rows
        return await self._database.fetch_all(SQL[name], parameters)


def _state(reading: SearchReading) -> tuple[int, int, int]:
    return reading.version, reading.vectors, reading.knowledge_version
