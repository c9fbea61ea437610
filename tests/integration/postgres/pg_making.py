"""What is stored in these tests: every seq and id is fresh."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np

from app.domain.ids import new_id
from app.domain.models import Layers, NewFact, NewMemory, Owner, Turn
from app.service.ports import ArchiveBatch, PendingSession, PendingWork
from app.service.prepare import rows_of

NOW = datetime.now(UTC).replace(microsecond=0)
MODEL = "test-model"
OWNER = Owner("acme", "u1")


class Make:
    """Makes what is stored; every seq and id is fresh."""

    def __init__(self) -> None:
        self.seq = 0

    def turn(self, content: str, **given: Any) -> Turn:
        self.seq += 1
        values: dict[str, Any] = {
            "id": new_id(), "seq": self.seq, "round_no": self.seq, "role": "user", "content": content,
            "message_id": None, "name": None, "created_at": NOW + timedelta(seconds=self.seq), "importance": 0.5,
            "agent_id": None, **given,
        }  # fmt: skip
        return Turn(**values)

    def memory(self, content: str, **given: Any) -> NewMemory:
        values: dict[str, Any] = {
            "id": new_id(), "content": content, "type": "preference", "importance": 0.9,
            "layers": Layers.WORKING | Layers.EPISODIC | Layers.SEMANTIC, "session_id": None, "agent_id": None,
            "visibility": "shared", "subject": None, "metadata": {}, "created_at": NOW, "occurred_at": None,
            "expires_at": None, "working_until": NOW + timedelta(days=1), "pinned": False, **given,
        }  # fmt: skip
        return NewMemory(**values)

    def fact(self, key: str, value: str, **given: Any) -> NewFact:
        values: dict[str, Any] = {
            "id": new_id(), "key": key, "value": value, "session_id": None, "valid_from": NOW, "recorded_at": NOW,
            "confidence": 1.0, "source": {}, "reason": "saved", **given,
        }  # fmt: skip
        return NewFact(**values)

    def session(self, turns: list[Turn], session_id: str = "s1", **given: Any) -> PendingSession:
        values: dict[str, Any] = {
            "session_id": session_id, "turns": tuple(turns), "last_seq": max((t.seq for t in turns), default=0),
            "rounds": max((t.round_no for t in turns), default=0), "window_start_seq": 0, "last_active_at": NOW,
            "closed_at": None, **given,
        }  # fmt: skip
        return PendingSession(**values)

    def batch(
        self,
        owner: Owner = OWNER,
        *,
        turns: list[Turn] | None = None,
        sessions: list[PendingSession] | None = None,
        memories: list[NewMemory] | None = None,
        facts: list[NewFact] | None = None,
    ) -> ArchiveBatch:
        laid = sessions or ([self.session(turns)] if turns else [])
        work = PendingWork(owner, tuple(laid), tuple(memories or ()), tuple(facts or ()))
        return ArchiveBatch(work, tuple(rows_of(work, embed_from=0.4)))


def ids_of(packed: np.ndarray[Any, np.dtype[np.uint8]]) -> list[UUID]:
    """The ids of a delta."""
    return [UUID(bytes=row.tobytes()) for row in packed]
