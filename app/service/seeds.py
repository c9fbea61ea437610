"""What a user starts with: seed memories of the tenant, and a profile that seeds the fact card."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from app.domain.errors import NotFound
from app.domain.ids import new_id
from app.domain.models import CardEntry, MemoryType, Owner
from app.service.facts import FactGiven, FactsService
from app.service.ports.seeds import SeedMemory, SeedStore

PROFILE_KEYS: Final = {
    "region": "user_home",
    "role": "user_job",
    "trade": "user_industry",
    "language": "user_reply_language",
}
"""The facts that a profile seeds: those that extraction keeps too, so that what the user says takes their place."""
PROFILE_CONFIDENCE: Final = 0.5
PROFILE_SOURCE: Final = {"kind": "profile"}


@dataclass(frozen=True, slots=True)
class SeedGiven:
    """A seed as an administrator gave it."""

    content: str
    type: MemoryType = "preference"
    importance: float = 0.8
    subject: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


class SeedsService:
    """/v1/seeds and PUT /v1/users/profile."""

    def __init__(self, store: SeedStore, facts: FactsService) -> None:
        self._store = store
        self._facts = facts

    async def add(self, tenant_id: str, given: SeedGiven) -> SeedMemory:
        """Keep a seed of a tenant; each of its users gets a copy of their own with the next save."""
        now = datetime.now(UTC)
        seed = SeedMemory(new_id(), given.content, given.type, given.importance, given.subject, given.metadata, now)
        await self._store.insert_seed(tenant_id, seed)
        return seed

    async def list_seeds(self, tenant_id: str) -> list[SeedMemory]:
        """Return a tenant's seeds, oldest first."""
        return await self._store.list_seeds(tenant_id)

    async def delete(self, tenant_id: str, seed_id: UUID | None) -> None:
        """Give a seed to nobody any more; what users got stays theirs. Raises NotFound."""
        if seed_id is None:
            raise NotFound("there is no such seed")
        await self._store.delete_seed(tenant_id, seed_id)

    async def put_profile(self, owner: Owner, profile: Mapping[str, str]) -> dict[str, CardEntry]:
        """Lay region, role, trade and language onto the card, where the user has not said anything, and return it."""
        card = await self._facts.card(owner, None)
        given = [
            FactGiven(PROFILE_KEYS[field], value, confidence=PROFILE_CONFIDENCE, source=dict(PROFILE_SOURCE))
            for field, value in profile.items()
            if _may_seed(card.get(PROFILE_KEYS[field]), value)
        ]
        return await self._facts.put(owner, None, given) if given else card


def _may_seed(current: CardEntry | None, value: str) -> bool:
    """Whether a profile may say this: nothing is known yet, or only what an earlier profile said otherwise."""
    return current is None or (current.source.get("kind") == PROFILE_SOURCE["kind"] and current.value != value)
