"""Turns what the use cases count of themselves into metrics, when Prometheus asks."""

from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from app.service.insight import BOUNDS, Insight


class InsightCollector(Collector):
    """Stages, degraded answers, caches, and what a replica was good for."""

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def collect(self) -> Iterator[Metric]:
        """Yield the metric families as they stand now."""
        stages = HistogramMetricFamily(
            "haima_stage_duration_seconds", "Time in one stage of requests.", labels=["stage"]
        )
        for stage, times in sorted(self._insight.stages.items()):
            bounds = [*(str(bound) for bound in BOUNDS), "+Inf"]
            buckets = list(zip(bounds, map(float, accumulate(times.buckets)), strict=True))
            stages.add_metric([stage], buckets, times.seconds)
        yield stages
        degraded = CounterMetricFamily("haima_degraded", "Answers that went without a part.", labels=["part"])
        for part, count in sorted(self._insight.degraded.items()):
            degraded.add_metric([part], count)
        yield degraded
        caches = CounterMetricFamily("haima_cache_requests", "Looks into caches.", labels=["cache", "result"])
        for result, counts in (("hit", self._insight.cache_hits), ("miss", self._insight.cache_misses)):
            for cache, count in sorted(counts.items()):
                caches.add_metric([cache, result], count)
        yield caches
        replica = CounterMetricFamily("haima_replica_reads", "Readings for a replica.", labels=["result"])
        for result, count in sorted(self._insight.replica.items()):
            replica.add_metric([result], count)
        yield replica
