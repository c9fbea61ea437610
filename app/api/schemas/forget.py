"""POST /v1/forget."""

from pydantic import ConfigDict, Field

from app.api.schemas.common import Body, Id, Limits, Refusals, Shown, Time, Unit, uuid_or_none
from app.domain.models import MemoryType, Owner
from app.service.requests import ForgetRequest

MAX_SELECTED = 10_000
"""Most ids or keys in one call."""


class ForgetBody(Body):
    """What to forget; selectors combine with AND, at least one is needed."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"user_id": "u1", "query": "my old address", "dry_run": True, "reason": "asked by the user"}]
        }
    )

    user_id: Id = Field(description="Whose memory it is.")
    session_id: Id | None = Field(None, description="A session: alone, its window, summary and facts too.")
    agent_id: Id | None = Field(None, description="The agent that asks; needed to pick what is private to it.")
    memory_ids: list[str] = Field(default_factory=list, max_length=MAX_SELECTED, description="Memories by id.")
    fact_keys: list[Id] = Field(default_factory=list, max_length=MAX_SELECTED, description="Facts by key.")
    types: list[MemoryType] = Field(default_factory=list, max_length=100, description="Memories of these types.")
    query: str | None = Field(None, description="What a search with `min_score` would bring.")
    min_score: Unit = Field(0.82, description="Least relevance to `query`.")
    before: Time | None = Field(None, description="Memories of a time before this one.")
    all: bool = Field(False, description="Everything of the user.")
    erase: bool = Field(False, description="Gone for good and at once; otherwise it can be restored for a while.")
    dry_run: bool = Field(False, description="Only say what would be forgotten.")
    reason: str = Field("", max_length=1000, description="Kept with the receipt.")

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse a call without a selector, and a query over its limit."""
        refuse.text("query", self.query, limits.content_chars)
        chosen = (self.session_id, self.memory_ids, self.fact_keys, self.types, self.query, self.before, self.all)
        if not any(chosen):
            refuse.add("memory_ids", "at least one selector is needed, or all: true for everything of the user")

    def request(self, owner: Owner, by: str) -> ForgetRequest:
        """Return what the use case takes; `by` is the id of the API key. Ids that cannot be ours select nothing."""
        ids = tuple(dict.fromkeys(id for text in self.memory_ids if (id := uuid_or_none(text))))
        return ForgetRequest(
            owner=owner,
            session_id=self.session_id,
            agent_id=self.agent_id,
            memory_ids=ids,
            fact_keys=tuple(dict.fromkeys(self.fact_keys)),
            types=tuple(dict.fromkeys(self.types)),
            query=self.query or None,
            min_score=self.min_score,
            before=self.before,
            everything=self.all,
            erase=self.erase,
            dry_run=self.dry_run,
            reason=self.reason,
            by=by,
            selects_nothing=bool(self.memory_ids) and not ids,
        )


class ForgottenByLayer(Shown):
    """How many each layer lost; a memory counts in its highest, a fact as semantic."""

    working: int
    episodic: int
    semantic: int


class ForgetOut(Shown):
    """What was forgotten: `forgotten` memories and facts, `memory_ids` those of the memories."""

    forgotten: int
    by_layer: ForgottenByLayer
    memory_ids: list[str]
    receipt_id: str
    dry_run: bool
