"""The graph: made anew from the fact versions at every reading, so that it is never older than they are.

What is erased, rolled back or retracted is so in the graph at the same moment. Decision 0012 has what that costs.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.domain.graph.build import build_graph, find_entity
from app.domain.graph.models import FactClaim, Neighbourhood
from app.domain.graph.walk import neighbourhood
from app.domain.models import Owner
from app.service.memories import OwnerFlush
from app.service.ports.graph import GraphStore

MOST_FACTS: Final = 5_000
"""So many fact versions, the newest, make the graph of a user; beyond them it says that it was cut."""


class GraphService:
    """GET /v1/graph."""

    def __init__(self, store: GraphStore, archiver: OwnerFlush) -> None:
        self._store = store
        self._archiver = archiver

    async def around(
        self, owner: Owner, entity: str | None, *, depth: int, as_of: datetime | None = None, history: bool = False
    ) -> Neighbourhood:
        """Return what lies within `depth` relations of an entity (None: the user); empty where nobody knows it."""
        await self._archiver.flush_owner(owner)
        claims = await self._store.read_claims(owner, as_of=as_of, history=history, limit=MOST_FACTS + 1)
        found = await asyncio.to_thread(_around, claims[:MOST_FACTS], owner.user_id, entity, depth)
        return replace(found, truncated=True) if len(claims) > MOST_FACTS else found


def _around(claims: Sequence[FactClaim], user_id: str, entity: str | None, depth: int) -> Neighbourhood:
    graph = build_graph(claims, user_id=user_id)
    start = 0 if entity is None else find_entity(graph, entity)
    if start is None or not graph.relations:
        return Neighbourhood()
    return neighbourhood(graph, start, depth)
