"""One user's memories as columns in this process: what search filters and ranks, kept up to date by deltas.

Postgres is asked at every search for what changed since the version held here, so nothing stale is ever shown.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import Owner
from app.domain.term_codec import TermColumns, unpack_terms
from app.domain.user_index import PieceColumns, UserIndex
from app.service.ports import IndexDelta

Bools = NDArray[np.bool_]
BYTES_PER_PIECE = 400
"""What a piece of about 20 terms takes in memory with its postings, measured on chat messages."""


@dataclass(slots=True)
class Vocabulary:
    """Strings as small numbers, -1 for none. Only grows, so that columns of several generations share it."""

    numbers: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def encode(self, values: Sequence[str | None]) -> NDArray[np.int32]:
        """Return the number of each value, giving new ones to new values."""
        for value in dict.fromkeys(values):
            if value is not None and value not in self.numbers:
                self.numbers[value] = len(self.names)
                self.names.append(value)
        numbers = self.numbers
        return np.array([-1 if value is None else numbers[value] for value in values], dtype=np.int32)

    def mask(self, column: NDArray[np.int32], wanted: Sequence[str]) -> Bools:
        """Return where the column holds one of the wanted strings."""
        numbers = [self.numbers[value] for value in wanted if value in self.numbers]
        return np.isin(column, np.array(numbers, dtype=np.int32))


@dataclass(frozen=True, slots=True)
class Attributes:
    """What filters and boosts look at, one row a piece (n rows, in the order of the index)."""

    memory_ids: NDArray[np.uint8]  # (n, 16)
    piece_ids: NDArray[np.int64]
    piece_no: NDArray[np.int32]
    session: NDArray[np.int32]
    agent: NDArray[np.int32]
    subject: NDArray[np.int32]
    type: NDArray[np.int32]
    private: Bools
    layers: NDArray[np.int16]
    importance: NDArray[np.float32]
    trust: NDArray[np.float32]
    created_at: NDArray[np.float64]
    expires_at: NDArray[np.float64]
    working_until: NDArray[np.float64]
    superseded_at: NDArray[np.float64]

    def take(self, rows: Bools) -> "Attributes":
        """Return the rows where the mask is true."""
        return Attributes(*(getattr(self, name)[rows] for name in self.__slots__))

    def followed_by(self, other: "Attributes") -> "Attributes":
        """Return these rows and then the other's."""
        return Attributes(*(np.concatenate((getattr(self, n), getattr(other, n))) for n in self.__slots__))


@dataclass(frozen=True, slots=True)
class Windows:
    """Where each session's window begins, by session number; the last place stands for "no session"."""

    start_seq: NDArray[np.int64]
    last_active_s: NDArray[np.float64]

    def updated(self, sessions: Vocabulary, changed: dict[str, tuple[int, float]]) -> "Windows":
        """Return the windows of all sessions of the vocabulary, the changed ones replaced."""
        numbers = sessions.encode(list(changed))
        starts = np.full(len(sessions.names) + 1, np.iinfo(np.int64).max, dtype=np.int64)
        active = np.full(len(starts), -np.inf)
        starts[: len(self.start_seq) - 1], active[: len(self.last_active_s) - 1] = (
            self.start_seq[:-1],
            self.last_active_s[:-1],
        )
        for number, (start, last_active) in zip(numbers.tolist(), changed.values(), strict=True):
            starts[number], active[number] = start, last_active
        return Windows(starts, active)


NO_WINDOWS = Windows(np.zeros(1, np.int64), np.zeros(1))


