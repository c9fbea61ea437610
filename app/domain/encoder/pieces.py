"""Cuts a text into the pieces of a unigram vocabulary (Kudo 2018), each with its place in the text."""

import re
from array import array
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.encoder.model_file import ModelFile

_SPACE: Final = "▁"
"""What stands for a space in a vocabulary of SentencePiece."""
_UNKNOWN_BELOW: Final = 10.0
"""A character without a piece is less likely than the rarest piece by as much (as SentencePiece has it)."""
_FAR: Final = -1e30
_READ: Final = re.compile(
    r"[\x20-\u024f\u2000-\u206f▁\u2600-\u27bf\u3000-\u30ff\u3400-\u9fff\uff00-\uffef\U0001f000-\U0001ffff]+"
)
"""Pieces of the scripts of the languages that are read; the others are half of the vocabulary."""


class Piece(NamedTuple):
    """A piece: its id, and the characters [start, end) of the text that it stands for; it may be that none are."""

    id: int
    start: int
    end: int


class Vocabulary:
    """The pieces of a model's vocabulary and how likely each is.

    Pieces are known by the hash of their bytes (64 bits, of this process; texts as different as "na" and "慮" have the
    same): two arrays of 1.6 MB, where a dictionary takes 20; what is no piece is taken for one once in 10 ** 14 times.
    """

    def __init__(self, model: ModelFile) -> None:
        special = {model.begin, model.end, model.unknown}
        longest = 0
        numbers, hashes = array("i"), array("q")
        for number, raw in enumerate(model.pieces()):
            piece = raw.decode()
            if number not in special and _READ.fullmatch(piece):
                numbers.append(number)
                hashes.append(hash(raw))
                longest = max(longest, len(piece))
        order = np.argsort(np.array(hashes))
        self._hashes: NDArray[np.int64] = np.array(hashes)[order]
        self._numbers: NDArray[np.int32] = np.array(numbers)[order]
        self._scores = model.scores[self._numbers]
        self._longest = longest
        self._unknown = model.unknown
        self._unknown_score = float(model.scores.min()) - _UNKNOWN_BELOW
        self._normal = model.normal

    def pieces_of(self, text: str) -> list[Piece]:
        """Return the likeliest pieces of a text, in order. Never raises for any text, lone surrogates among them."""
        whole, places = _normalised(text, self._normal)
        count = len(whole)
        best = [0.0] + [_FAR] * count
        back = [(0, 0)] * (count + 1)
        known = self._known_in(whole)
        for start in range(count):
            so_far = best[start]
            if so_far + self._unknown_score > best[start + 1]:
                best[start + 1], back[start + 1] = so_far + self._unknown_score, (self._unknown, start)
            for end, number, score in known.get(start, ()):
                if so_far + score > best[end]:
                    best[end], back[end] = so_far + score, (number, start)
        found: list[Piece] = []
        while count > 0:
            number, start = back[count]
            found.append(Piece(number, places[start][0], places[count - 1][1]))
            count = start
        return found[::-1]

    def _known_in(self, whole: str) -> dict[int, list[tuple[int, int, float]]]:
        """Return the pieces that begin at each place of a text: where each ends, its id and score."""
        count = len(whole)
        bounds = [
            (start, end) for start in range(count) for end in range(start + 1, min(start + self._longest, count) + 1)
        ]
        wanted = np.array([hash(whole[start:end].encode(errors="surrogatepass")) for start, end in bounds], np.int64)
        places = np.minimum(np.searchsorted(self._hashes, wanted), len(self._hashes) - 1)
        hits = np.flatnonzero(self._hashes[places] == wanted)
        numbers = self._numbers[places[hits]].tolist()
        found: dict[int, list[tuple[int, int, float]]] = {}
        scores = self._scores[places[hits]].tolist()
        for hit, number, score in zip(hits.tolist(), numbers, scores, strict=True):
            start, end = bounds[hit]
            found.setdefault(start, []).append((end, number, score))
        return found


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
