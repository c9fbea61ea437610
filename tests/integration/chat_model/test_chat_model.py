"""The chat model's adapter against a real HTTP server: answers of every kind, failures, the budget, the counters."""

import asyncio
import socket
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.chat_server import ENDLESS, ChatServer, Reply, fails, says

from app.adapters.chat_model.ledger import RedisModelLedger
from app.adapters.chat_model.openai import OpenAIChatModel
from app.domain.errors import ChatModelUnavailable

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


async def ask(model: OpenAIChatModel, **given: Any) -> Any:
    values = {"system": "Answer.", "user": "Please.", "schema": SCHEMA, "purpose": "test", **given}
    return await model.complete_json(**values)


async def refused(model: OpenAIChatModel) -> str:
    """The reason why there was no answer."""
    with pytest.raises(ChatModelUnavailable) as failure:
        await ask(model)
    assert "sesame" not in failure.value.detail
    return failure.value.reason


async def test_it_asks_for_the_schema_and_reads_the_answer(model: OpenAIChatModel, server: ChatServer) -> None:
    server.replies(says({"a": 1}))
    assert await ask(model) == {"a": 1}
    (request,) = server.requests
    assert request["model"] == "stub"
    assert [message["role"] for message in request["messages"]] == ["system", "user"]
    form = request["response_format"]
    assert form == {"type": "json_schema", "json_schema": {"name": "test", "schema": SCHEMA, "strict": True}}
    assert request["max_tokens"] == 2000
    assert "authorization: bearer sesame" in server.heads[0].lower()


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        'Sure, here it is:\n\n{"a": 1}\n\nAnything else?',
        '```json\n{"a": 1}\n```',
        'I think:\n```\n{"a": 1}\n```\nDone {with it}.',
        '<think>maybe {"a": 2}?</think>\n{"a": 1}',
        'Not {this} but {"a": 1}',
    ],
)
async def test_prose_around_the_json_is_passed_over(model: OpenAIChatModel, server: ChatServer, text: str) -> None:
    server.replies(says(text))
    assert await ask(model) == {"a": 1}


async def test_lone_surrogates_come_through_to_be_judged_one_by_one(model: OpenAIChatModel, server: ChatServer) -> None:
    server.replies(says('{"a": ["\\ud800", "fine"]}', tokens=None))
    assert await ask(model) == {"a": ["\ud800", "fine"]}
    server.replies((200, {}, b'{"choices": [{"message": {"content": "[\\"\\ud83d\\", 1]"}}]}'))
    assert await ask(model) == ["\ud83d", 1]


NO_ANSWERS: dict[str, Reply | str] = {
    "not_json": says("I would rather not."),
    "not_json nested": says("[" * 100_000),
    "not_json nan": says('{"a": NaN}'),
    "not_json cut": says('{"a": [1, 2'),
    "cut_off": says('{"a": [1, 2', finish_reason="length"),
    "empty": says(""),
    "shape": (200, {}, b"<html>busy</html>"),
    "shape list": (200, {}, b"[]"),
    "shape null": (200, {}, b'{"choices": [null]}'),
    "shape choices": (200, {}, b'{"choices": []}'),
    "too_long": (200, {}, ENDLESS),
    "status_401": fails(401, "the key sesame is wrong"),
    "status_404": fails(404),
    "status_302": fails(302, location="http://127.0.0.1:9/"),
    "status_500": fails(500),
    "status_429": fails(429),
    "connection": (0, {}, b""),
}


@pytest.mark.parametrize("kind", list(NO_ANSWERS))
async def test_what_is_no_answer_is_told_and_counted(
    model: OpenAIChatModel, server: ChatServer, ledger: RedisModelLedger, kind: str
) -> None:
    server.replies(NO_ANSWERS[kind])
    reason = kind.split(" ")[0]
    assert await refused(model) == reason
    counts = await ledger.counts()
    assert counts["test.calls"] == 1
    assert counts[f"test.failures.{reason}"] == 1
    assert "test.answers" not in counts
    again = reason in ("status_500", "status_429", "connection")
    assert len(server.requests) == (3 if again else 1)


@pytest.mark.parametrize("reply", [fails(500), fails(429, retry_after="0"), fails(503), (0, {}, b"")])
async def test_passing_failures_are_tried_again(model: OpenAIChatModel, server: ChatServer, reply: Reply) -> None:
    server.replies(reply, reply, says({"a": 3}))
    assert await ask(model) == {"a": 3}


