"""Summaries by a chat model: asked, checked line by line, counted. What fails leaves the word to the extractive way."""

import logging
from collections import Counter
from collections.abc import Sequence
from typing import Final

from app.domain.errors import ChatModelUnavailable
from app.domain.packing.models import TokenCounter
from app.domain.summary.abstractive import SUMMARY_SCHEMA, read_summary, summary_prompt, summary_sources
from app.domain.summary.models import CoveredTurn, SummaryLine
from app.service.ports.chat_model import ChatModel, ModelLedger

log = logging.getLogger(__name__)

PURPOSE: Final = "summary"
_JSON_OVERHEAD: Final = 3
"""An answer in JSON with its ids takes about so many times the tokens of its texts."""
_LEAST_ANSWER_TOKENS: Final = 400


class ModelSummaries:
    """Asks a chat model for the lines of a summary."""

    def __init__(self, chat: ChatModel, ledger: ModelLedger, counter: TokenCounter) -> None:
        self._chat = chat
        self._ledger = ledger
        self._counter = counter

    async def write(
        self, turns: Sequence[CoveredTurn], earlier: Sequence[SummaryLine], *, budget: int
    ) -> list[SummaryLine]:
        """Return the lines that the model's answer holds up for, within `budget` tokens as text.

        Empty where the model is of no use this time; the reason is counted. Never raises for what a model answers.
        """
        sources = summary_sources(turns, earlier)
        system, user = summary_prompt(sources, budget)
        most = max(_LEAST_ANSWER_TOKENS, _JSON_OVERHEAD * budget)
        try:
            answer = await self._chat.complete_json(
                system=system, user=user, schema=SUMMARY_SCHEMA, purpose=PURPOSE, max_tokens=most
            )
        except ChatModelUnavailable as error:
            log.info("a summary goes without the chat model: %s", error.detail)
            await self._ledger.count({f"{PURPOSE}.fallback.{error.reason}": 1})
            return []
        lines, dropped = read_summary(answer, sources, budget=budget, counter=self._counter)
        counts = Counter({f"{PURPOSE}.dropped.{reason}": count for reason, count in dropped.items()})
        counts[f"{PURPOSE}.kept"] = len(lines)
        if not lines:
            counts[f"{PURPOSE}.fallback.unusable"] = 1
        await self._ledger.count(counts)
        return lines
