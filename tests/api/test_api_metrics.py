"""Metrics of real requests, and the dashboard that is drawn from them."""

import json
import re
from pathlib import Path

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
    assert asked
    bare = {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked}
    assert bare <= described
    assert len({panel["id"] for panel in panels}) == len(panels)
