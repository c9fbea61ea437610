"""Extraction by a chat model: only what the user said, with its sources, is kept; the rest is dropped and counted."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from support.chat_server import ENDLESS, ChatServer, Reply, fails, says

from app.adapters.chat_model.ledger import RedisModelLedger
from app.adapters.chat_model.openai import OpenAIChatModel
from app.domain.extraction.models import Said, Statement, Subject
from app.service.model_extract import ModelExtraction

AT = datetime(2026, 3, 2, 8, tzinfo=UTC)


def said(*messages: tuple[str, str]) -> list[Said]:
    return [Said(f"id{place}", role, text, AT) for place, (role, text) in enumerate(messages, 1)]


TALK = said(
    ("user", "I moved to Leeds in May 2024, and I play the cello."),
    ("assistant", "You must love Yorkshire pudding!"),
    ("user", "Do you know the pizza place in Naples?"),
    ("user", "My daughter Ada is 7. I no longer eat meat."),
)
ZH = said(("user", "我在杭州做护士，女儿叫朵朵，今年三岁。"))


def statement(**given: Any) -> dict[str, Any]:
    return {
        "kind": "fact", "action": "state", "relation": "user", "name": "", "attribute": "home", "value": "Leeds",
        "confidence": 0.9, "valid_from": None, "valid_to": None, "ids": ["m1"], **given,
    }  # fmt: skip


@pytest.fixture
def extraction(model: OpenAIChatModel, ledger: RedisModelLedger) -> ModelExtraction:
    return ModelExtraction(model, ledger)


async def extract(
    extraction: ModelExtraction, server: ChatServer, *statements: Any, messages: list[Said] = TALK
) -> list[Statement]:
    server.replies(says(json.dumps({"statements": list(statements)})))
    return (await extraction.extract_with_model(messages, {})).statements


async def test_statements_come_with_their_messages(
    extraction: ModelExtraction, server: ChatServer, ledger: RedisModelLedger
) -> None:
    found = await extract(
        extraction,
        server,
        statement(valid_from="2024-05-01T00:00:00+02:00"),
        statement(attribute="hobby", value="cello", confidence=0.4),
        statement(relation="daughter", name="Ada", attribute="age", value="7", ids=["m4"]),
        statement(kind="preference", action="retract", attribute="diet", value="meat", ids=["m4"]),
    )
    assert found == [
        Statement(
            "fact", "home", "Leeds", confidence=0.7, message_ids=("id1",),
            valid_from=datetime(2024, 4, 30, 22, tzinfo=UTC),
        ),
        Statement("fact", "hobby", "cello", confidence=0.4, message_ids=("id1",)),
        Statement("fact", "age", "7", Subject("daughter", "Ada"), confidence=0.7, message_ids=("id4",)),
        Statement("preference", "diet", "meat", action="retract", confidence=0.7, message_ids=("id4",)),
    ]  # fmt: skip
    assert (await ledger.counts())["extract.kept"] == 4


async def test_chinese_counts_by_characters_in_its_own_script(extraction: ModelExtraction, server: ChatServer) -> None:
    found = await extract(
        extraction,
        server,
        statement(attribute="job", value="护士"),
        statement(attribute="home", value="杭州"),
        statement(attribute="home", value="Hangzhou"),
        statement(attribute="job", value="護士"),
        statement(relation="daughter", name="朵朵", attribute="age", value="3岁"),
        messages=ZH,
    )
    assert [one.value for one in found] == ["护士", "杭州", "3岁"]


@pytest.mark.parametrize(
    ("reason", "bad"),
    [
        ("ungrounded", statement(value="York")),
        ("ungrounded", statement(value="Leeds 2025")),
        ("ungrounded", statement(value="利兹")),
        ("ungrounded", statement(value="cello", ids=["m4"])),
        ("value", statement(value="Leeds\ud83d")),
        ("value", statement(value="Leeds\u0000")),
        ("value", statement(value="")),
        ("value", statement(value=7)),
        ("value", statement(value="Leeds " * 60)),
        ("value", statement(action="retract", attribute="", value="", ids=["m4"])),
        ("unknown_source", statement(ids=[])),
        ("unknown_source", statement(ids=["m9"])),
        ("unknown_source", statement(ids=["m1", "m9"])),
        ("unknown_source", statement(ids="m1")),
        ("unknown_source", statement(ids=None)),
        ("not_the_users", statement(attribute="likes", value="Yorkshire pudding", ids=["m2"])),
        ("not_the_users", statement(attribute="likes", value="Yorkshire pudding", ids=["m1", "m2"])),
        ("not_stated", statement(attribute="home", value="Naples", ids=["m3"])),
        ("not_retracted", statement(action="retract", attribute="home", value="Leeds", ids=["m1"])),
        ("kind", statement(kind="rumour")),
        ("kind", statement(kind=["fact"])),
        ("kind", statement(action="shout")),
        ("attribute", statement(attribute="favourite planet")),
        ("attribute", statement(attribute="x" * 500)),
        ("attribute", statement(attribute=None)),
        ("subject", statement(relation="boss")),
        ("subject", statement(relation="daughter", name="Eve", attribute="age", value="7", ids=["m4"])),
        ("confidence", statement(confidence=1.5)),
        ("confidence", statement(confidence="high")),
        ("confidence", statement(confidence=True)),
        ("time", statement(valid_from="soon")),
        ("time", statement(valid_from=5)),
        ("time", statement(valid_from="2025-01-01", valid_to="2024-01-01")),
        ("shape", "Leeds"),
        ("shape", None),
        ("repeated", statement(attribute="hobby", value="cello")),
    ],
)
async def test_what_does_not_hold_is_dropped_and_counted(
    extraction: ModelExtraction, server: ChatServer, ledger: RedisModelLedger, reason: str, bad: Any
) -> None:
    good = statement(attribute="hobby", value="cello")
    found = await extract(extraction, server, good, bad)
    assert [one.value for one in found] == ["cello"]
    counts = await ledger.counts()
    assert {name: count for name, count in counts.items() if ".dropped." in name} == {f"extract.dropped.{reason}": 1}


@pytest.mark.parametrize("answer", [[], {"facts": []}, {"statements": {}}])
async def test_another_shape_is_nothing(
    extraction: ModelExtraction, server: ChatServer, ledger: RedisModelLedger, answer: Any
) -> None:
    server.replies(says(answer))
    assert (await extraction.extract_with_model(TALK, {})).statements == []
    assert (await ledger.counts())["extract.dropped.shape"] == 1


@pytest.mark.parametrize(
    ("reason", "reply"),
    [
        ("not_json", says("I'd say Leeds.")),
        ("status_500", fails(500)),
        ("status_429", fails(429, retry_after="900")),
        ("connection", (0, {}, b"")),
        ("too_long", (200, {}, ENDLESS)),
    ],
)
async def test_a_model_that_fails_is_counted_and_raises_nothing(
    extraction: ModelExtraction, server: ChatServer, ledger: RedisModelLedger, reason: str, reply: Reply
) -> None:
    server.replies(reply)
    assert (await extraction.extract_with_model(TALK, {})).statements == []
    assert (await ledger.counts())[f"extract.fallback.{reason}"] == 1


async def test_a_cut_off_answer_is_asked_for_again_in_halves(extraction: ModelExtraction, server: ChatServer) -> None:
    def respond(body: dict[str, Any]) -> Reply:
        prompt = body["messages"][1]["content"]
        if prompt.count("\n") > 1:
            return says('{"statements": [', finish_reason="length")
        return says({"statements": [statement(attribute="hobby", value="cello")] if "cello" in prompt else []})

    server.respond = respond
    found = (await extraction.extract_with_model(TALK, {})).statements
    assert [one.message_ids for one in found] == [("id1",)]
    assert len(server.requests) == 3
    server.replies(says("{", finish_reason="length"))
    assert (await extraction.extract_with_model(TALK, {})).statements == []
    assert len(server.requests) == 3 + 6, "and not again and again"


async def test_what_is_known_is_told_and_long_talks_go_in_batches(
    extraction: ModelExtraction, server: ChatServer
) -> None:
    server.replies(says({"statements": []}))
    await extraction.extract_with_model(said(*[("user", f"I saw film {n}.") for n in range(90)]), {"user_home": "York"})
    assert len(server.requests) == 3
    assert json.loads(server.requests[0]["messages"][1]["content"].split("\n")[0]) == {"known": {"user_home": "York"}}
    await extraction.extract_with_model(said(("assistant", "I like jazz."), ("tool", "{}")), {})
    assert len(server.requests) == 3, "nothing of the user's, nothing to ask"
