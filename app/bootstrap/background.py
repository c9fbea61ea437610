"""Everything that the worker runs, opened and closed together."""

import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from app.adapters.chat_model.wiring import open_model_work
from app.adapters.postgres.ann_indexes import AnnIndexes, vector_indexes
from app.adapters.postgres.hung import HungConnections
from app.adapters.postgres.importance import PostgresImportance
from app.adapters.postgres.owed_sessions import PostgresOwedSessions
from app.adapters.retention_wiring import retention_service
from app.bootstrap.toolbox import Toolbox, extract_pacing, open_tools
from app.domain.extraction.extract import extract
from app.service.archive import Archiver
from app.service.catch_up import CatchUp
from app.service.embed import EmbedService
from app.service.expire import Expirer
from app.service.extract import ExtractPolicy, ExtractService
from app.service.forget import ForgetService
from app.service.model_reader import ModelReader
from app.service.retention import RetentionService
from app.service.summarise import SummariseService
from app.settings import Settings


def extract_service(tools: Toolbox, further: ModelReader | None = None) -> ExtractService | None:
    """Return what reads conversations for facts (a model beside the rules); None where that is switched off."""
    settings, pacing = tools.settings, extract_pacing(tools.settings)
    if pacing is None:
        return None
    policy = ExtractPolicy(
        pacing,
        batch_sessions=settings.extract_batch_sessions,
        most_messages=settings.extract_batch_messages,
        context_messages=settings.extract_context_messages,
        retry_limit=settings.retry_limit,
    )
    return ExtractService(tools.extract_store, tools.working, extract, tools.dead_letters, policy, further)


@dataclass(frozen=True, slots=True)
class BackgroundWork:
    """What the worker runs."""

    archiver: Archiver
    embed: EmbedService
    expirer: Expirer
    forget: ForgetService
    summariser: SummariseService
    extractor: ExtractService | None
    retention: RetentionService
    indexes: AnnIndexes
    hung: HungConnections
    catching_up: CatchUp | None


@asynccontextmanager
async def open_background(settings: Settings) -> AsyncIterator[BackgroundWork]:
    """Open everything that the worker needs."""
    async with open_tools(settings) as tools:
        expirer = Expirer(tools.forgetting, tools.working, grace_seconds=settings.forget_grace_seconds)
        async with (
            open_model_work(settings, tools.redis) as model,
            contextlib.aclosing(vector_indexes(settings, tools.embedder)) as indexes,
        ):
            summariser = model.summariser(tools.summaries, tools.working, tools.model or "")
            importance = PostgresImportance(tools.database, embed_from=settings.importance_episodic)
            yield BackgroundWork(
                tools.archiver,
                tools.embed,
                expirer,
                tools.forget,
                summariser,
                extract_service(tools, model.reader(tools.extract_store, importance)),
                retention_service(tools.database, settings),
                indexes,
                HungConnections(tools.database),
                model.catching_up(PostgresOwedSessions(tools.database)) if settings.extract else None,
            )
