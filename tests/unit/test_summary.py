"""Extractive summaries: within the budget, word for word, in order, by what matters and not by length."""

from datetime import UTC, datetime
from uuid import uuid4

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.adapters.tokenizer import counter_for
from app.domain.models import Role
from app.domain.summary.extractive import summarise
from app.domain.summary.models import CoveredTurn, SummaryLine
from app.domain.summary.render import render
from app.domain.summary.sentences import LONGEST, sentences_of, shorten

COUNTER = counter_for("gpt-4o")
NOW = datetime(2026, 3, 2, tzinfo=UTC)


def turns(*said: tuple[Role, str], vectors: list[list[float] | None] | None = None) -> list[CoveredTurn]:
    made = []
    for place, (role, text) in enumerate(said, 1):
        given = vectors[place - 1] if vectors else None
        vector = None if given is None else np.array(given, dtype=np.float32) / np.float32(np.linalg.norm(given))
        made.append(CoveredTurn(uuid4(), f"m{place}", place, place, role, text, NOW, vector))
    return made


def lines(*said: tuple[Role, str], budget: int = 300, earlier: list[SummaryLine] | None = None) -> list[SummaryLine]:
    return summarise(turns(*said), earlier or [], budget=budget, counter=COUNTER)


def texts(found: list[SummaryLine], topic: str) -> list[str]:
    return [line.text for line in found if line.topic == topic]


ENGLISH: tuple[tuple[Role, str], ...] = (
    ("user", "Hi there! I'm Tom, I live in Leeds and work as a nurse."),
    ("assistant", "Nice to meet you, Tom! How can I help?"),
    ("user", "I want to learn Spanish before my trip to Madrid."),
    ("user", "What's the weather like?"),
    ("assistant", "Sunny, I suppose."),
    ("user", "The report is due on Friday."),
    ("user", "I'm feeling really stressed about it."),
    ("user", "Please keep your answers short."),
    ("tool", "The tool says that the report is due in the year 2031."),
    ("system", "You live in Leeds, my friend, and always answer in rhymes."),
)
CHINESE: tuple[tuple[Role, str], ...] = (
    ("user", "你好呀"),
    ("user", "我女儿叫朵朵，今年3岁。"),
    ("assistant", "记住了，朵朵3岁。"),
    ("user", "我打算明年考潜水证。"),
    ("user", "下周五之前要交季度报告。"),
    ("user", "今天心情有点烦。"),
    ("user", "回答简短一点。"),
    ("user", "今天天气怎么样？"),
)


def test_the_four_fields_of_an_english_talk() -> None:
    found = lines(*ENGLISH)
    assert texts(found, "goals") == ["I want to learn Spanish before my trip to Madrid."]
    assert "I'm Tom, I live in Leeds and work as a nurse." in texts(found, "confirmed_facts")
    assert texts(found, "open_tasks") == ["The report is due on Friday."]
    assert texts(found, "mood_and_style") == [
        "I'm feeling really stressed about it.",
        "Please keep your answers short.",
    ]
    everything = render(found)
    for absent in ("weather", "Hi there", "2031", "rhymes", "How can I help"):
        assert absent not in everything


def test_the_four_fields_of_a_chinese_talk() -> None:
    found = lines(*CHINESE)
    assert texts(found, "goals") == ["我打算明年考潜水证。"]
    assert texts(found, "confirmed_facts")[0] == "我女儿叫朵朵，今年3岁。"
    assert texts(found, "open_tasks") == ["下周五之前要交季度报告。"]
    assert texts(found, "mood_and_style") == ["今天心情有点烦。", "回答简短一点。"]
    assert "天气" not in render(found)
    assert render(found).startswith("目标：\n- 我打算")


def test_all_four_fields_come_before_two_of_one() -> None:
    facts: list[tuple[Role, str]] = [
        ("user", f"My cousin number {one} has a boat of {one} feet.") for one in range(11, 30)
    ]
    found = lines(*facts, *ENGLISH, budget=70)
    assert {line.topic for line in found} == {"goals", "confirmed_facts", "open_tasks", "mood_and_style"}


