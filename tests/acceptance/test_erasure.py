"""Canaries in everything that a caller can write: after an erasure they are in no table, no key and no log."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import redis
from psycopg import sql
from service_process import Serving, run_cli, serving

from app.adapters.postgres.database import Database
from app.adapters.postgres.dead_letters import PostgresDeadLetters
from app.adapters.redis.erasure import _values
from app.domain.models import Owner
from app.embedded import find_running

CANARY = "zebrafinch"
PATIENCE_SECONDS = 90.0
OTHER = {"user_id": "other", "session_id": "s1", "messages": [{"role": "user", "content": "My cat is called Miso."}]}


def told(session_id: str, word: str) -> dict[str, Any]:
    """A call that writes the word wherever a caller may write."""
    turns = [("user", f"My daughter's name is {word.title()} and she lives in {word.title()}ville.")]
    turns += [("assistant", f"{word} noted."), ("user", f"I work as a {word} keeper. My email is {word}@example.com.")]
    turns += [pair for number in range(9) for pair in (("user", f"{word} story {number}, " * 20), ("assistant", word))]
    return {
        "user_id": f"u-{word}",
        "session_id": session_id,
        "messages": [{"role": role, "content": text, "id": f"{word}-{n}"} for n, (role, text) in enumerate(turns)],
        "memories": [
            {"content": f"likes {word}", "importance": 0.9, "subject": word, "metadata": {word: [word]}},
            {"content": f"{word} for an hour", "importance": 0.1},
        ],
        "facts": {f"{word}_key": word},
        "facts_scope": "session",
    }


class Stores:
    """Everything that both stores and the log hold, as text."""

    def __init__(self, service: Serving, data_dir: Path) -> None:
        found = find_running(data_dir)
        assert found is not None
        self.database_url, self.redis_url = found
        self._service = service

    def holding(self, word: str) -> list[str]:
        """Where the word is, in any case of letters."""
        needle = word.lower().encode()
        return [place for place, held in self._everything() if needle in held.lower()]

    def _everything(self) -> Iterator[tuple[str, bytes]]:
        yield "log", self._service.output.encode()
        with psycopg.connect(self.database_url) as connection:
            tables = connection.execute(
                "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
            ).fetchall()
            for (table,) in tables:
                rows = connection.execute(
                    sql.SQL("select t::text from {} as t").format(sql.Identifier(table))
                ).fetchall()
                yield f"table {table}", "\n".join(row[0] for row in rows).encode()
                for (column,) in connection.execute(
                    "select attname from pg_attribute where attrelid = %s::regclass and atttypid = 'bytea'::regtype"
                    " and attnum > 0 and not attisdropped",
                    [table],
                ).fetchall():
                    read = sql.SQL("select {} from {}").format(sql.Identifier(column), sql.Identifier(table))
                    packed = connection.execute(read).fetchall()
                    yield f"table {table}.{column}", b"\n".join(bytes(value) for (value,) in packed if value)
        with redis.Redis.from_url(self.redis_url) as client:
            for key in client.scan_iter():
                yield f"key {key!r}", b"\n".join((key, *_values(client, key)))


async def ask(client: httpx.AsyncClient, method: str, path: str, **options: Any) -> Any:
    """Call, and return the JSON of a good answer."""
    answer = await client.request(method, path, **options)
    assert answer.is_success, answer.text
    return answer.json()


async def settled(client: httpx.AsyncClient, user_id: str, session_id: str) -> None:
    """Return when no work of a session is left."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            params = {"user_id": user_id, "session_id": session_id}
            if not any((await ask(client, "GET", "/v1/session", params=params))["pending"].values()):
                return
            await asyncio.sleep(0.2)


