"""Rates of keys, turns between tenants, deadlines, and clients that are slow on purpose."""

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
import uvicorn
from http_app import with_state
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api import slow_clients
from app.api.admission import Admission, FairTurns, RateLimiter
from app.api.problems import HttpRefusalError
from app.main import create_app, create_server_app
from app.service.keys import Identity
from app.settings import Settings


class Clock:
    """A clock that stands still until told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@given(st.integers(1, 20), st.integers(1, 50), st.lists(st.floats(0, 2), max_size=60))
def test_no_key_ever_gets_more_than_burst_and_rate(rate: int, burst: int, pauses: list[float]) -> None:
    clock = Clock()
    limiter = RateLimiter(rate, burst, clock)
    granted = 0
    for pause in pauses:
        clock.now += pause
        wait = limiter.wait_seconds("key")
        assert wait >= 0
        if wait == 0:
            granted += 1
        else:
            clock.now += wait + 1e-6
            assert limiter.wait_seconds("key") == 0, "after the seconds that were told there is a token"
            granted += 1
        assert granted <= burst + (clock.now - 100.0) * rate + 1e-3


def test_keys_have_buckets_of_their_own() -> None:
    limiter = RateLimiter(1, 2, Clock())
    assert [limiter.wait_seconds("a") > 0 for _ in range(3)] == [False, False, True]
    assert limiter.wait_seconds("b") == 0


async def test_a_tenant_alone_runs_at_once_and_two_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FairTurns, "_probe", lambda self: None)  # the limit stays what it is
    turns = FairTurns(4, wait_seconds=5.0)
    running: Counter[str] = Counter()
    most: Counter[str] = Counter()
    order: list[str] = []

    async def request(tenant: str) -> None:
        async with turns.turn(tenant):
            running[tenant] += 1
            most[tenant] = max(most[tenant], running[tenant])
            await asyncio.sleep(0.002)
            running[tenant] -= 1
            order.append(tenant)

    await asyncio.gather(*(request("a") for _ in range(50)))
    assert most["a"] == 50, "nobody else asks"
    most.clear()
    order.clear()
    await asyncio.gather(
        *(request("b") for _ in range(3)), *(request("a") for _ in range(100)), *(request("b") for _ in range(20))
    )
    assert most["a"] <= 2
    assert most["b"] <= 3
    assert order.index("b") < 5
    assert max(place for place, tenant in enumerate(order) if tenant == "b") < 60, "b does not wait behind all of a"


async def test_who_waits_too_long_is_told_and_leaves_no_trace() -> None:
    turns = FairTurns(2, wait_seconds=0.05)
    release = asyncio.Event()

    async def hold(tenant: str) -> None:
        async with turns.turn(tenant):
            await release.wait()

    holders = [asyncio.create_task(hold(tenant)) for tenant in ("a", "b")]
    await asyncio.sleep(0)
    with pytest.raises(HttpRefusalError) as refused:
        async with turns.turn("a"):
            pass
    assert (refused.value.status, dict(refused.value.headers)) == (503, {b"retry-after": b"1"})
    gone = asyncio.create_task(hold("a"))
    await asyncio.sleep(0.01)
    gone.cancel()
    release.set()
    await asyncio.gather(*holders)
    await asyncio.gather(gone, return_exceptions=True)
    async with turns.turn("a"), turns.turn("b"):
        pass


async def test_a_request_that_is_over_its_deadline_is_answered(settings: Settings) -> None:
    admission = Admission(settings.model_copy(update={"request_deadline_seconds": 0.05}))
    with pytest.raises(HttpRefusalError, match=r"within 0\.05 s") as refused:
        async with admission.turn(Identity("t", "service"), "/v1/search"):
            await asyncio.sleep(5)
    assert refused.value.status == 503
    async with admission.turn(Identity("t", "service"), "/v1/users/import"):
        await asyncio.sleep(0.1)


async def test_a_key_over_its_rate_is_answered_429(settings: Settings) -> None:
    update = {"embedder": "none", "rate_limit_per_second": 0.5, "rate_limit_burst": 2}
    app = create_app(settings.model_copy(update=update))
    async with app.router.lifespan_context(app) as state:
        transport = httpx.ASGITransport(with_state(app, dict(state or {})))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            answers = [await client.get("/v1/sessions", params={"user_id": "u"}) for _ in range(3)]
            live = await client.get("/livez")
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    refused = answers[-1]
    assert refused.headers["content-type"] == "application/problem+json"
    assert 1 <= int(refused.headers["retry-after"]) <= 2
    assert refused.json()["title"] == "Too Many Requests"
    assert live.status_code == 200


@asynccontextmanager
async def listening(app: ASGIApp) -> AsyncIterator[int]:
    """A real server on loopback, as `serve` runs it; its port."""
    config = uvicorn.Config(
        app, http=slow_clients.BriefHeaders, lifespan="on", log_config=None, access_log=False, ws="none"
    )
    server = uvicorn.Server(config)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while True:
            await asyncio.sleep(0.01)
            if server.started:
                break
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            await task


async def test_a_body_that_drips_is_answered_408(settings: Settings) -> None:
    app = create_server_app(settings.model_copy(update={"embedder": "none", "body_seconds": 0.3}))
    async with listening(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            b"POST /v1/save HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"
        )
        async with asyncio.timeout(10):
            answer = await reader.read()
        writer.close()
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"application/problem+json" in answer
    assert b"connection: close" in answer


async def test_headers_that_drip_close_the_connection(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "HEADER_SECONDS", 0.3)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            for phase in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{phase}.complete"})
            return
        await asyncio.sleep(0.6)  # an answer may take its time
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async with listening(app) as port, asyncio.timeout(20):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204")
        writer.write(b"GET / HTTP/1.1\r\nHos")  # kept alive, then slow
        assert await reader.read() == b""
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await reader.read() == b"", "nothing at all was sent"
        writer.close()
