"""What must never be printed or logged, in whatever test: a whole API key, or a password in an address."""

import re

SECRET = re.compile(r"haima_[A-Za-z0-9_-]{40,}|[a-z+]{4,}://[^\s:/@]*:[^\s/@]+@")


def find_leak(sections: list[tuple[str, str]]) -> str | None:
    """Return the name of the first captured section (output or log) that holds a secret."""
    return next((name for name, text in sections if SECRET.search(text)), None)
