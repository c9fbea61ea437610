"""Running summaries of sessions, and how they go when a message they cover does."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import numpy as np
from psycopg.types.json import Jsonb

from app.adapters.postgres.database import Connection, Database, Row
from app.adapters.postgres.rows import owner_values
from app.adapters.postgres.statements import SQL
from app.domain.models import Owner
from app.domain.summary.models import CoveredTurn, SessionSummary, SummaryLine
from app.service.ports.summaries import ReadTurns, SummaryPacing, SummaryState

BYTES_PER_TOKEN: Final = 4
"""About what a token takes in UTF-8, in English and in Chinese alike: enough to tell when a summary is due."""
_SUMMARY_COLUMNS: Final = 11


class PostgresSummaries:
    """`app.service.ports.SummaryStore` on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due_sessions(self, pacing: SummaryPacing, *, now: datetime, limit: int) -> list[tuple[Owner, str]]:
        """Sessions of any user that are due, longest silent first."""
        parameters = {
            **_times(pacing, now),
            "rounds": pacing.rounds,
            "bytes": pacing.tokens * BYTES_PER_TOKEN,
            "limit": limit,
        }
        rows = await self._database.fetch_all(SQL["sweep.sessions_to_summarise"], parameters)
        return [(Owner(tenant_id, user_id), session_id) for tenant_id, user_id, session_id in rows[:limit]]

    async def state(
        self, owner: Owner, session_id: str, pacing: SummaryPacing, *, now: datetime
    ) -> SummaryState | None:
        """How far the summary of a session is; None for a session that Postgres does not know."""
        place = {**owner_values(owner), "session_id": session_id, **_times(pacing, now)}
        row = await self._database.fetch_one(SQL["summary.of_session"], place)
        if row is None:
            return None
        summary = summary_from(row[:_SUMMARY_COLUMNS])
        before_seq, looked_from, over, rounds, since, messages, size, version = row[_SUMMARY_COLUMNS:]
        tokens = int(size) // BYTES_PER_TOKEN
        enough = tokens >= (1 if summary is not None else pacing.least_tokens)
        long = since >= pacing.rounds or tokens >= pacing.tokens
        due = enough and looked_from < before_seq and (looked_from < 0 or over or long)
        return SummaryState(summary, before_seq, messages, tokens, due, looked_from, rounds, version)

    async def read_turns(
        self, owner: Owner, session_id: str, *, after_seq: int, before_seq: int, model: str, limit: int
    ) -> ReadTurns:
        """Visible turns between two places (both exclusive), oldest first, with their vectors of this model."""
        parameters = {
            **owner_values(owner),
            "session_id": session_id,
            "after_seq": after_seq,
            "before_seq": before_seq,
            "model": model,
            "limit": limit,
        }
        rows = await self._database.fetch_all(SQL["summary.turns"], parameters)
        return ReadTurns(tuple(map(_turn, rows)), tuple(row[8] for row in rows), tuple(row[9] for row in rows))

    async def put(
        self, owner: Owner, session_id: str, summary: SessionSummary, *, after_seq: int, made_from: ReadTurns
    ) -> int | None:
        """Store a summary under the owner's lock; None where what it was made from has changed (see the port)."""
        place = {**owner_values(owner), "session_id": session_id}
        async with self._database.transaction(owner) as connection:
            locked = await _fetch_one(connection, "summary.lock", place)
            if locked is None:
                return None
            span = {**place, "after_seq": after_seq, "last_seq": summary.last_seq}
            if await _fetch_one(connection, "summary.unchanged", span) != made_from.state:
                return None
            there = await _fetch_one(connection, "summary.revision", place)
            if (there[0] if there else 0) != summary.revision - 1:
                return None
            await connection.execute(SQL["summary.put"], {**place, **_values(summary)})
            return int(locked[0])

    async def settle(self, owner: Owner, session_id: str, state: SummaryState) -> None:
        """Note that turns below `state.before_seq` were looked at, unless the summary was dropped since."""
        parameters = {
            **owner_values(owner),
            "session_id": session_id,
            "summary_from": state.before_seq,
            "summary_round": state.rounds,
            "was_from": state.looked_from,
        }
        await self._database.execute(SQL["summary.settle"], parameters)


async def drop_summaries(connection: Connection, owner: Owner, memory_ids: Sequence[UUID]) -> list[str]:
    """Delete the summaries that cover any of these messages, before those go, and return their sessions.

    Called in the transaction that forgets, erases or changes messages, under the owner's lock. Working memory is to be
    told of the sessions afterwards (`WorkingMemory.remove` with `summaries`).
    """
    if not memory_ids:
        return []
    cursor = await connection.execute(
        SQL["summary.drop"], {**owner_values(owner), "ids": list(memory_ids)}, binary=True
    )
    return [session_id for (session_id,) in await cursor.fetchall()]


def summary_from(row: Sequence[Any]) -> SessionSummary | None:
    """Return the summary of a row with the columns revision … made_at; None where they are null."""
    if row[0] is None:
        return None
    revision, kind, lines, first_seq, last_seq, last_round, until, messages, tokens, covered_tokens, made_at = row
    return SessionSummary(
        kind=kind,
        lines=lines_from(lines),
        first_seq=first_seq,
        last_seq=last_seq,
        last_round=last_round,
        until=until,
        messages=messages,
        tokens=tokens,
        covered_tokens=covered_tokens,
        made_at=made_at,
        revision=revision,
    )


def lines_from(lines: Sequence[Sequence[Any]]) -> tuple[SummaryLine, ...]:
    """Return the lines of a summary as they are stored."""
    return tuple(SummaryLine(topic, text, role, tuple(ids), weight) for topic, text, role, ids, weight in lines)


def _values(summary: SessionSummary) -> dict[str, Any]:
    return {
        "revision": summary.revision,
        "kind": summary.kind,
        "lines": Jsonb([[x.topic, x.text, x.role, list(x.message_ids), x.weight] for x in summary.lines]),
        "first_seq": summary.first_seq,
        "last_seq": summary.last_seq,
        "last_round": summary.last_round,
        "until": summary.until,
        "messages": summary.messages,
        "tokens": summary.tokens,
        "covered_tokens": summary.covered_tokens,
        "made_at": summary.made_at,
        "wanted": bool(summary.lines),
    }


def _times(pacing: SummaryPacing, now: datetime) -> dict[str, datetime]:
    return {
        "silent_before": now - timedelta(seconds=pacing.silence_seconds),
        "active_after": now - timedelta(seconds=pacing.session_ttl_seconds),
    }


def _turn(row: Row) -> CoveredTurn:
    id, message_id, seq, round_no, role, content, created_at, vector = row[:8]
    return CoveredTurn(
        id=id,
        shown_id=message_id or str(id),
        seq=seq,
        round_no=round_no,
        role=role,
        content=content,
        created_at=created_at,
        vector=None if vector is None else np.asarray(vector.to_numpy(), dtype=np.float32),
    )


async def _fetch_one(connection: Connection, name: str, parameters: dict[str, Any]) -> Row | None:
    cursor = await connection.execute(SQL[name], parameters, binary=True)
    return await cursor.fetchone()
