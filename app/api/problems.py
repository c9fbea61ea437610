"""Problem details (RFC 9457): whatever goes wrong becomes one `application/problem+json` answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

import orjson
from pydantic import Field, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from app.api.schemas.common import Shown
from app.domain.errors import (
    Forbidden,
    HaimaError,
    IdempotencyConflict,
    InvalidRequest,
    NotFound,
    StaleVersion,
    StoreUnavailable,
    Unauthorised,
)

PROBLEM_JSON = "application/problem+json"
MAX_ERRORS = 20
"""Most entries of `errors` in one answer."""

Header = tuple[bytes, bytes]


class HttpRefusalError(HaimaError):
    """A refusal that only HTTP knows: the shape of a body, a path, a method."""

    def __init__(self, status: int, detail: str, headers: Sequence[Header] = ()) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = tuple(headers)


class FieldErrorOut(Shown):
    """One field that breaks a rule."""

    field: str
    message: str


class ProblemOut(Shown):
    """Problem details (RFC 9457)."""

    type: str = Field(description="`about:blank`: the title says what the status means.")
    title: str
    status: int
    detail: str
    instance: str = Field(description="The path that was asked for.")
    request_id: str
    errors: list[FieldErrorOut] | None = Field(None, description="Only with 422.")


@dataclass(frozen=True, slots=True)
class Problem:
    """What one refusal says."""

    status: int
    detail: str
    errors: tuple[tuple[str, str], ...] = ()
    headers: tuple[Header, ...] = ()


_STATUS: tuple[tuple[type[HaimaError], int], ...] = (
    (NotFound, 404),
    (IdempotencyConflict, 409),
    (StaleVersion, 412),
    (Forbidden, 403),
)


def problem_of(error: HaimaError) -> Problem:
    """Return the answer to an error; one that no caller should ever meet is a 500 without details."""
    if isinstance(error, HttpRefusalError):
        return Problem(error.status, str(error), headers=error.headers)
    if isinstance(error, InvalidRequest):
        return Problem(422, "the request breaks a rule of the contract", tuple(error.errors[:MAX_ERRORS]))
    if isinstance(error, Unauthorised):
        detail = str(error) or "an API key is needed: Authorization: Bearer KEY"
        return Problem(401, detail, headers=((b"www-authenticate", b"Bearer"),))
    if isinstance(error, StoreUnavailable):
        retry_after = str(error.retry_after_seconds).encode()
        return Problem(503, str(error), headers=((b"retry-after", retry_after),))
    for kind, status in _STATUS:
        if isinstance(error, kind):
            return Problem(status, str(error) or HTTPStatus(status).phrase.lower())
    return UNEXPECTED


UNEXPECTED = Problem(500, "the service failed on this request; its log has the details under this request id")


def title_of(status: int) -> str:
    """Return the words of a status."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def problem_response(problem: Problem, *, instance: str, request_id: str) -> Response:
    """Lay a problem out as an answer."""
    body: dict[str, object] = {
        "type": "about:blank",
        "title": title_of(problem.status),
        "status": problem.status,
        "detail": printable(problem.detail),
        "instance": printable(instance),
        "request_id": request_id,
    }
    if problem.status == 422:
        body["errors"] = [{"field": printable(f), "message": printable(m)} for f, m in problem.errors]
    response = Response(orjson.dumps(body), problem.status, media_type=PROBLEM_JSON)
    response.raw_headers.extend(problem.headers)
    return response


def request_id_of(request: Request) -> str:
    """Return the id that the middleware gave to this request."""
    return str(request.scope.get("state", {}).get("request_id", ""))


def printable(text: str) -> str:
    """Return text that can be written as UTF-8: lone surrogates become question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def refusal_of(error: ValidationError) -> InvalidRequest:
    """Turn what pydantic found into (field, message) pairs; the input itself is never repeated."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return InvalidRequest(
        [(_field(entry["loc"]), _message(entry["type"], entry["msg"])) for entry in found[:MAX_ERRORS]]
    )


def _field(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location)


def _message(kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return "is not a field of this request"
    if kind == "missing":
        return "is needed"
    if kind == "string_pattern_mismatch":
        return "may not contain control characters"
    return message.removeprefix("Value error, ")
