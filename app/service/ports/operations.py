"""Keys, transfer of users, shared documents, counts."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

from app.domain.models import Owner
from app.service.ports.archive import MemoryRow

KeyRole = Literal["service", "read", "admin"]


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An API key without its secret."""

    tenant_id: str
    key_id: str
    role: KeyRole
    label: str
    created_at: datetime
    last_used_at: datetime | None = None
    revoked_at: datetime | None = None


class KeyStore(Protocol):
    """API keys. The only table that is read across tenants, by the hash of a secret of 256 random bits."""

    async def find_key(self, secret_hash: bytes) -> tuple[ApiKey, bytes] | None:
        """The key with this SHA-256, and the hash as stored; revoked ones are None. Notes the use, once a minute."""

    async def any_key(self) -> bool:
        """Whether a key was ever made, revoked ones included."""

    async def insert_key(self, key: ApiKey, secret_hash: bytes) -> None:
        """Keep a new key."""

    async def list_keys(self, tenant_id: str | None) -> list[ApiKey]:
        """Keys of a tenant (None: of all), oldest first, revoked ones included."""

    async def revoke_key(self, key_id: str, *, at: datetime) -> bool:
        """Revoke a key from a time on; False when none of this id would be in force until then."""


@dataclass(frozen=True, slots=True)
class OwnerStamp:
    """How an owner stands: another stamp, and something was stored, changed or deleted since."""

    version: int
    last_active_at: datetime


class UserTransfer(Protocol):
    """Everything of one user as records, out and in; of Owner(tenant, KNOWLEDGE_USER) what the tenant's users share."""

    def export_user(self, owner: Owner) -> AsyncIterator[dict[str, Any]]:
        """Records with a `kind`: owner, session, summary, memory, fact; of a tenant document, seed, memory.

        What is forgotten or expired does not travel.
        """

    async def stamp(self, owner: Owner) -> OwnerStamp | None:
        """How an owner stands now; None for one of whom nothing was ever stored."""

    async def users_of(self, tenant_id: str, *, after: UUID, limit: int) -> list[tuple[Owner, OwnerStamp]]:
        """Users of a tenant in order of owner_id, behind this one."""

    async def import_user(
        self, owner: Owner, records: Iterable[Mapping[str, Any]], *, model: str, dimensions: int, now: datetime
    ) -> dict[str, int]:
        """Store records under this owner, all or nothing; returns how many of each kind are new.

        `records` is gone through more than once, in threads, and never held as a whole. What is there already
        stays. Vectors of the current `model` with other `dimensions` are made anew. Raises InvalidRequest, naming the
        record.
        """


@dataclass(frozen=True, slots=True)
class KnowledgeDocument:
    """A document that a tenant's users share. `chunks` is how many memories its text is kept in."""

    id: UUID
    title: str
    metadata: dict[str, Any]
    chunks: int
    created_at: datetime


class KnowledgeStore(Protocol):
    """A tenant's documents, kept under Owner(tenant_id, KNOWLEDGE_USER)."""

    async def insert_document(
        self, tenant_id: str, document: KnowledgeDocument, chunks: Sequence[MemoryRow], *, model: str
    ) -> None:
        """Store a document with its chunks, all or nothing; `model` made the vectors that the chunks bring along."""

    async def list_documents(
        self, tenant_id: str, *, limit: int, after: tuple[datetime, UUID] | None = None
    ) -> list[KnowledgeDocument]:
        """Documents, newest first; `after` (created_at, id) continues behind that place."""

    async def delete_document(self, tenant_id: str, document_id: UUID, *, now: datetime) -> None:
        """Delete a document with its chunks for good. Raises NotFound."""


class StatsStore(Protocol):
    """Counts for operators."""

    async def tenant_counts(self, tenant_id: str) -> dict[str, int]:
        """`users`, `sessions`, `memories`, `facts`, `unembedded`, `dead_letters` of a tenant."""
