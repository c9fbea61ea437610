"""Metrics of the API processes of one machine. Labels name routes and statuses, never tenants, users or ids.

Each process counts in plain numbers. Where several serve one address (`serve --workers N`), each also leaves its counts
in a folder (`app.api.shared_counts`), and whichever is asked adds them up.
"""

import time
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, Final, Protocol

import numpy as np
from prometheus_client import CollectorRegistry, generate_latest

from app.api.exposition import WholeCollector
from app.service.insight import Insight

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
KEPT_LATENCIES: Final = 2048
"""Newest latencies of each route kept for the percentiles of /v1/stats."""
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

_METHODS: Final = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
Counts = dict[str, Any]
"""Numbers, lists of numbers, and dicts of either: what can be added up and written as JSON."""


class Others(Protocol):
    """The counts of the processes beside this one."""

    def read(self) -> list[Counts]:
        """Return what each of them published last."""


class Metrics:
    """Counts and latencies of this process's answers, and of those beside it when asked."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._seconds: dict[str, list[float]] = {}  # sum, then a count for each bucket and one beyond
        self._latencies: dict[str, deque[float]] = {}
        self._insight: Insight | None = None
        self._others: Others | None = None
        self._started = time.time()

    def observe(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one answer; `status` 0 means that none was sent."""
        self._requests[route, method if method in _METHODS else "other", status] += 1
        times = self._seconds.get(route)
        if times is None:
            times = self._seconds[route] = [0.0] * (len(BUCKETS) + 2)
            self._latencies[route] = deque(maxlen=KEPT_LATENCIES)
        times[0] += seconds
        times[1 + bisect_left(BUCKETS, seconds)] += 1
        self._latencies[route].append(seconds)

    def show(self, insight: Insight) -> None:
        """Expose what the use cases of this process count of themselves."""
        self._insight = insight

    def add_others(self, others: Others) -> None:
        """Count the processes beside this one in, from now on."""
        self._others = others

    def own(self) -> Counts:
        """Return the counts of this process; `latencies` are its newest, in seconds."""
        requests: dict[str, dict[str, dict[str, int]]] = {}
        for (route, method, status), count in self._requests.items():
            requests.setdefault(route, {}).setdefault(method, {})[str(status)] = count
        return {
            "processes": 1,
            "requests": requests,
            "seconds": {route: list(times) for route, times in self._seconds.items()},
            "latencies": {route: [round(one, 6) for one in kept] for route, kept in self._latencies.items()},
            **(self._insight.counts() if self._insight is not None else {}),
        }

    def whole(self) -> Counts:
        """Return the counts of all processes together."""
        return _added([self.own(), *(self._others.read() if self._others is not None else ())])

    def expose(self, queue: Mapping[str, float], model: Mapping[str, int] | None = None) -> bytes:
        """Return the text exposition; `queue` is what `WorkingMemory.queue_stats` said, `model` the model's counts."""
        registry = CollectorRegistry()
        registry.register(WholeCollector(self.whole(), queue, model or {}, BUCKETS))
        return generate_latest(registry)

    def stages(self) -> dict[str, dict[str, float]]:
        """Return count and mean milliseconds of every stage of requests."""
        shown = {}
        for stage, (seconds, *buckets) in sorted(self.whole().get("stages", {}).items()):
            count = sum(buckets)
            shown[stage] = {"count": count, "mean_ms": round(1000 * seconds / max(count, 1), 3)}
        return shown

    def latencies(self) -> dict[str, dict[str, float]]:
        """Return the count of answers by route, and percentiles in milliseconds over the newest."""
        whole = self.whole()
        shown: dict[str, dict[str, float]] = {}
        for route, kept in whole["latencies"].items():
            p50, p95, p99 = np.percentile(np.array(kept), (50, 95, 99)) * 1000
            shown[route] = {
                "count": sum(whole["seconds"][route][1:]),
                "p50_ms": round(float(p50), 3),
                "p95_ms": round(float(p95), 3),
                "p99_ms": round(float(p99), 3),
            }
        return shown

    @property
    def uptime_seconds(self) -> float:
        """Seconds since this process began to count."""
        return time.time() - self._started


def _added(counts: Iterable[Counts]) -> Counts:
    """Return the sums, entry by entry; latencies are put one after another."""
    several = list(counts)
    return {
        name: _joined(several) if name == "latencies" else _sum([one[name] for one in several if name in one])
        for name in dict.fromkeys(chain.from_iterable(several))
    }


def _joined(several: Iterable[Counts]) -> dict[str, list[float]]:
    joined: dict[str, list[float]] = {}
    for one in several:
        for route, kept in one.get("latencies", {}).items():
            joined.setdefault(route, []).extend(kept)
    return joined


def _sum(values: list[Any]) -> Any:
    if isinstance(values[0], dict):
        names = dict.fromkeys(chain.from_iterable(values))
        return {name: _sum([value[name] for value in values if name in value]) for name in names}
    if isinstance(values[0], list):
        return [sum(column) for column in zip(*values, strict=True)]
    return sum(values)
