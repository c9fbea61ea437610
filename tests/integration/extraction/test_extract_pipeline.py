"""From saved messages to facts on the card: due, read, stored once, shown, and gone with what they were taken from."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from pipeline import OWNER, START, Pipeline, extractor_of, read_lines

from app.bootstrap import Toolbox, build_services, open_tools
from app.cli.dead_letters import _do_again
from app.domain.errors import StoreTooSlow
from app.domain.extraction.aligner.echo import MOST_TOLD, around
from app.domain.models import Owner
from app.service.extract import stated_in
from app.service.ports import FactsLearned, SessionRead
from app.service.requests import ForgetRequest, MessageGiven, SaveRequest
from app.settings import Settings


async def test_a_closed_session_is_read_and_settled(flow: Pipeline) -> None:
    await flow.say("home: Oslo", "hello", "job: baker")
    assert await flow.waiting() == 3
    await flow.card()  # Redis holds the card from here on
    job = await flow.services.sessions.close(OWNER, "s1")
    assert (await flow.services.jobs.get_job(OWNER, job)).status == "queued"
    await flow.tools.archiver.drain_due()
    assert (await flow.services.jobs.get_job(OWNER, job)).status == "running"
    assert await flow.extractor.extract_due() == 1
    assert await flow.waiting() == 0
    assert (await flow.services.jobs.get_job(OWNER, job)).status == "done"
    assert await flow.card() == {"user_home": "Oslo", "user_job": "baker"}
    assert await flow.extractor.extract_due() == 0


async def test_the_fact_says_when_and_where_it_was_said(flow: Pipeline) -> None:
    await flow.say("home: Oslo", day=3)
    await flow.close()
    entry = (await flow.services.facts.card(OWNER, None))["user_home"]
    assert entry.valid_from == START + timedelta(days=3, seconds=1)
    assert entry.source == {"session_id": "s1", "message_ids": ["m1"], "kind": "fact", "attribute": "home"}
    (version,) = await flow.services.facts.history(OWNER, None, "user_home")
    assert (version.reason, version.changed_by, version.valid_to) == ("extracted", "", None)


async def test_a_known_fact_comes_with_what_stands_around_it_in_its_message(flow: Pipeline) -> None:
    contents = ("home: Oslo", f"{'the car that I drive ' * 5}: Mini", "job: baker", "-job: baker")
    await flow.say(*contents)
    await flow.close()
    known = {one.value: one.told for one in await flow.tools.extract_store.known_facts(OWNER)}
    assert known == {
        "Oslo": around(contents[0], "Oslo"),
        "Mini": around(contents[1], "Mini"),
        "": "",
    }
    assert len(known["Oslo"]) <= MOST_TOLD


async def test_an_open_session_waits_for_rounds_or_silence(tools: Toolbox, settings: Settings) -> None:
    patient = settings.model_copy(update={"embedder": "none", "extract_silence_seconds": 3600.0, "extract_rounds": 3})
    async with open_tools(patient) as slow:
        flow = Pipeline(slow, build_services(slow), extractor_of(slow))
        await flow.say("home: Oslo", "job: baker")
        assert await flow.extractor.extract_due() == 0
        await flow.say("car: Mini")
        assert await flow.extractor.extract_due() == 1
        assert len(await flow.card()) == 3
        await flow.say("home: Bergen")
        assert await flow.extractor.extract_due() == 0
    quick = settings.model_copy(update={"embedder": "none", "extract_silence_seconds": 0.0})
    async with open_tools(quick) as fast:
        flow = Pipeline(fast, build_services(fast), extractor_of(fast))
        await flow.say("home: Pisa", session="s2")
        assert await flow.extractor.extract_due() == 1
        assert (await flow.card())["user_home"] == "Pisa"


async def test_reading_twice_does_nothing_twice(flow: Pipeline) -> None:
    await flow.say("home: Oslo", "allergy: nuts")
    await flow.services.sessions.close(OWNER, "s1")
    await flow.tools.archiver.drain_due()
    await asyncio.gather(*(flow.extractor.extract_due() for _ in range(4)))
    assert len(await flow.services.facts.history(OWNER, None, "user_home")) == 1
    assert await flow.waiting() == 0


async def test_a_crash_before_the_card_is_shown_is_made_good(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.card()
    await flow.services.sessions.close(OWNER, "s1")
    await flow.tools.archiver.drain_due()
    store = flow.tools.extract_store
    (due,) = await store.due_sessions(now=datetime.now(UTC), limit=9, most_messages=100, context=5)
    await store.store([SessionRead(due, stated_in(due, read_lines))], now=datetime.now(UTC))
    assert await flow.card() == {}
    assert await flow.waiting() == 1
    await flow.say("job: baker")
    await flow.close()
    assert await flow.card() == {"user_home": "Oslo", "user_job": "baker"}
    assert await flow.waiting() == 0


async def test_many_messages_are_read_in_steps(tools: Toolbox) -> None:
    flow = Pipeline(tools, build_services(tools), extractor_of(tools, most_messages=4))
    await flow.say(*(f"likes: thing {number}" for number in range(10)))
    await flow.services.sessions.close(OWNER, "s1")
    await tools.archiver.drain_due()
    steps = 0
    while await flow.waiting():
        await flow.extractor.extract_due()
        steps += 1
    assert steps >= 3
    assert len(await flow.card()) == 10


async def test_the_words_before_are_context_and_not_read_again(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.close()
    await flow.say("job: baker")
    await flow.close()
    assert len(await flow.services.facts.history(OWNER, None, "user_home")) == 1


async def test_out_of_order_history_does_not_reach_the_card(flow: Pipeline) -> None:
    await flow.say("home: Oslo", day=90, session="late")
    await flow.close("late")
    await flow.say("home: Bergen", day=5, session="early")
    await flow.close("early")
    assert await flow.card() == {"user_home": "Oslo"}
    assert await flow.card(as_of=START + timedelta(days=30)) == {"user_home": "Bergen"}
    assert await flow.card(as_of=START) == {}


async def test_what_ends_by_itself_leaves_every_card(flow: Pipeline) -> None:
    now = datetime.now(UTC)
    soon = (now - START + timedelta(seconds=1.2)) / timedelta(days=1)
    await flow.say("home: Oslo", f"home: Lisbon until {soon}", f"plan: trip until {soon}")
    await flow.close()
    held = {"user_home": "Oslo", "user_home_for_now": "Lisbon", "user_plan:trip": "trip"}
    assert await flow.card() == held  # from Postgres, laid into Redis
    assert await flow.card() == held
    await asyncio.sleep(4.5)
    assert await flow.card() == {"user_home": "Oslo"}
    assert await flow.card(as_of=datetime.now(UTC)) == {"user_home": "Oslo"}
    assert await flow.card(as_of=now - timedelta(seconds=60)) == held
    (version,) = await flow.services.facts.history(OWNER, None, "user_plan:trip")
    assert version.valid_to is not None


async def test_retractions_leave_the_card_in_redis(flow: Pipeline) -> None:
    await flow.say("car: Fiat Panda", "hobby: rowing")
    await flow.close()
    assert len(await flow.card()) == 2
    await flow.say("-car: panda", day=1)
    await flow.close()
    assert await flow.card() == {"user_hobby:rowing": "rowing"}
    reasons = [version.reason for version in await flow.services.facts.history(OWNER, None, "user_car")]
    assert reasons == ["retracted", "extracted"]


async def test_a_text_that_breaks_a_rule_stops_nobody(flow: Pipeline) -> None:
    other = Owner("acme", "u2")
    await flow.say("home: Oslo!")
    await flow.say("home: Bergen", owner=other)
    for owner in (OWNER, other):
        await flow.services.sessions.close(owner, "s1")
    await flow.tools.archiver.drain_due()
    await flow.extractor.extract_due()
    assert await flow.card(other) == {"user_home": "Bergen"}
    assert await flow.waiting() == 1
    for _ in range(20):
        await asyncio.sleep(0.2)
        await flow.extractor.extract_due()
        if not await flow.waiting():
            break
    (letter,) = await flow.tools.dead_letters.list_dead_letters("acme")
    assert (letter.task, letter.owner, letter.tries) == ("extract", OWNER, 3)
    await flow.say("job: baker")
    await flow.close()
    assert await flow.card() == {}  # the broken message is still context, and the next one waits
    flow.extractor._read = lambda messages, _fresh=None: read_lines(
        [replace(m, content=m.content.rstrip("!")) for m in messages]
    )
    await _do_again(flow.tools, letter.id)
    await flow.extractor.extract_due()
    assert await flow.card() == {"user_home": "Oslo", "user_job": "baker"}
    assert await flow.tools.dead_letters.list_dead_letters("acme") == []


async def test_sessions_that_take_too_long_together_are_stored_alone(
    flow: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that does even alone waits without being given up; once it is quick again, its facts are there."""
    other = Owner("acme", "u2")
    await flow.say("home: Oslo")
    await flow.say("home: Rome", owner=other)
    for owner in (OWNER, other):
        await flow.services.sessions.close(owner, "s1")
    await flow.tools.archiver.drain_due()
    store = flow.tools.extract_store.store

    async def slow(reads: Sequence[SessionRead], *, now: datetime) -> list[FactsLearned]:
        if any(read.session.owner == OWNER for read in reads):
            raise StoreTooSlow("Postgres")
        return await store(reads, now=now)

    monkeypatch.setattr(flow.tools.extract_store, "store", slow)
    await flow.extractor.extract_due()
    assert await flow.card(other) == {"user_home": "Rome"}
    assert await flow.card() == {}
    assert (await flow.waiting(), await flow.waiting(owner=other)) == (1, 0)
    assert await flow.tools.dead_letters.list_dead_letters("acme") == []
    monkeypatch.undo()
    async with asyncio.timeout(30):
        while await flow.waiting():
            await flow.extractor.extract_due()
            await asyncio.sleep(0.05)
    assert await flow.card() == {"user_home": "Oslo"}


