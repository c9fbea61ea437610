"""The web application on real stores; `uvicorn --factory app.main:create_server_app` serves it."""

from pathlib import Path

from fastapi import FastAPI
from starlette.types import ASGIApp

from app.api.application import build_api
from app.api.overload import RequestLimit
from app.api.short_way import ShortWay
from app.api.traced import TracedApp
from app.bootstrap import open_services
from app.settings import Settings


def create_app(settings: Settings | None = None, counts_folder: Path | None = None) -> FastAPI:
    """Return the application; without settings they are read from the environment."""
    return build_api(settings or Settings(), open_services, counts_folder)


def create_server_app(settings: Settings | None = None, counts_folder: Path | None = None) -> ASGIApp:
    """Return what a server runs: the application with the short way to its routes and the request limit in front.

    Where traces are wanted, spans go around all of it. Processes that serve one address share a `counts_folder`.
    """
    settings = settings or Settings()
    app = create_app(settings, counts_folder)
    served = RequestLimit(
        ShortWay(app, app.state.metrics),
        settings.limit_concurrency,
        app.state.metrics,
        body_seconds=settings.body_seconds,
    )
    return TracedApp(served) if settings.otlp_endpoint else served
