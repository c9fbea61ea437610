"""The connections to Redis (or Valkey), and the one place where its errors become `StoreUnavailable`."""

import asyncio
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast
from urllib.parse import quote

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import RedisClusterException, RedisError

from app.adapters.redis.channel import Channel
from app.adapters.redis.cluster import ClusterWire
from app.adapters.redis.wire import ServerWire, Wire
from app.domain.errors import SetupError, StoreUnavailable
from app.settings import Settings

logger = logging.getLogger(__name__)

_CLUSTER: Final = "+cluster"
_HOSTS = re.compile(r"[/?#]")
_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


class SharedPool(ConnectionPool):
    """A pool with one connection beside it that all exchanges share; see `channel`.

    `deadline_seconds` bounds a whole exchange, from asking to the last reply.
    """

    def __init__(self, *, deadline_seconds: float, **options: Any) -> None:
        super().__init__(**options)
        self.wire = ServerWire(Channel(self.make_connection), deadline_seconds)


class Cluster(RedisCluster):
    """A cluster client with one connection a node beside it that all exchanges share; see `cluster`."""

    def __init__(self, *, deadline_seconds: float = 2.0, **options: Any) -> None:
        super().__init__(**options)
        self.wire = ClusterWire(self, deadline_seconds)


RedisClient = Redis | Cluster


def wire_of(client: RedisClient) -> Wire:
    """Return what exchanges go over. Raises TypeError for a client that `open_redis` did not make."""
    if isinstance(client, Cluster):
        return client.wire
    if isinstance(client.connection_pool, SharedPool):
        return client.connection_pool.wire
    raise TypeError("a client made by open_redis is needed")


@contextmanager
def redis_errors() -> Iterator[None]:
    """Turn whatever goes wrong between us and Redis into `StoreUnavailable`; the log names the kind, never the URL."""
    try:
        yield
    except (RedisError, RedisClusterException, OSError, TimeoutError) as error:
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


def each_node(url: str) -> list[str]:
    """Return the URL once for each server that it lists: of a cluster as many as are known, with commas between them.

    One is enough while it lives; with several a process also starts while one of them is away.
    """
    scheme, separator, rest = quoted_url(url).partition("://")
    if not is_cluster(url):
        return [f"{scheme}{separator}{rest}"]
    credentials, at, place = rest.rpartition("@")
    tail = place[len(hosts := _HOSTS.split(place, maxsplit=1)[0]) :]
    return [f"{scheme}://{credentials}{at}{host.strip()}{tail}" for host in hosts.split(",")]


def single_nodes(url: str) -> list[str]:
    """Return the URL of each server that a URL lists, as that of a single server."""
    return [node.replace(_CLUSTER, "", 1) for node in each_node(url)]


def is_cluster(url: str) -> bool:
    """Whether a URL names a Redis Cluster."""
    return _CLUSTER in url.partition("://")[0]


def open_redis(settings: Settings) -> RedisClient:
    """Build the client of this process; it connects when first used, and is closed with `close_redis`.

    `redis+cluster://` and `rediss+cluster://` name one node of a Redis Cluster, or several with commas between them;
    the others are asked for. Connecting is tried again with back-off; a command that was sent is not. Connections have
    no read timeout of their own: `RedisScripts` and `check_redis` put a deadline around each exchange, and so must
    anything else that uses it.

    Raises SetupError where `redis_url` is missing or is no redis://, rediss:// or unix:// URL.
    """
    if settings.redis_url is None:
        raise SetupError("HAIMA_REDIS_URL is not set; set it, or start with --embedded")
    url = quoted_url(settings.redis_url.get_secret_value())
    options: dict[str, Any] = {
        "deadline_seconds": settings.redis_timeout_seconds,
        "socket_timeout": None,
        "socket_connect_timeout": settings.redis_timeout_seconds,
        "retry": Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.2), 2),
        "protocol": 2,
    }
    try:
        if is_cluster(url):
            return _open_cluster(single_nodes(url), options)
        return Redis(connection_pool=SharedPool.from_url(url, **options))
    except ValueError:
        # The message of the cause may hold parts of the password.
        raise SetupError(
            "HAIMA_REDIS_URL must look like redis://user:password@host:6379/0, rediss:// or unix://; a Redis Cluster "
            "like redis+cluster://host:6379,host:6379"
        ) from None


def _open_cluster(urls: list[str], options: dict[str, Any]) -> Cluster:
    nodes = [ClusterNode(host, port) for host, port in map(place_of, urls)]
    return cast(Cluster, Cluster.from_url(urls[0], startup_nodes=nodes, **options))


def place_of(url: str) -> tuple[str, int]:
    """Return host and port of a single server's URL. Raises ValueError for one that cannot be read."""
    parsed = parse_url(url)
    return parsed.get("host", "localhost"), parsed.get("port", 6379)


async def close_redis(client: RedisClient) -> None:
    """Close the shared connections, and every connection of the pool."""
    await wire_of(client).close()
    if isinstance(client, Cluster):
        await client.aclose()
    else:
        await client.aclose(close_connection_pool=True)


async def check_redis(client: RedisClient, timeout_seconds: float) -> None:
    """One PING. Raises StoreUnavailable."""
    with redis_errors():
        async with asyncio.timeout(timeout_seconds):
            await client.ping()
