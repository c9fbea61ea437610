"""Reading what a caller sent: body bytes under a limit, JSON, query strings. Refuses before others look at it."""

import json
from typing import Any
from urllib.parse import parse_qsl

import orjson
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

from app.api.problems import HttpRefusalError
from app.domain.errors import InvalidRequest

DRAIN_FACTOR = 8
"""A body that is too large is read on up to this many times its limit, so that the caller gets to read the answer."""

MAX_QUERY_FIELDS = 100


def header(scope: Scope, name: bytes) -> str | None:
    """Return the first header of this lower-case name, as Latin-1 text."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value).decode("latin-1")
    return None


async def read_body(scope: Scope, receive: Receive, *, limit: int) -> bytes:
    """Read the whole body. Raises HttpRefusalError 413 as soon as it is known to be larger than `limit` bytes."""
    declared = header(scope, b"content-length")
    too_large = declared is not None and declared.isdigit() and int(declared) > limit
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            too_large = True
            chunks.clear()
        if not too_large:
            chunks.append(chunk)
        if not message.get("more_body", False) or size > limit * DRAIN_FACTOR:
            break
    if too_large:
        raise HttpRefusalError(413, f"the body is larger than {limit} bytes", ((b"connection", b"close"),))
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def require_media_type(scope: Scope, body: bytes, *, wanted: tuple[str, ...]) -> None:
    """Refuse a body that does not say it is one of the wanted media types in UTF-8 (415), or is empty (400)."""
    given = header(scope, b"content-type")
    if given is None:
        if not body:
            raise HttpRefusalError(400, "the body is empty, a JSON object is needed")
        raise HttpRefusalError(415, f"Content-Type is missing, {wanted[0]} is needed")
    media_type, _, parameters = given.partition(";")
    if media_type.strip().lower() not in wanted:
        raise HttpRefusalError(415, f"Content-Type should be {wanted[0]}")
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset" and value.strip().strip('"').lower() not in ("utf-8", "utf8", "us-ascii"):
            raise HttpRefusalError(415, "the body should be in UTF-8")


def parse_json(body: bytes) -> Any:
    """Parse a body.

    Raises HttpRefusalError 400 for what is no JSON, InvalidRequest for JSON with strings that cannot be kept: U+0000,
    lone surrogates, invalid UTF-8.
    """
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise _why_not_json(body, error) from None
    if b"\\u0000" in body:
        refuse_unkept_strings(value)
    return value


def _why_not_json(body: bytes, error: orjson.JSONDecodeError) -> HttpRefusalError | InvalidRequest:
    if not body.strip():
        return HttpRefusalError(400, "the body is empty, a JSON object is needed")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as wrong:
        return InvalidRequest([("body", f"is not valid UTF-8 at byte {wrong.start}")])
    try:
        value = json.loads(text, parse_constant=_no_constant)
        refuse_unkept_strings(value)
    except InvalidRequest as refusal:
        return refusal
    except RecursionError:
        return InvalidRequest([("body", "is nested too deep")])
    except ValueError:
        return HttpRefusalError(400, f"the body is not valid JSON at line {error.lineno}, column {error.colno}")
    return InvalidRequest([("body", "holds a number or a nesting that is out of range")])


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def refuse_unkept_strings(value: Any) -> None:
    """Raise InvalidRequest when any key or value holds U+0000 or a lone surrogate."""
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        path, found = waiting.pop()
        if isinstance(found, str):
            _refuse_text(path, found)
        elif isinstance(found, list):
            waiting.extend((_below(path, number), entry) for number, entry in enumerate(found))
        elif isinstance(found, dict):
            for key, entry in found.items():
                _refuse_text(path, key)
                waiting.append((_below(path, key), entry))


def _below(path: str, key: str | int) -> str:
    return f"{path}.{key}" if path else str(key)


def _refuse_text(path: str, text: str) -> None:
    if "\x00" in text:
        raise InvalidRequest([(path or "body", "contains U+0000")])
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise InvalidRequest([(path or "body", "contains a lone surrogate")]) from None


def parse_query(query_string: bytes) -> dict[str, str]:
    """Parse a query string. Raises InvalidRequest for invalid UTF-8, U+0000, and a parameter given twice."""
    if not query_string:
        return {}
    try:
        pairs = parse_qsl(
            query_string.decode("utf-8"), keep_blank_values=True, errors="strict", max_num_fields=MAX_QUERY_FIELDS
        )
    except UnicodeDecodeError:
        raise InvalidRequest([("query", "is not valid UTF-8")]) from None
    except ValueError:
        raise InvalidRequest([("query", f"has more than {MAX_QUERY_FIELDS} parameters")]) from None
    values: dict[str, str] = {}
    for name, value in pairs:
        if name in values:
            raise InvalidRequest([(name, "is given more than once")])
        if "\x00" in name or "\x00" in value:
            raise InvalidRequest([(name.replace("\x00", ""), "contains U+0000")])
        values[name] = value
    return values
