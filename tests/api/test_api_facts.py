"""The fact card, on real stores."""

from asyncio import gather
from itertools import permutations
from typing import Any

import pytest
from whole_service import Api

from app.domain.models import Owner

U = {"user_id": "u1"}


async def card(api: Api, **query: str) -> dict[str, Any]:
    return (await api("GET", "/v1/facts", params={**U, **query}))["facts"]


async def put(api: Api, facts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return (await api("PUT", "/v1/facts", json={**U, "facts": facts, **more}))["facts"]


async def test_a_card_without_facts_is_empty(api: Api) -> None:
    assert await card(api) == {}
    assert await card(api, session_id="s1") == {}


async def test_a_fact_is_shown_with_what_is_known_of_it(api: Api) -> None:
    given = {"value": "上海", "valid_from": "2026-01-01T00:00:00Z", "confidence": 0.7, "source": {"doc": 1}}
    shown = await put(api, {"city": given, "pet": {"value": "猫", "source": "crm"}})
    assert shown["city"] == {**given, "valid_from": "2026-01-01T00:00:00.000000Z", "version": 1, "conflicts": []}
    assert shown["pet"]["source"] == "crm"
    assert await card(api) == shown
    assert await card(api, session_id="any") == shown
    assert await card(api, user_id="u2") == {}


@pytest.mark.parametrize("through", ["put", "save"])
async def test_the_newest_valid_from_wins_whatever_came_first(api: Api, through: str) -> None:
    async def claim(value: str, day: int) -> None:
        at = f"2026-01-{day:02}T00:00:00Z"
        if through == "put":
            await put(api, {"city": {"value": value, "valid_from": at}})
        else:
            messages = [{"role": "user", "content": value, "created_at": at}]
            await api.save(session_id="s1", messages=messages, facts={"city": value})

    await claim("北京", 2)
    await claim("上海", 3)
    await claim("广州", 1)
    assert (await card(api))["city"]["value"] == "上海"
    assert (await card(api, as_of="2026-01-02T12:00:00Z"))["city"]["value"] == "北京"
    assert (await card(api, as_of="2026-01-01T12:00:00Z"))["city"]["value"] == "广州"
    assert await card(api, as_of="2025-12-31T00:00:00Z") == {}
    history = await api("GET", "/v1/facts/history", params={**U, "key": "city"})
    assert history["key"] == "city"
    assert [(one["version"], one["value"]) for one in history["versions"]] == [(3, "广州"), (2, "上海"), (1, "北京")]


async def test_other_claims_for_the_same_time_are_conflicts(api: Api) -> None:
    for value in ("a", "b"):
        await put(api, {"k": {"value": value, "valid_from": "2026-01-01T00:00:00Z", "source": value}})
    entry = (await card(api))["k"]
    (conflict,) = entry["conflicts"]
    assert {entry["value"], conflict["value"]} == {"a", "b"}
    assert conflict["valid_from"] == "2026-01-01T00:00:00.000000Z"
    assert conflict["source"] == conflict["value"]


async def test_a_sessions_own_facts_lie_over_the_users(api: Api) -> None:
    await put(api, {"mood": "calm", "city": "上海"})
    await put(api, {"mood": "tired"}, session_id="s1")
    assert (await card(api, session_id="s1"))["mood"]["value"] == "tired"
    assert (await card(api, session_id="s1"))["city"]["value"] == "上海"
    assert (await card(api))["mood"]["value"] == "calm"
    assert (await card(api, session_id="s2"))["mood"]["value"] == "calm"
    left = await api("DELETE", "/v1/facts", params={**U, "session_id": "s1", "key": "mood"})
    assert left["facts"]["mood"]["value"] == "calm"
    await api("DELETE", "/v1/facts", 404, params={**U, "session_id": "s1", "key": "mood"})


async def test_a_deleted_fact_leaves_its_history(api: Api) -> None:
    await put(api, {"city": "上海", "pet": "猫"})
    left = await api("DELETE", "/v1/facts", params={**U, "key": "city"})
    assert list(left["facts"]) == ["pet"]
    assert list(await card(api)) == ["pet"]
    await api("DELETE", "/v1/facts", 404, params={**U, "key": "city"})
    await api("DELETE", "/v1/facts", 404, params={"user_id": "u2", "key": "pet"})
    versions = (await api("GET", "/v1/facts/history", params={**U, "key": "city"}))["versions"]
    assert [one["retracted"] for one in versions] == [True, False]
    assert (await put(api, {"city": "北京"}))["city"]["value"] == "北京"


async def test_a_fact_is_rolled_back_as_a_new_version(api: Api) -> None:
    await put(api, {"city": "上海"})
    await put(api, {"city": "北京"})
    shown = await api.post("/v1/facts/rollback", {**U, "key": "city", "version": 1})
    assert (shown["facts"]["city"]["value"], shown["facts"]["city"]["version"]) == ("上海", 3)
    await api.post("/v1/facts/rollback", {**U, "key": "city", "version": 9}, 404)
    await api.post("/v1/facts/rollback", {**U, "key": "none", "version": 1}, 404)
    await api("GET", "/v1/facts/history", 404, params={**U, "key": "none"})
    await api("GET", "/v1/facts/history", 404, params={"user_id": "u2", "key": "city"})


async def test_saved_facts_are_on_the_card_at_once(api: Api) -> None:
    await api.save(202, mode="async", session_id="s1", facts={"child": "朵朵"})
    assert (await card(api))["child"]["value"] == "朵朵"
    await api.save(202, mode="async", session_id="s1", facts={"mood": "happy"}, facts_scope="session")
    assert set(await card(api, session_id="s1")) == {"child", "mood"}
    assert set(await card(api)) == {"child"}


CLAIMS = (("Pune", "2024-01-01T00:00:00Z"), ("Rome", "2024-06-01T00:00:00Z"), ("Oslo", "2025-01-01T00:00:00Z"))


@pytest.mark.parametrize("order", list(permutations(CLAIMS)))
async def test_the_newest_of_several_claims_archived_together_stays(
    api: Api, order: tuple[tuple[str, str], ...]
) -> None:
    for city, said_at in order:
        said = {"role": "user", "content": f"I live in {city}", "created_at": said_at}
        answer = await api.save(202, mode="async", session_id="s1", messages=[said], facts={"city": city})
        assert (answer["saved"][1]["status"], answer["saved"][1]["version"]) == ("queued", 0)
    assert (await card(api))["city"]["value"] == "Oslo"
    await api.services.memories._archiver.flush_owner(Owner("default", "u1"))
    shown = (await card(api))["city"]
    assert shown["value"] == "Oslo"
    assert shown["version"] == order.index(CLAIMS[2]) + 1


async def test_conflicts_are_shown_after_they_are_archived_too(api: Api) -> None:
    for age in ("3", "4"):
        said = {"role": "user", "content": age, "created_at": "2026-01-01T00:00:00Z"}
        await api.save(202, mode="async", session_id="s1", messages=[said], facts={"age": age})
    waiting = (await card(api))["age"]
    await api.services.memories._archiver.flush_owner(Owner("default", "u1"))
    archived = (await card(api))["age"]
    for shown in (waiting, archived):
        assert (shown["value"], [one["value"] for one in shown["conflicts"]]) == ("4", ["3"])


async def test_what_was_said_before_a_fact_was_deleted_does_not_bring_it_back(api: Api) -> None:
    await put(api, {"city": "上海"})
    await api("DELETE", "/v1/facts", params={**U, "key": "city"})
    said = {"role": "user", "content": "北京", "created_at": "2020-01-01T00:00:00Z"}
    await api.save(session_id="s1", messages=[said], facts={"city": "北京"})
    assert await card(api) == {}


async def test_a_sync_save_says_what_became_of_a_fact(api: Api) -> None:
    answers = [await api.save(facts={"city": city}) for city in ("上海", "上海", "北京")]
    entries = [answer["saved"][0] for answer in answers]
    assert [(entry["status"], entry["version"]) for entry in entries] == [
        ("stored", 1),
        ("reinforced", 2),
        ("superseded_previous", 3),
    ]


async def test_forgotten_counts_facts_in_the_layer_that_a_save_names(api: Api) -> None:
    saved = await api.save(
        session_id="s", facts={"city": "上海", "pet": "cat"}, memories=[{"content": "likes tea", "importance": 0.5}]
    )
    assert [entry["layers"][-1] for entry in saved["saved"]] == ["episodic", "semantic", "semantic"]
    await api.save(session_id="s", facts={"mood": "calm"}, facts_scope="session")

    async def forget(**selectors: Any) -> tuple[int, dict[str, int], int]:
        answer = await api.post("/v1/forget", {"user_id": "u1", **selectors})
        return answer["forgotten"], answer["by_layer"], len(answer["memory_ids"])

    def layers(episodic: int = 0, semantic: int = 0) -> dict[str, int]:
        return {"working": 0, "episodic": episodic, "semantic": semantic}

    assert await forget(fact_keys=["city", "unknown"], dry_run=True) == (1, layers(semantic=1), 0)
    assert await forget(fact_keys=["city"]) == (1, layers(semantic=1), 0)
    assert await forget(fact_keys=["city"]) == (0, layers(), 0)
    assert await forget(fact_keys=["city"], erase=True) == (0, layers(), 0), "it showed nothing any more"
    assert await forget(all=True, dry_run=True) == (3, layers(1, 2), 1)
    assert await forget(session_id="s", dry_run=True) == (2, layers(1, 1), 1)
    assert await forget(all=True, erase=True) == (3, layers(1, 2), 1)


async def test_the_version_that_a_caller_saw_guards_a_fact(api: Api) -> None:
    seen, stale, first = {"If-Match": '"2"'}, {"If-Match": '"1"'}, {**U, "facts": {"city": "Ulm"}}
    await api("PUT", "/v1/facts", 412, json=first, headers=stale)  # there is none yet
    await put(api, {"city": "Pune"})
    await api("PUT", "/v1/facts", json=first, headers=stale)
    await api("PUT", "/v1/facts", 412, json={**U, "facts": {"city": "Bonn"}}, headers=stale)
    await api("PUT", "/v1/facts", 412, json={**U, "session_id": "s1", "facts": {"city": "Bonn"}}, headers=stale)
    await api("PUT", "/v1/facts", 422, json={**U, "facts": {"city": "Bonn", "pet": "cat"}}, headers=seen)
    await api("PUT", "/v1/facts", 422, json=first, headers={"If-Match": "newest"})
    back = {**U, "key": "city", "version": 1}
    await api("POST", "/v1/facts/rollback", 412, json=back, headers=stale)
    await api("DELETE", "/v1/facts", 412, params={**U, "key": "city"}, headers=stale)
    assert (await card(api))["city"]["value"] == "Ulm"
    await api("POST", "/v1/facts/rollback", json=back, headers=seen)
    await api("DELETE", "/v1/facts", params={**U, "key": "city"}, headers={"If-Match": '"3"'})
    assert await card(api) == {}


async def test_one_of_many_claims_with_one_version_wins(api: Api) -> None:
    await put(api, {"city": "Pune"})
    claims = [{**U, "facts": {"city": f"city {n}"}} for n in range(8)]
    sent = [api.client.put("/v1/facts", json=claim, headers={"If-Match": '"1"'}) for claim in claims]
    answers = sorted(answer.status_code for answer in await gather(*sent))
    assert answers == [200, *[412] * 7]
