"""Fact cards: the newest valid_from wins whatever order facts arrive in, in Redis and after Postgres has confirmed."""

from itertools import permutations

import pytest
from redis.asyncio import Redis
from redis_making import ALICE, NOW, after, append, fact

from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import Card, CardEntry, NewFact


async def card(of: RedisWorkingMemory, session_id: str | None = "s") -> Card:
    """The card that is held; fails where none is."""
    held = (await of.snapshot(ALICE, session_id)).card
    assert held is not None
    return held


async def put(to: RedisWorkingMemory, *facts: NewFact) -> list[str]:
    """Append facts; the statuses."""
    return [status for _, status, _ in (await append(to, facts=facts)).facts]


def entry(value: str, at: float = 0, version: int = 3) -> CardEntry:
    """An entry as Postgres has it."""
    return CardEntry(value, 0.9, after(at), {"message_ids": ["m9"]}, version)


async def test_a_card_is_held_only_once_it_was_laid(working_memory: RedisWorkingMemory) -> None:
    assert (await working_memory.snapshot(ALICE, None)).card is None
    claimed = fact("k", "v")
    arguments = {"turns": [], "memories": [], "facts": [claimed], "now": NOW, "due_at": NOW}
    assert await working_memory.append(ALICE, session_id=None, **arguments) is None
    forced = await working_memory.append(ALICE, session_id=None, force=True, **arguments)
    assert forced is not None
    assert forced.facts == ((claimed.id, "queued", 0),)
    snapshot = await working_memory.snapshot(ALICE, None)
    assert (snapshot.card, snapshot.pending_facts) == (None, (claimed,))
    await working_memory.lay(ALICE, None, None, Card(user={"k": entry("old", -5), "l": entry("other")}))
    held = await card(working_memory, None)
    assert (held.user["k"].value, held.user["l"]) == ("v", entry("other")), "what waits lies over what Postgres knew"
    assert (await working_memory.snapshot(ALICE, "s")).card is None, "the session's own is not held"


async def test_statuses(working_memory: RedisWorkingMemory) -> None:
    first = fact("city", "上海", 10)
    assert await put(working_memory, first) == ["stored"]
    assert await put(working_memory, first) == ["duplicate"]
    assert await put(working_memory, fact("city", "上海", 12)) == ["reinforced"]
    assert await put(working_memory, fact("city", "北京", 11)) == ["stored"], "said before 上海 was said again"
    assert await put(working_memory, fact("city", "广州", 20)) == ["superseded_previous"]
    held = (await card(working_memory)).user["city"]
    assert (held.value, held.valid_from, held.confidence, held.conflicts) == ("广州", after(20), 0.75, ())
    assert held.source == {"message_ids": ["m1"], "said": "广州"}


async def test_any_order_of_arrival_ends_the_same(working_memory: RedisWorkingMemory) -> None:
    said = [("a", 1), ("b", 2), ("a", 3), ("c", -1)]
    for number, order in enumerate(permutations(said)):
        key = f"k{number}"
        for value, at in order:
            await put(working_memory, fact(key, value, at))
        assert (await card(working_memory)).user[key].value == "a", order


async def test_two_values_for_one_time_conflict(working_memory: RedisWorkingMemory) -> None:
    assert await put(working_memory, fact("k", "a"), fact("k", "b"), fact("k", "c")) == [
        "stored",
        "superseded_previous",
        "superseded_previous",
    ]
    held = (await card(working_memory)).user["k"]
    assert held.value == "c"
    source = {"message_ids": ["m1"]}
    assert held.conflicts == tuple(
        {"value": value, "valid_from": NOW, "source": {**source, "said": value}} for value in "ab"
    )
    await put(working_memory, fact("k", "a"))
    assert sorted(each["value"] for each in (await card(working_memory)).user["k"].conflicts) == ["b", "c"]
    await put(working_memory, fact("k", "d", 1))
    assert (await card(working_memory)).user["k"].conflicts == ()


async def test_times_far_away_compare_rightly(working_memory: RedisWorkingMemory) -> None:
    for year in (1, 1969, 1971, 9999):
        early = fact("k", f"{year}")
        at = early.valid_from.replace(year=year)
        later = NewFact(early.id, "k", f"{year}", None, at, NOW, 1.0, {}, "")
        assert await put(working_memory, later) == ["stored" if year == 1 else "superseded_previous"]
    assert (await card(working_memory)).user["k"].value == "9999"


