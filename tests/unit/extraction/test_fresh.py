"""Reading for what fresh messages state: the same as reading all, with less looked for in what came before."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.domain.extraction.extract import extract
from app.domain.extraction.models import Said, Statement

SAYINGS = (
    "I live in Lisbon", "thanks, that helps", "my sister Anna works as a nurse", "she is 34", "not Anna, Hanna",
    "scratch that", "ok", "OK", "what is the capital of Norway?", "I'm allergic to peanuts", "I live in Lisbon",
    "我女儿叫朵朵，今年3岁", "她喜欢画画", "谢谢", "不对，是多多", "我最近在学弹钢琴", "帮我写一封邮件给房东",
    "Ich wohne in Berlin", "me llamo Carla", "let's play a game, you are a pirate", "stop playing", "yes", "对",
)  # fmt: skip
QUESTIONS = ("", "Do you live in Berlin?", "Which city are you in?", "您在哪个城市？", "Sure, here it is.")


def conversation(seed: int) -> list[Said]:
    drawn = random.Random(seed)
    said: list[Said] = []
    at = datetime(2026, 3, 1, tzinfo=UTC)
    for number in range(drawn.randint(1, 6)):
        if question := drawn.choice(QUESTIONS):
            said.append(Said(f"a{number}", "assistant", question, at))
        said.append(Said(f"u{number}", "user", drawn.choice(SAYINGS), at))
        at += timedelta(minutes=drawn.choice((1, 5, 300)))
    return said


def of(statements: Sequence[Statement], messages: Sequence[Said], fresh: set[str]) -> list[Statement]:
    """What counts for who reads fresh messages: their statements by the newest message of each."""
    places = {message.id: place for place, message in enumerate(messages)}
    found = []
    for one in statements:
        ids = tuple(id for id in one.message_ids if id in fresh)
        if ids:
            found.append((max(places[id] for id in ids), replace(one, message_ids=ids)))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


@pytest.mark.parametrize("seed", range(60))
def test_fresh_messages_state_the_same(seed: int) -> None:
    messages = conversation(seed)
    fresh = {message.id for message in messages[seed % len(messages) :]}
    assert of(extract(messages, fresh), messages, fresh) == of(extract(messages), messages, fresh)


def test_what_came_before_is_not_looked_into_for_messages_that_state_nothing() -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    messages = [Said("u0", "user", "我女儿叫朵朵，今年3岁", at), Said("u1", "user", "谢谢", at)]
    assert {one.action for one in extract(messages, {"u1"})} == {"heard"}
    assert "state" in {one.action for one in extract(messages, {"u0", "u1"})}


def test_what_is_said_over_again_goes_by_what_came_before() -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    messages = [Said("u0", "user", "OK", at), Said("u1", "user", "ok", at)]
    assert extract(messages, {"u1"}) == extract(messages)
