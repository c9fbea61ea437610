"""What the learned classes of importance see of a text: words and pairs of them, stretches of Chinese, its shape."""

import re
from typing import Final

from app.domain.han_variants import TO_SIMPLIFIED

MOST_CHARS: Final = 600
"""Of a longer text the head and the tail are read: what it is about stands there, and what is asked for."""

_HAN: Final = re.compile(r"[\u3400-\u9fff]+")
_WORD: Final = re.compile(r"[^\W\d_\u3400-\u9fff]+(?:['’][^\W\d_]+)?|\d+")
_ASKS: Final = re.compile(r"[?？]\s*$|[吗呢][。！!\s]*$")


def features_of(text: str) -> list[str]:
    """Return the features of a text, with repeats: linear in its first `MOST_CHARS` characters.

    Words (numbers as `#`), pairs of neighbouring words with the ends of the text, the first four and last three letters
    of longer words; of Chinese, in simplified characters, every stretch of one to three; signs of a question, a number,
    pasted lines; and how long it is.
    """
    if len(text) > MOST_CHARS:
        text = text[: MOST_CHARS // 2] + "\n" + text[-MOST_CHARS // 2 :]
    lower = text.lower()
    found: list[str] = []
    han = 0
    if not lower.isascii():
        lower = lower.replace("’", "'").translate(TO_SIMPLIFIED)
        for match in _HAN.finditer(lower):
            stretch = f"^{match.group()}$"
            length = len(stretch)
            han += length - 2
            found += stretch
            found += [stretch[at : at + 2] for at in range(length - 1)]
            found += [stretch[at : at + 3] for at in range(length - 2)]
    words = ["#" if word[0].isdigit() else word for word in _WORD.findall(lower)]
    found += words
    found += [f"{first} {second}" for first, second in zip(["<", *words], [*words, ">"], strict=True)]
    for word in words:
        if len(word) > 4:
            found += (f"~{word[:4]}", f"~{word[-3:]}")
    if _ASKS.search(lower):
        found.append("@asks")
    if "#" in words:
        found.append("@number")
    if "\n" in lower:
        found.append("@lines")
    found += (f"@words {min(6, len(words) // 4)}", f"@han {min(8, han // 5)}")
    return found
