"""What the graph is read from."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from app.domain.graph.models import FactClaim
from app.domain.models import Owner


class GraphStore(Protocol):
    """Fact versions, as edges of the graph."""

    async def read_claims(
        self, owner: Owner, *, as_of: datetime | None, history: bool, limit: int
    ) -> Sequence[FactClaim]:
        """Fact versions in force now or as of a time; with `history` also those that were in force before.

        At most `limit`, the newest.
        """
