"""What a word of a known class says of the user by the words around it, in English: one row for each role.

A row names the sorts of words it is for, the attribute that the word goes under, what has to stand left of the word
(up to the word), right of it, or anywhere in the clause, and how much evidence of the word's being the user's own it
asks for (see `evidence`). The first row of a word that fits counts.
"""

import re
from typing import NamedTuple

from app.domain.extraction.en.evidence import LEFT_OUT
from app.domain.extraction.models import StatementKind
from app.domain.extraction.wording import words


class Role(NamedTuple):
    """A row: see the module. `denied` says whether a no before the word is asked for (None: either will do)."""

    sorts: frozenset[str]
    attribute: str
    left: re.Pattern[str] | None
    right: re.Pattern[str] | None
    clause: re.Pattern[str] | None
    least: float
    denied: bool | None
    kind: StatementKind
    confidence: float
    value: str
    wide: bool


def role(
    sorts: str,
    attribute: str,
    *,
    left: str = "",
    right: str = "",
    clause: str = "",
    least: float = LEFT_OUT,
    denied: bool | None = False,
    kind: StatementKind = "fact",
    confidence: float = 0.65,
    value: str = "{}",
    wide: bool = False,
) -> Role:
    return Role(
        words(sorts),
        attribute,
        re.compile(rf"(?:{left})\W*$", re.IGNORECASE) if left else None,
        re.compile(rf"\W{{0,3}}(?:{right})", re.IGNORECASE) if right else None,
        re.compile(clause, re.IGNORECASE) if clause else None,
        least,
        denied,
        kind,
        confidence,
        value,
        wide,
    )
