"""The web application: routes, middleware, problem answers and the lifespan put together."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from app.api import docs, health
from app.api.admission import Admission
from app.api.metrics import Metrics
from app.api.middleware import ContractMiddleware, http_exception_handler
from app.api.routes import extract, facts, graph, knowledge, memories, retention, seeds, sessions, users, verbs
from app.api.schemas.common import Limits
from app.api.state import AppState
from app.service.services import Services
from app.settings import Settings

OpenServices = Callable[[Settings], AbstractAsyncContextManager[Services]]


def build_api(settings: Settings, open_with: OpenServices) -> FastAPI:
    """Return the application; `open_with` opens what the use cases need when the server starts."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, AppState]]:
        async with open_with(settings) as services:
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