@dataclass(frozen=True, slots=True)
class UserColumns:
    """A generation of one user's columns; `updated` makes the next one."""

    version: int
    index: UserIndex
    attributes: Attributes
    sessions: Vocabulary
    agents: Vocabulary
    subjects: Vocabulary
    types: Vocabulary
    windows: Windows
    standing: list[Any] = field(default_factory=list)  # at most one: `recall_filter.standing` keeps its answer here
    by_id: list[NDArray[np.intp]] = field(default_factory=list)  # at most one: the rows in order of their piece ids

    @classmethod
    def empty(cls) -> "UserColumns":
        """Return the columns of a user of whom nothing is known, at version -1."""
        vocabularies = (Vocabulary(), Vocabulary(), Vocabulary(), Vocabulary())
        return _generation(_empty_delta(), vocabularies, NO_WINDOWS, None)

    def updated(self, delta: IndexDelta) -> "UserColumns":
        """Return the next generation: rows of the changed memories are replaced, new ones come behind."""
        vocabularies = (self.sessions, self.agents, self.subjects, self.types)
        if delta.whole or not self.index.size:
            return _generation(delta, vocabularies, NO_WINDOWS if delta.whole else self.windows, None)
        return _generation(delta, vocabularies, self.windows, self)

    def window_start(self, session_id: str) -> int:
        """Return the first seq of a session's window, 0 where it is not known."""
        number = self.sessions.numbers.get(session_id)
        known = number is not None and number < len(self.windows.start_seq) - 1
        start = int(self.windows.start_seq[number]) if known else 0
        return 0 if start == np.iinfo(np.int64).max else start

    def memory_id(self, row: int) -> UUID:
        """Return the id of the memory of a row."""
        return UUID(bytes=self.attributes.memory_ids[row].tobytes())

    def align(self, piece_ids: NDArray[np.int64], values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return a value a row (n,) from values keyed by piece id, NaN where there is none."""
        out = np.full(self.index.size, np.nan, dtype=np.float32)
        if not len(piece_ids) or not self.index.size:
            return out
        if len(piece_ids) == len(out) and bool(np.array_equal(piece_ids, self.attributes.piece_ids)):
            return values.astype(np.float32, copy=False)
        if not self.by_id:
            self.by_id[:] = [np.argsort(self.attributes.piece_ids, kind="stable")]
        by_id = self.by_id[0]
        place = np.searchsorted(self.attributes.piece_ids, piece_ids, sorter=by_id)
        place[place == len(out)] = 0
        rows = by_id[place]
        hit = self.attributes.piece_ids[rows] == piece_ids
        out[rows[hit]] = values[hit]
        return out


def memory_keys(memory_ids: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the low 64 bits of each UUID (62 of them random): what tells memories apart inside one user's columns."""
    return np.ascontiguousarray(memory_ids[:, 8:]).view(np.uint64).reshape(-1)


def _generation(
    delta: IndexDelta,
    vocabularies: tuple[Vocabulary, Vocabulary, Vocabulary, Vocabulary],
    known_windows: Windows,
    old: UserColumns | None,
) -> UserColumns:
    sessions, agents, subjects, types = vocabularies
    live = delta.live
    added = Attributes(
        memory_ids=delta.memory_ids,
        piece_ids=delta.piece_ids,
        piece_no=delta.piece_no,
        session=sessions.encode(delta.session_ids),
        agent=agents.encode(delta.agent_ids),
        subject=subjects.encode(delta.subjects),
        type=types.encode(delta.types),
        private=delta.private,
        layers=delta.layers,
        importance=delta.importance,
        trust=delta.trust,
        created_at=delta.created_at,
        expires_at=delta.expires_at,
        working_until=delta.working_until,
        superseded_at=delta.superseded_at,
    ).take(live)
    windows = known_windows.updated(sessions, delta.sessions)
    taken = old.index.columns.memory_no if old is not None else np.zeros(0, np.int32)
    columns = _piece_columns(delta, added, live, int(taken.max()) + 1 if len(taken) else 0)
    if old is None:
        return UserColumns(delta.version, UserIndex.build(columns), added, *vocabularies, windows)
    stale = np.isin(memory_keys(old.attributes.memory_ids), memory_keys(delta.memory_ids))
    if not bool(stale.any()):
        index = old.index.append(columns) if len(added.piece_ids) else old.index
        return UserColumns(delta.version, index, old.attributes.followed_by(added), *vocabularies, windows)
    kept = UserIndex.build(_select(old.index.columns, ~stale))
    index = kept.append(columns) if len(added.piece_ids) else kept
    return UserColumns(delta.version, index, old.attributes.take(~stale).followed_by(added), *vocabularies, windows)


def _piece_columns(delta: IndexDelta, added: Attributes, live: Bools, first_number: int) -> PieceColumns:
    """Return what the index is built from. Pieces of a memory stand side by side; memories are numbered in order.

    Only chat messages have a place in their session: a saved memory has no neighbours.
    """
    keys = memory_keys(added.memory_ids)
    is_next = np.zeros(len(keys), dtype=np.int32)
    is_next[1:] = keys[1:] != keys[:-1]
    numbers = (first_number + np.cumsum(is_next)).astype(np.int32)
    roles = np.where(delta.role[live] < 0, 2, np.minimum(delta.role[live], 2)).astype(np.int8)
    return PieceColumns(
        memory_no=numbers,
        session_no=np.where(delta.seq[live] >= 0, added.session, np.int32(-1)),
        seq=delta.seq[live],
        role=roles,
        time_s=delta.at[live],
        terms=unpack_terms([terms for terms, alive in zip(delta.terms, live, strict=True) if alive]),
    )


def _select(columns: PieceColumns, keep: Bools) -> PieceColumns:
    """Return the rows where the mask is true."""
    counts = np.diff(columns.terms.offsets)
    entries = np.repeat(keep, counts)
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts[keep])))
    terms = TermColumns(
        offsets, columns.terms.hashes[entries], columns.terms.frequencies[entries], columns.terms.lengths[keep]
    )
    return PieceColumns(
        memory_no=columns.memory_no[keep],
        session_no=columns.session_no[keep],
        seq=columns.seq[keep],
        role=columns.role[keep],
        time_s=columns.time_s[keep],
        terms=terms,
    )


