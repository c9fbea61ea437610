"""A multinomial logistic model whose weights are small whole numbers in a dictionary by the feature's name."""

import math
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_NOTHING: Final = repeat(0)
"""What a feature adds that is not known."""
_OFFSET: Final = 128
"""Added to a weight of 8 bits so that it is not negative."""


class WeightSum(NamedTuple):
    """How many features of a row a model knows, and the sum of their weights for each class, () where it knows none."""

    known: int
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LinearModel:
    """A weight for each feature and class, to be multiplied by `scale`; `digest` of what it learned from.

    `packed` holds by the feature's name its weights as one number, to which each class contributes 32 bits and the one
    that counts the features the highest: so many features are added up in one go, some 40 ns each.
    """

    classes: tuple[str, ...]
    packed: dict[str, int]
    bias: tuple[float, ...]
    scale: float
    digest: str

    @classmethod
    def of(
        cls,
        classes: Sequence[str],
        names: Sequence[str],
        weights: NDArray[np.float32],
        bias: NDArray[np.float32],
        digest: str,
        least: int = 1,
    ) -> "LinearModel":
        """Round weights of shape (features, classes) to 8 bits; features without a weight of `least` are left out."""
        scale = float(np.abs(weights).max(initial=1e-6)) / 127.0
        rounded = np.rint(weights / scale).astype(np.int8)
        kept = np.flatnonzero((np.abs(rounded.astype(np.int16)) >= least).any(axis=1))
        packed = _packed([names[place] for place in kept.tolist()], rounded[kept])
        return cls(tuple(classes), packed, tuple(float(one) for one in bias), scale, digest)

    @property
    def by_feature(self) -> dict[str, tuple[int, ...]]:
        """The weights of every feature, one a class, from -127 to 127."""
        return {name: self._unpacked(number).weights for name, number in self.packed.items()}

    def chances(self, features: Iterable[str]) -> list[float]:
        """Return the chance of each class, in their order; they add up to 1. Each feature is to be given once.

        The features that are known weigh as a vector of length 1, however many there are.
        """
        return self.chances_of((self.sum_of(features),))

    def sum_of(self, features: Iterable[str]) -> WeightSum:
        """Return the sum of the weights of features, for `chances_of`: what many rows share is added up once."""
        return self._unpacked(sum(map(self.packed.get, features, _NOTHING)))

    def _unpacked(self, number: int) -> WeightSum:
        classes = len(self.classes)
        if not number:
            return WeightSum(0, ())
        *sums, known = struct.unpack(f"<{classes + 1}I", number.to_bytes(4 * classes + 4, "little"))
        offset = _OFFSET * known
        return WeightSum(known, tuple([one - offset for one in sums]))

    def chances_of(self, parts: Sequence[WeightSum]) -> list[float]:
        """Return the chance of each class for a row given by the sums of its parts, which share no feature."""
        some = [part for part in parts if part.known]
        scores = list(self.bias)
        if some:
            share = self.scale / math.sqrt(sum(part.known for part in some))
            sums = zip(self.bias, zip(*(part.weights for part in some), strict=True), strict=True)
            scores = [bias + share * sum(column) for bias, column in sums]
        most = max(scores)
        powers = [math.exp(score - most) for score in scores]
        whole = sum(powers)
        return [power / whole for power in powers]


def write_model(model: LinearModel, file: Path) -> None:
    """Write a model so that `read_model` can read it."""
    by_feature = model.by_feature
    names = sorted(by_feature)
    np.savez_compressed(
        file,
        classes=_bytes("\n".join(model.classes)),
        names=_bytes("\n".join(names)),
        weights=np.array([by_feature[name] for name in names], np.int8),
        bias=np.array(model.bias),
        scale=np.array(model.scale),
        digest=_bytes(model.digest),
    )


def read_model(file: Path) -> LinearModel:
    """Read what `write_model` wrote."""
    with np.load(file) as kept:
        names = kept["names"].tobytes().decode().split("\n")
        packed = _packed(names, kept["weights"])
        classes = tuple(kept["classes"].tobytes().decode().split("\n"))
        bias, scale = tuple(kept["bias"].tolist()), float(kept["scale"])
        return LinearModel(classes, packed, bias, scale, kept["digest"].tobytes().decode())


def _packed(names: Sequence[str], weights: NDArray[np.int8]) -> dict[str, int]:
    """Return the weights of shape (features, classes) as numbers; many are alike, one is kept of each."""
    fields = np.ones((len(names), weights.shape[1] + 1), "<u4")
    fields[:, :-1] = weights.astype(np.int16) + _OFFSET
    size = 4 * fields.shape[1]
    raw = fields.tobytes()
    numbers: dict[bytes, int] = {}
    packed = {}
    for place, name in enumerate(names):
        row = raw[place * size : place * size + size]
        number = numbers.get(row)
        if number is None:
            number = numbers[row] = int.from_bytes(row, "little")
        packed[name] = number
    return packed


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)
