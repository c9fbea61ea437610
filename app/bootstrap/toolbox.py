"""The adapters of one process on its open clients, and the use cases that both api and worker need."""

import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from app.adapters.chat_model.pacing import summary_pacing
from app.adapters.embedders.factory import build_embedder
from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.dead_letters import PostgresDeadLetters
from app.adapters.postgres.embed_queue import PostgresEmbedQueue
from app.adapters.postgres.extraction import PostgresExtractStore
from app.adapters.postgres.fact_store import PostgresFactStore
from app.adapters.postgres.forgetting import PostgresForgetting
from app.adapters.postgres.memory_store import PostgresMemoryStore
from app.adapters.postgres.read_replica import ReadReplica, ReplicatedSearchStore
from app.adapters.postgres.search_store import PostgresSearchStore
from app.adapters.postgres.seed_memories import Welcome
from app.adapters.postgres.summaries import PostgresSummaries
from app.adapters.postgres.summary_vectors import PostgresSummaryVectors
from app.adapters.redis.client import RedisClient, close_redis, open_redis
from app.adapters.redis.jobs import RedisJobStore
from app.adapters.redis.keys import Keys
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.adapters.reranker.factory import build_reranker
from app.adapters.traces import open_spans
from app.domain.encoder.tuned import use_encoder
from app.domain.errors import SetupError
from app.domain.piece_scores import PARTS, WEIGHT_SETS, WeightSets
from app.domain.scoring import PROFILES, Profile
from app.domain.similarity import Background
from app.service.access import AccessCounter
from app.service.archive import Archiver
from app.service.embed import EmbedService
from app.service.forget import ForgetService
from app.service.insight import Insight
from app.service.linking import QueryLinks
from app.service.nearest import NearSearch
from app.service.ports import Embedder, ExtractPacing, Reranker
from app.service.recall import RecallReader
from app.service.recall_cache import EvidenceCache, RowCache
from app.service.rerank import RerankStep
from app.service.search import SearchService
from app.service.summary_view import SummaryView
from app.service.user_columns import ColumnCache
from app.service.vector_codes import CodeCache
from app.settings import Settings

ROW_CACHE_USERS = 200
NOTHING_MEASURED = Background(0.0, 1.0)


