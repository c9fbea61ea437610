"""API keys in PostgreSQL."""

from datetime import datetime
from typing import Final

from app.adapters.postgres.database import Database
from app.adapters.postgres.statements import SQL
from app.service.ports import ApiKey

LONGEST_SECONDS: Final = 2.0
"""Every request waits for its key: a server that hangs is given up soon, and the last answer holds."""


class PostgresKeyStore:
    """`app.service.ports.KeyStore` on PostgreSQL. Every method raises StoreUnavailable when it is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_key(self, secret_hash: bytes) -> tuple[ApiKey, bytes] | None:
        """The key in force with this SHA-256, and the hash as stored. Notes the use, once a minute."""
        row = await self._database.fetch_one(
            SQL["key.find"], {"secret_hash": secret_hash}, deadline_seconds=LONGEST_SECONDS
        )
        return None if row is None else (ApiKey(*row[:7]), bytes(row[7]))

    async def any_key(self) -> bool:
        """Whether a key was ever made, revoked ones included."""
        row = await self._database.fetch_one(SQL["key.any"], {}, deadline_seconds=LONGEST_SECONDS)
        return bool(row and row[0])

    async def insert_key(self, key: ApiKey, secret_hash: bytes) -> None:
        """Keep a new key."""
        await self._database.execute(
            SQL["key.insert"],
            {
                "tenant_id": key.tenant_id,
                "key_id": key.key_id,
                "secret_hash": secret_hash,
                "role": key.role,
                "label": key.label,
                "created_at": key.created_at,
            },
        )

    async def list_keys(self, tenant_id: str | None) -> list[ApiKey]:
        """Keys of a tenant (None: of all), oldest first, revoked ones included."""
        return [ApiKey(*row) for row in await self._database.fetch_all(SQL["key.list"], {"tenant_id": tenant_id})]

    async def revoke_key(self, key_id: str, *, at: datetime) -> bool:
        """Revoke a key from a time on; False when none of this id would be in force until then."""
        return bool(await self._database.execute(SQL["key.revoke"], {"key_id": key_id, "at": at}))
