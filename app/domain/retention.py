"""What a forgetting policy lets go: the memories that faded, and, of too many, those worth least. Pure.

    retention = 2 ** (-idle / strength)
    strength  = half_life * (1 + 2 * importance) * (1 + log2(1 + uses)) * (0.5 + trust)

`idle` counts the days on which the user was active since the memory was last touched (made, recalled or restored), not
days on the calendar: who comes back after a year away has forgotten nothing meanwhile. The shape is the exponential
forgetting curve, with a strength that grows with each use as in spaced repetition; the constants are ours (decision
0012). A short half-life holds for what is not worth more than its session (importance below `importance_episodic`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
FadeReason = Literal["faded", "over capacity"]
PresetName = Literal["chat", "assistant", "knowledge"]

PROTECTED_IMPORTANCE: Final = 0.8
"""From here on, and where a memory is pinned, no policy forgets it."""

USED_TRUST: Final = 0.8
"""Use alone raises trust towards this, never to it: only feedback does more."""
USED_STEP: Final = 0.05
"""Of the way there, for each use."""


class HalfLives(NamedTuple):
    """Active days until half of a memory without importance or use is gone."""

    short_days: float
    long_days: float


PRESETS: Final[dict[PresetName, HalfLives]] = {
    "chat": HalfLives(3.0, 30.0),
    "assistant": HalfLives(7.0, 90.0),
    "knowledge": HalfLives(30.0, 365.0),
}


@dataclass(frozen=True, slots=True)
class Policy:
    """How a user's memories fade. `half_lives` None: not at all; `capacity` None: any number is kept."""

    half_lives: HalfLives | None
    short_below: float = 0.4  # importance
    forget_below: float = 0.1  # retention
    capacity: int | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """One memory (a message with all its parts) as a policy looks at it.

    `touched_day` counts days since 1970 in UTC. `versions` are (id, version, accessed_at) of its rows as read: what
    changed since is not forgotten.
    """

    versions: tuple[tuple[UUID, int, datetime | None], ...]
    importance: float
    trust: float
    uses: int
    pinned: bool
    touched_day: int


@dataclass(frozen=True, slots=True)
class Faded:
    """A memory that a policy lets go, how much of it is left, and why it goes."""

    held: Held
    retention: float
    reason: FadeReason


def retention_of(idle_days: Floats, importance: Floats, trust: Floats, uses: Floats, half_life_days: Floats) -> Floats:
    """Return in [0, 1] how much of each of n memories is left, all arguments (n,); see the module's docstring."""
    strength = half_life_days * (1.0 + 2.0 * importance) * (1.0 + np.log2(1.0 + uses)) * (0.5 + trust)
    return np.exp2(-np.maximum(idle_days, 0.0) / strength)


def idle_days_of(touched_day: NDArray[np.int64], active_days: Sequence[int]) -> Floats:
    """Return how many of the user's active days came after each day (n,)."""
    days = np.unique(np.asarray(active_days, dtype=np.int64))
    return (len(days) - np.searchsorted(days, touched_day, side="right")).astype(np.float64)


def plan_forgetting(held: Sequence[Held], active_days: Sequence[int], policy: Policy) -> list[Faded]:
    """Return what the policy lets go, the most faded first; never what is pinned or important."""
    if not held:
        return []
    importance = np.array([memory.importance for memory in held])
    trust = np.array([memory.trust for memory in held])
    uses = np.array([float(memory.uses) for memory in held])
    free = np.array([not memory.pinned for memory in held]) & (importance < PROTECTED_IMPORTANCE)
    idle = idle_days_of(np.array([memory.touched_day for memory in held], dtype=np.int64), active_days)
    lives = policy.half_lives or PRESETS["knowledge"]
    half_life = np.where(importance < policy.short_below, lives.short_days, lives.long_days)
    left = retention_of(idle, importance, trust, uses, half_life)
    faded = free & (left < policy.forget_below) if policy.half_lives else np.zeros(len(held), dtype=np.bool_)
    gone = [Faded(held[i], float(left[i]), "faded") for i in np.flatnonzero(faded)[np.argsort(left[faded])]]
    if policy.capacity is None or len(held) - len(gone) <= policy.capacity:
        return gone
    worth = worth_of(left, importance, trust, uses)
    candidates = np.flatnonzero(free & ~faded)
    surplus = candidates[np.argsort(worth[candidates], kind="stable")][: len(held) - len(gone) - policy.capacity]
    return gone + [Faded(held[i], float(left[i]), "over capacity") for i in surplus]


def worth_of(left: Floats, importance: Floats, trust: Floats, uses: Floats) -> Floats:
    """Return in [0, 1] what each memory is worth where there is room for some only: the best stay, not the newest."""
    return 0.4 * importance + 0.3 * left + 0.2 * trust + 0.1 * uses / (uses + 3.0)
