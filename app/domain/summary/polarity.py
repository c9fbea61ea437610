"""Whether a model's line denies what its sources deny, and nothing else: "decided to use it" is no "decided not to"."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from app.domain.stop_words import STOP_WORDS
from app.domain.words import analyse

_DENIAL: Final = re.compile(
    r"\b(?:not|never|no longer|cannot|neither|without)\b|n['’]t\b|[不没沒别別未勿](?![同过過错錯仅僅])", re.IGNORECASE
)
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_WORD: Final = re.compile(r"[^\W\d_\u3400-\u9fff]+|[\u3400-\u9fff]")
_SENTENCE: Final = re.compile(r"[^.!?;。！？；\n]+")
_LITTLE: Final = frozenset("的了着过会能要想再用去来是在有做")
"""Han characters that say too little to be what is denied."""
_REACH: Final = 3
"""So many telling words behind a denial may be what it denies."""


def same_polarity(text: str, sources: Iterable[str]) -> bool:
    """Whether a text denies only what its sources deny, and does not say outright what they only deny.

    A denial is "not", "never", "n't", 不, 没 and the like; denied are the next telling words behind it.
    """
    sentences = [one for source in sources for one in _SENTENCE.findall(source)]
    theirs = {word for one in sentences for denied in _denied(one) for word in denied}
    ours = list(_denied(text))
    if any(denied and denied[0] not in theirs for denied in ours):
        return False
    if ours:
        return True
    words = set(_telling(text))
    shared = [(len(words & set(_telling(one))), one) for one in sentences]
    most = max((count for count, _ in shared), default=0)
    nearest = [one for count, one in shared if count == most and most]
    return not nearest or not all(any(words & set(denied[:1]) for denied in _denied(one)) for one in nearest)


def _denied(text: str) -> Iterator[list[str]]:
    for match in _DENIAL.finditer(text):
        yield list(_telling(text[match.end() :]))[:_REACH]


def _telling(text: str) -> Iterator[str]:
    """Go over the stems of words that tell something, in order; Han by characters."""
    for match in _WORD.finditer(text):
        word = match[0]
        if _HAN.match(word):
            if word not in _LITTLE:
                yield word
            continue
        stems = [stem for stem in analyse(word) if stem not in STOP_WORDS]
        yield from stems
