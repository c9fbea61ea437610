"""What all bodies and queries share: field types, limits that are settings, and the rules beyond a single field."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import orjson
from pydantic import BaseModel, ConfigDict

from app.service.fields import Id, Int, Metadata, Text, Time, Unit
from app.settings import Settings

MAX_METADATA_LEVELS = 8
MAX_FILTERS = 100
"""Most entries of a list that filters (subjects, ids, keys)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of the contract that are settings."""

    content_chars: int
    batch_entries: int
    metadata_bytes: int
    facts: int
    fact_value_chars: int

    @classmethod
    def from_settings(cls, settings: Settings) -> "Limits":
        """Take the limits out of the settings."""
        return cls(
            content_chars=settings.max_content_chars,
            batch_entries=settings.max_batch_entries,
            metadata_bytes=settings.max_metadata_bytes,
            facts=settings.max_facts,
            fact_value_chars=settings.max_fact_value_chars,
        )


class Refusals:
    """Collects (field, message) pairs of the rules that a schema alone cannot state."""

    def __init__(self) -> None:
        self.errors: list[tuple[str, str]] = []

    def add(self, field: str, message: str) -> None:
        """Note that a field breaks a rule."""
        self.errors.append((field, message))

    def text(self, field: str, value: str | None, most: int) -> None:
        """Refuse a text of more characters than allowed."""
        if value is not None and len(value) > most:
            self.add(field, f"has {len(value)} characters, at most {most} are allowed")

    def count(self, field: str, value: int, most: int) -> None:
        """Refuse more entries than allowed."""
        if value > most:
            self.add(field, f"has {value} entries, at most {most} are allowed")

    def metadata(self, field: str, value: Mapping[str, Any] | None, most_bytes: int) -> None:
        """Refuse metadata that is too large as JSON or nested too deep."""
        if not value:
            return
        if nested_deeper(value, MAX_METADATA_LEVELS):
            self.add(field, f"is nested deeper than {MAX_METADATA_LEVELS} levels")
            return
        size = len(orjson.dumps(value))
        if size > most_bytes:
            self.add(field, f"has {size} bytes as JSON, at most {most_bytes} are allowed")


def nested_deeper(value: Any, levels: int) -> bool:
    """Whether objects and lists are nested in more than `levels` levels; the outermost one counts as the first."""
    layer = [value]
    for _ in range(levels):
        layer = [
            child
            for container in layer
            for child in (container.values() if isinstance(container, dict) else container)
            if isinstance(child, dict | list)
        ]
        if not layer:
            return False
    return True


class Body(BaseModel):
    """A request body: unknown fields are refused, types are not coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Add what breaks a limit that is a setting, or a rule between fields."""


class Query(BaseModel):
    """Query parameters: unknown ones are refused, text is read as what the field is."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class Shown(BaseModel):
    """A part of an answer. Answers are not validated again: these models are the document's."""

    model_config = ConfigDict(extra="forbid")


def iso(time: datetime) -> str:
    """Write an aware time as UTC with microseconds and `Z`."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def iso_or_none(time: datetime | None) -> str | None:
    """Write a time that may be missing."""
    return None if time is None else iso(time)


def uuid_or_none(text: str) -> UUID | None:
    """Read an id of ours; None for what cannot be one, which therefore selects nothing."""
    if len(text) != 36:
        return None
    try:
        return UUID(text)
    except ValueError:
        return None


__all__ = [
    "Body",
    "Id",
    "Int",
    "Limits",
    "Metadata",
    "Query",
    "Refusals",
    "Shown",
    "Text",
    "Time",
    "Unit",
    "iso",
    "iso_or_none",
    "uuid_or_none",
]
