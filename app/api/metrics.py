"""Prometheus metrics of a process. Labels name routes and statuses, never tenants, users or ids."""

import time
from collections import deque
from collections.abc import Iterator, Mapping

import numpy as np
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from app.api.insight_metrics import InsightCollector
from app.service.insight import Insight

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
KEPT_LATENCIES = 2048
"""Newest latencies of each route kept for the percentiles of /v1/stats."""

_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class _ModelCounts(Collector):
    """Counters of the chat model, which all processes share in Redis."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def collect(self) -> Iterator[Metric]:
        """Yield tokens, and events by purpose (`purpose.event.reason`, the reason may be missing)."""
        yield CounterMetricFamily("haima_model_tokens", "Tokens of the chat model.", self.counts.get("tokens", 0))
        events = CounterMetricFamily(
            "haima_model_events", "What became of the chat model's work.", labels=("purpose", "event", "reason")
        )
        for name, count in self.counts.items():
            purpose, _, rest = name.partition(".")
            if rest:
                event, _, reason = rest.partition(".")
                events.add_metric([purpose, event, reason], count)
        yield events


class Metrics:
    """Counts and latencies of this process's answers, and gauges that are read when asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "haima_http_requests",
            "Answers by route, method and status.",
            ("route", "method", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "haima_http_request_duration_seconds",
            "Time to answer.",
            ("route",),
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self._queue = Gauge(
            "haima_archive_queue", "Users in the archive queue by state.", ("state",), registry=self.registry
        )
        self._oldest = Gauge(
            "haima_archive_queue_oldest_seconds",
            "How overdue the oldest entry is, also while a worker has it.",
            registry=self.registry,
        )
        self._model = _ModelCounts()
        self.registry.register(self._model)
        self._latencies: dict[str, deque[float]] = {}
        self._counts: dict[tuple[str, str, int], Counter] = {}
        self._timers: dict[str, Histogram] = {}
        self._totals: dict[str, int] = {}
        self._started = time.time()

    def observe(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one answer; `status` 0 means that none was sent."""
        key = (route, method if method in _METHODS else "other", status)
        count = self._counts.get(key)
        if count is None:
            count = self._counts[key] = self._requests.labels(route, key[1], str(status))
        count.inc()
        timer = self._timers.get(route)
        if timer is None:
            timer = self._timers[route] = self._seconds.labels(route)
            self._latencies[route] = deque(maxlen=KEPT_LATENCIES)
            self._totals[route] = 0
        timer.observe(seconds)
        self._latencies[route].append(seconds)
        self._totals[route] += 1

    def show(self, insight: Insight) -> None:
        """Expose what the use cases of this process count of themselves."""
        self.registry.register(InsightCollector(insight))

    def expose(self, queue: Mapping[str, float], model: Mapping[str, int] | None = None) -> bytes:
        """Return the text exposition; `queue` is what `WorkingMemory.queue_stats` said, `model` the model's counts."""
        self._model.counts = dict(model or {})
        for state, count in queue.items():
            if state == "oldest_seconds":
                self._oldest.set(count)
            else:
                self._queue.labels(state).set(count)
        return generate_latest(self.registry)

    def latencies(self) -> dict[str, dict[str, float]]:
        """Return count and percentiles in milliseconds by route, over the newest answers of this process."""
        shown: dict[str, dict[str, float]] = {}
        for route, kept in self._latencies.items():
            p50, p95, p99 = np.percentile(np.array(kept), (50, 95, 99)) * 1000
            shown[route] = {
                "count": self._totals[route],
                "p50_ms": round(float(p50), 3),
                "p95_ms": round(float(p95), 3),
                "p99_ms": round(float(p99), 3),
            }
        return shown

    @property
    def uptime_seconds(self) -> float:
        """Seconds since this process began to count."""
        return time.time() - self._started
