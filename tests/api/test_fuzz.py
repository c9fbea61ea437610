"""Texts, numbers and times at the edges of what JSON can say: answered, never with a 5xx, and stored as they were."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import anyio
import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from whole_service import Api, open_api

from app.settings import Settings

LONGEST_SECONDS = 20.0
JSON = {"Content-Type": "application/json"}
ODD = (
    "\x00", "\ud800", "\udfff\ud800", "\u202e", "\u2066\u2069", "e\u0301\u0327\u0300", "\u0300" * 50,
    "👨‍👩‍👧‍👦", "𠮷野家", "\U0010ffff", "\u200b\u200c\u200d\ufeff", "\ufffe", "\x1b[31m", "\x7f\x85", "ﷺ",
    "ＡＢ１２", "İıß", "\r\n\u2028", "十万年前", "公元前221年", "9999年12月31日", "99999999999999999999天后",
    "二〇二六年十三月四十日", "next 9999999 years", "-1 days ago", "0000-00-00", "%00%ff", "' or 1=1 --",
    "{{7*7}}", "$1 :a %(b)s",
)  # fmt: skip
REFUSED = frozenset("\x00\ud800\udfff")
"""What no text may hold: a save with one of these is refused as a whole."""

TEXT = st.lists(st.one_of(st.sampled_from(ODD), st.text(max_size=8)), max_size=6).map("".join)
TIMES = st.one_of(
    st.sampled_from(
        ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999Z",
         "9999-12-31T23:59:59-23:59",
         "10000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "1970-01-01", "2026-02-30T00:00:00Z"]
    ),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}Z"),
)  # fmt: skip
NUMBERS = st.one_of(
    st.sampled_from([0, -0.0, 1e308, -1e308, 5e-324, 10**400, -(2**63) - 1, 2**63, 2**31, float("inf"), float("nan")]),
    st.integers(),
    st.floats(),
)
JSONS = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=8,
)
ANY = st.one_of(TEXT, TIMES, NUMBERS, JSONS)
USUAL = st.sampled_from(["u", "s", "k", "2026-01-01T00:00:00Z", 1, 0.5, True, None])
VALUE = st.one_of(ANY, USUAL)
CLEAN = st.lists(
    st.one_of(
        st.sampled_from([odd for odd in ODD if not REFUSED & set(odd)]),
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8),
    ),
    min_size=1,
    max_size=6,
).map("".join)  # fmt: skip
SAID = st.integers(0, 19).flatmap(lambda chance: TEXT if chance == 0 else CLEAN)
MESSAGE = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "system", "tool"]), "content": SAID},
    optional={"id": SAID, "name": SAID, "created_at": TIMES},
)
KEPT = st.one_of(SAID, st.floats(allow_nan=False, allow_infinity=False), st.none())
MEMORY = st.fixed_dictionaries(
    {"content": SAID},
    optional={
        "importance": st.floats(0, 1), "subject": SAID, "metadata": st.dictionaries(SAID, KEPT, max_size=3),
        "occurred_at": TIMES, "ttl_seconds": st.integers(1, 10**9),
    },
)  # fmt: skip
SAVE = st.fixed_dictionaries(
    {"user_id": st.one_of(st.just("u"), SAID), "session_id": st.one_of(st.just("s"), SAID)},
    optional={
        "messages": st.lists(MESSAGE, max_size=3), "memories": st.lists(MEMORY, max_size=2), "agent_id": SAID,
        "facts": st.dictionaries(SAID, SAID, max_size=2), "mode": st.sampled_from(["async", "sync", "batch"]),
    },
)  # fmt: skip
FIELDS = (
    "query", "session_id", "agent_id", "top_k", "min_score", "start", "end", "as_of", "metadata", "types", "layers",
    "token_budget", "model", "system_prompt", "facts", "memory_ids", "all", "erase", "reason", "content", "title",
    "messages", "importance", "key", "version", "profile", "limit", "cursor", "memory_id", "signal",
)  # fmt: skip
BODY = st.builds(
    lambda user_id, rest: {"user_id": user_id, **rest},
    st.one_of(st.just("u"), TEXT),
    st.dictionaries(st.sampled_from(FIELDS), VALUE, max_size=5),
)
WRITES = (
    ("POST", "/v1/search"), ("POST", "/v1/build-context"), ("POST", "/v1/forget"), ("PUT", "/v1/facts"),
    ("POST", "/v1/facts/rollback"), ("POST", "/v1/extract"), ("POST", "/v1/session/close"), ("POST", "/v1/feedback"),
    ("POST", "/v1/seeds"), ("PUT", "/v1/users/profile"), ("POST", "/v1/knowledge"), ("POST", "/v1/save"),
    ("POST", "/v1/forget-policy"),
)  # fmt: skip
READS = (
    "/v1/memories",
    "/v1/session",
    "/v1/sessions",
    "/v1/facts",
    "/v1/facts/history",
    "/v1/graph",
    "/v1/users/export",
)


class Service:
    """The whole service in an event loop of its own; whoever waits too long for it fails."""

    def __init__(self, portal: BlockingPortal, api: Api) -> None:
        self._portal = portal
        self._api = api

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Ask, and expect an answer that is no 5xx."""

        async def asked() -> httpx.Response:
            with anyio.fail_after(LONGEST_SECONDS):
                return await self._api.client.request(method, path, **options)

        answer = self._portal.call(asked)
        assert answer.status_code < 500, f"{method} {path} {options}: {answer.status_code} {answer.text}"
        return answer


