"""One bit a dimension of every vector of a user of very many pieces: which ones are worth measuring for a query.

A bit tells whether the vector is greater than the mean of the user's own in that dimension (binary quantisation). The
bits that differ between two vectors grow with the angle between them, so that the nearest are among those of the fewest
differing bits; the store then measures these exactly. Without the mean it would not do: vectors of a model share most
of their signs. Decision 0035 has the measurements.
"""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final, Self
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import Owner
from app.service.nearest import even_rows
from app.service.ports import CodeReading, NearQuestion, SearchStore
from app.service.user_columns import UserColumns

log = logging.getLogger(__name__)

CANDIDATES: Final = 1_000
"""Pieces measured because of their codes: all of the ten nearest are among them, and 99 of 100 of the fifty nearest."""
CENTRE_SAMPLE: Final = 1_000
MOST_UNCODED: Final = 500
"""Pieces without a code that are measured instead; where there are more, their codes are read."""
_GONE_SHARE: Final = 0.05
_MORE_SHARE: Final = 0.25
"""Up to so many of the pieces the codes of these are read, beyond it all of them, around a new mean."""
_BYTES_A_WORD: Final = 8
BYTES_A_PIECE: Final = 64
"""What a piece of 384 dimensions takes."""

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class VectorCodes:
    """The codes of one user and model, as of a version of his memories and one of their vectors."""

    version: int
    vectors: int
    piece_ids: Ids
    """(n,) ascending."""
    words: NDArray[np.uint64]
    """(w, n): the bits, 64 in a word, so that a word of all pieces stands in one run of memory."""
    centre: NDArray[np.float32]
    """(d,); empty where there is no vector."""

    @classmethod
    def of(cls, reading: CodeReading) -> Self:
        """Lay a reading out."""
        order = np.argsort(reading.piece_ids, kind="stable")
        words = _words(reading.bits)[order]
        return cls(
            reading.version,
            reading.vectors,
            reading.piece_ids[order],
            np.ascontiguousarray(words.T),
            reading.centre,
        )

    def with_more(self, reading: CodeReading) -> Self:
        """Return these codes and those of more pieces, read around the same mean."""
        ids, words = self.piece_ids, self.words
        if len(reading.piece_ids):
            ids = np.concatenate((ids, reading.piece_ids))
            words = np.concatenate((words, _words(reading.bits).T), axis=1)
        order = np.argsort(ids, kind="stable")
        return replace(
            self,
            version=reading.version,
            vectors=reading.vectors,
            piece_ids=ids[order],
            words=np.ascontiguousarray(words[:, order]),
        )

    def nearest(self, vector: NDArray[np.float32], limit: int) -> Ids:
        """Return the ids of the pieces whose codes differ least from that of a query: `limit` of them, and all that
        differ as little as the last.
        """
        if len(self.piece_ids) <= limit or len(self.centre) != len(vector):
            return self.piece_ids[:limit]
        asked = _words(np.packbits(vector > self.centre)[None, :])[0]
        differing = np.zeros(len(self.piece_ids), dtype=np.uint16)
        for word, bits in zip(self.words, asked, strict=True):
            differing += np.bitwise_count(word ^ bits)
        within = np.cumsum(np.bincount(differing))  # how many differ in so many bits at most
        return self.piece_ids[differing <= np.searchsorted(within, limit)]

    def holds(self, piece_ids: Ids) -> NDArray[np.bool_]:
        """Return which of the ids have a code."""
        if not len(self.piece_ids):
            return np.zeros(len(piece_ids), dtype=np.bool_)
        place = np.minimum(np.searchsorted(self.piece_ids, piece_ids), len(self.piece_ids) - 1)
        held: NDArray[np.bool_] = self.piece_ids[place] == piece_ids
        return held


@dataclass(frozen=True, slots=True)
class _Held:
    """Codes beside one generation of columns."""

    codes: VectorCodes
    columns_version: int
    uncoded: Ids
    """Pieces of these columns that have none."""
    gone: int
    """Codes of pieces that are in the columns no more."""

    @classmethod
    def beside(cls, codes: VectorCodes, columns: UserColumns) -> Self:
        ids = columns.attributes.piece_ids
        coded = codes.holds(ids)
        return cls(codes, columns.version, ids[~coded & (ids >= 0)], len(codes.piece_ids) - int(coded.sum()))

    @property
    def outgrown(self) -> bool:
        """Whether too many pieces have no code, or too many codes no piece, to go on with these."""
        return len(self.uncoded) > MOST_UNCODED or self._many_gone

    def needs_more(self, pieces: int) -> bool:
        """Return whether the codes of those that have none will do, of so many pieces."""
        known = len(self.codes.centre) > 0 and not self._many_gone
        return known and len(self.uncoded) <= _MORE_SHARE * pieces

    @property
    def _many_gone(self) -> bool:
        return self.gone > _GONE_SHARE * len(self.codes.piece_ids)