def _empty_delta() -> IndexDelta:
    return IndexDelta(
        version=-1,
        whole=True,
        memory_ids=np.zeros((0, 16), np.uint8),
        piece_ids=np.zeros(0, np.int64),
        piece_no=np.zeros(0, np.int32),
        session_ids=[],
        agent_ids=[],
        subjects=[],
        types=[],
        private=np.zeros(0, np.bool_),
        live=np.zeros(0, np.bool_),
        layers=np.zeros(0, np.int16),
        role=np.zeros(0, np.int8),
        seq=np.zeros(0, np.int64),
        importance=np.zeros(0, np.float32),
        trust=np.zeros(0, np.float32),
        at=np.zeros(0, np.float64),
        created_at=np.zeros(0, np.float64),
        expires_at=np.zeros(0, np.float64),
        working_until=np.zeros(0, np.float64),
        superseded_at=np.zeros(0, np.float64),
        terms=[],
    )


class ColumnCache:
    """The columns of the users searched last in this process, within a bound of bytes. Not shared between threads."""

    def __init__(self, max_bytes: int) -> None:
        self._max_pieces = max(max_bytes // BYTES_PER_PIECE, 1)
        self._held: OrderedDict[UUID, UserColumns] = OrderedDict()
        self._pieces = 0

    def get(self, owner: Owner) -> UserColumns:
        """Return what is held of a user, or empty columns at version -1."""
        columns = self._held.get(owner.owner_id)
        if columns is None:
            return UserColumns.empty()
        self._held.move_to_end(owner.owner_id)
        return columns

    def put(self, owner: Owner, columns: UserColumns) -> None:
        """Hold a user's columns unless newer ones are held; the users searched longest ago make room."""
        held = self._held.get(owner.owner_id)
        if held is not None:
            if held.version > columns.version:
                return
            self._pieces -= _weight(held)
        self._held[owner.owner_id] = columns
        self._held.move_to_end(owner.owner_id)
        self._pieces += _weight(columns)
        while self._pieces > self._max_pieces and len(self._held) > 1:
            _, dropped = self._held.popitem(last=False)
            self._pieces -= _weight(dropped)


def _weight(columns: UserColumns) -> int:
    return columns.index.size + 10
