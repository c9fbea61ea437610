"""Memories one at a time, on real stores."""

import asyncio
from typing import Any

from whole_service import Api, open_api

from app.settings import Settings

U = {"user_id": "u1"}
UNKNOWN = "01995f6e-7a3c-7c1e-8a55-0c7f1f2f9c3d"


async def test_a_memory_is_read_as_it_was_saved(api: Api) -> None:
    given = {
        "content": "Prefers short weekly reports",
        "type": "preference",
        "importance": 0.9,
        "subject": "user",
        "metadata": {"source": "crm", "n": [1, 2.5, None, True, 1e30, -1.7e308, 18446744073709551615, 5e-324]},
        "occurred_at": "2026-03-02T16:00:00+08:00",
        "pinned": True,
    }
    saved = await api.save(session_id="s1", memories=[given])
    (entry,) = saved["saved"]
    assert (entry["kind"], entry["type"], entry["status"]) == ("memory", "preference", "stored")
    assert entry["layers"] == ["working", "episodic", "semantic"]
    memory = await api("GET", f"/v1/memories/{entry['id']}", params=U)
    for field in ("content", "type", "importance", "subject", "metadata", "pinned"):
        assert memory[field] == given[field], field
    assert memory["occurred_at"] == "2026-03-02T08:00:00.000000Z"
    assert memory["created_at"].endswith("Z")
    assert memory["version"] == 1
    assert memory["layer"] == "semantic"
    assert memory["session_id"] == "s1"
    assert memory["source"] == {"session_id": "s1", "message_ids": []}


async def test_what_still_waits_in_redis_is_read_and_listed_too(api: Api) -> None:
    saved = await api.save(
        202,
        mode="async",
        session_id="s1",
        messages=[{"role": "user", "content": "我女儿叫朵朵", "id": "m1"}],
        memories=[{"content": "waits", "importance": 0.9}],
    )
    message, memory = (entry["id"] for entry in saved["saved"])
    assert (await api("GET", f"/v1/memories/{memory}", params=U))["content"] == "waits"
    shown = await api("GET", f"/v1/memories/{message}", params=U)
    assert (shown["content"], shown["layer"]) == ("我女儿叫朵朵", "working")
    assert shown["source"]["message_ids"] == ["m1"]
    listed = await api("GET", "/v1/memories", params=U)
    assert {one["id"] for one in listed["memories"]} == {message, memory}


async def test_unknown_and_foreign_memories_are_the_same_404(api: Api) -> None:
    memory_id = await api.remember("mine")
    answers = []
    for path, user in ((memory_id, "u2"), (UNKNOWN, "u1"), ("no-uuid", "u1"), (memory_id.upper() + "x", "u1")):
        problem = await api("GET", f"/v1/memories/{path}", 404, params={"user_id": user})
        answers.append((problem["title"], problem["detail"]))
        await api("PATCH", f"/v1/memories/{path}", 404, params={"user_id": user}, json={"content": "x"})
        await api("DELETE", f"/v1/memories/{path}", 404, params={"user_id": user})
        await api("GET", f"/v1/memories/{path}/history", 404, params={"user_id": user})
        await api.post(f"/v1/memories/{path}/rollback", {"user_id": user, "version": 1}, 404)
    assert len(set(answers)) == 1
    assert (await api("GET", f"/v1/memories/{memory_id}", params=U))["content"] == "mine"


async def test_a_change_makes_a_version_that_if_match_guards(api: Api) -> None:
    path = f"/v1/memories/{await api.remember('first', metadata={'a': 1})}"
    changed = await api("PATCH", path, params=U, json={"content": "second"}, headers={"If-Match": '"1"'})
    assert (changed["version"], changed["content"], changed["metadata"]) == (2, "second", {"a": 1})
    await api("PATCH", path, 412, params=U, json={"content": "third"}, headers={"If-Match": '"1"'})
    await api("PATCH", path, 422, params=U, json={"content": "third"}, headers={"If-Match": "latest"})
    await api("DELETE", path, 412, params=U, headers={"If-Match": '"1"'})
    answer = await api.client.get(path, params=U)
    assert answer.headers["etag"] == '"2"'
    history = (await api("GET", f"{path}/history", params=U))["history"]
    assert [(one["version"], one["content"]) for one in history] == [(2, "second"), (1, "first")]
    assert all(one["changed_at"].endswith("Z") for one in history)


