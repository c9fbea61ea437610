"""The reranker over HTTP: the shape of Cohere and Jina, its deadline, and what happens when it is away."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.adapters.circuit_breaker import CircuitBreaker
from app.adapters.reranker.factory import build_reranker
from app.adapters.reranker.http import HttpReranker
from app.domain.errors import RerankerUnavailable, SetupError
from app.settings import Settings
from tests.support.rerank_server import RerankServer, rerank_server


@pytest.fixture
async def server() -> AsyncIterator[RerankServer]:
    async with rerank_server() as opened:
        yield opened


@pytest.fixture
async def reranker(server: RerankServer) -> AsyncIterator[HttpReranker]:
    opened = HttpReranker(base_url=server.url, model="tiny", api_key="k1", timeout_seconds=0.3)
    yield opened
    await opened.close()


async def test_scores_come_back_in_the_order_of_the_texts(server: RerankServer, reranker: HttpReranker) -> None:
    server.judge = lambda query, text: float(len(text))
    assert await reranker.rerank("q 问", ["bb", "a", "ccc"]) == [2.0, 1.0, 3.0]
    assert server.requests == [{"model": "tiny", "query": "q 问", "documents": ["bb", "a", "ccc"], "top_n": 3}]
    assert "POST /v1/rerank " in server.heads[0]
    assert "authorization: bearer k1" in server.heads[0].lower()


def _answer(results: Any) -> bytes:
    return json.dumps({"results": results}).encode()


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, b"{}"),
        (401, b'{"message": "no key"}'),
        (200, b"not json"),
        (200, b"[]"),
        (200, b'{"results": {}}'),
        (200, _answer([{"index": 0, "relevance_score": 0.1}])),
        (200, _answer([{"index": 0, "relevance_score": 0.1}, {"index": 2, "relevance_score": 0.1}])),
        (200, _answer([{"index": 0, "relevance_score": 0.1}, {"index": True, "relevance_score": 0.1}])),
        (200, _answer([{"index": 0, "relevance_score": 0.1}, {"index": 1, "relevance_score": "high"}])),
        (200, b'{"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": 1e999}]}'),
        (200, _answer([1, 2])),
    ],
)
async def test_any_other_answer_is_no_answer(
    server: RerankServer, reranker: HttpReranker, status: int, body: bytes
) -> None:
    async def respond(asked: dict[str, Any]) -> tuple[int, bytes]:
        return status, body

    server.respond = respond
    with pytest.raises(RerankerUnavailable) as refused:
        await reranker.rerank("q", ["a", "b"])
    assert "k1" not in refused.value.detail


async def test_a_slow_server_is_not_waited_for(server: RerankServer, reranker: HttpReranker) -> None:
    async def respond(asked: dict[str, Any]) -> tuple[int, bytes]:
        await asyncio.sleep(30)
        return 200, b"{}"

    server.respond = respond
    with pytest.raises(RerankerUnavailable, match="the reranker"):
        async with asyncio.timeout(5):
            await reranker.rerank("q", ["a", "b"])


async def test_after_failures_in_a_row_it_is_left_alone_and_then_tried_with_one_call(server: RerankServer) -> None:
    now = [0.0]
    breaker = CircuitBreaker(failures=2, open_seconds=10.0, clock=lambda: now[0])
    reranker = HttpReranker(base_url=server.url, model="tiny", breaker=breaker)

    async def respond(asked: dict[str, Any]) -> tuple[int, bytes]:
        return 503, b"{}"

    server.respond = respond
    for _ in range(3):
        with pytest.raises(RerankerUnavailable):
            await reranker.rerank("q", ["a", "b"])
    assert len(server.requests) == 2
    now[0] = 11.0
    server.respond = None
    assert await reranker.rerank("q", ["a", "b"]) == [0.0, 0.0]
    await reranker.close()


async def test_nobody_at_the_address_is_a_reranker_that_is_away() -> None:
    reranker = HttpReranker(base_url="http://127.0.0.1:9", model="tiny")
    with pytest.raises(RerankerUnavailable):
        await reranker.rerank("q", ["a", "b"])
    await reranker.close()


async def test_the_settings_build_it_or_say_what_is_missing() -> None:
    assert build_reranker(Settings(_env_file=None)) is None
    with pytest.raises(SetupError, match="HAIMA_RERANKER_MODEL"):
        build_reranker(Settings(_env_file=None, reranker_base_url="http://r/v1"))
    with pytest.raises(SetupError, match="http://"):
        build_reranker(Settings(_env_file=None, reranker_base_url="r:80", reranker_model="m"))
    built = build_reranker(Settings(_env_file=None, reranker_base_url="http://r/v1", reranker_model="m"))
    assert built is not None
    await built.close()
