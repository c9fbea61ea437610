"""What this process remembers of its last searches: how a query weighed a user's pieces, texts shown, whole answers.

All are only used after Postgres has said, in this very search, that nothing of the user changed since; none can
show what is gone. Bounded by entries, the oldest first out.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from app.domain.models import Memory, Owner
from app.domain.ranking import Evidence
from app.domain.similarity import Background
from app.service.nearest import Distances
from app.service.requests import SearchRequest, SearchResult

PICKED_SECONDS: Final = 2.0
"""How long an answer stands when nothing changes: ages, and with them scores, move on by no more than that."""
ROW_SECONDS: Final = 5.0
"""Access counts are written behind, by every process; what is shown of them is at most this old."""
_ROWS_A_USER: Final = 512


@dataclass(frozen=True, slots=True)
class Weighed:
    """How one query weighed the pieces of a user at one version of memories and of vectors."""

    version: int
    vectors: int
    background: Background
    distances: Distances | None
    evidence: Evidence


class EvidenceCache:
    """`Weighed` by user and query."""

    def __init__(self, max_bytes: int) -> None:
        self._max_pieces = max(max_bytes // 40, 1)
        self._held: OrderedDict[tuple[UUID, str, bool], Weighed] = OrderedDict()
        self._pieces = 0

    def find(self, owner: Owner, query: str, *, by_meaning: bool, version: int) -> Weighed | None:
        """Return what is remembered of this query at this version, with or without vectors in it."""
        key = (owner.owner_id, query, by_meaning)
        found = self._held.get(key)
        if found is None or found.version != version:
            return None
        self._held.move_to_end(key)
        return found

    def put(self, owner: Owner, query: str, *, by_meaning: bool, weighed: Weighed) -> None:
        """Remember a query's weighing in place of an older one."""
        key = (owner.owner_id, query, by_meaning)
        old = self._held.pop(key, None)
        self._pieces += _size(weighed) - (_size(old) if old is not None else 0)
        self._held[key] = weighed
        while self._pieces > self._max_pieces and len(self._held) > 1:
            _, dropped = self._held.popitem(last=False)
            self._pieces -= _size(dropped)


def _size(weighed: Weighed) -> int:
    return len(weighed.evidence.relevance) + 100


class RowCache:
    """Memories shown lately, by user and id."""

    def __init__(self, users: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._users = users
        self._clock = clock
        self._held: OrderedDict[UUID, OrderedDict[UUID, tuple[Memory, float]]] = OrderedDict()

    def take(self, owner: Owner, ids: Iterable[UUID]) -> dict[UUID, Memory]:
        """Return those of these memories that are held and fresh."""
        rows = self._held.get(owner.owner_id)
        if not rows:
            return {}
        self._held.move_to_end(owner.owner_id)
        oldest = self._clock() - ROW_SECONDS
        return {id: rows[id][0] for id in ids if id in rows and rows[id][1] >= oldest}

    def put(self, owner: Owner, memories: Iterable[Memory]) -> None:
        """Hold memories just read."""
        now = self._clock()
        rows = self._held.setdefault(owner.owner_id, OrderedDict())
        self._held.move_to_end(owner.owner_id)
        for memory in memories:
            rows[memory.id] = (memory, now)
            rows.move_to_end(memory.id)
        while len(rows) > _ROWS_A_USER:
            rows.popitem(last=False)
        while len(self._held) > self._users:
            self._held.popitem(last=False)

    def drop(self, owner: Owner) -> None:
        """Let go of everything of a user: something changed."""
        self._held.pop(owner.owner_id, None)


Versions = tuple[int, int, int, int]
"""Version and version of vectors of the user, and of the tenant's documents (-1 where they were not asked)."""


Asked = tuple[SearchRequest, str]
"""A request, and its query in other names ("": it has none)."""


class PickedCache:
    """Whole answers of the last searches, each for as long as nothing of it can change and `PICKED_SECONDS` at most."""

    def __init__(self, entries: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._entries = entries
        self._clock = clock
        self._held: OrderedDict[object, tuple[Versions, float, float, SearchResult]] = OrderedDict()

    def find(self, asked: Asked, versions: Versions, now_s: float) -> SearchResult | None:
        """Return the answer given to the same request at the same versions a moment ago, if it still stands."""
        found = self._held.get(_key(asked))
        if found is None:
            return None
        made_for, until_s, begun, result = found
        if made_for != versions or now_s >= until_s or self._clock() - begun >= PICKED_SECONDS:
            return None
        return result

    def put(self, asked: Asked, versions: Versions, until_s: float, result: SearchResult) -> None:
        """Hold an answer; `until_s` is the Unix time at which the first of the user's rows ends or moves."""
        key = _key(asked)
        self._held[key] = (versions, until_s, self._clock(), result)
        self._held.move_to_end(key)
        while len(self._held) > self._entries:
            self._held.popitem(last=False)


def _key(asked: Asked) -> object:
    """Return all of a request but its metadata filter: those that have one are not remembered."""
    request, linked = asked
    return (
        linked,
        *(request.owner.tenant_id, request.owner.user_id, request.query, request.session_id, request.agent_id),
        *(request.types, request.layers, request.subjects, request.top_k, request.min_score, request.min_importance),
        *(request.start, request.end, request.include_metadata, request.explain),
    )
