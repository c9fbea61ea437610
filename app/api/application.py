"""The web application: routes, middleware, problem answers and the lifespan put together."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from app.api import docs, health
from app.api.admission import Admission
from app.api.metrics import Metrics
from app.api.middleware import ContractMiddleware, http_exception_handler
from app.api.routes import extract, facts, graph, knowledge, memories, retention, seeds, sessions, users, verbs
from app.api.schemas.common import Limits
from app.api.shared_counts import SharedCounts
from app.api.state import AppState
from app.service.services import Services
from app.settings import Settings

OpenServices = Callable[[Settings], AbstractAsyncContextManager[Services]]


def build_api(settings: Settings, open_with: OpenServices, counts_folder: Path | None = None) -> FastAPI:
    """Return the application; `open_with` opens what the use cases need when the server starts.

    `counts_folder`: where the processes beside this one leave their counts, if there are any.
    """
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, AppState]]:
        async with open_with(settings) as services, _shared(metrics, counts_folder):
            metrics.show(services.insight)
            yield {"haima": AppState(settings, services, metrics, Limits.from_settings(settings), Admission(settings))}

    app = FastAPI(
        title=docs.TITLE,
        version=docs.VERSION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
        exception_handlers={HTTPException: http_exception_handler},
    )
    for module in (verbs, memories, facts, extract, sessions, graph, knowledge, seeds, users, retention, health, docs):
        module.register(app)
    app.add_middleware(ContractMiddleware, metrics=metrics)
    app.state.metrics = metrics
    return app


@asynccontextmanager
async def _shared(metrics: Metrics, folder: Path | None) -> AsyncIterator[None]:
    """Share counts with the processes beside this one."""
    if folder is None:
        yield
        return
    counts = SharedCounts(folder)
    metrics.add_others(counts)
    async with counts.publishing(metrics.own):
        yield