@pytest.fixture(scope="module")
def _portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture
def service(api_settings: Settings, _portal: BlockingPortal) -> Iterator[Service]:
    with _portal.wrap_async_context_manager(open_api(api_settings)) as api:
        yield Service(_portal, api)


fuzzed = settings(deadline=None, suppress_health_check=list(HealthCheck))


def as_json(value: Any) -> bytes:
    """Lone surrogates, NaN and infinities as Python writes them: other JSON libraries do, too."""
    return json.dumps(value).encode()


@settings(fuzzed, max_examples=60)
@given(body=SAVE)
def test_what_was_saved_is_read_as_it_was(service: Service, body: dict[str, Any]) -> None:
    answer = service.ask("POST", "/v1/save", content=as_json({**body, "mode": "sync"}), headers=JSON)
    if answer.status_code != 201:
        assert answer.status_code in (400, 422), answer.text
        return
    session = service.ask("GET", "/v1/session", params={"user_id": body["user_id"], "session_id": body["session_id"]})
    shown = [message["content"] for message in session.json()["window"]["messages"]] if session.is_success else []
    ids = {message.get("id") for message in body.get("messages", ())}
    if len(body.get("messages", ())) == 1 and ids == {None}:
        assert shown[-1] == body["messages"][0]["content"]
    listed = service.ask("GET", "/v1/memories", params={"user_id": body["user_id"], "limit": 200})
    contents = [memory["content"] for memory in listed.json()["memories"]]
    assert all(memory["content"] in contents for memory in body.get("memories", ()) if "ttl_seconds" not in memory)


@settings(fuzzed, max_examples=150)
@given(route=st.sampled_from(WRITES), body=st.one_of(BODY, JSONS))
def test_any_body_is_answered(service: Service, route: tuple[str, str], body: Any) -> None:
    service.ask(*route, content=as_json(body), headers=JSON)


@settings(fuzzed, max_examples=100)
@given(path=st.sampled_from(READS), query=st.dictionaries(st.sampled_from(["user_id", *FIELDS]), VALUE, max_size=4))
def test_any_query_is_answered(service: Service, path: str, query: dict[str, Any]) -> None:
    shown = {name: str(value).encode("utf-8", "surrogatepass") for name, value in {"user_id": "u", **query}.items()}
    service.ask("GET", path, params=shown)


def test_deep_nesting_is_answered(service: Service) -> None:
    for depth, (opened, ended), closed in product((10, 1_000, 200_000), (("[", "]"), ('{"a":', "}")), (True, False)):
        deep = opened * depth + ("1" if closed else "") + ended * depth * closed
        for body in (deep, f'{{"user_id": "u", "memories": [{{"content": "x", "metadata": {{"a": {deep}}}}}]}}'):
            answer = service.ask("POST", "/v1/save", content=body.encode(), headers=JSON)
            assert answer.status_code in (400, 413, 422), answer.text[:200]
