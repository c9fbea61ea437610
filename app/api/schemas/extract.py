"""POST /v1/extract."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from app.api.schemas.common import Body, Id, Limits, Refusals, Shown, Time, Unit
from app.api.schemas.save import MessageIn
from app.domain.extraction.changes import Status
from app.domain.extraction.models import Said, StatementKind, Told


class ExtractBody(Body):
    """A conversation to be read for facts; nothing of it is stored."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "user_id": "u1",
                    "session_id": "s1",
                    "messages": [
                        {
                            "role": "user",
                            "content": "我女儿叫朵朵，今年3岁，对花生过敏",
                            "id": "m1",
                            "created_at": "2026-03-02T08:00:00Z",
                        }
                    ],
                }
            ]
        }
    )

    user_id: Id = Field(description="Whose facts the statements are compared with.")
    session_id: Id | None = Field(None, description="Named as the source.")
    messages: Annotated[list[MessageIn], Field(min_length=1)] = Field(
        description="In the order said, up to 500 (a setting)."
    )

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse too many messages, and texts over their limit."""
        refuse.count("messages", len(self.messages), limits.batch_entries)
        for number, message in enumerate(self.messages):
            refuse.text(f"messages.{number}.content", message.content, limits.content_chars)

    def said(self) -> list[Said]:
        """Return the messages as they are read; one without an id is named by its place, from 1 ("#3")."""
        now = datetime.now(UTC)
        return [
            Said(message.id or f"#{place}", message.role, message.content, message.created_at or now, message.name)
            for place, message in enumerate(self.messages, start=1)
        ]


class StatementOut(Shown):
    """One thing that the user states, and what would become of it."""

    kind: StatementKind
    subject: str = Field(description="`user`, or how the one it is about is related: `daughter`, `dog` …")
    subject_name: str | None = Field(description="Their name, where it was said.")
    attribute: str
    value: str
    action: Told = Field(description="`state` claims a value, `retract` says that something holds no longer.")
    confidence: Unit
    message_ids: list[str]
    valid_from: Time
    valid_to: Time | None
    corrects: str | None = Field(description="What it says was wrong.")
    key: str | None = Field(description="The fact it ends up in; null where nothing would be stored.")
    status: Status = Field(
        description="`new`; `reinforced`: said again; `superseded`: takes the place of another value; `retracted`; "
        "`history`: older than what is known; `ignored`."
    )


class FactChangeOut(Shown):
    """One version of a fact that would be written."""

    key: str
    value: str
    retracted: bool = Field(description="True where it would end the fact.")
    confidence: Unit
    valid_from: Time
    valid_to: Time | None
    reason: str
    source: dict[str, Any]


class ExtractOut(Shown):
    """What would be stored. `changes` are versions of facts in the order they would be written."""

    statements: list[StatementOut]
    changes: list[FactChangeOut]
