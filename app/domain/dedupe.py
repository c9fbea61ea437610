"""Texts that say the same thing in the same words, so that a short list does not say it twice.

Two texts are twins when their words are the same set or nearly (Jaccard index at least 0.85) and the words that differ
neither count nor deny: "costs 50" and "costs 60", "likes" and "does not like" stay apart. Meant for the few hundred
best of a search: the cost is the number of words shared with what is already kept.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from app.domain.words import analyse

NEAR: Final = 0.85
_SHORT: Final = 1_200
SUSPICIOUS: Final = 0.7
"""Share of the larger set of index terms from which two texts are compared; marks of the speaker count among them."""
_NUMERALS: Final = frozenset("一二三四五六七八九十两百千万零〇")
_DENIALS: Final = frozenset(
    {"no", "not", "never", "don't", "doesn't", "didn't", "isn't", "wasn't", "won't", "can't", "cannot", "without"}
    | {"stop", "不", "没", "没有", "不是", "别", "未", "无", "不再"}
)


def find_twins(texts: Sequence[str], near: float = NEAR) -> list[int]:
    """Return for each text the place of the first earlier text that it repeats, or its own place when it is new.

    Texts come best first, so that the kept one is the best. A text is compared with kept ones only.
    """
    kept: dict[int, frozenset[str]] = {}
    holders: defaultdict[str, list[int]] = defaultdict(list)
    found: list[int] = []
    for place, text in enumerate(texts):
        words = _short_words(text) if len(text) <= _SHORT else _words(text)
        shared = Counter(holder for word in words for holder in holders[word])
        twin = min(
            (other for other, common in shared.items() if _same(words, kept[other], common, near)), default=place
        )
        found.append(twin)
        if twin == place:
            kept[place] = words
            for word in words:
                holders[word].append(place)
    return found


def may_be_twins(terms: Sequence[frozenset[int]]) -> bool:
    """Return whether two of these sets of index terms are so alike that their texts are worth comparing.

    Cheap enough for every search: most short lists have no twins, and need no text taken apart to know it.
    """
    sizes = [len(words) for words in terms]
    for place, words in enumerate(terms):
        for other in range(place):
            small, large = sorted((sizes[place], sizes[other]))
            if small >= SUSPICIOUS * large and len(words & terms[other]) >= SUSPICIOUS * large:
                return True
    return False


def _words(text: str) -> frozenset[str]:
    return frozenset(analyse(text)) or frozenset((text,))


_short_words = lru_cache(maxsize=4096)(_words)
"""The same few memories are shown again and again; their words are taken apart once."""


def _same(one: frozenset[str], two: frozenset[str], common: int, near: float) -> bool:
    union = len(one) + len(two) - common
    if common == union:
        return True
    return common >= near * union and not any(_decides(word) for word in one ^ two)


def _decides(word: str) -> bool:
    """Return whether a word alone can turn a statement into another: it counts or denies."""
    return word in _DENIALS or not _NUMERALS.isdisjoint(word) or any(character.isdigit() for character in word)
