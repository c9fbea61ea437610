"""Knowledge: documents that all users of a tenant share, cut into chunks and kept apart from personal memory."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from app.domain.errors import NotFound
from app.domain.ids import new_id, part_id
from app.domain.models import KNOWLEDGE_USER, Layers, Memory
from app.domain.splitting import split_text
from app.service.ports import KnowledgeDocument, KnowledgeStore
from app.service.prepare import PART_CHARS, row_of

OVERLAP_CHARS: Final = 120
"""Neighbouring chunks share so much, so that a sentence on the seam is found whole."""

IMPORTANCE: Final = 0.5
MAX_LISTED: Final = 10_000


class KnowledgeService:
    """POST, GET and DELETE /v1/knowledge."""

    def __init__(self, store: KnowledgeStore) -> None:
        self._store = store

    async def add(self, tenant_id: str, title: str, content: str, metadata: dict[str, Any]) -> KnowledgeDocument:
        """Keep a document. It is found by its words at once, by meaning once the background has embedded it."""
        now = datetime.now(UTC)
        chunks = chunk_memories(new_id(), title, content, metadata, now)
        document = KnowledgeDocument(new_id(), title, metadata, len(chunks), now)
        rows = [row_of(chunk, wanted=True) for chunk in chunks]
        await self._store.insert_document(tenant_id, document, rows, model="")
        return document

    async def list_documents(self, tenant_id: str) -> list[KnowledgeDocument]:
        """Return a tenant's documents, newest first."""
        return await self._store.list_documents(tenant_id, limit=MAX_LISTED)

    async def delete(self, tenant_id: str, document_id: UUID | None) -> None:
        """Delete a document and its chunks for good. Raises NotFound."""
        if document_id is None:
            raise NotFound("no such document")
        await self._store.delete_document(tenant_id, document_id, now=datetime.now(UTC))


def chunk_memories(first: UUID, title: str, content: str, metadata: dict[str, Any], now: datetime) -> list[Memory]:
    """Return the chunks of a document as memories; `first` is the id of the first one.

    The title is a chunk's subject, and stands as its speaker, so that words and meaning of the title count in each.
    """
    spans = [(0, len(content))]
    if len(content) > PART_CHARS:
        spans = split_text(content, PART_CHARS, OVERLAP_CHARS)
    return [
        Memory(
            id=part_id(first, number),
            user_id=KNOWLEDGE_USER,
            session_id=None,
            agent_id=None,
            visibility="shared",
            type="fact",
            layers=Layers.KNOWLEDGE,
            content=content[start:stop],
            subject=title,
            metadata=metadata,
            importance=IMPORTANCE,
            confidence=1.0,
            trust=0.5,
            pinned=False,
            version=1,
            created_at=now,
            occurred_at=None,
            accessed_at=None,
            access_count=0,
            expires_at=None,
            name=title,
        )
        for number, (start, stop) in enumerate(spans)
    ]
