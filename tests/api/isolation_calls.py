"""One caller of one tenant, and a call of every operation of the service with its marks in all that it writes.

Marks are made-up names, so that they pass through extraction, facts and the graph: `Zel` and a letter each for tenant,
user and agent (the first for none) in what belongs to a user, `Dok` and the tenant's letter in what its users share.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

TENANTS = 5
USERS = ("victim", "u", "U", "u ", "用户")
AGENTS = (None, "a", "b")
LETTERS = "abcde"
MARK = re.compile(r"zel([a-e])([a-e])([a-e])", re.IGNORECASE)
SHARED_MARK = re.compile(r"dok([a-e])", re.IGNORECASE)
NOWHERE = "0199aaaa-0000-7000-8000-000000000000"
Made = tuple[str, dict[str, Any]]
"""A path with its parameters filled in, and what httpx takes."""


@dataclass
class Known:
    """Ids that answers have shown to anybody, by what they name: callers try those of others as well."""

    memories: list[str] = field(default_factory=list)
    jobs: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    seeds: list[str] = field(default_factory=list)
    receipts: list[str] = field(default_factory=list)
    policies: list[str] = field(default_factory=list)
    exports: dict[tuple[int, ...], bytes] = field(default_factory=dict)
    owners: dict[str, tuple[int, ...]] = field(default_factory=dict)


class Caller:
    """One agent of one user of one tenant."""

    def __init__(self, tenant: int, user: int, agent: int, key: str, chance: random.Random, known: Known) -> None:
        self.place = (tenant, user, agent)
        self.private_mark = f"Zel{LETTERS[tenant]}{LETTERS[user]}{LETTERS[agent]}"
        self.mark = self.private_mark[:-1] + LETTERS[0]
        self.shared_mark = f"Dok{LETTERS[tenant]}"
        self.user: dict[str, Any] = {"user_id": USERS[user]}
        self.agent: dict[str, Any] = {"agent_id": AGENTS[agent]} if AGENTS[agent] else {}
        self.headers = {"Authorization": f"Bearer {key}"}
        self.chance = chance
        self.known = known

    def may_see(self, place: tuple[int, ...]) -> bool:
        """Its own user's; of those what is shared (written without an agent), or its own agent's."""
        return place[:2] == self.place[:2] and place[2] in (0, self.place[2])

    @property
    def session(self) -> dict[str, Any]:
        """A user and a session, which all users call the same."""
        return {**self.user, "session_id": self.chance.choice(("s", "s2"))}

    @property
    def asking(self) -> dict[str, Any]:
        """A user and, where it is one, the agent."""
        return {**self.user, **self.agent}

    def some(self, ids: list[str]) -> str:
        """One of its own ids, or one of anybody's."""
        own = [id for id in ids if self.known.owners[id] == self.place[: len(self.known.owners[id])]]
        return self.chance.choice(own[-5:] if own and self.chance.random() < 0.5 else [*ids, NOWHERE])

    def memory(self) -> str:
        """The path of some memory."""
        return f"/v1/memories/{self.some(self.known.memories)}"

    def said(self) -> list[dict[str, Any]]:
        """A message that is read for facts."""
        text = f"My name is {self.mark} and I live in {self.mark}stad. My dog is called {self.mark}."
        return [{"role": "user", "content": text, "id": f"m{self.chance.randrange(9)}"}]

    def memories(self) -> dict[str, Any]:
        """Something saved outright; what an agent saves is its own."""
        visibility = {"visibility": "private"} if self.agent else {}
        content = f"{self.private_mark} likes tea {self.chance.randrange(99)}"
        return {"memories": [{"content": content, "importance": 0.9, **visibility}]}


def save(c: Caller) -> Made:
    mode = c.chance.choice(("sync", "async", "batch"))
    key = {"headers": {"Idempotency-Key": c.chance.choice(("k1", "k2"))}} if c.chance.random() < 0.2 else {}
    if c.agent or c.chance.random() < 0.4:
        return "/v1/save", {"json": {**c.asking, "mode": mode, **c.memories()}, **key}
    given = {"messages": c.said(), "facts": {"drink": f"{c.mark} tea"}, "mode": mode}
    return "/v1/save", {"json": {**c.session, **given}, **key}


