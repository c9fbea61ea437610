"""What search reads: distances to every vector of one owner, and the columns that changed since the caller looked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, LiteralString
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from psycopg.types.json import Jsonb

from app.adapters.postgres.database import Database, HalfVector, Row
from app.adapters.postgres.rows import memory_from, owner_values
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.versions import VersionReader
from app.domain.models import KNOWLEDGE_USER, Memory, Owner
from app.service.ports import CodeReading, IndexDelta, NearQuestion, SearchReading, SummaryDistances

_NEAR_TRIES: Final = 3
_LEAST_EF_SEARCH: Final = 100
_MOST_EF_SEARCH: Final = 1000
_SCANNED_A_RESULT: Final = 40
_LEAST_SCANNED: Final = 20_000
_MOST_NEW: Final = 500
_PRIVATE: Final = 1
_FORGOTTEN: Final = 2
_SUMMARIES_BEGIN: Final = "cross join (\n    select array_agg(session_id) as summary_session_ids"
_SUMMARIES_END: Final = "\n) as sm"
_COLUMNS: Final = (
    *(
        "session_ids",
        "window_start_seqs",
        "last_active_at",
        "memory_ids",
        "piece_ids",
        "piece_nos",
        "memory_session_ids",
    ),
    *(
        "agent_ids",
        "subjects",
        "types",
        "flags",
        "layers",
        "roles",
        "seqs",
        "importances",
        "trusts",
        "at",
        "created_at",
    ),
    *("expires_at", "working_until", "superseded_at", "sizes", "terms"),
)
"""What `search.delta` brings after the columns of `search.distances`."""


class PostgresSearchStore:
    """`app.service.ports.SearchStore` on PostgreSQL."""

    def __init__(self, database: Database, *, summaries: bool = False) -> None:
        """`summaries`: whether the vectors of running summaries are read too."""
        self._database = database
        self._summaries = summaries
        self._versions = VersionReader(database)

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
        """Distances and changed columns, all of one snapshot; `known_version` -1 reads everything.

        Where not even a vector changed, this is one small statement; where no memory did, one that scans the vectors.
        Else another one, complete in itself, brings the columns: all of them when rows went for good since
        `known_version`. With `near`, columns and distances are two statements: both of one version.
        """
        owners = {
            **owner_values(owner),
            "knowledge_owner_id": Owner(owner.tenant_id, KNOWLEDGE_USER).owner_id,
            "knowledge_user_id": KNOWLEDGE_USER,
        }
        if known_vectors >= 0:
            now = await self.read_versions(owner)
            if now.version == known_version and now.vectors == known_vectors:
                return now
        vector = None if query_vector is None else HalfVector(query_vector)
        parameters = {**owners, "vector": vector, "model": model}
        if near is not None and query_vector is not None and known_version >= 0:
            return await self._nearest(parameters, len(query_vector), near, known_version)
        return await self._every(parameters, known_version)

    async def read_versions(self, owner: Owner) -> SearchReading:
        """What tells whether anything changed, and no distances: shared with whoever asks at the same time."""
        return _reading(await self._versions.read(owner), None, same=True)

    async def _every(self, parameters: dict[str, Any], known_version: int) -> SearchReading:
        after = known_version
        if known_version >= 0:
            row = await self._one("search.distances", {**parameters, "known_version": known_version})
            if row[0] == known_version:
                return _reading(row, None)
            after = _start(row, known_version)
        while True:
            row = await self._one("search.delta", {**parameters, "after_version": after})
            if _start(row, after) == after:
                return _reading(row, _delta(row, whole=after < 0))
            after = -1

    async def _nearest(
        self, parameters: dict[str, Any], dimensions: int, near: NearQuestion, known_version: int
    ) -> SearchReading:
        """Read the nearest pieces at the known version, or what changed and then the nearest at that version."""
        found = near.candidates is None
        whole = near_statement(dimensions) if found else SQL["ann.measured"]
        statement = whole if self._summaries else without_summaries(whole)
        delta, version = None, known_version
        asked = {**parameters, **near_values(near)}
        for _ in range(_NEAR_TRIES):
            row = await self._database.fetch_one(statement, {**asked, "known_version": version})
            if row is None:
                raise AssertionError("ann.near always gives one row")
            if row[0] == version:
                return _near_reading(row, delta, near)
            delta = (await self._every({**parameters, "vector": None}, known_version)).delta
            version = known_version if delta is None else delta.version
            if delta is not None and near.candidates is not None:  # what came just now has no code yet
                near = replace(near, candidates=np.union1d(near.candidates, delta.piece_ids[-_MOST_NEW:]))
                asked |= near_values(near)
        return await self._every(parameters, known_version)  # changes faster than it is read

    async def read_codes(
        self, owner: Owner, model: str, pieces: NDArray[np.int64], centre: NDArray[np.float32] | None = None
    ) -> CodeReading:
        """Every vector of this model as bits, around the mean of those of the given pieces; or, where the mean is
        given, the vectors of these pieces alone.
        """
        parameters = {**owner_values(owner), "model": model, "sample": _array_text(pieces)}
        if centre is not None:
            parameters["centre"] = HalfVector(centre)
        row = await self._one("ann.codes" if centre is None else "ann.more_codes", parameters)
        version, vectors, piece_ids, bits, middle = row
        ids = _column(piece_ids, ">i8", np.int64)
        packed = np.frombuffer(bits or b"", dtype=np.uint8).reshape(len(ids), -1 if len(ids) else 0)
        around = np.zeros(0, np.float32) if middle is None else middle.to_numpy().astype(np.float32)
        return CodeReading(version, vectors, ids, packed, around)

    async def read_centrality(self, owner: Owner, model: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Piece ids and the inner product of the vector of each with the mean of all, -1 to 1, of this model."""
        row = await self._one("centrality.read", {**owner_values(owner), "model": model})
        return _column(row[0], ">i8", np.int64), _column(row[1], ">f4", np.float32)

    async def note_large(self, owner: Owner, pieces: int) -> None:
        """Remember that a user has so many pieces that an index of their vectors is worth building."""
        await self._database.execute(SQL["ann.note_large"], {**owner_values(owner), "pieces": pieces})

    async def match_metadata(self, owner: Owner, metadata: Mapping[str, Any]) -> set[UUID]:
        """Ids of the memories whose metadata equals every given key."""
        parameters = {**owner_values(owner), "metadata": Jsonb(dict(metadata))}
        return {row[0] for row in await self._database.fetch_all(SQL["search.match_metadata"], parameters)}

    async def fetch_memories(
        self, owner: Owner, ids: Sequence[UUID], *, superseded: bool = False
    ) -> dict[UUID, Memory]:
        """Whole memories by id, layers as stored; forgotten ones never, superseded ones only when asked for."""
        if not ids:
            return {}
        parameters = {**owner_values(owner), "ids": list(ids), "superseded": superseded}
        rows = await self._database.fetch_all(SQL["search.memories"], parameters)
        return {row[0]: memory_from(row) for row in rows}

    async def _one(self, name: str, parameters: dict[str, Any]) -> Row:
        statement = SQL[name] if self._summaries else without_summaries(SQL[name])
        row = await self._database.fetch_one(statement, parameters)
        if row is None:
            raise AssertionError(f"{name} always gives one row")
        return row


