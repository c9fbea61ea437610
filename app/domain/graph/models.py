"""The nouns of the graph."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

EntityType = Literal["user", "person", "animal", "place", "organisation", "thing", "value"]


@dataclass(frozen=True, slots=True)
class FactClaim:
    """A fact version as the graph reads it; `session_id` None means the user's own card."""

    session_id: str | None
    key: str
    value: str
    version: int
    confidence: float
    valid_from: datetime
    valid_to: datetime | None
    source: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that facts speak of. `aliases` are other names of it; a `value` is plain."""

    name: str
    type: EntityType
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """One directed edge between entities, with the fact that states it. `source` and `target` are entity numbers."""

    source: int
    relation: str
    target: int
    fact: FactClaim


@dataclass(frozen=True, slots=True)
class Graph:
    """All entities of a user by number (0 is the user), all relations, and which names find which entity."""

    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    names: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What is near one entity. `truncated` says that a bound cut it, and that more is there."""

    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()  # `source` and `target` count in `entities`
    truncated: bool = False
