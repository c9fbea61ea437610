"""Catching up: sessions that the chat model missed while it was away are read again when it answers."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from app.domain.errors import ChatModelUnavailable
from app.service.ports.chat_model import ChatModel

log = logging.getLogger(__name__)

SESSIONS_AT_ONCE: Final = 10
OWED_FOR: Final = timedelta(days=14)
"""What was silent for longer is left as the rules read it: it would be read for nobody."""


class OwedSessions(Protocol):
    """Sessions that the model missed."""

    async def any_owed(self, *, now: datetime, silent_after: datetime) -> bool:
        """Whether any session waits for the model now and was active after that time."""

    async def read_owed(self, *, now: datetime, silent_after: datetime, limit: int) -> int:
        """Have them read again from where the model missed them, those that wait longest first; returns how many."""


class CatchUp:
    """The step of the worker that has missed sessions read again. Any number may run at once."""

    def __init__(self, store: OwedSessions, chat: ChatModel) -> None:
        self._store = store
        self._chat = chat

    async def catch_up(self) -> int:
        """Have some sessions read again, if the model answers a short question; returns how many.

        Reading is the worker's usual one, which may miss them again: each of them then waits longer than before.
        """
        now = datetime.now(UTC)
        silent_after = now - OWED_FOR
        if not await self._store.any_owed(now=now, silent_after=silent_after):
            return 0
        try:
            await self._chat.check()
        except ChatModelUnavailable as error:
            log.debug("what the chat model missed waits on: %s", error.detail)
            return 0
        count = await self._store.read_owed(now=now, silent_after=silent_after, limit=SESSIONS_AT_ONCE)
        if count:
            log.info("the chat model answers: %d sessions that it missed are read again", count)
        return count
