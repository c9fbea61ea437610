"""Writers whose rounds have numbers, so that what is lost, doubled or out of order can be told."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import httpx

PATIENCE_SECONDS = 60.0
PAUSE_SECONDS = 0.05


class Writer:
    """Writes numbered rounds into a session of its own, each until it is answered; `answered` says which, and when."""

    def __init__(self, client: httpx.AsyncClient, number: int, *, users: int = 3) -> None:
        self.client = client
        self.user_id, self.session_id = f"user{number % users}", f"session{number}"
        self.answered: dict[str, float] = {}

    async def write(self, stopping: asyncio.Event) -> None:
        number = 0
        while not stopping.is_set():
            message_id = f"{self.session_id}-{number}"
            if await self._save(message_id, f"round {number} of {self.session_id}", stopping):
                self.answered[message_id] = time.monotonic()
            number += 1
            await asyncio.sleep(PAUSE_SECONDS)

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


async def check_nothing_lost(
    writers: Sequence[Writer], *, may_lose_from: float = float("inf"), until: float = float("inf")
) -> None:
    """Assert that every answered round is stored once, in its order.

    None may be missing but those answered between the two times of `time.monotonic()`.
    """
    for writer in writers:
        stored = await writer.stored()
        lost = writer.answered.keys() - set(stored)
        assert all(may_lose_from <= writer.answered[id] <= until for id in lost), "nothing answered is lost"
        assert max(Counter(stored).values()) == 1, "nothing is doubled"
        assert stored == sorted(stored, key=lambda id: int(id.rpartition("-")[2])), "in the order it was said"
