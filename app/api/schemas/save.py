"""POST /v1/save."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from app.api.schemas.common import Body, Id, Int, Limits, Metadata, Refusals, Shown, Text, Time, Unit
from app.domain.models import LayerName, MemoryType, Owner, Role, SavedStatus, SaveMode, Visibility
from app.service.requests import FactsScope, MemoryGiven, MessageGiven, SaveRequest

LONGEST_TTL_SECONDS = 3_155_760_000
"""A hundred years."""


class MessageIn(Body):
    """One chat message."""

    role: Role = Field(description="Who spoke.")
    content: Text = Field(description="The text word for word, up to 100,000 characters (a setting).")
    id: Id | None = Field(None, description="Your id of the message; the same id in a session is saved once.")
    name: Id | None = Field(None, description="The speaker's name.")
    created_at: Time | None = Field(None, description="When it was said; left out, it is now.")


class MemoryIn(Body):
    """One statement to remember that is not a chat message."""

    content: Text = Field(description="What to remember, up to 100,000 characters (a setting).")
    type: MemoryType = Field("conversation", description="What kind of statement it is.")
    importance: Unit | None = Field(None, description="Left out, the service scores it.")
    subject: Id | None = Field(None, description="Whom or what it is about.")
    visibility: Visibility = Field("shared", description="`private` needs `agent_id`: only that agent sees it.")
    metadata: Metadata = Field(default_factory=dict, description="Your own JSON, up to 16 KiB and 8 levels.")
    occurred_at: Time | None = Field(None, description="When it happened, where that is not now.")
    ttl_seconds: Annotated[Int, Field(ge=1, le=LONGEST_TTL_SECONDS)] | None = Field(
        None, description="Expires after so many seconds."
    )
    pinned: bool = Field(False, description="Pinned memories are never forgotten by themselves.")


class SaveBody(Body):
    """Messages, memories and facts of one user; at least one of the three."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "user_id": "u1",
                    "session_id": "s1",
                    "messages": [
                        {
                            "role": "user",
                            "content": "我女儿叫朵朵，今年3岁",
                            "id": "m1",
                            "created_at": "2026-03-02T08:00:00Z",
                        },
                        {"role": "assistant", "content": "记住了。", "id": "m2"},
                    ],
                    "memories": [
                        {
                            "content": "Prefers short weekly reports",
                            "type": "preference",
                            "importance": 0.9,
                            "subject": "user",
                        }
                    ],
                    "facts": {"user_child_name": "朵朵"},
                    "mode": "async",
                }
            ]
        }
    )

    user_id: Id = Field(description="Whose memory it is.")
    session_id: Id | None = Field(None, description="The conversation; needed for messages.")
    agent_id: Id | None = Field(None, description="The agent that saves.")
    messages: list[MessageIn] = Field(default_factory=list, description="In the order said, up to 500 (a setting).")
    memories: list[MemoryIn] = Field(default_factory=list, description="Up to 500 (a setting).")
    facts: dict[Id, Text] = Field(default_factory=dict, description="Key to value, up to 200 (a setting).")
    facts_scope: FactsScope = Field("user", description="`session`: the facts show in this session only.")
    mode: SaveMode = Field(
        "async",
        description="`async` answers once it is safe, `sync` once searchable by meaning, `batch` may wait longer.",
    )

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse an empty save, messages without a session, and what is over a limit."""
        if not (self.messages or self.memories or self.facts):
            refuse.add("messages", "at least one of messages, memories and facts is needed")
        if self.session_id is None and self.messages:
            refuse.add("session_id", "is needed for messages")
        if self.session_id is None and self.facts and self.facts_scope == "session":
            refuse.add("session_id", "is needed for facts of a session")
        refuse.count("messages", len(self.messages), limits.batch_entries)
        refuse.count("memories", len(self.memories), limits.batch_entries)
        for number, message in enumerate(self.messages):
            if len(message.content) > limits.content_chars:
                refuse.text(f"messages.{number}.content", message.content, limits.content_chars)
        for number, memory in enumerate(self.memories):
            _check_memory(f"memories.{number}", memory, self.agent_id, limits, refuse)
        check_facts(self.facts, limits, refuse)

    def request(self, owner: Owner) -> SaveRequest:
        """Return what the use case takes."""
        return SaveRequest(
            owner=owner,
            session_id=self.session_id,
            agent_id=self.agent_id,
            messages=tuple(MessageGiven(m.role, m.content, m.id, m.name, m.created_at) for m in self.messages),
            memories=tuple(_memory_given(memory) for memory in self.memories),
            facts=self.facts,
            facts_scope=self.facts_scope,
            mode=self.mode,
        )


def check_facts(facts: dict[str, str], limits: Limits, refuse: Refusals) -> None:
    """Refuse too many facts and values that are too long."""
    refuse.count("facts", len(facts), limits.facts)
    for key, value in facts.items():
        refuse.text(f"facts.{key}", value, limits.fact_value_chars)


def _check_memory(field: str, memory: MemoryIn, agent_id: str | None, limits: Limits, refuse: Refusals) -> None:
    refuse.text(f"{field}.content", memory.content, limits.content_chars)
    refuse.metadata(f"{field}.metadata", memory.metadata, limits.metadata_bytes)
    if memory.content.isspace():
        refuse.add(f"{field}.content", "is blank")
    if memory.visibility == "private" and agent_id is None:
        refuse.add(f"{field}.visibility", "private needs an agent_id")


def _memory_given(memory: MemoryIn) -> MemoryGiven:
    return MemoryGiven(
        content=memory.content,
        type=memory.type,
        importance=memory.importance,
        subject=memory.subject,
        visibility=memory.visibility,
        metadata=memory.metadata,
        occurred_at=memory.occurred_at,
        ttl_seconds=memory.ttl_seconds,
        pinned=memory.pinned,
    )


class SavedOut(Shown):
    """What became of one message, memory or fact."""

    id: str
    kind: Literal["message", "memory", "fact"]
    type: MemoryType
    importance: Unit
    layers: list[LayerName]
    status: SavedStatus
    version: int = Field(description="0 where the store has not numbered it yet.")


class WindowOut(Shown):
    """The session's window after the save."""

    rounds: int
    messages: int
    pending_archive: int = Field(description="Messages beyond the window that still wait for the archive.")


class SaveOut(Shown):
    """One entry for each message, memory and fact, in the order given."""

    saved: list[SavedOut]
    window: WindowOut
    job_id: str
    masked: int = Field(0, description="Secrets masked before storing; only where HAIMA_MASK_SECRETS is on.")

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "saved": [
                        {
                            "id": "01995f6e-7a3c-7c1e-8a55-0c7f1f2f9c3d",
                            "kind": "memory",
                            "type": "preference",
                            "importance": 0.9,
                            "layers": ["working", "episodic", "semantic"],
                            "status": "queued",
                            "version": 1,
                        }
                    ],
                    "window": {"rounds": 3, "messages": 6, "pending_archive": 2},
                    "job_id": "01995f6e-7a3c-7c1e-8a55-0c7f1f2f9c3e",
                }
            ]
        }
    )


JsonExample = dict[str, Any]