async def test_other_peoples_messages_in_a_group_are_not_the_users(flow: Pipeline) -> None:
    await flow.say("home: Oslo", name="u1")
    await flow.say("job: baker", name="Gregor")
    await flow.say("car: Mini", role="assistant")
    await flow.close()
    assert await flow.card() == {"user_home": "Oslo"}


async def test_users_and_tenants_are_apart(flow: Pipeline) -> None:
    others = [Owner("acme", "u2"), Owner("umbrella", "u1")]
    for owner, city in zip([OWNER, *others], ("Oslo", "Rome", "Lima"), strict=True):
        await flow.say(f"home: {city}", owner=owner)
        await flow.services.sessions.close(owner, "s1")
    await flow.tools.archiver.drain_due()
    assert await flow.extractor.extract_due() == 3
    assert [(await flow.card(owner))["user_home"] for owner in [OWNER, *others]] == ["Oslo", "Rome", "Lima"]


async def test_callers_facts_and_extracted_ones_meet_under_one_key(flow: Pipeline) -> None:
    await flow.services.save.save(SaveRequest(OWNER, session_id="s1", facts={"user_city": "Oslo"}, mode="sync"))
    await asyncio.sleep(0.01)
    await flow.services.save.save(
        SaveRequest(OWNER, session_id="s1", messages=(MessageGiven("user", "home: Bergen", None, None, None),))
    )
    await flow.close()
    assert await flow.card() == {"user_city": "Bergen"}


