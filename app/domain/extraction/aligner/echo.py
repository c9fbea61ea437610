"""What a message shares with the one that told a fact: who postpones "the knee op" does not name its old date."""

from functools import lru_cache
from typing import Final

from app.domain.stop_words import LATIN
from app.domain.words import query_terms

BEFORE: Final = 60
MOST_TOLD: Final = 160
"""Characters before a value, and in all, that are read of the message that told it."""
_WHOLE: Final = 0.9
"""What weighs less is part of a word."""


def around(text: str, value: str) -> str:
    """Return what stands around a value in the message that told it, its beginning where the value is not in it."""
    place = max(0, text.find(value))
    start = max(0, place - BEFORE)
    return text[start : start + MOST_TOLD].strip()


def echoes(text: str, told: str) -> int:
    """Return how many words, stop words not counted, two texts share whatever their endings."""
    return len(_words(text) & _words(told)) if told else 0


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(one.term for one in query_terms(text) if one.weight >= _WHOLE) - LATIN["english"]
