"""A primary of a Redis Cluster is killed while people write: its replica takes over, and they go on."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from numbered_writers import Writer, all_answered_again, check_nothing_lost, until_settled
from redis.crc import key_slot
from service_process import serving

from app.adapters.redis.keys import Keys
from app.domain.models import Owner
from tests.support.valkey_cluster import ValkeyCluster, valkey_cluster

PREFIX = "failover"
WRITERS = 14
REPLICATION_SECONDS = 1.0
"""A primary answers before its replica has what it was told: what was said so shortly before its end may be lost."""


async def something_archived(client: httpx.AsyncClient) -> None:
    """Return when the worker is at work."""
    while True:
        answer = await client.get("/v1/stats")
        if answer.is_success and answer.json()["counts"]["memories"]:
            return
        await asyncio.sleep(0.2)


def primary_of(cluster: ValkeyCluster, key: str) -> int:
    """The number of the primary that holds a key."""
    return cluster.owner_of_slot(key_slot(key.encode()))


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_writers_go_on_when_a_replica_takes_over(make_database: Callable[..., str], data_folder: Path) -> None:
    with valkey_cluster(primaries=3, replicas=3) as cluster:
        variables = {
            "HAIMA_DATABASE_URL": make_database(schema=False),
            "HAIMA_REDIS_URL": cluster.url,
            "HAIMA_REDIS_PREFIX": PREFIX,
            "HAIMA_EMBEDDER": "none",
            "HAIMA_EXTRACT": "false",
        }
        with serving("--port", "0", cwd=data_folder, **variables) as service:
            async with httpx.AsyncClient(base_url=service.url, timeout=10.0) as client:
                writers = [Writer(client, number, users=WRITERS) for number in range(WRITERS)]
                stopping = asyncio.Event()
                writing = [asyncio.create_task(writer.write(stopping)) for writer in writers]
                await something_archived(client)
                await all_answered_again(writers, [len(writer.answered) for writer in writers])
                victim = primary_of(cluster, Keys(PREFIX).due())  # the queue, and the sessions of some
                killed = time.monotonic()
                await asyncio.to_thread(cluster.kill, victim)
                await all_answered_again(writers, [len(writer.answered) for writer in writers])
                assert cluster.has_taken_over(victim)
                stopping.set()
                await asyncio.gather(*writing)
                await until_settled(client)
                await check_nothing_lost(
                    writers, may_lose_from=killed - REPLICATION_SECONDS, until=killed + REPLICATION_SECONDS
                )
        held = {primary_of(cluster, Keys(PREFIX).owner(Owner("default", writer.user_id))) for writer in writers}
        assert victim in held
        assert len(held) > 1
