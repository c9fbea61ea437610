"""The service on stores that it did not start: saved, archived, found, erased."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from service_process import run_cli, serving

from tests.stores import Stores

USER = "wx:oA/b?c 朵朵"
PLACE = {"user_id": USER, "session_id": "s"}
SAID = (
    "我女儿叫朵朵，今年3岁",
    "I work as a nurse in Lisbon",
    "Wir fahren im Sommer nach Rom",
    "今天天气不错",
    "早上好",
)
PATIENCE_SECONDS = 90.0


def until(what: Callable[[], Any]) -> Any:
    """Return what it says once that is something."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (found := what()):
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.2)
    return found


@pytest.mark.timeout(400)
def test_saved_archived_found_and_erased(stores: Stores, make_database: Callable[..., str], data_folder: Path) -> None:
    addresses = {"HAIMA_DATABASE_URL": make_database(schema=False), "HAIMA_REDIS_URL": stores.redis_url}
    addresses["HAIMA_REDIS_PREFIX"] = "own-stores"
    with (
        serving("--port", "0", cwd=data_folder, **addresses) as service,
        httpx.Client(base_url=service.url, timeout=30.0) as client,
    ):
        doctor = run_cli("doctor", cwd=data_folder, **addresses)
        assert doctor.returncode == 0, doctor.stdout
        for number, text in enumerate(SAID):
            message = {"role": "user", "content": text, "id": f"m{number}"}
            saved = client.post("/v1/save", json={**PLACE, "messages": [message]})
            assert saved.status_code == 202, saved.text
        given = {
            "memories": [{"content": "Prefers short weekly reports", "importance": 0.9}],
            "facts": {"city": "上海"},
        }
        assert client.post("/v1/save", json={**PLACE, **given, "mode": "sync"}).status_code == 201

        def settled() -> bool:
            session = client.get("/v1/session", params=PLACE).json()
            return not any(session["pending"].values())

        assert client.post("/v1/session/close", json=PLACE).status_code == 202
        until(settled)
        for query, answer in (("How old is my daughter?", SAID[0]), ("我的职业是什么", SAID[1]), ("weekly", "Prefers")):
            found = client.post("/v1/search", json={"user_id": USER, "query": query, "top_k": 3}).json()
            assert found["degraded"] == []
            assert any(answer in result["memory"]["content"] for result in found["results"]), query
        facts = client.get("/v1/facts", params={"user_id": USER}).json()["facts"]
        assert facts["city"]["value"] == "上海"
        assert any("朵朵" in fact["value"] for fact in facts.values()), "read from the conversation"
        erased = client.post("/v1/forget", json={"user_id": USER, "all": True, "erase": True}).json()
        assert erased["forgotten"] >= len(SAID) + 2
        assert client.post("/v1/search", json={"user_id": USER, "query": "朵朵"}).json()["results"] == []
        verified = run_cli("verify-erasure", erased["receipt_id"], cwd=data_folder, **addresses)
        assert verified.returncode == 0, verified.stdout + verified.stderr
