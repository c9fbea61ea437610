"""Search summary first on real stores: vectors of summaries come, change and go, and what they do to the ranking."""

from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID

import numpy as np
import pytest

from app.bootstrap import build_services
from app.domain.errors import EmbedderUnavailable
from app.domain.scoring import PROFILES, combine
from app.service.requests import ForgetRequest, MessageGiven, SaveRequest
from app.settings import Settings
from tests.integration.lanterns import OTHER, OWNER, Haima, is_summary, opened

pytestmark = pytest.mark.also_partitioned


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
