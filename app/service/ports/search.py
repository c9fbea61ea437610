"""What search reads of one owner, in Postgres."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import Memory, Owner


@dataclass(frozen=True, slots=True)
class IndexDelta:
    """Columns of an owner's memories that changed since a version, one row a piece, and of sessions.

    `whole` is true where these are all rows there are: the caller knew nothing, or rows were deleted for good since its
    version. Rows of forgotten memories come with `live` false; superseded ones are live with `superseded_at`. Arrays
    have equal length. Times are Unix seconds, NaN for none.
    """

    version: int
    whole: bool
    memory_ids: NDArray[np.uint8]  # (n, 16) UUID bytes per piece, in order of (session, seq, part, piece_no)
    piece_ids: NDArray[np.int64]
    piece_no: NDArray[np.int32]
    session_ids: list[str | None]
    agent_ids: list[str | None]
    subjects: list[str | None]
    types: list[str]
    private: NDArray[np.bool_]
    live: NDArray[np.bool_]
    layers: NDArray[np.int16]
    role: NDArray[np.int8]  # 0 user, 1 assistant, 2 system, 3 tool, -1 no chat message
    seq: NDArray[np.int64]  # -1 no chat message
    importance: NDArray[np.float32]
    trust: NDArray[np.float32]
    at: NDArray[np.float64]
    created_at: NDArray[np.float64]
    expires_at: NDArray[np.float64]
    working_until: NDArray[np.float64]
    superseded_at: NDArray[np.float64]
    terms: list[bytes]  # per piece, app.domain.words.pack_terms
    sessions: dict[str, tuple[int, float]] = field(default_factory=dict)  # window_start_seq, last_active_at


class SummaryDistances(NamedTuple):
    """The running summaries of an owner that have a vector: s sessions."""

    session_ids: tuple[str, ...]
    distance: NDArray[np.float32]
    """(s,) cosine distance (0 to 2) to the query."""
    until_s: NDArray[np.float64]
    """(s,) Unix time of the newest message that each covers."""


NO_SUMMARIES: Final = SummaryDistances((), np.zeros(0, np.float32), np.zeros(0, np.float64))


@dataclass(frozen=True, slots=True)
class SearchReading:
    """One consistent reading for a search: what changed since the caller's version, and every distance.

    Distances are left out, `same_distances` true, where version and vectors are what the caller knew.
    `distance[i]` is the cosine distance (0 to 2) of piece `distance_piece_ids[i]` to the query vector; pieces without
    a vector of this model do not occur.
    """

    delta: IndexDelta | None  # None: nothing changed
    version: int
    vectors: int  # rises with every vector that is written without a change of `version`
    knowledge_version: int  # of Owner(tenant, KNOWLEDGE_USER); 0: the tenant has no documents
    distance_piece_ids: NDArray[np.int64]
    distance: NDArray[np.float32]
    same_distances: bool = False
    asked_piece_ids: NDArray[np.int64] | None = None
    """Set, with `asked_distance`, where the distances are those of the nearest alone: answers `NearQuestion.asked`."""
    asked_distance: NDArray[np.float32] | None = None
    summaries: SummaryDistances = NO_SUMMARIES


@dataclass(frozen=True, slots=True)
class NearQuestion:
    """Only the nearest `limit` pieces are wanted, and some others by id; for users of very many."""

    limit: int
    asked: NDArray[np.int64]
    candidates: NDArray[np.int64] | None = None
    """Ids among which the nearest are (`service.vector_codes`); None: the store finds the nearest itself."""


class CodeReading(NamedTuple):
    """The vectors of an owner and a model as bits: n of them, d dimensions each; one consistent reading."""

    version: int
    vectors: int
    piece_ids: NDArray[np.int64]
    bits: NDArray[np.uint8]
    """(n, ceil(d / 8)): whether a vector is greater than `centre` in each dimension, most significant bit first."""
    centre: NDArray[np.float32]
    """(d,); empty where there is no vector."""


class SearchStore(Protocol):
    """What search reads of one owner's memories."""

    async def read_index(
        self,
        owner: Owner,
        *,
        known_version: int,
        query_vector: NDArray[np.float32] | None,
        model: str,
        known_vectors: int = -1,
        near: NearQuestion | None = None,
    ) -> SearchReading:
        """Distances and changed columns in one statement; `known_version` -1 reads everything.

        `known_vectors` is that of an earlier reading for this very query vector: its distances need not be read again.
        With `near` and a known version, an index may bring the nearest ones alone.
        """

    async def read_versions(self, owner: Owner) -> SearchReading:
        """What tells whether anything changed, and no distances."""

    async def read_codes(
        self, owner: Owner, model: str, pieces: NDArray[np.int64], centre: NDArray[np.float32] | None = None
    ) -> CodeReading:
        """Every vector of this model as bits, around the mean of those of the given pieces; or, where the mean is
        given, the vectors of these pieces alone.
        """

    async def read_centrality(self, owner: Owner, model: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Piece ids and the inner product of the vector of each with the mean of all, -1 to 1, of this model."""

    async def note_large(self, owner: Owner, pieces: int) -> None:
        """Remember that a user has so many pieces that an index of their vectors is worth building."""

    async def match_metadata(self, owner: Owner, metadata: Mapping[str, Any]) -> set[UUID]:
        """Ids of the memories whose metadata equals every given key."""

    async def fetch_memories(
        self, owner: Owner, ids: Sequence[UUID], *, superseded: bool = False
    ) -> dict[UUID, Memory]:
        """Whole memories by id; forgotten ones never, superseded ones only when asked for."""
