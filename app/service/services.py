"""All use cases in one object, as `app/bootstrap.py` builds it and the HTTP layer and the worker use it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from app.service.extract import ExtractPreview
from app.service.facts import FactsService
from app.service.feedback import FeedbackService
from app.service.finetune import FineTuneService
from app.service.graph import GraphService
from app.service.insight import Insight
from app.service.jobs import JobsService
from app.service.keys import KeyService
from app.service.knowledge import KnowledgeService
from app.service.memories import MemoriesService
from app.service.ports import IdempotencyKeys
from app.service.ports.spans import Spans
from app.service.requests import (
    BuildContextRequest,
    BuildContextResult,
    ForgetRequest,
    ForgetResult,
    SaveRequest,
    SaveResult,
    SearchRequest,
    SearchResult,
)
from app.service.retention import RetentionService
from app.service.seeds import SeedsService
from app.service.sessions import SessionsService
from app.service.stats import StatsService
from app.service.users import UsersService

Probe = Callable[[], Awaitable[None]]
"""Returns when a store or the embedder answers; raises StoreUnavailable when it does not."""


class Saves(Protocol):
    """The `save` verb."""

    async def save(self, request: SaveRequest) -> SaveResult:
        """Save messages, memories and facts."""


class Searches(Protocol):
    """The `search` verb."""

    async def search(self, request: SearchRequest) -> SearchResult:
        """Find memories."""


class BuildsContext(Protocol):
    """The `build-context` verb."""

    async def build(self, request: BuildContextRequest) -> BuildContextResult:
        """Build the messages of a chat model's next call."""


class Forgets(Protocol):
    """The `forget` verb."""

    async def forget(self, request: ForgetRequest) -> ForgetResult:
        """Forget what the selectors pick."""


@dataclass(frozen=True, slots=True)
class Services:
    """Every use case. `probes` are what readiness asks, by name (`postgres`, `redis`, `embedder`)."""

    save: Saves
    search: Searches
    build_context: BuildsContext
    forget: Forgets
    memories: MemoriesService
    facts: FactsService
    sessions: SessionsService
    feedback: FeedbackService
    jobs: JobsService
    extract: ExtractPreview
    users: UsersService
    graph: GraphService
    finetune: FineTuneService
    retention: RetentionService
    seeds: SeedsService
    stats: StatsService
    keys: KeyService
    knowledge: KnowledgeService
    idempotency: IdempotencyKeys
    probes: Mapping[str, Probe]
    insight: Insight
    spans: Spans | None = None
