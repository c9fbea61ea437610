"""HNSW indexes of the largest users, one each, built and dropped in the background. See decision 0015.

An index holds the vectors of one user and one model: `where owner_id = … and model = …`. One over all users would have
to walk past everybody else's vectors to find those of one. Their number is bounded, since every plan and every insert
looks at each.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID
from zlib import crc32

import psycopg
from psycopg import sql

from app.adapters.postgres.connection import BriefConnection
from app.adapters.postgres.statements import SQL
from app.domain.errors import SetupError, StoreUnavailable
from app.service.ports import Embedder
from app.settings import Settings

log = logging.getLogger(__name__)

MOST_DIMENSIONS: Final = 4000
"""pgvector indexes no halfvec longer than this."""
KEPT_DAYS: Final = 30
"""A user who was not searched for so long loses the index."""
QUIET_SECONDS: Final = 15.0
"""An index is built once nothing was stored for so long: an import is faster without."""
_LOCK: Final = 0x6861_696D_616E
_SETTINGS: Final = "select set_config('statement_timeout', '0', false), set_config('maintenance_work_mem', %s, false)"
Connection = psycopg.AsyncConnection[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class AnnPolicy:
    """Which users get an index: those of at least `pieces`, the `most` largest; vectors of `model`."""

    pieces: int
    most: int
    model: str
    dimensions: int
    build_memory_mb: int = 256


def index_name(owner_id: UUID, model: str) -> str:
    """Return the name of an owner's index for a model: 52 characters."""
    return f"pieces_ann_{owner_id.hex}_{crc32(model.encode()):08x}"


class AnnIndexes:
    """Builds and drops them, on a connection of its own that is open only while there is something to look at."""

    def __init__(self, dsn: str, policy: AnnPolicy) -> None:
        self._dsn = dsn
        self._policy = policy
        self._pass: asyncio.Task[int] | None = None

    async def keep(self) -> int:
        """Start a pass beside the caller's work unless one is under way; returns how many indexes the last one changed.

        Building takes minutes, longer than a step of a worker should. Raises what the last pass raised.
        """
        if self._pass is not None and not self._pass.done():
            return 0
        done, self._pass = self._pass, asyncio.create_task(self.run(), name="vector indexes")
        return 0 if done is None else done.result()

    async def aclose(self) -> None:
        """Cut a pass off; what it leaves half built the next one drops."""
        if self._pass is not None:
            self._pass.cancel()
            await asyncio.gather(self._pass, return_exceptions=True)

    async def run(self, *, at_once: bool = False) -> int:
        """Drop what is not wanted, build at most one; returns how many indexes changed.

        `at_once` does not wait until a user is at rest. Raises StoreUnavailable. Several processes may call it: one
        works, the others return 0.
        """
        try:
            async with self._only_one() as connection:
                return 0 if connection is None else await self._step(connection, at_once=at_once)
        except psycopg.OperationalError as error:
            raise StoreUnavailable("Postgres") from error

    @asynccontextmanager
    async def _only_one(self) -> AsyncIterator[Connection | None]:
        connection = await BriefConnection.connect(self._dsn, autocommit=True, connect_timeout=5)
        async with connection:
            await connection.execute(_SETTINGS, [f"{self._policy.build_memory_mb}MB"])
            cursor = await connection.execute("select pg_try_advisory_lock(%s)", [_LOCK])
            row = await cursor.fetchone()
            if row is None or not row[0]:
                yield None
                return
            yield connection
            # A session that was closed may hold its lock for a moment: the next pass would find it taken.
            await connection.execute("select pg_advisory_unlock(%s)", [_LOCK])

    async def _step(self, connection: Connection, *, at_once: bool) -> int:
        wanted = await self._wanted(connection)
        there: set[str] = set()
        changed = 0
        for place, name, valid in await _rows(connection, "sweep.ann_indexes", {}):
            if valid and name in wanted:
                there.add(str(name))
                continue
            await connection.execute(sql.SQL("drop index concurrently if exists {}").format(_named(str(place))))
            log.info("dropped the vector index %s: %s", name, "no longer needed" if valid else "it was left half built")
            changed += 1
        for name, (owner_id, quiet) in wanted.items():
            if name not in there and (quiet or at_once):
                return changed + await self._build(connection, name, owner_id)
        return changed

    async def _wanted(self, connection: Connection) -> dict[str, tuple[UUID, bool]]:
        policy, now = self._policy, datetime.now(UTC)
        if not policy.model or not 0 < policy.dimensions <= MOST_DIMENSIONS:
            return {}
        parameters = {
            "quiet_before": now - timedelta(seconds=QUIET_SECONDS),
            "searched_after": now - timedelta(days=KEPT_DAYS),
            "pieces": policy.pieces,
            "limit": policy.most,
        }
        rows = await _rows(connection, "sweep.large_owners", parameters)
        return {
            index_name(owner_id, policy.model): (owner_id, bool(quiet))
            for owner_id, _, quiet in rows
            if isinstance(owner_id, UUID)
        }

    async def _build(self, connection: Connection, name: str, owner_id: UUID) -> int:
        found = await _rows(connection, "sweep.piece_table", {"owner_id": owner_id})
        if not found:
            return 0
        started = datetime.now(UTC)
        await connection.execute(
            sql.SQL(
                "create index concurrently {} on {} using hnsw ((embedding::halfvec({})) halfvec_cosine_ops)"
                " where owner_id = {} and model = {} and embedding is not null"
            ).format(
                sql.Identifier(name),
                _named(str(found[0][0])),
                sql.Literal(self._policy.dimensions),
                sql.Literal(str(owner_id)),
                sql.Literal(self._policy.model),
            )
        )
        log.info("built the vector index %s in %.0f s", name, (datetime.now(UTC) - started).total_seconds())
        return 1


def vector_indexes(settings: Settings, embedder: Embedder | None) -> AnnIndexes:
    """Return what keeps the indexes that the settings ask for. Raises SetupError without a `database_url`."""
    if settings.database_url is None:
        raise SetupError("HAIMA_DATABASE_URL is not set; set it, or use `serve --embedded`.")
    model, dimensions = (embedder.model, embedder.dimensions) if embedder is not None else ("", 0)
    policy = AnnPolicy(max(settings.exact_pieces, settings.coded_pieces), settings.vector_indexes, model, dimensions)
    return AnnIndexes(settings.database_url.get_secret_value(), policy)


async def _rows(connection: Connection, name: str, parameters: dict[str, object]) -> list[tuple[object, ...]]:
    cursor = await connection.execute(SQL[name], parameters)
    return await cursor.fetchall()


def _named(regclass: str) -> sql.Identifier:
    """Return what `regclass::text` names: quoted by PostgreSQL where it must be, with a schema where it needs one."""
    return sql.Identifier(*(part.strip('"') for part in regclass.split(".")))
