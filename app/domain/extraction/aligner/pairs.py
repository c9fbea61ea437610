"""Pairs of a message and a known fact to learn from.

A line of `corpus/*.tsv` holds "j" (the facts were said a moment ago) or "l" (long ago), facts, and a message. A fact is
`attribute=value`, of kin with the relation before it (`son.age=4`); behind it stands what the message does to it:
`>>new value`, `>>-` (it ends), `>>~` (liking becomes aversion or the reverse), `>>=` (said again), nothing. `told.tsv`
holds what was made of messages that tell a fact outright, with another value, the same, or another fact known before.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.extraction.aligner.echo import echoes
from app.domain.extraction.aligner.features import Fact, may_concern
from app.domain.extraction.aligner.kin import names_kin
from app.domain.extraction.aligner.model import CHANGES, ENDS, FLIPS, NONE, SAME
from app.domain.extraction.aligner.talks import told_in
from app.domain.extraction.aligner.views import mention_of, message_view
from app.domain.extraction.tagger.corpus import Turn, talks_digest
from app.domain.linear.corpus import digest_of, lines_of

CORPUS: Final = Path(__file__).with_name("corpus")
_DOES: Final = {"-": ENDS, "~": FLIPS, "=": SAME}
_PLAIN: Final = "told"
_TALKS: Final = "talks"
_BESIDE: Final = 3
"""So many facts stand beside a message that does nothing to them: as many stand on a card, and more."""
_TRIES: Final = 12
_NOTE: Final = "about"
_ELSEWHERE: Final = 3
"""So many facts of other conversations stand beside a message that does something to one of its own."""
_OF_ONE_SORT: Final = (
    frozenset(("job", "employer", "workplace")),
    frozenset(("home", "address")),
    frozenset(("likes", "hobby", "dislikes", "avoids", "diet", "allergy")),
    frozenset(("schedule", "plan", "deadline", "commitment", "goal")),
)
"""Attributes of which a message that touches one may well touch another."""
_JUST_TOO: Final = 0.4
"""The share of those that were said a moment ago as well, where what the message corrects was."""


class Pair(NamedTuple):
    """A message beside a fact: what it does to it, and the new value where it changes it. `line` tells them apart.

    Where it does nothing, `new` is the value that it gives another fact, "" where none. `asked` is what the assistant
    said just before.
    """

    line: int
    text: str
    fact: Fact
    relation: str
    new: str = ""
    asked: str = ""


class Line(NamedTuple):
    """A line of the corpus: a message, facts with what becomes of them, the name of its file ("talks": of none)."""

    text: str
    facts: tuple[tuple[Fact, str, str], ...]
    author: str = ""
    asked: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it was made of a message that only tells, or of one of a talk with all that is known."""
        return self.author in (_PLAIN, _TALKS)


def read_lines(folder: Path = CORPUS) -> list[Line]:
    """Return all lines, in the order of the files' names. Raises ValueError for a line that is none."""
    found = []
    for fields, author, where in lines_of(folder):
        if len(fields) != 3 or fields[0] not in ("j", "l"):
            raise ValueError(f"{where}: not j or l, facts and a message between tabs")
        facts = tuple(_fact(one, fields[0] == "j", fields[2]) for one in fields[1].split(" | "))
        for _, _, new in facts:
            if new and new not in fields[2]:
                raise ValueError(f"{where}: {new!r} is not in the message")
        found.append(Line(fields[2], facts, author))
    return found


def talk_lines(talks: Sequence[Sequence[Turn]]) -> list[Line]:
    """Return the messages of whole conversations as lines."""
    return [Line(text, tuple(facts), _TALKS, asked) for talk in talks for text, asked, facts in told_in(talk)]


def corpus_digest(folder: Path = CORPUS) -> str:
    """Return what tells this corpus and the talks from any others, kept in the models."""
    return f"{digest_of(folder)} {talks_digest()}"


