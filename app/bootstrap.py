"""Builds clients, pools and services, in one place, and closes them in order."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from app.adapters.embedders.factory import build_embedder
from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.dead_letters import PostgresDeadLetters
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.fact_store import PostgresFactStore
from app.adapters.postgres.forgetting import PostgresForgetting
from app.adapters.postgres.key_store import PostgresKeyStore
from app.adapters.postgres.knowledge import PostgresKnowledge
from app.adapters.postgres.memory_store import PostgresMemoryStore
from app.adapters.postgres.search_store import PostgresSearchStore
from app.adapters.postgres.stats_store import PostgresStatsStore
from app.adapters.postgres.transfer import PostgresTransfer
from app.adapters.redis.client import RedisClient, check_redis, close_redis, open_redis
from app.adapters.redis.idempotency import RedisIdempotencyKeys
from app.adapters.redis.jobs import RedisJobStore
from app.adapters.redis.keys import Keys
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.adapters.tokenizer import counter_for
from app.adapters.traces import open_spans
from app.domain.errors import EmbedderUnavailable
from app.domain.importance import score_importance
from app.domain.scoring import PROFILES, Profile
from app.domain.similarity import Background
from app.domain.words import analyse
from app.service.access import AccessCounter
from app.service.archive import Archiver
from app.service.build_context import BuildContextService
from app.service.embed import EmbedService
from app.service.expire import Expirer
from app.service.facts import FactsService
from app.service.feedback import FeedbackService
from app.service.forget import ForgetService
from app.service.insight import Insight
from app.service.jobs import JobsService
from app.service.keys import KeyService
from app.service.knowledge import KnowledgeService
from app.service.memories import MemoriesService, Routing
from app.service.ports import Embedder
from app.service.recall import RecallReader
from app.service.recall_cache import EvidenceCache, RowCache
from app.service.save import JOB_TTL_SECONDS, SavePolicy, SaveService
from app.service.search import SearchService
from app.service.services import Probe, Services
from app.service.sessions import SessionPolicy, SessionsService
from app.service.stats import StatsService
from app.service.user_columns import ColumnCache
from app.service.users import UsersService
from app.settings import Settings

ROW_CACHE_USERS = 200
WARM_UP_TEXT = "warming up 预热"
NOTHING_MEASURED = Background(0.0, 1.0)


class Toolbox:
    """The adapters of one process on its open clients, and the use cases that both api and worker need."""

    def __init__(self, settings: Settings, database: Database, redis: RedisClient, embedder: Embedder | None) -> None:
        self.settings = settings
        self.database = database
        self.redis = redis
        self.embedder = embedder
        self.working = RedisWorkingMemory(redis, settings)
        self.jobs = RedisJobStore(redis, Keys(settings.redis_prefix))
        self.archive = PostgresArchive(database)
        self.embed_queue = PostgresEmbedQueue(database)
        self.search_store = PostgresSearchStore(database)
        self.memory_store = PostgresMemoryStore(database, session_ttl_seconds=settings.session_ttl_seconds)
        self.fact_store = PostgresFactStore(database)
        self.forgetting = PostgresForgetting(database)
        self.dead_letters = PostgresDeadLetters(database)
        self.access = AccessCounter(self.memory_store)
        self.spans = open_spans(settings.otlp_endpoint)
        self.insight = Insight(self.spans)
        self.archiver = Archiver(
            self.working,
            self.archive,
            self.dead_letters,
            embed_from=settings.importance_episodic,
            model=embedder.model if embedder is not None else "",
            batch_owners=settings.drain_batch_owners,
            lease_seconds=settings.drain_lease_seconds,
            retry_limit=settings.retry_limit,
        )
        self.embed = EmbedService(self.embed_queue, embedder, batch_pieces=settings.embed_batch_pieces)
        evidence, rows = EvidenceCache(settings.query_cache_mb << 20), RowCache(ROW_CACHE_USERS)
        self.reader = RecallReader(
            self.working,
            self.search_store,
            embedder,
            ColumnCache(settings.index_cache_mb << 20),
            evidence,
            rows,
            self.insight,
            deadline_seconds=settings.search_deadline_seconds,
        )
        self.search = SearchService(
            self.reader,
            self.search_store,
            self.access,
            evidence,
            rows,
            self.insight,
            profile=ranking_profile(settings),
            background=self.background,
            session_ttl_seconds=settings.session_ttl_seconds,
        )
        self.forget = ForgetService(
            self.forgetting,
            self.working,
            self.archiver,
            self.search,
            session_ttl_seconds=settings.session_ttl_seconds,
        )

    def background(self) -> Background:
        """Return the background of the embedding model as far as it is known by now."""
        return self.embedder.background if self.embedder is not None else NOTHING_MEASURED

    @property
    def model(self) -> str | None:
        """Name of the model that makes vectors now."""
        return self.embedder.model if self.embedder is not None else None


def ranking_profile(settings: Settings) -> Profile:
    """Return the preset of the settings, with their half-life where one is given."""
    profile = PROFILES[settings.ranking_profile]
    if settings.half_life_days is None:
        return profile
    return profile._replace(half_life_days=settings.half_life_days)


def build_services(tools: Toolbox) -> Services:
    """Return every use case of the HTTP layer."""
    settings, archiver, working = tools.settings, tools.archiver, tools.working
    return Services(
        save=_save(tools),
        search=tools.search,
        build_context=BuildContextService(
            working,
            tools.archive,
            tools.reader,
            tools.search,
            counter_for,
            tools.insight,
            window_rounds=settings.window_rounds,
            session_ttl_seconds=settings.session_ttl_seconds,
            deadline_seconds=settings.search_deadline_seconds,
        ),
        forget=tools.forget,
        memories=MemoriesService(tools.memory_store, working, archiver, tools.forget, _routing(settings)),
        facts=FactsService(working, tools.archive, tools.fact_store, archiver),
        sessions=SessionsService(
            working, tools.archive, tools.memory_store, tools.embed_queue, tools.jobs, _session_policy(tools)
        ),
        feedback=FeedbackService(tools.memory_store, archiver),
        jobs=JobsService(tools.jobs, working, tools.dead_letters, tools.embed_queue, model=tools.model),
        users=_users(tools),
        knowledge=KnowledgeService(PostgresKnowledge(tools.database)),
        stats=StatsService(PostgresStatsStore(tools.database), working),
        keys=KeyService(PostgresKeyStore(tools.database), loopback=settings.on_loopback),
        idempotency=RedisIdempotencyKeys(tools.redis, settings),
        probes=_probes(tools),
        insight=tools.insight,
        spans=tools.spans,
    )


def _save(tools: Toolbox) -> SaveService:
    settings = tools.settings
    policy = SavePolicy(
        window_rounds=settings.window_rounds,
        session_ttl_seconds=settings.session_ttl_seconds,
        importance_semantic=settings.importance_semantic,
        importance_episodic=settings.importance_episodic,
        flush_interval_seconds=settings.flush_interval_seconds,
        flush_buffer_size=settings.flush_buffer_size,
    )
    return SaveService(tools.working, tools.archive, tools.archiver, tools.embed, tools.insight, policy)


def _users(tools: Toolbox) -> UsersService:
    embedder = tools.embedder
    return UsersService(
        PostgresTransfer(tools.database),
        tools.working,
        tools.archiver,
        tools.archive,
        model=embedder.model if embedder is not None else "",
        dimensions=embedder.dimensions if embedder is not None else 0,
    )


def _routing(settings: Settings) -> Routing:
    return Routing(
        importance_semantic=settings.importance_semantic,
        importance_episodic=settings.importance_episodic,
        session_ttl_seconds=settings.session_ttl_seconds,
        grace_seconds=settings.forget_grace_seconds,
    )


def _session_policy(tools: Toolbox) -> SessionPolicy:
    return SessionPolicy(
        window_rounds=tools.settings.window_rounds,
        session_ttl_seconds=tools.settings.session_ttl_seconds,
        job_ttl_seconds=JOB_TTL_SECONDS,
        model=tools.model,
    )


def _probes(tools: Toolbox) -> dict[str, Probe]:
    async def redis_answers() -> None:
        await check_redis(tools.redis, tools.settings.redis_timeout_seconds)

    probes: dict[str, Probe] = {"postgres": tools.archive.ping, "redis": redis_answers}
    if tools.embedder is not None:
        probes["embedder"] = tools.embedder.check
    return probes


@asynccontextmanager
async def open_tools(settings: Settings) -> AsyncIterator[Toolbox]:
    """Open the clients of one process and close them again, the pool last."""
    async with contextlib.AsyncExitStack() as stack:
        database = await stack.enter_async_context(Database.from_settings(settings))
        redis = open_redis(settings)
        stack.push_async_callback(close_redis, redis)
        embedder = build_embedder(settings)
        if embedder is not None:
            stack.push_async_callback(embedder.close)
        tools = Toolbox(settings, database, redis, embedder)
        if tools.spans is not None:
            stack.callback(tools.spans.close)
        yield tools


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Open everything that the HTTP layer needs; access counts are written behind until it is closed."""
    async with open_tools(settings) as tools:
        tasks = [
            asyncio.create_task(tools.access.run(), name="access counts"),
            asyncio.create_task(_warm_up(tools), name="warm-up"),
        ]
        try:
            yield build_services(tools)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _warm_up(tools: Toolbox) -> None:
    """Load what loads at its first use (dictionaries, tokenizer, model), so that no caller waits for it."""

    def load() -> None:
        score_importance(WARM_UP_TEXT, role="user")
        analyse(WARM_UP_TEXT)
        counter_for("gpt-4o").count(WARM_UP_TEXT)

    await asyncio.to_thread(load)
    if tools.embedder is not None:
        with contextlib.suppress(EmbedderUnavailable):  # readiness tells, and every search tries again
            await tools.embedder.embed_query(WARM_UP_TEXT)


@dataclass(frozen=True, slots=True)
class BackgroundWork:
    """What the worker runs."""

    archiver: Archiver
    embed: EmbedService
    expirer: Expirer
    forget: ForgetService


@asynccontextmanager
async def open_background(settings: Settings) -> AsyncIterator[BackgroundWork]:
    """Open everything that the worker needs."""
    async with open_tools(settings) as tools:
        expirer = Expirer(tools.forgetting, tools.working, grace_seconds=settings.forget_grace_seconds)
        yield BackgroundWork(tools.archiver, tools.embed, expirer, tools.forget)
