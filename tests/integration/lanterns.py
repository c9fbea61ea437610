"""A service whose embedder knows lanterns from all else, and sessions whose summaries tell which is which."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.adapters.chat_model.wiring import COUNTED_AS, summary_pacing
from app.adapters.postgres.database import Database
from app.adapters.redis.client import close_redis, open_redis
from app.adapters.tokenizer import counter_for
from app.bootstrap import Toolbox, build_services
from app.domain.errors import EmbedderUnavailable, TextRefused
from app.domain.models import Owner
from app.domain.similarity import Background
from app.service.requests import MessageGiven, SaveRequest, SearchRequest, SearchResult
from app.service.summarise import SummariseService, SummaryPolicy
from app.settings import Settings

OWNER, OTHER = Owner("acme", "u1"), Owner("acme", "u2")
QUERY = "which rope hangs in the locker?"
ROPES = {
    "lanterns": "My silk rope hangs in the locker near harbour gate, coiled twice.",
    "kites": "My hemp rope hangs in the locker under attic beams, knotted thrice.",
}
"""As near to the query as each other, and not the same."""
PLANS = {
    "lantern": "My goal is to restore an old lantern {}, and I want to sell it to the museum afterwards.",
    "kite": "I plan to sew one more paper kite {}, because my children love to watch them fly.",
}
WHERE = ("in Oslo", "for the mayor", "with new glass", "out of brass", "before winter", "on the pier", "at home")
ANSWERS = ("Good.", "Noted.", "Fine by me.", "I see.", "Understood.", "All right then.", "That sounds lovely.")
CHATTER = (
    " There is a lot that one could say about that, and we can come back to it whenever you like, no hurry at all,"
    " since nobody is waiting for us and the evening is still young, as they say around here."
)


def is_summary(text: str) -> bool:
    return text.count("\n") > 1


class Lanterns:
    """Puts queries and summaries of lanterns in one direction, and all else in another.

    A summary is known by its lines: a message has one here, and one more of what it answers.
    """

    dimensions, background = 2, Background(0.0, 0.2)

    def __init__(self, model: str = "lanterns") -> None:
        self.model = model
        self.away = False
        self.refuses = ""
        self.read: list[str] = []

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        if self.away:
            raise EmbedderUnavailable("away")
        return np.array([1.0, 0.0], np.float32)

    def known_query(self, text: str) -> NDArray[np.float32] | None:
        return None

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.away:
            raise EmbedderUnavailable("away")
        if self.refuses and any(self.refuses in text for text in texts):
            raise TextRefused("too long")
        self.read += texts
        lit = ["lantern" in text and is_summary(text) for text in texts]
        return np.array([[1.0, 0.0] if one else [0.0, 1.0] for one in lit], np.float32)

    async def check(self) -> None:
        return None

    async def close(self) -> None:
        return None


@dataclass
class Haima:
    """The service with its background, and the embedder beneath."""

    tools: Toolbox
    embedder: Lanterns
    minutes: int = 0

    async def talk(self, session_id: str, about: str, owner: Owner = OWNER) -> None:
        """Save a session about something, with a rope in it, and close it."""
        messages = [MessageGiven("user", ROPES[session_id], f"{session_id} rope")]
        for where, answer in zip(WHERE, ANSWERS, strict=True):
            text = PLANS[about].format(where)
            messages += [
                MessageGiven("user", text, f"{session_id} {where}"),
                MessageGiven("assistant", answer + CHATTER),
            ]
        began = datetime.now(UTC) - timedelta(hours=1)
        said = [
            replace(message, created_at=began + timedelta(minutes=number))
            for number, message in enumerate(messages, self.minutes)
        ]
        self.minutes += len(said)
        services = build_services(self.tools)
        await services.save.save(SaveRequest(owner, session_id=session_id, messages=tuple(said)))
        await services.sessions.close(owner, session_id)
        await self.tools.archiver.flush_owner(owner)

    async def summarise(self) -> None:
        policy = SummaryPolicy(summary_pacing(self.tools.settings), 300, self.embedder.model)
        service = SummariseService(self.tools.summaries, self.tools.working, counter_for(COUNTED_AS), policy)
        while await service.summarise_due():
            pass

    async def embed(self) -> None:
        while await self.tools.embed.embed_waiting():
            pass

    async def search(self, owner: Owner = OWNER, **given: Any) -> SearchResult:
        request = SearchRequest(owner, query=QUERY, top_k=100, **given)
        return await self.tools.search.search(request)

    async def ropes(self, owner: Owner = OWNER, **given: Any) -> list[str | None]:
        """The sessions of the two messages about the rope, the best first; asked twice, it is the same."""
        orders = []
        for _ in range(2):
            results = (await self.search(owner, **given)).results
            orders.append([r.memory.session_id for r in results if (r.memory.message_id or "").endswith("rope")])
        assert orders[0] == orders[1]
        return orders[0]

    async def relevances(self, **given: Any) -> dict[str | None, float]:
        """What the user said that was there before the last message, by id."""
        results = (await self.search(**given)).results
        return {r.memory.message_id: r.relevance for r in results if r.memory.role == "user"}

    async def vectors(self, owner: Owner = OWNER) -> dict[str, str]:
        """The model of the vector of each summary, '' where there is none."""
        rows = await self.tools.database.fetch_all(
            "select session_id, case when embedding is null then '' else model end from summaries"
            " where owner_id = %(owner_id)s",
            {"owner_id": owner.owner_id},
        )
        return dict(rows)

    async def pending(self, session_id: str) -> int:
        return (await build_services(self.tools).sessions.get_session(OWNER, session_id)).pending.embed


@asynccontextmanager
async def opened(settings: Settings, *, model: str = "lanterns", on: bool = True) -> AsyncIterator[Haima]:
    changes = {"summary_first": on, "extract": False, "summary_least_tokens": 40}
    changed = settings.model_copy(update=changes)
    redis, embedder = open_redis(changed), Lanterns(model)
    async with Database.from_settings(changed) as database:
        yield Haima(Toolbox(changed, database, redis, embedder), embedder)
    await close_redis(redis)