class Toolbox:
    """The adapters of one process on its open clients, and the use cases that both api and worker need."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        redis: RedisClient,
        embedder: Embedder | None,
        reranker: Reranker | None = None,
        read_database: Database | None = None,
    ) -> None:
        """`read_database` is the pool of the primary's replica, where there is one."""
        self.settings = settings
        self.spans = open_spans(settings.otlp_endpoint)
        self.insight = Insight(self.spans)
        self.database = database
        self.redis = redis
        self.embedder = embedder
        self.working = RedisWorkingMemory(redis, settings)
        self.jobs = RedisJobStore(redis, Keys(settings.redis_prefix))
        self.archive = PostgresArchive(database, extract_pacing(settings), Welcome(settings.cold_start_rounds))
        self.extract_store = PostgresExtractStore(database)
        self.embed_queue = PostgresEmbedQueue(database)
        replica = None if read_database is None else self._replica(read_database)
        primary = PostgresSearchStore(database, summaries=settings.summary_first)
        self.search_store = (
            primary if replica is None else ReplicatedSearchStore(primary, replica, summaries=settings.summary_first)
        )
        self.summaries = PostgresSummaries(database)
        self.summary_view = SummaryView(self.summaries, self.working, summary_pacing(settings))
        self.memory_store = PostgresMemoryStore(
            database, session_ttl_seconds=settings.session_ttl_seconds, replica=replica
        )
        self.fact_store = PostgresFactStore(database)
        self.forgetting = PostgresForgetting(database)
        self.dead_letters = PostgresDeadLetters(database)
        self.access = AccessCounter(self.memory_store)
        self.archiver = self._archiver()
        self.embed = EmbedService(
            self.embed_queue, PostgresSummaryVectors(database), embedder, batch_pieces=settings.embed_batch_pieces
        )
        evidence, rows = EvidenceCache(settings.query_cache_mb << 20), RowCache(ROW_CACHE_USERS)
        self.reader = self._reader(evidence, rows)
        self.search = self._search(evidence, rows, reranker)
        self.forget = ForgetService(
            self.forgetting,
            self.working,
            self.archiver,
            self.search,
            self.archive,
            session_ttl_seconds=settings.session_ttl_seconds,
        )

    def _replica(self, database: Database) -> ReadReplica:
        return ReadReplica(database, self.insight, deadline_seconds=self.settings.search_deadline_seconds / 2)

    def _archiver(self) -> Archiver:
        settings = self.settings
        return Archiver(
            self.working,
            self.archive,
            self.dead_letters,
            embed_from=settings.importance_episodic,
            model=self.model or "",
            batch_owners=settings.drain_batch_owners,
            lease_seconds=settings.drain_lease_seconds,
            retry_limit=settings.retry_limit,
        )

    def _reader(self, evidence: EvidenceCache, rows: RowCache) -> RecallReader:
        return RecallReader(
            self.working,
            self.search_store,
            self.embedder,
            ColumnCache(self.settings.index_cache_mb << 20),
            evidence,
            rows,
            self.insight,
            deadline_seconds=self.settings.search_deadline_seconds,
            near=NearSearch(self.settings.exact_pieces, self.settings.nearest_pieces, self.settings.coded_pieces),
            codes=CodeCache(self.search_store, self.settings.code_cache_mb << 20),
            links=QueryLinks(self.working, self.archive),
        )

    def _search(self, evidence: EvidenceCache, rows: RowCache, reranker: Reranker | None) -> SearchService:
        settings = self.settings
        return SearchService(
            self.reader,
            self.search_store,
            self.access,
            evidence,
            rows,
            self.insight,
            profile=ranking_profile(settings),
            background=self.background,
            session_ttl_seconds=settings.session_ttl_seconds,
            rerank=RerankStep(reranker, candidates=settings.reranker_candidates) if reranker is not None else None,
            weights=ranking_weights(settings),
        )

    def background(self) -> Background:
        """Return the background of the embedding model as far as it is known by now."""
        return self.embedder.background if self.embedder is not None else NOTHING_MEASURED

    @property
    def model(self) -> str | None:
        """Name of the model that makes vectors now."""
        return self.embedder.model if self.embedder is not None else None


def extract_pacing(settings: Settings) -> ExtractPacing | None:
    """Return when sessions are due to be read for facts; None: never."""
    if not settings.extract:
        return None
    return ExtractPacing(settings.extract_rounds, timedelta(seconds=settings.extract_silence_seconds))


def ranking_profile(settings: Settings) -> Profile:
    """Return the preset of the settings, with their half-life where one is given."""
    profile = PROFILES[settings.ranking_profile]
    if settings.half_life_days is None:
        return profile
    return profile._replace(half_life_days=settings.half_life_days)


def ranking_weights(settings: Settings) -> WeightSets:
    """Return the weights of the ranking without the parts switched off. Raises SetupError for a part that is none."""
    unknown = [part for part in settings.ranking_off if part not in PARTS]
    if unknown:
        raise SetupError(f"HAIMA_RANKING_OFF names {unknown}; the parts are {', '.join(PARTS)}")
    return WEIGHT_SETS.without(settings.ranking_off)


@asynccontextmanager
async def open_tools(settings: Settings) -> AsyncIterator[Toolbox]:
    """Open the clients of one process and close them again, the pool last."""
    try:
        use_encoder(settings.extract_encoder)
    except ValueError as error:
        raise SetupError(str(error)) from error
    async with contextlib.AsyncExitStack() as stack:
        database = await stack.enter_async_context(Database.from_settings(settings))
        read_url, read_database = settings.database_read_url, None
        if read_url is not None:
            read_database = await stack.enter_async_context(Database.from_settings(settings, read_url))
        redis = open_redis(settings)
        stack.push_async_callback(close_redis, redis)
        embedder = build_embedder(settings)
        if embedder is not None:
            stack.push_async_callback(embedder.close)
        reranker = build_reranker(settings)
        if reranker is not None:
            stack.push_async_callback(reranker.close)
        tools = Toolbox(settings, database, redis, embedder, reranker, read_database)
        if tools.spans is not None:
            stack.callback(tools.spans.close)
        yield tools
