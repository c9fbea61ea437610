"""What users start with, on real stores: seeds of the tenant, a profile, and first rounds that are kept."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from whole_service import Api, open_api

from app.domain.models import Owner
from app.service.requests import MemoryGiven, SaveRequest, SearchRequest
from app.service.seeds import SeedGiven
from app.settings import Settings

U = {"user_id": "u1"}


@pytest.fixture
async def strict(api_settings: Settings) -> AsyncIterator[Api]:
    """The service without a cold start."""
    async with open_api(api_settings.model_copy(update={"cold_start_rounds": 0})) as opened:
        yield opened


async def listed(api: Api, user: str = "u1", **params: Any) -> list[dict[str, Any]]:
    return list((await api("GET", "/v1/memories", params={"user_id": user, **params}))["memories"])


async def seed(api: Api, content: str = "先给结论，再给理由", **given: Any) -> str:
    return str((await api.post("/v1/seeds", {"content": content, **given}, 201))["id"])


async def test_each_user_gets_a_copy_of_their_own_with_the_next_save(api: Api) -> None:
    await api.save(user_id="old", memories=[{"content": "was here before", "importance": 0.9}])
    seed_id = await seed(api, metadata={"from": "crm"}, subject="style")
    assert await listed(api) == []
    for user in ("u1", "u2", "old"):
        await api.save(user_id=user, session_id="s", messages=[{"role": "user", "content": "你好"}])
        found = await api.post("/v1/search", {"user_id": user, "query": "结论和理由"})
        (copy,) = (
            one["memory"]
            for one in found["results"]
            if one["memory"]["type"] == "preference" and "结论" in one["memory"]["content"]
        )
        assert (copy["user_id"], copy["subject"], copy["importance"]) == (user, "style", 0.8)
        assert copy["metadata"] == {"from": "crm", "seed": seed_id}
    copies = [(await listed(api, user, type="preference"))[0]["id"] for user in ("u1", "u2")]
    await api("PATCH", f"/v1/memories/{copies[0]}", params=U, json={"content": "changed by u1"})
    assert (await listed(api, "u2", type="preference"))[0]["content"] == "先给结论，再给理由"


@pytest.mark.parametrize("erase", [False, True])
@pytest.mark.parametrize("everything", [False, True])
async def test_a_copy_that_was_forgotten_does_not_come_back(api: Api, erase: bool, everything: bool) -> None:
    await seed(api)
    await api.remember("said by the user")
    (copy,) = [one for one in await listed(api) if "seed" in one["metadata"]]
    chosen = {"all": True} if everything else {"memory_ids": [copy["id"]]}
    await api.post("/v1/forget", {**U, **chosen, "erase": erase})
    await api.remember("said later")
    assert not [one for one in await listed(api) if "seed" in one["metadata"]]
    await seed(api, "a newer seed")
    await api.remember("said last")
    assert [one["content"] for one in await listed(api) if "seed" in one["metadata"]] == ["a newer seed"]


async def test_a_deleted_seed_goes_to_nobody_any_more_and_numbers_are_not_given_twice(api: Api) -> None:
    first = await seed(api, "first")
    await api.remember("x")
    assert await api("DELETE", "/v1/seeds", params={"id": first}) == {"deleted": True}
    await api("DELETE", "/v1/seeds", 404, params={"id": first})
    await api("DELETE", "/v1/seeds", 404, params={"id": "no-uuid"})
    await seed(api, "second")
    shown = (await api("GET", "/v1/seeds"))["seeds"]
    assert [one["content"] for one in shown] == ["second"]
    await api.remember("y")
    assert {one["content"] for one in await listed(api)} == {"x", "y", "first", "second"}


async def test_tenants_never_mix(api: Api) -> None:
    await api.services.seeds.add("other", SeedGiven("only for the other tenant"))
    await api.remember("mine")
    assert [one["content"] for one in await listed(api)] == ["mine"]
    assert (await api("GET", "/v1/seeds"))["seeds"] == []
    theirs = Owner("other", "u1")
    await api.services.save.save(SaveRequest(theirs, memories=(MemoryGiven("hello", importance=0.9),), mode="sync"))
    found = await api.services.search.search(SearchRequest(theirs, top_k=10))
    assert {one.memory.content for one in found.results} == {"hello", "only for the other tenant"}


async def test_seeds_have_limits(api: Api) -> None:
    for body in ({}, {"content": ""}, {"content": "  "}, {"content": "x", "importance": 2}, {"content": "x", "y": 1}):
        await api.post("/v1/seeds", body, 422)


async def test_a_profile_seeds_the_card_and_never_stands_above_what_the_user_said(api: Api) -> None:
    await api("PUT", "/v1/facts", json={**U, "facts": {"user_home": "北京"}})
    profile = {**U, "region": "上海", "role": "护士", "language": "中文"}
    facts = (await api("PUT", "/v1/users/profile", json=profile))["facts"]
    assert {key: (fact["value"], fact["confidence"]) for key, fact in facts.items()} == {
        "user_home": ("北京", 1.0), "user_job": ("护士", 0.5), "user_reply_language": ("中文", 0.5),
    }  # fmt: skip
    again = (await api("PUT", "/v1/users/profile", json={**U, "role": "医生", "language": "中文"}))["facts"]
    assert (again["user_job"]["value"], again["user_job"]["version"]) == ("医生", 2)
    assert again["user_reply_language"]["version"] == 1
    await api("PUT", "/v1/facts", json={**U, "facts": {"user_job": "护士长"}})
    last = (await api("PUT", "/v1/users/profile", json={**U, "role": "医生"}))["facts"]
    assert last["user_job"]["value"] == "护士长"


async def test_a_profile_has_limits(api: Api) -> None:
    for body in (U, {**U, "region": None}, {**U, "region": " "}, {**U, "region": "x" * 256}, {**U, "town": "x"}):
        await api("PUT", "/v1/users/profile", 422, json=body)


def low(content: str) -> dict[str, Any]:
    return {"content": content, "importance": 0.1}


async def layers(api: Api, user: str = "u1") -> list[str]:
    """The layer of each saved memory, in the order saved."""
    return [one["layer"] for one in reversed(await listed(api, user))]


async def test_the_first_rounds_of_a_new_user_are_kept_whatever_they_score(api: Api) -> None:
    answered = []
    for number in range(5):
        saved = await api.save(memories=[low(f"small talk {number}")])
        answered.append(saved["saved"][0]["layers"])
    assert answered == [["working", "episodic"]] * 3 + [["working"]] * 2
    assert await layers(api) == ["episodic"] * 3 + ["working"] * 2
    assert {one["importance"] for one in await listed(api)} == {0.1}


async def test_rounds_of_all_sessions_count(api: Api) -> None:
    said = [{"role": "user", "content": "嗯"}, {"role": "assistant", "content": "好"}]
    await api.save(session_id="s1", messages=said)
    await api.save(session_id="s2", messages=said * 2)
    await api.save(memories=[low("fourth")])
    assert [one["layer"] for one in await listed(api) if one["content"] == "fourth"] == ["working"]


async def test_without_a_cold_start_small_talk_stays_in_working_memory(strict: Api) -> None:
    await strict.save(memories=[low("small talk")])
    assert await layers(strict) == ["working"]