async def test_a_retracted_fact_goes_and_older_ones_stay_gone(working_memory: RedisWorkingMemory) -> None:
    await put(working_memory, fact("k", "v", 1))
    assert await put(working_memory, fact("k", "v", 5, retracted=True)) == ["superseded_previous"]
    assert (await card(working_memory)).user == {}
    assert await put(working_memory, fact("k", "older", 3)) == ["stored"]
    assert (await card(working_memory)).user == {}
    assert await put(working_memory, fact("k", "newer", 7)) == ["stored"]
    assert (await card(working_memory)).user["k"].value == "newer"


async def test_a_sessions_own_facts_lie_over_the_users(working_memory: RedisWorkingMemory) -> None:
    await put(working_memory, fact("k", "user"), fact("l", "user"), fact("k", "session", -9, "s"))
    held = await card(working_memory)
    assert {key: each.value for key, each in held.merged().items()} == {"k": "session", "l": "user"}
    await append(working_memory, session_id="s2")
    assert (await card(working_memory, "s2")).session == {}


@pytest.mark.parametrize("key", ["k", "|", "键|1|", "🦛" * 255, "}{", "user_child_name"])
async def test_keys_and_values_of_any_alphabet(working_memory: RedisWorkingMemory, key: str) -> None:
    value = '|"\\\n朵朵' + "x" * 3990
    claimed = fact(key, value, session_id="s")
    await append(working_memory, facts=[claimed])
    assert (await card(working_memory)).session[key].value == value
    assert (await working_memory.read_pending(ALICE)).facts == (claimed,)


async def test_what_postgres_confirms_is_laid_over(working_memory: RedisWorkingMemory) -> None:
    confirmed = CardEntry("v", 0.5, NOW, {}, 7, ({"value": "w", "valid_from": NOW, "source": {"a": 1}},))
    await working_memory.put_card(ALICE, None, {"k": confirmed})
    assert (await working_memory.snapshot(ALICE, None)).card is None, "a card that is not held stays so"
    await append(working_memory)
    await working_memory.put_card(ALICE, None, {"k": confirmed, "gone": entry("x")})
    await working_memory.put_card(ALICE, None, {"gone": None, "never": None})
    assert (await card(working_memory)).user == {"k": confirmed}
    await working_memory.put_card(ALICE, "s", {"k": entry("own")})
    assert (await card(working_memory)).session == {"k": entry("own")}


async def test_a_confirmed_entry_gives_way_to_a_newer_one_that_waits(working_memory: RedisWorkingMemory) -> None:
    await put(working_memory, fact("k", "old", 1))
    work = await working_memory.read_pending(ALICE)
    await put(working_memory, fact("k", "new", 2))
    await working_memory.put_card(ALICE, None, {"k": entry("old", 1)})
    await working_memory.confirm(work)
    assert (await card(working_memory)).user["k"].value == "new"
    await working_memory.confirm(await working_memory.read_pending(ALICE))
    await working_memory.put_card(ALICE, None, {"k": entry("old", 1)})
    assert (await card(working_memory)).user["k"].value == "new", "a confirmation that comes late changes nothing"
    await put(working_memory, fact("k", "newest", 3))
    await working_memory.put_card(ALICE, None, {"k": None})
    assert (await card(working_memory)).user["k"].value == "newest", "its own confirmation will tell"
    await working_memory.confirm(await working_memory.read_pending(ALICE))
    await working_memory.put_card(ALICE, None, {"k": None})
    assert "k" not in (await card(working_memory)).user


async def test_a_fact_of_another_session_waits_without_its_card(working_memory: RedisWorkingMemory) -> None:
    assert await put(working_memory, fact("k", "v", session_id="other")) == ["queued"]
    await append(working_memory, session_id="other")
    assert (await card(working_memory, "other")).session["k"].value == "v"


async def test_a_card_lost_with_redis_is_laid_anew(working_memory: RedisWorkingMemory, redis_client: Redis) -> None:
    await put(working_memory, fact("k", "v"))
    await redis_client.flushall()
    known = Card({"k": entry("v")}, {"l": entry("w")})
    await append(working_memory, facts=[fact("m", "new")], card=known)
    held = await card(working_memory)
    assert (held.user["k"], held.session, held.user["m"].value) == (entry("v"), {"l": entry("w")}, "new")
    await working_memory.lay(ALICE, "s", None, Card({"k": entry("stranger")}))
    assert (await card(working_memory)).user["k"].value == "v"
