"""Lays the running summaries that a search has read beside the user's messages: which speaks for which. Pure."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.ranking_features import Floats
from app.domain.session_prior import NO_SUMMARY, session_prior
from app.domain.similarity import Background, calibrate, standardise
from app.service.ports import SummaryDistances
from app.service.user_columns import UserColumns

_NOTHING: Final = np.float32("nan")


def said_by(summaries: SummaryDistances, as_of_s: float) -> SummaryDistances:
    """Return the summaries that cover nothing said after a time (Unix seconds)."""
    known = summaries.until_s <= as_of_s
    if known.all():
        return summaries
    kept = tuple(id for id, one in zip(summaries.session_ids, known.tolist(), strict=True) if one)
    return SummaryDistances(kept, summaries.distance[known], summaries.until_s[known])


def prior_of(columns: UserColumns, summaries: SummaryDistances, background: Background) -> Floats | None:
    """Return what the summaries say for each row, (n,) in deviations; None where there are none."""
    if not summaries.session_ids:
        return None
    above = standardise(summaries.distance, background)
    return session_prior(above, _summary_of(columns, summaries))


def similarity_of(
    columns: UserColumns, rows: NDArray[np.int32], summaries: SummaryDistances, background: Background
) -> list[float | None]:
    """Return for some rows the calibrated similarity in [0, 1] of their session's summary; None where there is none."""
    if not summaries.session_ids:
        return [None] * len(rows)
    similarity = np.append(calibrate(standardise(summaries.distance, background)), _NOTHING)
    found = similarity[_summary_of(columns, summaries)[rows]].tolist()
    return [None if value != value else value for value in found]


def _summary_of(columns: UserColumns, summaries: SummaryDistances) -> NDArray[np.int32]:
    """Return for each row the place of its session's summary. Saved memories have no session here, nor a summary."""
    numbers = columns.sessions.numbers
    places = np.full(len(numbers) + 1, NO_SUMMARY, dtype=np.int32)
    for place, session_id in enumerate(summaries.session_ids):
        number = numbers.get(session_id)
        if number is not None:
            places[number] = place
    return places[columns.index.columns.session_no]