async def test_a_rollback_is_a_new_version(api: Api) -> None:
    path = f"/v1/memories/{await api.remember('first', type='goal', subject='a')}"
    await api("PATCH", path, params=U, json={"content": "second", "subject": None, "importance": 0.2})
    back = await api.post(f"{path}/rollback", {**U, "version": 1})
    assert (back["version"], back["content"], back["subject"], back["importance"]) == (3, "first", "a", 0.9)
    assert back["layer"] == "semantic"
    await api.post(f"{path}/rollback", {**U, "version": 9}, 404)
    assert [one["version"] for one in (await api("GET", f"{path}/history", params=U))["history"]] == [3, 2, 1]


async def test_importance_moves_a_memory_between_layers(api: Api) -> None:
    path = f"/v1/memories/{await api.remember('x', importance=0.5)}"
    assert (await api("GET", path, params=U))["layer"] == "episodic"
    assert (await api("PATCH", path, params=U, json={"importance": 0.8}))["layer"] == "semantic"
    assert (await api("PATCH", path, params=U, json={"importance": 0.1}))["layer"] == "working"


async def test_a_deleted_memory_is_gone_until_it_is_restored(api: Api) -> None:
    memory_id = await api.remember("to be forgotten")
    path = f"/v1/memories/{memory_id}"
    forgotten = await api("DELETE", path, params=U)
    assert (forgotten["forgotten"], forgotten["memory_ids"]) == (1, [memory_id])
    await api("GET", path, 404, params=U)
    await api("DELETE", path, 404, params=U)
    assert (await api("GET", "/v1/memories", params=U))["memories"] == []
    await api.post(f"{path}/restore", {"user_id": "u2"}, 404)
    assert (await api.post(f"{path}/restore", U))["content"] == "to be forgotten"
    assert (await api("GET", path, params=U))["id"] == memory_id
    await api.post(f"/v1/memories/{UNKNOWN}/restore", U, 404)


async def test_history_names_the_keys_that_changed_forgot_restored_and_judged(api_settings: Settings) -> None:
    async with open_api(api_settings) as api:
        keys = [await api.services.keys.create(tenant_id="default", role="service") for _ in range(2)]
        (one, other), (first, second) = zip(*keys, strict=True)
        as_one, as_other = ({"Authorization": f"Bearer {secret}"} for secret in (first, second))
        memory = {"content": "likes oats", "importance": 0.9}
        saved = await api.post("/v1/save", {**U, "mode": "sync", "memories": [memory]}, 201, headers=as_one)
        memory_id = saved["saved"][0]["id"]
        path = f"/v1/memories/{memory_id}"
        await api("PATCH", path, params=U, json={"content": "likes rye"}, headers=as_one)
        await api.post("/v1/forget", {**U, "memory_ids": [memory_id], "reason": "asked to"}, headers=as_other)
        restored = await api.post(f"{path}/restore", U, headers=as_one)
        judged = {**U, "memory_ids": [memory_id]}
        await api.post("/v1/feedback", {**judged, "verdict": "helpful"}, headers=as_one)
        await api.post("/v1/feedback", {**judged, "verdict": "wrong", "note": "barley"}, headers=as_other)
        history = (await api("GET", f"{path}/history", params=U, headers=as_one))["history"]
    told = [(v["version"], v["content"], v["reason"], v["changed_by"]) for v in history]
    assert restored["version"] == 4
    assert told == [
        (5, "likes rye", "feedback: wrong: barley", other.key_id),
        (4, "likes rye", "restored", one.key_id),
        (3, "likes rye", "asked to", other.key_id),
        (2, "likes rye", "changed", one.key_id),
        (1, "likes oats", "saved", None),
    ]
    assert [v["changed_at"] for v in history] == sorted((v["changed_at"] for v in history), reverse=True)


async def test_an_expired_memory_never_shows(api: Api) -> None:
    path = f"/v1/memories/{await api.remember('soon gone', ttl_seconds=1)}"
    await api("PATCH", path, 422, params=U, json={"expires_at": "2020-01-01T00:00:00Z"})
    assert (await api("GET", path, params=U))["expires_at"] is not None
    await asyncio.sleep(1.1)
    await api("GET", path, 404, params=U)
    assert (await api("GET", "/v1/memories", params=U))["memories"] == []


