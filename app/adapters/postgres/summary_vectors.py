"""Running summaries that wait for a vector."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.adapters.postgres.database import Database, HalfVector
from app.adapters.postgres.rows import owner_columns, owner_values
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.summaries import lines_from
from app.domain.models import Owner
from app.service.ports import UnembeddedSummary


class PostgresSummaryVectors:
    """`app.service.ports.SummaryVectors` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim_unembedded(self, *, model: str, limit: int) -> list[UnembeddedSummary]:
        """Summaries of any user, those without any vector before those of another model, newest first.

        No lock is held afterwards: two workers may embed the same one, which does no harm.
        """
        rows = await self._database.fetch_all(SQL["sweep.unembedded_summaries"], {"model": model, "limit": limit})
        return [
            UnembeddedSummary(Owner(tenant, user), session_id, revision, made_at, lines_from(lines))
            for tenant, user, session_id, revision, made_at, lines, _ in rows
        ]

    async def write(self, vectors: Sequence[tuple[UnembeddedSummary, NDArray[np.float32]]], *, model: str) -> int:
        """Write vectors back where the summary is still the one that was claimed; returns how many were written."""
        if not vectors:
            return 0
        read = [summary for summary, _ in vectors]
        parameters = {
            **owner_columns(summary.owner for summary in read),
            "session_ids": [summary.session_id for summary in read],
            "revisions": [summary.revision for summary in read],
            "made_ats": [summary.made_at for summary in read],
            "embeddings": [HalfVector(vector) for _, vector in vectors],
            "model": model,
        }
        return len(await self._database.execute(SQL["summary.write_vectors"], parameters))

    async def give_up(self, summary: UnembeddedSummary) -> int:
        """Stop asking for the vector of a summary that the embedder refuses; 0 where it is another one by now."""
        parameters = {
            **owner_values(summary.owner),
            "session_id": summary.session_id,
            "revision": summary.revision,
            "made_at": summary.made_at,
        }
        return len(await self._database.execute(SQL["summary.give_up_vector"], parameters))
