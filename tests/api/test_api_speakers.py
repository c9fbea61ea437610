"""Search where speakers have names: their names are left out of what is embedded, from the first search on."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from whole_service import Api, open_api

from app.settings import Settings
from tests.integration.embedders.conftest import ScriptedServer


@pytest.fixture
async def server() -> AsyncIterator[ScriptedServer]:
    scripted = ScriptedServer()
    listening = await asyncio.start_server(scripted.serve, "127.0.0.1", 0)
    scripted.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    yield scripted
    listening.close()


def _queries(server: ScriptedServer) -> list[str]:
    return [text for body in server.requests for text in body["input"] if text.startswith("Q:")]


async def test_names_of_speakers_are_not_embedded_with_a_query(settings: Settings, server: ScriptedServer) -> None:
    embedded = {
        "embedder": "openai",
        "embedding_base_url": server.url,
        "embedding_model": "m",
        "embedding_dimensions": 4,
        "embedding_query_prefix": "Q:",
        "embedding_passage_prefix": "P:",
        "embedding_background_mean": 0.1,
        "embedding_background_std": 0.1,
    }
    async with open_api(settings.model_copy(update=embedded)) as api:
        await _check(api, server)


async def _check(api: Api, server: ScriptedServer) -> None:
    said = [("user", "Ana", "I paint."), ("assistant", "Bo", "What do you paint?"), ("user", "Ana", "Old boats.")]
    messages = [{"role": role, "name": name, "content": content} for role, name, content in said]
    await api.save(session_id="s1", messages=messages)
    asked = {"user_id": "u1", "query": "What does Ana paint?"}
    server.requests.clear()
    first = await api.post("/v1/search", asked)
    assert _queries(server)[-1] == "Q:What does paint?"
    assert len(first["results"]) == len(said)
    assert first["degraded"] == []
    server.requests.clear()
    again = await api.post("/v1/search", asked)
    assert _queries(server) == []
    assert [r["memory"]["id"] for r in again["results"]] == [r["memory"]["id"] for r in first["results"]]
    await api.post("/v1/search", {"user_id": "u1", "query": "Where does Bo live?"})
    assert _queries(server) == ["Q:Where does live?"]