async def test_what_is_private_to_an_agent_is_seen_by_it_alone(api: Api) -> None:
    saved = await api.save(agent_id="a1", memories=[{"content": "secret", "importance": 0.9, "visibility": "private"}])
    path = f"/v1/memories/{saved['saved'][0]['id']}"
    await api("GET", path, 404, params=U)
    await api("GET", path, 404, params={**U, "agent_id": "a2"})
    assert (await api("GET", path, params={**U, "agent_id": "a1"}))["visibility"] == "private"
    assert (await api("GET", "/v1/memories", params=U))["memories"] == []
    assert len((await api("GET", "/v1/memories", params={**U, "agent_id": "a1"}))["memories"]) == 1


async def test_pages_hold_everything_once_and_newest_first(api: Api) -> None:
    for number in range(0, 20, 5):
        await api.save(memories=[{"content": f"memory {n}", "importance": 0.9} for n in range(number, number + 5)])
    await api.save(202, mode="async", memories=[{"content": f"waits {n}", "importance": 0.9} for n in range(5)])
    seen, cursor = [], None
    while True:
        page = await api("GET", "/v1/memories", params={**U, "limit": 4, **({"cursor": cursor} if cursor else {})})
        seen += page["memories"]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert len(seen) == 25
    assert len({one["id"] for one in seen}) == 25
    places = [(one["created_at"], one["id"]) for one in seen]
    assert places == sorted(places, reverse=True)
    await api("GET", "/v1/memories", 422, params={**U, "cursor": "nonsense"})


async def test_lists_are_filtered(api: Api) -> None:
    await api.save(session_id="s1", memories=[{"content": "a", "importance": 0.9, "type": "goal", "subject": "x"}])
    await api.save(session_id="s2", memories=[{"content": "b", "importance": 0.5, "type": "task", "subject": "y"}])
    for query, contents in (
        ({}, {"a", "b"}),
        ({"session_id": "s1"}, {"a"}),
        ({"type": "task"}, {"b"}),
        ({"subject": "x"}, {"a"}),
        ({"layer": "semantic"}, {"a"}),
        ({"layer": "episodic"}, {"a", "b"}),
        ({"session_id": "s1", "type": "task"}, set()),
    ):
        listed = await api("GET", "/v1/memories", params={**U, **query})
        assert {one["content"] for one in listed["memories"]} == contents, query


async def test_feedback_moves_trust(api: Api) -> None:
    memory_id = await api.remember("x")
    path = f"/v1/memories/{memory_id}"
    answer = await api.post("/v1/feedback", {**U, "memory_ids": [memory_id, UNKNOWN], "verdict": "helpful"})
    assert answer == {"updated": 1}
    assert (await api("GET", path, params=U))["trust"] == 0.6
    await api.post("/v1/feedback", {**U, "memory_ids": [memory_id], "verdict": "wrong", "note": "no"})
    assert (await api("GET", path, params=U))["trust"] == 0.24
    await api.post("/v1/feedback", {"user_id": "u2", "memory_ids": [memory_id], "verdict": "wrong"}, 404)
    await api.post("/v1/feedback", {**U, "memory_ids": ["x"], "verdict": "wrong"}, 404)


async def window(api: Api) -> list[str]:
    view = await api("GET", "/v1/session", params={**U, "session_id": "s1"})
    return [one["content"] for one in view["window"]["messages"]]


async def test_a_private_memory_is_not_restored_without_its_agent(api: Api) -> None:
    saved = await api.save(agent_id="a1", memories=[{"content": "secret", "visibility": "private"}])
    path = f"/v1/memories/{saved['saved'][0]['id']}"
    await api("DELETE", path, params={**U, "agent_id": "a1"})
    for other in ({}, {"agent_id": "a2"}):
        await api.post(f"{path}/restore", {**U, **other}, 404)
        await api("GET", path, 404, params={**U, "agent_id": "a1"})
    await api.post(f"{path}/restore", {**U, "agent_id": "a1"})
    assert (await api("GET", path, params={**U, "agent_id": "a1"}))["content"] == "secret"


