"""The load generator: connections that each send their next request when the last is answered, for some seconds."""

import asyncio
import resource
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson

from app.bench.connection import request_bytes, run_connection
from app.bench.metrics import percentile
from app.domain.errors import SetupError

MakeRequest = Callable[[int], tuple[str, Any]]
"""Path and body of the request with this number; numbers rise by 1 over all connections of a measurement."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one measurement found. Times are milliseconds, `generator_cpu` a share of one core."""

    name: str
    connections: int
    requests: int
    rate: float
    p50: float
    p95: float
    p99: float
    longest: float
    errors: dict[str, int]
    generator_cpu: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


class Target:
    """Where requests go."""

    def __init__(self, base_url: str, api_key: str | None = None) -> None:
        url = urlsplit(base_url)
        if url.scheme != "http" or url.hostname is None:
            raise SetupError(f"{base_url} is no address the load bench can reach; give one like http://127.0.0.1:8080")
        self.host = url.hostname
        self.port = url.port or 80
        self.api_key = api_key

    def request(self, path: str, body: Any) -> bytes:
        """A POST with a JSON body."""
        return request_bytes("POST", path, f"{self.host}:{self.port}", orjson.dumps(body), self.api_key)


async def measure(
    name: str,
    target: Target,
    make: MakeRequest,
    *,
    connections: int,
    seconds: float,
    most: int | None = None,
    on_answer: Callable[[int, bytes], None] | None = None,
) -> Measured:
    """Keep the connections busy for `seconds`, or until `most` requests were sent."""
    times: list[float] = []
    statuses: Counter[int] = Counter()
    sent = 0
    begun = time.perf_counter()
    until = begun + seconds

    def next_request() -> bytes | None:
        nonlocal sent
        if time.perf_counter() >= until or (most is not None and sent >= most):
            return None
        sent += 1
        return target.request(*make(sent - 1))

    def record(took: float, status: int, body: bytes) -> None:
        times.append(took)
        statuses[status] += 1
        if on_answer is not None:
            on_answer(status, body)

    cpu = _cpu_seconds()
    await asyncio.gather(*(run_connection(target.host, target.port, next_request, record) for _ in range(connections)))
    elapsed = time.perf_counter() - begun
    return Measured(
        name=name,
        connections=connections,
        requests=len(times),
        rate=len(times) / elapsed,
        p50=1000 * percentile(times, 0.50),
        p95=1000 * percentile(times, 0.95),
        p99=1000 * percentile(times, 0.99),
        longest=1000 * max(times, default=0.0),
        errors={str(status) if status else "lost": n for status, n in statuses.items() if not 200 <= status < 300},
        generator_cpu=(_cpu_seconds() - cpu) / elapsed,
    )


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
