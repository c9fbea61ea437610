"""Cuts a message into the sentences that may stand in a summary."""

import re
from typing import Final

_FENCED: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_SENTENCE: Final = re.compile(r"[^。！？!?\n\r.…]++(?:\.(?=\S)[^。！？!?\n\r.…]*+)*[。！？!?.…]*+")
_CLAUSE: Final = re.compile(r"[，,；;：]\s*")
_BULLET: Final = re.compile(r"^(?:[-*•·#>]+|\(?\d{1,2}[.)、]\)?)\s*")
_VISIBLE: Final = re.compile(r"\w")
_MOST_CHARS: Final = 8_000
LONGEST: Final = 160
"""A sentence longer than this is cut at a clause: no line may fill a summary."""


def sentences_of(text: str, most: int) -> list[str]:
    """Return at most `most` sentences of a text in their order, code left out, each on one line and at most 160 long.

    Of a longer text the first two thirds and the last third of that number are kept.
    """
    if len(text) > _MOST_CHARS:
        text = text[: _MOST_CHARS * 3 // 4] + "\n" + text[-_MOST_CHARS // 4 :]
    plain = _FENCED.sub("\n", text)
    found = []
    for match in _SENTENCE.finditer(plain):
        sentence = _BULLET.sub("", " ".join(match.group().split()))
        if _VISIBLE.search(sentence):
            found.append(shorten(sentence, LONGEST))
    if len(found) > most:
        head = -(-most * 2 // 3)
        found = found[:head] + found[len(found) - (most - head) :]
    return found


def shorten(sentence: str, limit: int) -> str:
    """Return the sentence, cut after the last clause within `limit` characters, else at a space or by force."""
    if len(sentence) <= limit:
        return sentence
    stops = [match.start() for match in _CLAUSE.finditer(sentence, limit // 3, limit)]
    place = stops[-1] if stops else sentence.rfind(" ", limit // 2, limit)
    return sentence[: place if place > 0 else limit - 1].rstrip() + "…"
