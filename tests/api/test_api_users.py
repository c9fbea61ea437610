"""Export and import of one user, on real stores."""

import orjson
import pytest
from whole_service import Api, open_api

from app.domain.ids import new_id
from app.settings import Settings

pytestmark = pytest.mark.also_partitioned

U = {"user_id": "u1"}
LINES = {"Content-Type": "application/x-ndjson"}


async def filled(api: Api) -> None:
    await api.save(
        session_id="s1",
        messages=[{"role": "user", "content": "我女儿叫朵朵", "id": "m1", "created_at": "2026-03-02T08:00:00Z"}],
        memories=[{"content": "Prefers tea", "importance": 0.9, "metadata": {"a": ["\\u0000 as text"]}}],
        facts={"child": "朵朵"},
    )
    listed = (await api("GET", "/v1/memories", params=U))["memories"]
    tea = next(one["id"] for one in listed if one["content"] == "Prefers tea")
    await api("PATCH", f"/v1/memories/{tea}", params=U, json={"content": "Prefers green tea"})
    gone = await api.remember("forgotten before")
    await api("DELETE", f"/v1/memories/{gone}", params=U)


async def export(api: Api, user_id: str = "u1") -> bytes:
    answer = await api.client.get("/v1/users/export", params={"user_id": user_id})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return answer.content


async def memories(api: Api) -> list[dict]:
    return (await api("GET", "/v1/memories", params=U))["memories"]


async def test_an_export_brings_everything_back_in_an_empty_service(api: Api, make_database, api_settings) -> None:
    await filled(api)
    body, before = await export(api), await memories(api)
    assert b"forgotten before" not in body
    await api.post("/v1/forget", {**U, "all": True, "erase": True})
    assert await memories(api) == []
    elsewhere = api_settings.model_copy(update={"database_url": Settings(database_url=make_database()).database_url})
    elsewhere = elsewhere.model_copy(update={"redis_prefix": "other"})
    for target in (api_settings, elsewhere):
        async with open_api(target) as other:
            counts = (await other("POST", "/v1/users/import", params=U, content=body, headers=LINES))["imported"]
            assert counts["memory"] == 2
            assert await memories(other) == before
            path = f"/v1/memories/{next(one['id'] for one in before if one['version'] == 2)}"
            history = (await other("GET", f"{path}/history", params=U))["history"]
            assert [one["content"] for one in history] == ["Prefers green tea", "Prefers tea"]
            assert (await other("GET", "/v1/facts", params=U))["facts"]["child"]["value"] == "朵朵"
            found = await other.post("/v1/search", {**U, "query": "green tea"})
            assert found["results"][0]["memory"]["content"] == "Prefers green tea"
            view = await other("GET", "/v1/session", params={**U, "session_id": "s1"})
            assert view["window"]["messages"][0]["id"] == "m1"
            again = await other("POST", "/v1/users/import", params=U, content=body, headers=LINES)
            assert again["imported"]["memory"] == 0


async def test_an_import_belongs_to_whom_it_is_made_for(api: Api) -> None:
    await filled(api)
    body = await export(api)
    await api("POST", "/v1/users/import", params={"user_id": "u2"}, content=body, headers=LINES)
    listed = (await api("GET", "/v1/memories", params={"user_id": "u2"}))["memories"]
    assert {one["user_id"] for one in listed} == {"u2"}
    assert len(listed) == 2


async def test_the_export_of_nobody_is_head_and_end(api: Api) -> None:
    lines = [orjson.loads(line) for line in (await export(api, "nobody")).splitlines()]
    assert lines == [{"format": "haima-export", "version": 2, "user_id": "nobody"}, {"kind": "end", "records": 0}]


async def test_imports_that_are_refused_bring_nothing(api: Api) -> None:
    await filled(api)
    body = await export(api)
    lines = body.splitlines(keepends=True)
    broken = [
        (b"", 400),
        (b"{}\n", 422),
        (body[: len(body) // 2], 422),
        (b"".join(lines[:-1]), 422),
        (b"".join([lines[0], *lines[2:]]), 422),
        (body.replace(b'"layers":7', b'"layers":77'), 422),
        (body.replace("朵朵".encode(), b"\xff"), 422),
        (body.replace("朵朵".encode(), b"\\u0000"), 422),
        (body.replace("朵朵".encode(), b"\\ud800"), 422),
        (body.replace(b'"kind":"fact"', b'"kind":"api_key"'), 422),
        (b"[" * 10_000, 422),
    ]
    for content, status in broken:
        await api("POST", "/v1/users/import", status, params={"user_id": "u3"}, content=content, headers=LINES)
        assert (await api("GET", "/v1/memories", params={"user_id": "u3"}))["memories"] == []
    await api("POST", "/v1/users/import", 415, params={"user_id": "u3"}, content=body)


async def test_an_import_has_a_limit_of_its_own(api_settings: Settings) -> None:
    async with open_api(api_settings.model_copy(update={"max_body_bytes": 1024, "max_import_bytes": 8192})) as api:
        await api("POST", "/v1/users/import", 422, params=U, content=b" " * 4000 + b"{}", headers=LINES)
        await api("POST", "/v1/users/import", 413, params=U, content=b"x" * 8193, headers=LINES)


async def test_a_record_given_twice_or_in_another_ones_place_counts_once(api: Api) -> None:
    await filled(api)
    lines = [orjson.loads(line) for line in (await export(api)).splitlines()]
    spoken = next(line for line in lines if line.get("seq") is not None)
    in_its_place = {**spoken, "id": str(new_id()), "content": "another one", "pieces": []}
    lines[-1:] = [spoken, in_its_place, {"kind": "end", "records": len(lines)}]
    body = b"\n".join(map(orjson.dumps, lines))
    counts = await api("POST", "/v1/users/import", params={"user_id": "u4"}, content=body, headers=LINES)
    assert counts["imported"]["memory"] == 2
    listed = (await api("GET", "/v1/memories", params={"user_id": "u4"}))["memories"]
    assert "another one" not in {one["content"] for one in listed}
