"""What every user of a tenant starts with."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from app.domain.models import MemoryType


@dataclass(frozen=True, slots=True)
class SeedMemory:
    """A memory that a tenant gives to each of its users."""

    id: UUID
    content: str
    type: MemoryType
    importance: float
    subject: str | None
    metadata: dict[str, Any]
    created_at: datetime


class SeedStore(Protocol):
    """Seeds of tenants. Archiving copies to a user what they have not been given yet, once and for all."""

    async def insert_seed(self, tenant_id: str, seed: SeedMemory) -> None:
        """Keep a seed; users get it with their next save."""

    async def list_seeds(self, tenant_id: str) -> list[SeedMemory]:
        """A tenant's seeds, oldest first."""

    async def delete_seed(self, tenant_id: str, seed_id: UUID) -> None:
        """Give a seed to nobody any more; copies stay. Raises NotFound."""
