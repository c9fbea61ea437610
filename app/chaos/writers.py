"""Writers that number what they say, and the count of what is left of it."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import httpx
import psycopg

PAUSE_SECONDS: Final = 0.05
RETRY_SECONDS: Final = 0.2
USERS: Final = 7


class Writer:
    """Appends numbered rounds to a session of its own, each until it is answered, to any of the servers."""

    def __init__(
        self, client: httpx.AsyncClient, urls: Sequence[str], name: str, number: int, may_write: asyncio.Event
    ) -> None:
        self.may_write = may_write
        self._client = client
        self._urls = urls
        self.user_id = f"{name}-user{number % USERS}"
        self.session_id = f"{name}-session{number}"
        self.answered: list[int] = []
        self.refused: Counter[str] = Counter()

    async def write(self, stopping: asyncio.Event) -> None:
        """Write until told to stop; a round that was not answered by then does not count."""
        number = 0
        while not stopping.is_set():
            await self.may_write.wait()
            if await self._save(number, stopping):
                self.answered.append(number)
            number += 1
            await asyncio.sleep(PAUSE_SECONDS)

    async def _save(self, number: int, stopping: asyncio.Event) -> bool:
        body = {
            "user_id": self.user_id,
            "session_id": self.session_id,
            "messages": [{"role": "user", "content": f"round {number} of {self.session_id}", "id": str(number)}],
            "facts": {"last_round": str(number)},
            "facts_scope": "session",
        }
        tries = 0
        while not stopping.is_set():
            url = self._urls[tries % len(self._urls)]
            tries += 1
            try:
                answer = await self._client.post(f"{url}/v1/save", json=body)
            except httpx.TransportError as error:
                self.refused[type(error).__name__] += 1
            else:
                if answer.status_code == 202:
                    return True
                self.refused[str(answer.status_code)] += 1
            await asyncio.sleep(RETRY_SECONDS)
        return False

    async def stored(self, url: str) -> list[int]:
        """Return the rounds that the record holds of the session, oldest first."""
        found: list[int] = []
        query: dict[str, Any] = {"user_id": self.user_id, "session_id": self.session_id, "limit": 200}
        while True:
            answer = await self._client.get(f"{url}/v1/memories", params=query)
            answer.raise_for_status()
            page = answer.json()
            found += [int(memory["source"]["message_ids"][0]) for memory in page["memories"]]
            if page["next_cursor"] is None:
                return found[::-1]
            query["cursor"] = page["next_cursor"]


@dataclass(frozen=True, slots=True)
class Count:
    """What became of the rounds: `lost` were answered and are not there, `doubled` are there more than once."""

    acknowledged: int
    found: int
    lost: int
    doubled: int
    in_order: bool

    @property
    def whole(self) -> bool:
        """Nothing lost, doubled or out of order."""
        return not self.lost and not self.doubled and self.in_order


async def count(writers: Sequence[Writer], url: str, database_url: str) -> Count:
    """Compare what was answered with what the record holds; the order is that of the turns, whatever clocks said."""
    acknowledged = found = lost = doubled = 0
    in_order = True
    for writer in writers:
        stored = await writer.stored(url)
        acknowledged += len(writer.answered)
        found += len(stored)
        lost += len(set(writer.answered) - set(stored))
        doubled += len(stored) - len(set(stored))
        said = await _said(database_url, writer)
        in_order = in_order and said == sorted(said)
    return Count(acknowledged, found, lost, doubled, in_order)


async def _said(database_url: str, writer: Writer) -> list[int]:
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        found = await connection.execute(
            "select split_part(content, ' ', 2)::int from memories"
            " where user_id = %s and session_id = %s and role is not null order by seq",
            [writer.user_id, writer.session_id],
        )
        return [number for (number,) in await found.fetchall()]
