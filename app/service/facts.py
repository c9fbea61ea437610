"""Facts: the card as it is, every version, and changes by hand. Postgres first, then the card in Redis."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from app.domain.errors import NotFound
from app.domain.ids import new_id
from app.domain.models import Card, CardEntry, FactVersion, NewFact, Owner
from app.service.memories import OwnerFlush
from app.service.ports import Archive, FactStore, WorkingMemory


@dataclass(frozen=True, slots=True)
class FactGiven:
    """A value as the caller claims it; `valid_from` None means now."""

    key: str
    value: str
    valid_from: datetime | None = None
    confidence: float = 1.0
    source: dict[str, Any] = field(default_factory=dict)


class FactsService:
    """Everything under /v1/facts."""

    def __init__(self, working: WorkingMemory, archive: Archive, facts: FactStore, archiver: OwnerFlush) -> None:
        self._working = working
        self._archive = archive
        self._facts = facts
        self._archiver = archiver

    async def card(
        self, owner: Owner, session_id: str | None, *, as_of: datetime | None = None
    ) -> dict[str, CardEntry]:
        """Return the card as a session (None: no session) sees it, now or as of a time."""
        if as_of is not None:
            await self._archiver.flush_owner(owner)
            return (await self._archive.card(owner, session_id, as_of=as_of)).merged()
        return (await self.current_card(owner, session_id)).merged()

    async def current_card(self, owner: Owner, session_id: str | None) -> Card:
        """Return the card from Redis; where Redis does not hold it, from Postgres, and lay it."""
        snapshot = await self._working.snapshot(owner, session_id)
        if snapshot.card is not None:
            return snapshot.card
        card = await self._archive.card(owner, session_id)
        await self._working.lay(owner, session_id, None, card)
        return card

    async def put(
        self,
        owner: Owner,
        session_id: str | None,
        given: Sequence[FactGiven],
        *,
        if_version: int | None = None,
        by: str = "",
    ) -> dict[str, CardEntry]:
        """Claim values and return the card afterwards; an older claim goes into history only.

        `by`, here and below, is the id of the API key that asks ("" without keys); the history names it. `if_version`
        guards the change of a single fact: raises StaleVersion where the card shows another version of it, or none.
        """
        now = datetime.now(UTC)
        await self._write(
            owner,
            session_id,
            [
                NewFact(
                    id=new_id(),
                    key=fact.key,
                    value=fact.value,
                    session_id=session_id,
                    valid_from=fact.valid_from or now,
                    recorded_at=now,
                    confidence=fact.confidence,
                    source=fact.source,
                    reason="put",
                    changed_by=by,
                )
                for fact in given
            ],
            if_version,
        )
        return await self.card(owner, session_id)

    async def delete(
        self, owner: Owner, session_id: str | None, key: str, *, if_version: int | None = None, by: str = ""
    ) -> dict[str, CardEntry]:
        """End a fact of the user's card, or of that session's own, and return the card.

        Raises NotFound, StaleVersion.
        """
        await self._archiver.flush_owner(owner)
        card = await self._archive.card(owner, session_id)
        current = (card.user if session_id is None else card.session).get(key)
        if current is None:
            raise NotFound("there is no such fact on this card")
        end = _successor(session_id, key, current, current.valid_from, "deleted", retracted=True, by=by)
        await self._write(owner, session_id, [end], if_version)
        return await self.card(owner, session_id)

    async def history(self, owner: Owner, session_id: str | None, key: str) -> list[FactVersion]:
        """Return every version, newest first. Raises NotFound."""
        await self._archiver.flush_owner(owner)
        versions = await self._facts.fact_history(owner, session_id, key)
        if not versions:
            raise NotFound("there is no such fact")
        return versions

    async def roll_back(
        self,
        owner: Owner,
        session_id: str | None,
        key: str,
        version: int,
        *,
        if_version: int | None = None,
        by: str = "",
    ) -> dict[str, CardEntry]:
        """Claim an old version's value anew, valid from now. Raises NotFound, StaleVersion."""
        versions = await self.history(owner, session_id, key)
        newest = max(entry.valid_from for entry in versions)
        for old in versions:
            if old.version == version:
                reason = f"rolled back to version {version}"
                again = _successor(session_id, key, old, newest, reason, retracted=old.retracted, by=by)
                await self._write(owner, session_id, [again], if_version)
                return await self.card(owner, session_id)
        raise NotFound(f"this fact has no version {version}")

    async def _write(
        self, owner: Owner, session_id: str | None, facts: Sequence[NewFact], if_version: int | None
    ) -> None:
        await self._archiver.flush_owner(owner)  # what was said before comes before it in history too
        await self._facts.put_facts(owner, facts, if_version=if_version)
        card = await self._archive.card(owner, session_id)
        held = card.user if session_id is None else card.session
        await self._working.put_card(owner, session_id, {fact.key: held.get(fact.key) for fact in facts})


def _successor(
    session_id: str | None,
    key: str,
    old: CardEntry | FactVersion,
    newest_valid_from: datetime,
    reason: str,
    *,
    retracted: bool,
    by: str,
) -> NewFact:
    """Return the claim that follows on what is known: valid from now, and never before what it replaces."""
    now = datetime.now(UTC)
    return NewFact(
        id=new_id(),
        key=key,
        value=old.value,
        session_id=session_id,
        valid_from=max(now, newest_valid_from),
        recorded_at=now,
        confidence=old.confidence,
        source=old.source,
        reason=reason,
        retracted=retracted,
        changed_by=by,
    )
