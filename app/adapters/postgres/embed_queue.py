"""Pieces that wait for a vector."""

from collections.abc import Sequence
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.adapters.postgres.database import Database, HalfVector
from app.adapters.postgres.rows import owner_columns, owner_values
from app.adapters.postgres.statements import SQL
from app.domain.models import Owner
from app.service.ports import UnembeddedPiece


class PostgresEmbedQueue:
    """`app.service.ports.EmbedQueue` on PostgreSQL. Forgotten and expired memories never go to an embedder."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim_unembedded(self, *, model: str, limit: int) -> list[UnembeddedPiece]:
        """Pieces of any user, newest first, those without any vector before those of another model.

        No lock is held afterwards: two workers may embed the same piece, which does no harm.
        """
        rows = await self._database.fetch_all(SQL["sweep.unembedded"], {"model": model, "limit": limit})
        return [UnembeddedPiece(Owner(tenant, user), *rest) for tenant, user, *rest in rows]

    async def unembedded_of(self, owner: Owner, memory_ids: Sequence[UUID], *, model: str) -> list[UnembeddedPiece]:
        """The same for given memories (`sync` saves)."""
        parameters = {**owner_values(owner), "memory_ids": list(memory_ids), "model": model}
        rows = await self._database.fetch_all(SQL["embed.waiting_of"], parameters)
        return [UnembeddedPiece(owner, *row) for row in rows]

    async def write_vectors(self, vectors: Sequence[tuple[Owner, int, NDArray[np.float32]]], *, model: str) -> int:
        """Write vectors back; pieces that are gone by now are passed over. Returns how many were written."""
        if not vectors:
            return 0
        parameters = {
            **owner_columns(owner for owner, _, _ in vectors),
            "piece_ids": [piece_id for _, piece_id, _ in vectors],
            "embeddings": [HalfVector(vector) for _, _, vector in vectors],
            "model": model,
        }
        return len(await self._database.execute(SQL["embed.write"], parameters))

    async def count_unembedded(self, owner: Owner, session_id: str | None, *, model: str) -> int:
        """How many wanted pieces and summaries of a session (or of the user) have no vector of this model."""
        parameters = {**owner_values(owner), "session_id": session_id, "model": model}
        row = await self._database.fetch_one(SQL["embed.count_waiting"], parameters)
        return int(row[0]) if row else 0

    async def give_up(self, owner: Owner, piece_ids: Sequence[int]) -> int:
        """Stop asking for vectors of pieces that the embedder refuses; returns how many there were."""
        parameters = {**owner_values(owner), "piece_ids": list(piece_ids)}
        return len(await self._database.execute(SQL["embed.give_up"], parameters))
