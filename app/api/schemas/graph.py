"""GET /v1/graph."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from app.api.schemas.common import Query, Shown, Time, Unit
from app.domain.graph.models import EntityType
from app.service.fields import Id


class GraphQuery(Query):
    """Whose graph, and which part of it."""

    user_id: Id = Field(description="Whose graph it is.")
    entity: Annotated[str, StringConstraints(max_length=4000)] | None = Field(
        None,
        description="Where to start: a name in any script, width or case, or a word such as 女儿. Empty: the user.",
    )
    depth: int = Field(2, ge=1, le=4, description="How many relations away.")
    as_of: Time | None = Field(None, description="What was valid at this time.")
    history: bool = Field(False, description="Relations that ended before, too.")


class EntityOut(Shown):
    """Somebody or something that the facts of the user speak of; `value` is a plain number or text."""

    name: str
    type: EntityType
    aliases: list[str]


class EvidenceOut(Shown):
    """The fact version that states a relation. `source` is what is known of where it was said."""

    key: str
    version: int
    session_id: str | None
    source: dict[str, Any] | str


class RelationOut(Shown):
    """One relation, from the entity `source` to the entity `target`."""

    source: str
    relation: str
    target: str
    valid_from: Time
    valid_to: Time | None
    confidence: Unit
    fact: EvidenceOut


class GraphOut(Shown):
    """Entities, the nearest first, and the relations between them."""

    entities: list[EntityOut]
    relations: list[RelationOut]
    truncated: bool = Field(description="There is more than what an answer may hold: 200 entities, 400 relations.")
