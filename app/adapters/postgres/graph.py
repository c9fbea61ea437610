"""What the graph is made of: fact versions, read in one statement."""

from collections.abc import Sequence
from datetime import UTC, datetime

from app.adapters.postgres.database import Database
from app.adapters.postgres.rows import owner_values, short
from app.adapters.postgres.statements import SQL
from app.domain.graph.models import FactClaim
from app.domain.models import Owner


class PostgresGraph:
    """`app.service.ports.GraphStore` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read_claims(
        self, owner: Owner, *, as_of: datetime | None, history: bool, limit: int
    ) -> Sequence[FactClaim]:
        """Fact versions in force now or as of a time; with `history` also those that were in force before.

        At most `limit`, the newest.
        """
        name = "graph.history" if history else "graph.current" if as_of is None else "graph.as_of"
        parameters = {**owner_values(owner), "now": as_of or datetime.now(UTC), "limit": limit}
        return [
            FactClaim(session_id or None, key, value, version, short(confidence), valid_from, valid_to, source)
            for session_id, key, value, version, confidence, valid_from, valid_to, source in (
                await self._database.fetch_all(SQL[name], parameters)
            )
        ]
