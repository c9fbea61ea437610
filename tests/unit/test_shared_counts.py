"""Counts of several API processes, added up by whichever is asked."""

import asyncio
from pathlib import Path

import pytest

from app.api.metrics import Metrics
from app.api.shared_counts import SharedCounts
from app.service.insight import Insight


def process(folder: Path, pid: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Metrics, Insight, SharedCounts]:
    """What a process of this id would hold."""
    monkeypatch.setattr("os.getpid", lambda: pid)
    metrics, insight, counts = Metrics(), Insight(), SharedCounts(folder)
    metrics.show(insight)
    metrics.add_others(counts)
    return metrics, insight, counts


def samples(metrics: Metrics) -> dict[str, float]:
    lines = [line for line in metrics.expose({"due": 2}).decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_two_processes_are_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, insight, counts = process(tmp_path, 1, monkeypatch)
    second, other_insight, other_counts = process(tmp_path, 2, monkeypatch)
    for seconds in (0.001, 0.3):
        first.observe("/v1/save", "POST", 202, seconds)
    second.observe("/v1/save", "POST", 202, 0.02)
    second.observe("/v1/search", "POST", 503, 20.0)
    insight.took("redis", 0.001)
    other_insight.took("redis", 0.004)
    other_insight.answered_without(["embedding"])
    other_insight.read_replica("behind")
    counts.publish(first.own())
    other_counts.publish(second.own())
    for metrics in (first, second):
        shown = samples(metrics)
        assert shown["haima_api_processes"] == 2
        assert shown['haima_http_requests_total{method="POST",route="/v1/save",status="202"}'] == 3
        assert shown['haima_http_requests_total{method="POST",route="/v1/search",status="503"}'] == 1
        assert shown['haima_http_request_duration_seconds_count{route="/v1/save"}'] == 3
        assert shown['haima_http_request_duration_seconds_bucket{le="0.025",route="/v1/save"}'] == 2
        assert shown['haima_http_request_duration_seconds_sum{route="/v1/save"}'] == pytest.approx(0.321)
        assert shown['haima_http_request_duration_seconds_bucket{le="10.0",route="/v1/search"}'] == 0
        assert shown['haima_stage_duration_seconds_count{stage="redis"}'] == 2
        assert shown['haima_degraded_total{part="embedding"}'] == 1
        assert shown['haima_replica_reads_total{result="behind"}'] == 1
        assert shown['haima_archive_queue{state="due"}'] == 2
        assert metrics.stages() == {"redis": {"count": 2, "mean_ms": 2.5}}
        assert metrics.latencies()["/v1/save"] == {"count": 3, "p50_ms": 20.0, "p95_ms": 272.0, "p99_ms": 294.4}


def test_a_process_that_ended_still_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No counter of Prometheus may go back when `serve` starts a process again."""
    first, _, counts = process(tmp_path, 1, monkeypatch)
    first.observe("/v1/save", "POST", 202, 0.001)
    counts.publish(first.own())
    again, _, _ = process(tmp_path, 2, monkeypatch)
    assert samples(again)['haima_http_requests_total{method="POST",route="/v1/save",status="202"}'] == 1


async def test_counts_are_left_while_a_process_runs_and_at_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _, counts = process(tmp_path, 1, monkeypatch)
    second, _, _ = process(tmp_path, 2, monkeypatch)
    async with counts.publishing(first.own):
        async with asyncio.timeout(10):
            while True:
                await asyncio.sleep(0.01)
                if samples(second)["haima_api_processes"] == 2:
                    break
        first.observe("/livez", "GET", 200, 0.001)
    assert samples(second)['haima_http_requests_total{method="GET",route="/livez",status="200"}'] == 1


async def test_a_folder_that_is_gone_ends_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    metrics, _, counts = process(tmp_path / "gone", 1, monkeypatch)
    async with counts.publishing(metrics.own):
        pass
    assert "could not be left" in caplog.text
    assert samples(metrics)["haima_api_processes"] == 1
