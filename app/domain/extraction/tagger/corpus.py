"""The marked messages in `corpus/` that the tagger and the aligner learn from.

A line holds a language, a user's message, its facts (`key=value`, joined by " | "), and perhaps what the assistant said
before. Files named `talks_…` hold whole conversations in their order, each behind a line that begins with "#"; a fifth
field tells what a message does to facts that were marked earlier in the same talk: `key=old>>new`, or `>>-` (it ends),
`>>~` (liking becomes aversion or the reverse), `>>=` (said again).
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.extraction.tagger.kinds import KEYS
from app.domain.linear.corpus import digest_of, lines_of

CORPUS: Final = Path(__file__).with_name("corpus")
_TALKS: Final = "talks_"
LANGUAGES: Final = ("en", "zh")


class Marked(NamedTuple):
    """A line of the corpus: language, text, the stretches [start, end) that are values with their keys, what was said.

    `before` is what the assistant said just before, "" where nothing; `author` the name of the file.
    """

    language: str
    text: str
    values: tuple[tuple[int, int, str], ...]
    before: str
    author: str


class Effect(NamedTuple):
    """What a message does to a fact marked earlier: `does` is the new value, or "-", "~" or "="."""

    key: str
    old: str
    does: str


class Turn(NamedTuple):
    """A message of a talk and what it does to facts of the messages before it."""

    marked: Marked
    effects: tuple[Effect, ...]


def read_corpus(folder: Path = CORPUS) -> list[Marked]:
    """Return every marked message, in the order of the files' names. Raises ValueError for a line that is none."""
    return [_marked(*line) for line in lines_of(folder) if not _begins_talk(line.fields)]


def read_talks(folder: Path = CORPUS) -> list[list[Turn]]:
    """Return the whole conversations of the corpus. Raises ValueError for a line that is none."""
    talks: list[list[Turn]] = []
    for line in lines_of(folder):
        if not line.author.startswith(_TALKS):
            continue
        if _begins_talk(line.fields) or not talks:
            talks.append([])
        if not _begins_talk(line.fields):
            talks[-1].append(Turn(_marked(*line), _effects(line.fields, line.where)))
    return [talk for talk in talks if talk]


def corpus_digest(folder: Path = CORPUS) -> str:
    """Return a SHA-256 of the whole corpus, kept in the models."""
    return digest_of(folder)


def talks_digest(folder: Path = CORPUS) -> str:
    """Return a SHA-256 of the talks alone."""
    return digest_of(folder, f"{_TALKS}*.tsv")


def _marked(fields: list[str], author: str, where: str) -> Marked:
    if not 3 <= len(fields) <= (5 if author.startswith(_TALKS) else 4) or fields[0] not in LANGUAGES:
        raise ValueError(f"{where}: not language, text, facts and perhaps what was said before, between tabs")
    facts = [fact.partition("=") for fact in fields[2].split(" | ") if fact.strip()]
    places = _places(fields[1], facts, where)
    return Marked(fields[0], fields[1], places, fields[3] if len(fields) > 3 else "", author)


def _begins_talk(fields: list[str]) -> bool:
    return fields[0].startswith("#")


def _effects(fields: list[str], where: str) -> tuple[Effect, ...]:
    written = [one.strip() for one in fields[4].split(" | ") if one.strip()] if len(fields) > 4 else []
    found: list[Effect] = []
    for one in written:
        fact, arrow, does = one.partition(">>")
        key, _, old = fact.partition("=")
        if not arrow or key not in KEYS or not (does in ("-", "~", "=") or does in fields[1]):
            raise ValueError(f"{where}: {one!r} is no change of a fact by this message")
        found.append(Effect(key, old.strip(), does.strip()))
    return tuple(found)


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
