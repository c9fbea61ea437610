"""Routes that FastAPI documents and that are served without its per-request machinery.

An endpoint is declared as FastAPI wants it (`body: SaveBody`, `query: Annotated[X, Query()]`, path parameters), so the
OpenAPI document is complete; serving it takes the short way: know the caller, read the body under its limit, parse it
once, validate it once, and send what the endpoint returns. That costs a third of FastAPI's own request handler.
"""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, get_type_hints

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.api.call import Call
from app.api.payload import header, parse_json, parse_query, read_body, require_media_type
from app.api.problems import ProblemOut, refusal_of
from app.api.schemas.common import Body, Query, Refusals
from app.api.state import AppState, app_state
from app.domain.errors import Forbidden, InvalidRequest, Unauthorised
from app.service.keys import Identity
from app.service.ports import KeyRole

Endpoint = Callable[..., Awaitable[Response]]

_RANK: dict[KeyRole, int] = {"read": 0, "service": 1, "admin": 2}
_JSON = ("application/json",)

ROLE_FIELD = "x-required-role"
"""Extension field of the OpenAPI document that names the smallest role, and where a route reads it from."""

_PROBLEMS = {
    400: "Malformed or empty JSON.",
    401: "No key, or one that is not known.",
    403: "The key's role does not reach this far.",
    404: "Unknown, or not yours.",
    409: "The Idempotency-Key was used with another body, or its first call still runs.",
    412: "Another version than the one in If-Match.",
    413: "The body is over its limit.",
    415: "The body is not JSON.",
    422: "A field breaks a rule.",
    429: "The key asks more often than it may; try again after Retry-After seconds.",
    503: "A store is away; try again after Retry-After seconds.",
}


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what the document says of these problem statuses."""
    content = {"application/problem+json": {"schema": {"$ref": f"#/components/schemas/{ProblemOut.__name__}"}}}
    retry_after = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    headers = {429: retry_after, 503: retry_after}
    return {
        status: {
            "description": _PROBLEMS[status],
            "content": content,
            **({"headers": headers[status]} if status in headers else {}),
        }
        for status in sorted(statuses)
    }


async def identify(scope: Scope, state: AppState, role: KeyRole) -> Identity:
    """Return who asks. Raises Unauthorised, or Forbidden where the key's role is smaller than `role`."""
    given = header(scope, b"authorization")
    secret: str | None = None
    if given is not None:
        scheme, _, secret = given.partition(" ")
        secret = secret.strip()
        if scheme.lower() != "bearer" or not secret:
            raise Unauthorised("an API key is needed: Authorization: Bearer KEY")
    identity = await state.services.keys.identify(secret)
    if _RANK[identity.role] < _RANK[role]:
        raise Forbidden(f"this needs a key of role {role}, this one is {identity.role}")
    return identity


def validated(model: type[BaseModel], value: Any) -> Any:
    """Validate once. Raises InvalidRequest."""
    if not isinstance(value, dict):
        raise InvalidRequest([("body", "should be a JSON object")])
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise refusal_of(error) from None


class ContractRoute(APIRoute):
    """A route that keeps FastAPI's documentation and takes the short way to its endpoint."""

    def __init__(self, path: str, endpoint: Endpoint, **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self._role: KeyRole = (options.get("openapi_extra") or {})[ROLE_FIELD]
        hints = get_type_hints(endpoint)
        names = inspect.signature(endpoint).parameters
        self._body: type[Body] | None = hints.get("body") if "body" in names else None
        self._query: type[Query] | None = hints.get("query") if "query" in names else None
        self.app = self.serve

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; what is raised becomes a problem in the middleware."""
        state = app_state(scope)
        identity = await identify(scope, state, self._role)
        scope["state"]["tenant"] = identity.tenant_id
        state.admission.count(identity)
        arguments: dict[str, Any] = dict(scope["path_params"])
        if self._query is not None:
            arguments["query"] = validated(self._query, parse_query(scope["query_string"]))
        elif scope["query_string"]:
            self._refuse_query(parse_query(scope["query_string"]))
        raw = b""
        if self._body is not None:
            raw = await read_body(scope, receive, limit=state.settings.max_body_bytes)
            require_media_type(scope, raw, wanted=_JSON)
            body: Body = validated(self._body, parse_json(raw))
            refuse = Refusals()
            body.check(state.limits, refuse)
            if refuse.errors:
                raise InvalidRequest(refuse.errors)
            arguments["body"] = body
        async with state.admission.turn(identity, self.path):
            response = await self.endpoint(Call(scope, receive, state, identity, raw), **arguments)
        await response(scope, receive, send)

    @staticmethod
    def _refuse_query(values: dict[str, str]) -> None:
        if values:
            raise InvalidRequest([(name, "is not a parameter of this request") for name in values])


def add_route(
    app: FastAPI,
    method: str,
    path: str,
    endpoint: Endpoint,
    *,
    answer: type[BaseModel] | None,
    tag: str,
    role: KeyRole = "service",
    status: int = 200,
    problems: Sequence[int] = (),
    extra: dict[str, Any] | None = None,
    responses: dict[int | str, dict[str, Any]] | None = None,
) -> None:
    """Add one route for callers of at least `role`; summary and description come from the endpoint's docstring."""
    usual = {401, 403, 422, 429, 503} | ({400, 413, 415} if method in ("POST", "PUT", "PATCH") else set())
    app.router.add_api_route(
        path,
        endpoint,
        methods=[method],
        response_model=answer,
        status_code=status,
        tags=[tag],
        responses={**problem_responses(*usual, *problems), **(responses or {})},
        openapi_extra={ROLE_FIELD: role, **(extra or {})},
        operation_id=endpoint.__name__,
        name=endpoint.__name__,
        summary=(inspect.getdoc(endpoint) or "").split("\n", 1)[0].rstrip("."),
        route_class_override=ContractRoute,
    )
