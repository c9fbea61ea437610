"""POST /v1/search, and how a memory is shown everywhere."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from app.api.schemas.common import MAX_FILTERS, Body, Id, Int, Limits, Metadata, Refusals, Shown, Time, Unit
from app.domain.models import LayerName, MemoryType, Owner, Visibility
from app.service.requests import DegradedPart, SearchRequest


class TimeRange(Body):
    """From `start` on, up to but not including `end`; either may be left out."""

    start: Time | None = None
    end: Time | None = None


class SearchBody(Body):
    """What to look for in one user's memory."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"query": "我女儿多大", "user_id": "u1", "top_k": 5, "min_score": 0.0}]}
    )

    user_id: Id = Field(description="Whose memory is searched.")
    query: str = Field("", description="What to look for; empty lists the newest that pass the filters.")
    session_id: Id | None = Field(None, description="Only memories of this session.")
    agent_id: Id | None = Field(None, description="The agent that asks: it also sees what is private to it.")
    types: list[MemoryType] = Field(default_factory=list, max_length=MAX_FILTERS, description="Empty means all.")
    layers: list[LayerName] = Field(default_factory=list, max_length=MAX_FILTERS, description="Empty means all.")
    subjects: list[Id] = Field(default_factory=list, max_length=MAX_FILTERS, description="Empty means all.")
    top_k: Annotated[Int, Field(ge=1, le=100)] = Field(5, description="Most results.")
    min_score: Unit = Field(0.0, description="Least `relevance` of a result.")
    min_importance: Unit | None = Field(None, description="Least importance of a result.")
    time_range: TimeRange | None = Field(None, description="When it occurred.")
    as_of: Time | None = Field(None, description="Answer as of this time.")
    metadata: Metadata = Field(default_factory=dict, description="Only memories whose metadata equals these values.")
    include_metadata: bool = Field(True, description="Whether results carry their metadata.")
    explain: bool = Field(False, description="Whether results carry the parts of their score.")

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse a query or metadata over its limit, and a time range that ends before it starts."""
        refuse.text("query", self.query, limits.content_chars)
        refuse.metadata("metadata", self.metadata, limits.metadata_bytes)
        span = self.time_range
        if span and span.start and span.end and span.end < span.start:
            refuse.add("time_range.end", "is before start")

    def request(self, owner: Owner) -> SearchRequest:
        """Return what the use case takes."""
        return SearchRequest(
            owner=owner,
            query=self.query,
            session_id=self.session_id,
            agent_id=self.agent_id,
            types=tuple(self.types),
            layers=tuple(self.layers),
            subjects=tuple(self.subjects),
            top_k=self.top_k,
            min_score=self.min_score,
            min_importance=self.min_importance,
            start=self.time_range.start if self.time_range else None,
            end=self.time_range.end if self.time_range else None,
            as_of=self.as_of,
            metadata=self.metadata,
            include_metadata=self.include_metadata,
            explain=self.explain,
        )


class SourceOut(Shown):
    """Where a memory comes from."""

    session_id: str | None
    message_ids: list[str] = Field(description="Your message ids, ours for those without one; best match first.")


class MemoryOut(Shown):
    """A memory."""

    id: str
    user_id: str
    session_id: str | None
    agent_id: str | None
    visibility: Visibility
    type: MemoryType
    layer: LayerName = Field(description="The highest layer that holds it.")
    content: str
    subject: str | None
    metadata: dict[str, Any] | None = Field(description="Null where it was not asked for.")
    importance: Unit
    confidence: Unit
    trust: Unit
    pinned: bool
    version: int
    created_at: Time
    occurred_at: Time | None
    accessed_at: Time | None
    access_count: int
    expires_at: Time | None
    source: SourceOut


class ExplainOut(Shown):
    """The parts of a score."""

    model_config = ConfigDict(extra="allow")

    vector: float | None
    keyword: float | None
    recency: float | None = Field(description="Null where the query is empty: results go by time alone.")
    importance: Unit
    trust: Unit
    rank_vector: int | None
    rank_keyword: int | None
    summary: float | None = Field(
        None,
        description="Similarity of the running summary of its session, a part of the relevance; only with "
        "HAIMA_SUMMARY_FIRST.",
    )


class ResultOut(Shown):
    """A memory that was found."""

    memory: MemoryOut
    score: Unit = Field(description="Relevance after recency, importance and trust; results are ordered by it.")
    similarity: Unit | None = Field(description="Of the vectors, calibrated for the model; null without a vector.")
    relevance: Unit = Field(description="How well it answers the query, before anything else weighs in.")
    explain: ExplainOut | None = Field(None, description="Only with `explain`.")


class SourceLayers(Shown):
    """How many results each layer gave."""

    working: int
    episodic: int
    semantic: int
    knowledge: int


class SearchOut(Shown):
    """Results, best first."""

    results: list[ResultOut]
    total: int
    took_ms: float
    source_layers: SourceLayers
    degraded: list[DegradedPart] = Field(description="What could not take part.")
