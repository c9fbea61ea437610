"""What training pairs are made of."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from app.domain.models import Owner, Role


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """One chat message, or one part of a long one (`part` counts from 0)."""

    session_id: str
    round_no: int
    role: Role
    content: str
    part: int
    trust: float


class TurnReader(Protocol):
    """Chat messages of one user."""

    def read_turns(self, owner: Owner) -> AsyncIterator[SaidTurn]:
        """Messages that every agent may see, neither forgotten nor expired, session by session in the order said."""
