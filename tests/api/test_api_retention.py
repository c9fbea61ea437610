"""Forgetting by policy, trust by use and repeated statements, on real stores."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from whole_service import Api, open_api

from app.domain.models import Owner
from app.settings import Settings

U = {"user_id": "u1"}
OWNER = Owner("default", "u1")


@pytest.fixture
def api_settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "none", "cold_start_rounds": 0, "merge_repeated": True})


@pytest.fixture
async def chatty(api_settings: Settings) -> AsyncIterator[Api]:
    """The service with the policy `chat`, each user looked after again at once."""
    changed = {"forget_policy": "chat", "retention_interval_seconds": 0.001}
    async with open_api(api_settings.model_copy(update=changed)) as opened:
        yield opened


def ago(days: float) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat()


async def talk_daily(api: Api, days: int, user: str = "u1", start: int = 0) -> None:
    """A round of small talk on each of the last days, archived and out of its window."""
    for number in range(start, days):
        said = [
            {"role": "user", "content": f"嗯嗯 {number}", "created_at": ago(days - number)},
            {"role": "assistant", "content": "好的", "created_at": ago(days - number)},
        ]
        await api.save(202, user_id=user, session_id=f"day {number}", messages=said, mode="async")
    await api.services.memories._archiver.flush_owner(Owner("default", user))


async def policy(api: Api, **given: Any) -> dict[str, Any]:
    return dict(await api.post("/v1/forget-policy", {**U, **given}))


def end_windows(settings: Settings) -> None:
    """Let all sessions be silent for longer than their life in working memory."""
    assert settings.database_url is not None
    with psycopg.connect(settings.database_url.get_secret_value(), autocommit=True) as connection:
        connection.execute("update sessions set last_active_at = now() - interval '30 days'")


async def count(api: Api, user: str = "u1") -> int:
    return len((await api("GET", "/v1/memories", params={"user_id": user, "limit": 200}))["memories"])


async def test_a_dry_run_says_what_would_go_and_changes_nothing(api: Api, api_settings: Settings) -> None:
    await talk_daily(api, 60)
    end_windows(api_settings)
    before = await count(api)
    dry = await policy(api, preset="chat")
    assert dry["dry_run"] is True
    assert dry["receipt_ids"] == []
    assert 0 < dry["forgotten"] < before
    assert all(one["reason"] == "faded" and one["retention"] < 0.1 for one in dry["memories"])
    assert await count(api) == before
    oldest = {one["id"] for one in dry["memories"]}
    done = await policy(api, preset="chat", dry_run=False)
    assert {one["id"] for one in done["memories"]} == oldest
    assert await count(api) == before - done["forgotten"]
    assert (await policy(api, preset="chat", dry_run=False))["forgotten"] == 0


async def test_what_a_policy_let_go_comes_back_by_its_receipt_and_stays(api: Api, api_settings: Settings) -> None:
    await talk_daily(api, 40)
    end_windows(api_settings)
    before = await count(api)
    done = await policy(api, preset="chat", dry_run=False)
    (receipt_id,) = done["receipt_ids"]
    (listed,) = (await api("GET", "/v1/forget-policy/receipts", params=U))["receipts"]
    assert (listed["receipt_id"], listed["hidden"]) == (receipt_id, done["forgotten"])
    assert listed["reason"].startswith("policy")
    assert (await api("GET", "/v1/forget-policy/receipts", params={"user_id": "u2"}))["receipts"] == []
    undone = await api.post("/v1/forget-policy/undo", {**U, "receipt_id": receipt_id})
    assert undone["restored"] == done["forgotten"]
    assert await count(api) == before
    history = (await api("GET", f"/v1/memories/{done['memories'][0]['id']}/history", params=U))["history"]
    assert [(one["version"], one["reason"]) for one in history][::2] == [(3, "restored"), (1, "saved")]
    assert history[1]["reason"].startswith("policy")
    faded = {one["id"] for one in (await policy(api, preset="chat"))["memories"]}
    assert faded.isdisjoint(one["id"] for one in done["memories"])
    for again in (
        {**U, "receipt_id": receipt_id},
        {"user_id": "u2", "receipt_id": receipt_id},
        {**U, "receipt_id": "x"},
    ):
        await api.post("/v1/forget-policy/undo", again, 404)


async def test_a_receipt_of_a_forget_that_was_asked_for_is_not_undone(api: Api) -> None:
    await api.remember("asked to be forgotten")
    asked = await api.post("/v1/forget", {**U, "all": True})
    assert (await api("GET", "/v1/forget-policy/receipts", params=U))["receipts"] == []
    await api.post("/v1/forget-policy/undo", {**U, "receipt_id": asked["receipt_id"]}, 404)


async def test_who_was_away_for_a_year_is_still_known(api: Api, api_settings: Settings) -> None:
    await api.save(session_id="s1", messages=[{"role": "user", "content": "嗯", "created_at": ago(400)}])
    await api.save(session_id="s2", messages=[{"role": "user", "content": "我回来了", "created_at": ago(0)}])
    end_windows(api_settings)
    assert (await policy(api, preset="chat"))["forgotten"] == 0


async def test_pinned_important_and_windowed_memories_never_go(api: Api, api_settings: Settings) -> None:
    await talk_daily(api, 60)
    kept = await api.remember("pinned", importance=0.5, pinned=True)
    important = await api.remember("our wedding day", importance=0.8)
    free = await api.remember("some step", importance=0.5)
    assert api_settings.database_url is not None
    with psycopg.connect(api_settings.database_url.get_secret_value(), autocommit=True) as connection:
        connection.execute("update memories set created_at = now() - interval '2000 days' where seq is null")
    gone = await policy(api, capacity=1, dry_run=False)
    assert free in {one["id"] for one in gone["memories"]}
    for memory_id in (kept, important):
        await api("GET", f"/v1/memories/{memory_id}", params=U)
    assert await count(api) == 122  # 60 rounds, all in their windows still, and the two


async def test_capacity_keeps_the_best(api: Api) -> None:
    best = [await api.remember(f"good {number}", importance=0.7) for number in range(3)]
    for number in range(4):
        await api.remember(f"poor {number}", importance=0.41)
    gone = await policy(api, capacity=3, dry_run=False)
    assert gone["forgotten"] == 4
    listed = (await api("GET", "/v1/memories", params=U))["memories"]
    assert {one["id"] for one in listed} == set(best)


async def test_a_policy_must_be_named(api: Api) -> None:
    problem = await api.post("/v1/forget-policy", U, 422)
    assert "HAIMA_FORGET_POLICY" in problem["errors"][0]["message"]
    for body in ({**U, "preset": "off"}, {**U, "capacity": 0}, {"preset": "chat"}):
        await api.post("/v1/forget-policy", body, 422)


async def test_the_background_goes_over_every_user_once_and_one_that_fails_stops_nobody(
    chatty: Api, api_settings: Settings
) -> None:
    for user in ("u1", "u2", "u3"):
        await talk_daily(chatty, 30, user)
    end_windows(api_settings)
    assert api_settings.database_url is not None
    with psycopg.connect(api_settings.database_url.get_secret_value(), autocommit=True) as connection:
        connection.execute(  # u2's memories cannot be hidden
            "create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;"
            "create trigger broken before update on memories for each row when (old.user_id = 'u2')"
            " execute function refuse()"
        )
        assert await chatty.services.retention.run() == 3
        row = connection.execute("select count(*) from owners where retained_at is null").fetchone()
    assert row == (0,)
    assert await count(chatty, "u2") == 60
    assert await count(chatty, "u1") == await count(chatty, "u3") < 60


async def test_nothing_is_forgotten_by_itself_unless_it_is_asked_for(api: Api, api_settings: Settings) -> None:
    await talk_daily(api, 60)
    end_windows(api_settings)
    assert api.services.retention.policy.half_lives is None
    await api.services.retention._look_after(OWNER)
    assert await count(api) == 120


async def test_use_raises_trust_and_a_correction_ends_that(api: Api) -> None:
    used, wrong, unused = [await api.remember(f"memory number {n}", importance=0.9) for n in "abc"]

    async def use(*ids: str) -> None:
        accesses = {OWNER: {UUID(id): 3 for id in ids}}
        await api.services.memories._store.count_access(accesses, now=datetime.now(UTC))
        await api.services.retention._look_after(OWNER)

    async def trust(memory_id: str) -> float:
        return float((await api("GET", f"/v1/memories/{memory_id}", params=U))["trust"])

    await api.post("/v1/feedback", {**U, "memory_ids": [wrong], "verdict": "wrong"})
    await use(used, wrong)
    first = await trust(used)
    assert 0.5 < first < 0.8
    assert (await trust(wrong), await trust(unused)) == (0.2, 0.5)
    await api.services.retention._look_after(OWNER)
    assert await trust(used) == first  # each use counts once
    for _ in range(40):
        await use(used)
    assert first < await trust(used) < 0.8
    found = await api.post("/v1/search", {**U, "query": "memory number a", "explain": True})
    assert found["results"][0]["explain"]["trust"] == await trust(used)
    await api.post("/v1/feedback", {**U, "memory_ids": [wrong], "verdict": "helpful"})
    await use(wrong)
    assert await trust(wrong) > 0.36


async def test_repeated_statements_become_one_with_their_sources(api: Api) -> None:
    saved = []
    for session, content, importance in (
        ("s1", "我喜欢绿茶", 0.6), ("s2", "我非常喜欢绿茶啊！", 0.7), ("s3", "我不喜欢绿茶", 0.7),
    ):  # fmt: skip
        memory = {"content": content, "type": "preference", "importance": importance}
        saved.append((await api.save(session_id=session, memories=[memory]))["saved"][0]["id"])
    await api.save(
        agent_id="x",
        memories=[{"content": "我喜欢绿茶。", "type": "preference", "visibility": "private", "importance": 0.9}],
    )
    assert await api.services.retention.merge_repeated(OWNER) == 1
    listed = {one["id"]: one for one in (await api("GET", "/v1/memories", params=U))["memories"]}
    assert set(listed) == set(saved[1:])
    kept = listed[saved[1]]
    assert (kept["importance"], kept["version"]) == (0.7, 2)
    assert kept["metadata"] == {"merged_from": [{"id": saved[0], "session_id": "s1"}]}
    history = (await api("GET", f"/v1/memories/{saved[1]}/history", params=U))["history"]
    assert [one["version"] for one in history] == [2, 1]
    assert await api.services.retention.merge_repeated(OWNER) == 0
    await api.post(f"/v1/memories/{saved[0]}/restore", U)
    assert await api.services.retention.merge_repeated(OWNER) == 0  # brought back by hand: it stays


@pytest.mark.parametrize("erased", [{"session_id": "s1"}, {"memory_ids": None}])
async def test_an_erased_source_is_named_no_more(api: Api, erased: dict[str, Any]) -> None:
    first = await api.save(session_id="s1", memories=[{"content": "I like tea", "importance": 0.6}])
    kept = await api.save(
        session_id="s2", memories=[{"content": "I really like tea", "importance": 0.7, "metadata": {"a": 1}}]
    )
    ids = [first["saved"][0]["id"], kept["saved"][0]["id"]]
    assert await api.services.retention.merge_repeated(OWNER) == 1
    chosen = {key: [ids[0]] if value is None else value for key, value in erased.items()}
    await api.post("/v1/forget", {**U, **chosen, "erase": True})
    assert (await api("GET", f"/v1/memories/{ids[1]}", params=U))["metadata"] == {"a": 1}
