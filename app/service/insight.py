"""What a process counts of its own work: how long each stage of a request takes, what was degraded, what was at hand.

Plain numbers in plain lists, a microsecond an entry, because every request makes several; the HTTP layer turns them
into metrics when somebody asks.
"""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from app.service.ports.spans import Spans

Stage = Literal["embed", "redis", "postgres", "rank", "texts", "pack", "score"]
Cache = Literal["query_vector", "evidence", "answer"]
ReplicaUse = Literal["used", "behind", "away"]

BOUNDS: Final = (0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the buckets, in seconds; one more bucket holds what is longer."""


@dataclass(slots=True)
class StageTimes:
    """A histogram of one stage. `buckets` are not cumulative."""

    seconds: float = 0.0
    buckets: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))

    def add(self, seconds: float) -> None:
        """Count one run of the stage."""
        self.seconds += seconds
        self.buckets[bisect_left(BOUNDS, seconds)] += 1

    @property
    def count(self) -> int:
        """How often the stage ran."""
        return sum(self.buckets)


class Insight:
    """The counts of one process; never of a tenant or user."""

    def __init__(self, spans: Spans | None = None) -> None:
        """`spans`: what also makes a span of each stage, where traces are wanted."""
        self._spans = spans
        self.stages: dict[Stage, StageTimes] = {}
        self.degraded: Counter[str] = Counter()
        self.cache_hits: Counter[str] = Counter()
        self.cache_misses: Counter[str] = Counter()
        self.replica: Counter[str] = Counter()

    def counts(self) -> dict[str, dict[str, Any]]:
        """Return every count by name; a stage is its seconds and then its buckets, which are not cumulative."""
        return {
            "stages": {stage: [times.seconds, *times.buckets] for stage, times in self.stages.items()},
            "degraded": dict(self.degraded),
            "cache_hits": dict(self.cache_hits),
            "cache_misses": dict(self.cache_misses),
            "replica": dict(self.replica),
        }

    def took(self, stage: Stage, seconds: float) -> None:
        """Count one run of a stage."""
        times = self.stages.get(stage)
        if times is None:
            times = self.stages[stage] = StageTimes()
        times.add(seconds)

    @contextmanager
    def timed(self, stage: Stage) -> Iterator[None]:
        """Time a block, also one that fails."""
        begun = time.perf_counter()
        try:
            if self._spans is None:
                yield
            else:
                with self._spans.stage(stage):
                    yield
        finally:
            self.took(stage, time.perf_counter() - begun)

    def answered_without(self, parts: Iterable[str]) -> None:
        """Count the parts that an answer named as `degraded`."""
        self.degraded.update(parts)

    def read_replica(self, use: ReplicaUse) -> None:
        """Count one reading that a replica was there for, and what became of it."""
        self.replica[use] += 1

    def looked_up(self, cache: Cache, *, found: bool) -> None:
        """Count one look into a cache."""
        (self.cache_hits if found else self.cache_misses)[cache] += 1
