"""Calibrated similarity: what a cosine means for one embedding model.

Raw cosines of different models are not comparable (e5 puts unrelated texts at 0.75 to 0.85), and much of a raw cosine
is what all texts of a language share; `calibration` takes that off every vector and measures what cosine unrelated
texts have then, the background. Here cosines are counted in deviations from it.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_CENTRE: Final = 3.5
_SLOPE: Final = 1.2


class Background(NamedTuple):
    """Cosine between unrelated queries and passages, for one embedding model."""

    mean: float
    deviation: float


def standardise(distance: NDArray[np.float32], background: Background) -> NDArray[np.float32]:
    """Return how many deviations each cosine (1 - distance) lies above the background's mean; NaN stays NaN."""
    cosine = np.float32(1.0) - distance
    return ((cosine - np.float32(background.mean)) / np.float32(max(background.deviation, 1e-6))).astype(np.float32)


def calibrate(standardised: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the similarity in [0, 1] of cosines in deviations above the background; NaN stays NaN.

    One half at 3.5 deviations, between what unrelated texts reach at best and what an answer has; 0.82 at 4.8.
    """
    odds = np.exp(np.float32(-_SLOPE) * (standardised - np.float32(_CENTRE)))
    return np.asarray(1.0 / (1.0 + odds), dtype=np.float32)
