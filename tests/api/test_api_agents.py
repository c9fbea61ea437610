"""What is private to an agent, on every route that touches memories, on real stores."""

from typing import Any

import psycopg
import pytest
from whole_service import Api

from app.settings import Settings

U = {"user_id": "u1"}
OTHERS: tuple[dict[str, str], ...] = ({}, {"agent_id": "other"})
"""Callers that may not see what is private to `travel`: no agent, and another one."""


async def private(api: Api, content: str = "我的护照号码只告诉旅行助手", **given: Any) -> str:
    """Save one memory that only the agent `travel` sees."""
    memory = {"content": content, "importance": 0.9, "visibility": "private", **given}
    saved = await api.save(agent_id="travel", session_id="s1", memories=[memory])
    return str(saved["saved"][0]["id"])


async def is_there(api: Api, memory_id: str) -> bool:
    answer = await api.client.get(f"/v1/memories/{memory_id}", params={**U, "agent_id": "travel"})
    return answer.status_code == 200


@pytest.mark.parametrize("caller", OTHERS)
async def test_one_memory_is_404_on_every_route(api: Api, caller: dict[str, str]) -> None:
    memory_id = await private(api)
    path, params = f"/v1/memories/{memory_id}", {**U, **caller}
    await api("GET", path, 404, params=params)
    await api("PATCH", path, 404, params=params, json={"pinned": True})
    await api("DELETE", path, 404, params=params)
    await api("GET", f"{path}/history", 404, params=params)
    await api.post(f"{path}/rollback", {**params, "version": 1}, 404)
    await api("DELETE", path, params={**U, "agent_id": "travel"})
    await api.post(f"{path}/restore", params, 404)
    assert not await is_there(api, memory_id)
    await api.post(f"{path}/restore", {**U, "agent_id": "travel"})
    assert await is_there(api, memory_id)


@pytest.mark.parametrize("caller", OTHERS)
async def test_feedback_moves_no_trust_of_what_the_caller_cannot_see(api: Api, caller: dict[str, str]) -> None:
    hidden, shared = await private(api), await api.remember("everybody may know that")
    await api.post("/v1/feedback", {**U, **caller, "memory_ids": [hidden], "verdict": "wrong"}, 404)
    both = await api.post("/v1/feedback", {**U, **caller, "memory_ids": [hidden, shared], "verdict": "wrong"})
    assert both == {"updated": 1}
    seen = await api("GET", f"/v1/memories/{hidden}", params={**U, "agent_id": "travel"})
    assert seen["trust"] == 0.5
    own = {**U, "agent_id": "travel", "memory_ids": [hidden], "verdict": "wrong"}
    assert await api.post("/v1/feedback", own) == {"updated": 1}


@pytest.mark.parametrize("caller", OTHERS)
@pytest.mark.parametrize("erase", [False, True])
@pytest.mark.parametrize(
    "selector",
    [
        {"memory_ids": None},
        {"query": "护照号码", "min_score": 0.0},
        {"types": ["preference"]},
        {"before": "2999-01-01T00:00:00Z"},
        {"session_id": "s1", "types": ["preference"]},
        {"session_id": "s1", "before": "2999-01-01T00:00:00Z"},
    ],
)
async def test_forget_picks_nothing_that_the_caller_cannot_see(
    api: Api, caller: dict[str, str], erase: bool, selector: dict[str, Any]
) -> None:
    memory_id = await private(api, type="preference")
    chosen = {key: [memory_id] if value is None else value for key, value in selector.items()}
    answer = await api.post("/v1/forget", {**U, **caller, **chosen, "erase": erase})
    assert (answer["forgotten"], answer["memory_ids"]) == (0, [])
    assert await is_there(api, memory_id)
    own = await api.post("/v1/forget", {**U, "agent_id": "travel", **chosen, "erase": erase})
    assert own["memory_ids"] == [memory_id]
    assert not await is_there(api, memory_id)


async def test_an_erase_by_another_agent_leaves_no_tombstone(api: Api, api_settings: Settings) -> None:
    """It would keep the memory out when it is stored anew. An id that nobody knows yet gets one."""
    memory_id, unknown = await private(api), "01995f6e-7a3c-7c1e-8a55-0c7f1f2f9c3d"
    await api.post("/v1/forget", {**U, "memory_ids": [memory_id, unknown], "erase": True})
    assert api_settings.database_url is not None
    with psycopg.connect(api_settings.database_url.get_secret_value()) as connection:
        assert connection.execute("select ref from tombstones").fetchall() == [(unknown,)]


@pytest.mark.parametrize("selector", [{"all": True}, {"session_id": "s1"}, {"all": True, "types": ["conversation"]}])
async def test_the_whole_user_and_a_whole_session_go_with_what_is_private(api: Api, selector: dict[str, Any]) -> None:
    memory_id = await private(api)
    answer = await api.post("/v1/forget", {**U, **selector})
    assert memory_id in answer["memory_ids"]
    assert not await is_there(api, memory_id)


@pytest.mark.parametrize("caller", OTHERS)
async def test_search_lists_and_contexts_do_not_show_it(api: Api, caller: dict[str, str]) -> None:
    await private(api)
    asked = {**U, **caller}
    assert (await api.post("/v1/search", {**asked, "query": "护照号码"}))["results"] == []
    assert (await api.post("/v1/search", {**asked, "query": ""}))["total"] == 0
    assert (await api("GET", "/v1/memories", params=asked))["memories"] == []
    context = await api.post("/v1/build-context", {**asked, "session_id": "s2", "query": "我的护照号码是什么"})
    assert "只告诉旅行助手" not in context["system_prompt"]
    own = await api.post("/v1/search", {**U, "agent_id": "travel", "query": "护照号码"})
    assert len(own["results"]) == 1


async def test_the_export_of_the_user_holds_it(api: Api) -> None:
    memory_id = await private(api)
    answer = await api.client.get("/v1/users/export", params=U)
    assert memory_id in answer.text
