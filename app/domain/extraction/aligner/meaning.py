"""What a message means beside a known fact: its words by groups of like meaning, the old value as a placeholder."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from app.domain.extraction.tagger.tokens import tokens_of
from app.domain.extraction.tagger.words import groups_of

_MOST_WORDS: Final = 80
_OLD: Final = "§o"
_NO_GROUP: Final = "?"


class Word(NamedTuple):
    """A word [start, end) of a text with its wide and its narrow group, "?" where it is in none, signs as they are."""

    start: int
    end: int
    form: str
    wide: str
    narrow: str
    is_han: bool


@lru_cache(maxsize=64)
def words_of(text: str) -> tuple[Word, ...]:
    """Return the first words of a text; of Chinese whole words, not characters."""
    return tuple(_words(text))


def _words(text: str) -> Iterator[Word]:
    for token in tokens_of(text)[:_MOST_WORDS]:
        groups = groups_of(token) if token.shape != "sign" else ()
        wide, narrow = groups or (token.form if token.shape == "sign" else _NO_GROUP, _NO_GROUP)
        yield Word(token.start, token.end, token.form, wide, narrow, token.shape.startswith("han"))


class Meaning(NamedTuple):
    """A text's groups in order, the old value as a placeholder; those groups that are some, and its Chinese words."""

    wide: tuple[str, ...]
    narrow: tuple[str, ...]
    some_wide: frozenset[str]
    some_narrow: frozenset[str]
    han: frozenset[str]

    def alone(self) -> set[str]:
        """Return the features of what the message means, whatever the fact."""
        found = {f"G{name}" for name in self.some_wide | self.some_narrow} | {f"W{form}" for form in self.han}
        for at, (one, other) in enumerate(pairwise(self.wide)):
            found.add(f"GG{one} {other}")
            if _OLD in (one, other):
                found.add(f"GGf{self.narrow[at]} {self.narrow[at + 1]}")
            if at + 2 < len(self.wide):
                found.add(f"GGG{one} {other} {self.wide[at + 2]}")
        return found

    def beside(self, what: str) -> set[str]:
        """Return the groups and words beside something of the fact: the group of its attribute, how it is named."""
        found = {f"G{what}|{name}" for name in self.some_wide | self.some_narrow}
        return found | {f"W{what}|{form}" for form in self.han}

    def around_old(self, group: str) -> set[str]:
        """Return what stands beside the old value, and the group of its attribute."""
        return {f"GGg{group}{one} {other}" for one, other in pairwise(self.wide) if _OLD in (one, other)}

    def of_kin(self, kin: str) -> set[str]:
        """Return the wide groups and whose fact it is."""
        return {f"G{kin}|{name}" for name in self.some_wide}


@lru_cache(maxsize=64)
def meaning_of(text: str, old: frozenset[int]) -> Meaning:
    """Return what a text means; `old` are the places of its characters that name the old value."""
    wide, narrow = ["^"], ["^"]
    words = words_of(text)
    for word in words:
        if word.start in old or word.end - 1 in old:
            if wide[-1] != _OLD:
                wide.append(_OLD)
                narrow.append(_OLD)
        else:
            wide.append(word.wide)
            narrow.append(word.narrow)
    places = [at for at, name in enumerate(narrow) if name not in ("^", _OLD, _NO_GROUP)]
    return Meaning(
        (*wide, "$"),
        (*narrow, "$"),
        frozenset(wide[at] for at in places),
        frozenset(narrow[at] for at in places),
        frozenset(word.form for word in words if word.is_han and word.end > word.start + 1),
    )