def _fact(written: str, just: bool, text: str) -> tuple[Fact, str, str]:
    known, _, does = written.strip().partition(">>")
    place, _, value = known.partition("=")
    relation, dot, attribute = place.rpartition(".")
    relation = relation if dot else "user"
    fact = Fact(attribute, value.strip(), relation, just, names_kin(text, relation))
    if not does:
        return fact, NONE, ""
    if does in _DOES:
        return fact, _DOES[does], ""
    return fact, CHANGES, does.strip()


def written_pairs(lines: Sequence[Line], seed: int = 1) -> list[Pair]:
    """Return the pairs of lines, with facts of other lines beside them, as what they say nothing of.

    Where a message changes a fact without naming the old value, another line's value of the same attribute stands
    too. A fact that a message does nothing to, and would not be compared with, is no pair: it would only teach caution.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    facts = [fact for line in lines for fact, _, _ in line.facts]
    by_attribute: dict[str, list[Fact]] = {}
    for fact in facts:
        by_attribute.setdefault(fact.attribute, []).append(fact)
    found: list[Pair] = []
    for number, line in enumerate(lines):
        found += [Pair(number, line.text, *told, line.asked) for told in line.facts]
        if line.is_plain:
            continue
        view = message_view(line.text)
        for fact, relation, new in line.facts:
            if relation == CHANGES and not mention_of(view, fact.value).at:
                other = chance.choice(by_attribute[fact.attribute])
                if not mention_of(view, other.value).at and other.relation == fact.relation:
                    found.append(Pair(number, line.text, fact._replace(value=other.value), relation, new))
        found += _untouched(number, line, facts, chance)
    return [one for one in found if one.relation != NONE or may_concern(message_view(one.text), one.fact)]


def pairs_elsewhere(lines: Sequence[Line], seed: int = 1) -> list[Pair]:
    """Return messages of talks that do something to a fact beside facts of other talks, which they leave alone.

    In a talk of three messages there is hardly a fact that "delete the wage figure" could be about but the wage; on a
    card are all that a user ever told. None is of the attribute and person, or of the sort, that the message touches.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    pools: dict[bool, list[Fact]] = {True: [], False: []}
    for line in lines:
        if line.author == _TALKS:
            pools[_is_han(line.text)] += [fact for fact, _, _ in line.facts if fact.told]
    found = []
    for number, line in enumerate(lines):
        touched = [fact for fact, relation, _ in line.facts if relation not in (NONE, SAME)]
        if line.author != _TALKS or not touched:
            continue
        new = next((new for _, _, new in line.facts if new), "")
        pool, view = pools[_is_han(line.text)], message_view(line.text)
        for other in chance.sample(pool, min(_ELSEWHERE, len(pool))):
            just = touched[0].just and chance.random() < _JUST_TOO
            beside = other._replace(just=just, named=names_kin(line.text, other.relation))
            noted = other.attribute == _NOTE and not echoes(line.text, other.told)
            alike = not noted and any(_are_of_one_sort(other, fact) for fact in touched)
            if not alike and not mention_of(view, other.value).at:
                found.append(Pair(number, line.text, beside, NONE, new, line.asked))
    return found


def _is_han(text: str) -> bool:
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def _are_of_one_sort(one: Fact, other: Fact) -> bool:
    if one.relation != other.relation:
        return False
    both = {one.attribute, other.attribute}
    return len(both) == 1 or any(both <= sort for sort in _OF_ONE_SORT)


def _untouched(number: int, line: Line, facts: Sequence[Fact], chance: random.Random) -> Iterator[Pair]:
    """Go over a few facts as they may stand on the card besides, which the message does nothing to."""
    held = {fact.attribute for fact, _, _ in line.facts}
    new = next((new for _, _, new in line.facts if new), "")
    view = message_view(line.text)
    left = _BESIDE
    for other in chance.sample(facts, min(_TRIES, len(facts))):
        just = line.facts[0][0].just and chance.random() < _JUST_TOO
        beside = other._replace(just=just, named=names_kin(line.text, other.relation))
        if other.attribute in held or mention_of(view, other.value).at or not may_concern(view, beside):
            continue
        yield Pair(number, line.text, beside, NONE, new)
        left -= 1
        if not left:
            return
