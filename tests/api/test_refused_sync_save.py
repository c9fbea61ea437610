"""A `sync` save that PostgreSQL refuses half-way: the call stores nothing, and takes nothing that was there before."""

from typing import Any

import psycopg
import pytest
from whole_service import Api

from app.domain.models import Owner
from app.service.archive import Archiver
from app.service.ports import ArchiveOutcome, WorkingMemory
from app.settings import Settings


class Postgres:
    """The test's PostgreSQL, whose archiving can be made to lose its connection."""

    def __init__(self, url: str) -> None:
        self._url = url

    def cut(self) -> None:
        self._run(
            "create function cut_off() returns trigger language plpgsql as $$ begin"
            " perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return new; end $$",
            "create trigger cut_off before insert or update on owners for each row execute function cut_off()",
        )

    def mend(self) -> None:
        self._run("drop trigger cut_off on owners", "drop function cut_off()")

    def _run(self, *statements: str) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)


@pytest.fixture
def postgres(api_settings: Settings) -> Postgres:
    assert api_settings.database_url is not None
    return Postgres(api_settings.database_url.get_secret_value())


async def card(api: Api, **place: Any) -> dict[str, str]:
    found = await api("GET", "/v1/facts", params={"user_id": "u1", **place})
    return {key: fact["value"] for key, fact in found["facts"].items()}


@pytest.mark.parametrize("scope", ["user", "session"])
async def test_the_card_keeps_what_it_showed(api: Api, postgres: Postgres, scope: str) -> None:
    place = {"session_id": "s", "facts_scope": scope}
    await api.save(facts={"city": "上海", "pet": "cat"}, **place)
    postgres.cut()
    await api.save(503, facts={"city": "北京", "pet": "cat", "job": "nurse"}, **place)
    assert await card(api, session_id="s") == {"city": "上海", "pet": "cat"}
    postgres.mend()
    assert await card(api, session_id="s") == {"city": "上海", "pet": "cat"}
    await api.save(facts={"city": "广州"}, **place)
    assert await card(api, session_id="s") == {"city": "广州", "pet": "cat"}


async def test_what_others_said_of_the_same_key_still_reaches_postgres(api: Api, postgres: Postgres) -> None:
    await api.save(facts={"city": "上海"})
    postgres.cut()
    await api.save(202, facts={"city": "北京"}, mode="async")
    await api.save(503, facts={"city": "广州"})
    assert await card(api) == {"city": "北京"}
    postgres.mend()
    await api.save(facts={"pet": "cat"})
    history = await api("GET", "/v1/facts/history", params={"user_id": "u1", "key": "city"})
    assert [version["value"] for version in history["versions"]] == ["北京", "上海"]
    assert await card(api) == {"city": "北京", "pet": "cat"}


async def test_a_refused_message_can_be_said_again_under_its_id(api: Api, postgres: Postgres) -> None:
    message = {"role": "user", "content": "我女儿叫朵朵", "id": "m1"}
    await api.save(session_id="s", messages=[{"role": "user", "content": "早", "id": "m0"}])
    postgres.cut()
    await api.save(503, session_id="s", messages=[message])
    postgres.mend()
    again = await api.save(session_id="s", messages=[message])
    assert again["saved"][0]["status"] == "stored"
    shown = await api("GET", "/v1/session", params={"user_id": "u1", "session_id": "s"})
    assert [turn["content"] for turn in shown["window"]["messages"]] == ["早", "我女儿叫朵朵"]
    listed = await api("GET", "/v1/memories", params={"user_id": "u1"})
    assert sorted(memory["content"] for memory in listed["memories"]) == sorted(["早", "我女儿叫朵朵"])


async def test_a_refused_save_pushes_nothing_out_of_the_window(api: Api, postgres: Postgres) -> None:
    for number in range(3):
        await api.save(session_id="s", messages=[{"role": "user", "content": f"round {number}"}])
    postgres.cut()
    await api.save(503, session_id="s", messages=[{"role": "user", "content": "refused"}])
    postgres.mend()
    shown = await api("GET", "/v1/session", params={"user_id": "u1", "session_id": "s"})
    assert [turn["content"] for turn in shown["window"]["messages"]] == ["round 0", "round 1", "round 2"]
    assert shown["pending"] == {"archive": 0, "embed": 0, "extract": 0, "summarise": 0}


class Overtaken:
    """An archiver that another one overtakes: all that waits is stored and confirmed, and not yet on the card."""

    def __init__(self, archiver: Archiver, working: WorkingMemory) -> None:
        self._archiver = archiver
        self._working = working

    async def flush_owner(self, owner: Owner) -> ArchiveOutcome | None:
        work = await self._working.read_pending(owner)
        await self._archiver.store_again(work)
        for fact in work.facts:
            await self._working.put_card(owner, fact.session_id, {fact.key: None})
        return await self._archiver.flush_owner(owner)


@pytest.mark.parametrize("scope", ["user", "session"])
async def test_what_another_archiver_stored_is_on_the_card_when_it_is_answered(
    api: Api, monkeypatch: pytest.MonkeyPatch, scope: str
) -> None:
    save = api.services.save
    monkeypatch.setattr(save, "_archiver", Overtaken(save._archiver, save._working))
    await api.save(session_id="s", facts={"city": "上海"}, facts_scope=scope)
    assert await card(api, session_id="s") == {"city": "上海"}
