"""Stretches that the encoder takes for values, as tokens of the tagger's and as characters."""

import re
from typing import Final

from app.domain.extraction.encoded.reading import Reading
from app.domain.extraction.tagger.candidates import MOST_TOKENS
from app.domain.extraction.tagger.features import View

_NUMBER: Final = re.compile(r"\+?\d(?:[ ()\-]{0,2}\d){6,18}")
"""A number as one dials it; part of one is no value."""


def whole_number(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch with all of the numbers that it holds a part of ("496 0155" of "0113 496 0155")."""
    for number in _NUMBER.finditer(text):
        if number.start() < end and number.end() > start:
            start, end = min(start, number.start()), max(end, number.end())
    return start, end


def spans_of(text: str, view: View, reading: Reading) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the stretches of a reading: tokens [start, end) that each touches, with its characters [start, end).

    A stretch ends where tokens do but within Chinese words, which the encoder may cut where the tagger does not. None
    touches a token of another, nor one that the tagger does not look at.
    """
    found: dict[tuple[int, int], tuple[int, int]] = {}
    taken = 0
    for start, end in (whole_number(text, *stretch) for stretch in reading.stretches()):
        touched = [at for at, token in enumerate(view.tokens) if token.start < end and token.end > start]
        while touched and (view.tokens[touched[0]].shape == "sign" or touched[0] < taken):
            touched.pop(0)
        while touched and view.tokens[touched[-1]].shape == "sign":
            touched.pop()
        if not touched or touched[-1] >= MOST_TOKENS:
            continue
        first, last = view.tokens[touched[0]], view.tokens[touched[-1]]
        begin = max(start, first.start) if first.shape.startswith("han") else first.start
        stop = min(end, last.end) if last.shape.startswith("han") else last.end
        found[touched[0], touched[-1] + 1] = (begin, stop)
        taken = touched[-1] + 1
    return found
