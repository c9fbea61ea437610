"""The connections to Redis (or Valkey), and the one place where its errors become `StoreUnavailable`."""

import asyncio
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import RedisError

from app.adapters.redis.channel import Channel
from app.domain.errors import SetupError, StoreUnavailable
from app.settings import Settings

logger = logging.getLogger(__name__)

_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


class SharedPool(ConnectionPool):
    """A pool with one connection beside it that all exchanges share; see `channel`.

    `deadline_seconds` bounds a whole exchange, from asking to the last reply.
    """

    def __init__(self, *, deadline_seconds: float, **options: Any) -> None:
        super().__init__(**options)
        self.channel = Channel(self.make_connection)
        self.deadline_seconds = deadline_seconds


@contextmanager
def redis_errors() -> Iterator[None]:
    """Turn whatever goes wrong between us and Redis into `StoreUnavailable`; the log names the kind, never the URL."""
    try:
        yield
    except (RedisError, OSError, TimeoutError) as error:
        logger.warning("Redis did not answer as it should: %s: %.200s", type(error).__name__, error)
        raise StoreUnavailable("Redis") from error


def quoted_url(url: str) -> str:
    """The URL with its user name and password percent-encoded where they are not yet.

    The user part ends at the last `@`, so a password may hold `@ : / # ?` as they are. A `%` that does not begin an
    escape marks a password written plainly; otherwise escapes are taken as such.
    """
    scheme, separator, rest = url.partition("://")
    if not separator or "@" not in rest or (scheme == "unix" and rest.startswith("/")):
        return url
    credentials, _, place = rest.rpartition("@")
    safe = "" if _BARE_PERCENT.search(credentials) else "%"
    user, colon, password = credentials.partition(":")
    return f"{scheme}://{quote(user, safe=safe)}{colon}{quote(password, safe=safe)}@{place}"


def open_redis(settings: Settings) -> Redis:
    """Build the client of this process; it connects when first used, and is closed with `close_redis`.

    Connecting is tried again with back-off; a command that was sent is not. Its connections have no read timeout of
    their own: `RedisScripts` and `check_redis` put a deadline around each exchange, and so must anything else that
    uses the client.

    Raises SetupError where `redis_url` is missing or is no redis://, rediss:// or unix:// URL.
    """
    if settings.redis_url is None:
        raise SetupError("HAIMA_REDIS_URL is not set; set it, or start with --embedded")
    try:
        pool = SharedPool.from_url(
            quoted_url(settings.redis_url.get_secret_value()),
            deadline_seconds=settings.redis_timeout_seconds,
            socket_timeout=None,
            socket_connect_timeout=settings.redis_timeout_seconds,
            retry=Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.2), 2),
            protocol=2,
        )
    except ValueError:
        # The message of the cause may hold parts of the password.
        raise SetupError(
            "HAIMA_REDIS_URL must look like redis://user:password@host:6379/0, rediss:// or unix://"
        ) from None
    return Redis(connection_pool=pool)


async def close_redis(client: Redis) -> None:
    """Close the shared connection, and every connection of the pool."""
    if isinstance(client.connection_pool, SharedPool):
        await client.connection_pool.channel.close()
    await client.aclose(close_connection_pool=True)


async def check_redis(client: Redis, timeout_seconds: float) -> None:
    """One PING. Raises StoreUnavailable."""
    with redis_errors():
        async with asyncio.timeout(timeout_seconds):
            await client.ping()
