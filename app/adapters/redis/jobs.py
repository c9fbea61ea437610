"""Records of jobs in Redis: small hashes, one for an owner and a stretch of six hours, that go away as a whole.

A job's id is a UUIDv7 and so names its stretch. Kept like this a job costs its ids and a few bytes, not a whole key.
"""

import struct
from datetime import UTC, datetime
from uuid import UUID

from app.adapters.redis.client import RedisClient
from app.adapters.redis.keys import Keys
from app.adapters.redis.scripts import Command, RedisScripts
from app.domain.models import Owner
from app.service.ports import JobRecord

STRETCH_MS = 6 * 3_600_000
_COUNTS = struct.Struct(">HH")


class RedisJobStore:
    """`app.service.ports.JobStore` on Redis."""

    def __init__(self, client: RedisClient, keys: Keys) -> None:
        self._scripts = RedisScripts(client)
        self._keys = keys

    async def put(self, owner: Owner, job: JobRecord, *, ttl_seconds: int) -> None:
        """Keep a job's record for at least `ttl_seconds`, in one round trip. Raises StoreUnavailable."""
        await self._scripts.send(put_job(self._keys, owner, job, ttl_seconds))

    async def find(self, owner: Owner, job_id: UUID) -> JobRecord | None:
        """The record, or None when it is unknown, too old or of another owner. Raises StoreUnavailable."""
        key = self._keys.jobs(owner, unix_ms(job_id) // STRETCH_MS)
        [packed] = await self._scripts.send([("HGET", key, job_id.bytes)])
        return unpack_job(job_id, packed) if packed is not None else None


def put_job(keys: Keys, owner: Owner, job: JobRecord, ttl_seconds: int) -> list[Command]:
    """Return the commands that keep a job's record for at least `ttl_seconds`."""
    stretch = unix_ms(job.id) // STRETCH_MS
    key, stretches = keys.jobs(owner, stretch), keys.job_stretches(owner)
    lives = ttl_seconds + STRETCH_MS // 1000
    return [
        ("HSET", key, job.id.bytes, pack_job(job)),
        ("EXPIRE", key, lives),
        ("SADD", stretches, stretch),
        ("EXPIRE", stretches, lives),
    ]


def unix_ms(id: UUID) -> int:
    """Return the Unix milliseconds that a UUIDv7 begins with."""
    return id.int >> 80


def pack_job(job: JobRecord) -> bytes:
    """Return a record as bytes: two counts, the ids, the session id."""
    ids = b"".join(id.bytes for id in (*job.memory_ids, *job.fact_ids))
    return _COUNTS.pack(len(job.memory_ids), len(job.fact_ids)) + ids + (job.session_id or "").encode()


def unpack_job(job_id: UUID, packed: bytes) -> JobRecord:
    """Return the record that `pack_job` made."""
    memories, facts = _COUNTS.unpack_from(packed)
    start = _COUNTS.size
    end = start + 16 * (memories + facts)
    ids = [UUID(bytes=packed[at : at + 16]) for at in range(start, end, 16)]
    return JobRecord(
        id=job_id,
        created_at=datetime.fromtimestamp(unix_ms(job_id) / 1000, UTC),
        memory_ids=tuple(ids[:memories]),
        fact_ids=tuple(ids[memories:]),
        session_id=packed[end:].decode() or None,
    )
