"""A worker that kills itself at one step of archiving: `python -m app.chaos.dying_worker after:commit`.

The steps are put around the service's functions here, from outside; the service itself has no switch for it.
"""

import os
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

from app.adapters.postgres import archive
from app.adapters.redis.working_memory import RedisWorkingMemory

STEPS: Final[dict[str, tuple[Any, str]]] = {
    "claim": (RedisWorkingMemory, "claim_due"),
    "lock": (archive, "lock_owners"),
    "memories": (archive, "copy_memories"),
    "pieces": (archive, "copy_pieces"),
    "sessions": (archive, "_put_sessions"),
    "facts": (archive, "insert_facts"),
    "commit": (archive.PostgresArchive, "store"),
    "confirm": (RedisWorkingMemory, "confirm"),
    "card": (RedisWorkingMemory, "put_card"),
}
"""Every write of archiving, in its order: name → where the function that does it is kept."""

POINTS: Final = tuple(f"{side}:{step}" for step in STEPS for side in ("before", "after"))


def arm(point: str) -> None:
    """Make this process kill itself before or after a step. Raises ValueError for a point that is none of POINTS."""
    side, _, step = point.partition(":")
    if point not in POINTS:
        raise ValueError(f"{point} is none of {', '.join(POINTS)}")
    place, name = STEPS[step]
    setattr(place, name, _deadly(getattr(place, name), side))


def _deadly(step: Callable[..., Awaitable[Any]], side: str) -> Callable[..., Awaitable[Any]]:
    @wraps(step)
    async def die(*arguments: Any, **named: Any) -> Any:
        if side == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = await step(*arguments, **named)
        if result or step.__name__ != "claim_due":  # a claim of nobody is no step
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    return die


if __name__ == "__main__":
    from app.cli.common import load_settings
    from app.cli.worker_process import run_worker_process

    arm(sys.argv[1])
    run_worker_process(load_settings(), ready_fd=-1)
