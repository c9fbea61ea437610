"""Search summary first, details second: the sessions whose running summaries stand nearest to a query speak for their
messages.

What a summary gives is standardised over the user's summaries, as every other arm is over pieces, and bounded; a
session without one is given nothing. So the messages still answer for themselves: none is left out, and none is lifted
far. Decision 0032 has the measurements.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.ranking_features import Floats, standard

MOST_DEVIATIONS: Final = 2.0
NO_SUMMARY: Final = -1


def session_prior(above: Floats, summary_of: NDArray[np.int32]) -> Floats:
    """Return what the summaries say for each of n pieces, (n,): deviations from 0 to `MOST_DEVIATIONS`.

    `above`: (s,) similarity of each summary to the query, in deviations above the model's background. `summary_of`:
    (n,) which of them is that of the piece's session, `NO_SUMMARY` for none.
    """
    given = np.clip(standard(above, 1.0), np.float32(0.0), np.float32(MOST_DEVIATIONS))
    return np.append(given, np.float32(0.0))[summary_of].astype(np.float32)