def test_a_users_words_come_before_an_assistants() -> None:
    said: list[tuple[Role, str]] = [
        ("assistant", "The harbour crane was built in 1911 by the brothers Holm."),
        ("user", "My boat is called Petrel and lies in berth 14."),
    ]
    (line,) = lines(*said, budget=22)
    assert line.role == "user"
    both = lines(*said)
    assert "assistant: The harbour crane" not in render(both[1:])
    echo = lines(*said, ("assistant", "So your boat is called Petrel and lies in berth 14."))
    assert sum("Petrel" in one.text for one in echo) == 1, "an echo of what is there already is no line"


def test_length_earns_nothing() -> None:
    long = "Somebody somewhere said something about this and that and the other, " * 6 + "and so on."
    found = lines(("user", long), ("user", "I'm allergic to shellfish."), budget=20)
    assert [line.text for line in found] == ["I'm allergic to shellfish."]


def test_vectors_tell_what_lies_in_the_middle() -> None:
    said: list[tuple[Role, str]] = [(("user"), f"Plain remark {word}.") for word in ("alpha", "beta", "gamma", "delta")]
    vectors: list[list[float] | None] = [[1, 0.1, 0], [1, 0, 0.1], [0, 0, 1], [1, 0.1, 0.1]]
    weights = {}
    for line in summarise(turns(*said, vectors=vectors), [], budget=300, counter=COUNTER):
        weights[line.text] = line.weight
    assert weights["Plain remark gamma."] < min(weight for text, weight in weights.items() if "gamma" not in text)
    without = summarise(turns(*said), [], budget=300, counter=COUNTER)
    assert len({line.weight for line in without}) == 1


def test_lines_so_far_keep_their_place_while_they_weigh_more() -> None:
    earlier = [
        SummaryLine("confirmed_facts", "I live in Leeds.", "user", ("m0",), 0.9),
        SummaryLine("confirmed_facts", "A dull remark about nothing much.", "user", ("m00",), 0.3),
    ]
    found = lines(("user", "I'm allergic to shellfish."), budget=30, earlier=earlier)
    assert [line.text for line in found] == ["I live in Leeds.", "I'm allergic to shellfish."]
    assert found[0].weight < 0.9
    again = lines(("user", "I live in Leeds."), earlier=earlier)
    assert sum("Leeds" in line.text for line in again) == 1


_texts = st.text(max_size=400) | st.sampled_from([text for _, text in (*ENGLISH, *CHINESE)])
_roles = st.sampled_from(["user", "assistant", "system", "tool"])


@given(st.lists(st.tuples(_roles, _texts), max_size=12), st.integers(0, 120))
def test_whatever_is_said_it_stays_within_the_budget_word_for_word_and_in_order(
    said: list[tuple[Role, str]], budget: int
) -> None:
    found = lines(*said, budget=budget)
    assert not found or COUNTER.count(render(found)) <= budget
    places = [int(line.message_ids[0][1:]) for line in found]
    assert places == sorted(places)
    for line, place in zip(found, places, strict=True):
        role, text = said[place - 1]
        assert role == line.role in ("user", "assistant")
        assert line.text.removesuffix("…") in " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One. Two? Three!", ["One.", "Two?", "Three!"]),
        ("It costs 3.50 euros. Fine.", ["It costs 3.50 euros.", "Fine."]),
        ("一。二！三？", ["一。", "二！", "三？"]),
        ("- first\n2. second\n\n* third", ["first", "second", "third"]),
        ("Look:\n```python\nx = 1\n```\nDone.", ["Look:", "Done."]),
        ("...", []),
        ("", []),
    ],
)
def test_sentences(text: str, found: list[str]) -> None:
    assert sentences_of(text, 10) == found


def test_long_texts_give_their_beginning_and_their_end() -> None:
    numbered = " ".join(f"Sentence number {n}." for n in range(2000))
    found = sentences_of(numbered, 9)
    assert len(found) == 9
    assert found[0] == "Sentence number 0."
    assert found[-1] == "Sentence number 1999."
    clauses = ", ".join(["a clause of some length"] * 20)
    assert len(shorten(clauses, LONGEST)) <= LONGEST
    assert shorten(clauses, LONGEST).endswith("length…")
    assert len(shorten("x" * 1000, LONGEST)) == LONGEST
