"""Sessions that are due to be read for facts, and the transaction that stores what they state."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from app.adapters.postgres.database import Connection, Database, Row
from app.adapters.postgres.fact_versions import insert_facts, read_entries
from app.adapters.postgres.rows import fact_ref, is_in_flight, owner_columns, owner_values, short
from app.adapters.postgres.statements import SQL
from app.domain.extraction.aligner.echo import BEFORE, MOST_TOLD
from app.domain.extraction.changes import FactChange, Resolution, Stated
from app.domain.extraction.known import KnownFact
from app.domain.extraction.models import Said
from app.domain.ids import new_id
from app.domain.models import CardEntry, NewFact, Owner
from app.service.ports import DueSession, ExtractPacing, FactsLearned, Heard, SessionRead

_Erased = dict[tuple[UUID, str], datetime]
"""(owner id, tombstone's ref) → when a fact was erased."""


class PostgresExtractStore:
    """`app.service.ports.ExtractStore` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due_sessions(self, *, now: datetime, limit: int, most_messages: int, context: int) -> list[DueSession]:
        """Sessions of any user that are due, longest first, each with at most so many fresh messages, and context."""
        rows = await self._database.fetch_all(SQL["sweep.unextracted"], {"now": now, "limit": limit})
        if not rows:
            return []
        owners = [Owner(tenant_id, user_id) for tenant_id, user_id, *_ in rows]
        values = {
            "session_ids": [row[2] for row in rows],
            "after_seqs": [row[3] for row in rows],
            "most": most_messages,
            "context": context,
            "now": now,
        }
        found = await self._database.fetch_all(SQL["extract.messages"], {**owner_columns(owners), **values})
        messages = {number: list(group) for number, group in groupby(found, key=lambda row: row[0])}
        return [
            _due(owner, row, messages.get(number, []), most_messages)
            for number, (owner, row) in enumerate(zip(owners, rows, strict=True), start=1)
        ]

    async def store(self, reads: Sequence[SessionRead], *, now: datetime) -> list[FactsLearned]:
        """Store what sessions state and move their marks, under the owners' locks, one transaction for all.

        A session that somebody else read meanwhile, or that was erased, is left alone; messages that were erased or
        forgotten meanwhile state nothing.
        """
        if not reads:
            return []
        async with self._database.transaction() as connection:
            await connection.execute(
                SQL["extract.lock_owners"], owner_columns({read.session.owner: None for read in reads})
            )
            reads = await _unread(connection, reads)
            resolutions = await _resolve(connection, reads, now)
            claimed = [
                (owner, _new_fact(change, now))
                for owner, made in resolutions.items()
                for resolution in made
                for change in resolution.changes
            ]
            await insert_facts(connection, claimed)
            await _move_on(connection, reads, now)
            entries = await read_entries(connection, [(owner, None, fact.key) for owner, fact in claimed])
        return [
            FactsLearned(
                owner,
                {
                    change.key: entries.get(owner.owner_id, {}).get((None, change.key))
                    for resolution in made
                    for change in resolution.changes
                },
                _counts(made),
            )
            for owner, made in resolutions.items()
        ]

    async def settle(self, sessions: Sequence[DueSession], pacing: ExtractPacing, *, now: datetime) -> None:
        """Note that working memory shows what was stored: the sessions are due again only for what came since."""
        if not sessions:
            return
        values = {
            **_session_columns(sessions),
            "idle": [session.idle for session in sessions],
            "more": [session.more for session in sessions],
            "last_seqs": [session.last_seq for session in sessions],
            "seqs": [session.read_to_seq for session in sessions],
            "extract_rounds": pacing.rounds,
            "extract_silence": pacing.silence,
            "now": now,
        }
        await self._database.execute(SQL["extract.settle"], values)

    async def put_off(self, session: DueSession, *, due_at: datetime) -> None:
        """Count a failed try and look at the session again later."""
        values = {"session_id": session.session_id, "from_seq": session.from_seq, "due_at": due_at}
        await self._database.execute(SQL["extract.put_off"], {**owner_values(session.owner), **values})

    async def read_again(self, owner: Owner, session_id: str, message_ids: Sequence[UUID]) -> None:
        """Have the worker read a session again from the first of these messages on, those that are still there."""
        parameters = {**owner_values(owner), "session_id": session_id, "ids": list(message_ids)}
        await self._database.execute(SQL["extract.read_again"], {**parameters, "now": datetime.now(UTC)})

    async def count_waiting(self, owner: Owner, session_id: str, *, up_to_seq: int | None = None) -> int:
        """How many messages of a session still wait; at least 1 until `settle`, 0 when unknown."""
        parameters = {**owner_values(owner), "session_id": session_id, "up_to_seq": up_to_seq}
        row = await self._database.fetch_one(SQL["extract.waiting"], parameters)
        return int(row[0]) if row else 0

    async def user_entries(self, owner: Owner) -> dict[str, CardEntry | None]:
        """Every key of the user's card with what it shows now, None where its fact has ended."""
        async with self._database.transaction(owner) as connection:
            cursor = await connection.execute(SQL["extract.user_keys"], owner_values(owner))
            keys = [row[0] for row in await cursor.fetchall()]
            entries = await read_entries(connection, [(owner, None, key) for key in keys])
        return {key: entries.get(owner.owner_id, {}).get((None, key)) for key in keys}

    async def known_facts(self, owner: Owner) -> list[KnownFact]:
        """The newest version of every fact of the user's card, also of those that ended."""
        rows = await self._database.fetch_all(SQL["extract.newest_facts"], _newest([owner], datetime.now(UTC)))
        return [_known(row) for row in rows]


def _due(owner: Owner, row: Row, messages: Sequence[Row], most_messages: int) -> DueSession:
    _, _, session_id, from_seq, last_seq, rounds, tries, shown_seq = row
    fresh = [message for message in messages if message[9]]
    return DueSession(
        owner=owner,
        session_id=session_id,
        from_seq=from_seq,
        read_to_seq=max((message[2] for message in fresh), default=from_seq),
        last_seq=last_seq,
        rounds=max((message[3] for message in fresh), default=rounds),
        tries=tries,
        messages=tuple(_heard(message) for message in messages if message[5] is not None),
        more=len(fresh) == most_messages,
        unshown=shown_seq < from_seq,
    )


def _heard(row: Row) -> Heard:
    _, id, seq, round_no, role, content, message_id, name, created_at, fresh = row
    return Heard(id, seq, round_no, Said(str(id), role, content, created_at, name), message_id, fresh)


async def _unread(connection: Connection, reads: Sequence[SessionRead]) -> list[SessionRead]:
    """Return the sessions whose mark still stands where it stood when they were read."""
    cursor = await connection.execute(SQL["extract.marks"], _session_columns([read.session for read in reads]))
    marks = {(owner_id, session_id): seq for owner_id, session_id, seq in await cursor.fetchall()}
    return [
        read
        for read in reads
        if marks.get((read.session.owner.owner_id, read.session.session_id)) == read.session.from_seq
    ]


async def _resolve(
    connection: Connection, reads: Sequence[SessionRead], now: datetime
) -> dict[Owner, list[Resolution]]:
    """Resolve what each owner stated against what is known of them, in a thread: the loop goes on serving meanwhile."""
    stated: dict[Owner, list[Stated]] = {}
    for read in reads:
        if read.statements:
            stated.setdefault(read.session.owner, []).extend(read.statements)
    if not stated:
        return {}
    stated = await _still_visible(connection, stated, now)
    owners = owner_columns(stated)
    known: dict[UUID, list[KnownFact]] = {}
    cursor = await connection.execute(SQL["extract.newest_facts"], _newest(stated, now))
    for row in await cursor.fetchall():
        known.setdefault(row[0], []).append(_known(row))
    cursor = await connection.execute(SQL["extract.fact_tombstones"], owners)
    erased: _Erased = {(owner_id, ref): at for owner_id, ref, at in await cursor.fetchall()}
    return await asyncio.to_thread(_resolved, stated, known, erased, now)


def _resolved(
    stated: dict[Owner, list[Stated]], known: dict[UUID, list[KnownFact]], erased: _Erased, now: datetime
) -> dict[Owner, list[Resolution]]:
    from app.domain.extraction.resolve import resolve  # what reads texts is not loaded where nothing is read

    return {
        owner: [
            _without_erased(owner, resolution, erased)
            for resolution in resolve(said, known.get(owner.owner_id, ()), now)
        ]
        for owner, said in stated.items()
    }


async def _still_visible(
    connection: Connection, stated: dict[Owner, list[Stated]], now: datetime
) -> dict[Owner, list[Stated]]:
    """Return the statements with those of their messages that may still be read; without any, they are gone."""
    asked = [(owner, id) for owner, said in stated.items() for one in said for id in one.source_ids]
    ids = {**owner_columns(owner for owner, _ in asked), "ids": [id for _, id in asked], "now": now}
    cursor = await connection.execute(SQL["extract.visible"], ids)
    visible = {(owner_id, id) for owner_id, id in await cursor.fetchall()}
    left: dict[Owner, list[Stated]] = {}
    for owner, said in stated.items():
        for one in said:
            pairs = zip(one.source_ids, one.message_ids, strict=True)
            held = [(id, shown) for id, shown in pairs if (owner.owner_id, id) in visible]
            if held:
                kept = replace(one, source_ids=tuple(i for i, _ in held), message_ids=tuple(m for _, m in held))
                left.setdefault(owner, []).append(kept)
    return left


def _without_erased(owner: Owner, resolution: Resolution, erased: _Erased) -> Resolution:
    """Take out changes of a key that was erased after the messages that state it had come in."""
    if erased:
        resolution.changes = [
            change
            for change in resolution.changes
            if not all(
                is_in_flight(id, erased.get((owner.owner_id, fact_ref(None, change.key)))) for id in change.source_ids
            )
        ]
    return resolution


async def _move_on(connection: Connection, reads: Sequence[SessionRead], now: datetime) -> None:
    if not reads:
        return
    sessions = [read.session for read in reads]
    values = {
        **_session_columns(sessions),
        "seqs": [session.read_to_seq for session in sessions],
        "rounds": [session.rounds for session in sessions],
        "from_seqs": [session.from_seq for session in sessions],
        "missed": [read.missed for read in reads],
        "now": now,
    }
    await connection.execute(SQL["extract.move_on"], values)


def _session_columns(sessions: Iterable[DueSession]) -> dict[str, list[Any]]:
    listed = list(sessions)
    return {
        **owner_columns(session.owner for session in listed),
        "session_ids": [session.session_id for session in listed],
    }


def _newest(owners: Iterable[Owner], now: datetime) -> dict[str, Any]:
    return {**owner_columns(owners), "now": now, "before": BEFORE, "most_told": MOST_TOLD}


def _known(row: Row) -> KnownFact:
    _, key, value, confidence, valid_from, source, retracted, ends_at, told = row
    return KnownFact(key, value, short(confidence), valid_from, source, retracted, ends_at, told)


def _new_fact(change: FactChange, now: datetime) -> NewFact:
    return NewFact(
        id=new_id(),
        key=change.key,
        value=change.value,
        session_id=None,
        valid_from=change.valid_from,
        recorded_at=now,
        confidence=change.confidence,
        source=change.source,
        reason=change.reason,
        retracted=change.retracted,
        valid_to=change.valid_to,
        source_ids=change.source_ids,
    )


def _counts(resolutions: Sequence[Resolution]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for resolution in resolutions:
        counts[resolution.status] = counts.get(resolution.status, 0) + 1
    return counts
