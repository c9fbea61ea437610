"""Search summary first on real stores: vectors of summaries come, change and go, and what they do to the ranking."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from numpy.typing import NDArray

from app.adapters.chat_model.wiring import COUNTED_AS, summary_pacing
from app.adapters.postgres.database import Database
from app.adapters.redis.client import close_redis, open_redis
from app.adapters.tokenizer import counter_for
from app.bootstrap import Toolbox, build_services
from app.domain.errors import EmbedderUnavailable, TextRefused
from app.domain.models import Owner
from app.domain.scoring import PROFILES, combine
from app.domain.similarity import Background
from app.service.requests import ForgetRequest, MessageGiven, SaveRequest, SearchRequest, SearchResult
from app.service.summarise import SummariseService, SummaryPolicy
from app.settings import Settings

pytestmark = pytest.mark.also_partitioned

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


@pytest.fixture
async def haima(settings: Settings) -> AsyncIterator[Haima]:
    async with opened(settings) as made:
        yield made


@pytest.fixture
async def lit(haima: Haima) -> Haima:
    """A session about lanterns, then one about kites, both summed up and embedded."""
    await haima.talk("lanterns", "lantern")
    await haima.talk("kites", "kite")
    await haima.summarise()
    await haima.embed()
    return haima


async def test_a_summary_has_a_vector_once_it_was_made_and_embedded(haima: Haima) -> None:
    await haima.talk("lanterns", "lantern")
    await haima.embed()
    assert await haima.vectors() == {}
    await haima.summarise()
    assert await haima.vectors() == {"lanterns": ""}
    assert await haima.pending("lanterns") == 1, "the session is not settled yet"
    await haima.embed()
    assert await haima.vectors() == {"lanterns": "lanterns"}
    assert await haima.pending("lanterns") == 0
    (read,) = [text for text in haima.embedder.read if is_summary(text)]
    assert "old lantern" in read
    assert "Goals" not in read, "headings are no part of what was said"


async def test_messages_of_the_session_it_speaks_for_come_first(lit: Haima, settings: Settings) -> None:
    assert await lit.ropes() == ["lanterns", "kites"]
    async with opened(settings, on=False) as off:
        assert await off.ropes() == ["kites", "lanterns"], "of equal ones the newer"
        plain = await off.search()
    found = await lit.search()
    said = [{r.memory.message_id for r in one.results if r.memory.role == "user"} for one in (found, plain)]
    assert said[0] == said[1], "nothing is left out"
    assert len(said[0]) == 16
    assert found.total == plain.total
    assert all(0.0 <= r.relevance <= 1.0 for r in found.results)


async def test_the_parts_that_are_explained_add_up(lit: Haima) -> None:
    results = (await lit.search(explain=True)).results
    for result in results:
        explain = result.explain
        assert explain is not None
        parts = [np.array([explain[name]]) for name in ("recency", "importance", "trust")]
        score = combine(np.array([result.relevance]), *parts, PROFILES["assistant"])
        assert result.score == pytest.approx(float(score[0]))
        assert (explain["summary"] > 0.8) == (result.memory.session_id == "lanterns")
    scores = [result.score for result in results]
    assert scores == sorted(scores, reverse=True)


async def test_the_part_can_be_switched_off_to_be_measured(lit: Haima, settings: Settings) -> None:
    async with opened(settings.model_copy(update={"ranking_off": ["summaries"]})) as without:
        assert await without.ropes() == ["kites", "lanterns"]


async def test_it_goes_with_a_message_that_is_erased_and_comes_again(lit: Haima) -> None:
    assert await lit.ropes() == ["lanterns", "kites"]
    results = (await lit.search()).results
    gone = next(r.memory.id for r in results if r.memory.message_id == "lanterns for the mayor")
    await lit.tools.forget.forget(ForgetRequest(OWNER, memory_ids=(gone,), erase=True))
    assert await lit.vectors() == {"kites": "lanterns"}
    assert await lit.ropes() == ["kites", "lanterns"]
    await lit.summarise()
    await lit.embed()
    assert await lit.vectors() == {"lanterns": "lanterns", "kites": "lanterns"}
    assert await lit.ropes() == ["lanterns", "kites"]
    assert "the mayor" not in lit.embedder.read[-1]


async def test_it_goes_with_a_message_that_is_changed(lit: Haima) -> None:
    for id in await _ids(lit, "lanterns"):
        changes = {"content": "My goal is to fly kites."}
        await build_services(lit.tools).memories.change(OWNER, id, changes, agent_id=None, if_version=None)
    assert await lit.vectors() == {"kites": "lanterns"}
    await lit.summarise()
    await lit.embed()
    assert "lantern" not in lit.embedder.read[-1]
    explained = [result.explain for result in (await lit.search(explain=True)).results if result.explain is not None]
    assert explained
    assert all(one["summary"] < 0.1 for one in explained)


async def _ids(haima: Haima, session_id: str) -> list[UUID]:
    found = (await haima.search(session_id=session_id)).results
    return [r.memory.id for r in found if "lantern" in r.memory.content]


async def test_another_users_summaries_do_nothing(haima: Haima, settings: Settings) -> None:
    await haima.talk("lanterns", "kite")
    await haima.talk("kites", "kite")
    await haima.talk("lanterns", "lantern", OTHER)
    before = await haima.search(explain=True)
    await haima.summarise()
    await haima.embed()
    assert await haima.vectors(OTHER) == {"lanterns": "lanterns"}
    async with opened(settings, on=False) as off:
        plain = await off.ropes()
    assert await haima.ropes() == plain == ["kites", "lanterns"]
    assert {r.memory.user_id for r in before.results} == {OWNER.user_id}
    found = await haima.search(explain=True)
    assert all(r.explain["summary"] < 0.1 for r in found.results if r.explain)


async def test_a_session_without_a_summary_loses_nothing(haima: Haima, settings: Settings) -> None:
    """Three sessions, one of them too short for a summary."""
    await haima.talk("kites", "kite")
    services = build_services(haima.tools)
    said = MessageGiven("user", "My blue rope hangs in the locker of the shed.", "short rope")
    await services.save.save(SaveRequest(OWNER, session_id="short", messages=(said,)))
    await services.sessions.close(OWNER, "short")
    await haima.tools.archiver.flush_owner(OWNER)
    await haima.summarise()
    await haima.embed()
    assert await haima.vectors() == {"kites": "lanterns"}
    async with opened(settings, on=False) as off:
        plain = {r.memory.id: r.relevance for r in (await off.search()).results}
    found = (await haima.search(explain=True)).results
    short = next(r for r in found if r.memory.session_id == "short")
    assert short.explain is not None
    assert short.explain["summary"] is None
    assert short.relevance == pytest.approx(plain[short.memory.id])


async def test_as_of_a_time_before_its_last_message_it_says_nothing(haima: Haima, settings: Settings) -> None:
    await haima.talk("kites", "kite")
    await haima.talk("lanterns", "lantern")
    await haima.summarise()
    await haima.embed()
    state = await haima.tools.summary_view.state(OWNER, "lanterns")
    assert state is not None
    assert state.summary is not None
    before, now = state.summary.until - timedelta(microseconds=1), state.summary.until
    async with opened(settings, on=False) as off:
        plain = await off.relevances(as_of=before)
        assert await off.relevances(as_of=now) == pytest.approx(plain), "nothing was said since"
    async with opened(settings) as other:  # which has asked nothing yet
        assert await other.relevances(as_of=before) == pytest.approx(plain)
        led = await other.relevances(as_of=now)
    for _ in range(2):
        assert await haima.relevances(as_of=now) == pytest.approx(led) != pytest.approx(plain)
        assert await haima.relevances(as_of=before) == pytest.approx(plain)


async def test_another_model_reads_none_of_them_until_it_made_its_own(lit: Haima, settings: Settings) -> None:
    async with opened(settings, model="later") as later:
        assert await later.ropes() == ["kites", "lanterns"]
        assert await later.pending("lanterns") > 0
        await later.embed()
        assert set((await later.vectors()).values()) == {"later"}
        assert await later.ropes() == ["lanterns", "kites"]
    assert await lit.ropes() == ["kites", "lanterns"], "whoever still has the old model reads none of the new"


async def test_without_its_embedder_nothing_is_lost(haima: Haima) -> None:
    await haima.talk("lanterns", "lantern")
    await haima.talk("kites", "kite")
    await haima.summarise()
    haima.embedder.away = True
    with pytest.raises(EmbedderUnavailable):
        await haima.embed()
    assert set((await haima.vectors()).values()) == {""}
    found = await haima.search()
    assert found.degraded == ("embedding",)
    assert {r.memory.session_id for r in found.results} == {"lanterns", "kites"}
    haima.embedder.away = False
    await haima.embed()
    assert await haima.ropes() == ["lanterns", "kites"]
    haima.embedder.away = True
    assert await haima.ropes() == ["kites", "lanterns"], "without the query's vector no summary is near"


async def test_a_refused_summary_holds_up_no_other(haima: Haima) -> None:
    await haima.talk("lanterns", "lantern")
    await haima.talk("kites", "kite")
    await haima.embed()
    await haima.summarise()
    haima.embedder.refuses = "kite"
    await haima.embed()
    assert await haima.vectors() == {"lanterns": "lanterns", "kites": ""}
    assert await haima.pending("kites") == 0, "it waits for nothing more"
