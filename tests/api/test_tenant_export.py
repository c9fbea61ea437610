"""A whole tenant out and in, on real stores: `export --tenant` and `import FOLDER`."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import orjson
import pytest
from tenant_filling import CANARY, ODD_IDS, TABLES, Tenant, files_of, fill, open_tenant, rows_of, run

from app.settings import Settings

pytestmark = pytest.mark.also_partitioned
EVERYBODY = {"u1", *ODD_IDS, "only in Redis"}


@pytest.fixture
async def acme(api_settings: Settings) -> AsyncIterator[Tenant]:
    """A tenant full of everything, beside one that has users of the same ids."""
    async with open_tenant(api_settings, "other") as other:
        for user_id in EVERYBODY:
            await other.save(user_id, session_id="s1", messages=[{"role": "user", "content": CANARY}])
        await other("POST", "/v1/knowledge", 201, json={"title": CANARY, "content": CANARY})
        await other("POST", "/v1/seeds", 201, json={"content": CANARY})
        await other("PUT", "/v1/facts", json={"user_id": "u1", "facts": {"recipe": CANARY}})
    async with open_tenant(api_settings, "acme") as tenant:
        await fill(tenant)
        yield tenant


def elsewhere(settings: Settings, make_database: Callable[..., str]) -> Settings:
    """Empty stores of their own."""
    url = Settings(database_url=make_database()).database_url
    return settings.model_copy(update={"database_url": url, "redis_prefix": "elsewhere"})


async def test_everything_comes_back_in_another_database(
    acme: Tenant,
    api_settings: Settings,
    make_database: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    out = str(tmp_path / "out")
    said = await run(api_settings, monkeypatch, "export", "--tenant", "acme", out)
    assert f"{len(EVERYBODY) + 1} files in {out}: {len(EVERYBODY) + 1} written" in said
    before = rows_of(api_settings, "acme")
    assert {table for table in TABLES if before[table]} == set(TABLES), (
        "the export has something of every table to carry"
    )
    target = elsewhere(api_settings, make_database)
    said = await run(target, monkeypatch, "import", out)
    assert f"{len(EVERYBODY)} users imported into tenant acme" in said
    assert rows_of(target, "acme") == before
    async with open_tenant(target, "acme") as restored:
        for user_id in EVERYBODY:
            assert await restored.contents(user_id) == await acme.contents(user_id)
        for path, params in (
            ("/v1/facts", {"user_id": "u1"}),
            ("/v1/facts/history", {"user_id": "u1", "key": "city"}),
            ("/v1/graph", {"user_id": "u1", "entity": "朵朵"}),
            ("/v1/session", {"user_id": "u1", "session_id": "s1"}),
            ("/v1/session", {"user_id": "u1", "session_id": "s2"}),
            ("/v1/knowledge", {}),
            ("/v1/seeds", {}),
        ):
            told = await restored("GET", path, params=params)
            assert told == await acme("GET", path, params=params)
            assert any(told.values())
        assert (await restored("GET", "/v1/session", params={"user_id": "u1", "session_id": "s2"}))["summary"]
        found = await restored("POST", "/v1/search", json={"user_id": "A", "query": "七天内可退"})
        assert found["source_layers"]["knowledge"] > 0


async def test_under_another_name_and_again(
    acme: Tenant, api_settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = str(tmp_path / "out")
    await run(api_settings, monkeypatch, "export", "--tenant", "acme", out)
    others = rows_of(api_settings, "other")
    await run(api_settings, monkeypatch, "import", out, "--tenant", "kopie 副本")
    first = rows_of(api_settings, "kopie 副本")
    assert first == rows_of(api_settings, "acme")
    assert "new: no records" in await run(api_settings, monkeypatch, "import", out, "--tenant", "kopie 副本")
    assert rows_of(api_settings, "kopie 副本") == first
    assert rows_of(api_settings, "other") == others
    async with open_tenant(api_settings, "kopie 副本") as copy:
        assert await copy.contents("长" * 255) == await acme.contents("长" * 255)


async def test_nothing_of_another_tenant_and_nothing_forgotten_is_in_it(
    acme: Tenant, api_settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await run(api_settings, monkeypatch, "export", "--tenant", "acme", str(tmp_path / "out"))
    files = files_of(tmp_path / "out")
    everything = b"\n".join(files.values())
    for text in (CANARY, "forgotten before the export", "erased before the export", '"other"'):
        assert text.encode() not in everything
    assert b"said a moment ago" in everything
    assert b"Prefers green tea" in everything
    users = {name: body for name, body in files.items() if name.startswith("users/")}
    assert {orjson.loads(body.split(b"\n")[0])["user_id"] for body in users.values()} == EVERYBODY
    assert all(name.isascii() and name.lower() == name for name in files)
    assert not (tmp_path / "out").stat().st_mode & 0o077, "nobody else may read it"


async def test_one_file_of_it_is_an_export_of_one_user(
    acme: Tenant, api_settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await run(api_settings, monkeypatch, "export", "--tenant", "acme", str(tmp_path / "out"))
    bodies = [body for name, body in files_of(tmp_path / "out").items() if name.startswith("users/")]
    body = next(body for body in bodies if b'"user_id":"u1"' in body.split(b"\n")[0])
    answer = await acme.api.client.get("/v1/users/export", params={"user_id": "u1"}, headers=acme.headers)
    assert answer.content == body
    lines = {**acme.headers, "Content-Type": "application/x-ndjson"}
    await acme.api("POST", "/v1/users/import", params={"user_id": "u2"}, content=body, headers=lines)
    assert await acme.contents("u2") == await acme.contents("u1")


async def test_seeds_that_a_user_has_seen_are_not_given_again(
    acme: Tenant,
    api_settings: Settings,
    make_database: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    out, seed = str(tmp_path / "out"), "The house style is brief."
    (copy,) = [
        one["id"]
        for one in (await acme("GET", "/v1/memories", params={"user_id": "u1"}))["memories"]
        if one["content"] == seed
    ]
    await acme("POST", "/v1/forget", json={"user_id": "u1", "memory_ids": [copy], "erase": True})
    await run(api_settings, monkeypatch, "export", "--tenant", "acme", out)
    target = elsewhere(api_settings, make_database)
    async with open_tenant(target, "acme") as restored:
        await restored("POST", "/v1/seeds", 201, json={"content": "Another tenant's numbers are other numbers."})
        await run(target, monkeypatch, "import", out)
        for user_id in ("u1", "a", "new"):
            await restored.remember(user_id, "Likes walking")
        assert seed not in await restored.contents("u1")
        assert (await restored.contents("a")).count(seed) == 1
        assert (await restored.contents("new")).count(seed) == 1
