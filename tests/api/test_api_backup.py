"""Backup and restore as the README tells it: PostgreSQL into a new server, Valkey's append-only folder into another."""

import subprocess
from pathlib import Path

import redis
from pydantic import SecretStr
from whole_service import open_api

from app.adapters.postgres.migrate import check_schema, migrate
from app.embedded import StoreOptions, start_stores
from app.embedded.postgres import find_binaries
from app.settings import Settings
from tests.folders import store_folder

U = {"user_id": "u1"}
PLACE = {**U, "session_id": "s"}


def run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs; it has to succeed without a warning."""
    done = subprocess.run([str(find_binaries() / program), *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


async def test_a_dump_restores_into_a_new_server(api_settings: Settings, tmp_path: Path) -> None:
    assert api_settings.database_url is not None
    assert api_settings.redis_url is not None
    dump = str(tmp_path / "haima.dump")
    async with open_api(api_settings) as api:
        await api.save(session_id="s", messages=[{"role": "user", "content": "你好"}], facts={"k": "v"})
        id = await api.remember("likes tea")
        run("pg_dump", "--format=custom", "--file", dump, api_settings.database_url.get_secret_value())
        await api.remember("said after the backup")
    with store_folder() as folder:
        stores = start_stores(folder, StoreOptions(valkey=False, sync=False))
        try:
            run("pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges",
                "--dbname", stores.database_url, dump)  # fmt: skip
            assert migrate(stores.database_url) == []
            check_schema(stores.database_url)
            with redis.Redis.from_url(api_settings.redis_url.get_secret_value()) as client:
                client.flushall()
            restored = api_settings.model_copy(update={"database_url": SecretStr(stores.database_url)})
            async with open_api(restored) as api:
                listed = await api("GET", "/v1/memories", params=U)
                assert sorted(memory["content"] for memory in listed["memories"]) == ["likes tea", "你好"]
                assert (await api("GET", f"/v1/memories/{id}", params=U))["content"] == "likes tea"
                session = await api("GET", "/v1/session", params=PLACE)
                assert [message["content"] for message in session["window"]["messages"]] == ["你好"]
                assert session["facts"]["k"]["value"] == "v"
                await api.remember("and goes on")
        finally:
            stores.stop()


def test_an_append_only_folder_copied_from_a_running_valkey_starts_another() -> None:
    with store_folder() as first, store_folder() as second:
        stores = start_stores(first, StoreOptions(postgres=False))
        try:
            with redis.Redis.from_url(stores.redis_url) as client:
                client.config_set("auto-aof-rewrite-percentage", 0)  # the file list must not change while it is copied
                client.rpush("k", *range(1000))
                subprocess.run(["cp", "-a", str(first / "valkey"), str(second / "valkey")], check=True)  # its owner too
                client.rpush("k", "later")
        finally:
            stores.stop()
        again = start_stores(second, StoreOptions(postgres=False))
        try:
            with redis.Redis.from_url(again.redis_url) as client:
                assert client.lrange("k", 0, -1) == [str(number).encode() for number in range(1000)]
        finally:
            again.stop()
