"""Chinese words by class (food, trades, towns, illnesses …), and where they stand in a text.

Read once into one dictionary; a text is scanned once from left to right, the longest word first, by two-character
beginnings, so that the cost hardly depends on how many words there are.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from app.domain.extraction.zh.lexicon import food, health, leisure, manner, places, technology, things, trades
from app.domain.extraction.zh.text import fold

_MODULES: Final = (food, health, leisure, manner, places, technology, things, trades)


@dataclass(frozen=True, slots=True)
class Hit:
    """A word of the lexicon at `start` to `end` of a folded text, with the classes it belongs to."""

    start: int
    end: int
    word: str
    classes: frozenset[str]


def _classes() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for module in _MODULES:
        for name, words in module.CLASSES.items():
            for word in words.split():
                found[fold(word.replace("_", " "))].add(name)
    return {word: frozenset(names) for word, names in found.items()}


WORDS: Final = _classes()
"""Every word with its classes."""


def _lengths() -> dict[str, tuple[int, ...]]:
    found: dict[str, set[int]] = defaultdict(set)
    for word in WORDS:
        found[word[:2]].add(len(word))
    return {head: tuple(sorted(lengths, reverse=True)) for head, lengths in found.items()}


_LENGTHS: Final = _lengths()
"""For each beginning of two characters the lengths of the words that begin so, the longest first."""


def find_words(text: str) -> list[Hit]:
    """Return the words of the lexicon in a folded text, in order, none overlapping; Latin words only as whole words.

    Words of a single character are found by nobody here: alone they mean too many things.
    """
    hits: list[Hit] = []
    place, last = 0, len(text) - 1
    while place < last:
        for length in _LENGTHS.get(text[place : place + 2], ()):
            word = text[place : place + length]
            classes = WORDS.get(word)
            if classes is not None and len(word) == length and _is_whole(text, place, place + length):
                hits.append(Hit(place, place + length, word, classes))
                place += length
                break
        else:
            place += 1
    return hits


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no letter or digit of the same Latin word stands beside."""
    return not (_go_on(text[start - 1 : start], text[start]) or _go_on(text[end - 1], text[end : end + 1]))


def _go_on(one: str, other: str) -> bool:
    """Whether two neighbours are of one Latin word or number."""
    return bool(one and other) and one.isascii() and other.isascii() and one.isalnum() and other.isalnum()
