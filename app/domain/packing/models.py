"""What goes into packing a context and what comes out of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NotRequired, Protocol, TypedDict

from app.domain.models import CardEntry, Role, Turn

ReceiptKind = Literal["system_prompt", "query", "facts", "profile", "summary", "memory", "knowledge", "turn"]


class TokenCounter(Protocol):
    """Counts as the tokenizer of one chat model does; never raises for a string that UTF-8 can encode."""

    def count(self, text: str) -> int:
        """The number of tokens of `text`, anything that looks like a special token taken as ordinary text."""


class ChatMessage(TypedDict):
    """A message as chat models take it."""

    role: Literal["system", "user", "assistant"]
    content: str
    name: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Include:
    """Which parts the caller wants in the context."""

    facts: bool = True
    profile: bool = True
    summary: bool = True
    memories: bool = True
    knowledge: bool = True
    window: bool = True


@dataclass(frozen=True, slots=True)
class RecalledMemory:
    """A memory (or a piece of a document) that search brought, ready to be shown.

    `id` and `message_ids` are what the receipt says; `message_ids` are those of `session_id`. `role`, `name` and `seq`
    belong to chat messages. `focus` is the place of the best match in `content` (start, stop in characters), where a
    long one is cut around. `title` is a document's.
    """

    id: str
    content: str
    at: datetime
    session_id: str | None = None
    message_ids: tuple[str, ...] = ()
    score: float | None = None
    role: Role | None = None
    name: str | None = None
    seq: int | None = None
    focus: tuple[int, int] | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class PackInput:
    """Everything a context is made of. `memories` and `knowledge` stand in order of score, `window` in order said.

    `system_prompt` None or empty: there is none. `token_budget` is at least 1, `max_memory_chars` 20 to 8,000.
    `facts_share` (0 to 1) of the budget is for the fact card.
    """

    query: str
    session_id: str
    token_budget: int
    counter: TokenCounter
    system_prompt: str | None = None
    card: Mapping[str, CardEntry] = field(default_factory=dict)
    profile: str | None = None
    summary: str | None = None
    summary_message_ids: tuple[str, ...] = ()
    memories: Sequence[RecalledMemory] = ()
    knowledge: Sequence[RecalledMemory] = ()
    window: Sequence[Turn] = ()
    max_memory_chars: int = 500
    facts_share: float = 0.15
    include: Include = Include()


@dataclass(slots=True)
class ReceiptEntry:
    """What became of one candidate. `tokens` is what it takes in the context, or would take where it was left out."""

    kind: ReceiptKind
    id: str | None
    message_ids: tuple[str, ...]
    tokens: int
    included: bool
    reason: str


@dataclass(frozen=True, slots=True)
class PackResult:
    """A context ready to be sent. The included entries' tokens sum to `token_count`, which is within the budget."""

    messages: list[ChatMessage]
    system_prompt: str
    token_count: int
    receipt: list[ReceiptEntry]
