"""The one middleware, as plain ASGI: request ids, security headers, metrics, and problems instead of exceptions."""

import logging
import os
import time
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.metrics import Metrics
from app.api.payload import header
from app.api.problems import UNEXPECTED, Problem, problem_of, problem_response, request_id_of
from app.domain.errors import HaimaError, SetupError
from app.logs import log_request

log = logging.getLogger(__name__)

MAX_REQUEST_ID_CHARS = 128
_SECURITY_HEADERS = ((b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store"))


def request_id_for(given: str | None) -> str:
    """Return the caller's request id if it is harmless (printable ASCII, at most 128 characters), else a new one."""
    if given and len(given) <= MAX_REQUEST_ID_CHARS and given.isascii() and given.isprintable():
        return given
    return os.urandom(16).hex()


class ContractMiddleware:
    """Wraps the whole application; holds for every answer, whatever made it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        request_id = request_id_for(header(scope, b"x-request-id"))
        scope.setdefault("state", {})["request_id"] = request_id
        status = 0

        async def send_marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.setdefault("headers", [])
                message["headers"] = [*headers, (b"x-request-id", request_id.encode()), *_missing(headers)]
            await send(message)

        try:
            await self._app(scope, receive, send_marked)
        except ClientDisconnect:
            status = 499
        except Exception as error:
            if status:
                log.exception("request %s broke off in its answer", request_id)
                raise
            response = answer_to(error, scope, request_id)
            await response(scope, receive, send_marked)
        finally:
            route, seconds = _route_of(scope), time.perf_counter() - started
            self._metrics.observe(route, scope["method"], status, seconds)
            tenant = scope["state"].get("tenant")  # known once the key is
            log_request(scope["method"], route, status, seconds, request_id=request_id, tenant=tenant)


def _missing(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    present = {name for name, _ in headers}
    return [pair for pair in _SECURITY_HEADERS if pair[0] not in present]


def _route_of(scope: Scope) -> str:
    """Return the path template of the route that answered, never the path itself: ids do not go into labels."""
    route: Any = scope.get("route")
    return str(getattr(route, "path_format", None) or "unknown")


def answer_to(error: Exception, scope: Scope, request_id: str) -> Response:
    """Return the problem answer to anything that was raised; what nobody expects is logged with its traceback."""
    if isinstance(error, HTTPException):
        problem = Problem(error.status_code, _http_detail(error, scope), headers=_http_headers(error))
    elif isinstance(error, HaimaError) and not isinstance(error, SetupError):
        problem = problem_of(error)
    else:
        log.error("request %s failed", request_id, exc_info=error)
        problem = UNEXPECTED
    return problem_response(problem, instance=scope["path"], request_id=request_id)


async def http_exception_handler(request: Request, error: Exception) -> Response:
    """Answer what the router raises (unknown path, wrong method) as a problem."""
    return answer_to(error, request.scope, request_id_of(request))


def _http_detail(error: HTTPException, scope: Scope) -> str:
    if error.status_code == 404:
        return "there is nothing at this path"
    if error.status_code == 405:
        return f"{scope['method']} is not a method of this path"
    return str(error.detail)


def _http_headers(error: HTTPException) -> tuple[tuple[bytes, bytes], ...]:
    return tuple((key.lower().encode(), value.encode()) for key, value in (error.headers or {}).items())
