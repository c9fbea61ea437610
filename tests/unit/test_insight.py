"""What a process counts of its own work."""

import pytest

from app.api.metrics import Metrics
from app.service.insight import BOUNDS, Insight


def exposed(insight: Insight) -> dict[str, float]:
    """Sample line to value."""
    metrics = Metrics()
    metrics.show(insight)
    lines = metrics.expose({}).decode().splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
    }


def test_stages_become_a_cumulative_histogram() -> None:
    insight = Insight()
    for seconds in (0.0001, 0.0002, 0.003, 0.3, 99.0):
        insight.took("redis", seconds)
    shown = exposed(insight)
    assert shown['haima_stage_duration_seconds_count{stage="redis"}'] == 5
    assert shown['haima_stage_duration_seconds_sum{stage="redis"}'] == pytest.approx(99.3033)
    buckets = [shown[f'haima_stage_duration_seconds_bucket{{le="{bound}",stage="redis"}}'] for bound in BOUNDS]
    assert buckets[0] == 2, "a bound belongs to its bucket"
    assert buckets == sorted(buckets)
    assert buckets[-1] == 4
    assert shown['haima_stage_duration_seconds_bucket{le="+Inf",stage="redis"}'] == 5


def test_a_stage_that_fails_is_timed_too() -> None:
    insight = Insight()
    with pytest.raises(ValueError, match="no"), insight.timed("pack"):
        raise ValueError("no")
    assert insight.stages["pack"].count == 1


def test_caches_and_degraded_parts_are_counted() -> None:
    insight = Insight()
    insight.looked_up("answer", found=True)
    insight.looked_up("answer", found=False)
    insight.looked_up("answer", found=True)
    insight.answered_without(("embedding", "episodic"))
    insight.answered_without(("embedding",))
    shown = exposed(insight)
    assert shown['haima_cache_requests_total{cache="answer",result="hit"}'] == 2
    assert shown['haima_cache_requests_total{cache="answer",result="miss"}'] == 1
    assert shown['haima_degraded_total{part="embedding"}'] == 2
    assert shown['haima_degraded_total{part="episodic"}'] == 1
