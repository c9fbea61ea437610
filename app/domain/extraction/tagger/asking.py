"""Questions that are not about the speaker: "is Ljubljana nice to live in?", "当兽医得读几年啊"."""

import re
from collections.abc import Iterator
from typing import Final

_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_ASKS: Final = re.compile(
    r"[?？]|^\W*(?:ok |so |and |but |hey |um )*(?:is|are|does|what|what's|whats|how|how's|why|"
    r"when|where|which|who|any)\b(?!['’]t)|"
    r"吗|(?:呢|么)\W*$|([\u4e00-\u9fff])不\1|几(?:年|岁|天|点|个)|多少|多久|怎么|为什么|是[^，,]{1,10}还是",
    re.IGNORECASE,
)
_LEAST_CHARS: Final = 20
_LEAST_HAN: Final = 6
"""Characters of a question."""
_FIRST_PERSON: Final = re.compile(
    r"\b(?:i|i'm|im|i've|ive|i'd|i'll|my|me|mine|myself|we|we're|our|ours|us)\b|[我俺咱]|本人", re.IGNORECASE
)


def asked_of_others(text: str) -> Iterator[tuple[int, int]]:
    """Go over the stretches [start, end) of a message that are questions in which the speaker does not stand."""
    for match in _SENTENCE.finditer(text):
        han = any("\u4e00" <= character <= "\u9fff" for character in match[0])
        brief = len(match[0].strip()) < (_LEAST_HAN if han else _LEAST_CHARS)  # "sprouts? absolutely not" asks nobody
        if not brief and _ASKS.search(match[0]) and not _FIRST_PERSON.search(match[0]):
            yield match.span()
