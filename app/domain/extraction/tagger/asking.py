"""Questions: a user's that are not about the speaker ("is Ljubljana nice to live in?"), and those of an assistant."""

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


_PROMPTS: Final = re.compile(
    r"[?？]|[吗嗎]|呢\W*$|什么|什麼|哪|几|幾|多少|谁|誰|怎么|怎麼|是不是|要不要|告诉我|告訴我|请问|請問|说说|說說"
    r"|说一下|說一下|请提供|請提供"
    r"|\b(?:what|which|who|whose|how|when|where|why|(?:do|did|are|were|have|can) you|is (?:it|that)|tell me|"
    r"let me know|please)\b",
    re.IGNORECASE,
)


def prompt_in(before: str) -> str:
    """Return what the assistant said just before a message where it asks something, "" where it only remarks.

    A remark ("sounds fast", 老手艺了) tells nothing of what the message means, and what models have learned of messages
    behind remarks, which are mostly chatter, hid facts (decision 0046).
    """
    return before if _PROMPTS.search(before) else ""


def asked_of_others(text: str) -> Iterator[tuple[int, int]]:
    """Go over the stretches [start, end) of a message that are questions in which the speaker does not stand."""
    for match in _SENTENCE.finditer(text):
        han = any("\u4e00" <= character <= "\u9fff" for character in match[0])
        brief = len(match[0].strip()) < (_LEAST_HAN if han else _LEAST_CHARS)  # "sprouts? absolutely not" asks nobody
        if not brief and _ASKS.search(match[0]) and not _FIRST_PERSON.search(match[0]):
            yield match.span()
