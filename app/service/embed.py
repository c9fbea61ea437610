"""Embedding: pieces, and running summaries, that have no vector of the current model get one, in batches, outside any
transaction.
"""

import logging
from collections.abc import Sequence
from uuid import UUID

from app.domain.embed_text import embed_text
from app.domain.errors import TextRefused
from app.domain.models import Owner
from app.domain.summary.render import said_in
from app.service.ports import Embedder, EmbedQueue, SummaryVectors, UnembeddedPiece, UnembeddedSummary

log = logging.getLogger(__name__)


class EmbedService:
    """Gives vectors to pieces and summaries. Without an embedder it does nothing, and search goes by words alone."""

    def __init__(
        self, queue: EmbedQueue, summaries: SummaryVectors, embedder: Embedder | None, *, batch_pieces: int
    ) -> None:
        self._queue = queue
        self._summaries = summaries
        self._embedder = embedder
        self._batch_pieces = batch_pieces

    async def embed_waiting(self) -> int:
        """Embed one batch of what waits, of any user; returns how many vectors were written.

        Summaries come when fewer pieces wait than a batch holds: a message must be found before its session is. Raises
        EmbedderUnavailable; what was claimed simply waits on.
        """
        if self._embedder is None:
            return 0
        model, limit = self._embedder.model, self._batch_pieces
        pieces = await self._queue.claim_unembedded(model=model, limit=limit)
        done = await self._embed(pieces)
        if len(pieces) < limit:
            done += await self._embed_summaries(
                await self._summaries.claim_unembedded(model=model, limit=limit - len(pieces))
            )
        return done

    async def embed_memories(self, owner: Owner, memory_ids: Sequence[UUID]) -> int:
        """Embed what these memories of one user lack, now. Raises EmbedderUnavailable."""
        if self._embedder is None or not memory_ids:
            return 0
        return await self._embed(await self._queue.unembedded_of(owner, memory_ids, model=self._embedder.model))

    async def _embed(self, pieces: Sequence[UnembeddedPiece]) -> int:
        if not pieces or self._embedder is None:
            return 0
        texts = [embed_text(p.text, p.name, p.previous, p.previous_name) for p in pieces]
        try:
            vectors = await self._embedder.embed_passages(texts)
        except TextRefused as refusal:
            return await self._embed_alone(pieces, refusal)
        rows = [(piece.owner, piece.piece_id, vector) for piece, vector in zip(pieces, vectors, strict=True)]
        return await self._queue.write_vectors(rows, model=self._embedder.model)

    async def _embed_alone(self, pieces: Sequence[UnembeddedPiece], refusal: TextRefused) -> int:
        """Embed one piece at a time, so that a text which the embedder refuses does not hold up the others."""
        if len(pieces) > 1:
            return sum([await self._embed([piece]) for piece in pieces])
        log.warning("a piece stays without a vector: the embedder refuses its text (%s)", refusal.detail)
        await self._queue.give_up(pieces[0].owner, [pieces[0].piece_id])
        return 0

    async def _embed_summaries(self, summaries: Sequence[UnembeddedSummary]) -> int:
        if not summaries or self._embedder is None:
            return 0
        try:
            vectors = await self._embedder.embed_passages([said_in(summary.lines) for summary in summaries])
        except TextRefused as refusal:
            if len(summaries) > 1:
                return sum([await self._embed_summaries([summary]) for summary in summaries])
            log.warning("a summary stays without a vector: the embedder refuses its text (%s)", refusal.detail)
            await self._summaries.give_up(summaries[0])
            return 0
        return await self._summaries.write(list(zip(summaries, vectors, strict=True)), model=self._embedder.model)
