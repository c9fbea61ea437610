"""Reading and changing memories one at a time, and the list of sessions."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from psycopg.types.json import Jsonb

from app.adapters.postgres.archive import copy_pieces
from app.adapters.postgres.database import Connection, Database, Row
from app.adapters.postgres.fact_sources import reread_facts_of, restore_facts_of
from app.adapters.postgres.read_replica import CurrentRows, ReadReplica
from app.adapters.postgres.row_security import AS_LOGIN
from app.adapters.postgres.rows import memory_from, owner_columns, owner_values, short
from app.adapters.postgres.seeds import read_turn
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.summaries import drop_summaries
from app.domain.errors import NotFound, StaleVersion
from app.domain.models import LayerName, Layers, Memory, MemoryVersion, Owner, SessionInfo, Turn, Verdict
from app.service.ports import PieceRow

CHANGEABLE: Final = frozenset(
    {"content", "type", "importance", "layers", "subject", "metadata", "pinned", "expires_at", "working_until"}
)
_ALL_LAYERS: Final = 15


class PostgresMemoryStore:
    """`app.service.ports.MemoryStore` on PostgreSQL.

    `layers` of the memories it returns are those that hold them now: a chat message is WORKING while it is in its
    session's window and EPISODIC after it, a saved memory loses WORKING at `working_until`.
    """

    def __init__(self, database: Database, *, session_ttl_seconds: int, replica: ReadReplica | None = None) -> None:
        """`replica`: where lists are read, if it is set and not behind."""
        self._database = database
        self._current = CurrentRows(database, replica)
        self._session_ttl = timedelta(seconds=session_ttl_seconds)

    async def list_memories(
        self,
        owner: Owner,
        *,
        agent_id: str | None,
        layer: LayerName | None,
        type: str | None,
        session_id: str | None,
        subject: str | None,
        limit: int,
        after: tuple[datetime, UUID] | None,
        now: datetime,
        session_ttl_seconds: int,
    ) -> list[Memory]:
        """Visible memories, newest first (created_at, id); `after` continues behind that place."""
        parameters = {
            **owner_values(owner),
            "agent_id": agent_id,
            "layers": _ALL_LAYERS if layer is None else int(Layers[layer.upper()]),
            "type": type,
            "session_id": session_id,
            "subject": subject,
            "limit": limit,
            "after_at": after[0] if after else None,
            "after_id": after[1] if after else None,
            "now": now,
            "active_after": now - timedelta(seconds=session_ttl_seconds),
        }
        return [memory_from(row) for row in await self._current.fetch_all(owner, "memory.list", parameters)]

    async def get_memory(self, owner: Owner, memory_id: UUID, *, now: datetime) -> Memory:
        """One visible memory, or NotFound."""
        parameters = self._place(owner, memory_id, now)
        return _visible(await self._database.fetch_one(SQL["memory.get"], parameters))

    async def patch_memory(
        self,
        owner: Owner,
        memory_id: UUID,
        changes: Mapping[str, Any],
        *,
        pieces: Sequence[PieceRow] | None,
        content_hash: bytes | None,
        if_version: int | None,
        now: datetime,
        reason: str,
        by: str = "",
    ) -> Memory:
        """Make a new version; the old one goes into history. `pieces` replace the old ones where the content changed.

        `changes` holds new values by field (see CHANGEABLE). Raises NotFound, StaleVersion; ValueError for a field that
        can't be changed.
        """
        if unknown := set(changes) - CHANGEABLE:
            raise ValueError(f"a memory's {sorted(unknown)} can't be changed")
        place = self._place(owner, memory_id, now)
        async with self._database.transaction(owner) as connection:
            changed = await _bump(connection, owner)
            memory = _visible(await _fetch_one(connection, "memory.get", place))
            if if_version is not None and if_version != memory.version:
                raise StaleVersion(f"the memory has version {memory.version}, not {if_version}")
            stored = await _fetch_one(connection, "memory.stored_layers", place)
            values = {field: getattr(memory, field) for field in CHANGEABLE} | {"layers": stored[0] if stored else 0}
            values |= changes
            values |= {"layers": int(values["layers"]), "metadata": Jsonb(values["metadata"])}
            if changes.keys() & {"content", "expires_at"}:
                await drop_summaries(connection, owner, [memory_id])
            await connection.execute(SQL["memory.keep_version"], place)
            await connection.execute(
                SQL["memory.change"],
                {**values, **place, "content_hash": content_hash, "reason": reason, "by": by, "changed": changed},
            )
            if pieces is not None:
                await connection.execute(SQL["memory.drop_pieces"], place)
                await connection.execute(AS_LOGIN)  # COPY is refused under row-level security
                await copy_pieces(connection, [(owner, piece) for piece in pieces], model="")
            if changes.get("content", memory.content) != memory.content and memory.role is not None:
                await reread_facts_of(connection, owner, memory, now)
            return _visible(await _fetch_one(connection, "memory.get", place))

    async def history(self, owner: Owner, memory_id: UUID) -> list[MemoryVersion]:
        """Every version, newest first, or NotFound."""
        rows = await self._database.fetch_all(SQL["memory.history"], {**owner_values(owner), "id": memory_id})
        if not rows:
            raise NotFound("no such memory")
        return [MemoryVersion(no, text, kind, short(importance), *rest) for no, text, kind, importance, *rest in rows]

    async def restore(
        self, owner: Owner, memory_id: UUID, *, agent_id: str | None, now: datetime, grace_seconds: int, by: str = ""
    ) -> Memory:
        """Undo a soft forget within the grace period; NotFound, and nothing restored, where the agent may not see it.

        History gets a version that tells who forgot it and why, and one that tells who restored it. One that is not
        forgotten is returned as it is.
        """
        place = self._place(owner, memory_id, now)
        async with self._database.transaction(owner) as connection:
            changed = await _bump(connection, owner)
            forgotten_after = now - timedelta(seconds=grace_seconds)
            values = {**place, "changed": changed, "forgotten_after": forgotten_after, "by": by}
            await connection.execute(SQL["memory.keep_forgotten"], values)
            await connection.execute(SQL["memory.restore"], values)
            memory = _visible(await _fetch_one(connection, "memory.get", place))
            if not memory.seen_by(agent_id):
                raise NotFound("no such memory")
            await drop_summaries(connection, owner, [memory_id])  # they are made anew with it
            await restore_facts_of(connection, owner, memory, now)
            return memory

    async def move_trust(
        self,
        owner: Owner,
        memory_ids: Sequence[UUID],
        verdict: Verdict,
        *,
        agent_id: str | None = None,
        now: datetime,
        reason: str = "",
        by: str = "",
    ) -> int:
        """Apply feedback (helpful: trust + 0.2 × (1 - trust); wrong: trust × 0.4); returns how many were found.

        `wrong` also ends the rise of trust with use, until the memory is called helpful, and is a version in history.
        """
        async with self._database.transaction(owner) as connection:
            try:
                changed = await _bump(connection, owner)
            except NotFound:
                return 0
            ids = {**owner_values(owner), "ids": list(memory_ids), "helpful": verdict is Verdict.HELPFUL}
            values = {**ids, "changed": changed, "agent_id": agent_id, "now": now, "reason": reason, "by": by}
            if verdict is Verdict.WRONG:
                await connection.execute(SQL["memory.keep_judged"], values)
            return (await connection.execute(SQL["memory.move_trust"], values)).rowcount

    async def count_access(self, accesses: Mapping[Owner, Mapping[UUID, int]], *, now: datetime) -> None:
        """Add to access counts, in one statement for all; rows that are being changed just now are passed over."""
        counted = [(owner, id, count) for owner, counts in accesses.items() for id, count in counts.items()]
        if not counted:
            return
        parameters = {
            **owner_columns(owner for owner, _, _ in counted),
            "ids": [id for _, id, _ in counted],
            "counts": [count for _, _, count in counted],
            "now": now,
        }
        await self._database.execute(SQL["memory.count_access"], parameters)

    async def list_sessions(self, owner: Owner, *, limit: int, after: tuple[datetime, str] | None) -> list[SessionInfo]:
        """Sessions, most recently active first; `after` (last_active_at, session id) continues behind that place."""
        parameters = {
            **owner_values(owner),
            "limit": limit,
            "after_at": after[0] if after else None,
            "after_id": after[1] if after else None,
        }
        return [SessionInfo(*row) for row in await self._database.fetch_all(SQL["session.list"], parameters)]

    async def find_session(self, owner: Owner, session_id: str) -> SessionInfo | None:
        """One session, or None when Postgres knows none of this name."""
        row = await self._database.fetch_one(SQL["session.find"], {**owner_values(owner), "session_id": session_id})
        return SessionInfo(*row) if row else None

    async def find_turn(self, owner: Owner, session_id: str, seq: int) -> Turn | None:
        """A visible message whole, its parts joined, or None."""
        return await read_turn(self._database, owner, session_id, seq)

    async def has_memories_of(self, owner: Owner, session_id: str, *, now: datetime) -> bool:
        """Whether any visible memory comes from this session."""
        parameters = {**owner_values(owner), "session_id": session_id, "now": now}
        return await self._database.fetch_one(SQL["session.any_memory"], parameters) is not None

    def _place(self, owner: Owner, memory_id: UUID, now: datetime) -> dict[str, Any]:
        return {**owner_values(owner), "id": memory_id, "now": now, "active_after": now - self._session_ttl}


async def _bump(connection: Connection, owner: Owner) -> int:
    """Lock the owner and return the version of the change that follows; NotFound for an owner without any memory."""
    row = await _fetch_one(connection, "owner.bump", owner_values(owner))
    if row is None:
        raise NotFound("no such memory")
    return int(row[0])


async def _fetch_one(connection: Connection, name: str, parameters: Mapping[str, Any]) -> Row | None:
    cursor = await connection.execute(SQL[name], parameters, binary=True)
    return await cursor.fetchone()


def _visible(row: Row | None) -> Memory:
    """Return the memory of a row; NotFound for none, or one that no layer holds any more."""
    if row is None or not row[6]:
        raise NotFound("no such memory")
    return memory_from(row)
