"""Pairs of a message and a known fact to learn from.

A line of `corpus/*.tsv` holds "j" (the facts were said a moment ago) or "l" (long ago), facts, and a message. A fact is
`attribute=value`, of kin with the relation before it (`son.age=4`); behind it stands what the message does to it:
`>>new value`, `>>-` (it ends), `>>~` (liking becomes aversion or the reverse), `>>=` (said again), nothing. `told.tsv`
holds what was made of messages that tell a fact outright, with another value, the same, or another fact known before.
"""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.extraction.aligner.features import Fact
from app.domain.extraction.aligner.kin import names_kin
from app.domain.extraction.aligner.model import CHANGES, ENDS, FLIPS, NONE, SAME
from app.domain.extraction.aligner.views import mention_of, message_view

CORPUS: Final = Path(__file__).with_name("corpus")
_DOES: Final = {"-": ENDS, "~": FLIPS, "=": SAME}
_PLAIN: Final = "told.tsv"
_TIMES: Final = 2
"""So often a written line counts."""
_LINES: Final = 3
"""How many of other lines' facts stand beside a message, as what it says nothing of."""


class Pair(NamedTuple):
    """A message beside a fact: what it does to it, and the new value where it changes it. `line` tells them apart."""

    line: int
    text: str
    fact: Fact
    relation: str
    new: str = ""


class Line(NamedTuple):
    """A line of the corpus: facts with what becomes of them; `plain` if it was made of a message that only tells."""

    text: str
    facts: tuple[tuple[Fact, str, str], ...]
    plain: bool = False


def read_lines(folder: Path = CORPUS) -> list[Line]:
    """Return all lines, in the order of the files' names. Raises ValueError for a line that is none."""
    found = []
    for file in sorted(folder.glob("*.tsv")):
        for number, written in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            if not written:
                continue
            fields = written.split("\t")
            if len(fields) != 3 or fields[0] not in ("j", "l"):
                raise ValueError(f"{file.name}, line {number}: not j or l, facts and a message between tabs")
            facts = tuple(_fact(one, fields[0] == "j", fields[2]) for one in fields[1].split(" | "))
            for _, _, new in facts:
                if new and new not in fields[2]:
                    raise ValueError(f"{file.name}, line {number}: {new!r} is not in the message")
            found.append(Line(fields[2], facts, file.name == _PLAIN))
    return found


def corpus_digest(folder: Path = CORPUS) -> str:
    """Return a SHA-256 of the whole corpus, kept in the models."""
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.tsv")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


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
    """Return the pairs of lines, with facts of other lines beside them as what they say nothing of.

    Where a message changes a fact without naming the old value, other lines' values of the same attribute stand too.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    facts = [fact for line in lines for fact, _, _ in line.facts]
    by_attribute: dict[str, list[Fact]] = {}
    for fact in facts:
        by_attribute.setdefault(fact.attribute, []).append(fact)
    found: list[Pair] = []
    for number, line in enumerate(lines):
        if line.plain:
            found += [Pair(number, line.text, *told) for told in line.facts]
            continue
        held = {fact.attribute for fact, _, _ in line.facts}
        just = line.facts[0][0].just
        view = message_view(line.text)
        for fact, relation, new in line.facts:
            found += [Pair(number, line.text, fact, relation, new)] * _TIMES
            if relation == CHANGES and not mention_of(view, fact.value).at:
                for other in chance.sample(by_attribute[fact.attribute], min(2, len(by_attribute[fact.attribute]))):
                    if not mention_of(view, other.value).at and other.relation == fact.relation:
                        found.append(Pair(number, line.text, fact._replace(value=other.value), relation, new))
        for other in chance.sample(facts, _LINES):
            if other.attribute not in held and not mention_of(view, other.value).at:
                named = names_kin(line.text, other.relation)
                found.append(Pair(number, line.text, other._replace(just=just, named=named), NONE))
    return found
