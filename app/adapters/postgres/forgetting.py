"""Soft forgetting, erasure, receipts, expiry and purge."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from app.adapters.postgres.archive import lock_owners
from app.adapters.postgres.database import Connection, Database
from app.adapters.postgres.erased_letters import clean_letters
from app.adapters.postgres.fact_sources import erase_facts_of, hide_facts_of
from app.adapters.postgres.fact_versions import insert_facts
from app.adapters.postgres.rows import fact_ref, owner_values
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.summaries import drop_summaries
from app.domain.ids import new_id
from app.domain.models import NewFact, Owner
from app.service.ports import ForgetOutcome, ForgetSelection


@dataclass(frozen=True, slots=True)
class _Picked:
    """What a selection picks; `facts` are (session id or '', key, valid_from of the current version, shows a value)."""

    memories: list[tuple[UUID, str | None]]
    facts: list[tuple[str, str, datetime, bool]]
    session_ids: list[str]

    def outcome(self, receipt_id: UUID, *, everything: bool) -> ForgetOutcome:
        by_layer = Counter(layer for _, layer in self.memories if layer is not None)
        by_layer.update("semantic" for _, _, _, shows in self.facts if shows)
        return ForgetOutcome(
            receipt_id=receipt_id,
            by_layer=dict(by_layer),
            memory_ids=tuple(id for id, _ in self.memories),
            facts=tuple((session_id or None, key) for session_id, key, _, _ in self.facts),
            session_ids=tuple(self.session_ids),
            everything=everything,
        )


class PostgresForgetting:
    """`app.service.ports.Forgetting` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def forget(
        self,
        owner: Owner,
        selection: ForgetSelection,
        *,
        erase: bool,
        dry_run: bool,
        reason: str,
        now: datetime,
        session_ttl_seconds: int,
        by: str = "",
    ) -> ForgetOutcome:
        """One transaction under the owner's lock: tombstones, rows, receipt (with the Redis deletes still open).

        `by_layer` counts what was picked and visible: memories, and facts as semantic (those that go with the message
        they were read from are not picked). `memory_ids` names all that went (an erasure also takes what was forgotten
        or expired before). A dry run changes nothing and leaves no receipt.
        """
        parameters = _parameters(owner, selection, now, session_ttl_seconds)
        parameters |= {"erase": erase, "reason": reason, "by": by}
        whole_user = selection.everything and _is_whole(selection) and selection.session_id is None
        async with self._database.transaction(owner) as connection:
            # An erasure of a user who is not there yet locks as well: the first memories may be on their way.
            changed = 0 if dry_run else (await lock_owners(connection, [owner], now))[owner.owner_id]
            picked = await _pick(connection, selection, parameters)
            outcome = picked.outcome(parameters["receipt_id"], everything=whole_user)
            if dry_run:
                return outcome
            dropped = await drop_summaries(connection, owner, outcome.memory_ids)
            outcome = replace(outcome, summaries=tuple(dropped), version=changed)
            parameters |= {"changed": changed, "ids": list(outcome.memory_ids)}
            parameters |= {"session_ids": picked.session_ids}
            if erase:
                await _erase(connection, selection, picked, parameters, whole_user=whole_user)
                derived = await erase_facts_of(connection, owner, outcome.memory_ids)
            else:
                await _hide(connection, owner, picked, parameters)
                derived = await hide_facts_of(connection, owner, outcome.memory_ids, now)
            outcome = replace(outcome, facts=tuple(dict.fromkeys((*outcome.facts, *derived))))
            await _put_receipt(connection, selection, outcome, parameters)
        return outcome

    async def receipt_done(self, owner: Owner, receipt_id: UUID) -> None:
        """Note that the Redis deletes of a receipt were confirmed; the receipt then keeps ids and counts only."""
        await self._database.execute(SQL["forget.receipt_done"], {**owner_values(owner), "receipt_id": receipt_id})

    async def open_receipts(self, *, limit: int) -> list[tuple[Owner, ForgetOutcome, bool]]:
        """Receipts whose Redis deletes are unconfirmed (owner, what to delete, whether it was the whole user)."""
        rows = await self._database.fetch_all(SQL["sweep.open_receipts"], {"limit": limit})
        return [
            (
                Owner(tenant_id, user_id),
                ForgetOutcome(
                    receipt_id,
                    by_layer,
                    tuple(ids),
                    tuple(map(tuple, facts)),
                    tuple(sessions),
                    everything,
                    tuple(summaries),
                    version,
                ),
                everything,
            )
            for tenant_id, user_id, receipt_id, by_layer, ids, facts, sessions, everything, summaries, version in rows
        ]

    async def purge(self, *, now: datetime, grace_seconds: int, limit: int) -> list[tuple[Owner, tuple[UUID, ...]]]:
        """Delete for good what is past its grace period or expiry; returns what went, by owner.

        At most `limit` memories in one run. Searches that keep columns need not hear of it: what goes was invisible by
        its own times already.
        """
        parameters = {"now": now, "forgotten_before": now - timedelta(seconds=grace_seconds), "limit": limit}
        gone: dict[Owner, list[UUID]] = {}
        for tenant_id, user_id, id in await self._database.execute(SQL["sweep.purge"], parameters):
            gone.setdefault(Owner(tenant_id, user_id), []).append(id)
        await self._database.execute(SQL["sweep.purge_sessions"], parameters)
        return [(owner, tuple(ids)) for owner, ids in gone.items()]


