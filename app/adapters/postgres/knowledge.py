"""A tenant's shared documents."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from psycopg.types.json import Jsonb

from app.adapters.postgres.archive import copy_memories, lock_owners
from app.adapters.postgres.database import Database
from app.adapters.postgres.row_security import AS_LOGIN
from app.adapters.postgres.rows import owner_values
from app.adapters.postgres.statements import SQL
from app.domain.errors import NotFound
from app.domain.models import KNOWLEDGE_USER, Owner
from app.service.ports import KnowledgeDocument, MemoryRow


class PostgresKnowledge:
    """Documents of a tenant, kept under `Owner(tenant_id, KNOWLEDGE_USER)`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert_document(
        self, tenant_id: str, document: KnowledgeDocument, chunks: Sequence[MemoryRow], *, model: str
    ) -> None:
        """Store a document with its chunks (memories in the layer KNOWLEDGE), all or nothing.

        `model` names the model of vectors that the chunks bring along.
        """
        owner = Owner(tenant_id, KNOWLEDGE_USER)
        values = {"id": document.id, "title": document.title, "metadata": Jsonb(document.metadata)}
        values |= {"chunks": len(chunks), "now": document.created_at}
        async with self._database.transaction(owner) as connection:
            versions = await lock_owners(connection, [owner], document.created_at)
            await connection.execute(SQL["knowledge.insert"], {**owner_values(owner), **values})
            rows = [(owner, chunk) for chunk in chunks]
            await connection.execute(AS_LOGIN)  # COPY is refused under row-level security
            await copy_memories(connection, rows, versions, model=model, document_id=document.id)

    async def list_documents(
        self, tenant_id: str, *, limit: int, after: tuple[datetime, UUID] | None = None
    ) -> list[KnowledgeDocument]:
        """Documents, newest first; `after` (created_at, id) continues behind that place."""
        parameters = {
            **owner_values(Owner(tenant_id, KNOWLEDGE_USER)),
            "limit": limit,
            "after_at": after[0] if after else None,
            "after_id": after[1] if after else None,
        }
        return [KnowledgeDocument(*row) for row in await self._database.fetch_all(SQL["knowledge.list"], parameters)]

    async def delete_document(self, tenant_id: str, document_id: UUID, *, now: datetime) -> None:
        """Delete a document and its chunks for good. Raises NotFound."""
        owner = Owner(tenant_id, KNOWLEDGE_USER)
        async with self._database.transaction(owner) as connection:
            await lock_owners(connection, [owner], now)
            place = {**owner_values(owner), "id": document_id}
            cursor = await connection.execute(SQL["knowledge.delete"], place)
            if not cursor.rowcount:
                raise NotFound("no such document")
            await connection.execute(SQL["forget.whole_from"], place)
