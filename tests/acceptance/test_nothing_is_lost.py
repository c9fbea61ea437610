"""Whatever process is killed while people write: every answered round is there afterwards, once, in order."""

import asyncio
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from service_process import Serving, serving

WRITERS = 8
ROUND_SECONDS = 1.0
PATIENCE_SECONDS = 60.0
VICTIMS = ("app worker", "api-process", "valkey-server", "bin/postgres")


def kill(service: Serving, pattern: str) -> None:
    """Kill -9 the first of the service's processes whose command holds the pattern."""
    for process in psutil.Process(service.process.pid).children(recursive=True):
        if pattern in " ".join(process.cmdline()):
            process.kill()
            return
    raise AssertionError(f"no process of the service is called {pattern}")


class Writer:
    """Writes numbered rounds into a session of its own, each until it is answered."""

    def __init__(self, client: httpx.AsyncClient, number: int) -> None:
        self.client = client
        self.user_id, self.session_id = f"user{number % 3}", f"session{number}"
        self.answered: list[str] = []

    async def write(self, stopping: asyncio.Event) -> None:
        number = 0
        while not stopping.is_set():
            message_id = f"{self.session_id}-{number}"
            if await self._save(message_id, f"round {number} of {self.session_id}", stopping):
                self.answered.append(message_id)
            number += 1

    async def _save(self, message_id: str, content: str, stopping: asyncio.Event) -> bool:
        body = {
            "user_id": self.user_id,
            "session_id": self.session_id,
            "messages": [{"role": "user", "content": content, "id": message_id}],
        }
        while not stopping.is_set():
            try:
                answer = await self.client.post("/v1/save", json=body)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code == 202:
                return True
            assert answer is None or answer.status_code == 503, answer.text
            await asyncio.sleep(0.1)
        return False

    async def stored(self) -> list[str]:
        """The message ids of the session as it is remembered, oldest first."""
        ids: list[str] = []
        cursor: str | None = None
        while True:
            query: dict[str, Any] = {"user_id": self.user_id, "session_id": self.session_id, "limit": 200}
            page = (await self.client.get("/v1/memories", params=query | ({"cursor": cursor} if cursor else {}))).json()
            ids += [memory["source"]["message_ids"][0] for memory in page["memories"]]
            cursor = page["next_cursor"]
            if cursor is None:
                return ids[::-1]


async def until_settled(client: httpx.AsyncClient) -> None:
    """Return when the service answers and nothing waits for the record."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            try:
                answer = await client.get("/v1/stats")
                if answer.status_code == 200 and not any(answer.json()["queue"][key] for key in ("due", "leased")):
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.2)


async def all_answered_again(writers: list[Writer], counts: list[int]) -> None:
    """Return when every writer has more answers than it had."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            if all(len(writer.answered) > count for writer, count in zip(writers, counts, strict=True)):
                return
            await asyncio.sleep(0.1)


@pytest.mark.timeout(300)
async def test_every_answered_round_is_there_once_and_in_order(data_folder: Path) -> None:
    with serving("--embedded", "--port", "0", cwd=data_folder, HAIMA_EMBEDDER="none") as service:
        async with httpx.AsyncClient(base_url=service.url, timeout=10.0) as client:
            writers = [Writer(client, number) for number in range(WRITERS)]
            stopping = asyncio.Event()
            writing = [asyncio.create_task(writer.write(stopping)) for writer in writers]
            for victim in VICTIMS:
                await asyncio.sleep(ROUND_SECONDS)
                await asyncio.to_thread(kill, service, victim)
                counts = [len(writer.answered) for writer in writers]
                await all_answered_again(writers, counts)
            stopping.set()
            await asyncio.gather(*writing)
            await until_settled(client)
            found = defaultdict(list, {writer.session_id: await writer.stored() for writer in writers})
        for writer in writers:
            stored, counts_of = found[writer.session_id], Counter(found[writer.session_id])
            assert set(writer.answered) <= set(stored), "nothing answered is lost"
            assert max(counts_of.values()) == 1, "nothing is doubled"
            assert stored == sorted(stored, key=lambda id: int(id.rpartition("-")[2])), "in the order it was said"
