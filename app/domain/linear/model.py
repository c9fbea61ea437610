"""A multinomial logistic model whose weights are small whole numbers in a dictionary by the feature's name."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class WeightSum(NamedTuple):
    """How many features of a row a model knows, and the sum of their weights for each class, () where it knows none."""

    known: int
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LinearModel:
    """`by_feature`: a weight for each of `classes`, to be multiplied by `scale`; `digest` of what it learned from."""

    classes: tuple[str, ...]
    by_feature: dict[str, tuple[int, ...]]
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
        kept = np.flatnonzero((np.abs(rounded.astype(np.int16)) >= least).any(axis=1)).tolist()
        rows = rounded.tolist()
        by_feature = {names[place]: tuple(rows[place]) for place in kept}
        return cls(tuple(classes), by_feature, tuple(float(one) for one in bias), scale, digest)

    def chances(self, features: Iterable[str]) -> list[float]:
        """Return the chance of each class, in their order; they add up to 1. Each feature is to be given once.

        The features that are known weigh as a vector of length 1, however many there are.
        """
        return self.chances_of((self.sum_of(features),))

    def sum_of(self, features: Iterable[str]) -> WeightSum:
        """Return the sum of the weights of features, for `chances_of`: what many rows share is added up once."""
        by_feature = self.by_feature
        rows = [row for feature in features if (row := by_feature.get(feature)) is not None]
        return WeightSum(len(rows), tuple(map(sum, zip(*rows, strict=True))))

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
    names = sorted(model.by_feature)
    np.savez_compressed(
        file,
        classes=_bytes("\n".join(model.classes)),
        names=_bytes("\n".join(names)),
        weights=np.array([model.by_feature[name] for name in names], np.int8),
        bias=np.array(model.bias),
        scale=np.array(model.scale),
        digest=_bytes(model.digest),
    )


def read_model(file: Path) -> LinearModel:
    """Read what `write_model` wrote."""
    with np.load(file) as kept:
        names = kept["names"].tobytes().decode().split("\n")
        rows: dict[tuple[int, ...], tuple[int, ...]] = {}  # many are alike: one is kept of each
        by_feature = {
            name: rows.setdefault(row, row)
            for name, row in zip(names, map(tuple, kept["weights"].tolist()), strict=True)
        }
        classes = tuple(kept["classes"].tobytes().decode().split("\n"))
        bias, scale = tuple(kept["bias"].tolist()), float(kept["scale"])
        return LinearModel(classes, by_feature, bias, scale, kept["digest"].tobytes().decode())


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)
