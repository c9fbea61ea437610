"""Words by class, in English: places, trades, illnesses, food, pastimes, animals, technology, ways to answer.

One text file a class, one line a sort: "city: aarhus, aberdeen, …". A "*" behind a term marks what is an everyday word
too ("bath*", "go*"): it counts only with a capital, or where the words around it leave no doubt. Read once; a text is
looked through word by word with a lookup for each, the longest term first.
"""

import re
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

CLASSES: Final = (
    "places", "trades", "health", "food", "pursuits", "animals", "tools", "styles", "languages", "occasions",
)  # fmt: skip
_TOKEN: Final = re.compile(r"[^\W_]+(?:['.&:/][^\W_]+)*[+#]*")
_LONGEST: Final = 5
"""Words of the longest term."""


class Term(NamedTuple):
    """What a term stands for: its sort ("city", "allergen"), and whether it is an everyday word too."""

    sort: str
    weak: bool


class Hit(NamedTuple):
    """A term found in a text, at [start, end), as written there, with its sorts."""

    start: int
    end: int
    text: str
    terms: tuple[Term, ...]


class _Lexicon(NamedTuple):
    terms: dict[tuple[str, ...], tuple[Term, ...]]
    longest: dict[str, int]


def find_terms(text: str) -> list[Hit]:
    """Return the terms that occur in a text, in order, none inside another. Linear in the text."""
    lexicon = _lexicon()
    spans = [(match.start(), match.end(), _word(match[0])) for match in _TOKEN.finditer(text)]
    found: list[Hit] = []
    place = 0
    while place < len(spans):
        size, terms = _longest_at(lexicon, [word for _, _, word in spans[place : place + _LONGEST]])
        if size:
            start, end = spans[place][0], spans[place + size - 1][1]
            written = text[start:end].removesuffix("'s").removesuffix("'")
            known = tuple(term for term in terms if not term.weak or written[:1].isupper()) or terms
            found.append(Hit(start, start + len(written), written, known))
        place += size or 1
    return found


def terms_of(phrase: str) -> tuple[Term, ...]:
    """Return what a whole phrase stands for, () where no class has it."""
    words = [_word(match[0]) for match in _TOKEN.finditer(phrase)]
    size, terms = _longest_at(_lexicon(), words[:_LONGEST]) if words else (0, ())
    return terms if size == len(words) else ()


def words_of(sort: str) -> list[str]:
    """Return the terms of a sort that are single words and no everyday words too, in the order of the files."""
    terms = _lexicon().terms.items()
    return [words[0] for words, known in terms if len(words) == 1 and Term(sort, weak=False) in known]


def _longest_at(lexicon: _Lexicon, words: list[str]) -> tuple[int, tuple[Term, ...]]:
    most = min(
        len(words),
        max(
            lexicon.longest.get(words[0], 0),
            lexicon.longest.get(_singular(words[0]), lexicon.longest.get(words[0].removesuffix("s"), 0)),
        ),
    )
    for size in range(most, 0, -1):
        for last in (words[size - 1], _singular(words[size - 1]), words[size - 1].removesuffix("s")):
            terms = lexicon.terms.get((*words[: size - 1], last))
            if terms is not None:
                return size, terms
    return 0, ()


def _word(written: str) -> str:
    return written.casefold().removesuffix("'s").removesuffix("'")


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-2] if word.endswith(("ches", "shes", "xes")) else word[:-1]
    return word


@cache
def _lexicon() -> _Lexicon:
    terms: dict[tuple[str, ...], dict[str, bool]] = {}
    for name in CLASSES:
        text = resources.files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
        for line in text.splitlines():
            sort, colon, listed = line.partition(": ")
            if not colon or line.startswith("#"):
                continue
            for written in listed.split(", "):
                words = tuple(_word(match[0]) for match in _TOKEN.finditer(written.rstrip("*")))
                if words:
                    terms.setdefault(words, {}).setdefault(sort, written.endswith("*"))
    longest: dict[str, int] = {}
    for words in terms:
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return _Lexicon(
        {words: tuple(Term(sort, weak) for sort, weak in sorts.items()) for words, sorts in terms.items()}, longest
    )
