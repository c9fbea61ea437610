"""Log lines for people (`text`) or for machines (`json`): one line a record, secrets struck out, on stderr.

Whatever is given as `extra` is shown: `key=value` at the end of a text line, members of the JSON object. The libraries
that talk too much or too long are quietened here.
"""

import logging
import re
import sys
import time
import traceback
from typing import Any, Final, Literal

import orjson

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}
_SECRETS: Final = (
    (re.compile(r"(\w[\w+.-]*://[^\s:/@]*):[^\s@]+@"), r"\1:***@"),  # the password of a DSN or URL
    (
        re.compile(r"\b(password|passwd|secret|api_key|apikey)(\s*[=:]\s*)('[^']*'|\"[^\"]*\"|[^\s,;)]+)", re.I),
        r"\1\2***",
    ),
    (re.compile(r"\b(bearer|basic)\s+[\w.~+/=-]{6,}", re.I), r"\1 ***"),
    (re.compile(r"\bhaima_[\w-]{20,}"), "haima_***"),
)
_QUIET: Final = {
    "docket": logging.WARNING,
    "httpx": logging.WARNING,
    "httpcore": logging.WARNING,
    "asyncio": logging.WARNING,
    "yoyo": logging.WARNING,
    "uvicorn.error": logging.WARNING,  # we say ourselves where we listen
    "psycopg.pool": logging.ERROR,  # an outage is reported by those who wait for it
}
SLOW_SECONDS: Final = 1.0
REPEAT_SECONDS: Final = 60.0
_MOST_SEEN: Final = 100  # messages of libraries whose last time is remembered

access = logging.getLogger("app.access")


def redact(text: str) -> str:
    """Strike out passwords of DSNs, bearer tokens and API keys."""
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


def trace_of(error: BaseException) -> str:
    """Return where an error came from: frames and kinds, without messages, which may quote what users wrote."""
    lines: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        lines += [*traceback.format_tb(cause.__traceback__), f"{type(cause).__name__}\n"]
        cause = cause.__cause__ or cause.__context__
    return "".join(lines).rstrip()


class TextFormatter(logging.Formatter):
    """`2026-03-02 08:00:00.123 INFO    app.worker  message  key=value`, times in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line (with the traceback under it, where there is one)."""
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(record.created))
        extras = "".join(f"  {name}={_plain(value)}" for name, value in _extras(record).items())
        message = record.getMessage().replace("\n", "\\n")
        line = f"{at}.{int(record.msecs):03d} {record.levelname:<7} {record.name}  {message}{extras}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return redact(line)


class JsonFormatter(logging.Formatter):
    """One JSON object a line: `at`, `level`, `logger`, `message`, `error`, and the extras."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object as one line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        entry: dict[str, Any] = {
            "at": at,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        if record.exc_info:
            entry["error"] = redact(self.formatException(record.exc_info))
        for name, value in _extras(record).items():
            entry.setdefault(name, redact(value) if isinstance(value, str) else value)
        return orjson.dumps(entry, default=str, option=orjson.OPT_NON_STR_KEYS).decode()


class _OneLine(logging.Filter):
    """Replaces a library's traceback by the name of the error, and lets a line pass once a minute.

    An outage is one line a minute then, not forty a second.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        last = self._seen.get(message)
        if last is not None and record.created - last < REPEAT_SECONDS:
            return False
        if len(self._seen) >= _MOST_SEEN:
            self._seen.clear()
        self._seen[message] = record.created
        if record.exc_info and record.exc_info[1] is not None:
            record.msg = f"{message} ({type(record.exc_info[1]).__name__})"
            record.args = ()
            record.exc_info = None
        return True


def set_up_logs(log_format: Literal["text", "json"], level: str) -> None:
    """Send all log lines of this process to stderr in the given format. Calling it again changes the format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextFormatter() if log_format == "text" else JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    for name, least in _QUIET.items():
        logging.getLogger(name).setLevel(max(least, root.level) if root.level > logging.DEBUG else root.level)
    for name in ("docket.worker", "docket.dependencies", "docket.strikelist"):
        logger = logging.getLogger(name)
        if not any(isinstance(present, _OneLine) for present in logger.filters):
            logger.addFilter(_OneLine())


def log_request(
    method: str, route: str, status: int, seconds: float, *, request_id: str, tenant: str | None = None
) -> None:
    """Write the line of one request: warning for 5xx, info when slower than a second, else debug.

    A line a request would cost more than a cached search; counts and latencies of all are in /metrics.
    """
    if status >= 500:
        level = logging.WARNING
    elif seconds >= SLOW_SECONDS:
        level = logging.INFO
    else:
        level = logging.DEBUG
    if access.isEnabledFor(level):
        extra = {"status": status, "ms": round(seconds * 1000, 1), "request_id": request_id, "tenant": tenant}
        access.log(level, "%s %s", method, route, extra=extra)


def _extras(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name not in _STANDARD and value is not None}


def _plain(value: object) -> str:
    text = str(value)
    return repr(text) if not text or any(c.isspace() or not c.isprintable() for c in text) else text
