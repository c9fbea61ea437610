"""The doors of save on real stores: idempotency, keys, refusals that store nothing."""

import asyncio
from datetime import UTC, datetime

from whole_service import Api, open_api

from app.settings import Settings

BODY = {"user_id": "u1", "session_id": "s1", "messages": [{"role": "user", "content": "你好"}]}
U = {"user_id": "u1"}


async def test_the_same_key_and_body_bring_the_first_answer(api: Api) -> None:
    first = await api.client.post("/v1/save", json=BODY, headers={"Idempotency-Key": "k1"})
    again = await api.client.post("/v1/save", json=dict(reversed(BODY.items())), headers={"Idempotency-Key": "k1"})
    assert first.status_code == again.status_code == 202
    assert first.content == again.content
    assert again.headers["content-type"] == "application/json"
    view = await api("GET", "/v1/session", params={**U, "session_id": "s1"})
    assert len(view["window"]["messages"]) == 1


async def test_the_same_key_with_another_body_is_409(api: Api) -> None:
    await api.post("/v1/save", BODY, 202, headers={"Idempotency-Key": "k1"})
    await api.post("/v1/save", {**BODY, "session_id": "s2"}, 409, headers={"Idempotency-Key": "k1"})
    await api.post("/v1/save", {**BODY, "user_id": "u2"}, 202, headers={"Idempotency-Key": "k1"})
    await api.post("/v1/save", BODY, 422, headers={"Idempotency-Key": ""})
    await api.post("/v1/save", BODY, 422, headers={"Idempotency-Key": "x" * 256})


async def test_many_at_once_under_one_key_save_once(api: Api) -> None:
    answers = await asyncio.gather(
        *(api.client.post("/v1/save", json=BODY, headers={"Idempotency-Key": "k1"}) for _ in range(20))
    )
    assert {answer.status_code for answer in answers} <= {202, 409}
    assert len({answer.content for answer in answers if answer.status_code == 202}) == 1
    view = await api("GET", "/v1/session", params={**U, "session_id": "s1"})
    assert len(view["window"]["messages"]) == 1


async def test_a_refused_save_stores_nothing(api: Api) -> None:
    good = {"content": "kept?", "importance": 0.9}
    await api.save(422, memories=[good, {"content": "x", "importance": 2}])
    await api.save(422, messages=[{"role": "user", "content": "no session"}], memories=[good])
    assert (await api("GET", "/v1/memories", params=U))["memories"] == []
    assert (await api("GET", "/v1/sessions", params=U))["sessions"] == []


async def test_keys_of_two_tenants_see_nothing_of_each_other(api_settings: Settings) -> None:
    async with open_api(api_settings) as api:
        _, first = await api.services.keys.create(tenant_id="t1", role="service")
        _, second = await api.services.keys.create(tenant_id="t2", role="service")
        _, reader = await api.services.keys.create(tenant_id="t1", role="read")
    async with open_api(api_settings) as api:
        await api.post("/v1/save", BODY, 401)
        mine = {"Authorization": f"Bearer {first}"}
        await api.post("/v1/save", BODY, 202, headers=mine)
        for key, count in ((first, 1), (second, 0), (reader, 1)):
            listed = await api("GET", "/v1/memories", params=U, headers={"Authorization": f"Bearer {key}"})
            assert len(listed["memories"]) == count
        await api.post("/v1/save", BODY, 403, headers={"Authorization": f"Bearer {reader}"})
        await api.post("/v1/forget", {**U, "all": True}, 403, headers={"Authorization": f"Bearer {reader}"})
        await api("GET", "/v1/stats", 403, headers=mine)


async def test_stats_and_health(api: Api) -> None:
    await api.save(session_id="s1", messages=[{"role": "user", "content": "x"}], facts={"k": "v"})
    stats = await api("GET", "/v1/stats")
    assert stats["counts"]["users"] == 1
    assert stats["counts"]["sessions"] == 1
    assert stats["counts"]["facts"] == 1
    assert {"due", "leased", "oldest_seconds"} <= set(stats["queue"])
    assert stats["latencies"]["/v1/save"]["count"] == 1
    assert (await api("GET", "/livez")) == {"status": "ok"}
    assert (await api("GET", "/readyz"))["status"] == "ok"
    assert "haima_archive_queue" in (await api.client.get("/metrics")).text


async def test_times_at_the_edges_of_the_calendar_are_kept(api: Api) -> None:
    for at in ("0001-01-02T00:00:00Z", "9999-12-30T00:00:00Z", "1969-12-31T23:59:59.999999Z"):
        saved = await api.save(memories=[{"content": f"x {at}", "importance": 0.9, "occurred_at": at}])
        shown = await api("GET", f"/v1/memories/{saved['saved'][0]['id']}", params=U)
        assert datetime.fromisoformat(shown["occurred_at"]) == datetime.fromisoformat(at).astimezone(UTC)
        await api.post("/v1/search", {**U, "query": "x", "as_of": at})
        await api.save(session_id="s1", messages=[{"role": "user", "content": "y", "created_at": at}])
