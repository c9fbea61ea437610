"""Vector spaces measured before, one .npz a model, and the names under which vectors are kept."""

import hashlib
from pathlib import Path
from typing import Final

import numpy as np

from app.domain.calibration import SPACE_VERSION, VectorSpace
from app.domain.similarity import Background

_FOLDER: Final = Path(__file__).parent
MEASURED: Final = frozenset({"multilingual-e5-small-q4"})
"""Models whose space lies here, by the name their servers give them."""


def load_space(model: str) -> VectorSpace:
    """Return the space of a model in `MEASURED`."""
    with np.load(_FOLDER / f"{model}.npz", allow_pickle=False) as measured:
        mean, deviation = measured["background"].tolist()
        return VectorSpace(measured["centre"], measured["directions"], Background(mean, deviation))


def save_space(model: str, space: VectorSpace, folder: Path = _FOLDER) -> Path:
    """Write a measured space where `load_space` finds it; returns the file."""
    path = folder / f"{model}.npz"
    np.savez(
        path,
        centre=space.centre,
        directions=space.directions,
        background=np.array([space.background.mean, space.background.deviation]),
    )
    return path


def vector_name(model: str, dimensions: int, *, neutral: bool, recipe: str = "") -> str:
    """Return the name kept with each vector: all that decides whether two vectors can be compared.

    `neutral` tells vectors of a `VectorSpace` from raw ones; `recipe` is whatever else the caller adds to a text.
    """
    name = f"{model}@{dimensions}"
    if recipe:
        name += "~" + hashlib.blake2b(recipe.encode(), digest_size=4).hexdigest()
    return f"{name}+{SPACE_VERSION}" if neutral else name
