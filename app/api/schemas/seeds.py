"""/v1/seeds and /v1/users/profile."""

from typing import Any

from pydantic import ConfigDict, Field

from app.api.schemas.common import Body, Id, Limits, Metadata, Query, Refusals, Shown, Text, Time, Unit
from app.domain.models import MemoryType
from app.service.seeds import PROFILE_KEYS, SeedGiven

MAX_PROFILE_CHARS = 255


class AddSeedBody(Body):
    """A memory that each user of the tenant starts with."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"content": "回答时先给结论，再给理由", "type": "preference", "importance": 0.8}]
        }
    )

    content: Text = Field(description="What to remember.")
    type: MemoryType = "preference"
    importance: Unit = 0.8
    subject: Id | None = None
    metadata: Metadata = Field(default_factory=dict, description="Kept with each copy.")

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse blank content, and what is over a limit."""
        refuse.text("content", self.content, limits.content_chars)
        if self.content.isspace():
            refuse.add("content", "is blank")
        refuse.metadata("metadata", self.metadata, limits.metadata_bytes)

    def given(self) -> SeedGiven:
        """Return what the use case takes."""
        return SeedGiven(self.content, self.type, self.importance, self.subject, self.metadata)


class SeedQuery(Query):
    """Which seed."""

    id: str = Field(description="The seed's id.")


class SeedIdOut(Shown):
    """The seed that was kept."""

    id: str


class SeedOut(Shown):
    """One seed."""

    id: str
    content: str
    type: MemoryType
    importance: Unit
    subject: str | None
    metadata: dict[str, Any]
    created_at: Time


class SeedsOut(Shown):
    """A tenant's seeds, oldest first."""

    seeds: list[SeedOut]


class SeedDeletedOut(Shown):
    """It is gone; copies that users got stay."""

    deleted: bool


class ProfileBody(Body):
    """What is known of a user before they say anything. It never takes the place of what they said."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"user_id": "u1", "region": "上海", "language": "中文"}]})

    user_id: Id
    region: Text | None = Field(None, description="Where they live: the fact `user_home`.")
    role: Text | None = Field(None, description="What they do: the fact `user_job`.")
    trade: Text | None = Field(None, description="Their trade: the fact `user_industry`.")
    language: Text | None = Field(None, description="The language to answer in: the fact `user_reply_language`.")

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse a profile that says nothing, and too long values."""
        if not self.said():
            refuse.add("body", f"at least one of {', '.join(PROFILE_KEYS)} is needed")
        for name, value in self.said().items():
            refuse.text(name, value, min(MAX_PROFILE_CHARS, limits.fact_value_chars))
            if value.isspace():
                refuse.add(name, "is blank")

    def said(self) -> dict[str, str]:
        """Return the given fields by name."""
        return {name: value for name in PROFILE_KEYS if (value := getattr(self, name)) is not None}
