"""Looking after memories in the background: used ones are trusted more, faded ones go, repeated ones become one.

Every step is bounded, safe to repeat, and undone by restoring within the grace period; what one user's memories raise
is logged and stops nobody else's.
"""

import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from app.domain.duplicates import group_duplicates
from app.domain.errors import NotFound, StoreUnavailable
from app.domain.models import Owner
from app.domain.retention import Faded, FadeReason, Policy, plan_forgetting
from app.service.ports.retention import PolicyReceipt, RetentionStore, StatedMemory

log = logging.getLogger(__name__)

OWNERS_BATCH: Final = 20
FORGET_BATCH: Final = 500
"""Memories hidden in one transaction: the user's lock is held for some milliseconds."""
MOST_WEIGHED: Final = 200_000
MOST_STATEMENTS: Final = 20_000
MOST_MERGES: Final = 200
"""Groups of repeated statements that become one in a run."""
MOST_SHOWN: Final = 1_000
MOST_RECEIPTS: Final = 100


@dataclass(frozen=True, slots=True)
class PolicyOutcome:
    """What a run let go, or would: how many memories in all, the first of them, and the receipts to undo it by."""

    forgotten: int
    shown: tuple[Faded, ...]
    receipt_ids: tuple[UUID, ...]
    dry_run: bool


class RetentionService:
    """Policies on one user at a time, and the background task that goes over all of them."""

    def __init__(
        self,
        store: RetentionStore,
        *,
        policy: Policy,
        compress: bool,
        interval_seconds: float,
        session_ttl_seconds: int,
        grace_seconds: int,
    ) -> None:
        self._store = store
        self._policy = policy
        self._compress = compress
        self._interval = timedelta(seconds=interval_seconds)
        self._session_ttl_seconds = session_ttl_seconds
        self._grace_seconds = grace_seconds

    @property
    def policy(self) -> Policy:
        """The policy of the settings."""
        return self._policy

    async def run(self) -> int:
        """Look after one batch of users whose turn it is; returns how many."""
        now = datetime.now(UTC)
        owners = await self._store.due_owners(before=now - self._interval, limit=OWNERS_BATCH)
        for owner in owners:
            try:
                await self._look_after(owner)
            except StoreUnavailable:
                raise
            except Exception as error:  # noqa: BLE001 - one user's memories must not stop the others; tried again next time
                log.error(
                    "looking after a user's memories failed (%s), tried again in the next run", type(error).__name__
                )
            await self._store.done(owner, now=datetime.now(UTC))
        return len(owners)

    async def forget(self, owner: Owner, policy: Policy, *, dry_run: bool) -> PolicyOutcome:
        """Let go of what the policy lets go of now; a dry run only says what."""
        now = datetime.now(UTC)
        held, active_days = await self._store.read_held(
            owner, now=now, session_ttl_seconds=self._session_ttl_seconds, limit=MOST_WEIGHED
        )
        faded = plan_forgetting(held, active_days, policy)
        if dry_run:
            return PolicyOutcome(len(faded), tuple(faded[:MOST_SHOWN]), (), dry_run=True)
        receipts: list[UUID] = []
        gone: set[UUID] = set()
        for start in range(0, len(faded), FORGET_BATCH):
            batch = faded[start : start + FORGET_BATCH]
            for reason in dict.fromkeys(one.reason for one in batch):
                outcome = await self._hide(owner, [one for one in batch if one.reason == reason], policy, reason, now)
                if outcome is not None:
                    receipts.append(outcome[0])
                    gone.update(outcome[1])
        went = [one for one in faded if one.held.versions[0][0] in gone]
        return PolicyOutcome(len(went), tuple(went[:MOST_SHOWN]), tuple(receipts), dry_run=False)

    async def undo(self, owner: Owner, receipt_id: UUID | None, *, by: str = "") -> int:
        """Bring back what one policy run hid, for the API key `by`. Raises NotFound where nothing can come back."""
        restored = 0
        if receipt_id is not None:
            restored = await self._store.undo(
                owner, receipt_id, now=datetime.now(UTC), grace_seconds=self._grace_seconds, by=by
            )
        if not restored:
            raise NotFound("nothing of this receipt can be restored: it is unknown, too old, or no policy run's")
        return restored

    async def receipts(self, owner: Owner) -> list[PolicyReceipt]:
        """Return the policy runs of a user that can still be undone, the newest `MOST_RECEIPTS`, newest first."""
        return await self._store.policy_receipts(
            owner, now=datetime.now(UTC), grace_seconds=self._grace_seconds, limit=MOST_RECEIPTS
        )

    async def owners(self, *, tenant_id: str | None, after: UUID) -> Sequence[Owner]:
        """Return the next users of a tenant (None: of all) behind an owner_id."""
        return await self._store.owners_after(after, tenant_id=tenant_id, limit=OWNERS_BATCH)

    async def _hide(
        self, owner: Owner, faded: Sequence[Faded], policy: Policy, reason: FadeReason, now: datetime
    ) -> tuple[UUID, tuple[UUID, ...]] | None:
        lives = policy.half_lives
        noted = {
            "half_lives": [lives.short_days, lives.long_days] if lives else None,
            "forget_below": policy.forget_below,
            "capacity": policy.capacity,
        }
        outcome = await self._store.forget_faded(
            owner, [one.held for one in faded], policy=noted, reason=f"policy: {reason}", now=now
        )
        return None if outcome is None else (outcome.receipt_id, outcome.memory_ids)

    async def _look_after(self, owner: Owner) -> None:
        await self._store.credit_uses(owner, now=datetime.now(UTC))
        if self._compress:
            await self.merge_repeated(owner)
        if self._policy.half_lives is not None or self._policy.capacity is not None:
            outcome = await self.forget(owner, self._policy, dry_run=False)
            if outcome.forgotten:
                log.info("a policy let go of %d memories of a user", outcome.forgotten)

    async def merge_repeated(self, owner: Owner) -> int:
        """Make one of statements that say the same in the same words but for fillers; returns how many went."""
        alike: dict[tuple[str, str | None, str, str | None], list[StatedMemory]] = defaultdict(list)
        for one in await self._store.read_statements(owner, limit=MOST_STATEMENTS):
            alike[one.type, one.agent_id, one.visibility, one.subject].append(one)
        merged = groups = 0
        for statements in alike.values():
            for places in group_duplicates([one.content for one in statements]):
                kept, *others = (statements[place] for place in places)
                if groups == MOST_MERGES:
                    return merged
                # What was merged once and restored by hand is to stay.
                known = {str(source.get("id")) for source in kept.merged_from}
                repeated = [one for one in others if str(one.id) not in known and not one.pinned]
                if repeated:
                    groups += 1
                    merged += await self._store.merge(owner, kept, repeated, now=datetime.now(UTC))
        return merged
