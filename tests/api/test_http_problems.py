"""Everything that goes wrong at the door is a problem of the contract, and reaches no use case."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from http_app import Http, http_app
from starlette.responses import Response

from app.api.metrics import Metrics
from app.api.middleware import answer_to
from app.api.overload import RequestLimit
from app.api.problems import HttpRefusalError, problem_of
from app.domain import errors
from app.domain.errors import HaimaError, SetupError, StoreUnavailable

GOOD = {"user_id": "u1", "session_id": "s1", "messages": [{"role": "user", "content": "你好"}]}
JSON = {"Content-Type": "application/json"}


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


def assert_problem(answer, status: int) -> dict:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert set(body) - {"errors"} == {"type", "title", "status", "detail", "instance", "request_id"}
    assert ("errors" in body) == (status == 422)
    assert body["status"] == status
    assert body["request_id"] == answer.headers["x-request-id"]
    for entry in body.get("errors", []):
        assert set(entry) == {"field", "message"}
    return body


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


@pytest.mark.parametrize(
    ("role", "status"),
    [("read", 403), ("service", 202), ("admin", 202), ("wrong", 401)],
)
async def test_roles(http: Http, role: str, status: int) -> None:
    answer = await http.post("/v1/save", GOOD, headers={"Authorization": f"Bearer {role}"})
    assert answer.status_code == status
    if status == 202:
        assert http.services.save.asked[0].owner.tenant_id == "t1"
    else:
        assert_problem(answer, status)
        assert http.services.save.asked == []
    if status == 401:
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("value", ["Basic YTpi", "Bearer", "Bearer ", "service", ""])
async def test_an_authorization_header_of_another_kind_is_401(http: Http, value: str) -> None:
    assert_problem(await http.post("/v1/save", GOOD, headers={"Authorization": value}), 401)


async def test_stats_need_an_administrator(http: Http) -> None:
    assert_problem(await http("GET", "/v1/stats", headers={"Authorization": "Bearer service"}), 403)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("abc-1:2/3", True), ("x" * 128, True), ("x" * 129, False), ("", False), ("a\tb", False), ("é", False)],
)
async def test_a_harmless_request_id_comes_back(http: Http, given: str, kept: bool) -> None:
    answer = await http("GET", "/livez", headers={"X-Request-ID": given.encode()})
    assert (answer.headers["x-request-id"] == given) is kept
    assert answer.headers["x-request-id"]


async def test_a_store_that_is_away_is_503(http: Http) -> None:
    http.services.save.fails_with = errors.StoreUnavailable("Redis", 2)
    answer = await http.post("/v1/save", GOOD)
    assert_problem(answer, 503)
    assert answer.headers["retry-after"] == "2"


async def test_what_nobody_expects_tells_nothing(http: Http, caplog: pytest.LogCaptureFixture) -> None:
    http.services.save.fails_with = RuntimeError("the password of the store is 7391")
    answer = await http.post("/v1/save", GOOD, headers={"X-Request-ID": "r1"})
    body = assert_problem(answer, 500)
    assert "password" not in json.dumps(body)
    assert "7391" not in json.dumps(body)
    assert "r1" in caplog.text


def test_a_field_that_cannot_be_written_is_written_nevertheless() -> None:
    error = errors.InvalidRequest([("\ud800", "is wrong")])
    answer = answer_to(error, {"path": "/x"}, "r")
    assert json.loads(answer.body)["errors"] == [{"field": "?", "message": "is wrong"}]
    assert problem_of(HttpRefusalError(413, "x")).status == 413


async def test_headers_of_every_answer(http: Http) -> None:
    for path in ("/livez", "/docs", "/nothing", "/openapi.json"):
        answer = await http("GET", path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-request-id"]
        assert "access-control-allow-origin" not in answer.headers


async def test_the_page_of_the_document_asks_no_other_server(http: Http) -> None:
    page = await http("GET", "/docs")
    assert page.status_code == 200
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css"):
        assert f"/docs/assets/{asset}" in page.text
        assert (await http("GET", f"/docs/assets/{asset}")).status_code == 200
    assert_problem(await http("GET", "/docs/assets/../../app/settings.py"), 404)


async def test_metrics_name_routes_and_no_ids(http: Http) -> None:
    await http.post("/v1/save", GOOD)
    await http("GET", "/v1/memories/0199-secret", params={"user_id": "user-secret"})
    await http("GET", "/nothing-secret")
    http.services.stats.answer = {"due": 2, "leased": 1, "oldest_seconds": 0.5}
    text = (await http("GET", "/metrics")).text
    assert 'haima_http_requests_total{method="POST",route="/v1/save",status="202"} 1.0' in text
    assert 'route="/v1/memories/{memory_id}"' in text
    assert 'haima_archive_queue{state="due"} 2.0' in text
    assert "secret" not in text


async def test_readiness_names_what_is_away(http: Http) -> None:
    async def away() -> None:
        raise errors.StoreUnavailable("Postgres")

    async def there() -> None:
        return None

    http.services.probes.update({"postgres": there, "redis": there})
    assert (await http("GET", "/readyz")).json() == {"status": "ok", "checks": {"postgres": "ok", "redis": "ok"}}
    http.services.probes["postgres"] = away
    answer = await http("GET", "/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"postgres": "unavailable", "redis": "ok"}


async def test_only_failed_requests_leave_a_line_in_the_log(http: Http, caplog: pytest.LogCaptureFixture) -> None:
    body = {"user_id": "秘密", "query": "x"}
    with caplog.at_level(logging.INFO, logger="app.access"):
        await http.post("/v1/search", body)
        http.services.search.fails_with = StoreUnavailable("Postgres")
        await http.post("/v1/search", body, headers={"X-Request-ID": "r1"})
    (line,) = [made for made in caplog.records if made.name == "app.access"]
    assert (line.levelname, line.getMessage()) == ("WARNING", "POST /v1/search")
    assert (vars(line)["status"], vars(line)["request_id"]) == (503, "r1")
    with caplog.at_level(logging.DEBUG, logger="app.access"):
        await http("GET", "/livez")
    assert caplog.records[-1].getMessage() == "GET /livez"


async def test_requests_beyond_the_limit_are_problems_too() -> None:
    enough = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await enough.wait()
        await Response("done")(scope, receive, send)

    metrics = Metrics()
    transport = httpx.ASGITransport(RequestLimit(slow, 2, metrics))
    async with httpx.AsyncClient(transport=transport, base_url="http://haima") as client:
        running = [asyncio.create_task(client.get("/x")) for _ in range(2)]
        await asyncio.sleep(0)
        refused = await client.get("/v1/stats", headers={"X-Request-ID": "r1"})
        assert (refused.status_code, refused.headers["content-type"]) == (503, "application/problem+json")
        assert refused.json()["request_id"] == refused.headers["x-request-id"] == "r1"
        assert refused.headers["retry-after"] == "1"
        alive = asyncio.create_task(client.get("/livez"))
        enough.set()
        assert (await alive).status_code == 200
        assert [answer.status_code for answer in await asyncio.gather(*running)] == [200, 200]
        assert (await client.get("/x")).status_code == 200
