"""Links the names of a query by the user's fact card, see `app.domain.graph.linking`."""

import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from uuid import UUID

from app.domain.errors import StoreUnavailable
from app.domain.graph.linking import linked_query, people_of
from app.domain.models import Card
from app.service.ports import Archive, WorkingMemory, WorkingSnapshot
from app.service.requests import SearchRequest

log = logging.getLogger(__name__)

NOBODY_SECONDS: Final = 5.0
"""How long it is taken for granted that a user of whom nothing changed has no facts: what the worker reads of a talk in
that time is linked after it."""
_MOST_REMEMBERED: Final = 10_000


class QueryLinks:
    """Says a query in the other names of those whom it names."""

    def __init__(self, working: WorkingMemory, archive: Archive, clock: Callable[[], float] = time.monotonic) -> None:
        self._working = working
        self._archive = archive
        self._clock = clock
        self._without: OrderedDict[tuple[UUID, str | None], tuple[int, float]] = OrderedDict()

    async def linked(self, request: SearchRequest, snapshot: WorkingSnapshot | None, version: int) -> str:
        """Return the query with names and relations exchanged; "" where it has none, or the card cannot be read.

        `version` is the owner's, as this search has read it: memories and facts that callers state change it.
        """
        if not request.query:
            return ""
        try:
            card = await self._card(request, snapshot, version)
        except StoreUnavailable as error:
            log.warning("a search goes without linked names: %s", error)
            return ""
        return linked_query(request.query, people_of(card.merged()))

    async def _card(self, request: SearchRequest, snapshot: WorkingSnapshot | None, version: int) -> Card:
        """Return the card from Redis; where that does not hold it, or it was another then, from Postgres."""
        if snapshot is not None and snapshot.card is not None and request.as_of is None:
            return snapshot.card
        place = request.owner.owner_id, request.session_id
        if request.as_of is None and self._had_none(place, version):
            return Card()
        card = await self._archive.card(request.owner, request.session_id, as_of=request.as_of)
        if request.as_of is not None:
            return card
        if not (card.user or card.session):  # nothing is laid of somebody who may have been erased
            self._without[place] = version, self._clock()
            self._without.move_to_end(place)
            if len(self._without) > _MOST_REMEMBERED:
                self._without.popitem(last=False)
        elif snapshot is not None:
            with contextlib.suppress(StoreUnavailable):
                await self._working.lay(request.owner, request.session_id, None, card)
        return card

    def _had_none(self, place: tuple[UUID, str | None], version: int) -> bool:
        known = self._without.get(place)
        return known is not None and known[0] == version and self._clock() - known[1] < NOBODY_SECONDS
