"""Who may ask, what every answer carries, and what is told of what went wrong."""

import asyncio
import json
import logging
from typing import Any

import httpx
import pytest
from http_app import Http
from http_problems import GOOD, assert_problem
from starlette.responses import Response

from app.api.metrics import Metrics
from app.api.middleware import answer_to
from app.api.overload import RequestLimit
from app.api.problems import HttpRefusalError, problem_of
from app.domain import errors
from app.domain.errors import StoreUnavailable


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


@pytest.mark.parametrize("method", ["OPTIONS", "GET", "POST"])
async def test_pages_of_other_sites_may_read_nothing(http: Http, method: str) -> None:
    """Browsers ask before (OPTIONS), and let a page read what names its origin; no answer ever does."""
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    asked |= {"Access-Control-Request-Headers": "authorization, content-type", "Authorization": "Bearer admin"}
    for path in ("/v1/save", "/v1/facts", "/v1/users/export", "/metrics", "/openapi.json", "/livez"):
        answer = await http(method, path, headers=asked)
        assert not [name for name in answer.headers if name.startswith("access-control-")]
        assert method != "OPTIONS" or answer.status_code == 405


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
