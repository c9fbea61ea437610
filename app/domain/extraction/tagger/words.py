"""Groups of words of like meaning, and what was asked, as the tagger knows them."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from app.domain.extraction.tagger.tokens import Token, tokens_of

GROUPS_FILE: Final = Path(__file__).with_name("groups.npz")
_MOST_ASKED: Final = 10
_LAST_SENTENCE: Final = re.compile(r"[^.!?。！？\n]*[.!?。！？]*\s*\Z")
_ENDINGS: Final = ("'s", "s", "es", "ing", "ed", "er")

Groups = tuple[str, ...]
"""The groups of a word: none, or a coarse one and a fine one."""


@cache
def _groups() -> dict[str, Groups]:
    with np.load(GROUPS_FILE) as kept:
        names = kept["words"].tobytes().decode().split("\n")
        return {
            name: (f"c{coarse}", f"f{fine}")
            for name, coarse, fine in zip(names, kept["coarse"].tolist(), kept["fine"].tolist(), strict=True)
        }


def groups_of(token: Token) -> Groups:
    """Return the groups of a word; one that is not known has those of its stem, or of its last Chinese character."""
    known = _groups()
    form = token.form
    found = known.get(form)
    if found is not None:
        return found
    if token.kind:
        return known.get(form[-2:], ()) or known.get(form[-1:], ())
    for ending in _ENDINGS:
        if form.endswith(ending) and len(form) > len(ending) + 2 and (found := known.get(form[: -len(ending)])):
            return found
    return ()


@lru_cache(maxsize=64)
def _asked_words(before: str) -> tuple[str, ...]:
    last = _LAST_SENTENCE.search(before[-300:])
    tokens = tokens_of((last.group() if last else "").strip())
    if not tokens:
        return ()
    asks = tokens[-1].form in ("?", "？", "吗", "呢")
    words = [token.form for token in tokens if token.shape != "sign"]
    return (f"Q?{asks}", *(f"Q{asks}{word}" for word in words[-_MOST_ASKED:]))


def asked(before: str, tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return what the message before asks, as features of a short, middling or long answer."""
    if not before:
        return ("Q0",)
    size = "S" if len(tokens) <= 6 else "M" if len(tokens) <= 16 else "L"
    return tuple({f"{size}{word}" for word in _asked_words(before)})
