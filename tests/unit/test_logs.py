"""Log lines: both formats, extras, and no secrets."""

import json
import logging
import sys

import pytest

from app.logs import JsonFormatter, TextFormatter, log_request, redact


def record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("app.worker", logging.INFO, "file.py", 1, message, args, None)
    made.created = 1_772_438_400.5
    made.msecs = 500.0
    vars(made).update(extra)
    return made


def test_a_text_line_has_time_level_name_message_and_extras() -> None:
    line = TextFormatter().format(record("drained %d users", 3, tenant="a b", ms=1.5, nothing=None))
    assert line == "2026-03-02 08:00:00.500 INFO    app.worker  drained 3 users  tenant='a b'  ms=1.5"


def test_a_message_cannot_start_a_line_of_its_own() -> None:
    line = TextFormatter().format(record("user said %s", "hello\n2026-01-01 CRITICAL forged", path="a\nb"))
    assert "\n" not in line


def test_a_json_line_has_the_same_as_members() -> None:
    entry = json.loads(JsonFormatter().format(record("drained %d users", 3, tenant="acme", ms=1.5)))
    assert entry == {
        "at": "2026-03-02T08:00:00.500Z",
        "level": "info",
        "logger": "app.worker",
        "message": "drained 3 users",
        "tenant": "acme",
        "ms": 1.5,
    }


def test_json_holds_what_json_cannot_say() -> None:
    entry = json.loads(JsonFormatter().format(record("x", value=object(), level="mine")))
    assert entry["level"] == "info"
    assert entry["value"].startswith("<object")


@pytest.mark.parametrize(
    "text",
    [
        "cannot reach postgresql://haima:sesame@db:5432/haima",
        "cannot reach redis://:sesame@redis:6379/0",
        "connection failed: host=db user=haima password=sesame dbname=haima",
        "Authorization: Bearer sesame_1234",
        'api_key="sesame", model=x',
        "key haima_sesame5678901234567890123456789012345678901",
    ],
)
def test_secrets_are_struck_out(text: str) -> None:
    assert "sesame" in text
    assert "sesame" not in redact(text)
    assert "sesame" not in TextFormatter().format(record("%s", text, detail=text))
    assert "sesame" not in JsonFormatter().format(record("%s", text, detail=text))


def test_secrets_in_a_traceback_are_struck_out() -> None:
    made = record("failed")
    try:
        raise ConnectionError("redis://:sesame@redis:6379")
    except ConnectionError:
        made.exc_info = sys.exc_info()
    for formatter in (TextFormatter(), JsonFormatter()):
        line = formatter.format(made)
        assert "ConnectionError" in line
        assert "sesame" not in line


def test_plain_text_is_left_alone() -> None:
    text = "see http://127.0.0.1:8080/docs and mail a@b.example about the password"
    assert redact(text) == text


@pytest.mark.parametrize(
    ("status", "seconds", "level"),
    [(200, 0.01, None), (404, 0.01, None), (200, 1.5, "INFO"), (503, 0.01, "WARNING"), (500, 3.0, "WARNING")],
)
def test_only_slow_and_failed_requests_make_a_line(
    status: int, seconds: float, level: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="app.access"):
        log_request("POST", "/v1/save", status, seconds, request_id="r1", tenant="acme")
    assert [made.levelname for made in caplog.records] == ([level] if level else [])
