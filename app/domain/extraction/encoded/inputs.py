"""How a message, what was said before it, and a known fact are put before the encoder."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from app.domain.encoder.model_file import ModelFile
from app.domain.encoder.pieces import Piece, Vocabulary

MOST_BEFORE_CHARS: Final = 400
MOST_BEFORE: Final = 48
"""Characters, and pieces of these, of what was said before that are read, its last ones."""
MOST_PIECES: Final = 256
"""Pieces of a message that are read at once; a longer one is read in parts, each behind the end of the one before."""
_MOST_PARTS: Final = 2
"""The tagger does not look further either."""
_MOST_HEARD_CHARS: Final = 1200
MOST_HEARD: Final = 160
"""Characters, and pieces of these, of a message that are read beside a fact, its first ones."""
MOST_FACT: Final = 48
MOST_TOLD: Final = 64
MOST_ASKED: Final = 32
"""Pieces of a fact that are read, of what stands around it in the message that told it, of what was said before."""


class Part(NamedTuple):
    """A part of a message as the encoder reads it: `ids`, of which those from `start` on stand for `pieces`."""

    ids: list[int]
    start: int
    pieces: Sequence[Piece]


def parts_of(model: ModelFile, vocabulary: Vocabulary, text: str, before: str) -> Iterator[Part]:
    """Go over the parts of a message that are read: what was said before, the end mark, the pieces, the end mark."""
    context = vocabulary.pieces_of(before)[-MOST_BEFORE:] if before else []
    pieces = vocabulary.pieces_of(text)
    for start in range(0, min(len(pieces), MOST_PIECES * _MOST_PARTS), MOST_PIECES):
        part = pieces[start : start + MOST_PIECES]
        ids = [model.begin, *(one.id for one in context), model.end, *(one.id for one in part), model.end]
        yield Part(ids, 2 + len(context), part)
        context = part[-MOST_BEFORE:]


def beside(
    model: ModelFile, vocabulary: Vocabulary, text: str, facts: Sequence[tuple[str, str]], asked: str
) -> list[Part]:
    """Return a message beside each known fact: its pieces, the fact's, those of what stood around it when it was told,
    and of what the assistant said just before the message; an end mark behind each, also where there is nothing.
    """
    pieces = vocabulary.pieces_of(text[:_MOST_HEARD_CHARS])[:MOST_HEARD]
    heard = [one.id for one in pieces]

    def ids_of(text: str, most: int) -> list[int]:
        return [one.id for one in vocabulary.pieces_of(text)[:most]] if text else []

    before = [one.id for one in vocabulary.pieces_of(asked[-MOST_BEFORE_CHARS:])[-MOST_ASKED:]] if asked else []
    found = []
    for fact, told in facts:
        known = [*ids_of(fact, MOST_FACT), model.end, *ids_of(told, MOST_TOLD), model.end, *before, model.end]
        found.append(Part([model.begin, *heard, model.end, *known], 1, pieces))
    return found
