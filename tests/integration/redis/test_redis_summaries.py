"""The running summary beside a session's window: the newest stays, and nothing comes back after a forget."""

from dataclasses import replace

import pytest
from redis.asyncio import Redis
from redis_making import ALICE, NOW, append, rounds, turn

from app.adapters.redis.summary_codec import decode_summary, encode_summary
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import SessionSeed
from app.domain.summary.models import SessionSummary, SummaryLine

SUMMARY = SessionSummary(
    kind="extractive",
    lines=(
        SummaryLine("goals", "去卑尔根 | sail", "user", ("q1", "wx:oA/b?c"), 0.75),
        SummaryLine("open_tasks", "papers \"due\" <on> Friday\u2028", "assistant", (), 0.5),
    ),
    first_seq=1_795_996_457_151_000, last_seq=1_795_996_457_151_009, last_round=5,
    until=NOW.replace(microsecond=123_457), messages=10, tokens=40, covered_tokens=412, made_at=NOW, revision=3,
)  # fmt: skip
OTHER = replace(SUMMARY, kind="abstractive", revision=4)


async def shown(memory: RedisWorkingMemory, session_id: str = "s") -> SessionSummary | None:
    return (await memory.snapshot(ALICE, session_id)).summary


async def test_it_comes_back_as_it_was_put(working_memory: RedisWorkingMemory) -> None:
    assert decode_summary(b"7|" + encode_summary(SUMMARY)) == SUMMARY
    await append(working_memory, rounds(2))
    assert await shown(working_memory) is None
    await working_memory.put_summary(ALICE, "s", SUMMARY, version=7)
    assert await shown(working_memory) == SUMMARY
    await append(working_memory, rounds(2, first=2))
    assert await shown(working_memory) == SUMMARY
    await working_memory.put_summary(ALICE, "s", None, version=8)
    assert await shown(working_memory) is None


async def test_the_newest_stays(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, rounds(1))
    await working_memory.put_summary(ALICE, "s", OTHER, version=8)
    await working_memory.put_summary(ALICE, "s", SUMMARY, version=7)
    assert await shown(working_memory) == OTHER
    await working_memory.put_summary(ALICE, "s", SUMMARY, version=8)
    assert await shown(working_memory) == SUMMARY


async def test_one_that_is_on_its_way_does_not_outlive_a_forget(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, rounds(1))
    await append(working_memory, rounds(1), session_id="s2")
    for session_id in ("s", "s2"):
        await working_memory.put_summary(ALICE, session_id, SUMMARY, version=7)
    await working_memory.remove(ALICE, summaries=["s", "unknown"], version=8)
    assert await shown(working_memory) is None
    assert await shown(working_memory, "s2") == SUMMARY
    await working_memory.put_summary(ALICE, "s", SUMMARY, version=7)
    assert await shown(working_memory) is None
    await working_memory.remove(ALICE, summaries=["s"], version=5)
    await working_memory.put_summary(ALICE, "s", SUMMARY, version=7)
    assert await shown(working_memory) is None, "an older forget lifts nothing"
    await working_memory.put_summary(ALICE, "s", OTHER, version=8)
    assert await shown(working_memory) == OTHER


async def test_a_seed_lays_it_unless_it_was_read_before_a_forget(working_memory: RedisWorkingMemory) -> None:
    await append(working_memory, rounds(1), session_id="s0")
    await working_memory.remove(ALICE, summaries=["s0"], version=8)
    await working_memory.lay(ALICE, "old", SessionSeed(summary=SUMMARY, version=7), None)
    assert await shown(working_memory, "old") is None
    await append(working_memory, rounds(1), session_id="new", seed=SessionSeed(summary=SUMMARY, version=8))
    assert await shown(working_memory, "new") == SUMMARY
    await append(working_memory, rounds(1), session_id="none", seed=SessionSeed(version=9))
    await working_memory.put_summary(ALICE, "none", SUMMARY, version=8)
    assert await shown(working_memory, "none") is None, "a session laid later than the summary was made knows better"


async def test_a_session_that_is_not_held_shows_none(working_memory: RedisWorkingMemory, redis_client: Redis) -> None:
    await working_memory.put_summary(ALICE, "s", SUMMARY, version=7)
    await working_memory.remove(ALICE, summaries=["s"], version=7)
    assert [key.endswith(b":floor") async for key in redis_client.scan_iter("*")] == [True]


@pytest.mark.parametrize("given", [{"session_ids": ["s"]}, {"everything": True}])
async def test_it_goes_with_its_session(working_memory: RedisWorkingMemory, given: dict[str, object]) -> None:
    await append(working_memory, [turn("x")])
    await working_memory.put_summary(ALICE, "s", SUMMARY, version=7)
    await working_memory.remove(ALICE, **given)
    await append(working_memory, [turn("y")])
    assert await shown(working_memory) is None
