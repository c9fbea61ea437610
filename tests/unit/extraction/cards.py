"""A card as statements make it, without a store: versions by key, the newest `valid_from` is current."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from app.domain.extraction.changes import FactChange, Resolution, Stated
from app.domain.extraction.known import KnownFact
from app.domain.extraction.models import Statement, Subject
from app.domain.extraction.resolve import resolve

START = datetime(2025, 3, 1, 9, tzinfo=UTC)


def day(number: float) -> datetime:
    """A time so many days after the start."""
    return START + timedelta(days=number)


def fact(attribute: str, value: str, whom: str = "user", name: str = "", **more: Any) -> Statement:
    """A statement of the user's."""
    return Statement("fact", attribute, value, Subject(whom, name), **more)


def gone(attribute: str, value: str = "", whom: str = "user", name: str = "", **more: Any) -> Statement:
    """A retraction."""
    return Statement("fact", attribute, value, Subject(whom, name), action="retract", **more)


@dataclass
class Card:
    """All versions of a user's facts, in the order written."""

    now: datetime = START + timedelta(days=4000)
    versions: list[FactChange] = field(default_factory=list)
    said: int = 0

    def say(self, at: float, *statements: Statement) -> list[Resolution]:
        """Say something so many days after the start, each statement in a message of its own second."""
        stated = []
        for second, one in enumerate(statements):
            self.said += 1
            message = (f"m{self.said}",)
            stated.append(Stated(one, day(at) + timedelta(seconds=second), f"s{at}", message))
        return self.take(stated)

    def take(self, stated: list[Stated]) -> list[Resolution]:
        """Resolve statements against what is current and keep what changes."""
        resolutions = resolve(stated, self.current(), self.now)
        self.versions += [change for resolution in resolutions for change in resolution.changes]
        return resolutions

    def put(self, at: float, key: str, value: str, confidence: float = 1.0) -> None:
        """State a fact as a caller does."""
        self.versions.append(FactChange(key, value, day(at), confidence, {"source": "crm"}, "put"))

    def current(self) -> list[KnownFact]:
        """The newest version of every key."""
        newest: dict[str, FactChange] = {}
        for change in self.versions:
            if change.key not in newest or change.valid_from >= newest[change.key].valid_from:
                newest[change.key] = change
        return [
            KnownFact(c.key, c.value, c.confidence, c.valid_from, c.source, c.retracted, c.valid_to)
            for c in newest.values()
        ]

    def shown(self, at: float | None = None) -> dict[str, str]:
        """What the card shows, now or as of a day."""
        if at is not None:
            earlier = Card(day(at), [c for c in self.versions if c.valid_from <= day(at)])
            return earlier.shown()
        return {
            one.key: one.value
            for one in self.current()
            if not one.retracted and (one.valid_to is None or one.valid_to > self.now)
        }

    def history(self, key: str) -> list[str]:
        """Values a key ever had, oldest first."""
        mine = sorted((c for c in self.versions if c.key == key), key=lambda c: c.valid_from)
        return [c.value for c in mine if not c.retracted]

    def reasons(self, key: str) -> list[str]:
        """Why each version is there, in the order written."""
        return [c.reason for c in self.versions if c.key == key]
