"""Tenants full of everything that an export has to carry, and what a database holds of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import Result
from psycopg import sql
from psycopg.rows import dict_row
from typer.testing import CliRunner
from whole_service import Api, open_api

from app.bootstrap.background import BackgroundWork, open_background
from app.cli.commands import cli
from app.cli.common import COMMAND_WAIT_SECONDS
from app.settings import Settings

ODD_IDS = (
    "朵朵 wx:oA/b?c",
    "../../etc/passwd",
    "CON",
    "a",
    "A",
    "é",
    "e\u0301",
    "👩‍👩‍👧 \u202eRTL",
    "-rf *.jsonl",
    "长" * 255,
)
"""What file names may not be made of; two pairs of them are one name where a file system folds names."""
CANARY = "the other tenant's own secret recipe"
SAID = (
    ("My daughter is called Wilhelmina and she goes to the harbour school.", "Wilhelmina, noted."),
    ("I want to sail to Bergen before my fiftieth birthday.", "A fine goal; start with weekend trips."),
    ("The insurance papers are due on Friday, please remind me.", "I will remind you of the papers on Friday."),
    ("I'm allergic to shellfish, so no prawns in the galley.", "No prawns then."),
    ("My brother Konrad will skipper on the second leg.", "Konrad skippers the second leg."),
    ("We decided to leave from Stavanger on the third of May.", "Stavanger, third of May."),
)
CHATTER = " There is a lot that one could say about that, and we can come back to it whenever you like, no hurry."
TABLES = (
    "sessions",
    "memories",
    "memory_versions",
    "pieces",
    "facts",
    "summaries",
    "knowledge_documents",
    "seed_memories",
)
_OWN = ("owner_id", "tenant_id", "changed", "piece_id", "number")
"""What a database gives anew."""


@dataclass
class Tenant:
    """One tenant of a running service, asked with a key of its own; `work` is the worker's part."""

    api: Api
    work: BackgroundWork
    name: str
    headers: dict[str, str]

    async def __call__(self, method: str, path: str, status: int = 200, **options: Any) -> Any:
        return await self.api(method, path, status, headers=self.headers, **options)

    async def save(self, user_id: str, status: int = 201, **body: Any) -> Any:
        """Save in `sync` mode unless told otherwise."""
        return await self("POST", "/v1/save", status, json={"user_id": user_id, "mode": "sync", **body})

    async def remember(self, user_id: str, content: str) -> str:
        saved = await self.save(user_id, memories=[{"content": content, "importance": 0.9}])
        return str(saved["saved"][0]["id"])

    async def contents(self, user_id: str) -> list[str]:
        """The texts of a user's memories, sorted."""
        listed = await self("GET", "/v1/memories", params={"user_id": user_id, "limit": 200})
        return sorted(one["content"] for one in listed["memories"])


@asynccontextmanager
async def open_tenant(settings: Settings, name: str) -> AsyncIterator[Tenant]:
    """The service on these stores, as one tenant sees it."""
    patient = settings.model_copy(update={"database_pool_wait_seconds": COMMAND_WAIT_SECONDS})
    async with open_api(patient) as api, open_background(patient) as work:
        _, secret = await api.services.keys.create(tenant_id=name, role="admin")
        yield Tenant(api, work, name, {"Authorization": f"Bearer {secret}"})


async def fill(tenant: Tenant) -> None:
    """Everything of u1 (a summary, history, facts, what is forgotten), a little of the others, documents and seeds."""
    await tenant("POST", "/v1/seeds", 201, json={"content": "The house style is brief."})
    await tenant("POST", "/v1/knowledge", 201, json={"title": "退货政策", "content": "七天内可退。" * 400})
    messages = [
        {"role": role, "content": text + (CHATTER if role == "assistant" else ""), "id": f"{role}{number}"}
        for number, said in enumerate(SAID)
        for role, text in zip(("user", "assistant"), said, strict=True)
    ]
    await tenant.save("u1", session_id="s2", messages=messages, facts={"user_child_name": "朵朵"})
    await tenant("POST", "/v1/session/close", 202, json={"user_id": "u1", "session_id": "s2"})
    await tenant.save("u1", session_id="s1", messages=[{"role": "user", "content": "Still in the window."}])
    await tenant("PUT", "/v1/facts", json={"user_id": "u1", "facts": {"city": "Pune"}})
    older = {"value": "Goa", "valid_from": "2020-01-01T00:00:00Z"}
    await tenant("PUT", "/v1/facts", json={"user_id": "u1", "facts": {"city": "Oslo"}})
    await tenant("PUT", "/v1/facts", json={"user_id": "u1", "facts": {"city": older}})
    tea = await tenant.remember("u1", "Prefers tea")
    await tenant("PATCH", f"/v1/memories/{tea}", params={"user_id": "u1"}, json={"content": "Prefers green tea"})
    gone = await tenant.remember("u1", "forgotten before the export")
    await tenant("DELETE", f"/v1/memories/{gone}", params={"user_id": "u1"})
    erased = await tenant.remember("u1", "erased before the export")
    await tenant("POST", "/v1/forget", json={"user_id": "u1", "memory_ids": [erased], "erase": True})
    await tenant.work.summariser.summarise_due()
    for number, user_id in enumerate(ODD_IDS):
        await tenant.save(user_id, session_id="s1", messages=[{"role": "user", "content": f"我是第{number}个用户。"}])
    last = {"session_id": "s1", "messages": [{"role": "user", "content": "said a moment ago, still in Redis"}]}
    await tenant.save("only in Redis", 202, mode="async", **last)


def command(settings: Settings, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    """Run a command on these stores."""
    assert settings.database_url is not None
    assert settings.redis_url is not None
    monkeypatch.setenv("HAIMA_DATABASE_URL", settings.database_url.get_secret_value())
    monkeypatch.setenv("HAIMA_REDIS_URL", settings.redis_url.get_secret_value())
    monkeypatch.setenv("HAIMA_REDIS_PREFIX", settings.redis_prefix)
    monkeypatch.setenv("HAIMA_EMBEDDER", settings.embedder)
    monkeypatch.setenv("HAIMA_EXTRACT", "false")
    return CliRunner().invoke(cli, [*arguments])


async def run(settings: Settings, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """Run a command that has to succeed, and return what it said."""
    done = await asyncio.to_thread(command, settings, monkeypatch, *arguments)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def rows_of(settings: Settings, tenant_id: str) -> dict[str, list[dict[str, Any]]]:
    """What the tables hold of a tenant and is not forgotten, without what a database numbers itself."""
    assert settings.database_url is not None
    found: dict[str, list[dict[str, Any]]] = {}
    with psycopg.connect(settings.database_url.get_secret_value(), row_factory=dict_row) as connection:
        for table in TABLES:
            kept = "and forgotten_at is null" if table == "memories" else ""
            if table in ("memory_versions", "pieces"):
                kept = "and (owner_id, memory_id) in (select owner_id, id from memories where forgotten_at is null)"
            select = sql.SQL("select to_jsonb(t) - %s::text[] as row from {} t where tenant_id = %s {}")
            statement = select.format(sql.Identifier(table), sql.SQL(kept))
            rows = connection.execute(statement, [list(_OWN), tenant_id]).fetchall()
            found[table] = sorted((row["row"] for row in rows), key=repr)
    return found


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
