"""Every owner of whom something waits, for those who have to reach all of them."""

import pytest
from redis_making import after, append, turn

from app.adapters.redis import due_queue
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import Owner

OWNERS = [Owner(tenant, f"用户 {number}") for tenant in ("a", "b") for number in range(30)]


async def test_due_for_later_leased_held_and_done(
    working_memory: RedisWorkingMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_queue, "_SCAN_COUNT", 7)
    assert [owner async for owner in working_memory.waiting_owners()] == []
    for number, owner in enumerate(OWNERS):
        await append(working_memory, [turn("x")], owner=owner, due_at=after(number))
    claimed = [owner for owner, _ in await working_memory.claim_due(limit=3, lease_seconds=30, now=after(99))]
    await working_memory.release(claimed[0], due_at=after(1_000), failed=True)
    await working_memory.confirm(await working_memory.read_pending(claimed[1]))
    waiting = {owner async for owner in working_memory.waiting_owners()}
    assert waiting == set(OWNERS) - {claimed[1]}
