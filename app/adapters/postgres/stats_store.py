"""Counts over all users of a tenant."""

from app.adapters.postgres.database import Database
from app.adapters.postgres.statements import SQL

_NAMES = ("users", "sessions", "memories", "facts", "unembedded", "dead_letters")


class PostgresStatsStore:
    """`app.service.ports.StatsStore` on PostgreSQL. Raises StoreUnavailable when it is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tenant_counts(self, tenant_id: str) -> dict[str, int]:
        """`users`, `sessions`, `memories`, `facts`, `unembedded`, `dead_letters` of a tenant."""
        row = await self._database.fetch_one(SQL["tenant.counts"], {"tenant_id": tenant_id})
        return dict(zip(_NAMES, row or (0,) * len(_NAMES), strict=True))
