"""Extraction by a chat model, beside the rules: asked in the background, checked statement by statement, counted."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from app.domain.errors import ChatModelUnavailable
from app.domain.extraction.encoded.vouching import vouched
from app.domain.extraction.models import Said, Statement
from app.service.model_statements import STATEMENTS_SCHEMA, read_statements, refer, statements_prompt
from app.service.ports.chat_model import ChatModel, ModelLedger

log = logging.getLogger(__name__)

PURPOSE: Final = "extract"
_MOST_MESSAGES: Final = 40
_HALVINGS: Final = 2
"""So often a batch whose answer was cut off is asked for again in halves."""


class ModelReading(NamedTuple):
    """What a model reads in a conversation. `missed`: it was away for some of it, and may read it later."""

    statements: list[Statement]
    missed: bool = False


class ModelExtraction:
    """Takes statements out of a conversation with a chat model. What the model gets wrong is dropped and counted."""

    def __init__(self, chat: ChatModel, ledger: ModelLedger) -> None:
        self._chat = chat
        self._ledger = ledger

    async def extract_with_model(self, messages: Sequence[Said], known: Mapping[str, str]) -> ModelReading:
        """Return what the user states in `messages` (in order) by the model's reading, each with the messages it cites.

        `known` is what the card says already, by key. Every statement cites messages of the user's that exist, and its
        value, name and attribute stand in them, and the encoder, where there is one, does not refuse it. Never raises:
        where the model is of no use there are no statements, and the counters say why.
        """
        parts = [
            await self._ask(messages[start : start + _MOST_MESSAGES], known, _HALVINGS)
            for start in range(0, len(messages), _MOST_MESSAGES)
        ]
        return _together(parts)

    async def _ask(self, messages: Sequence[Said], known: Mapping[str, str], halvings: int) -> ModelReading:
        by_ref = refer(messages)
        if not any(message.role == "user" for message in by_ref.values()):
            return ModelReading([])
        system, user = statements_prompt(by_ref, known)
        try:
            answer = await self._chat.complete_json(system=system, user=user, schema=STATEMENTS_SCHEMA, purpose=PURPOSE)
        except ChatModelUnavailable as error:
            if error.reason == "cut_off" and halvings and len(messages) > 1:
                half = len(messages) // 2
                first = await self._ask(messages[:half], known, halvings - 1)
                return _together([first, await self._ask(messages[half:], known, halvings - 1)])
            log.info("extraction goes on with the rules alone: %s", error.detail)
            await self._ledger.count({f"{PURPOSE}.fallback.{error.reason}": 1})
            return ModelReading([], missed=error.passing)
        told, dropped = read_statements(answer, by_ref)
        statements, doubted = await asyncio.to_thread(vouched, told, messages, known)
        dropped += doubted
        counts = Counter({f"{PURPOSE}.dropped.{reason}": count for reason, count in dropped.items()})
        counts[f"{PURPOSE}.kept"] = len(statements)
        await self._ledger.count(counts)
        return ModelReading(statements)


def _together(parts: Sequence[ModelReading]) -> ModelReading:
    return ModelReading([one for part in parts for one in part.statements], any(part.missed for part in parts))
