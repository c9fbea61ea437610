"""Metrics of real requests, and the dashboard that is drawn from them."""

import json
import logging
import re
from pathlib import Path

import pytest
from whole_service import Api

DASHBOARD = Path(__file__).parent.parent.parent / "deploy" / "grafana-dashboard.json"
NAME = re.compile(r"\bhaima_[a-z_]+")


async def metrics(api: Api) -> str:
    """Everything /metrics shows after one request of each kind."""
    await api.remember("the harbour lights are green")
    await api.save(session_id="s1", messages=[{"role": "user", "content": "hello"}])
    for _ in range(3):
        await api.post("/v1/search", {"user_id": "u1", "query": "harbour"})
    await api.post("/v1/build-context", {"user_id": "u1", "session_id": "s1", "query": "harbour"})
    return (await api.client.get("/metrics")).text


async def test_every_stage_of_a_request_is_timed(api: Api) -> None:
    text = await metrics(api)
    for stage in ("redis", "postgres", "rank", "texts", "pack", "score"):
        assert f'haima_stage_duration_seconds_count{{stage="{stage}"}}' in text
    assert 'haima_cache_requests_total{cache="answer",result="hit"} 1.0' in text


async def test_metrics_tell_nothing_of_users(api: Api) -> None:
    text = await metrics(api)
    assert "u1" not in text
    assert "harbour" not in text


async def test_the_dashboard_asks_for_metrics_that_exist(api: Api) -> None:
    described = set(re.findall(r"^# TYPE (haima_[a-z_]+)", await metrics(api), re.MULTILINE))
    panels = json.loads(DASHBOARD.read_text())["panels"]
    asked = {name for panel in panels for target in panel["targets"] for name in NAME.findall(target["expr"])}
    assert {"haima_api_processes", "haima_replica_reads_total"} <= asked
    bare = {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked}
    assert bare <= described
    assert len({panel["id"] for panel in panels}) == len(panels)


async def test_stats_tell_the_same_as_metrics(api: Api) -> None:
    await metrics(api)
    stages = (await api("GET", "/v1/stats"))["stages"]
    assert stages["pack"]["count"] == 1
    assert stages["score"]["count"] == 2
    assert all(stage["mean_ms"] >= 0 for stage in stages.values())


async def test_the_line_of_a_request_names_its_tenant_and_route(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "app.access"):
        await api.post("/v1/search", {"user_id": "u1", "query": "harbour"})
    (line,) = [record for record in caplog.records if record.name == "app.access"]
    assert line.getMessage() == "POST /v1/search"
    assert vars(line)["tenant"] == "default"
    assert vars(line)["status"] == 200
