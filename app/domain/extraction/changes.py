"""What becomes of statements: the changes of facts that each makes, before anything is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Literal
from uuid import UUID

from app.domain.extraction.keys import Place
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Statement

Status = Literal["new", "reinforced", "superseded", "retracted", "history", "ignored"]
"""`superseded`: takes the place of another value. `history`: older than what is known, so it is not on the card.

`ignored`: nothing is stored: nobody known is meant, nothing is found that could end, or it is too vague to end a value.
"""

OUTRIGHT: Final = 0.85
"""A statement of at least this confidence was said outright: it ends what a caller stated."""

_FIRST_TIME: Final = 0.9
"""A fact said once has this share of its statement's confidence; each time it is said again a part of the rest goes."""
_AGAIN: Final = 0.4
_STEP: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement with where and when it was said; `source_ids` are ours, `message_ids` as callers see them.

    `told` is the message that says it, "" where it is not at hand.
    """

    statement: Statement
    said_at: datetime
    session_id: str | None = None
    message_ids: tuple[str, ...] = ()
    source_ids: tuple[UUID, ...] = ()
    told: str = ""


@dataclass(frozen=True, slots=True)
class FactChange:
    """One version of a fact to be written."""

    key: str
    value: str
    valid_from: datetime
    confidence: float
    source: dict[str, Any]
    reason: str
    retracted: bool = False
    valid_to: datetime | None = None
    source_ids: tuple[UUID, ...] = ()


@dataclass(slots=True)
class Resolution:
    """What becomes of one statement; `key` is the fact it ends up in, "" where nothing is stored."""

    stated: Stated
    status: Status = "ignored"
    key: str = ""
    confidence: float = 0.0
    changes: list[FactChange] = field(default_factory=list)


class Changes:
    """Collects the changes of one statement and keeps up what is known."""

    def __init__(self, known: KnownFacts, stated: Stated) -> None:
        self.known = known
        self.stated = stated
        self.resolution = Resolution(stated, confidence=stated.statement.confidence)

    def claim(self, key: str, place: Place, value: str, *, valid_to: datetime | None = None, reason: str) -> None:
        """Claim a value that is not what the key shows: it takes its place, or goes into history if it is older."""
        before = self.known.live(key)
        valid_from = self._valid_from(self.known.find(key))
        confidence = round(_FIRST_TIME * self.stated.statement.confidence, 4)
        older = self._is_older(key)
        self._write(
            FactChange(
                key=key,
                value=value,
                valid_from=valid_from,
                confidence=confidence,
                source=self._source(place, valid_from, 1),
                reason=reason,
                valid_to=valid_to,
                source_ids=self.stated.source_ids,
            )
        )
        self._decide("history" if older else "superseded" if before is not None else "new", key, confidence)

    def reinforce(self, fact: KnownFact, value: str = "") -> None:
        """Say a fact again: surer, counted, and from now on as new as this statement. `value` replaces a vaguer one."""
        if fact.said_at == self.stated.said_at and set(self.stated.message_ids) <= set(
            fact.source.get("message_ids", ())
        ):
            self._decide("reinforced", fact.key, fact.confidence)  # the same message, read again
            return
        older = self._is_older(fact.key)
        confidence = max(fact.confidence, round(fact.confidence + _AGAIN * (1 - fact.confidence), 4))
        if older:
            confidence = round(_FIRST_TIME * self.stated.statement.confidence, 4)
        source = {**fact.source, **self._source(fact.place, self.stated.said_at, fact.count + (not older))}
        if fact.is_callers:
            del source["attribute"]  # it stays the caller's, and what it is about stays told by its key
        self._write(
            FactChange(
                key=fact.key,
                value=value or fact.value,
                valid_from=self.stated.said_at if older else max(self.stated.said_at, fact.valid_from),
                confidence=confidence,
                source=source,
                reason="reinforced",
                valid_to=fact.valid_to,
                source_ids=self.stated.source_ids,
            )
        )
        self._decide("reinforced", fact.key, confidence)

    def end(self, fact: KnownFact, reason: str) -> bool:
        """End a fact, unless it was said after this statement, or a caller stated it and this is vague."""
        if fact.said_at > self.stated.said_at or (fact.is_callers and self.stated.statement.confidence < OUTRIGHT):
            return False
        self.end_key(fact.key, fact.place, reason, not_before=fact.valid_from)
        return True

    def end_key(
        self,
        key: str,
        place: Place,
        reason: str,
        *,
        not_before: datetime | None = None,
        said_at: datetime | None = None,
    ) -> None:
        """Note that a key shows nothing from this statement on, also where it showed nothing before.

        `said_at` is when what ends it was said, where that is another statement.
        """
        at = self.stated.said_at
        if not_before is not None and at <= not_before:
            at = not_before + _STEP
        self._write(
            FactChange(
                key=key,
                value="",
                valid_from=at,
                confidence=self.stated.statement.confidence,
                source=self._source(place, at, 1, said_at),
                reason=reason,
                retracted=True,
                source_ids=self.stated.source_ids,
            )
        )

    def claim_past(self, key: str, place: Place, value: str, *, ended_by: KnownFact) -> None:
        """Claim a value that something said later has ended already: it is history at once."""
        self.claim(key, place, value, reason="extracted")
        self.end_key(key, place, "extracted", not_before=ended_by.valid_from, said_at=ended_by.said_at)
        self.resolution.status = "history"

    def end_unseen(self, key: str, place: Place, reason: str) -> None:
        """Note the end of what is not known yet: an older conversation that says it may still come."""
        self.end_key(key, place, reason)
        self._decide("retracted", key, self.stated.statement.confidence)

    def retracted(self, facts: Sequence[KnownFact], reason: str) -> None:
        """End facts, and say so if any could be ended."""
        for fact in facts:
            if self.end(fact, reason):
                self._decide("retracted", fact.key, self.stated.statement.confidence)

    def _decide(self, status: Status, key: str, confidence: float) -> None:
        """Set what became of the statement; what happens first counts."""
        if self.resolution.status == "ignored":
            self.resolution.status, self.resolution.key, self.resolution.confidence = status, key, confidence

    def _is_older(self, key: str) -> bool:
        newest = self.known.find(key)
        return newest is not None and newest.said_at > self.stated.said_at

    def _valid_from(self, newest: KnownFact | None) -> datetime:
        """Return since when a claim holds: as it says, else since it was said, and in the order said within its key."""
        said_at = self.stated.said_at
        named = self.stated.statement.valid_from or said_at
        if newest is None:
            return named
        if newest.said_at > said_at:
            return named if named < newest.valid_from else newest.valid_from - _STEP
        if newest.said_at == said_at and not set(newest.source.get("message_ids", ())) - set(self.stated.message_ids):
            if newest.retracted:  # "packed it in. a librarian as of october": what ends does not outlast what begins
                return max(named, newest.valid_from + _STEP)
            return named  # claimed in one breath: a conflict
        if named > newest.valid_from:
            return named
        return max(said_at, newest.valid_from + _STEP)

    def _source(
        self, place: Place, valid_from: datetime, count: int, said_at: datetime | None = None
    ) -> dict[str, Any]:
        statement = self.stated.statement
        source: dict[str, Any] = {}
        if self.stated.session_id is not None:
            source["session_id"] = self.stated.session_id
        source |= {"message_ids": list(self.stated.message_ids), "kind": statement.kind, "attribute": place.attribute}
        if place.relation != "user":
            source |= {"subject": place.relation} | ({"name": place.name} if place.name else {})
        if count > 1:
            source["count"] = count
        said_at = said_at or self.stated.said_at
        if valid_from != said_at:
            source["said_at"] = said_at.isoformat()
        return source

    def _write(self, change: FactChange) -> None:
        self.resolution.changes.append(change)
        newest = self.known.find(change.key)
        if newest is None or change.valid_from >= newest.valid_from:
            self.known.put(
                KnownFact(
                    change.key,
                    change.value,
                    change.confidence,
                    change.valid_from,
                    change.source,
                    change.retracted,
                    change.valid_to,
                    self.stated.told,
                )
            )
