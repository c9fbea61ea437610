"""Whether what a chat model wrote was said: in the script of its sources, from their words, numbers and names.

A model's text is untrusted. These checks are by characters and words alone, so they cost nothing and cannot be talked
round; what a careful paraphrase says in other words is lost now and then, which is the price.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from app.domain.stop_words import STOP_WORDS
from app.domain.words import analyse

_UNSPACED: Final = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME: Final = re.compile(r"(?<![.!?:\n] )(?<=\s)[A-Z][^\W\d_]+(?:['’-][^\W\d_]+)*|\b[^\W_]*\d[^\W_]*\b|\b[A-Z]{2,}\b")
_WORD: Final = re.compile(r"[^\W_]+")
_SCRIPTS: Final = (
    ("han", re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")),
    ("kana", re.compile(r"[\u3041-\u30ff]")),
    ("hangul", re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff]")),
    ("latin", re.compile(r"[A-Za-z\u00c0-\u024f]")),
    ("cyrillic", re.compile(r"[\u0400-\u052f]")),
    ("greek", re.compile(r"[\u0370-\u03ff]")),
    ("arabic", re.compile(r"[\u0600-\u06ff]")),
    ("devanagari", re.compile(r"[\u0900-\u097f]")),
    ("thai", re.compile(r"[\u0e00-\u0e7f]")),
    ("hebrew", re.compile(r"[\u0590-\u05ff]")),
)
_WRITTEN_NUMBERS: Final = {
    word: str(value)
    for words in (
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        list("零一二三四五六七八九十"),
    )
    for value, word in enumerate(words)
} | {"两": "2", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50"}
_FAMILIES: Final = {"han": "cjk", "kana": "cjk"}
LEAST_SHARE: Final = 0.15
"""A script counts as the sources' own from this share of their letters on."""


def clean_line(value: Any, most_chars: int) -> str | None:
    """Return a model's string on one line, or None unless it is one that may be kept.

    Refused: no string, blank, longer than `most_chars`, with U+0000 or other controls, or with a lone surrogate.
    """
    if not isinstance(value, str) or len(value) > 4 * most_chars:
        return None
    line = " ".join(value.split())
    if not line or len(line) > most_chars or any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") for c in line):
        return None
    return line


def same_script(text: str, sources: Iterable[str]) -> bool:
    """Whether the script that most letters of `text` are in is one that the sources are written in."""
    counts = _scripts(text)
    if not counts:
        return True
    theirs = _scripts("".join(sources))
    main = counts.most_common(1)[0][0]
    return theirs[main] >= LEAST_SHARE * sum(theirs.values()) > 0


def is_grounded(text: str, sources: Iterable[str], *, least: float) -> bool:
    """Whether every number and name of `text`, and at least the share `least` of its words, occur in the sources.

    Han and kana count by characters, everything else by stems without stop words. A number may stand in words in the
    sources ("three", "三"). Text without any word or sign of its own is not grounded.
    """
    said_by = [unicodedata.normalize("NFKC", one) for one in sources]
    source = "\n".join(said_by)
    plain = unicodedata.normalize("NFKC", text)
    if not _numbers_occur(plain, source) or not _names_occur(plain, source):
        return False
    characters = _UNSPACED.findall(plain)
    known = set(_UNSPACED.findall(source))
    words = [word for word in _stems(plain) if word not in STOP_WORDS]
    said = {stem for one in said_by for stem in _stems(one)} | _written_numbers(source)  # stems go by a text's language
    found = sum(character in known for character in characters) + sum(word in said for word in words)
    count = len(characters) + len(words)
    if count == 0:
        return plain.casefold() in source.casefold()
    return found >= least * count


def _scripts(text: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for name, pattern in _SCRIPTS:
        if found := len(pattern.findall(text)):
            counts[_FAMILIES.get(name, name)] += found
    others = len(_LETTER.findall(text)) - sum(counts.values())
    if others > 0:
        counts["other"] = others
    return counts


def _stems(text: str) -> list[str]:
    return analyse(_UNSPACED.sub(" ", text)) if _WORD.search(_UNSPACED.sub(" ", text)) else []


def _written_numbers(source: str) -> set[str]:
    """The numbers that the source says in words, in digits."""
    words = [*_WORD.findall(source.casefold()), *_UNSPACED.findall(source)]
    return {_WRITTEN_NUMBERS[word] for word in words if word in _WRITTEN_NUMBERS}


def _numbers_occur(text: str, source: str) -> bool:
    there = set(_NUMBER.findall(source)) | set(re.findall(r"\d+", source))
    there |= _written_numbers(source)
    return all(number in there for number in _NUMBER.findall(text))


def _names_occur(text: str, source: str) -> bool:
    folded = source.casefold()
    written = _written_numbers(source)
    return all(name.casefold() in folded or name in written for name in _NAME.findall(_UNSPACED.sub(" ", text)))
