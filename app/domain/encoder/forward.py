"""Runs texts through the layers of a transformer encoder (BERT, Devlin et al. 2019: post-norm, GELU), in NumPy."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.encoder.model_file import Floats

_ERF: Final = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
"""Abramowitz and Stegun 7.1.26: within 1.5e-7."""


class Linear(NamedTuple):
    """Weights of one byte each, [outputs, inputs], with a scale and a shift an output.

    They become floats when they are used, which costs a few per cent of it, and take a quarter of the memory.
    """

    weights: NDArray[np.int8]
    scales: Floats
    shifts: Floats

    def of(self, vectors: Floats) -> Floats:
        """Return what the weights make of vectors, [count, inputs], as [count, outputs]."""
        found: Floats = vectors @ self.weights.astype(np.float32).T
        found *= self.scales
        found += self.shifts
        return found


class Norm(NamedTuple):
    """Scale and shift of vectors that were brought to mean 0 and variance 1."""

    scale: Floats
    shift: Floats

    def of(self, vectors: Floats, epsilon: float) -> Floats:
        """Return the vectors, each with mean 0 and variance 1, scaled and shifted."""
        centred = vectors - vectors.mean(axis=-1, keepdims=True)
        spread = np.sqrt(np.einsum("ij,ij->i", centred, centred)[:, None] / vectors.shape[-1] + epsilon)
        found: Floats = centred / spread * self.scale + self.shift
        return found


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: queries, keys and values of attention, what mixes its heads, the two inner parts, and two norms."""

    queries: Linear
    keys: Linear
    values: Linear
    mixing: Linear
    after_attention: Norm
    inner: Linear
    outer: Linear
    after_inner: Norm


def forward(
    vectors: Floats, bounds: Sequence[tuple[int, int]], layers: Sequence[Layer], heads: int, epsilon: float
) -> Floats:
    """Return the vectors of the pieces of several texts behind all layers, [pieces, width].

    `vectors` are those of their embeddings, one text behind the other; `bounds` tells where each begins and ends. The
    pieces of one text see each other and none of another.
    """
    for layer in layers:
        attended = _attention(vectors, bounds, layer, heads)
        vectors = layer.after_attention.of(vectors + layer.mixing.of(attended), epsilon)
        vectors = layer.after_inner.of(vectors + layer.outer.of(_gelu(layer.inner.of(vectors))), epsilon)
    return vectors


def _attention(vectors: Floats, bounds: Sequence[tuple[int, int]], layer: Layer, heads: int) -> Floats:
    count, width = vectors.shape
    shape = (count, heads, width // heads)
    queries, keys, values = (one.of(vectors).reshape(shape) for one in (layer.queries, layer.keys, layer.values))
    queries *= np.float32((width // heads) ** -0.5)
    found = np.empty(shape, np.float32)
    for start, end in bounds:
        scores = queries[start:end].transpose(1, 0, 2) @ keys[start:end].transpose(1, 2, 0)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        found[start:end] = (scores @ values[start:end].transpose(1, 0, 2)).transpose(1, 0, 2)
    return found.reshape(count, width)


def _gelu(values: Floats) -> Floats:
    """Return the Gaussian error linear unit of each value (Hendrycks and Gimpel 2016)."""
    size = np.abs(values)
    size *= np.float32(0.5**0.5)
    term = np.reciprocal(1.0 + np.float32(0.3275911) * size)
    series = np.full_like(term, _ERF[4])
    for factor in _ERF[3::-1]:
        series *= term
        series += np.float32(factor)
    series *= term
    size *= size
    np.negative(size, out=size)
    series *= np.exp(size, out=size)  # what is left to 1 of the error function
    half = np.float32(0.5) * values
    found: Floats = np.where(values > 0, half * (2.0 - series), half * series)
    return found
