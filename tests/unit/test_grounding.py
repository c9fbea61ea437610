"""Grounding: numbers, names and words of a model's text must be the sources'."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.summary.grounding import clean_line, is_grounded, same_script


@pytest.mark.parametrize(
    ("text", "source", "least", "expected"),
    [
        ("lives in Leeds", "I live in Leeds with my cat", 1.0, True),
        ("lives in York", "I live in Leeds with my cat", 0.3, False),
        ("3 cats", "I have three cats", 1.0, True),
        ("4 cats", "I have three cats", 0.0, False),
        ("3岁", "今年三岁", 1.0, True),
        ("朵朵今年3岁", "我女儿叫朵朵，今年3岁", 1.0, True),
        ("朵朵今年4岁", "我女儿叫朵朵，今年3岁", 0.5, False),
        ("护士", "護士", 1.0, False),
        ("works with Anna on ABC-7", "ABC-7 is what I work on with Anna", 1.0, True),
        ("works with Anne", "I work with Anna", 0.5, False),
        ("9:30", "the bus leaves at 9:30", 1.0, True),
        ("a keen gardener who likes roses", "I like roses", 1.0, False),
        ("likes roses a lot", "I like roses", 0.5, True),
        ("the", "nothing of the kind", 1.0, True),
        ("…", "nothing", 1.0, False),
        ("C++", "I write C++", 1.0, True),
    ],
)
def test_is_grounded(text: str, source: str, least: float, expected: bool) -> None:
    assert is_grounded(text, [source], least=least) is expected


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("住在利兹", "I live in Leeds", False),
        ("Lives in Leeds", "我住在利兹，有两只猫", False),
        ("用Python", "我平时用Python写代码", True),
        ("Python", "我平时用Python写代码", True),
        ("東京に住む", "東京に住んでいます", True),
        ("Живёт в Лидсе", "I live in Leeds", False),
        ("42", "anything", True),
        ("Leeds", "42", False),
    ],
)
def test_same_script(text: str, source: str, expected: bool) -> None:
    assert same_script(text, [source]) is expected


@pytest.mark.parametrize("bad", [None, 7, [], "", "  \n ", "a\u0000b", "\ud800", "x" * 21, "\u0007", "a\x85\x9fb"])
def test_what_may_not_be_kept(bad: object) -> None:
    assert clean_line(bad, 20) is None


def test_a_line_is_one_line() -> None:
    assert clean_line(" two\n words ", 20) == "two words"


@example("00Y$E$À", "A")
@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_judged(text: str, source: str) -> None:
    assert is_grounded(text, [source], least=0.5) in (True, False)
    assert same_script(text, [source]) in (True, False)
    if text.strip() and is_grounded(text, [text], least=1.0):
        assert is_grounded(text, [text, source], least=1.0)
