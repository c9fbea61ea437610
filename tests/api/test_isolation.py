"""Tenants and users with equal ids, and agents' private memories: whatever is asked, nobody meets what is another's.

Twenty-five users in five tenants walk at random through every operation with the ids that anybody was ever answered,
while the background works. Of each tenant one user only looks: nobody changes what is theirs.
"""

import json
import logging
import random
import re
from typing import Any

import isolation_calls
import pytest
from isolation_calls import AGENTS, CALLS, LETTERS, MARK, SHARED, SHARED_MARK, TENANTS, USERS, Caller, Known
from whole_service import Api, open_api

from app.bootstrap.background import BackgroundWork, open_background
from app.settings import Settings

STEPS = 1800
PATIENT_STEPS = 300
WORK_EVERY = 45
MAY_FIND_NOTHING = {("POST", "/v1/forget-policy/undo")}
"""Young memories do not fade, so that there may be no run to undo; it is asked for all the same."""
PATIENT = dict.fromkeys(
    (
        "database_pool_wait_seconds",
        "database_statement_seconds",
        "redis_timeout_seconds",
        "search_deadline_seconds",
        "request_deadline_seconds",
    ),
    60.0,
)
"""A busy machine is no fault of isolation."""
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
Place = tuple[int, ...]
"""Tenant, user and agent, by number."""


async def test_every_operation_is_walked_through(api: Api) -> None:
    document = (await api.client.get("/openapi.json")).json()
    assert set(CALLS) == set(isolation_calls.operations(document)), "each needs a call in isolation_calls.CALLS"


class Walk:
    """Who has seen what, and whose each id is."""

    def __init__(self, api: Api, known: Known) -> None:
        self.api = api
        self.known = known
        self.seen: set[Place] = set()
        self.answered: set[tuple[str, str]] = set()

    async def step(self, caller: Caller, operation: tuple[str, str]) -> None:
        method, path = operation
        url, options = CALLS[operation](caller)
        headers = {**caller.headers, **options.pop("headers", {})}
        answer = await self.api.client.request(method, url, headers=headers, **options)
        assert answer.status_code < 500, answer.text
        text = answer.text
        if answer.headers["content-type"].startswith(("application/json", "application/problem+json")):
            text = json.dumps(answer.json(), ensure_ascii=False)
        self._check_marks(caller, operation, text)
        asked = set(UUID.findall(url + json.dumps(options, default=str)))
        self._check_ids(caller, operation, text, asked)
        if answer.is_success:
            self.answered.add(operation)
            self._learn(caller, path, answer, options)
            foreign = {id for id in asked if (owner := self.known.owners.get(id)) and not self._is_own(caller, owner)}
            assert not (foreign and "{" in path), f"{caller.place} was let at {foreign} by {method} {path}"

    def _check_marks(self, caller: Caller, operation: tuple[str, str], text: str) -> None:
        method, path = operation
        for match in MARK.finditer(text):
            assert path not in SHARED, f"{match[0]} in {path}"
            place = tuple(LETTERS.index(letter.lower()) for letter in match.groups(""))
            whole = operation in isolation_calls.WHOLE_USER and place[:2] == caller.place[:2]
            assert whole or caller.may_see(place), f"{caller.place} got {match[0]} by {method} {path}"
            self.seen.add(place)
        for match in SHARED_MARK.finditer(text):
            tenant = LETTERS.index(match[1].lower())
            assert path not in SHARED, f"{match[0]} in {path}"
            assert tenant == caller.place[0], f"{caller.place} got {match[0]} by {method} {path}"

    def _check_ids(self, caller: Caller, operation: tuple[str, str], text: str, asked: set[str]) -> None:
        for id in set(UUID.findall(text)) - asked:
            owner = self.known.owners.get(id)
            assert owner is None or self._is_own(caller, owner), f"{caller.place} got an id of {owner} by {operation}"

    @staticmethod
    def _is_own(caller: Caller, owner: Place) -> bool:
        """An owner is a tenant, or a user."""
        return owner == caller.place[: len(owner)]

    def _learn(self, caller: Caller, path: str, answer: Any, options: dict[str, Any]) -> None:
        user, tenant, known = caller.place[:2], caller.place[:1], self.known
        learnt: list[tuple[list[str], list[str], Place]] = []
        if path == "/v1/users/export" and "format" not in options["params"]:
            known.exports[user] = answer.content
        elif path == "/v1/save":
            body = answer.json()
            learnt.append((known.memories, [e["id"] for e in body["saved"] if e["kind"] != "fact"], user))
            learnt.append((known.jobs, [body["job_id"]], user))
        elif path == "/v1/session/close":
            learnt.append((known.jobs, [answer.json()["job_id"]], user))
        elif path == "/v1/forget":
            learnt.append((known.receipts, [answer.json()["receipt_id"]], user))
        elif path == "/v1/forget-policy":
            learnt.append((known.policies, answer.json()["receipt_ids"], user))
        elif path == "/v1/knowledge" and "json" in options:
            learnt.append((known.documents, [answer.json()["id"]], tenant))
        elif path == "/v1/seeds" and "json" in options:
            learnt.append((known.seeds, [answer.json()["id"]], tenant))
        for ids, new, owner in learnt:
            ids += new
            self.known.owners.update(dict.fromkeys(new, owner))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2))
