"""Facts follow the words of the message that states them, when these are changed."""

from typing import Any
from uuid import UUID

from pipeline import OWNER, Pipeline

from app.service.memory_lists import MemoryFilter
from app.service.requests import ForgetRequest


async def change(flow: Pipeline, before: str, after: str) -> None:
    """Change a message and let the worker read it."""
    page = await flow.services.memories.list_memories(OWNER, MemoryFilter(), limit=20, cursor=None)
    ids: list[UUID] = [memory.id for memory in page.memories if memory.content == before]
    await flow.services.memories.change(OWNER, ids[0], {"content": after}, agent_id=None, if_version=None)
    await flow.extractor.extract_due()


async def conflicts(flow: Pipeline) -> list[Any]:
    """What else is claimed for the same time, by the card that Redis holds and by the record."""
    held = await flow.services.facts.card(OWNER, None)
    record = (await flow.tools.archive.card(OWNER, None)).user
    return [entry.conflicts for card in (held, record) for entry in card.values() if entry.conflicts]


async def test_a_message_that_says_something_else_states_that(flow: Pipeline) -> None:
    await flow.say("home: Oslo", "likes: figs", "hello")
    await flow.close()
    await change(flow, "home: Oslo", "home: Bergen")
    assert await flow.card() == {"user_home": "Bergen", "user_likes:figs": "figs"}
    assert await conflicts(flow) == []
    reasons = [version.reason for version in await flow.services.facts.history(OWNER, None, "user_home")]
    assert reasons == ["extracted", "its source was changed", "extracted"]
    assert await flow.waiting() == 0


async def test_a_message_that_states_nothing_any_more_leaves_what_was_known_before(flow: Pipeline) -> None:
    await flow.say("home: Oslo", "car: Mini")
    await flow.close()
    await flow.say("home: Bergen", "car: Golf", "pet: cat", day=2, session="s2")
    await flow.close("s2")
    await change(flow, "home: Bergen", "never mind")
    await change(flow, "pet: cat", "never mind")
    assert await flow.card() == {"user_home": "Oslo", "user_car": "Golf"}
    assert await conflicts(flow) == []


async def test_what_was_known_before_gives_way_to_what_the_message_says_now(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.close()
    await flow.say("home: Bergen", day=2, session="s2")
    await flow.close("s2")
    await change(flow, "home: Bergen", "home: Hamar")
    assert await flow.card() == {"user_home": "Hamar"}
    assert await conflicts(flow) == []


async def test_what_a_forgotten_message_said_does_not_come_back(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.close()
    await flow.say("home: Bergen", day=2, session="s2")
    await flow.close("s2")
    page = await flow.services.memories.list_memories(OWNER, MemoryFilter(), limit=20, cursor=None)
    oslo = [memory.id for memory in page.memories if memory.content == "home: Oslo"]
    await flow.services.forget.forget(ForgetRequest(OWNER, memory_ids=(oslo[0],)))
    await change(flow, "home: Bergen", "hello")
    assert await flow.card() == {}


async def test_what_two_changed_messages_said_does_not_come_back(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.close()
    await flow.say("home: Oslo", day=2, session="s2")
    await flow.close("s2")
    await change(flow, "home: Oslo", "hello")
    await change(flow, "home: Oslo", "hello")
    assert await flow.card() == {}


async def test_what_another_message_states_too_stays(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.close()
    await flow.say("home: Oslo", day=2, session="s2")
    await flow.close("s2")
    await change(flow, "home: Oslo", "hello")
    assert await flow.card() == {"user_home": "Oslo"}


async def test_what_was_said_later_still_wins(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.close()
    await flow.say("home: Bergen", day=2, session="s2")
    await flow.close("s2")
    await change(flow, "home: Oslo", "home: Hamar")
    assert await flow.card() == {"user_home": "Bergen"}


async def test_a_message_not_read_yet_is_read_once_as_it_is_now(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await change(flow, "home: Oslo", "home: Hamar")
    await flow.close()
    assert await flow.card() == {"user_home": "Hamar"}
    assert len(await flow.services.facts.history(OWNER, None, "user_home")) == 1


async def test_other_changes_read_nothing_again(flow: Pipeline) -> None:
    await flow.say("home: Oslo")
    await flow.close()
    page = await flow.services.memories.list_memories(OWNER, MemoryFilter(), limit=20, cursor=None)
    same = {"content": "home: Oslo", "pinned": True}
    await flow.services.memories.change(OWNER, page.memories[0].id, same, agent_id=None, if_version=None)
    assert await flow.waiting() == 0
    assert len(await flow.services.facts.history(OWNER, None, "user_home")) == 1
