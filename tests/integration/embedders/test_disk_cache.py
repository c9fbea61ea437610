"""Vectors kept in a file: computed once, also after a restart, and never mixed up."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.adapters.embedders.disk_cache import DiskCachedEmbedder
from app.adapters.embedders.openai import OpenAIEmbedder
from app.domain.errors import SetupError
from app.domain.similarity import Background
from tests.integration.embedders.conftest import Answer, ScriptedServer, vectors_answer


def embed(body: dict[str, Any]) -> Answer:
    return vectors_answer([[float(len(text)), 1.0] for text in body["input"]])


def opened(scripted: ScriptedServer, path: Path, model: str = "m") -> DiskCachedEmbedder:
    scripted.respond = embed
    behind = OpenAIEmbedder(
        base_url=scripted.url, model=model, dimensions=2, retries=0, background=Background(0.1, 0.1), timeout_seconds=5
    )
    return DiskCachedEmbedder(behind, path)


def texts_of(scripted: ScriptedServer) -> list[str]:
    return [text for body in scripted.requests for text in body["input"]]


async def test_after_a_restart_nothing_is_embedded_again(scripted: ScriptedServer, tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "vectors.db"
    first = opened(scripted, path)
    query = await first.embed_query("one")
    passages = await first.embed_passages(["one", "two two", "one"])
    await first.close()
    assert sorted(texts_of(scripted)) == ["one", "one", "two two"]
    again = opened(scripted, path)
    assert np.array_equal(await again.embed_query("one"), query)
    assert np.array_equal(await again.embed_passages(["two two", "one"]), passages[[1, 0]])
    assert len(texts_of(scripted)) == 3
    await again.embed_passages(["one", "three"])
    assert texts_of(scripted)[3:] == ["three"]
    await again.close()


async def test_another_model_has_vectors_of_its_own(scripted: ScriptedServer, tmp_path: Path) -> None:
    one, other = opened(scripted, tmp_path / "v.db"), opened(scripted, tmp_path / "v.db", model="n")
    await one.embed_query("one")
    await other.embed_query("one")
    assert texts_of(scripted) == ["one", "one"]
    await one.close()
    await other.close()


async def test_a_file_that_is_none_is_refused_with_its_name(scripted: ScriptedServer, tmp_path: Path) -> None:
    broken = tmp_path / "v.db"
    broken.write_bytes(b"no database" * 100)
    with pytest.raises(SetupError, match="HAIMA_EMBEDDING_CACHE_PATH"):
        opened(scripted, broken)
