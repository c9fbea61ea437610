"""The nouns of summaries."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import Role

Topic = Literal["goals", "confirmed_facts", "open_tasks", "mood_and_style"]
TOPICS: Final[tuple[Topic, ...]] = ("goals", "confirmed_facts", "open_tasks", "mood_and_style")
"""The four fields of a summary, in the order they are shown."""

SummaryKind = Literal["extractive", "abstractive"]
"""`extractive`: sentences of the conversation, word for word. `abstractive`: put in other words by a chat model."""


@dataclass(frozen=True, slots=True)
class CoveredTurn:
    """One message as summarising reads it. `id` is ours; `shown_id` is the caller's, or ours where there is none.

    `vector` is (d,) of length 1, None while the message has none.
    """

    id: UUID
    shown_id: str
    seq: int
    round_no: int
    role: Role
    content: str
    created_at: datetime
    vector: NDArray[np.float32] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """One line of a summary, with the messages it was taken from (`shown_id`s) and who said it.

    `weight` in [0, 1] says how firmly it keeps its place when the summary grows.
    """

    topic: Topic
    text: str
    role: Role
    message_ids: tuple[str, ...]
    weight: float = 0.5


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """The running summary of a session: the messages from `first_seq` to `last_seq` in at most a fifth of their tokens.

    `until` is when the newest of them was said. `tokens` is what the summary takes as text, `covered_tokens` what they
    take. `revision` rises by one each time it is made anew.
    """

    kind: SummaryKind
    lines: tuple[SummaryLine, ...]
    first_seq: int
    last_seq: int
    last_round: int
    until: datetime
    messages: int
    tokens: int
    covered_tokens: int
    made_at: datetime
    revision: int = 1

    @property
    def message_ids(self) -> tuple[str, ...]:
        """The messages that the lines were taken from, each once, in the order of the lines."""
        return tuple(dict.fromkeys(id for line in self.lines for id in line.message_ids))

    def texts(self, topic: Topic) -> list[str]:
        """The lines of one field."""
        return [line.text for line in self.lines if line.topic == topic]


def source_ids(turns: Sequence[CoveredTurn]) -> dict[str, CoveredTurn]:
    """The messages by the id that callers know them by."""
    return {turn.shown_id: turn for turn in turns}
