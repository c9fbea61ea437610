"""/v1/memories and /v1/feedback."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field

from app.api.schemas.common import Body, Id, Int, Limits, Metadata, Query, Refusals, Shown, Text, Time, Unit
from app.api.schemas.search import MemoryOut
from app.domain.models import LayerName, MemoryType, Verdict

MAX_RATED = 1_000


class ListMemoriesQuery(Query):
    """Filters and place of a list of memories."""

    user_id: Id = Field(description="Whose memory it is.")
    agent_id: Id | None = Field(None, description="The agent that asks.")
    layer: LayerName | None = Field(None, description="Only memories that this layer holds.")
    type: MemoryType | None = Field(None, description="Only memories of this type.")
    session_id: Id | None = Field(None, description="Only memories of this session.")
    subject: Id | None = Field(None, description="Only memories about this subject.")
    limit: int = Field(50, ge=1, le=200, description="Most memories of the page.")
    cursor: str | None = Field(None, min_length=1, max_length=2000, description="`next_cursor` of the page before.")


class MemoryQuery(Query):
    """Whose memory it is."""

    user_id: Id = Field(description="Whose memory it is.")
    agent_id: Id | None = Field(None, description="The agent that asks; needed for what is private to it.")


class PatchMemoryBody(Body):
    """What changes; what is left out stays."""

    content: Text | None = Field(None, description="New text.")
    type: MemoryType | None = Field(None, description="New type.")
    importance: Unit | None = Field(None, description="New importance.")
    metadata: Metadata | None = Field(None, description="New metadata in place of all the old.")
    pinned: bool | None = Field(None, description="Whether it is pinned.")
    expires_at: Time | None = Field(None, description="New expiry; null: it stays.")
    subject: Id | None = Field(None, description="New subject; null: none.")

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse a change of nothing, null where a value is needed, and what is over a limit."""
        if not self.model_fields_set:
            refuse.add("body", "at least one field to change is needed")
        for name in ("content", "type", "importance", "metadata", "pinned"):
            if name in self.model_fields_set and getattr(self, name) is None:
                refuse.add(name, "may not be null")
        refuse.text("content", self.content, limits.content_chars)
        if self.content is not None and self.content.isspace():
            refuse.add("content", "is blank")
        refuse.metadata("metadata", self.metadata, limits.metadata_bytes)
        if self.expires_at is not None and self.expires_at <= datetime.now(UTC):
            refuse.add("expires_at", "is in the past; DELETE forgets a memory now")

    def changes(self) -> dict[str, Any]:
        """Return the given fields by name."""
        return {name: getattr(self, name) for name in sorted(self.model_fields_set)}


class RestoreBody(Body):
    """Whose memory it is."""

    user_id: Id
    agent_id: Id | None = None


class RollbackBody(Body):
    """Whose memory it is, and which version to say again."""

    user_id: Id
    version: Annotated[Int, Field(ge=1, le=2_147_483_647)]
    agent_id: Id | None = None


class MemoriesOut(Shown):
    """A page of memories, newest first."""

    memories: list[MemoryOut]
    next_cursor: str | None


class VersionOut(Shown):
    """One version of a memory."""

    version: int
    content: str
    type: MemoryType
    importance: Unit
    subject: str | None
    metadata: dict[str, Any]
    pinned: bool
    expires_at: Time | None
    changed_at: Time
    reason: str
    changed_by: str | None = Field(description="Id of the API key that changed it by hand.")


class HistoryOut(Shown):
    """Versions, newest first."""

    history: list[VersionOut]


class FeedbackBody(Body):
    """What a caller says of recalled memories."""

    user_id: Id
    agent_id: Id | None = Field(None, description="The agent that asks; needed for what is private to it.")
    memory_ids: list[str] = Field(min_length=1, max_length=MAX_RATED)
    verdict: Annotated[Verdict, Field(strict=False)] = Field(description="`helpful` raises trust, `wrong` lowers it.")
    note: str | None = Field(None, max_length=1000, description="Why.")


class FeedbackOut(Shown):
    """How many of the memories were found."""

    updated: int
