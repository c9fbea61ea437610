"""A session in Redis against a model in plain Python, through any order of appends, readings, confirms and removals."""

import asyncio
from datetime import timedelta
from itertools import count
from typing import Any
from uuid import UUID

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis_making import NOW, append, ids, next_seq, round_of, turn

from app.adapters.redis.client import close_redis, open_redis
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import NewTurn, Owner, SessionSeed, Turn, WindowStats
from app.domain.windowing import last_rounds, round_sizes
from app.settings import Settings


class ModelSession:
    """What a session should be, in plain Python."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.window: list[Turn] = []
        self.beyond: list[Turn] = []  # left the window, and Postgres has not got them
        self.stored: set[UUID] = set()
        self.known: dict[str, UUID] = {}
        self.seq = self.round_no = 0

    def append(self, turns: list[NewTurn], now: timedelta) -> None:
        for said in turns:
            if said.message_id is not None and said.message_id in self.known:
                continue
            if said.message_id is not None:
                self.known[said.message_id] = said.id
            self.seq, self.round_no = next_seq(self.seq, NOW + now), round_of(said.role, self.round_no)
            fields = {name: getattr(said, name) for name in said.__slots__}
            self.window.append(Turn(seq=self.seq, round_no=self.round_no, **fields))
        shown = list(last_rounds(self.window, self.limit))
        self._leave(self.window[: len(self.window) - len(shown)], shown)

    def _leave(self, left: list[Turn], shown: list[Turn]) -> None:
        self.beyond += [each for each in left if each.id not in self.stored]
        self.window = shown

    def close(self) -> None:
        self._leave(self.window, [])

    def waiting(self) -> list[Turn]:
        return self.beyond + [each for each in self.window if each.id not in self.stored]

    def confirm(self, read: list[Turn], dropped: set[UUID]) -> None:
        self.stored |= set(ids(read))
        self.beyond = [each for each in self.beyond if each.id not in self.stored]
        for each in read:
            if each.id in dropped and each.message_id is not None and self.known.get(each.message_id) == each.id:
                del self.known[each.message_id]
        self.remove(dropped)

    def remove(self, gone: set[UUID]) -> None:
        self.window = [each for each in self.window if each.id not in gone]
        self.beyond = [each for each in self.beyond if each.id not in gone]


roles = st.sampled_from(["user", "user", "assistant", "system", "tool"])
messages = st.lists(st.tuples(roles, st.sampled_from([None, None, None, "m1", "m2", "m3"])), min_size=1, max_size=7)
places = st.sets(st.integers(0, 12), max_size=3)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("append"), messages),
        st.tuples(st.just("read"), st.none()),
        st.tuples(st.just("confirm"), st.sets(st.integers(0, 12), max_size=1)),
        st.tuples(st.just("remove"), places),
        st.tuples(st.just("close"), st.none()),
    ),
    max_size=14,
)
numbers = count()


async def follow(url: str, limit: int, script: list[tuple[str, Any]], clock: list[int]) -> None:
    """Do the same to Redis and to the model, and compare after every step."""
    options = Settings(_env_file=None, redis_url=url, window_rounds=limit)
    client = open_redis(options)
    real, model, owner = RedisWorkingMemory(client, options), ModelSession(limit), Owner("model", str(next(numbers)))
    work, read = await real.read_pending(owner), list[Turn]()
    await append(real, owner=owner)
    try:
        for place, (step, detail) in enumerate(script):
            now = timedelta(milliseconds=clock[place % len(clock)])
            if step == "append":
                turns = [turn("x", role, message_id) for role, message_id in detail]
                outcome = await append(real, turns, owner=owner, now=NOW + now)
                model.append(turns, now)
                pending = len(model.beyond)
                assert outcome.window == WindowStats(
                    len(round_sizes(each.round_no for each in model.window)), len(model.window), pending
                )
            elif step == "read":
                work, read = await real.read_pending(owner), model.waiting()
            elif step == "confirm":
                chosen = {each.id for at, each in enumerate(read) if at in detail}
                await real.confirm(work, dropped=sorted(chosen))
                model.confirm(read, chosen)
                work, read = await real.read_pending(owner), model.waiting()
            elif step == "remove":
                held = model.beyond + model.window
                chosen = {each.id for at, each in enumerate(held) if at in detail}
                await real.remove(owner, memory_ids=sorted(chosen))
                model.remove(chosen)
            else:
                await real.close_session(owner, "s", now=NOW, seed=SessionSeed())
                model.close()
            snapshot = await real.snapshot(owner, "s")
            assert list(snapshot.window or ()) == model.window
            assert snapshot.rounds == len(round_sizes(each.round_no for each in model.window))
            assert [each for _, each in snapshot.pending_turns] == model.waiting()
    finally:
        await close_redis(client)


@given(st.integers(1, 4), steps, st.lists(st.integers(-2_000, 2_000), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_redis_and_the_model_agree(redis_url: str, limit: int, script: list[tuple[str, Any]], clock: list[int]) -> None:
    asyncio.run(follow(redis_url, limit, script, clock))
