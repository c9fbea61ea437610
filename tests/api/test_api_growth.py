"""Synthetic users of the growth bench are users like any other."""

from datetime import UTC, datetime

from whole_service import Api

from app.bench.synthetic import export_file


async def test_synthetic_users_are_imported_and_found(api: Api) -> None:
    for first in (0, 30):
        headers = {"Content-Type": "application/x-ndjson"}
        body = export_file("synthetic", first, 30)
        answer = await api("POST", "/v1/users/import", params={"user_id": "synthetic"}, content=body, headers=headers)
        assert answer["imported"]["memory"] == 30
    found = await api.post("/v1/search", {"user_id": "synthetic", "query": "bicycle", "top_k": 3})
    assert len(found["results"]) == 3
    listed = await api("GET", "/v1/memories", params={"user_id": "synthetic", "limit": 200})
    assert len(listed["memories"]) == 60
    assert all(datetime.fromisoformat(memory["created_at"]) <= datetime.now(UTC) for memory in listed["memories"])