def _parameters(owner: Owner, selection: ForgetSelection, now: datetime, session_ttl_seconds: int) -> dict[str, Any]:
    return {
        **owner_values(owner),
        "session_id": selection.session_id,
        "memory_ids": list(selection.memory_ids),
        "fact_keys": list(selection.fact_keys),
        "types": list(selection.types),
        "query_ids": None if selection.query_ids is None else list(selection.query_ids),
        "before": selection.before,
        "every_agent": selection.everything or (selection.session_id is not None and _is_whole(selection)),
        "agent_id": selection.agent_id,
        "now": now,
        "active_after": now - timedelta(seconds=session_ttl_seconds),
        "receipt_id": new_id(),
    }


def _is_whole(selection: ForgetSelection) -> bool:
    """Tell whether nothing narrows the session or user that is selected."""
    return not (
        selection.memory_ids
        or selection.fact_keys
        or selection.types
        or selection.query_ids is not None
        or selection.before is not None
    )


async def _pick(connection: Connection, selection: ForgetSelection, parameters: dict[str, Any]) -> _Picked:
    """Read what is selected. A selector of memories selects no facts, and the other way round."""
    memories: list[tuple[UUID, str | None]] = []
    facts: list[tuple[str, str, datetime, bool]] = []
    session_ids: list[str] = []
    if not selection.fact_keys:
        cursor = await connection.execute(SQL["forget.memories"], parameters, binary=True)
        memories = [(id, layer) for id, layer in await cursor.fetchall()]
    of_memories = bool(selection.memory_ids or selection.types or selection.query_ids is not None)
    wider = bool(selection.fact_keys) or selection.session_id is not None or selection.everything
    if wider and not of_memories:
        cursor = await connection.execute(SQL["forget.facts"], parameters, binary=True)
        facts = await cursor.fetchall()
    if (selection.session_id is not None or selection.everything) and _is_whole(selection):
        cursor = await connection.execute(SQL["forget.sessions"], parameters, binary=True)
        session_ids = [session_id for (session_id,) in await cursor.fetchall()]
        if selection.session_id is not None:
            session_ids = [selection.session_id]  # Redis may hold one that Postgres has not heard of
    return _Picked(memories, facts, session_ids)


async def _hide(connection: Connection, owner: Owner, picked: _Picked, parameters: dict[str, Any]) -> None:
    now: datetime = parameters["now"]
    await connection.execute(SQL["forget.hide_memories"], parameters)
    if picked.session_ids:
        await connection.execute(SQL["forget.hide_sessions"], parameters)
    retractions = [
        (
            owner,
            NewFact(
                id=new_id(),
                key=key,
                value="",
                session_id=session_id or None,
                valid_from=max(now, valid_from),
                recorded_at=now,
                confidence=1.0,
                source={},
                reason=parameters["reason"],
                retracted=True,
            ),
        )
        for session_id, key, valid_from, _ in picked.facts
    ]
    await insert_facts(connection, retractions)


