"""The watch over what the whole suite prints."""

import pytest

from tests.leaks import find_leak


@pytest.mark.parametrize(
    "text",
    [
        f"made haima_{'aB3-_' * 9}",
        "cannot reach postgresql://haima:sesame@127.0.0.1:1/haima",
        "redis://:sesame@host:6379/0",
    ],
)
def test_secrets_are_seen(text: str) -> None:
    assert find_leak([("Captured stdout call", "fine"), ("Captured log call", f"12:00 INFO {text} and more")])


@pytest.mark.parametrize(
    "text",
    ["haima_archive_queue_oldest_seconds 3", "haima_template", "http://127.0.0.1:8080/docs", "postgresql://haima@/h"],
)
def test_what_is_none_is_let_through(text: str) -> None:
    assert find_leak([("Captured stdout call", text)]) is None
