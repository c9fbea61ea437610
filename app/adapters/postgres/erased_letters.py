"""Takes what is being erased out of dead letters: their work was never stored, no statement on memories finds it."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from app.adapters.postgres.database import Connection
from app.adapters.postgres.statements import SQL
from app.service.ports import ForgetSelection

Plain = dict[str, Any]
"""A turn, memory or fact as `work_to_json` writes it."""


async def clean_letters(connection: Connection, selection: ForgetSelection, parameters: Mapping[str, Any]) -> None:
    """Erase from the owner's dead letters what the selection picks; letters with nothing left go.

    What a query would pick cannot be told of work that was never stored: then all of it stays.
    """
    if selection.query_ids is not None:
        return
    cursor = await connection.execute(SQL["forget.dead_letters"], parameters)
    for letter_id, task, payload in await cursor.fetchall():
        work = json.loads(payload)
        left = without_erased(work, selection) if task == "archive" else _unless_of_session(work, selection)
        if left is None:
            await connection.execute(SQL["forget.drop_dead_letter"], {**parameters, "letter_id": letter_id})
        elif left != work:
            changed = {"letter_id": letter_id, "payload": json.dumps(left, ensure_ascii=True)}
            await connection.execute(SQL["forget.put_dead_letter"], {**parameters, **changed})


def without_erased(work: Plain, selection: ForgetSelection) -> Plain | None:
    """Return a letter's work without what is selected, None where nothing is left."""
    sessions = [
        {**session, "turns": turns}
        for session in work["sessions"]
        if (turns := [turn for turn in session["turns"] if not _turn_goes(turn, session["session_id"], selection)])
    ]
    memories = [memory for memory in work["memories"] if not _memory_goes(memory, selection)]
    facts = [fact for fact in work["facts"] if not _fact_goes(fact, selection)]
    return (
        {**work, "sessions": sessions, "memories": memories, "facts": facts} if sessions or memories or facts else None
    )


def _unless_of_session(work: Plain, selection: ForgetSelection) -> Plain | None:
    """Other tasks' letters name a session and hold nothing of it; with the session they go."""
    return None if selection.session_id is not None and work.get("session_id") == selection.session_id else work


def _turn_goes(turn: Plain, session_id: str, selection: ForgetSelection) -> bool:
    return (
        not selection.fact_keys
        and selection.session_id in (None, session_id)
        and (not selection.memory_ids or turn["id"] in map(str, selection.memory_ids))
        and (not selection.types or "conversation" in selection.types)
        and _is_before(turn["created_at"], selection.before)
    )


def _memory_goes(memory: Plain, selection: ForgetSelection) -> bool:
    hidden = memory["visibility"] == "private" and memory["agent_id"] != selection.agent_id
    whole = selection.everything or (selection.session_id is not None and not (selection.memory_ids or selection.types))
    return (
        not selection.fact_keys
        and (whole or not hidden)
        and selection.session_id in (None, memory["session_id"])
        and (not selection.memory_ids or memory["id"] in map(str, selection.memory_ids))
        and (not selection.types or memory["type"] in selection.types)
        and _is_before(memory["occurred_at"] or memory["created_at"], selection.before)
    )


def _fact_goes(fact: Plain, selection: ForgetSelection) -> bool:
    wider = selection.fact_keys or selection.session_id is not None or selection.everything
    return bool(
        wider
        and not (selection.memory_ids or selection.types)
        and selection.session_id in (None, fact["session_id"])
        and (not selection.fact_keys or fact["key"] in selection.fact_keys)
        and _is_before(fact["valid_from"], selection.before)
    )


def _is_before(at: str, before: datetime | None) -> bool:
    return before is None or datetime.fromisoformat(at) < before
