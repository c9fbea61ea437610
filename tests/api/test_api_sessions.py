"""Sessions and jobs, on real stores."""

from typing import Any

import pytest
from whole_service import Api

from app.domain.models import Owner

U = {"user_id": "u1"}
S = {"user_id": "u1", "session_id": "s1"}
OWNER = Owner("default", "u1")


def rounds(count: int, first: int = 1) -> list[dict[str, Any]]:
    messages = []
    for number in range(first, first + count):
        messages.append({"role": "user", "content": f"question {number}", "id": f"q{number}"})
        messages.append({"role": "assistant", "content": f"answer {number}", "id": f"a{number}"})
    return messages


async def test_a_session_shows_its_window_and_what_waits(api: Api) -> None:
    await api.save(202, mode="async", session_id="s1", messages=rounds(5), facts={"k": "v"})
    view = await api("GET", "/v1/session", params=S)
    assert view["window"]["rounds"] == 3
    assert [one["id"] for one in view["window"]["messages"]] == ["q3", "a3", "q4", "a4", "q5", "a5"]
    assert view["window"]["messages"][0]["content"] == "question 3"
    assert view["facts"]["k"]["value"] == "v"
    assert view["summary"] is None
    assert view["pending"]["archive"] > 0
    assert view["closed_at"] is None
    assert view["last_active_at"].endswith("Z")


async def test_a_saved_session_is_settled(api: Api) -> None:
    await api.save(session_id="s1", messages=rounds(1))
    view = await api("GET", "/v1/session", params=S)
    assert view["pending"] == {"archive": 0, "embed": 0, "extract": 0, "summarise": 0}


async def test_unknown_sessions_are_404(api: Api) -> None:
    await api.save(session_id="s1", messages=rounds(1))
    await api("GET", "/v1/session", 404, params={**U, "session_id": "s2"})
    await api("GET", "/v1/session", 404, params={"user_id": "u2", "session_id": "s1"})
    await api.post("/v1/session/close", {"user_id": "u2", "session_id": "s1"}, 404)


async def test_the_same_session_id_of_two_users_is_two_sessions(api: Api) -> None:
    await api.save(session_id="s1", messages=rounds(1))
    await api.save(user_id="u2", session_id="s1", messages=rounds(1, first=7))
    view = await api("GET", "/v1/session", params={"user_id": "u2", "session_id": "s1"})
    assert [one["id"] for one in view["window"]["messages"]] == ["q7", "a7"]


async def test_sessions_are_listed_in_pages_wherever_they_are(api: Api) -> None:
    for number in range(3):
        await api.save(session_id=f"s{number}", messages=rounds(number + 1))
    for number in range(3, 5):
        await api.save(202, mode="async", session_id=f"s{number}", messages=rounds(1))
    seen, cursor = [], None
    while True:
        page = await api("GET", "/v1/sessions", params={**U, "limit": 2, **({"cursor": cursor} if cursor else {})})
        seen += page["sessions"]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert [one["session_id"] for one in seen] == ["s4", "s3", "s2", "s1", "s0"]
    assert [one["rounds"] for one in seen] == [1, 1, 3, 2, 1]
    assert (await api("GET", "/v1/sessions", params={"user_id": "u2"}))["sessions"] == []
    await api("GET", "/v1/sessions", 422, params={**U, "cursor": "x"})


async def test_a_closed_session_is_archived_and_opens_again(api: Api) -> None:
    await api.save(202, mode="async", session_id="s1", messages=rounds(1))
    job_id = (await api.post("/v1/session/close", S, 202))["job_id"]
    assert (await api("GET", f"/v1/jobs/{job_id}", params=U))["status"] == "queued"
    view = await api("GET", "/v1/session", params=S)
    assert view["window"] == {"rounds": 0, "messages": []}
    assert view["closed_at"] is not None
    await api.services.memories._archiver.flush_owner(OWNER)
    assert (await api("GET", f"/v1/jobs/{job_id}", params=U))["status"] == "done"
    (listed,) = (await api("GET", "/v1/sessions", params=U))["sessions"]
    assert listed["closed_at"] is not None
    await api.save(session_id="s1", messages=rounds(1, first=2))
    view = await api("GET", "/v1/session", params=S)
    assert view["closed_at"] is None
    assert [one["id"] for one in view["window"]["messages"]] == ["q2", "a2"]


async def test_a_job_tells_where_its_call_has_got_to(api: Api) -> None:
    saved = await api.save(202, mode="async", session_id="s1", messages=rounds(1), facts={"k": "v"})
    path = f"/v1/jobs/{saved['job_id']}"
    assert await api("GET", path, params=U) == {"id": saved["job_id"], "status": "queued", "error": None}
    await api("GET", path, 404, params={"user_id": "u2"})
    await api.services.memories._archiver.flush_owner(OWNER)
    assert (await api("GET", path, params=U))["status"] == "done"
    await api("GET", "/v1/jobs/01995f6e-7a3c-7c1e-8a55-0c7f1f2f9c3d", 404, params=U)
    await api("GET", "/v1/jobs/nonsense", 404, params=U)
    await api("GET", path, 404)


async def test_a_sync_save_is_done_when_it_answers(api: Api) -> None:
    saved = await api.save(session_id="s1", messages=rounds(1))
    assert (await api("GET", f"/v1/jobs/{saved['job_id']}", params=U))["status"] == "done"


@pytest.mark.parametrize("mode", ["async", "sync"])
@pytest.mark.parametrize(
    "given", [{"memories": [{"content": "likes tea"}]}, {"facts": {"mood": "calm"}, "facts_scope": "session"}]
)
async def test_a_session_that_only_memories_or_facts_come_from_is_known(api: Api, mode: str, given: Any) -> None:
    await api.save(201 if mode == "sync" else 202, mode=mode, session_id="s1", **given)
    view = await api("GET", "/v1/session", params=S)
    assert view["window"] == {"rounds": 0, "messages": []}
    job_id = (await api.post("/v1/session/close", S, 202))["job_id"]
    await api.services.memories._archiver.flush_owner(OWNER)
    assert (await api("GET", f"/v1/jobs/{job_id}", params=U))["status"] == "done"
    view = await api("GET", "/v1/session", params=S)
    assert view["pending"] == {"archive": 0, "embed": 0, "extract": 0, "summarise": 0}
    await api("GET", "/v1/session", 404, params={**U, "session_id": "s2"})
    await api.post("/v1/forget", {**U, "session_id": "s1", "erase": True})
    await api("GET", "/v1/session", 404, params=S)
