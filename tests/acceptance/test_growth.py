"""The whole service on tables divided by owner, with two API processes and two workers."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from service_process import Serving, environment, run_cli, serving

from app.embedded import find_running

USERS = [f"user {number}" for number in range(12)]
PATIENCE_SECONDS = 90.0


@contextmanager
def another_worker(folder: Path, **variables: str) -> Iterator[None]:
    """A worker on its own, beside the one of `serve`."""
    found = find_running(folder)
    assert found is not None
    variables |= {"HAIMA_DATABASE_URL": found[0], "HAIMA_REDIS_URL": found[1]}
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "worker"], cwd=folder, env=environment(**variables),
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture
def service(data_folder: Path) -> Iterator[Serving]:
    variables = {"HAIMA_DATA_DIR": str(data_folder), "HAIMA_EMBEDDER": "none", "HAIMA_EXTRACT_SILENCE_SECONDS": "0.5"}
    divided = run_cli("migrate", "--embedded", "--partitions", "8", cwd=data_folder, timeout=180, **variables)
    assert "into 8 partitions" in divided.stdout, divided.stderr
    with (
        serving("--embedded", "--workers", "2", "--port", "0", cwd=data_folder, **variables) as service,
        another_worker(data_folder, **variables),
    ):
        yield service


async def talk(client: httpx.AsyncClient, user: str) -> None:
    """Five rounds, one memory; three of the rounds leave the window."""
    for number in range(5):
        messages = [
            {"role": "user", "content": f"I live in Lisbon, round {number} of {user}", "id": f"m{number}"},
            {"role": "assistant", "content": "noted"},
        ]
        body: dict[str, Any] = {"user_id": user, "session_id": "s1", "messages": messages}
        if number == 0:
            body["memories"] = [{"content": f"{user} likes marmalade", "importance": 0.9}]
        (await client.post("/v1/save", json=body)).raise_for_status()
    (await client.post("/v1/session/close", json={"user_id": user, "session_id": "s1"})).raise_for_status()


async def settled(client: httpx.AsyncClient, user: str) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            asked = await client.get("/v1/session", params={"user_id": user, "session_id": "s1"})
            if asked.status_code == 200 and not any(asked.json()["pending"].values()):
                return
            await asyncio.sleep(0.2)


async def check(client: httpx.AsyncClient, user: str) -> None:
    await settled(client, user)
    found = await client.post("/v1/search", json={"user_id": user, "query": "marmalade", "top_k": 1})
    assert found.json()["results"][0]["memory"]["content"] == f"{user} likes marmalade"
    listed = await client.get("/v1/memories", params={"user_id": user, "limit": 200})
    texts = [memory["content"] for memory in listed.json()["memories"]]
    assert sorted(texts) == sorted(
        [*(f"I live in Lisbon, round {n} of {user}" for n in range(5)), *["noted"] * 5, f"{user} likes marmalade"]
    )
    facts = (await client.get("/v1/facts", params={"user_id": user})).json()["facts"]
    assert "Lisbon" in {entry["value"] for entry in facts.values()}
    context = {"user_id": user, "session_id": "s2", "query": "marmalade", "token_budget": 500}
    assert "likes marmalade" in (await client.post("/v1/build-context", json=context)).json()["system_prompt"]


async def scrape(client: httpx.AsyncClient, sample: str) -> float:
    text = (await client.get("/metrics")).text
    found = re.search(rf"^{re.escape(sample)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


async def until(client: httpx.AsyncClient, sample: str, least: float) -> None:
    """Return once a sample is at least so high."""
    while True:
        if await scrape(client, sample) >= least:
            return
        await asyncio.sleep(0.2)


@pytest.mark.slow
async def test_the_whole_service_on_divided_tables(service: Serving, data_folder: Path) -> None:
    found = find_running(data_folder)
    assert found is not None
    async with httpx.AsyncClient(base_url=service.url, timeout=30) as client:
        await asyncio.gather(*(talk(client, user) for user in USERS))
        for user in USERS:
            await check(client, user)
        with psycopg.connect(found[0]) as connection:
            divided = connection.execute("select count(distinct tableoid) from memories").fetchone()
            assert divided is not None
            assert divided[0] > 4
        erased = await client.post("/v1/forget", json={"user_id": USERS[0], "all": True, "erase": True})
        assert erased.json()["forgotten"] == 12, "eleven memories and a fact"
        listed = await client.get("/v1/memories", params={"user_id": USERS[0]})
        assert listed.json()["memories"] == []
        await check(client, USERS[1])
        receipt = erased.json()["receipt_id"]
    looked = run_cli(
        "verify-erasure", receipt, "--embedded", cwd=data_folder, timeout=120, HAIMA_DATA_DIR=str(data_folder)
    )
    assert looked.returncode == 0, looked.stdout + looked.stderr
    await every_scrape_tells_of_both_processes(service)


async def every_scrape_tells_of_both_processes(service: Serving) -> None:
    """Whichever process answers, and after one of them was killed."""
    saved = 'haima_http_requests_total{method="POST",route="/v1/save",status="202"}'
    expected = 5.0 * len(USERS)
    async with asyncio.timeout(PATIENCE_SECONDS):
        for _ in range(6):  # each over a connection of its own: the kernel hands them out
            async with httpx.AsyncClient(base_url=service.url, timeout=30) as client:
                await until(client, saved, expected)
                assert await scrape(client, saved) == expected
                assert await scrape(client, "haima_api_processes") == 2
                stats = (await client.get("/v1/stats")).json()
                assert stats["latencies"]["/v1/save"]["count"] == expected
                assert stats["stages"]["score"]["count"] >= 1
        os.kill(api_processes(service)[0], signal.SIGKILL)
        async with httpx.AsyncClient(
            base_url=service.url, timeout=30, transport=httpx.AsyncHTTPTransport(retries=5)
        ) as client:
            await until(client, "haima_api_processes", 3)
            assert await scrape(client, saved) == expected


def api_processes(service: Serving) -> list[int]:
    """Ids of the children of `serve` that answer HTTP."""
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children").read_text().split()
    return [pid for pid in map(int, children) if b"api-process" in Path(f"/proc/{pid}/cmdline").read_bytes()]
