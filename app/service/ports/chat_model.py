"""A chat model for background work, and the book that is kept of its calls."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol


class ChatModel(Protocol):
    """A chat model that answers in JSON. Never called inside a request.

    Raises ChatModelUnavailable where there is no answer of use: the server is away, slow or refuses, the tokens of the
    day are spent, or what came is not JSON.
    """

    @property
    def name(self) -> str:
        """The model's name, for logs and for what it made."""

    async def complete_json(
        self, *, system: str, user: str, schema: Mapping[str, Any], purpose: str, max_tokens: int | None = None
    ) -> Any:
        """The JSON value that the model answers. It was asked to follow `schema`; whether it did is not checked.

        `purpose` (a word of letters and "_") names the kind of call in the counters. `max_tokens` bounds the answer.
        """

    async def check(self) -> None:
        """Return when the server answers and knows the model, else raise ChatModelUnavailable."""

    async def close(self) -> None:
        """Close the connections."""


class ModelLedger(Protocol):
    """Tokens spent today, and counts of what happened, shared by all processes. Counts never fall."""

    async def reserve(self, tokens: int, *, now: datetime) -> bool:
        """Set tokens aside for a call; False, and none are, where the budget of the day does not hold them."""

    async def settle(self, *, reserved: int, used: int, now: datetime) -> None:
        """Put what was really used in place of what was set aside."""

    async def count(self, counts: Mapping[str, int]) -> None:
        """Add to counters by name (`purpose.event` or `purpose.event.reason`). A count that can't be kept is logged."""

    async def counts(self) -> dict[str, int]:
        """All counters by name, with `tokens` spent in all."""
