"""Links the names of a query by the user's fact card, see `app.domain.graph.linking`."""

import contextlib
import logging

from app.domain.errors import StoreUnavailable
from app.domain.graph.linking import linked_query, people_of
from app.domain.models import Card
from app.service.ports import Archive, WorkingMemory, WorkingSnapshot
from app.service.requests import SearchRequest

log = logging.getLogger(__name__)


class QueryLinks:
    """Says a query in the other names of those whom it names."""

    def __init__(self, working: WorkingMemory, archive: Archive) -> None:
        self._working = working
        self._archive = archive

    async def linked(self, request: SearchRequest, snapshot: WorkingSnapshot | None) -> str:
        """Return the query with names and relations exchanged; "" where it has none, or the card cannot be read."""
        if not (request.link and request.query):
            return ""
        try:
            card = await self._card(request, snapshot)
        except StoreUnavailable as error:
            log.warning("a search goes without linked names: %s", error)
            return ""
        return linked_query(request.query, people_of(card.merged()))

    async def _card(self, request: SearchRequest, snapshot: WorkingSnapshot | None) -> Card:
        """Return the card from Redis; where that does not hold it, or it was another then, from Postgres."""
        if snapshot is not None and snapshot.card is not None and request.as_of is None:
            return snapshot.card
        card = await self._archive.card(request.owner, request.session_id, as_of=request.as_of)
        if snapshot is not None and request.as_of is None and (card.user or card.session):  # nothing of unknown users
            with contextlib.suppress(StoreUnavailable):
                await self._working.lay(request.owner, request.session_id, None, card)
        return card
