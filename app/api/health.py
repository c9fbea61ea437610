"""Liveness, readiness and metrics: open to whoever reaches the port, and they tell nothing about users."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from app.api.call import JsonAnswer
from app.api.metrics import CONTENT_TYPE
from app.api.schemas.sessions import LiveOut, ReadyOut
from app.api.state import app_state
from app.domain.errors import StoreUnavailable
from app.service.services import Probe

PROBE_SECONDS = 2.0


async def livez(request: Request) -> Response:
    """Say that the process is up."""
    return JsonAnswer({"status": "ok"})


async def readyz(request: Request) -> Response:
    """Say whether the stores and the embedder answer; 503 where one does not."""
    probes = app_state(request.scope).services.probes
    answers = await asyncio.gather(*(_answers(probe) for probe in probes.values()))
    checks = {name: "ok" if answered else "unavailable" for name, answered in zip(probes, answers, strict=True)}
    ready = all(answers)
    headers = None if ready else {"Retry-After": "1"}
    return JsonAnswer({"status": "ok" if ready else "unavailable", "checks": checks}, 200 if ready else 503, headers)


async def _answers(probe: Probe) -> bool:
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            await probe()
    except (StoreUnavailable, TimeoutError):
        return False
    return True


async def metrics(request: Request) -> Response:
    """Read the metrics of this server's API processes in the Prometheus text format."""
    state = app_state(request.scope)
    try:
        queue = await state.services.stats.queue()
        model = await state.services.stats.model_counts()
    except StoreUnavailable:
        queue, model = {}, {}
    return Response(state.metrics.expose(queue, model), media_type=CONTENT_TYPE)


def register(app: FastAPI) -> None:
    """Add /livez, /readyz and /metrics."""
    text = {"text/plain": {"schema": {"type": "string"}}}
    unavailable: dict[int | str, dict[str, Any]] = {
        503: {"model": ReadyOut, "description": "Something does not answer."}
    }
    _add(app, "/livez", livez, LiveOut, {})
    _add(app, "/readyz", readyz, ReadyOut, unavailable)
    _add(app, "/metrics", metrics, None, {200: {"description": "The metrics.", "content": text}})


def _add(
    app: FastAPI,
    path: str,
    endpoint: Callable[[Request], Awaitable[Response]],
    answer: Any,
    responses: dict[int | str, dict[str, Any]],
) -> None:
    app.router.add_api_route(
        path,
        endpoint,
        methods=["GET"],
        response_model=answer,
        tags=["operations"],
        operation_id=endpoint.__name__,
        summary=(inspect.getdoc(endpoint) or "").rstrip("."),
        responses=responses,
    )
