"""What lays a session anew in working memory after Redis lost it."""

from datetime import datetime
from typing import Final

from app.adapters.postgres.database import Database, Row
from app.adapters.postgres.rows import owner_values, short
from app.adapters.postgres.statements import SQL
from app.adapters.postgres.summaries import summary_from
from app.domain.models import Owner, SessionSeed, Turn

MESSAGE_IDS: Final = 1_000
"""So many of a session's newest message ids are known at once; older ones are found when they are archived again."""


async def read_session_seed(
    database: Database, owner: Owner, session_id: str, *, rounds: int, active_after: datetime
) -> SessionSeed:
    """Return the last `rounds` rounds of a session and its newest message ids, also those of forgotten messages.

    But for its summary it is empty when the session is unknown or silent since `active_after`.
    """
    place = {**owner_values(owner), "session_id": session_id}
    session = await database.fetch_one(SQL["session.get"], place)
    if session is None:
        return SessionSeed()
    count, last_seq, window_start_seq, last_active_at, closed_at, version, *columns = session
    summary = summary_from(columns)
    if count is None or last_active_at <= active_after:
        return SessionSeed(summary=summary, version=version)
    window = {**place, "window_start_seq": window_start_seq, "after_round": count - rounds}
    turns = await database.fetch_all(SQL["session.window_turns"], window)
    known = await database.fetch_all(SQL["session.message_ids"], {**place, "limit": MESSAGE_IDS})
    return SessionSeed(
        turns=tuple(map(_turn, turns)),
        last_seq=last_seq,
        rounds=count,
        known_message_ids=tuple((message_id, id) for message_id, id in known),
        closed_at=closed_at,
        summary=summary,
        version=version,
    )


async def read_turn(database: Database, owner: Owner, session_id: str, seq: int) -> Turn | None:
    """Return one visible message of a session, its parts joined, or None."""
    row = await database.fetch_one(SQL["session.turn"], {**owner_values(owner), "session_id": session_id, "seq": seq})
    return _turn(row) if row else None


def _turn(row: Row) -> Turn:
    id, seq, round_no, role, content, message_id, name, created_at, importance, agent_id = row
    return Turn(id, seq, round_no, role, content, message_id, name, created_at, short(importance), agent_id)
