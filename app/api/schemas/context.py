"""POST /v1/build-context."""

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

from app.api.schemas.common import MAX_FILTERS, Body, Id, Int, Limits, Refusals, Shown, Text, Time
from app.domain.models import Owner, Role
from app.domain.packing.models import Include
from app.service.requests import BuildContextRequest, DegradedPart, ReceiptKind


class IncludeBody(Body):
    """Which parts go into the context; a missing one does."""

    facts: bool = True
    profile: bool = True
    summary: bool = True
    memories: bool = True
    knowledge: bool = True
    window: bool = True


class BuildContextBody(Body):
    """What the next call of a chat model is about."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "user_id": "u1",
                    "session_id": "s1",
                    "query": "我女儿多大",
                    "system_prompt": "You are a helpful assistant.",
                    "token_budget": 2000,
                    "model": "gpt-4o",
                }
            ]
        }
    )

    user_id: Id = Field(description="Whose memory is used.")
    session_id: Id = Field(description="The conversation; one that does not exist yet is empty.")
    query: Text = Field(description="The user's message, up to 100,000 characters (a setting).")
    agent_id: Id | None = Field(None, description="The agent that asks.")
    system_prompt: str = Field("", description="Your own instructions; never cut.")
    token_budget: Annotated[Int, Field(ge=1, le=2_000_000)] = Field(2000, description="Most tokens of `messages`.")
    model: Annotated[str, StringConstraints(min_length=1, max_length=255)] = Field(
        "gpt-4o", description="Whose tokenizer counts; an unknown model counts with o200k."
    )
    top_k: Annotated[Int, Field(ge=1, le=100)] = Field(5, description="Most recalled memories.")
    max_memory_chars: Annotated[Int, Field(ge=20, le=8_000)] = Field(500, description="Longest recalled memory.")
    subjects: list[Id] = Field(default_factory=list, max_length=MAX_FILTERS, description="Empty means all.")
    as_of: Time | None = Field(None, description="Build it as of this time.")
    include: IncludeBody = Field(default_factory=IncludeBody, description="Which parts go in.")

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse a query or system prompt over its limit."""
        refuse.text("query", self.query, limits.content_chars)
        refuse.text("system_prompt", self.system_prompt, limits.content_chars)

    def request(self, owner: Owner) -> BuildContextRequest:
        """Return what the use case takes."""
        part = self.include
        return BuildContextRequest(
            owner=owner,
            session_id=self.session_id,
            query=self.query,
            agent_id=self.agent_id,
            system_prompt=self.system_prompt,
            token_budget=self.token_budget,
            model=self.model,
            top_k=self.top_k,
            max_memory_chars=self.max_memory_chars,
            subjects=tuple(self.subjects),
            as_of=self.as_of,
            include=Include(part.facts, part.profile, part.summary, part.memories, part.knowledge, part.window),
        )


class ContextMessageOut(Shown):
    """A message for the chat model."""

    role: Role
    content: str
    name: str | None = Field(None, description="Left out where there is none.")


class ReceiptOut(Shown):
    """Why something is, or is not, in the context."""

    kind: ReceiptKind
    id: str | None
    message_ids: list[str]
    tokens: int
    included: bool
    reason: str


class BuildContextOut(Shown):
    """Messages that can be sent as they are, and why they are there."""

    messages: list[ContextMessageOut]
    system_prompt: str = Field(description="All the system text together.")
    token_count: int
    token_budget: int
    receipt: list[ReceiptOut]
    degraded: list[DegradedPart]
