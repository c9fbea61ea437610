"""From relevance to score: bounded, multiplicative boosts of recency, importance and trust.

    score = relevance * (1 - r + r * recency) * (1 - i + i * importance) * (1 - t + t * trust)
    recency = 2 ** (-age_days / half_life_days)

with strengths r, i, t of a profile. Each factor lies in [1 - strength, 1], so the score never exceeds the relevance,
never leaves [0, 1], and a memory cannot pass one whose relevance times `Profile.floor` is greater: boosts reorder near
ties, they never lift what is irrelevant. The additive recipes of the field (0.7 similarity + 0.3 recency) lack that
bound; here their weights become strengths, which gives the same number for a fully relevant memory. They are also there
to the letter, as profiles with `added`:

    score = (1 - r - i - t) * relevance + r * recency + i * importance + t * trust

which can lift what is new or important over what answers the query, and is no profile to begin with.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

HALF_LIFE_DAYS: Final = {"chat": 7.0, "assistant": 30.0, "knowledge": 365.0}
"""Half-life of recency by kind of service."""


class Profile(NamedTuple):
    """How strong each boost is, in [0, 1), and how fast recency fades."""

    recency: float = 0.06
    importance: float = 0.06
    trust: float = 0.06
    half_life_days: float = HALF_LIFE_DAYS["assistant"]
    added: bool = False
    """Whether the components are added up by their weights (which then sum to at most 1) in place of multiplied."""

    @property
    def floor(self) -> float:
        """The least that all factors together can be; 0 where components are added, for then nothing is bounded."""
        if self.added:
            return 0.0
        return (1.0 - self.recency) * (1.0 - self.importance) * (1.0 - self.trust)


PROFILES: Final = {
    "balanced": Profile(),
    "chat": Profile(half_life_days=HALF_LIFE_DAYS["chat"]),
    "assistant": Profile(half_life_days=HALF_LIFE_DAYS["assistant"]),
    "knowledge": Profile(recency=0.02, half_life_days=HALF_LIFE_DAYS["knowledge"]),
    "similarity70_recency30": Profile(recency=0.3, importance=0.0, trust=0.0),
    "similarity60_importance40": Profile(recency=0.0, importance=0.4, trust=0.0),
    "added_similarity70_recency30": Profile(recency=0.3, importance=0.0, trust=0.0, added=True),
    "added_similarity60_importance40": Profile(recency=0.0, importance=0.4, trust=0.0, added=True),
    "relevance": Profile(recency=0.0, importance=0.0, trust=0.0),
}
"""By name. Those with numbers are the well-known recipes, in the bounded form and to the letter (`added_`)."""


class Scored(NamedTuple):
    """Scores with what made them; each (n,) in [0, 1]."""

    score: Floats
    recency: Floats
    importance: Floats
    trust: Floats


def recency_of(age_days: Floats, half_life_days: float) -> Floats:
    """Return 2 ** (-age / half-life) for each age in days; 1 for ages below 0 (a clock ahead of ours).

    Raises ValueError when the half-life is not above 0.
    """
    if not half_life_days > 0.0:
        raise ValueError(f"half_life_days must be above 0, got {half_life_days}")
    return np.exp2(-np.maximum(np.asarray(age_days, dtype=np.float64), 0.0) / half_life_days)


def score_memories(
    relevance: NDArray[np.floating], age_days: Floats, importance: Floats, trust: Floats, profile: Profile
) -> Scored:
    """Return the scores of n memories, all arguments (n,). Values outside [0, 1] are clipped into it.

    `pinned` memories: give them age 0.
    """
    recency = recency_of(age_days, profile.half_life_days)
    relevance, importance, trust = (_unit(column) for column in (relevance, importance, trust))
    return Scored(combine(relevance, recency, importance, trust, profile), recency, importance, trust)


def combine(relevance: Floats, recency: Floats, importance: Floats, trust: Floats, profile: Profile) -> Floats:
    """Return the score from its components, all in [0, 1]: what `explain` shows gives `score` again through this."""
    if profile.added:
        rest = 1.0 - profile.recency - profile.importance - profile.trust
        added = profile.recency * recency + profile.importance * importance + profile.trust * trust
        return rest * relevance + added
    return (
        relevance
        * _factor(recency, profile.recency)
        * _factor(importance, profile.importance)
        * _factor(trust, profile.trust)
    )


def order_of(score: Floats, time_s: Floats) -> NDArray[np.intp]:
    """Return the places best first; equal scores newest first, then in the order given."""
    return np.lexsort((np.arange(len(score)), -time_s, -score))


def _factor(component: Floats, strength: float) -> Floats:
    return 1.0 - strength + strength * component


def _unit(values: NDArray[np.floating]) -> Floats:
    return np.minimum(np.fmax(np.asarray(values, dtype=np.float64), 0.0), 1.0)  # fmax takes the number beside a NaN
