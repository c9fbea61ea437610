"""The cache of vectors: nothing twice, callers independent of each other."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import numpy as np
import pytest

from app.adapters.embedders.cache import CachedEmbedder
from app.adapters.embedders.openai import OpenAIEmbedder
from app.domain.errors import EmbedderUnavailable
from app.domain.similarity import Background
from tests.integration.embedders.conftest import Answer, ScriptedServer, vectors_answer


def embed(body: dict[str, Any]) -> Answer:
    return vectors_answer([[float(len(text)), 1.0] for text in body["input"]])


@pytest.fixture
async def cached(scripted: ScriptedServer) -> AsyncIterator[CachedEmbedder]:
    scripted.respond = embed
    behind = OpenAIEmbedder(
        base_url=scripted.url, model="m", dimensions=2, retries=0, background=Background(0.1, 0.1), timeout_seconds=5
    )
    embedder = CachedEmbedder(behind, entries=8)
    yield embedder
    await embedder.close()


def texts_of(scripted: ScriptedServer) -> list[str]:
    return [text for body in scripted.requests for text in body["input"]]


async def test_the_same_text_is_computed_once(cached: CachedEmbedder, scripted: ScriptedServer) -> None:
    first = await cached.embed_query("hello")
    assert np.array_equal(first, await cached.embed_query("hello"))
    assert texts_of(scripted) == ["hello"]
    await cached.embed_passages(["hello"])  # a passage is another vector
    assert texts_of(scripted) == ["hello", "hello"]
    assert (cached.hits, cached.misses) == (1, 2)


async def test_a_batch_asks_only_for_what_is_missing_and_for_that_once(
    cached: CachedEmbedder, scripted: ScriptedServer
) -> None:
    await cached.embed_passages(["a", "bb"])
    vectors = await cached.embed_passages(["bb", "ccc", "a", "ccc", "dddd"])
    assert texts_of(scripted) == ["a", "bb", "ccc", "dddd"]
    assert np.allclose(vectors[:, 0] / vectors[:, 1], [2, 3, 1, 3, 4], rtol=1e-4)


async def test_equal_calls_at_the_same_time_share_one_request(cached: CachedEmbedder, scripted: ScriptedServer) -> None:
    gate = asyncio.Event()

    async def respond(body: dict[str, Any]) -> Answer:
        await gate.wait()
        return embed(body)

    scripted.respond = respond
    calls = [asyncio.create_task(cached.embed_query("same")) for _ in range(20)]
    batch = asyncio.create_task(cached.embed_passages(["p", "q"]))
    await asyncio.sleep(0.05)
    overlapping = asyncio.create_task(cached.embed_passages(["q", "r"]))
    await asyncio.sleep(0.05)
    gate.set()
    vectors = await asyncio.gather(*calls)
    assert all(np.array_equal(vectors[0], vector) for vector in vectors)
    assert np.array_equal((await batch)[1], (await overlapping)[0])
    assert sorted(texts_of(scripted)) == ["p", "q", "r", "same"]


async def test_a_caller_that_gives_up_takes_nobody_with_it(cached: CachedEmbedder, scripted: ScriptedServer) -> None:
    gate = asyncio.Event()

    async def respond(body: dict[str, Any]) -> Answer:
        await gate.wait()
        return embed(body)

    scripted.respond = respond
    first = asyncio.create_task(cached.embed_query("same"))
    await asyncio.sleep(0.05)
    second = asyncio.create_task(cached.embed_query("same"))
    await asyncio.sleep(0.05)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    gate.set()
    assert (await second).shape == (2,)
    assert texts_of(scripted) == ["same"]


async def test_what_all_callers_gave_up_is_still_kept(cached: CachedEmbedder, scripted: ScriptedServer) -> None:
    async def respond(body: dict[str, Any]) -> Answer:
        await asyncio.sleep(0.2)
        return embed(body)

    scripted.respond = respond
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(cached.embed_query("late"), 0.1)
    await asyncio.sleep(0.3)
    await cached.embed_query("late")
    assert texts_of(scripted) == ["late"]


async def test_a_failure_is_shared_and_not_kept(cached: CachedEmbedder, scripted: ScriptedServer) -> None:
    async def respond(body: dict[str, Any]) -> Answer:
        await asyncio.sleep(0.1)
        return 500, {}, b""

    scripted.respond = respond
    outcomes = await asyncio.gather(*(cached.embed_query("x") for _ in range(5)), return_exceptions=True)
    assert all(isinstance(outcome, EmbedderUnavailable) for outcome in outcomes)
    assert len(scripted.requests) == 1
    scripted.respond = embed
    await cached.embed_query("x")
    assert len(scripted.requests) == 2


async def test_the_least_recently_used_goes_first(cached: CachedEmbedder, scripted: ScriptedServer) -> None:
    for number in range(8):
        await cached.embed_query(str(number))
    await cached.embed_query("0")
    await cached.embed_query("new")
    assert len(cached) == 8
    asked = len(scripted.requests)
    await cached.embed_query("0")
    assert len(scripted.requests) == asked
    await cached.embed_query("1")
    assert len(scripted.requests) == asked + 1


async def test_a_batch_larger_than_the_cache_is_whole(cached: CachedEmbedder) -> None:
    vectors = await cached.embed_passages(["x" * length for length in range(1, 30)])
    assert np.allclose(vectors[:, 0] / vectors[:, 1], range(1, 30), rtol=1e-4)
    assert len(cached) == 8


async def test_a_caller_cannot_change_what_others_get(cached: CachedEmbedder) -> None:
    vector = await cached.embed_query("x")
    with pytest.raises(ValueError, match="read-only"):
        vector[0] = 9
    batch = await cached.embed_passages(["y"])
    batch[0] = 9
    assert not np.array_equal(batch, await cached.embed_passages(["y"]))


async def test_closing_ends_what_is_being_computed(cached: CachedEmbedder, scripted: ScriptedServer) -> None:
    async def respond(body: dict[str, Any]) -> Answer:
        await asyncio.sleep(30)
        return embed(body)

    scripted.respond = respond
    waiting = asyncio.create_task(cached.embed_query("x"))
    await asyncio.sleep(0.05)
    await cached.close()
    with pytest.raises(EmbedderUnavailable):
        await waiting
