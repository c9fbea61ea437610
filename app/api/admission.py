"""Who may go on now: a rate for each key, turns between tenants, and a deadline for every request.

All of it holds within one API process. With several, each has its own: a key's rate is then a rate a process.
"""

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from app.api.problems import HttpRefusalError
from app.service.keys import Identity
from app.settings import Settings

MAX_BUCKETS: Final = 10_000
UNHURRIED: Final = frozenset({"/v1/users/import", "/v1/users/export"})
"""Paths whose work is as long as the user's memory: they have deadlines of their own."""

ACTIVE_SECONDS: Final = 1.0
"""A tenant counts as active until so long after its last request."""

LAG_HIGH_SECONDS: Final = 0.004
LAG_LOW_SECONDS: Final = 0.002
LEAST_RUNNING: Final = 2


def _busy() -> HttpRefusalError:
    detail = "this tenant has more requests running than its share just now"
    return HttpRefusalError(503, detail, ((b"retry-after", b"1"),))


class RateLimiter:
    """A token bucket for each key: `per_second` in the long run, `burst` at once."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_second
        self._burst = float(max(1, burst))
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_seconds(self, key: str) -> float:
        """Take a token: 0 where there was one, else the seconds until there is one (and none is taken)."""
        now = self._clock()
        tokens, at = self._buckets.pop(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - at) * self._rate)
        taken = tokens >= 1.0
        self._buckets[key] = (tokens - 1.0 if taken else tokens, now)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return 0.0 if taken else (1.0 - tokens) / self._rate


@dataclass(slots=True)
class _Tenant:
    running: int = 0
    last_at: float = 0.0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class FairTurns:
    """Requests of a tenant that is alone run at once; while several tenants ask, they take turns.

    Then at most `most_running` requests run at a time, shared out evenly, and fewer while the process has more to do
    than it can (its event loop comes late): that number falls by a quarter and rises by one, as in TCP. Each tenant's
    requests wait in a queue of their own, and a place that comes free goes to the tenant with the fewest running, of
    those to the one that waited longest since its last turn.
    """

    def __init__(self, most_running: int, *, wait_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(most_running)
        self._limit = float(most_running)
        self._wait_seconds = wait_seconds
        self._clock = clock
        self._tenants: OrderedDict[str, _Tenant] = OrderedDict()  # the longest without a turn first
        self._swept_at = clock()
        self._probing = False

    @asynccontextmanager
    async def turn(self, tenant_id: str) -> AsyncIterator[None]:
        """Run the block when it is the tenant's turn. Raises HttpRefusalError 503 after `wait_seconds` of waiting."""
        tenant = self._tenants.setdefault(tenant_id, _Tenant())
        tenant.last_at = self._clock()
        if tenant.waiting or not self._may_run(tenant):
            await self._wait(tenant)
        else:
            tenant.running += 1
        self._tenants.move_to_end(tenant_id)
        try:
            yield
        finally:
            tenant.running -= 1
            self._let_in()

    def _share(self) -> float:
        """How many of one tenant's requests may run: without end while it is alone."""
        now = self._clock()
        if now - self._swept_at > ACTIVE_SECONDS / 4:
            self._swept_at = now
            for tenant_id, tenant in list(self._tenants.items()):
                if tenant.last_at < now - ACTIVE_SECONDS and not tenant.running and not tenant.waiting:
                    del self._tenants[tenant_id]
        active = len(self._tenants)
        return math.inf if active <= 1 else max(1.0, self._limit / active)

    def _may_run(self, tenant: _Tenant) -> bool:
        share = self._share()
        if share == math.inf:
            return True
        self._probe()
        return tenant.running + 1 <= share

    async def _wait(self, tenant: _Tenant) -> None:
        """Return when the request was let in, and so counts as running."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tenant.waiting.append(place)
        try:
            async with asyncio.timeout(self._wait_seconds):
                await place
        except BaseException as error:
            if place.done() and not place.cancelled():  # let in just when it gave up
                tenant.running -= 1
                self._let_in()
            else:
                tenant.waiting.remove(place)
            if isinstance(error, TimeoutError):
                raise _busy() from None
            raise

    def _let_in(self) -> None:
        """Give free places to those that wait."""
        share = self._share()
        for tenant in sorted(self._tenants.values(), key=lambda one: one.running):
            while tenant.waiting and tenant.running + 1 <= share:
                place = tenant.waiting.popleft()
                if not place.done():
                    tenant.running += 1
                    place.set_result(None)

    def _probe(self) -> None:
        """Measure how late the event loop is, and set the limit by it; at most one measurement at a time."""
        if not self._probing:
            self._probing = True
            asyncio.get_running_loop().call_soon(self._adapt, self._clock())

    def _adapt(self, asked_at: float) -> None:
        self._probing = False
        lag = self._clock() - asked_at
        if lag > LAG_HIGH_SECONDS:
            self._limit = max(LEAST_RUNNING, self._limit * 0.75)
        elif lag < LAG_LOW_SECONDS:
            self._limit = min(self._most, self._limit + 1.0)
        self._let_in()


class Admission:
    """What every request of the contract passes once its caller is known."""

    def __init__(self, settings: Settings) -> None:
        rate = settings.rate_limit_per_second
        self._limiter = RateLimiter(rate, settings.rate_limit_burst) if rate else None
        self._turns = FairTurns(settings.fair_running, wait_seconds=settings.fair_wait_seconds)
        self._deadline_seconds = settings.request_deadline_seconds

    def count(self, identity: Identity) -> None:
        """Count a request against its key. Raises HttpRefusalError 429."""
        if self._limiter is None:
            return
        wait = self._limiter.wait_seconds(f"{identity.tenant_id}\x1f{identity.key_id or ''}")
        if wait:
            retry_after = str(max(1, math.ceil(wait))).encode()
            raise HttpRefusalError(429, "this key asks more often than it may", ((b"retry-after", retry_after),))

    @asynccontextmanager
    async def turn(self, identity: Identity, path: str) -> AsyncIterator[None]:
        """Run the block in the tenant's turn and under the deadline. Raises HttpRefusalError 503 when it is over."""
        limit = None if path in UNHURRIED else self._deadline_seconds
        async with self._turns.turn(identity.tenant_id):
            try:
                async with asyncio.timeout(limit) as deadline:
                    yield
            except TimeoutError:
                if not deadline.expired():
                    raise
                raise HttpRefusalError(
                    503, f"there was no answer within {self._deadline_seconds:g} s", ((b"retry-after", b"1"),)
                ) from None
