"""Builds the chat model of the settings, and the background work that is better with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from app.adapters.chat_model.ledger import RedisModelLedger
from app.adapters.chat_model.openai import OpenAIChatModel
from app.adapters.chat_model.pacing import summary_pacing
from app.adapters.redis.client import RedisClient
from app.adapters.tokenizer import counter_for
from app.domain.errors import SetupError
from app.service.catch_up import CatchUp, OwedSessions
from app.service.model_extract import ModelExtraction
from app.service.model_importance import ImportanceStore, ModelImportance
from app.service.model_reader import KnowsCards, ModelReader
from app.service.model_summary import ModelSummaries
from app.service.ports.chat_model import ChatModel, ModelLedger
from app.service.ports.summaries import SummaryStore, SummaryWindow
from app.service.summarise import SummariseService, SummaryPolicy
from app.settings import Settings

COUNTED_AS: Final = "gpt-4o"
"""Summaries and prompts are counted by this model's tokenizer, whatever model reads them."""


def build_chat_model(settings: Settings, ledger: ModelLedger) -> OpenAIChatModel | None:
    """Return the chat model of the settings, None without a base URL. Calls nothing yet.

    Raises SetupError where the base URL has no scheme or the model no name.
    """
    if not settings.llm_base_url:
        return None
    if not settings.llm_base_url.startswith(("http://", "https://")):
        raise SetupError("HAIMA_LLM_BASE_URL must begin with http:// or https://, such as http://127.0.0.1:8000/v1")
    if not settings.llm_model:
        raise SetupError("HAIMA_LLM_MODEL is not set; name the model that HAIMA_LLM_BASE_URL serves")
    key = settings.llm_api_key
    return OpenAIChatModel(
        ledger,
        counter_for(COUNTED_AS),
        base_url=settings.llm_base_url,
        model=settings.llm_model,
        api_key=key.get_secret_value() if key else None,
        timeout_seconds=settings.llm_timeout_seconds,
        retries=settings.llm_retries,
        max_tokens=settings.llm_max_tokens,
        body=settings.llm_body,
    )


@dataclass(frozen=True, slots=True)
class ModelWork:
    """What the worker does with a chat model; without one (`chat` None) rules do all of it."""

    settings: Settings
    chat: ChatModel | None
    ledger: ModelLedger

    def summariser(self, store: SummaryStore, window: SummaryWindow, model: str) -> SummariseService:
        """Return the `summarise` step; `model` is the one that makes vectors ("": there is none)."""
        counter = counter_for(COUNTED_AS)
        policy = SummaryPolicy(summary_pacing(self.settings), self.settings.summary_max_tokens, model)
        writer = ModelSummaries(self.chat, self.ledger, counter) if self.chat is not None else None
        return SummariseService(store, window, counter, policy, writer)

    def reader(self, cards: KnowsCards, importance: ImportanceStore) -> ModelReader | None:
        """Return the second reading of sessions, beside the rules; None without a model."""
        if self.chat is None:
            return None
        judge = ModelImportance(self.chat, self.ledger, importance)
        return ModelReader(ModelExtraction(self.chat, self.ledger), cards, judge)

    def catching_up(self, store: OwedSessions) -> CatchUp | None:
        """Return the step that has sessions read again which the model missed; None without a model."""
        return None if self.chat is None else CatchUp(store, self.chat)


@asynccontextmanager
async def open_model_work(settings: Settings, redis: RedisClient) -> AsyncIterator[ModelWork]:
    """Open the chat model, if the settings name one, and close it again."""
    ledger = RedisModelLedger(redis, settings)
    chat = build_chat_model(settings, ledger)
    try:
        yield ModelWork(settings, chat, ledger)
    finally:
        if chat is not None:
            await chat.close()
