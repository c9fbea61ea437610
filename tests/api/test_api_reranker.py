"""Search with a reranker: it decides the order among the candidates, and its absence is told and harmless."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from whole_service import Api, open_api

from app.settings import Settings
from tests.support.rerank_server import RerankServer, rerank_server

CATS = [
    "The cat saw the vet.",
    "Miso the cat ate fish after the vet came.",
    "Our cat sleeps.",
    "Some birds sing a song.",
]


@pytest.fixture
async def server() -> AsyncIterator[RerankServer]:
    async with rerank_server() as opened:
        yield opened


@pytest.fixture
async def api(settings: Settings, server: RerankServer) -> AsyncIterator[Api]:
    reranked = {"embedder": "none", "reranker_base_url": server.url, "reranker_model": "tiny"}
    async with open_api(settings.model_copy(update=reranked)) as opened:
        for text in CATS:
            await opened.remember(text)
        yield opened


async def _search(api: Api, **asked: Any) -> Any:
    return await api.post(
        "/v1/search", {"user_id": "u1", "query": "Which vet saw Miso the cat eat fish?", "explain": True, **asked}
    )


def _texts(found: Any) -> list[str]:
    return [result["memory"]["content"] for result in found["results"]]


async def test_the_reranker_decides_the_order_and_relevance_keeps_its_meaning(api: Api, server: RerankServer) -> None:
    server.respond = _unavailable
    before = await _search(api)
    server.respond = None
    wanted = list(reversed(_texts(before)))
    server.judge = lambda query, text: -40.0 - wanted.index(text)  # a model's raw numbers, of any size
    found = await _search(api)
    assert _texts(found) == wanted
    assert found["degraded"] == []
    assert sorted(r["relevance"] for r in found["results"]) == sorted(r["relevance"] for r in before["results"])
    assert [result["explain"]["rank_reranker"] for result in found["results"]] == [1, 2, 3, 4]
    scores = [result["score"] for result in found["results"]]
    assert scores == sorted(scores, reverse=True)


async def test_it_looks_at_more_than_is_asked_for(api: Api, server: RerankServer) -> None:
    server.judge = lambda query, text: float("sleeps" in text)
    found = await _search(api, top_k=1)
    assert _texts(found) == ["Our cat sleeps."]
    assert len(server.requests[-1]["documents"]) == len(CATS)


async def test_without_it_search_answers_as_before_and_says_so(api: Api, server: RerankServer) -> None:
    server.respond = _unavailable
    found = await _search(api, top_k=2)
    assert found["degraded"] == ["reranker"]
    assert len(found["results"]) == 2
    server.respond = None
    assert (await _search(api, top_k=2))["degraded"] == []


async def test_an_empty_query_goes_by_time_and_asks_no_reranker(api: Api, server: RerankServer) -> None:
    found = await _search(api, query="")
    assert _texts(found) == list(reversed(CATS))
    assert server.requests == []


async def test_a_document_does_not_displace_a_clearly_relevant_memory(api: Api, server: RerankServer) -> None:
    for number in range(3):
        await api.post("/v1/knowledge", {"title": f"Cats {number}", "content": f"Cat handbook {number}."}, 201)
    before = await _search(api, top_k=4)
    clear = [
        r["memory"]["content"]
        for r in before["results"]
        if r["relevance"] >= 0.5 and r["memory"]["layer"] != "knowledge"
    ]
    server.judge = lambda query, text: float("handbook" in text)
    found = await _search(api, top_k=4)
    assert set(clear) <= set(_texts(found))


async def _unavailable(asked: dict[str, Any]) -> tuple[int, bytes]:
    return 503, b"{}"
