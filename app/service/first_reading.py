"""The first reading of a user by a process: everything of his, once for all searches that wait for it."""

import asyncio
import logging
from typing import Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import Owner
from app.service.ports import SearchReading, SearchStore
from app.service.user_columns import ColumnCache, UserColumns

log = logging.getLogger(__name__)

_BUILT_AT_ONCE: Final = 5_000
"""Columns of more pieces are built in a thread: the loop serves others meanwhile."""
Read = tuple[SearchReading, UserColumns]


class FirstReadings:
    """Those under way in this process. Belongs to one event loop."""

    def __init__(self, store: SearchStore, cache: ColumnCache) -> None:
        self._store = store
        self._cache = cache
        self._loading: dict[UUID, asyncio.Task[Read]] = {}

    async def wait(self, owner: Owner) -> None:
        """Return once no first reading of this user is under way. Raises what that reading raises."""
        if (loading := self._loading.get(owner.owner_id)) is not None:
            await asyncio.shield(loading)

    async def read(self, owner: Owner, vector: NDArray[np.float32] | None, model: str) -> Read:
        """Read everything of a user.

        Of a user of very many memories that may take longer than a search has: the search ends, degraded, the reading
        goes on, and the next search finds it.
        """
        task = asyncio.create_task(self._load(owner, vector, model), name="columns of a user")
        self._loading[owner.owner_id] = task
        task.add_done_callback(lambda done: self._loaded(owner, done))
        return await asyncio.shield(task)

    async def _load(self, owner: Owner, vector: NDArray[np.float32] | None, model: str) -> Read:
        empty = UserColumns.empty()
        reading = await self._store.read_index(owner, known_version=empty.version, query_vector=vector, model=model)
        if reading.delta is None:
            return reading, empty
        many = len(reading.delta.piece_ids) > _BUILT_AT_ONCE
        columns = await asyncio.to_thread(empty.updated, reading.delta) if many else empty.updated(reading.delta)
        self._cache.put(owner, columns)
        return reading, columns

    def _loaded(self, owner: Owner, task: asyncio.Task[Read]) -> None:
        if self._loading.get(owner.owner_id) is task:
            del self._loading[owner.owner_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("a user's memories could not be read: %s", error)
