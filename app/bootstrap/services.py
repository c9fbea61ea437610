"""Every use case of the HTTP layer, opened and closed together."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager

from app.adapters.chat_model.ledger import RedisModelLedger
from app.adapters.postgres.finetune import PostgresFineTune
from app.adapters.postgres.graph import PostgresGraph
from app.adapters.postgres.key_store import PostgresKeyStore
from app.adapters.postgres.knowledge import PostgresKnowledge
from app.adapters.postgres.seed_memories import PostgresSeeds
from app.adapters.postgres.stats_store import PostgresStatsStore
from app.adapters.postgres.transfer import PostgresTransfer
from app.adapters.redis.client import check_redis
from app.adapters.redis.idempotency import RedisIdempotencyKeys
from app.adapters.retention_wiring import retention_service
from app.adapters.tokenizer import counter_for
from app.bootstrap.toolbox import Toolbox, open_tools
from app.domain.errors import EmbedderUnavailable
from app.domain.extraction.models import Said, Statement
from app.domain.importance import score_importance
from app.domain.late_pattern import compile_late_patterns
from app.domain.words import analyse
from app.service.build_context import BuildContextService
from app.service.extract import ExtractPreview
from app.service.facts import FactsService
from app.service.feedback import FeedbackService
from app.service.finetune import FineTuneService
from app.service.graph import GraphService
from app.service.jobs import JobsService
from app.service.keys import KeyService
from app.service.knowledge import KnowledgeService
from app.service.memories import MemoriesService, Routing
from app.service.save import JOB_TTL_SECONDS, SavePolicy, SaveService
from app.service.seeds import SeedsService
from app.service.services import Probe, Services
from app.service.sessions import SessionPolicy, SessionsService
from app.service.stats import StatsService
from app.service.users import UsersService
from app.settings import Settings

log = logging.getLogger(__name__)

FILL_SECONDS = 3.0
WARM_UP_TEXT = "warming up 预热"


def build_services(tools: Toolbox) -> Services:
    """Return every use case of the HTTP layer."""
    settings, archiver, working = tools.settings, tools.archiver, tools.working
    return Services(
        save=_save(tools),
        search=tools.search,
        build_context=_build_context(tools),
        forget=tools.forget,
        memories=MemoriesService(
            tools.memory_store, working, archiver, tools.forget, _routing(settings), tools.summary_view
        ),
        facts=FactsService(working, tools.archive, tools.fact_store, archiver),
        sessions=_sessions(tools),
        feedback=FeedbackService(tools.memory_store, archiver),
        jobs=JobsService(
            tools.jobs,
            working,
            tools.dead_letters,
            tools.embed_queue,
            model=tools.model,
            extraction=tools.extract_store if settings.extract else None,
        ),
        extract=ExtractPreview(tools.extract_store, _read_for_facts),
        users=_users(tools),
        knowledge=KnowledgeService(PostgresKnowledge(tools.database)),
        graph=GraphService(PostgresGraph(tools.database), archiver),
        finetune=FineTuneService(PostgresFineTune(tools.database), archiver),
        retention=retention_service(tools.database, settings),
        seeds=SeedsService(
            PostgresSeeds(tools.database), FactsService(working, tools.archive, tools.fact_store, archiver)
        ),
        stats=StatsService(PostgresStatsStore(tools.database), working, RedisModelLedger(tools.redis, settings)),
        keys=KeyService(PostgresKeyStore(tools.database), loopback=settings.on_loopback),
        idempotency=RedisIdempotencyKeys(tools.redis, settings),
        probes=_probes(tools),
        insight=tools.insight,
        spans=tools.spans,
    )


def _build_context(tools: Toolbox) -> BuildContextService:
    settings, working = tools.settings, tools.working
    return BuildContextService(
        working,
        tools.archive,
        tools.reader,
        tools.search,
        counter_for,
        tools.insight,
        window_rounds=settings.window_rounds,
        session_ttl_seconds=settings.session_ttl_seconds,
        deadline_seconds=settings.search_deadline_seconds,
        facts_share=settings.context_facts_share,
    )


def _sessions(tools: Toolbox) -> SessionsService:
    settings, working = tools.settings, tools.working
    return SessionsService(
        working,
        tools.archive,
        tools.memory_store,
        tools.embed_queue,
        tools.jobs,
        _session_policy(tools),
        tools.summary_view,
        extraction=tools.extract_store if settings.extract else None,
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


def _read_for_facts(messages: Sequence[Said], fresh: Collection[str] | None = None) -> list[Statement]:
    """Return what the rules find in messages; called in a thread.

    Their patterns are compiled with the first dry run, which takes a second or two, and not while the server starts.
    """
    from app.domain.extraction.extract import extract

    return extract(messages, fresh)


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Open everything that the HTTP layer needs; access counts are written behind until it is closed."""
    async with open_tools(settings) as tools:
        if not await tools.database.fill(FILL_SECONDS):
            log.warning("PostgreSQL does not answer yet; until it does, only what Redis alone can do is done")
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
        compile_late_patterns()

    await asyncio.to_thread(load)
    if tools.embedder is not None:
        with contextlib.suppress(EmbedderUnavailable):  # readiness tells, and every search tries again
            await tools.embedder.embed_query(WARM_UP_TEXT)
