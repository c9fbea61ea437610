"""The embedder, and the pieces and running summaries that wait for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import Owner
from app.domain.similarity import Background
from app.domain.summary.models import SummaryLine


@dataclass(frozen=True, slots=True)
class UnembeddedPiece:
    """A piece without a vector of the current model.

    `text` is the piece's stretch of its memory; `name` the speaker's. `previous` is the content (at least its
    first and last 200 characters) of the message that this one answers, the one just before it in its session if it is
    of another role, and `previous_name` its speaker; both None elsewhere.
    """

    owner: Owner
    piece_id: int
    text: str
    name: str | None = None
    previous: str | None = None
    previous_name: str | None = None


@dataclass(frozen=True, slots=True)
class UnembeddedSummary:
    """A running summary without a vector of the current model. `revision` and `made_at` tell it from a later one."""

    owner: Owner
    session_id: str
    revision: int
    made_at: datetime
    lines: tuple[SummaryLine, ...]


class Embedder(Protocol):
    """A model that turns texts into vectors: float32, of length 1, comparable by cosine in and across languages.

    Raises EmbedderUnavailable when the model is away or slow, or answers anything but one finite vector of the right
    dimension for each text. Texts may be anything: empty, of 100,000 characters (the middle is left out), with U+0000.
    """

    @property
    def model(self) -> str:
        """The name kept with each vector; vectors of different names cannot be compared."""

    @property
    def dimensions(self) -> int:
        """Length of a vector."""

    @property
    def background(self) -> Background:
        """Cosine between unrelated queries and passages. Of a model not known before, measured by `check`."""

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        """(dimensions,) for one search query, before any passage that waits."""

    def known_query(self, text: str) -> NDArray[np.float32] | None:
        """(dimensions,) for a query whose vector is at hand, None where it would have to be computed."""

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dimensions), one row a text, in order; any number of texts."""

    async def check(self) -> None:
        """Return when the model is loaded or reached and measured, else raise EmbedderUnavailable or SetupError."""

    async def close(self) -> None:
        """Stop threads and connections; calls that still wait raise EmbedderUnavailable."""


class EmbedQueue(Protocol):
    """Pieces that wait for a vector."""

    async def claim_unembedded(self, *, model: str, limit: int) -> list[UnembeddedPiece]:
        """Pieces of any user, newest first; no lock is held afterwards."""

    async def unembedded_of(self, owner: Owner, memory_ids: Sequence[UUID], *, model: str) -> list[UnembeddedPiece]:
        """The same for given memories (`sync` saves)."""

    async def give_up(self, owner: Owner, piece_ids: Sequence[int]) -> int:
        """Never embed these pieces: their text is refused. They are still found by their words."""

    async def write_vectors(self, vectors: Sequence[tuple[Owner, int, NDArray[np.float32]]], *, model: str) -> int:
        """Write vectors back; pieces that are gone by now are passed over. Returns how many were written."""

    async def count_unembedded(self, owner: Owner, session_id: str | None, *, model: str) -> int:
        """How many wanted pieces and summaries of a session (or of the user) have no vector of this model."""


class SummaryVectors(Protocol):
    """Running summaries that wait for a vector."""

    async def claim_unembedded(self, *, model: str, limit: int) -> list[UnembeddedSummary]:
        """Summaries of any user; no lock is held afterwards."""

    async def write(self, vectors: Sequence[tuple[UnembeddedSummary, NDArray[np.float32]]], *, model: str) -> int:
        """Write vectors back where the summary is still the one that was claimed; returns how many were written."""

    async def give_up(self, summary: UnembeddedSummary) -> int:
        """Never embed this one: its text is refused. The next one is tried again."""