@lru_cache(maxsize=8)
def near_statement(dimensions: int) -> LiteralString:
    """Return `ann.near` for vectors of so many dimensions: a type's modifier cannot be a parameter."""
    size = str(int(dimensions))  # digits, as safe as a literal
    return SQL["ann.near"].replace("halfvec(1)", f"halfvec({size})")


@lru_cache(maxsize=16)
def without_summaries(statement: LiteralString) -> LiteralString:
    """Return a statement of search without the part that reads summaries: even planning it would cost a tenth."""
    before, _, rest = statement.partition(_SUMMARIES_BEGIN)
    _, _, after = rest.partition(_SUMMARIES_END)
    return before.replace("sm.*", "null, null, null") + after


def near_values(near: NearQuestion) -> dict[str, Any]:
    """Return the parameters of `ann.near` that depend on how many are wanted."""
    return {
        "nearest": near.limit,
        "asked_ids": _array_text(near.asked if near.candidates is None else np.union1d(near.asked, near.candidates)),
        "ef_search": str(min(max(near.limit * 2 // 5, _LEAST_EF_SEARCH), _MOST_EF_SEARCH)),
        "max_scan_tuples": str(max(_SCANNED_A_RESULT * near.limit, _LEAST_SCANNED)),
    }


def _array_text(ids: NDArray[np.int64]) -> str:
    """Return ids as PostgreSQL writes an array: of two thousand, psycopg would look at each, for 3 ms."""
    return "{" + ",".join(map(str, ids.tolist())) + "}"


def _start(row: Row, known_version: int) -> int:
    """Return the version from which columns are needed: -1, all, when rows went for good or the past is another one."""
    version, whole_from = row[0], row[1]
    return -1 if known_version < whole_from or known_version > version else known_version


def _reading(row: Row, delta: IndexDelta | None, *, same: bool = False) -> SearchReading:
    """Return what a row tells; that of `search.versions` (`same`) has no distances."""
    piece_ids, distances, *summaries = (None,) * 5 if same else row[4:9]
    return SearchReading(
        delta=delta,
        version=row[0],
        vectors=row[3],
        knowledge_version=row[2],
        distance_piece_ids=_column(piece_ids, ">i8", np.int64),
        distance=_column(distances, ">f4", np.float32),
        same_distances=same,
        summaries=_summaries(*summaries),
    )


def _near_reading(row: Row, delta: IndexDelta | None, near: NearQuestion) -> SearchReading:
    """Return what ann.near tells, or ann.measured: there the candidates come among the pieces asked for."""
    reading = _reading(row, delta)
    ids, distance = _column(row[9], ">i8", np.int64), _column(row[10], ">f4", np.float32)
    if near.candidates is not None:
        nearest = np.isin(ids, near.candidates)
        reading = replace(reading, distance_piece_ids=ids[nearest], distance=distance[nearest])
        wanted = np.isin(ids, near.asked)
        ids, distance = ids[wanted], distance[wanted]
    return replace(reading, asked_piece_ids=ids, asked_distance=distance)


def _summaries(session_ids: list[str] | None, distances: bytes | None, until: bytes | None) -> SummaryDistances:
    return SummaryDistances(
        tuple(session_ids or ()), _column(distances, ">f4", np.float32), _column(until, ">f8", np.float64)
    )


def _column(packed: bytes | None, wire: str, dtype: type[np.generic]) -> NDArray[Any]:
    """Return a packed column as an array in native byte order."""
    return np.frombuffer(packed or b"", dtype=wire).astype(dtype)


def _delta(row: Row, *, whole: bool) -> IndexDelta:
    column = dict(zip(_COLUMNS, row[9:], strict=True))
    flag = _column(column["flags"], ">i2", np.int16)
    starts = _column(column["window_start_seqs"], ">i8", np.int64).tolist()
    active = _column(column["last_active_at"], ">f8", np.float64).tolist()
    return IndexDelta(
        version=row[0],
        whole=whole,
        memory_ids=np.frombuffer(column["memory_ids"] or b"", dtype=np.uint8).reshape(-1, 16),
        piece_ids=_column(column["piece_ids"], ">i8", np.int64),
        piece_no=_column(column["piece_nos"], ">i2", np.int32),
        session_ids=column["memory_session_ids"] or [],
        agent_ids=column["agent_ids"] or [],
        subjects=column["subjects"] or [],
        types=column["types"] or [],
        private=(flag & _PRIVATE) != 0,
        live=(flag & _FORGOTTEN) == 0,
        layers=_column(column["layers"], ">i2", np.int16),
        role=_column(column["roles"], ">i2", np.int8),
        seq=_column(column["seqs"], ">i8", np.int64),
        importance=_column(column["importances"], ">f4", np.float32),
        trust=_column(column["trusts"], ">f4", np.float32),
        at=_column(column["at"], ">f8", np.float64),
        created_at=_column(column["created_at"], ">f8", np.float64),
        expires_at=_column(column["expires_at"], ">f8", np.float64),
        working_until=_column(column["working_until"], ">f8", np.float64),
        superseded_at=_column(column["superseded_at"], ">f8", np.float64),
        terms=_slices(column["terms"] or b"", _column(column["sizes"], ">i4", np.int64)),
        sessions=dict(zip(column["session_ids"] or [], zip(starts, active, strict=True), strict=True)),
    )


def _slices(joined: bytes, sizes: NDArray[np.int64]) -> list[bytes]:
    stops = np.cumsum(sizes)
    return [joined[start:stop] for start, stop in zip((stops - sizes).tolist(), stops.tolist(), strict=True)]
