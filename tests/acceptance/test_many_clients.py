"""500 connections at once, with tiny, huge and dripping bodies: all are answered, what was acknowledged is there."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from raw_http import Answer, Connection
from service_process import serving

CLIENTS = 500
HUGE, TOO_LARGE, DRIPPING, SEARCHING = 3, 5, 120, 100
ROUNDS = 2
COPIES, HUGE_CHARS = {"huge": 10, "too large": 12}, 95_000
USERS = 40
DRIP_PARTS, DRIP_SECONDS = 12, 0.3
PATIENCE_SECONDS = 150.0
NO_ANSWER = 0
KINDS = ["huge"] * HUGE + ["too large"] * TOO_LARGE + ["dripping"] * DRIPPING + ["searching"] * SEARCHING
KINDS += ["tiny"] * (CLIENTS - len(KINDS))


class Client:
    """A client with a connection and a session of its own."""

    def __init__(self, connection: Connection, number: int, kind: str, place: tuple[str, int]) -> None:
        self.connection, self.number, self.kind, self._place = connection, number, kind, place
        self.user_id = f"user{number % USERS}"
        self.acknowledged: dict[str, int] = {}
        self.answers: Counter[int] = Counter()

    async def talk(self) -> None:
        """Say all it has to say; what is answered 503 is said again."""
        for turn in range(1 if self.kind in ("huge", "too large", "dripping") else ROUNDS):
            id = f"{self.number}-{turn}"
            if self.kind == "searching":
                answer = await self._ask("/v1/search", {"user_id": self.user_id, "query": f"word{turn}"})
                assert answer.status == 200, answer
            else:
                messages = self._messages(id)
                body = {"user_id": self.user_id, "session_id": f"s{self.number}", "messages": messages}
                answer = await self._ask("/v1/save", body)
                assert answer.status == (413 if self.kind == "too large" else 202), answer
                if answer.status == 202:
                    self.acknowledged |= {message["id"]: len(message["content"]) for message in messages}
        self.connection.close()

    def _messages(self, id: str) -> list[dict[str, str]]:
        content = f"word{self.number} of turn {id}. "
        if self.kind in COPIES:
            content = (content * (HUGE_CHARS // len(content) + 1))[:HUGE_CHARS]
        return [{"role": "user", "content": content, "id": f"{id}+{copy}"} for copy in range(COPIES.get(self.kind, 1))]

    async def _ask(self, path: str, body: Any) -> Answer:
        drip = {"parts": DRIP_PARTS, "pause_seconds": DRIP_SECONDS} if self.kind == "dripping" else {"parts": 1}
        while True:
            try:
                answer = await self.connection.post(path, body, **drip)
            except ConnectionError:  # after a 413 or a 503 the server may hang up on what was still to come
                self.answers[NO_ANSWER] += 1
            else:
                self.answers[answer.status] += 1
                if answer.status != 503:
                    return answer
                assert 1 <= int(answer.headers["retry-after"]) <= 5, answer
            await asyncio.sleep(0.5)
            self.connection.close()
            self.connection = await Connection.open(*self._place)


async def all_settled(client: httpx.AsyncClient) -> None:
    """Return when nothing waits to be archived."""
    while True:
        answer = await client.get("/v1/stats")
        if answer.is_success and not (answer.json()["queue"]["due"] or answer.json()["queue"]["leased"]):
            return
        await asyncio.sleep(0.3)


async def stored(client: httpx.AsyncClient, user_id: str) -> Counter[str]:
    """How many characters are stored of each message of a user: a long one is kept in parts."""
    found: Counter[str] = Counter()
    query: dict[str, Any] = {"user_id": user_id, "limit": 200}
    while True:
        page = (await client.get("/v1/memories", params=query)).raise_for_status().json()
        for memory in page["memories"]:
            found[memory["source"]["message_ids"][0]] += len(memory["content"])
        if page["next_cursor"] is None:
            return found
        query["cursor"] = page["next_cursor"]


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_five_hundred_clients_are_all_answered_and_nothing_is_lost(data_folder: Path) -> None:
    with serving("--embedded", "--port", "0", cwd=data_folder, HAIMA_EMBEDDER="none", HAIMA_EXTRACT="false") as service:
        place = (urlsplit(service.url).hostname or "", urlsplit(service.url).port or 0)
        async with asyncio.timeout(PATIENCE_SECONDS):
            connections = await asyncio.gather(*(Connection.open(*place) for _ in range(CLIENTS)))
            clients = [
                Client(connection, number, kind, place)
                for number, (connection, kind) in enumerate(zip(connections, KINDS, strict=True))
            ]
            await asyncio.gather(*(client.talk() for client in clients))
            answers = sum((client.answers for client in clients), Counter[int]())
            async with httpx.AsyncClient(base_url=service.url, timeout=60.0) as reader:
                await all_settled(reader)
                found = [await stored(reader, f"user{number}") for number in range(USERS)]
        assert set(answers) <= {NO_ANSWER, 200, 202, 413, 503}
        assert answers[202] == sum(kind in ("huge", "dripping") or ROUNDS * (kind == "tiny") for kind in KINDS)
        for client in clients:
            for id, size in client.acknowledged.items():
                assert found[client.number % USERS][id] == size, "neither lost nor doubled"
        assert "Traceback" not in service.output
