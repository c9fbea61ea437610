"""The class of importance as learned from labelled sentences: a weight a feature and class, no language model."""

from functools import cache
from pathlib import Path
from typing import Final

from app.domain.importance.features import features_of
from app.domain.linear import LinearModel, read_model

CLASSES: Final = ("low", "medium", "high")

Chances = tuple[float, float, float]
"""Of low, medium and high importance, each from 0 to 1; they add up to 1."""

WEIGHTS_FILE: Final = Path(__file__).with_name("weights.npz")


@cache
def importance_model() -> LinearModel:
    """Return the model that comes with the package, read once: some 30 ms."""
    return read_model(WEIGHTS_FILE)


def importance_chances(text: str, model: LinearModel | None = None) -> Chances:
    """Return how likely a text is of low, medium and high importance."""
    low, medium, high = (model or importance_model()).chances(set(features_of(text)))
    return low, medium, high


def likeliest(chances: Chances) -> str:
    """Return the class that they speak for."""
    return CLASSES[chances.index(max(chances))]
