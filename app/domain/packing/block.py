"""A system message that grows part by part, and the token arithmetic of messages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.packing.models import ChatMessage, ReceiptEntry, TokenCounter

MESSAGE_TOKENS: Final = 3
NAME_TOKENS: Final = 1
END_TOKENS: Final = 3


def message_tokens(counter: TokenCounter, message: ChatMessage) -> int:
    """What one message costs: 3, its role and content, and a name with 1 more, as OpenAI's cookbook counts them."""
    tokens = MESSAGE_TOKENS + counter.count(message["role"]) + counter.count(message["content"])
    if "name" in message:
        tokens += NAME_TOKENS + counter.count(message["name"])
    return tokens


@dataclass(slots=True)
class Part:
    """One line or fenced text of a block, ending in a line break, with its own count, and the reason to take it."""

    text: str
    tokens: int
    entry: ReceiptEntry
    reason: str
    chosen: bool = False


class Block:
    """One system message: an introduction, then those of its parts that were taken, in the order given.

    While it grows, costs are added up part by part. That is exact for the tokenizers in use, because a part ends in a
    line break and the next begins with a visible sign, where they always split; the whole message is still counted
    once at the end, and parts leave again should it be too long after all.
    """

    def __init__(self, counter: TokenCounter, intro: str, parts: Sequence[tuple[str, ReceiptEntry, str]]) -> None:
        self._counter = counter
        self._intro = intro
        self.parts = [Part(text, counter.count(text), entry, reason) for text, entry, reason in parts]
        self.tokens = 0
        self._overhead = message_tokens(counter, {"role": "system", "content": intro}) if parts else 0
        for part in self.parts:
            part.entry.tokens = part.tokens

    def take(self, limit: int, indexes: Iterable[int]) -> None:
        """Take each of these parts, best first, that still fits into a message of `limit` tokens."""
        taken: list[int] = []
        total = self._overhead + sum(part.tokens for part in self.parts if part.chosen)
        for index in indexes:
            if total + self.parts[index].tokens <= limit:
                total += self.parts[index].tokens
                self.parts[index].chosen = True
                taken.append(index)
        while taken and message_tokens(self._counter, self.message()) > limit:
            self.parts[taken.pop()].chosen = False
        if taken:
            self._settle()

    def _settle(self) -> None:
        """Count the message as it stands; the entry of the first part shown carries the introduction."""
        chosen = [part for part in self.parts if part.chosen]
        for part in chosen:
            part.entry.tokens, part.entry.included, part.entry.reason = part.tokens, True, part.reason
        self.tokens = message_tokens(self._counter, self.message())
        chosen[0].entry.tokens += self.tokens - sum(part.tokens for part in chosen)

    def message(self) -> ChatMessage:
        """The message of the parts taken."""
        return {"role": "system", "content": (self._intro + self._text()).rstrip("\n")}

    def _text(self) -> str:
        return "".join(part.text for part in self.parts if part.chosen)
