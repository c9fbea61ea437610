"""What the encoder sees of a message: how likely each piece is part of a value of a fact, and of which kind."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from app.domain.encoder.model_file import Floats
from app.domain.encoder.pieces import Piece
from app.domain.encoder.tuned import Encoder, encoder
from app.domain.extraction.encoded.inputs import MOST_BEFORE_CHARS, parts_of
from app.domain.extraction.tagger.kinds import KEYS

KEY_NAMES: Final = tuple(sorted(KEYS))
"""The classes of the head for kinds of facts, in their order."""
OUTSIDE, BEGIN, INSIDE = 0, 1, 2
_BOUND: Final = 0.15
"""A stretch is looked at where a piece is inside of a value from this chance on."""
_MOST_STRETCH: Final = 24
"""Pieces of the longest stretch."""
_CORE: Final = 0.6
_SHELL: Final = 0.2
"""A piece belongs to the core of a value from the first chance on, and surely does not below the second."""
_READINGS: Final = 64
"""So many of the last messages are kept as they were read: those before fresh ones are read again with them."""


class Seen(NamedTuple):
    """What the encoder says of a stretch of a message: chances that its pieces are inside of a value.

    `begins` is the chance that a value begins with its first, `ends` that none goes on behind it; `keys` the chance of
    each of `KEY_NAMES`.
    """

    mean: float
    least: float
    most: float
    begins: float
    ends: float
    keys: Floats

    @property
    def key(self) -> str:
        """The likeliest kind of fact."""
        return KEY_NAMES[int(self.keys.argmax())]


class Reading(NamedTuple):
    """A message as it was read: its pieces, chances of outside, beginning and inside of each, and of each kind."""

    pieces: Sequence[Piece]
    labels: Floats
    keys: Floats

    @property
    def most(self) -> float:
        """The chance of the likeliest piece to be part of a value."""
        return float(1.0 - self.labels[:, OUTSIDE].min(initial=1.0))

    def stretches(self) -> Iterator[tuple[int, int]]:
        """Go over stretches [start, end) of the text that may be values: runs of pieces, cut where a new one begins."""
        inside = (1.0 - self.labels[:, OUTSIDE]).tolist()
        going = (self.labels[:, INSIDE] >= self.labels[:, BEGIN]).tolist()
        at = 0
        while at < len(inside):
            end = at + 1
            if inside[at] >= _BOUND:
                bound = max(_BOUND, 0.4 * inside[at])
                while end < len(inside) and end - at < _MOST_STRETCH and inside[end] >= bound and going[end]:
                    end += 1
                if self.pieces[end - 1].end > self.pieces[at].start:
                    yield self.pieces[at].start, self.pieces[end - 1].end
                while end < len(inside) and inside[end] >= bound and going[end]:
                    end += 1  # what is left of one that is too long is no value of its own
            at = end

    def core(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the stretch within the characters [start, end) that is surely the value, None where it is not one.

        All its pieces are inside of a value, those of the rest outside, and it holds at least one whole piece less.
        """
        touched = [at for at, one in enumerate(self.pieces) if one.start < end and one.end > start]
        inside = [at for at in touched if self.labels[at, OUTSIDE] <= 1.0 - _CORE]
        outside = [at for at in touched if self.labels[at, OUTSIDE] >= 1.0 - _SHELL]
        if not inside or len(inside) + len(outside) < len(touched) or not outside:
            return None
        first, last = inside[0], inside[-1]
        if last - first + 1 > len(inside):
            return None  # two of them
        return max(start, self.pieces[first].start), min(end, self.pieces[last].end)

    def seen(self, start: int, end: int) -> Seen | None:
        """Return what is said of the characters [start, end); None where no piece that was read stands for them."""
        touched = [at for at, one in enumerate(self.pieces) if one.start < end and one.end > start]
        if not touched:
            return None
        first, last = touched[0], touched[-1] + 1
        inside = 1.0 - self.labels[first:last, OUTSIDE]
        goes_on = float(self.labels[last, INSIDE]) if last < len(self.pieces) else 0.0
        weights = inside / max(float(inside.sum()), 1e-6)
        return Seen(
            float(inside.mean()),
            float(inside.min()),
            float(inside.max()),
            float(self.labels[first, BEGIN]),
            1.0 - goes_on,
            np.asarray(weights @ self.keys[first:last], np.float32),
        )


def read(text: str, before: str) -> Reading | None:
    """Return what the encoder sees of a message; `before` is what the assistant said just before, "" where nothing.

    None where there is no encoder, or it is switched off. Of a message the first 512 pieces are read. Never raises for
    any text.
    """
    reader = encoder()
    return _read(reader, text, before[-MOST_BEFORE_CHARS:]) if reader is not None else None


@lru_cache(_READINGS)
def _read(reader: Encoder, text: str, before: str) -> Reading:
    parts = list(parts_of(reader.model, reader.vocabulary, text, before))
    vectors = np.concatenate(
        [
            found[part.start : part.start + len(part.pieces)]
            for part, found in zip(parts, reader.encode([part.ids for part in parts]), strict=True)
        ]
    )
    pieces = [one for part in parts for one in part.pieces]
    return Reading(pieces, reader.chances("labels", vectors), reader.chances("keys", vectors))
