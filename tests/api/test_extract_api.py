"""Extraction over HTTP: the dry run, what a session waits for, and the facts afterwards."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from whole_service import Api, open_api

from app.bootstrap import open_tools
from app.bootstrap.background import extract_service
from app.settings import Settings

U = {"user_id": "u1"}
S = {**U, "session_id": "s1"}
SAID = [
    {
        "role": "user",
        "content": "My name is Wilhelmina and I live in Rotterdam.",
        "id": "m1",
        "created_at": "2026-03-02T08:00:00Z",
    },
    {"role": "assistant", "content": "Noted.", "id": "m2", "created_at": "2026-03-02T08:00:09Z"},
]


class Worker:
    """The background steps, when a test asks for them."""

    def __init__(self, tools: Any) -> None:
        self._tools = tools
        self._extractor = extract_service(tools)

    async def work(self) -> None:
        """Archive and read what is due."""
        await self._tools.archiver.drain_due()
        assert self._extractor is not None
        await self._extractor.extract_due()


@pytest.fixture
def reading(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "none"})


@pytest.fixture
async def reader(reading: Settings) -> AsyncIterator[Api]:
    async with open_api(reading) as opened:
        yield opened


@pytest.fixture
async def worker(reading: Settings) -> AsyncIterator[Worker]:
    async with open_tools(reading) as tools:
        yield Worker(tools)


async def card(api: Api, **query: str) -> dict[str, Any]:
    return (await api("GET", "/v1/facts", params={**U, **query}))["facts"]


async def test_a_dry_run_shows_what_would_be_stored_and_stores_nothing(reader: Api) -> None:
    body = {**S, "messages": SAID}
    answer = await reader.post("/v1/extract", body)
    by_attribute = {one["attribute"]: one for one in answer["statements"]}
    home = by_attribute["home"]
    assert (home["value"], home["status"], home["action"]) == ("Rotterdam", "new", "state")
    assert (home["subject"], home["subject_name"], home["key"]) == ("user", None, "user_home")
    assert (home["message_ids"], home["valid_from"]) == (["m1"], "2026-03-02T08:00:00.000000Z")
    assert 0.5 < home["confidence"] < 1
    assert {change["key"] for change in answer["changes"]} == {"user_name", "user_home"}
    assert answer["changes"][0]["source"]["session_id"] == "s1"
    assert await card(reader) == {}
    await reader("GET", "/v1/session", 404, params=S)
    assert await reader.post("/v1/extract", body) == answer


async def test_a_dry_run_compares_with_what_is_known(reader: Api) -> None:
    await reader(
        "PUT", "/v1/facts", json={**U, "facts": {"user_home": {"value": "Oslo", "valid_from": "2026-01-01T00:00:00Z"}}}
    )
    answer = await reader.post("/v1/extract", {**U, "messages": SAID[:1]})
    (home,) = [one for one in answer["statements"] if one["attribute"] == "home"]
    assert home["status"] == "superseded"
    assert (await card(reader))["user_home"]["value"] == "Oslo"


async def test_messages_without_ids_are_named_by_their_place(reader: Api) -> None:
    messages = [{"role": "assistant", "content": "Hi!"}, {"role": "user", "content": "I live in Rotterdam"}]
    answer = await reader.post("/v1/extract", {**U, "messages": messages})
    assert [one["message_ids"] for one in answer["statements"]] == [["#2"]]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"messages": []}, "messages"),
        ({"messages": None}, "messages"),
        ({"user_id": ""}, "user_id"),
        ({"extra": 1}, "extra"),
        ({"messages": [{"role": "user", "content": "x"}] * 501}, "messages"),
        ({"messages": [{"role": "user", "content": "x" * 100_001}]}, "messages.0.content"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "messages.0.role"),
        ({"messages": [{"role": "user", "content": "x\u0000"}]}, "messages.0.content"),
    ],
)
async def test_a_body_that_breaks_a_rule_is_refused(reader: Api, change: dict[str, Any], field: str) -> None:
    problem = await reader.post("/v1/extract", {**U, "messages": SAID, **change}, 422)
    assert any(error["field"].startswith(field) for error in problem["errors"]), problem


async def test_odd_texts_are_read_without_an_error(reader: Api) -> None:
    odd = [
        " ",
        "😀" * 500,
        "我" * 5000,
        "a " * 20_000,
        "\u202e\u200b",
        "{}[]()" * 300,
        "is is is " * 900,
        "не знаю",
        "!!!",
    ]
    messages = [{"role": "user", "content": text} for text in odd]
    await reader.post("/v1/extract", {**U, "messages": messages})


async def test_a_session_waits_until_it_is_read(reader: Api, worker: Worker) -> None:
    await reader.save(202, mode="async", session_id="s1", messages=SAID)
    assert (await reader("GET", "/v1/session", params=S))["pending"]["extract"] == 2
    job = (await reader.post("/v1/session/close", S, 202))["job_id"]
    assert (await reader("GET", f"/v1/jobs/{job}", params=U))["status"] in ("queued", "running")
    await worker.work()
    view = await reader("GET", "/v1/session", params=S)
    assert not any(view["pending"].values())
    assert (await reader("GET", f"/v1/jobs/{job}", params=U))["status"] == "done"
    facts = await card(reader)
    assert {key: fact["value"] for key, fact in facts.items()} == {"user_name": "Wilhelmina", "user_home": "Rotterdam"}
    assert facts["user_home"]["valid_from"] == "2026-03-02T08:00:00.000000Z"
    source = facts["user_home"]["source"]
    assert (source["session_id"], source["message_ids"], source["kind"]) == ("s1", ["m1"], "fact")
    assert await card(reader, as_of="2026-03-01T00:00:00Z") == {}
    assert set(view["facts"]) == set(facts)


async def test_history_says_why_and_by_whom(reader: Api, worker: Worker) -> None:
    await reader.save(202, mode="async", session_id="s1", messages=SAID)
    await reader.post("/v1/session/close", S, 202)
    await worker.work()
    await reader("PUT", "/v1/facts", json={**U, "facts": {"user_home": "Delft"}})
    await reader.post("/v1/facts/rollback", {**U, "key": "user_home", "version": 1})
    versions = (await reader("GET", "/v1/facts/history", params={**U, "key": "user_home"}))["versions"]
    assert [one["reason"] for one in versions] == ["rolled back to version 1", "put", "extracted"]
    assert [one["changed_by"] for one in versions] == [None] * 3


async def test_the_key_that_changed_a_fact_is_named(reading: Settings) -> None:
    async with open_api(reading) as api:
        key, secret = await api.services.keys.create(tenant_id="default", role="service")
        headers = {"Authorization": f"Bearer {secret}"}
        facts = {"facts": {"city": "Delft"}}
        await api("PUT", "/v1/facts", json={**U, **facts}, headers=headers)
        await api("DELETE", "/v1/facts", params={**U, "key": "city"}, headers=headers)
        await api.post("/v1/facts/rollback", {**U, "key": "city", "version": 1}, headers=headers)
        history = await api("GET", "/v1/facts/history", params={**U, "key": "city"}, headers=headers)
        assert {one["changed_by"] for one in history["versions"]} == {key.key_id}


async def test_traits_are_the_profile_and_not_the_fact_card(reader: Api) -> None:
    await reader("PUT", "/v1/facts", json={**U, "facts": {"user_reply_style": "two sentences", "user_home": "Delft"}})
    body = {**S, "query": "hello", "token_budget": 900}
    context = await reader.post("/v1/build-context", body)
    kinds = {entry["kind"]: entry for entry in context["receipt"]}
    assert kinds["facts"]["reason"] == "1 of 1 facts"
    assert kinds["profile"]["included"]
    assert "reply_style: two sentences" in context["system_prompt"]
    without = await reader.post("/v1/build-context", {**body, "include": {"profile": False}})
    assert "two sentences" not in without["system_prompt"]
    assert "Delft" in without["system_prompt"]


async def test_a_big_card_leaves_room_and_what_answers_the_query_comes_first(reader: Api) -> None:
    facts = {f"user_note_{number}": f"something of no matter, number {number} " * 3 for number in range(150)}
    facts["user_boat"] = "a blue dinghy called Sturmvogel"
    await reader(
        "PUT",
        "/v1/facts",
        json={**U, "facts": {"user_boat": {"value": facts.pop("user_boat"), "valid_from": "2020-01-01T00:00:00Z"}}},
    )
    await reader("PUT", "/v1/facts", json={**U, "facts": facts})
    context = await reader.post("/v1/build-context", {**S, "query": "what colour is my dinghy?", "token_budget": 2000})
    assert "Sturmvogel" in context["system_prompt"]
    shown = next(entry for entry in context["receipt"] if entry["kind"] == "facts" and entry["included"])
    assert shown["tokens"] <= 300
    out = [entry for entry in context["receipt"] if entry["kind"] == "facts" and not entry["included"]]
    assert len(out) == 151 - int(shown["reason"].split()[0])


async def test_two_users_read_at_once_do_not_mix(reader: Api, worker: Worker) -> None:
    towns = {"u1": "Delft", "u2": "Bergen", "u3": "Lyon"}
    for user, town in towns.items():
        said = [{"role": "user", "content": f"I live in {town}"}]
        await reader.save(202, mode="async", user_id=user, session_id="s1", messages=said)
        await reader.post("/v1/session/close", {"user_id": user, "session_id": "s1"}, 202)
    await asyncio.gather(*(worker.work() for _ in range(3)))
    for user, town in towns.items():
        assert (await card(reader, user_id=user))["user_home"]["value"] == town
