"""Chances as steps, so that a linear model may weigh each by itself."""

import math


def step_of(chance: float) -> int:
    """Return a chance, 0 to 1, as one of 17 steps of its log odds, from -8 to 8."""
    inside = min(max(chance, 1e-4), 1.0 - 1e-4)
    return round(min(max(math.log(inside / (1.0 - inside)) * 1.2, -8.0), 8.0))
