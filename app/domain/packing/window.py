"""The window's part of a context: which turns are shown, and which memories they make superfluous."""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.models import Turn
from app.domain.packing.block import message_tokens
from app.domain.packing.models import ChatMessage, RecalledMemory, ReceiptEntry, TokenCounter

OVER_BUDGET: Final = "over budget"
IS_QUERY: Final = "same as the query"

_NAME: Final = re.compile(r"[^\s<|\\/>]{1,64}")


class Window:
    """The turns of a window in the order said, taken from the newest backwards without holes."""

    def __init__(self, counter: TokenCounter, session_id: str, turns: Sequence[Turn], query: str) -> None:
        self._session_id = session_id
        self._turns = turns
        self._ids = [str(turn.id) for turn in turns]
        self._messages = [turn_message(turn) for turn in turns]
        self.entries = [
            ReceiptEntry(
                kind="turn",
                id=turn.message_id or turn_id,
                message_ids=(turn.message_id or turn_id,),
                tokens=message_tokens(counter, message),
                included=False,
                reason=OVER_BUDGET,
            )
            for turn, turn_id, message in zip(turns, self._ids, self._messages, strict=True)
        ]
        self.tokens = 0
        self._stop = len(turns)
        if turns and turns[-1].role == "user" and turns[-1].content.strip() == query.strip():
            self._stop -= 1
            self.entries[-1].reason = IS_QUERY
        self._next = self._stop - 1

    @property
    def messages(self) -> list[ChatMessage]:
        """The messages of the turns taken, in the order said."""
        return self._messages[self._next + 1 : self._stop]

    def last_round_tokens(self) -> int:
        """What the newest round takes: the last user message and all that follows it."""
        total = 0
        for index in range(self._stop - 1, -1, -1):
            total += self.entries[index].tokens
            if self._turns[index].role == "user":
                break
        return total

    def take(self, limit: int) -> None:
        """Take older turns for as long as all that are taken stay within `limit` tokens."""
        while self._next >= 0:
            entry = self.entries[self._next]
            if self.tokens + entry.tokens > limit:
                return
            entry.included, entry.reason = True, "in the window"
            self.tokens += entry.tokens
            self._next -= 1

    def shows(self, places: Sequence[int]) -> bool:
        """Whether one of these turns was taken, or is the query."""
        return bool(places) and places[-1] > self._next

    def places(self, memory: RecalledMemory) -> list[int]:
        """Indexes of the turns, taken or not, that say what a memory does, in order."""
        text = memory.content.strip()
        same_session = memory.role is not None and memory.session_id == self._session_id
        message_id = memory.message_ids[0] if same_session and memory.message_ids else None
        seq = memory.seq if same_session else None
        return [
            index
            for index, turn in enumerate(self._turns)
            if text in turn.content
            or memory.id == self._ids[index]
            or (message_id is not None and message_id == turn.message_id)
            or (seq is not None and seq == turn.seq)
        ]


def turn_message(turn: Turn) -> ChatMessage:
    """A turn as chat models take it: a tool's answer as assistant text, a name only where it fits their rule."""
    message: ChatMessage = {"role": "assistant" if turn.role == "tool" else turn.role, "content": turn.content}
    if turn.name and _NAME.fullmatch(turn.name):
        message["name"] = turn.name
    return message
