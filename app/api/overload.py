"""Refuses requests beyond what a process may have in progress, in the contract's own words."""

from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.metrics import Metrics
from app.api.middleware import request_id_for
from app.api.payload import header
from app.api.problems import Problem, problem_response
from app.api.slow_clients import hurried

_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
OVERLOADED = Problem(503, "the service has too much to do just now", headers=((b"retry-after", b"1"),))


class RequestLimit:
    """An ASGI application around `app` that has at most `limit` requests in progress and answers 503 to more.

    /livez is always answered: a process with much to do is no dead one. A body that comes too slowly is answered 408.
    """

    def __init__(self, app: ASGIApp, limit: int, metrics: Metrics, *, body_seconds: float = 30.0) -> None:
        self._app = app
        self._limit = limit
        self._metrics = metrics
        self._body_seconds = body_seconds
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the lifespan."""
        if scope["type"] != "http" or scope["path"] == "/livez":
            await self._app(scope, receive, send)
        elif self._running >= self._limit:
            await self._refuse(scope, receive, send)
        else:
            self._running += 1
            try:
                if scope["method"] in _WITH_BODY:
                    receive = hurried(receive, self._body_seconds)
                await self._app(scope, receive, send)
            finally:
                self._running -= 1

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._metrics.observe("overload", scope["method"], OVERLOADED.status, 0.0)
        request_id = request_id_for(header(scope, b"x-request-id"))
        response = problem_response(OVERLOADED, instance=scope["path"], request_id=request_id)
        response.headers["x-request-id"] = request_id
        response.headers["connection"] = "close"  # its body is not read
        await response(scope, receive, send)
