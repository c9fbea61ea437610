"""Makes the cosines of an embedding model comparable: between languages, and with those of other models.

A multilingual model puts a text's language into its vector, so raw cosines measure language first: of
multilingual-e5-small, unrelated Chinese pairs have 0.82 on average, unrelated English ones 0.73, and a Chinese answer
to an English question 0.80. No threshold on such numbers can work. A vector space therefore takes the mean of all
languages off every vector, and the directions in which the means of languages and kinds (query, passage) differ, and
makes the rest length 1 again:

    v' = w / |w|,  w = (v - c) - B'B (v - c)

with c the mean of the means and the rows of B an orthonormal basis of (means - c). After it, unrelated pairs have the
same cosines in and across languages (mean 0, standard deviation 0.075 for multilingual-e5-small), which is the
background that `similarity.calibrate` counts from. Means are those of unrelated texts (`calibration_texts`).

Source: Yang, Yang, Cer and Darve, "A Simple and Effective Method To Eliminate the Self Language Bias in Multilingual
Representations" (EMNLP 2021), with means in place of principal components.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.similarity import Background

SPACE_VERSION: Final = "neutral1"
"""Part of a model's name with every vector: to be changed with the method or the texts it is measured with."""

_DIMENSIONS_PER_DIRECTION: Final = 12
_SHORTEST: Final = 1e-6

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class VectorSpace:
    """How one model's raw vectors become comparable ones, and what cosine unrelated texts have then."""

    centre: Vectors
    """(d,) the mean of the means."""
    directions: Vectors
    """(k, d) orthonormal rows; k may be 0."""
    background: Background

    def neutralise(self, vectors: Vectors) -> Vectors:
        """Return (n, d) unit vectors without language and kind, for (n, d) unit vectors.

        A vector that is nothing but language and kind stays as it is.
        """
        rest = vectors - self.centre
        rest -= (rest @ self.directions.T) @ self.directions
        lengths = np.linalg.norm(rest, axis=1, keepdims=True)
        neutral = np.where(lengths > _SHORTEST, rest / np.maximum(lengths, _SHORTEST), vectors)
        return np.ascontiguousarray(neutral, dtype=np.float32)


def fit_space(queries: Mapping[str, Vectors], passages: Mapping[str, Vectors]) -> VectorSpace:
    """Return the space of a model from its raw unit vectors of unrelated texts, by language, each (n, d).

    Every query must be unrelated to every passage, of its own language and of others. At least two of each.
    """
    means = np.stack([vectors.mean(axis=0) for vectors in (*queries.values(), *passages.values())])
    centre = means.mean(axis=0)
    most = means.shape[1] // _DIMENSIONS_PER_DIRECTION
    _, strengths, rows = np.linalg.svd(means - centre, full_matrices=False)
    count = min(most, int((strengths > _SHORTEST).sum()))
    raw = VectorSpace(
        centre.astype(np.float32), np.ascontiguousarray(rows[:count], dtype=np.float32), Background(0.0, 1.0)
    )
    cosines = (
        raw.neutralise(np.concatenate(list(queries.values())))
        @ raw.neutralise(np.concatenate(list(passages.values()))).T
    )
    background = Background(float(cosines.mean()), max(float(cosines.std()), _SHORTEST))
    return VectorSpace(raw.centre, raw.directions, background)


def raw_space(dimensions: int, background: Background) -> VectorSpace:
    """Return the space that leaves vectors as they are, with a background known from elsewhere."""
    nothing = np.zeros((0, dimensions), dtype=np.float32)
    return VectorSpace(np.zeros(dimensions, dtype=np.float32), nothing, background)
