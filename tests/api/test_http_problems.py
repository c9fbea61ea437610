"""Everything that goes wrong at the door is a problem of the contract, and reaches no use case."""

import json
from collections.abc import AsyncIterator

import pytest
from http_app import Http, http_app
from http_problems import GOOD, JSON, assert_problem

from app.api.problems import problem_of
from app.domain import errors
from app.domain.errors import HaimaError, SetupError


def leaves(kind: type[HaimaError]) -> list[type[HaimaError]]:
    below = [one for one in kind.__subclasses__() if one.__module__ == errors.__name__]
    return [leaf for one in below for leaf in leaves(one)] or [kind]


MAKE = {
    errors.InvalidRequest: lambda: errors.InvalidRequest([("a", "is wrong")]),
    errors.StoreUnavailable: lambda: errors.StoreUnavailable("Redis", 3),
    errors.EmbedderUnavailable: lambda: errors.EmbedderUnavailable("refused", 3),
    errors.ChatModelUnavailable: lambda: errors.ChatModelUnavailable("budget", "spent", 3),
}


@pytest.mark.parametrize("kind", leaves(HaimaError), ids=lambda kind: kind.__name__)
def test_every_error_of_the_domain_has_a_status(kind: type[HaimaError]) -> None:
    if kind is SetupError:
        return  # ends the process before anybody asks
    error = MAKE.get(kind, lambda: kind("no"))()
    problem = problem_of(error)
    assert 400 <= problem.status < 600
    assert problem.status != 500
    if problem.status == 503:
        assert (b"retry-after", str(error.retry_after_seconds).encode()) in problem.headers
    if problem.status == 401:
        assert (b"www-authenticate", b"Bearer") in problem.headers


BODIES = [
    (b"", 400),
    (b"  \n", 400),
    (b"{", 400),
    (b"{'a': 1}", 400),
    (b'{"a": NaN}', 400),
    (b'{"a": Infinity}', 400),
    (b'{"a": 1} x', 400),
    (b'"a\x00b"', 400),
    (b"null", 422),
    (b"[]", 422),
    (b'"text"', 422),
    (b"{}", 422),
    (b'{"a": 1e999}', 422),
    (b'{"user_id": "\xff"}', 422),
    (b'{"user_id": "\xed\xa0\x80"}', 422),
    (b'{"user_id": "\\ud800"}', 422),
    (b'{"user_id": "u", "facts": {"\\udfff": "x"}}', 422),
    (b'{"user_id": "u\\u0000", "facts": {"k": "v"}}', 422),
    (b'{"user_id": "u", "facts": {"k\\u0000": "v"}}', 422),
    (b'{"user_id": "u", "memories": [{"content": "x", "metadata": {"a": [{"\\u0000": 1}]}}]}', 422),
    (b"[" * 100_000, 422),
    (b"[" * 5_000 + b"]" * 5_000, 422),
    (b'{"user_id": "u", "memories": [{"content": "x", "metadata": ' + b'{"a":' * 9 + b"1" + b"}" * 9 + b"}]}", 422),
]


@pytest.mark.parametrize(("body", "status"), BODIES, ids=lambda value: repr(value)[:40])
async def test_bodies_that_cannot_be_read(http: Http, body: bytes, status: int) -> None:
    assert_problem(await http("POST", "/v1/save", content=body, headers=JSON), status)
    assert http.services.save.asked == []


async def test_an_escaped_backslash_before_u0000_is_text(http: Http) -> None:
    body = b'{"user_id": "u", "session_id": "s", "messages": [{"role": "user", "content": "\\\\u0000"}]}'
    answer = await http("POST", "/v1/save", content=body, headers=JSON)
    assert answer.status_code == 202
    assert http.services.save.asked[0].messages[0].content == "\\u0000"


@pytest.mark.parametrize(
    "media_type",
    ["text/plain", "application/x-www-form-urlencoded", "application/xml", "application/json; charset=gbk", ""],
)
async def test_what_does_not_say_it_is_json_is_415(http: Http, media_type: str) -> None:
    answer = await http("POST", "/v1/save", content=json.dumps(GOOD), headers={"Content-Type": media_type})
    assert_problem(answer, 415)


