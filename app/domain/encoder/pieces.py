"""Cuts a text into the pieces of a unigram vocabulary (Kudo 2018), each with its place in the text."""

import re
from array import array
from collections.abc import Mapping
from typing import Final, NamedTuple

from app.domain.encoder.model_file import ModelFile

_SPACE: Final = "▁"
"""What stands for a space in a vocabulary of SentencePiece."""
_UNKNOWN_BELOW: Final = 10.0
"""A character without a piece is less likely than the rarest piece by as much (as SentencePiece has it)."""
_FAR: Final = -1e30
_READ: Final = re.compile(
    r"[\x20-\u024f\u2000-\u206f▁\u2600-\u27bf\u3000-\u30ff\u3400-\u9fff\uff00-\uffef\U0001f000-\U0001ffff]+"
)
"""Pieces of the scripts of the languages that are read; the others are half of the vocabulary, and of its 40 MB."""


class Piece(NamedTuple):
    """A piece: its id, and the characters [start, end) of the text that it stands for; it may be that none are."""

    id: int
    start: int
    end: int


class Vocabulary:
    """The pieces of a model's vocabulary and how likely each is."""

    def __init__(self, model: ModelFile) -> None:
        special = {model.begin, model.end, model.unknown}
        self._numbers = {
            piece: number
            for number, raw in enumerate(model.pieces())
            if number not in special and _READ.fullmatch(piece := raw.decode())
        }
        self._scores = array("f", model.scores.tobytes())
        self._longest = max(map(len, self._numbers))
        self._unknown = model.unknown
        self._unknown_score = min(self._scores) - _UNKNOWN_BELOW
        self._normal = model.normal

    def pieces_of(self, text: str) -> list[Piece]:
        """Return the likeliest pieces of a text, in order. Never raises for any text, lone surrogates among them."""
        whole, places = _normalised(text, self._normal)
        count = len(whole)
        best = [0.0] + [_FAR] * count
        back = [(0, 0)] * (count + 1)
        numbers, scores = self._numbers, self._scores
        for start in range(count):
            so_far = best[start]
            if so_far + self._unknown_score > best[start + 1]:
                best[start + 1], back[start + 1] = so_far + self._unknown_score, (self._unknown, start)
            for end in range(start + 1, min(start + self._longest, count) + 1):
                number = numbers.get(whole[start:end])
                if number is not None and so_far + scores[number] > best[end]:
                    best[end], back[end] = so_far + scores[number], (number, start)
        found: list[Piece] = []
        while count > 0:
            number, start = back[count]
            found.append(Piece(number, places[start][0], places[count - 1][1]))
            count = start
        return found[::-1]


def _normalised(text: str, normal: Mapping[int, str]) -> tuple[str, list[tuple[int, int]]]:
    """Return a text's characters in their normal form, spaces marked and a space put first, and where each is from."""
    characters = [_SPACE]
    places = [(0, 0)]
    for at, written in enumerate(text):
        for character in normal.get(ord(written), written):
            shown = _SPACE if character == " " else character
            if shown == _SPACE and characters[-1] == _SPACE:
                continue
            characters.append(shown)
            places.append((at, at + 1))
    return "".join(characters), places
