"""Checks what an embedding model answers before anything is done with it."""

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import EmbedderUnavailable

_SHORTEST = 1e-6


def unit_vectors(vectors: NDArray[np.float32], *, count: int, dimensions: int) -> NDArray[np.float32]:
    """Return (count, dimensions) float32 of length 1, or raise EmbedderUnavailable saying what is wrong with them."""
    if vectors.ndim != 2 or vectors.shape[0] != count:
        raise EmbedderUnavailable(f"asked for {count} vectors and got an array of shape {vectors.shape}")
    if vectors.shape[1] != dimensions:
        raise EmbedderUnavailable(
            f"the vectors have {vectors.shape[1]} dimensions, the setting embedding_dimensions says {dimensions}"
        )
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        raise EmbedderUnavailable("a vector holds NaN or infinity")
    if count and float(lengths.min()) < _SHORTEST:
        raise EmbedderUnavailable("a vector is all zeros")
    units: NDArray[np.float32] = (vectors / lengths).astype(np.float32)
    return units
