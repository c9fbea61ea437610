"""Looking after one user's memories: trust by use, forgetting by policy, statements that say the same."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from psycopg.types.json import Jsonb

from app.adapters.postgres.database import Connection, Database, Row
from app.adapters.postgres.rows import owner_values, short
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.summaries import drop_summaries
from app.domain.ids import new_id
from app.domain.models import Owner
from app.domain.retention import PROTECTED_IMPORTANCE, USED_STEP, USED_TRUST, Held
from app.service.ports import ForgetOutcome
from app.service.ports.retention import PolicyReceipt, StatedMemory

MOST_SOURCES: Final = 50
"""So many of the statements merged into one are named."""
READ_SECONDS: Final = 60.0
"""Of a user with very many memories."""
MOST_CHARS: Final = 1_000
"""Longer memories are texts, not statements."""


class _ChangedMeanwhileError(Exception):
    """The kept memory is not what it was: the transaction is rolled back."""


class PostgresRetention:
    """`app.service.ports.retention.RetentionStore` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due_owners(self, *, before: datetime, limit: int) -> list[Owner]:
        """Users that were not looked after since `before`, the longest ago first."""
        rows = await self._database.fetch_all(SQL["sweep.retention_due"], {"before": before, "limit": limit})
        return [Owner(*row) for row in rows]

    async def owners_after(self, after: UUID, *, tenant_id: str | None, limit: int) -> list[Owner]:
        """Users of a tenant (None: of all) in order of owner_id, behind this one."""
        parameters = {"after": after, "tenant_id": tenant_id, "limit": limit}
        rows = await self._database.fetch_all(SQL["sweep.any_owners"], parameters)
        return [Owner(tenant, user_id) for _, tenant, user_id in rows]

    async def done(self, owner: Owner, *, now: datetime) -> None:
        """Note that a user was looked after."""
        await self._database.execute(SQL["retention.done"], {**owner_values(owner), "now": now})

    async def read_held(
        self, owner: Owner, *, now: datetime, session_ttl_seconds: int, limit: int
    ) -> tuple[list[Held], list[int]]:
        """What a policy weighs (nothing that a window still shows), and the days on which the user was active."""
        active_after = now - timedelta(seconds=session_ttl_seconds)
        parameters = {**owner_values(owner), "now": now, "active_after": active_after, "limit": limit}
        async with self._database.transaction(owner, deadline_seconds=READ_SECONDS) as connection:
            rows = await (await connection.execute(SQL["retention.held"], parameters, binary=True)).fetchall()
            days = await (await connection.execute(SQL["retention.active_days"], parameters, binary=True)).fetchall()
        return [_held(list(parts)) for _, parts in groupby(rows, key=_message)], [day for (day,) in days]

    async def forget_faded(
        self, owner: Owner, faded: Sequence[Held], *, policy: Mapping[str, Any], reason: str, now: datetime
    ) -> ForgetOutcome | None:
        """Hide these memories, but what changed since it was read, and leave a receipt; None where nothing went."""
        versions = [row for held in faded for row in held.versions]
        async with self._database.transaction(owner) as connection:
            parameters = await _receipt_values(connection, owner, now)
            given = {
                "ids": [id for id, _, _ in versions],
                "versions": [version for _, version, _ in versions],
                "accessed": [accessed_at for _, _, accessed_at in versions],
                "protected": PROTECTED_IMPORTANCE,
            }
            cursor = await connection.execute(SQL["retention.hide"], {**parameters, **given}, binary=True)
            return await _leave_receipt(connection, await cursor.fetchall(), parameters, policy, reason)

    async def undo(self, owner: Owner, receipt_id: UUID, *, now: datetime, grace_seconds: int, by: str = "") -> int:
        """Bring back what a policy run hid, on the word of the API key `by`; returns how many rows came back."""
        async with self._database.transaction(owner) as connection:
            parameters = await _receipt_values(connection, owner, now)
            parameters |= {"receipt_id": receipt_id, "forgotten_after": now - timedelta(seconds=grace_seconds)}
            parameters |= {"by": by}
            await connection.execute(SQL["retention.keep_undone"], parameters)
            return (await connection.execute(SQL["retention.undo"], parameters)).rowcount

    async def policy_receipts(
        self, owner: Owner, *, now: datetime, grace_seconds: int, limit: int
    ) -> list[PolicyReceipt]:
        """The policy runs that can still be undone, newest first."""
        after = now - timedelta(seconds=grace_seconds)
        parameters = {**owner_values(owner), "forgotten_after": after, "limit": limit}
        rows = await self._database.fetch_all(SQL["retention.receipts"], parameters)
        return [PolicyReceipt(*row) for row in rows]

    async def credit_uses(self, owner: Owner, *, now: datetime) -> int:
        """Raise the trust of what was used since the last time and not corrected; returns how many rose."""
        parameters = {**owner_values(owner), "used_trust": USED_TRUST, "step": USED_STEP}
        if not await self._database.fetch_all(SQL["retention.has_uses"], parameters):
            return 0
        async with self._database.transaction(owner) as connection:
            parameters |= await _receipt_values(connection, owner, now)
            return (await connection.execute(SQL["retention.credit_uses"], parameters)).rowcount

    async def read_statements(self, owner: Owner, *, limit: int) -> list[StatedMemory]:
        """Saved memories, the ones to keep before others."""
        parameters = {**owner_values(owner), "most_chars": MOST_CHARS, "limit": limit}
        return [_statement(row) for row in await self._database.fetch_all(SQL["retention.statements"], parameters)]

    async def merge(self, owner: Owner, kept: StatedMemory, others: Sequence[StatedMemory], *, now: datetime) -> int:
        """Hide the others, with a receipt, and make them sources of the kept one; returns how many were hidden.

        Nothing happens (0) where the kept one changed since it was read.
        """
        try:
            async with self._database.transaction(owner) as connection:
                parameters = await _receipt_values(connection, owner, now)
                given = {"ids": [one.id for one in others], "versions": [one.version for one in others]}
                cursor = await connection.execute(SQL["retention.hide_merged"], {**parameters, **given}, binary=True)
                hidden = {id: (layer, layers) for id, layer, layers in await cursor.fetchall()}
                gone = [one for one in others if one.id in hidden]
                if not gone:
                    return 0
                layers = 0
                for _, held in hidden.values():
                    layers |= held
                await _add_sources(connection, kept, gone, {**parameters, "layers": layers})
                rows = [(id, layer) for id, (layer, _) in hidden.items()]
                policy = {"merged_into": str(kept.id)}
                await _leave_receipt(connection, rows, parameters, policy, "says the same as another memory")
                return len(gone)
        except _ChangedMeanwhileError:
            return 0


