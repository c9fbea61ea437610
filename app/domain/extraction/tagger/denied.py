"""Claims that a message denies: "don't answer in English", "I don't have a dog", "我不会说英语"."""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.wording import words

_DENIABLE: Final = words(
    "reply_language language language_spoken reply_length reply_style pet employer workplace home hometown school"
)
"""Attributes of which rules read the value where it is only denied."""
_CLAUSE: Final = re.compile(r"[^,.;:!?，。；：！？\n]*$")
_BEFORE: Final = re.compile(
    r"\b(?:(?:do|does|did|is|are|am|was|were|ca|wo|would|should|have|has|ai)n['’]?t|not|never|cannot|stop|no)"
    r"(?: again)?(?: (?!only|just|left|leave|missed|without|but|for)[\w'’-]+){0,4} $|"
    r"(?:不(?![仅只光但管论過过])|别|別|勿|禁止|没有?|沒有?)(?![^，。]{0,2}开)[^，。]{0,6}$",
    re.IGNORECASE,
)
_ALONE: Final = re.compile(r"^\W*(?:no|not|nope|别|不)\W+$", re.IGNORECASE)
_WITH_IT: Final = re.compile(r"^(?:no|not|don['’]?t|never|不|别|別|没|沒|勿)", re.IGNORECASE)
"""A value that says itself that it is denied ("别太长")."""


def is_denied(text: str, claim: Statement, start: int) -> bool:
    """Whether the clause before the value of a claim, which stands at `start`, denies it."""
    if claim.attribute not in _DENIABLE or _WITH_IT.search(claim.value):
        return False
    clause = _CLAUSE.search(text[:start])
    before = clause[0] if clause is not None else ""
    return _BEFORE.search(before) is not None and _ALONE.match(before) is None