async def test_no_answer_ever_holds_what_is_anothers(
    settings: Settings, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    settings = settings.model_copy(update={"embedder": "none", "extract_silence_seconds": 0.0, **PATIENT})
    caplog.set_level(logging.INFO, "app")
    async with open_api(settings) as api:
        keys = [(await api.services.keys.create(tenant_id=f"t{n}", role="admin"))[1] for n in range(TENANTS)]
    chance, known = random.Random(seed), Known()
    callers = [
        Caller(tenant, user, agent, keys[tenant], chance, known)
        for tenant in range(TENANTS)
        for user in range(len(USERS))
        for agent in range(len(AGENTS))
    ]
    walkers = [caller for caller in callers if caller.place[1] != 0]
    victims = [caller for caller in callers if caller.place[1:] == (0, 0)]
    async with open_api(settings) as api, open_background(settings) as background:
        walk = Walk(api, known)
        for victim in victims:
            await _settle_in(walk, victim)
        await _work(background)
        before = [await _belongings(api, victim) for victim in victims]
        for number in range(STEPS):
            await _walk_on(walk, chance.choice(callers), chance)
            if number % WORK_EVERY == 0:
                await _work(background)
        for operation in sorted(set(CALLS) - walk.answered - MAY_FIND_NOTHING):
            for _ in range(PATIENT_STEPS):
                await walk.step(chance.choice(walkers), operation)
                if operation in walk.answered:
                    break
        assert [await _belongings(api, victim) for victim in victims] == before
    assert sorted(set(CALLS) - walk.answered - MAY_FIND_NOTHING) == [], "every operation was answered to somebody"
    assert len(walk.seen) > 30, "answers did hold marks"
    assert not MARK.search(caplog.text)
    assert not SHARED_MARK.search(caplog.text)


async def _walk_on(walk: Walk, caller: Caller, chance: random.Random) -> None:
    operation = chance.choice(list(CALLS))
    refused = isolation_calls.VICTIMS_DO_NOT if caller.place[1] == 0 else frozenset()
    if operation not in refused:
        await walk.step(caller, operation)


async def _settle_in(walk: Walk, victim: Caller) -> None:
    """Give somebody messages, memories and facts of their own."""
    messages = [{"role": "user", "content": f"{victim.mark} said {number}"} for number in range(5)]
    given = {"messages": messages, **victim.memories(), "facts": {"drink": f"{victim.mark} tea"}}
    body = {**victim.user, "session_id": "s", "mode": "sync", **given}
    answer = await walk.api.client.post("/v1/save", headers=victim.headers, json=body)
    assert answer.status_code == 201, answer.text
    walk._learn(victim, "/v1/save", answer, {})


async def _belongings(api: Api, victim: Caller) -> dict[str, Any]:
    """What must not change, whatever others do."""

    async def read(path: str, **query: Any) -> Any:
        answer = await api.client.get(path, headers=victim.headers, params={**victim.user, **query})
        assert answer.status_code == 200, answer.text
        return answer.json()

    memories = (await read("/v1/memories", limit=200))["memories"]
    return {
        "memories": {m["id"]: (m["content"], m["version"], m["trust"]) for m in memories if MARK.search(m["content"])},
        "window": (await read("/v1/session", session_id="s"))["window"],
        "drink": (await read("/v1/facts/history", key="drink"))["versions"],
    }


async def _work(background: BackgroundWork) -> None:
    """What the worker does, once."""
    await background.archiver.drain_due()
    assert background.extractor is not None
    await background.extractor.extract_due()
    await background.summariser.summarise_due()
    await background.forget.drive_open_receipts()
