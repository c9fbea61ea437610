"""Checks that what was erased is nowhere in Redis."""

from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import UUID

from redis import Redis
from redis.cluster import ClusterNode, RedisCluster

from app.adapters.redis.client import is_cluster, place_of, single_nodes
from app.adapters.redis.keys import Keys
from app.domain.models import Owner

SCAN_COUNT: Final = 1_000
MARKS: Final = (b"jobs:", b"ids:", b"ids_before:", b"answer:")
"""Keys that name erased ids on purpose, so that a late retry brings nothing back: no text, and they end."""


def find_in_redis(
    url: str, prefix: str, owner: Owner, memory_ids: Sequence[UUID], texts: Sequence[str], *, everything: bool
) -> list[tuple[str, str]]:
    """Return (key, what is there) for every key of the owner that still holds something of what was erased.

    With `everything` no key of the owner may be left. Texts are looked for in every key under the prefix, of a cluster
    on every primary.
    """
    wanted = [form for id in memory_ids for form in (id.bytes, id.hex.encode(), str(id).encode())]
    own = Keys(prefix).owner(owner).removesuffix("owner").encode()
    found: list[tuple[str, str]] = []
    with _opened(url) as client:
        for key in client.scan_iter(match=f"{prefix}:*", count=SCAN_COUNT):
            if key == own + b"floor":  # a number that lives five minutes: the version below which nothing is laid
                continue
            is_own = key.startswith(own)
            if is_own and everything:
                found.append((key.decode(errors="replace"), "a key of a user who was erased"))
            if not (is_own or texts):
                continue
            held = b"\n".join((key, *_values(client, key)))
            if is_own and not key.removeprefix(own).startswith(MARKS) and any(form in held for form in wanted):
                found.append((key.decode(errors="replace"), "names an erased memory"))
            if any(text.encode() in held for text in texts):
                found.append((key.decode(errors="replace"), "holds a text that was asked for"))
    return found


def _opened(url: str) -> Any:
    """Return a client of the server, or of the cluster by whichever of its nodes answers."""
    first, *others = single_nodes(url)
    if not is_cluster(url):
        return Redis.from_url(first)
    kind: Any = ClusterNode  # redis-py gives it no types
    nodes = [kind(*place_of(url)) for url in others]
    return RedisCluster.from_url(first, startup_nodes=nodes)


def _values(client: Any, key: bytes) -> Iterator[bytes]:
    """Every value of a key, of whatever type it is."""
    readers: dict[bytes, Any] = {
        b"string": lambda: [client.get(key)],
        b"hash": lambda: [part for pair in client.hgetall(key).items() for part in pair],
        b"list": lambda: client.lrange(key, 0, -1),
        b"set": lambda: client.smembers(key),
        b"zset": lambda: client.zrange(key, 0, -1),
        b"stream": lambda: [part for _, entry in client.xrange(key) for pair in entry.items() for part in pair],
    }
    for value in readers.get(client.type(key), list)():
        if value is not None:
            yield value