@pytest.mark.parametrize("media_type", ["application/json", "Application/JSON; charset=UTF-8"])
async def test_what_says_it_is_json_is_read(http: Http, media_type: str) -> None:
    answer = await http("POST", "/v1/save", content=json.dumps(GOOD), headers={"Content-Type": media_type})
    assert answer.status_code == 202


async def test_unknown_paths_and_methods(http: Http) -> None:
    assert_problem(await http("GET", "/v1/nothing"), 404)
    assert_problem(await http("GET", "/v1/save/"), 404)
    refused = await http("GET", "/v1/save")
    assert_problem(refused, 405)
    assert refused.headers["allow"] == "POST"
    assert_problem(await http("DELETE", "/v1/search"), 405)


@pytest.fixture
async def small() -> AsyncIterator[Http]:
    async with http_app(max_body_bytes=2048, max_import_bytes=4096) as opened:
        yield opened


@pytest.mark.parametrize("size", [2049, 3000, 100_000])
@pytest.mark.parametrize("chunked", [True, False])
async def test_a_body_over_the_limit_is_413_with_and_without_its_length(small: Http, size: int, chunked: bool) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(0, size, 500):
            yield b" " * 500

    content = chunks() if chunked else b" " * size
    assert_problem(await small("POST", "/v1/save", content=content, headers=JSON), 413)


async def test_a_body_of_exactly_the_limit_is_read(small: Http) -> None:
    body = json.dumps(GOOD).encode()
    answer = await small("POST", "/v1/save", content=body + b" " * (2048 - len(body)), headers=JSON)
    assert answer.status_code == 202


async def test_reading_ends_at_some_point(small: Http) -> None:
    sent = 0

    async def endless() -> dict:
        nonlocal sent
        sent += 1
        return {"type": "http.request", "body": b"x" * 1024, "more_body": True}

    answers: list[dict] = []

    async def send(message: dict) -> None:
        answers.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/save",
        "raw_path": b"/v1/save",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        "http_version": "1.1",
        "scheme": "http",
        "server": ("haima", 80),
        "client": ("c", 1),
        "root_path": "",
    }
    await small.app(scope, endless, send)
    assert answers[0]["status"] == 413
    assert sent <= 2 * 8 + 2


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "user_id"),
        ("user_id=", "user_id"),
        ("user_id=%ff", "query"),
        ("user_id=a&user_id=b", "user_id"),
        ("user_id=a%00b", "user_id"),
        ("user_id=a%0Ab", "user_id"),
        ("user_id=a&nothing=1", "nothing"),
        ("user_id=a&limit=0", "limit"),
        ("user_id=a&limit=201", "limit"),
        ("user_id=a&limit=x", "limit"),
        ("user_id=a&layer=top", "layer"),
        ("user_id=" + "x" * 256, "user_id"),
        ("&".join(f"a{n}=1" for n in range(200)), "query"),
    ],
    ids=lambda value: repr(value)[:30],
)
async def test_query_parameters_are_checked(http: Http, query: str, field: str) -> None:
    body = assert_problem(await http("GET", f"/v1/memories?{query}"), 422)
    assert field in [entry["field"] for entry in body["errors"]]
    assert http.services.memories.asked == []


async def test_ids_of_every_alphabet_travel_in_the_query(http: Http) -> None:
    http.services.memories.fails_with = errors.NotFound("x")
    for user_id in ("wx:oA/b?c", "+86 138&=", "朵朵🐱", "a" * 255, "e\u0301", "%2F"):
        answer = await http("GET", "/v1/memories", params={"user_id": user_id})
        assert answer.status_code == 404
        assert http.services.memories.asked[-1][1][0].user_id == user_id


async def test_a_query_string_where_none_belongs_is_422(http: Http) -> None:
    body = assert_problem(await http.post("/v1/save?dry_run=true", GOOD), 422)
    assert body["errors"][0]["field"] == "dry_run"