async def plant(client: httpx.AsyncClient, stores: Stores, word: str) -> None:
    """Write the word into every layer, cache, queue and list there is."""
    headers = {"Idempotency-Key": f"{word}-key", "X-Request-ID": f"{word}-request"}
    saved = await ask(client, "POST", "/v1/save", json=told(f"s-{word}", word), headers=headers)
    user = {"user_id": f"u-{word}"}
    await ask(client, "POST", "/v1/session/close", json={**user, "session_id": f"s-{word}"})
    await settled(client, f"u-{word}", f"s-{word}")
    memory_id = next(entry["id"] for entry in saved["saved"] if entry["kind"] == "memory")
    await ask(client, "PATCH", f"/v1/memories/{memory_id}", params=user, json={"content": f"{word} again"})
    await ask(
        client, "POST", "/v1/feedback", json={**user, "memory_ids": [memory_id], "verdict": "wrong", "note": word}
    )
    await ask(client, "PUT", "/v1/facts", json={**user, "facts": {word: word}})
    await ask(client, "POST", "/v1/search", json={**user, "query": word})
    await ask(client, "POST", "/v1/build-context", json={**user, "session_id": f"s-{word}", "query": word})
    await ask(client, "POST", "/v1/forget", json={**user, "query": f"{word} story", "reason": word})
    async with Database(stores.database_url, wait_seconds=5.0) as database:
        turn = {"id": memory_id, "content": word, "created_at": "2026-01-01T00:00:00+00:00"}
        work = {"sessions": [{"session_id": f"s-{word}", "turns": [turn]}], "memories": [], "facts": []}
        await PostgresDeadLetters(database).insert_dead_letter(
            Owner("default", f"u-{word}"), task="archive", payload=work, error=f"ValueError: {word}", tries=8
        )


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_after_an_erasure_no_store_and_no_log_holds_a_word_of_it(data_folder: Path) -> None:
    with serving("--embedded", "--port", "0", cwd=data_folder, HAIMA_EMBEDDER="none") as service:
        stores = Stores(service, data_folder / ".haima")
        async with httpx.AsyncClient(base_url=service.url, timeout=60.0) as client:
            await ask(client, "POST", "/v1/save", json=OTHER)
            await plant(client, stores, CANARY)
            planted = stores.holding(CANARY)
            assert len({place.split()[1] for place in planted if place.startswith("table")}) >= 5, planted
            assert "log" not in planted
            receipt = await ask(
                client,
                "POST",
                "/v1/forget",
                json={"user_id": f"u-{CANARY}", "all": True, "erase": True, "reason": "law"},
            )
            await asyncio.sleep(3.0)  # what was in flight would be written now
            # The tombstone and the receipt name whose they are: an id, which is no text of theirs.
            left = [
                place for place in stores.holding(CANARY) if not place.startswith(("table tombstones", "table owners"))
            ]
            assert [place for place in left if place != "table forget_receipts"] == []
            assert stores.holding("miso"), "somebody else's text stays"
            checked = run_cli(
                "verify-erasure", receipt["receipt_id"], "--embedded", "--text", f"likes {CANARY}", cwd=data_folder
            )
            assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_an_erased_session_leaves_nothing_of_itself_and_a_leftover_is_reported(data_folder: Path) -> None:
    with serving("--embedded", "--port", "0", cwd=data_folder, HAIMA_EMBEDDER="none") as service:
        stores = Stores(service, data_folder / ".haima")
        async with httpx.AsyncClient(base_url=service.url, timeout=60.0) as client:
            said = told("erased", "quokka")
            del said["memories"]
            said["facts"] = {"animal": "quokka"}
            said["user_id"] = "u1"
            await ask(client, "POST", "/v1/save", json=said)
            await ask(client, "POST", "/v1/save", json={**OTHER, "user_id": "u1", "session_id": "kept"})
            await settled(client, "u1", "erased")
            forget = {"user_id": "u1", "session_id": "erased", "erase": True, "reason": "asked"}
            receipt = await ask(client, "POST", "/v1/forget", json=forget)
            await asyncio.sleep(3.0)
            assert stores.holding("quokka") == []
            assert stores.holding("miso")
            verify = ("verify-erasure", receipt["receipt_id"], "--embedded")
            checked = run_cli(*verify, cwd=data_folder)
            assert checked.returncode == 0, checked.stdout
            with psycopg.connect(stores.database_url) as connection:
                connection.execute(
                    "insert into dead_letters select owner_id, tenant_id, user_id, gen_random_uuid(), 'archive',"
                    " %s || memory_ids[1]::text, 'e', 1, now(), now() from forget_receipts where receipt_id = %s",
                    [json.dumps("left over "), receipt["receipt_id"]],
                )
            found = run_cli(*verify, cwd=data_folder)
            assert found.returncode == 1
            assert "dead_letters: 1 rows name an erased memory" in found.stdout