async def _receipt_values(connection: Connection, owner: Owner, now: datetime) -> dict[str, Any]:
    """Lock the owner and return what every change of memories is noted with."""
    values = owner_values(owner)
    cursor = await connection.execute(SQL["owner.bump"], values)
    row = await cursor.fetchone()
    return {**values, "now": now, "receipt_id": new_id(), "changed": row[0] if row else 0}


async def _leave_receipt(
    connection: Connection, hidden: Sequence[Row], parameters: dict[str, Any], policy: Mapping[str, Any], reason: str
) -> ForgetOutcome | None:
    if not hidden:
        return None
    ids = tuple(row[0] for row in hidden)
    owner, version = Owner(parameters["tenant_id"], parameters["user_id"]), parameters["changed"]
    summaries = tuple(await drop_summaries(connection, owner, ids))
    by_layer = dict(Counter(row[1] for row in hidden))
    outcome = ForgetOutcome(parameters["receipt_id"], by_layer, ids, (), (), summaries=summaries, version=version)
    values = {
        "selectors": Jsonb({"policy": dict(policy)}),
        "by_layer": Jsonb(outcome.by_layer),
        "facts": Jsonb([]),
        "ids": list(ids),
        "session_ids": [],
        "summary_session_ids": list(summaries),
        "everything": False,
        "erase": False,
        "reason": reason,
        "by": "",
    }
    await connection.execute(SQL["forget.put_receipt"], {**parameters, **values})
    return outcome


async def _add_sources(
    connection: Connection, kept: StatedMemory, gone: Sequence[StatedMemory], parameters: dict[str, Any]
) -> None:
    sources = [dict(source) for source in kept.merged_from]
    for one in gone:
        sources.append({"id": str(one.id), "session_id": one.session_id})
        sources += [dict(source) for source in one.merged_from]
    values = {
        "id": kept.id,
        "version": kept.version,
        "importance": max(one.importance for one in gone),
        "trust": max(one.trust for one in gone),
        "access_count": sum(one.uses for one in gone),
        "merged_from": Jsonb(sources[:MOST_SOURCES]),
    }
    await connection.execute(SQL["memory.keep_version"], {**parameters, "id": kept.id})
    if not (await connection.execute(SQL["retention.merge"], {**parameters, **values})).rowcount:
        raise _ChangedMeanwhileError


def _message(row: Row) -> tuple[Any, ...]:
    """Return what the rows of one memory share: a message's place, else the memory's own id."""
    id, _, _, session_id, seq, *_ = row
    return (id,) if seq is None else (session_id, seq)


def _held(parts: Sequence[Row]) -> Held:
    """Return a memory of its rows: the best of each part counts."""
    return Held(
        versions=tuple((id, version, accessed_at) for id, version, accessed_at, *_ in parts),
        importance=max(short(row[5]) for row in parts),
        trust=max(short(row[6]) for row in parts),
        uses=sum(row[7] for row in parts),
        pinned=any(row[8] for row in parts),
        touched_day=max(row[9] for row in parts),
    )


def _statement(row: Row) -> StatedMemory:
    id, version, content, type, agent_id, visibility, subject, importance, trust, uses, pinned, session_id, merged = row
    return StatedMemory(
        id=id,
        version=version,
        content=content,
        type=type,
        agent_id=agent_id,
        visibility=visibility,
        subject=subject,
        importance=short(importance),
        trust=short(trust),
        uses=uses,
        pinned=pinned,
        session_id=session_id,
        merged_from=tuple(source for source in merged if isinstance(source, dict)) if isinstance(merged, list) else (),
    )
