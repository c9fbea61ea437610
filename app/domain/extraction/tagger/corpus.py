"""The marked messages in `corpus/` that the tagger learns from."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.extraction.wording import words
from app.domain.linear.corpus import digest_of, lines_of

CORPUS: Final = Path(__file__).with_name("corpus")
LANGUAGES: Final = ("en", "zh")
KEYS: Final = words(
    "name nickname age birthday gender home origin address job employer study school family family_name family_age "
    "family_job family_home family_health family_likes pet pet_name pet_age likes dislikes hobby diet allergy health "
    "medication drink food language tool car possession goal commitment deadline schedule plan style call contact "
    "budget income religion status experience height weight rule avoid other"
)


class Marked(NamedTuple):
    """A line of the corpus: language, text, the stretches [start, end) that are values with their keys, what was said.

    `before` is what the assistant said just before, "" where nothing; `author` the name of the file.
    """

    language: str
    text: str
    values: tuple[tuple[int, int, str], ...]
    before: str
    author: str


def read_corpus(folder: Path = CORPUS) -> list[Marked]:
    """Return every marked message, in the order of the files' names. Raises ValueError for a line that is none."""
    return [_marked(*line) for line in lines_of(folder)]


def corpus_digest(folder: Path = CORPUS) -> str:
    """Return a SHA-256 of the whole corpus, kept in the models."""
    return digest_of(folder)


def _marked(fields: list[str], author: str, where: str) -> Marked:
    if len(fields) not in (3, 4) or fields[0] not in LANGUAGES:
        raise ValueError(f"{where}: not language, text, facts and perhaps what was said before, between tabs")
    facts = [fact.partition("=") for fact in fields[2].split(" | ") if fact.strip()]
    places = _places(fields[1], facts, where)
    return Marked(fields[0], fields[1], places, fields[3] if len(fields) == 4 else "", author)


def _places(text: str, facts: Iterable[tuple[str, str, str]], where: str) -> tuple[tuple[int, int, str], ...]:
    places: list[tuple[int, int, str]] = []
    for key, _, value in sorted(facts, key=lambda fact: -len(fact[2])):
        if key.strip() not in KEYS:
            raise ValueError(f"{where}: {key!r} is no key")
        start = text.find(value)
        while start >= 0 and any(start < end and begin < start + len(value) for begin, end, _ in places):
            start = text.find(value, start + 1)
        if start < 0 and value not in text:
            raise ValueError(f"{where}: {value!r} is not in the text")
        if start >= 0 and value:  # a value within another one stays with the longer
            places.append((start, start + len(value), key.strip()))
    return tuple(sorted(places))