class CodeCache:
    """The codes of the users searched last, within a bound of bytes. Belongs to one event loop."""

    def __init__(self, store: SearchStore, max_bytes: int) -> None:
        self._store = store
        self._most_pieces = max(max_bytes // BYTES_A_PIECE, 1)
        self._held: OrderedDict[tuple[UUID, str], _Held] = OrderedDict()
        self._pieces = 0
        self._reading: dict[tuple[UUID, str], asyncio.Task[VectorCodes]] = {}

    async def narrow(
        self, owner: Owner, columns: UserColumns, vector: NDArray[np.float32], model: str, near: NearQuestion
    ) -> NearQuestion:
        """Return the question with the pieces worth measuring; what has a vector and no code yet is among them.

        Reads the codes where they are not held or outgrown: once for all searches that wait. Raises StoreUnavailable.
        """
        held = await self._beside(owner, columns, model)
        candidates = held.codes.nearest(vector, max(CANDIDATES, near.limit))
        uncoded = held.uncoded[-MOST_UNCODED:]
        return replace(near, candidates=np.union1d(candidates, uncoded))

    def prepare(self, owner: Owner, columns: UserColumns, model: str) -> None:
        """Begin to read the codes of a user who is read for the first time, for the searches to come."""
        if (owner.owner_id, model) not in self._held:
            self._read(owner, columns, model, None)

    async def _beside(self, owner: Owner, columns: UserColumns, model: str) -> _Held:
        key = (owner.owner_id, model)
        held = self._held.get(key)
        if held is not None and held.columns_version != columns.version:
            held = await asyncio.to_thread(_Held.beside, held.codes, columns)
        if held is None or (held.outgrown and await self._is_old(owner, held.codes)):
            codes = await asyncio.shield(self._read(owner, columns, model, held))
            held = await asyncio.to_thread(_Held.beside, codes, columns)
        self._hold(key, held)
        return held

    async def _is_old(self, owner: Owner, codes: VectorCodes) -> bool:
        """Return whether anything was stored since the codes were read: else they would come the same again."""
        now = await self._store.read_versions(owner)
        return (now.version, now.vectors) != (codes.version, codes.vectors)

    def _read(self, owner: Owner, columns: UserColumns, model: str, held: _Held | None) -> asyncio.Task[VectorCodes]:
        key = (owner.owner_id, model)
        if (task := self._reading.get(key)) is None:
            task = asyncio.create_task(self._load(owner, columns, model, held), name="vector codes of a user")
            self._reading[key] = task
            task.add_done_callback(lambda done: self._loaded(key, done))
        return task

    async def _load(self, owner: Owner, columns: UserColumns, model: str, held: _Held | None) -> VectorCodes:
        if held is not None and held.needs_more(columns.index.size):
            reading = await self._store.read_codes(owner, model, held.uncoded, held.codes.centre)
            codes = await asyncio.to_thread(held.codes.with_more, reading)
        else:
            ids = columns.attributes.piece_ids[even_rows(columns.index.size, CENTRE_SAMPLE)]
            codes = await asyncio.to_thread(VectorCodes.of, await self._store.read_codes(owner, model, ids[ids >= 0]))
        self._hold((owner.owner_id, model), await asyncio.to_thread(_Held.beside, codes, columns))
        return codes

    def _loaded(self, key: tuple[UUID, str], task: asyncio.Task[VectorCodes]) -> None:
        self._reading.pop(key, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("the codes of a user's vectors could not be read: %s", error)

    def _hold(self, key: tuple[UUID, str], held: _Held) -> None:
        old = self._held.pop(key, None)
        self._pieces += len(held.codes.piece_ids) - (len(old.codes.piece_ids) if old is not None else 0)
        self._held[key] = held
        while self._pieces > self._most_pieces and len(self._held) > 1:
            _, dropped = self._held.popitem(last=False)
            self._pieces -= len(dropped.codes.piece_ids)


def _words(bits: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return rows of bytes as rows of 64-bit words, the last one filled with zeros."""
    rows, width = bits.shape
    filled = np.zeros((rows, -(-width // _BYTES_A_WORD) * _BYTES_A_WORD), dtype=np.uint8)
    filled[:, :width] = bits
    return filled.view(np.uint64)
