"""Tenants and users with equal ids, and agents' private memories: whatever is asked, nobody meets what is another's."""

import json
import random
import re
from typing import Any

import pytest
from whole_service import Api, open_api

from app.settings import Settings

TENANTS = ("t1", "t2", "t3")
USERS = ("u", "U", "u ", "用户")
AGENTS = (None, "a", "b")
STEPS = 350
MARK = re.compile(r"mark-(\d)-(\d)-(\d)-")


class Caller:
    """One agent of one user of one tenant; `mark` stands in everything it writes."""

    def __init__(self, tenant: int, user: int, agent: int, key: str) -> None:
        self.place = (tenant, user, agent)
        self.mark = f"mark-{tenant}-{user}-{agent}-"
        self.user: dict[str, Any] = {"user_id": USERS[user]}
        self.agent: dict[str, Any] = {"agent_id": AGENTS[agent]} if AGENTS[agent] else {}
        self.headers = {"Authorization": f"Bearer {key}"}

    def may_see(self, place: tuple[int, ...]) -> bool:
        """Its own user's; of those what is shared (written without an agent), or its own agent's."""
        return place[:2] == self.place[:2] and place[2] in (0, self.place[2])


def calls(caller: Caller, chance: random.Random, ids: list[str]) -> tuple[str, str, dict[str, Any]]:
    """One random call: method, path, and what httpx takes."""
    user, agent, mark = caller.user, caller.agent, caller.mark
    place = {**user, "session_id": chance.choice(("s", "s2"))}
    some = chance.choice(ids) if ids else "0199aaaa-0000-7000-8000-000000000000"
    visibility = {"visibility": "private"} if agent else {}
    memory = {"content": f"{mark} likes tea {chance.randrange(99)}", "importance": 0.9, **visibility}
    choices: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "/v1/save", {"json": {**user, **agent, "mode": "sync", "memories": [memory]}}),
        ("POST", "/v1/save", {"json": {**user, **agent, "mode": "async", "memories": [memory]}}),
        ("POST", "/v1/search", {"json": {**user, **agent, "query": "likes tea", "top_k": 100}}),
        ("POST", "/v1/search", {"json": {**user, **agent, "query": "", "top_k": 100}}),
        ("POST", "/v1/build-context", {"json": {**place, **agent, "query": "likes tea", "token_budget": 8000}}),
        ("GET", "/v1/memories", {"params": {**user, **agent, "limit": 200}}),
        ("GET", f"/v1/memories/{some}", {"params": {**user, **agent}}),
        ("GET", f"/v1/memories/{some}/history", {"params": {**user, **agent}}),
        ("POST", "/v1/forget", {"json": {**user, **agent, "memory_ids": [some]}}),
        ("POST", "/v1/feedback", {"json": {**user, **agent, "memory_ids": [some], "verdict": "helpful"}}),
        ("GET", "/v1/sessions", {"params": user}),
        ("GET", "/v1/session", {"params": place}),
        ("GET", "/v1/facts", {"params": user}),
        ("GET", "/v1/graph", {"params": {**user, "entity": "tea"}}),
    ]
    if not agent:
        choices += [
            (
                "POST",
                "/v1/save",
                {"json": {**place, "mode": "sync", "messages": [{"role": "user", "content": f"{mark} tea"}]}},
            ),
            ("POST", "/v1/save", {"json": {**user, "mode": "sync", "facts": {"drink": f"{mark} tea"}}}),
            ("PUT", "/v1/facts", {"json": {**user, "facts": {"drink": f"{mark} tea {chance.randrange(99)}"}}}),
            ("PATCH", f"/v1/memories/{some}", {"params": user, "json": {"content": f"{mark} changed"}}),
        ]
    return chance.choice(choices)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_no_answer_ever_holds_what_is_anothers(api_settings: Settings, seed: int) -> None:
    async with open_api(api_settings) as api:
        keys = [(await api.services.keys.create(tenant_id=tenant, role="service"))[1] for tenant in TENANTS]
    callers = [
        Caller(tenant, user, agent, keys[tenant])
        for tenant in range(len(TENANTS))
        for user in range(len(USERS))
        for agent in range(len(AGENTS))
    ]
    chance = random.Random(seed)
    ids: list[str] = []
    seen: set[tuple[int, ...]] = set()
    async with open_api(api_settings) as api:
        for _ in range(STEPS):
            caller = chance.choice(callers)
            await _ask(api, caller, chance, ids, seen)
    assert len(seen) > 10, "answers did hold marks"


async def _ask(api: Api, caller: Caller, chance: random.Random, ids: list[str], seen: set[tuple[int, ...]]) -> None:
    method, path, options = calls(caller, chance, ids)
    answer = await api.client.request(method, path, headers=caller.headers, **options)
    assert answer.status_code < 500, answer.text
    text = json.dumps(answer.json(), ensure_ascii=False)
    for match in MARK.finditer(text):
        place = tuple(int(part) for part in match.groups())
        assert caller.may_see(place), f"{caller.place} was answered {match[0]} by {method} {path}"
        seen.add(place)
    if path == "/v1/save" and answer.is_success:
        ids += [entry["id"] for entry in answer.json()["saved"] if entry["kind"] == "memory"]