def search(c: Caller) -> Made:
    query = c.chance.choice(("likes tea", "", "what is the name of my dog?", f"{c.mark}"))
    return "/v1/search", {"json": {**c.asking, "query": query, "top_k": 100, "explain": True}}


def forget(c: Caller) -> Made:
    selectors: list[dict[str, Any]] = [
        {"memory_ids": [c.some(c.known.memories) for _ in range(3)]},
        {"fact_keys": ["drink"]},
        {"query": "likes tea", "min_score": 0.1},
        {"session_id": "s2"},
        {"all": True},
        {"all": True, "erase": True},
    ]
    return "/v1/forget", {"json": {**c.asking, **c.chance.choice(selectors)}}


def patch_memory(c: Caller) -> Made:
    return c.memory(), {"params": c.asking, "json": {"content": f"{c.mark} changed"}}


def import_user(c: Caller) -> Made:
    lines = c.known.exports.get(c.place[:2], b"{}")
    headers = {"Content-Type": "application/x-ndjson"}
    return "/v1/users/import", {"params": c.user, "content": lines, "headers": headers}


def with_query(path: str, **more: Any) -> Callable[[Caller], Made]:
    """A reading by query string."""
    return lambda c: (path, {"params": {**c.user, **more}})


CALLS: dict[tuple[str, str], Callable[[Caller], Made]] = {
    ("GET", "/livez"): lambda _: ("/livez", {}),
    ("GET", "/readyz"): lambda _: ("/readyz", {}),
    ("GET", "/metrics"): lambda _: ("/metrics", {}),
    ("GET", "/v1/stats"): lambda _: ("/v1/stats", {}),
    ("POST", "/v1/save"): save,
    ("POST", "/v1/search"): search,
    ("POST", "/v1/forget"): forget,
    ("POST", "/v1/build-context"): lambda c: (
        "/v1/build-context",
        {"json": {**c.session, **c.agent, "query": "likes tea", "token_budget": 8000, "top_k": 50}},
    ),
    ("POST", "/v1/extract"): lambda c: ("/v1/extract", {"json": {**c.session, "messages": c.said()}}),
    ("POST", "/v1/feedback"): lambda c: (
        "/v1/feedback",
        {"json": {**c.asking, "memory_ids": [c.some(c.known.memories)], "verdict": "wrong", "note": c.mark}},
    ),
    ("POST", "/v1/forget-policy"): lambda c: (
        "/v1/forget-policy",
        {"json": {**c.user, "capacity": 1, "dry_run": c.chance.random() < 0.5}},
    ),
    ("GET", "/v1/forget-policy/receipts"): lambda c: ("/v1/forget-policy/receipts", {"params": c.user}),
    ("POST", "/v1/forget-policy/undo"): lambda c: (
        "/v1/forget-policy/undo",
        {"json": {**c.user, "receipt_id": c.some(c.known.policies)}},
    ),
    ("GET", "/v1/facts"): lambda c: ("/v1/facts", {"params": c.session if c.chance.random() < 0.5 else c.user}),
    ("PUT", "/v1/facts"): lambda c: (
        "/v1/facts",
        {"json": {**c.user, "facts": {"drink": f"{c.mark} tea {c.chance.randrange(99)}"}}},
    ),
    ("DELETE", "/v1/facts"): with_query("/v1/facts", key="drink"),
    ("GET", "/v1/facts/history"): with_query("/v1/facts/history", key="drink"),
    ("POST", "/v1/facts/rollback"): lambda c: (
        "/v1/facts/rollback",
        {"json": {**c.user, "key": "drink", "version": 1}},
    ),
    ("GET", "/v1/graph"): lambda c: (
        "/v1/graph",
        {"params": {**c.user, "depth": 4, "entity": f"Zel{c.chance.choice(LETTERS)}{c.chance.choice(LETTERS)}a"}},
    ),
    ("GET", "/v1/jobs/{job_id}"): lambda c: (f"/v1/jobs/{c.some(c.known.jobs)}", {"params": c.user}),
    ("POST", "/v1/knowledge"): lambda c: (
        "/v1/knowledge",
        {"json": {"title": f"{c.shared_mark} manual", "content": f"{c.shared_mark} likes tea"}},
    ),
    ("GET", "/v1/knowledge"): lambda _: ("/v1/knowledge", {}),
    ("DELETE", "/v1/knowledge"): lambda c: ("/v1/knowledge", {"params": {"id": c.some(c.known.documents)}}),
    ("POST", "/v1/seeds"): lambda c: ("/v1/seeds", {"json": {"content": f"{c.shared_mark} likes tea"}}),
    ("GET", "/v1/seeds"): lambda _: ("/v1/seeds", {}),
    ("DELETE", "/v1/seeds"): lambda c: ("/v1/seeds", {"params": {"id": c.some(c.known.seeds)}}),
    ("GET", "/v1/memories"): lambda c: ("/v1/memories", {"params": {**c.asking, "limit": 200}}),
    ("GET", "/v1/memories/{memory_id}"): lambda c: (c.memory(), {"params": c.asking}),
    ("PATCH", "/v1/memories/{memory_id}"): patch_memory,
    ("DELETE", "/v1/memories/{memory_id}"): lambda c: (c.memory(), {"params": c.asking}),
    ("GET", "/v1/memories/{memory_id}/history"): lambda c: (f"{c.memory()}/history", {"params": c.asking}),
    ("POST", "/v1/memories/{memory_id}/restore"): lambda c: (f"{c.memory()}/restore", {"json": c.asking}),
    ("POST", "/v1/memories/{memory_id}/rollback"): lambda c: (
        f"{c.memory()}/rollback",
        {"json": {**c.asking, "version": 1}},
    ),
    ("GET", "/v1/sessions"): with_query("/v1/sessions"),
    ("GET", "/v1/session"): lambda c: ("/v1/session", {"params": c.session}),
    ("POST", "/v1/session/close"): lambda c: ("/v1/session/close", {"json": c.session}),
    ("GET", "/v1/users/export"): lambda c: (
        "/v1/users/export",
        {"params": c.user | ({"format": "chat", "consent": True} if c.chance.random() < 0.3 else {})},
    ),
    ("POST", "/v1/users/import"): import_user,
    ("PUT", "/v1/users/profile"): lambda c: ("/v1/users/profile", {"json": {**c.user, "region": f"{c.mark}stad"}}),
}
"""A call of every operation, by method and path of the OpenAPI document."""

SHARED = frozenset({"/metrics", "/v1/stats"})
"""What tells of more than one user; no word of anybody may be in it."""
WHOLE_USER = frozenset({("GET", "/v1/users/export")})
"""What shows every agent's."""
VICTIMS_DO_NOT = frozenset(
    {
        ("POST", "/v1/forget"), ("POST", "/v1/forget-policy"), ("DELETE", "/v1/facts"), ("POST", "/v1/users/import"),
        ("DELETE", "/v1/memories/{memory_id}"), ("PATCH", "/v1/memories/{memory_id}"), ("PUT", "/v1/facts"),
        ("POST", "/v1/memories/{memory_id}/rollback"), ("POST", "/v1/facts/rollback"), ("POST", "/v1/save"),
        ("POST", "/v1/memories/{memory_id}/restore"), ("PUT", "/v1/users/profile"), ("POST", "/v1/feedback"),
        ("POST", "/v1/session/close"),
    }
)  # fmt: skip
"""What would change a user whose things must not change."""


def operations(openapi: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Method and path of every operation in an OpenAPI document."""
    for path, methods in openapi["paths"].items():
        for method in methods:
            yield method.upper(), path
