"""Turns counts into the metric families that Prometheus reads."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from app.service.insight import BOUNDS


class WholeCollector(Collector):
    """Every `haima_…` metric, made of `Metrics.whole`, the queue's state and the chat model's counts."""

    def __init__(
        self,
        counts: Mapping[str, Any],
        queue: Mapping[str, float],
        model: Mapping[str, int],
        buckets: Sequence[float],
    ) -> None:
        """`buckets` are the upper bounds of the requests' histogram, in seconds."""
        self._counts = counts
        self._queue = queue
        self._model = model
        self._buckets = buckets

    def collect(self) -> Iterator[Metric]:
        """Yield the metric families as they stand now."""
        yield GaugeMetricFamily(
            "haima_api_processes", "API processes counted here, also those that have ended.", self._counts["processes"]
        )
        yield from self._of_requests()
        yield from self._of_stages()
        yield from self._of_queue()
        yield from self._of_model()

    def _of_requests(self) -> Iterator[Metric]:
        requests = CounterMetricFamily(
            "haima_http_requests", "Answers by route, method and status.", labels=("route", "method", "status")
        )
        for route, methods in sorted(self._counts["requests"].items()):
            for method, statuses in sorted(methods.items()):
                for status, count in sorted(statuses.items()):
                    requests.add_metric([route, method, status], count)
        yield requests
        yield _histogram(
            "haima_http_request_duration_seconds", "Time to answer.", "route", self._counts["seconds"], self._buckets
        )

    def _of_stages(self) -> Iterator[Metric]:
        counts = self._counts
        yield _histogram(
            "haima_stage_duration_seconds", "Time in one stage of requests.", "stage", counts.get("stages", {}), BOUNDS
        )
        yield _counter("haima_degraded", "Answers that went without a part.", "part", counts.get("degraded", {}))
        caches = CounterMetricFamily("haima_cache_requests", "Looks into caches.", labels=["cache", "result"])
        for result, name in (("hit", "cache_hits"), ("miss", "cache_misses")):
            for cache, count in sorted(counts.get(name, {}).items()):
                caches.add_metric([cache, result], count)
        yield caches
        yield _counter("haima_replica_reads", "Readings for a replica.", "result", counts.get("replica", {}))

    def _of_queue(self) -> Iterator[Metric]:
        queue = GaugeMetricFamily("haima_archive_queue", "Users in the archive queue by state.", labels=["state"])
        for state, count in self._queue.items():
            if state == "oldest_seconds":
                yield GaugeMetricFamily(
                    "haima_archive_queue_oldest_seconds",
                    "How overdue the oldest entry is, also while a worker has it.",
                    count,
                )
            else:
                queue.add_metric([state], count)
        yield queue

    def _of_model(self) -> Iterator[Metric]:
        yield CounterMetricFamily("haima_model_tokens", "Tokens of the chat model.", self._model.get("tokens", 0))
        events = CounterMetricFamily(
            "haima_model_events", "What became of the chat model's work.", labels=("purpose", "event", "reason")
        )
        for name, count in self._model.items():
            purpose, _, rest = name.partition(".")
            if rest:
                event, _, reason = rest.partition(".")
                events.add_metric([purpose, event, reason], count)
        yield events


def _counter(name: str, text: str, label: str, counts: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(name, text, labels=[label])
    for value, count in sorted(counts.items()):
        family.add_metric([value], count)
    return family


def _histogram(
    name: str, text: str, label: str, times: Mapping[str, Sequence[float]], bounds: Sequence[float]
) -> Metric:
    """`times` are the sum of the seconds, then the count of each bucket and one beyond the last."""
    family = HistogramMetricFamily(name, text, labels=[label])
    names = [*(str(bound) for bound in bounds), "+Inf"]
    for value, (seconds, *buckets) in sorted(times.items()):
        family.add_metric([value], list(zip(names, map(float, accumulate(buckets)), strict=True)), seconds)
    return family
