"""The faults: each takes the stack, breaks something, and returns when it no longer is broken."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

import psycopg
import redis.asyncio

from app.chaos.dying_worker import POINTS
from app.chaos.embedder import MODES, Mode
from app.chaos.machine_faults import clock_back, full_disk
from app.chaos.scene import PATIENCE_SECONDS, Fault, Scene, mended
from app.domain.errors import SetupError

POSTGRES_AWAY_SECONDS: Final = 15.0
FROZEN_SECONDS: Final = 10.0
REDIS_FROZEN_SECONDS: Final = 5.0
EMBEDDER_SECONDS: Final = 6.0
UNDER_WAY: Final = "a query that no cache knows"


async def kill_server(scene: Scene) -> None:
    """kill -9 of the process that answers; `serve` starts another."""
    for child in scene.stack.servers[0].children():
        os.kill(child, signal.SIGKILL)


def kill_worker_at(point: str) -> Fault:
    """Return the fault of a worker that dies at one step of archiving; a healthy one follows."""

    async def fault(scene: Scene) -> None:
        await asyncio.to_thread(scene.stack.stop_workers)
        dying = scene.stack.start_worker(dies_at=point)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while dying.running:
                await asyncio.sleep(0.1)
        if dying.process.returncode != -signal.SIGKILL:
            raise SetupError(f"the worker that should die at {point} ended otherwise: {dying.log.read_text()[-1000:]}")
        scene.stack.workers.clear()
        scene.stack.start_worker()

    return fault


async def kill_redis(scene: Scene) -> None:
    """kill -9 of the key-value server, then start it on its append-only file."""
    os.kill(scene.stack.valkey_pid(), signal.SIGKILL)
    await mended(scene, "Valkey")


async def empty_redis(scene: Scene) -> None:
    """Everything in Redis goes, once it is archived; windows and cards have to come back from Postgres."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        client = redis.asyncio.Redis.from_url(scene.stack.stores.redis_url)
        scene.may_write.clear()
        try:
            while not await _archived(scene):
                await asyncio.sleep(0.1)
            await client.flushall()
        finally:
            scene.may_write.set()
            await client.aclose()
        user_id, session_id = scene.users[0]
        query = {"user_id": user_id, "session_id": session_id}
        session = (await scene.client.get(f"{scene.urls[0]}/v1/session", params=query)).json()
    if session["window"]["rounds"] != 3 or "last_round" not in session["facts"]:
        raise SetupError(f"the window or the card did not come back: {session}")


async def _archived(scene: Scene) -> bool:
    answer = await scene.client.get(f"{scene.urls[0]}/v1/stats")
    return answer.status_code == 200 and not any(answer.json()["queue"][key] for key in ("due", "leased"))


async def stop_postgres(scene: Scene) -> None:
    """PostgreSQL is shut down for a while."""
    if scene.stack.stores.postgres is not None:
        await asyncio.to_thread(scene.stack.stores.postgres.stop)
    await asyncio.sleep(POSTGRES_AWAY_SECONDS)
    await mended(scene, "PostgreSQL")


async def restart_postgres(scene: Scene) -> None:
    """PostgreSQL is shut down and started again at once."""
    if scene.stack.stores.postgres is not None:
        await asyncio.to_thread(scene.stack.stores.postgres.stop)
    await mended(scene, "PostgreSQL")


async def kill_postgres(scene: Scene) -> None:
    """kill -9 of the postmaster, then start it again at once."""
    os.kill(scene.stack.postgres_pids()[0], signal.SIGKILL)
    await mended(scene, "PostgreSQL")


async def freeze_postgres(scene: Scene) -> None:
    """SIGSTOP to every process of PostgreSQL."""
    await _frozen(scene.stack.postgres_pids(), FROZEN_SECONDS)


async def freeze_redis(scene: Scene) -> None:
    """SIGSTOP to the key-value server."""
    await _frozen([scene.stack.valkey_pid()], REDIS_FROZEN_SECONDS)


async def hang_worker(scene: Scene) -> None:
    """A worker that hangs for longer than its lease: another takes over all users meanwhile; then it goes on."""
    hanging = scene.stack.workers[0]
    other = scene.stack.start_worker()
    await asyncio.to_thread(other.wait_until_ready)
    async with _stopped([hanging.process.pid]):
        await asyncio.sleep(FROZEN_SECONDS)
        await _archiving_goes_on(scene)


async def _archiving_goes_on(scene: Scene) -> None:
    """Return when more of every writing user is in PostgreSQL than now."""
    users = sorted({user_id for user_id, _ in scene.users})
    before = _stored(scene)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while any(_stored(scene)[user_id] <= before[user_id] for user_id in users):
            await asyncio.sleep(0.2)


