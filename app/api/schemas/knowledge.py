"""/v1/knowledge."""

from typing import Any

from pydantic import ConfigDict, Field

from app.api.schemas.common import Body, Id, Limits, Metadata, Query, Refusals, Shown, Text, Time


class AddDocumentBody(Body):
    """A document that all users of the tenant share."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"title": "Returns", "content": "Unused goods can be returned within 30 days."}]
        }
    )

    title: Id = Field(description="Its title, 1 to 255 characters.")
    content: Text = Field(description="Its text, up to 100,000 characters (a setting).")
    metadata: Metadata = Field(default_factory=dict, description="Your own JSON, up to 16 KiB and 8 levels.")

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse a blank text, and what is over a limit."""
        refuse.text("content", self.content, limits.content_chars)
        if self.content.isspace():
            refuse.add("content", "is blank")
        refuse.metadata("metadata", self.metadata, limits.metadata_bytes)


class DocumentQuery(Query):
    """Which document."""

    id: str = Field(min_length=1, max_length=255, description="Its id.")


class DocumentIdOut(Shown):
    """The document that was kept, and in how many chunks."""

    id: str
    chunks: int


class DocumentOut(Shown):
    """A document without its text."""

    id: str
    title: str
    metadata: dict[str, Any]
    chunks: int
    created_at: Time


class DocumentsOut(Shown):
    """Documents, newest first."""

    documents: list[DocumentOut]


class DeletedOut(Shown):
    """It is gone."""

    deleted: bool