async def _erase(
    connection: Connection,
    selection: ForgetSelection,
    picked: _Picked,
    parameters: dict[str, Any],
    *,
    whole_user: bool,
) -> None:
    if not picked.session_ids:
        await connection.execute(SQL["forget.clear_echoes"], parameters)
    cards = {"card_ids": [card for card, *_ in picked.facts], "keys": [key for _, key, *_ in picked.facts]}
    await connection.execute(SQL["forget.erase_memories"], parameters)
    await connection.execute(SQL["forget.erase_facts"], {**parameters, **cards})
    await connection.execute(SQL["forget.erase_sessions"], parameters)
    if whole_user:
        await connection.execute(SQL["forget.erase_dead_letters"], parameters)
        await connection.execute(SQL["forget.erase_receipts"], parameters)
    else:
        await clean_letters(connection, selection, parameters)
        erased = {"refs": [str(id) for id, _ in picked.memories]}
        await connection.execute(SQL["retention.forget_sources"], {**parameters, **erased})
    tombstones = [("user", "")] if whole_user else _tombstones(selection, picked)
    if not parameters["every_agent"]:
        tombstones = await _without_hidden(connection, selection, picked, parameters, tombstones)
    marks = {"kinds": [kind for kind, _ in tombstones], "refs": [ref for _, ref in tombstones]}
    await connection.execute(SQL["forget.put_tombstones"], {**parameters, **marks})
    await connection.execute(SQL["forget.whole_from"], parameters)


def _tombstones(selection: ForgetSelection, picked: _Picked) -> list[tuple[str, str]]:
    """Return (kind, ref) of what may not come back: also of ids and keys that Postgres has not heard of yet."""
    keys = [(session_id or None, key) for session_id, key, *_ in picked.facts]
    if selection.fact_keys and not (selection.memory_ids or selection.types or selection.before):
        keys += [(selection.session_id, key) for key in selection.fact_keys]
    marks = [("session", session_id) for session_id in picked.session_ids]
    if not picked.session_ids:
        marks += [("memory", str(id)) for id, _ in picked.memories]
        asked_by_id_alone = not (selection.types or selection.session_id or selection.before or selection.fact_keys)
        if asked_by_id_alone and selection.query_ids is None:
            marks += [("memory", str(id)) for id in selection.memory_ids]
    marks += [("fact", fact_ref(session_id, key)) for session_id, key in keys]
    return list(dict.fromkeys(marks))


async def _without_hidden(
    connection: Connection,
    selection: ForgetSelection,
    picked: _Picked,
    parameters: dict[str, Any],
    marks: list[tuple[str, str]],
) -> list[tuple[str, str]]:
    """Leave out ids that are there and were not picked: memories that this agent may not see stay as they are."""
    gone = {id for id, _ in picked.memories}
    asked = [id for id in selection.memory_ids if id not in gone]
    if not asked:
        return marks
    cursor = await connection.execute(SQL["forget.still_there"], {**parameters, "asked_ids": asked}, binary=True)
    hidden = {("memory", str(id)) for (id,) in await cursor.fetchall()}
    return [mark for mark in marks if mark not in hidden]


async def _put_receipt(
    connection: Connection, selection: ForgetSelection, outcome: ForgetOutcome, parameters: dict[str, Any]
) -> None:
    selectors = {
        "session_id": selection.session_id,
        "memory_ids": [str(id) for id in selection.memory_ids],
        "fact_keys": list(selection.fact_keys),
        "types": list(selection.types),
        "query": selection.query_ids is not None,
        "before": selection.before.isoformat() if selection.before else None,
        "all": selection.everything,
    }
    values = {
        "selectors": Jsonb(selectors),
        "by_layer": Jsonb(outcome.by_layer),
        "facts": Jsonb([list(fact) for fact in outcome.facts]),
        "everything": outcome.everything,
        "summary_session_ids": list(outcome.summaries),
    }
    await connection.execute(SQL["forget.put_receipt"], {**parameters, **values})
