"""The stores behind keys, jobs and counts, on real PostgreSQL and Valkey."""

import base64
import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from app.adapters.postgres.database import Database
from app.adapters.postgres.fact_store import PostgresFactStore
from app.adapters.postgres.key_store import PostgresKeyStore
from app.adapters.postgres.stats_store import PostgresStatsStore
from app.adapters.redis.client import close_redis, open_redis
from app.adapters.redis.jobs import RedisJobStore, pack_job, unpack_job
from app.adapters.redis.keys import Keys
from app.domain.errors import NotFound, Unauthorised
from app.domain.ids import new_id
from app.domain.models import NewFact, Owner
from app.service.keys import KeyService
from app.service.ports import JobRecord
from app.settings import Settings

OWNER = Owner("t1", "u/1 朵")


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    async with Database.from_settings(settings) as opened:
        yield opened


async def test_a_job_is_found_by_its_owner_alone(settings: Settings) -> None:
    client = open_redis(settings)
    try:
        jobs = RedisJobStore(client, Keys(settings.redis_prefix))
        job = JobRecord(new_id(), datetime.now(UTC), (new_id(), new_id()), (new_id(),), "会话 1")
        await jobs.put(OWNER, job, ttl_seconds=60)
        found = await jobs.find(OWNER, job.id)
        assert found is not None
        assert (found.memory_ids, found.fact_ids, found.session_id) == (job.memory_ids, job.fact_ids, "会话 1")
        assert await jobs.find(Owner("t1", "u2"), job.id) is None
        assert await jobs.find(OWNER, new_id()) is None
        lives = [await client.ttl(key) for key in await client.keys("*")]
        assert len(lives) == 2, "the jobs of a stretch, and which stretches there are"
        assert all(60 < seconds <= 60 + 6 * 3600 for seconds in lives)
    finally:
        await close_redis(client)


def test_a_record_survives_its_packing() -> None:
    job = JobRecord(new_id(), datetime.now(UTC), tuple(new_id() for _ in range(1000)))
    assert unpack_job(job.id, pack_job(job)).memory_ids == job.memory_ids


class Clock:
    """Monotonic seconds that stand still until moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_keys_close_an_open_service_and_a_revoked_one_is_refused(database: Database) -> None:
    clock = Clock()
    keys = KeyService(PostgresKeyStore(database), loopback=True, clock=clock)
    assert (await keys.identify(None)).tenant_id == "default"
    assert not await keys.has_keys()
    key, secret = await keys.create(tenant_id="acme", role="read", label="bot")
    assert len(secret) >= 43
    clock.now += 1.1
    with pytest.raises(Unauthorised):
        await keys.identify(None)
    identity = await keys.identify(secret)
    assert (identity.tenant_id, identity.role, identity.key_id) == ("acme", "read", key.key_id)
    await keys.revoke(key.key_id)
    clock.now += 1.1
    with pytest.raises(Unauthorised):
        await keys.identify(secret)
    with pytest.raises(Unauthorised):
        await keys.identify(None)
    with pytest.raises(NotFound):
        await keys.revoke(key.key_id)
    (listed,) = await keys.list_keys("acme")
    assert listed.revoked_at is not None
    assert listed.last_used_at is not None
    assert await keys.list_keys("other") == []
    assert len(await keys.list_keys()) == 1


async def test_of_a_key_its_hash_alone_is_kept(database: Database) -> None:
    keys = KeyService(PostgresKeyStore(database), loopback=False)
    made = [await keys.create(tenant_id="acme", role="admin", label="bot") for _ in range(20)]
    secrets = [secret for _, secret in made]
    assert len({secret.removeprefix("haima_") for secret in secrets}) == 20
    assert all(len(base64.urlsafe_b64decode(secret.removeprefix("haima_") + "=")) == 32 for secret in secrets)
    async with database.transaction() as connection:
        rows = await (await connection.execute("select k::text, secret_hash from api_keys k")).fetchall()
    assert {bytes(row[1]) for row in rows} == {hashlib.sha256(secret.encode()).digest() for secret in secrets}
    kept = "\n".join(row[0] for row in rows)
    assert not any(secret[6:20] in kept for secret in secrets)


async def test_off_loopback_a_key_is_always_needed(database: Database) -> None:
    keys = KeyService(PostgresKeyStore(database), loopback=False)
    with pytest.raises(Unauthorised):
        await keys.identify(None)


async def test_a_rotated_key_works_on_for_its_overlap_and_not_longer(database: Database) -> None:
    keys = KeyService(PostgresKeyStore(database), loopback=False)
    old, old_secret = await keys.create(tenant_id="acme", role="read", label="shop")
    new, new_secret = await keys.rotate(old.key_id, overlap=timedelta(hours=1))
    assert (new.tenant_id, new.role, new.label) == ("acme", "read", "shop")
    for secret in (old_secret, new_secret):
        assert (await keys.identify(secret)).tenant_id == "acme"
    await keys.revoke(old.key_id)  # sooner than the overlap ends
    later, _ = await keys.rotate(new.key_id, overlap=timedelta(0))
    for secret in (old_secret, new_secret):
        with pytest.raises(Unauthorised):
            await KeyService(PostgresKeyStore(database), loopback=False).identify(secret)
    for ended in (old.key_id, new.key_id, "nosuchkey"):
        with pytest.raises(NotFound):
            await keys.rotate(ended, overlap=timedelta(hours=1))
    assert later.key_id in {key.key_id for key in await keys.list_keys("acme") if key.revoked_at is None}


@pytest.mark.parametrize("secret", ["", "x" * 5000, "haima_\ud800", "\x00", "' or 1=1 --"])
async def test_strange_keys_are_unknown_keys(database: Database, secret: str) -> None:
    keys = KeyService(PostgresKeyStore(database), loopback=True)
    with pytest.raises(Unauthorised):
        await keys.identify(secret)


async def test_counts_are_of_one_tenant(database: Database) -> None:
    stats = PostgresStatsStore(database)
    now = datetime.now(UTC)
    fact = NewFact(new_id(), "city", "上海", None, now, now, 1.0, {}, "put")
    await PostgresFactStore(database).put_facts(OWNER, [fact])
    counts = await stats.tenant_counts("t1")
    assert counts == {"users": 1, "sessions": 0, "memories": 0, "facts": 1, "unembedded": 0, "dead_letters": 0}
    assert set((await stats.tenant_counts("t2")).values()) == {0}