async def test_an_export_carries_facts_and_how_far_sessions_were_read(flow: Pipeline) -> None:
    await flow.say("home: Oslo", "plan: trip until 4000")
    await flow.close()
    await flow.say("job: baker")
    records = [record async for record in flow.services.users._transfer.export_user(OWNER)]
    copy = Owner("acme", "copy")
    now = datetime.now(UTC)
    await flow.services.users._transfer.import_user(copy, records, model="", dimensions=0, now=now)
    assert await flow.card(copy) == {"user_home": "Oslo", "user_plan:trip": "trip"}
    assert await flow.waiting(owner=copy) == 1
    await flow.close(owner=copy)
    assert (await flow.card(copy))["user_job"] == "baker"
    assert len(await flow.services.facts.history(copy, None, "user_home")) == 1
    await flow.services.forget.forget(ForgetRequest(copy, session_id="s1", erase=True))
    assert await flow.card(copy) == {}


async def test_extraction_switched_off_waits_for_nothing(settings: Settings) -> None:
    async with open_tools(settings.model_copy(update={"embedder": "none", "extract": False})) as tools:
        services = build_services(tools)
        await services.save.save(
            SaveRequest(OWNER, session_id="s1", messages=(MessageGiven("user", "home: Oslo", None, None, None),))
        )
        await tools.archiver.drain_due()
        job = await services.sessions.close(OWNER, "s1")
        await tools.archiver.drain_due()
        assert (await services.sessions.get_session(OWNER, "s1")).pending.extract == 0
        assert (await services.jobs.get_job(OWNER, job)).status == "done"
