"""`PendingWork` as plain JSON values and back, for the dead letters."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from app.domain.models import Layers, NewFact, NewMemory, Owner, Turn
from app.service.ports import PendingSession, PendingWork

_TIMES: Final = frozenset(
    {
        "created_at",
        "occurred_at",
        "expires_at",
        "working_until",
        "valid_from",
        "valid_to",
        "recorded_at",
        "last_active_at",
        "closed_at",
    }
)


def work_to_json(work: PendingWork) -> dict[str, Any]:
    """Return the work of one owner (who is named beside it) as JSON values."""
    return {
        "sessions": [
            {**_plain(asdict(session)), "turns": [_plain(asdict(turn)) for turn in session.turns]}
            for session in work.sessions
        ],
        "memories": [_plain(asdict(memory)) for memory in work.memories],
        "facts": [_plain(asdict(fact)) for fact in work.facts],
    }


def work_from_json(owner: Owner, plain: Mapping[str, Any]) -> PendingWork:
    """Return the work that `work_to_json` wrote down."""
    sessions = tuple(
        PendingSession(**{**_typed(session), "turns": tuple(Turn(**_typed(turn)) for turn in session["turns"])})
        for session in plain["sessions"]
    )
    memories = tuple(NewMemory(**_typed(memory)) for memory in plain["memories"])
    return PendingWork(owner, sessions, memories, tuple(NewFact(**_typed(fact)) for fact in plain["facts"]))


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _plain_value(value) for key, value in values.items()}


def _plain_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_plain_value(inner) for inner in value]
    return str(value) if isinstance(value, UUID) else value


def _typed(values: Mapping[str, Any]) -> dict[str, Any]:
    typed: dict[str, Any] = {
        key: datetime.fromisoformat(value) if key in _TIMES and value is not None else value
        for key, value in values.items()
    }
    if "id" in typed:
        typed["id"] = UUID(typed["id"])
    if "source_ids" in typed:
        typed["source_ids"] = tuple(map(UUID, typed["source_ids"]))
    if "layers" in typed:
        typed["layers"] = Layers(typed["layers"])
    return typed
