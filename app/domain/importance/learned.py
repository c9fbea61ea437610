"""The class of importance as learned from labelled sentences: a weight a feature and class, no language model."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.importance.features import features_of

CLASSES: Final = ("low", "medium", "high")
Chances = tuple[float, float, float]
"""Of low, medium and high importance, each from 0 to 1; they add up to 1."""

WEIGHTS_FILE: Final = Path(__file__).with_name("weights.npz")


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of each feature for each class, and the bias; `digest` of the corpus they were learned from."""

    by_feature: dict[str, tuple[int, int, int]]
    bias: tuple[float, float, float]
    scale: float
    digest: str

    @classmethod
    def of(
        cls, names: Sequence[str], weights: NDArray[np.float32], bias: NDArray[np.float32], digest: str
    ) -> "Weights":
        """Round weights of shape (n, 3) to whole numbers of 8 bits; features that say nothing are left out."""
        scale = float(np.abs(weights).max(initial=1e-6)) / 127.0
        rounded = np.rint(weights / scale).astype(np.int8)
        by_feature = {
            name: (int(row[0]), int(row[1]), int(row[2])) for name, row in zip(names, rounded, strict=True) if row.any()
        }
        low, medium, high = (float(one) for one in bias)
        return cls(by_feature, (low, medium, high), scale, digest)

    def chances(self, text: str) -> Chances:
        """Return how likely a text is of low, medium and high importance; they add up to 1."""
        low = medium = high = known = 0
        for feature in set(features_of(text)):
            weights = self.by_feature.get(feature)
            if weights is not None:
                known += 1
                low += weights[0]
                medium += weights[1]
                high += weights[2]
        share = self.scale / math.sqrt(max(known, 1))
        scores = (self.bias[0] + low * share, self.bias[1] + medium * share, self.bias[2] + high * share)
        most = max(scores)
        powers = [math.exp(score - most) for score in scores]
        whole = sum(powers)
        return (powers[0] / whole, powers[1] / whole, powers[2] / whole)

    def class_of(self, text: str) -> str:
        """Return the likeliest class."""
        chances = self.chances(text)
        return CLASSES[chances.index(max(chances))]


def write_weights(weights: Weights, file: Path) -> None:
    """Write weights so that `learned_weights` can read them."""
    names = sorted(weights.by_feature)
    np.savez_compressed(
        file,
        names=np.frombuffer("\n".join(names).encode(), np.uint8),
        weights=np.array([weights.by_feature[name] for name in names], np.int8),
        bias=np.array(weights.bias),
        scale=np.array(weights.scale),
        digest=np.frombuffer(weights.digest.encode(), np.uint8),
    )


def read_weights(file: Path) -> Weights:
    """Read what `write_weights` wrote."""
    with np.load(file) as kept:
        names = kept["names"].tobytes().decode().split("\n")
        low, medium, high = kept["bias"].tolist()
        by_feature = {name: (row[0], row[1], row[2]) for name, row in zip(names, kept["weights"].tolist(), strict=True)}
        return Weights(by_feature, (low, medium, high), float(kept["scale"]), kept["digest"].tobytes().decode())


@cache
def learned_weights() -> Weights:
    """Return the weights that come with the package, read once: some 30 ms."""
    return read_weights(WEIGHTS_FILE)