def _stored(scene: Scene) -> Counter[str]:
    with psycopg.connect(scene.stack.stores.database_url) as connection:
        return Counter(dict(connection.execute("select user_id, count(*) from memories group by user_id").fetchall()))


async def _frozen(pids: Sequence[int], seconds: float) -> None:
    async with _stopped(pids):
        await asyncio.sleep(seconds)


@asynccontextmanager
async def _stopped(pids: Sequence[int]) -> AsyncIterator[None]:
    """SIGSTOP to these processes until the block ends."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in reversed(pids):
            os.kill(pid, signal.SIGCONT)


def embedder_is(mode: Mode) -> Fault:
    """Return the fault of an embedder that fails in one way for a while."""

    async def fault(scene: Scene) -> None:
        scene.embedder.mode = mode
        try:
            await asyncio.sleep(EMBEDDER_SECONDS)
        finally:
            scene.embedder.mode = "well"

    return fault


async def two_of_each(scene: Scene) -> None:
    """A second server and a second worker join; then one of each is killed."""
    scene.urls.append(await asyncio.to_thread(scene.stack.start_server))
    scene.stack.start_worker()
    await asyncio.sleep(5.0)
    await kill_server(scene)
    scene.stack.workers.pop(0).kill()


async def always_failing(scene: Scene) -> None:
    """What one user says cannot be stored: it ends in the dead letters, others go on, and it is requeued."""
    user_id, session_id = "poisoned", "poisoned"
    with psycopg.connect(scene.stack.stores.database_url, autocommit=True) as connection:
        connection.execute(
            "create or replace function refuse() returns trigger language plpgsql as"
            " $$ begin raise exception 'refused for the test'; end $$;"
            "create trigger refuse before insert on memories for each row"
            " when (new.user_id = 'poisoned') execute function refuse()"
        )
        try:
            body = {"user_id": user_id, "session_id": session_id, "messages": [{"role": "user", "content": "poison"}]}
            (await scene.client.post(f"{scene.urls[0]}/v1/save", json=body)).raise_for_status()
            await _archiving_goes_on(scene)
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not connection.execute("select 1 from dead_letters where user_id = 'poisoned'").fetchone():
                    await asyncio.sleep(0.2)
            await _archiving_goes_on(scene)
        finally:
            connection.execute("drop trigger refuse on memories; drop function refuse()")
        await asyncio.to_thread(scene.stack.command, "dead-letters", "requeue")
        if not connection.execute("select 1 from memories where user_id = 'poisoned'").fetchone():
            raise SetupError("the requeued dead letter was not stored")


async def rolling_restart(scene: Scene) -> None:
    """A new server starts and the old one is stopped (SIGTERM) while all call it; then the same for the worker.

    What the old server is at when it is told to stop, a search that waits for a slow embedder, is answered.
    """
    user_id, _ = scene.users[0]
    scene.urls.append(await asyncio.to_thread(scene.stack.start_server))
    old = scene.stack.servers.pop(0)
    scene.embedder.mode = "slow"
    try:
        search = {"user_id": user_id, "query": UNDER_WAY}
        searching = asyncio.create_task(scene.client.post(f"{scene.urls[0]}/v1/search", json=search))
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not any(UNDER_WAY in text for text in scene.embedder.kept_waiting):
                await asyncio.sleep(0.01)
        code = await asyncio.to_thread(old.stop)
    finally:
        scene.embedder.mode = "well"
    del scene.urls[0]
    if code:
        raise SetupError(f"the server that was asked to stop ended with {code}: {old.log.read_text()[-1000:]}")
    if not (answer := await searching).is_success:
        raise SetupError(f"the search under way was answered {answer.status_code}: {answer.text[:300]}")
    workers = list(scene.stack.workers)
    await asyncio.to_thread(scene.stack.stop_workers)
    if codes := [worker.process.returncode for worker in workers if worker.process.returncode]:
        raise SetupError(f"workers that were asked to stop ended with {codes}")
    scene.stack.start_worker()


FAULTS: Final[dict[str, Fault]] = {
    "kill -9 of the server": kill_server,
    **{f"kill -9 of the worker, {point}": kill_worker_at(point) for point in POINTS},
    "kill -9 of Redis, restart": kill_redis,
    "Redis emptied after archiving": empty_redis,
    "Redis frozen 5 s": freeze_redis,
    "PostgreSQL stopped 15 s": stop_postgres,
    "PostgreSQL restarted": restart_postgres,
    "kill -9 of PostgreSQL, restart": kill_postgres,
    "PostgreSQL frozen 10 s": freeze_postgres,
    "PostgreSQL on a full disk": full_disk,
    "the clock steps back an hour": clock_back,
    **{f"embedder: {mode}": embedder_is(mode) for mode in MODES},
    "a task that always fails": always_failing,
    "a worker that hangs": hang_worker,
    "rolling restart": rolling_restart,
    "two servers, two workers, one of each killed": two_of_each,
}