async def test_it_waits_as_long_as_the_server_asks_within_bounds(model: OpenAIChatModel, server: ChatServer) -> None:
    server.replies(fails(429, retry_after="1"), says({"a": 1}))
    begun = time.monotonic()
    assert await ask(model) == {"a": 1}
    assert time.monotonic() - begun >= 1.0
    server.replies(fails(429, retry_after="3600"))
    asked = len(server.requests)
    assert await refused(model) == "status_429"
    assert len(server.requests) == asked + 1


async def test_a_slow_server_is_not_waited_for(make_model: Callable[..., OpenAIChatModel], server: ChatServer) -> None:
    async def slow(body: dict[str, Any]) -> Reply:
        await asyncio.sleep(30)
        return says({"a": 1})

    server.respond = slow
    assert await refused(make_model(timeout_seconds=0.2)) == "timeout"
    assert len(server.requests) == 1


async def test_nobody_there(make_model: Callable[..., OpenAIChatModel]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    assert await refused(make_model(base_url=url)) == "connection"


async def test_a_server_without_schemas_is_asked_in_simpler_forms(model: OpenAIChatModel, server: ChatServer) -> None:
    def respond(body: dict[str, Any]) -> Reply:
        kind = body.get("response_format", {}).get("type")
        return fails(400, "unknown response_format") if kind else says({"a": 1})

    server.respond = respond
    assert await ask(model) == {"a": 1}
    assert "JSON schema" in server.requests[-1]["messages"][0]["content"]
    assert await ask(model) == {"a": 1}
    assert len(server.requests) == 4, "what it takes is remembered"


async def test_a_server_that_names_the_field_otherwise(model: OpenAIChatModel, server: ChatServer) -> None:
    def respond(body: dict[str, Any]) -> Reply:
        if "max_tokens" in body:
            return fails(400, "Unsupported parameter: use 'max_completion_tokens' instead")
        return says({"a": body["max_completion_tokens"]})

    server.respond = respond
    assert await ask(model, max_tokens=99) == {"a": 99}
    assert "response_format" in server.requests[-1]


async def test_after_failures_in_a_row_the_server_is_left_alone(model: OpenAIChatModel, server: ChatServer) -> None:
    server.replies(fails(500))
    for _ in range(3):
        assert await refused(model) == "status_500"
    asked = len(server.requests)
    assert await refused(model) == "circuit_open"
    assert len(server.requests) == asked


async def test_bad_answers_do_not_open_the_circuit(model: OpenAIChatModel, server: ChatServer) -> None:
    server.replies(says("no"), *[says("{", finish_reason="length")] * 4, says({"a": 1}))
    for _ in range(5):
        await refused(model)
    assert await ask(model) == {"a": 1}


async def test_the_budget_of_a_day_is_shared_and_booked_by_what_was_used(
    make_model: Callable[..., OpenAIChatModel], ledger: RedisModelLedger, server: ChatServer
) -> None:
    first, second = make_model(), make_model()
    server.replies(says({"a": 1}, tokens=49_000))
    await ask(first)
    await ask(second)
    assert (await ledger.counts())["tokens"] == 98_000
    assert await refused(first) == "budget"
    assert await refused(second) == "budget"
    assert len(server.requests) == 2
    now = datetime.now(UTC)
    assert await ledger.reserve(2_000, now=now), "what was refused is not set aside"
    assert not await ledger.reserve(1, now=now)
    assert await ledger.reserve(100_000, now=now + timedelta(days=1))


async def test_failed_calls_give_their_tokens_back(
    model: OpenAIChatModel, ledger: RedisModelLedger, server: ChatServer
) -> None:
    server.replies(fails(401))
    await refused(model)
    assert await ledger.reserve(100_000, now=datetime.now(UTC))


async def test_tokens_are_estimated_where_the_server_does_not_tell(
    model: OpenAIChatModel, ledger: RedisModelLedger, server: ChatServer
) -> None:
    server.replies(says({"a": 1}, tokens=None))
    await ask(model)
    assert 20 < (await ledger.counts())["tokens"] < 200


async def test_without_redis_the_model_is_not_called(
    make_model: Callable[..., OpenAIChatModel], server: ChatServer, ledger: RedisModelLedger
) -> None:
    model = make_model()
    await ledger._scripts.send(
        [("CONFIG", "SET", "maxmemory", "1mb"), ("CONFIG", "SET", "maxmemory-policy", "noeviction")]
    )
    try:
        assert await refused(model) == "ledger"
    finally:
        await ledger._scripts.send([("CONFIG", "SET", "maxmemory", "0")])
    assert server.requests == []