async def test_a_changed_message_is_seen_in_the_window(api: Api) -> None:
    said = [{"role": "user", "content": text, "id": text} for text in ("one", "two", "three")]
    saved = await api.save(202, mode="async", session_id="s1", messages=said)
    path = f"/v1/memories/{saved['saved'][1]['id']}"
    await api("PATCH", path, params=U, json={"content": "zwei"})
    assert await window(api) == ["one", "zwei", "three"]
    context = await api.post("/v1/build-context", {**U, "session_id": "s1", "query": "now?"})
    assert [one["content"] for one in context["messages"]] == ["one", "zwei", "three", "now?"]
    await api.post(f"{path}/rollback", {**U, "version": 1})
    assert await window(api) == ["one", "two", "three"]


async def test_a_changed_part_of_a_long_message_is_seen_in_the_window(api: Api) -> None:
    text = "".join(f"Sentence {number} of some length stands here. " for number in range(100))
    saved = await api.save(session_id="s1", messages=[{"role": "user", "content": text}])
    listed = (await api("GET", "/v1/memories", params={**U, "session_id": "s1"}))["memories"]
    assert len(listed) > 2
    part = next(one for one in listed if one["id"] != saved["saved"][0]["id"])
    await api("PATCH", f"/v1/memories/{part['id']}", params=U, json={"content": "[struck out]"})
    assert await window(api) == [text.replace(part["content"], "[struck out]", 1)]


async def test_a_restored_message_takes_its_place_in_the_window_again(api: Api) -> None:
    said = [{"role": "user", "content": text} for text in ("zero", "one", "two", "three")]
    saved = [entry["id"] for entry in (await api.save(session_id="s1", messages=said))["saved"]]
    for forgotten in (saved, saved[1:2], saved[:0:-1]):
        for id in forgotten:
            await api("DELETE", f"/v1/memories/{id}", params=U)
        assert len(await window(api)) == max(0, 3 - len(forgotten))
        for id in forgotten:
            await api.post(f"/v1/memories/{id}/restore", U)
        assert await window(api) == ["one", "two", "three"]
    await api.save(session_id="s1", messages=[{"role": "user", "content": "four"}])
    assert await window(api) == ["two", "three", "four"]


async def test_messages_of_one_save_are_listed_newest_first(api: Api) -> None:
    texts = [str(number) for number in range(30)]
    await api.save(session_id="s1", messages=[{"role": "user", "content": text} for text in texts])
    listed = (await api("GET", "/v1/memories", params=U))["memories"]
    assert [one["content"] for one in listed] == texts[::-1]


async def test_a_message_without_an_id_is_named_by_ours_everywhere(api: Api) -> None:
    said = {"role": "user", "content": "My daughter is called Duoduo"}
    id = (await api.save(session_id="s1", messages=[said]))["saved"][0]["id"]
    (found,) = (await api.post("/v1/search", {**U, "query": "daughter"}))["results"]
    (listed,) = (await api("GET", "/v1/memories", params=U))["memories"]
    assert found["memory"]["source"] == listed["source"] == {"session_id": "s1", "message_ids": [id]}
    context = await api.post("/v1/build-context", {**U, "session_id": "s1", "query": "now?"})
    (turn,) = [entry for entry in context["receipt"] if entry["kind"] == "turn"]
    assert (turn["id"], turn["message_ids"]) == (id, [id])


async def test_the_parts_of_a_score_are_rounded_like_the_score(api: Api) -> None:
    await api.remember("likes green tea", importance=0.87)
    (found,) = (await api.post("/v1/search", {**U, "query": "green tea", "explain": True}))["results"]
    assert found["explain"]["importance"] == 0.87
    numbers = [part for part in found["explain"].values() if isinstance(part, float)]
    assert numbers == [round(number, 6) for number in numbers]


async def test_what_is_pinned_outlives_its_session(api: Api) -> None:
    path = f"/v1/memories/{await api.remember('the spare key is under the blue pot')}"

    async def layer_after(**changes: Any) -> str:
        return str((await api("PATCH", path, params=U, json=changes))["layer"])

    assert await layer_after(importance=0.1) == "working"
    assert await layer_after(pinned=True) == "episodic"
    assert await layer_after(importance=0.2) == "episodic"
    assert await layer_after(pinned=False) == "episodic"  # no policy ran yet
    assert await layer_after(importance=0.1) == "working"
