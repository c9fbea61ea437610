"""How near each piece of a user is to all his others, read from the store and held while hardly anything changes.

Not for users of so many pieces that a search reads the nearest alone: reading all their vectors is what that avoids.
"""

from collections import OrderedDict
from typing import Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import Owner
from app.domain.ranking_features import Floats, centrality
from app.service.nearest import Distances
from app.service.ports import SearchStore
from app.service.user_columns import UserColumns

EXACT_PIECES: Final = 500
"""Up to so many it is read again for every new vector: some 3 ms."""
TOLERATED_SHARE: Final = 0.05
"""Beyond, once this share of the vectors is new. A new one counts as neither near to all nor far until then."""
_MOST_PIECES: Final = 2_000_000
"""Held at once in a process, 12 bytes each."""

Held = tuple[NDArray[np.int64], Floats]


class CentralityCache:
    """Centralities of the users searched last. Belongs to one event loop."""

    def __init__(self, store: SearchStore, *, most_pieces: int = _MOST_PIECES) -> None:
        self._store = store
        self._most_pieces = most_pieces
        self._held: OrderedDict[tuple[UUID, str], Held] = OrderedDict()
        self._pieces = 0

    async def of(self, owner: Owner, columns: UserColumns, distances: Distances, model: str) -> Floats | None:
        """Return it for each row (n,), NaN where it is not known; None for a user searched by the nearest alone.

        `distances` tells which pieces have a vector. Raises StoreUnavailable.
        """
        if distances.far is not None:
            return None
        ids, values = self._held.get((owner.owner_id, model), (np.zeros(0, np.int64), np.zeros(0, np.float32)))
        if _is_old(ids, distances.piece_ids):
            ids, to_mean = await self._store.read_centrality(owner, model)
            values = centrality(to_mean)
        self._hold((owner.owner_id, model), (ids, values))
        return columns.align(ids, values)

    def _hold(self, key: tuple[UUID, str], held: Held) -> None:
        old = self._held.pop(key, None)
        self._pieces += len(held[0]) - (len(old[0]) if old is not None else 0)
        self._held[key] = held
        while self._pieces > self._most_pieces and len(self._held) > 1:
            _, (dropped, _) = self._held.popitem(last=False)
            self._pieces -= len(dropped)


def _is_old(known: NDArray[np.int64], present: NDArray[np.int64]) -> bool:
    """Return whether too many of the pieces that have a vector are not among the known ones, or a known one is gone.

    What was erased must not go on counting in the mean of the others.
    """
    if np.array_equal(known, present):  # both come in the order of one scan, mostly
        return False
    both = int(np.isin(present, known).sum())
    unknown = len(present) - both
    return both < len(known) or unknown > (0 if len(present) <= EXACT_PIECES else TOLERATED_SHARE * len(present))
