"""What of a query is worth embedding.

In conversations between people the names of those who speak are everywhere: every message begins with one, so the
vector of a query that names its speaker lies near to all that this person said. Who speaks is told apart by marks, and
better; the vector is for the rest. Measured on LoCoMo (913 questions): session recall@10 from .941 to .952.
"""

import re

import numpy as np

from app.domain.marks import named_in
from app.domain.user_index import UserIndex


def embedded_query(index: UserIndex, text: str) -> str:
    """Return the query without the names of the user's speakers; as it is where most speakers have none, or where
    nothing else would be left.
    """
    if 2 * np.count_nonzero(index.named) <= index.size:
        return text
    names = named_in(text)
    found = index.find_all(list(names))
    spoken = [name for name, (pieces, _) in zip(names.values(), found, strict=True) if len(pieces)]
    if not spoken:
        return text
    parts = (_pattern(name) for name in sorted(spoken, key=len, reverse=True))
    rest = " ".join(re.sub("|".join(parts), " ", text, flags=re.IGNORECASE).split())
    return rest if any(character.isalnum() for character in rest) else text


def _pattern(name: str) -> str:
    """Return what matches a name with its genitive: a whole word, or part of a run written without spaces."""
    if name.isascii() or name[0] < "\u0e00":
        return rf"\b{re.escape(name)}\b(?:['’]s\b)?"
    return re.escape(name)
