"""Entities and relations."""

from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query
from starlette.responses import Response

from app.api.answers import shown_source, unit
from app.api.call import Call, JsonAnswer
from app.api.docs import bearer
from app.api.routing import add_route
from app.api.schemas.common import iso, iso_or_none
from app.api.schemas.graph import GraphOut, GraphQuery
from app.domain.graph.models import Entity, Relation

CallDep = Annotated[Call, Depends(bearer)]


async def get_graph(call: CallDep, query: Annotated[GraphQuery, Query()]) -> Response:
    """Read what is related to an entity, within some relations.

    It is made of the facts: `user_daughter.朵朵_age` is a relation of 朵朵, who is the user's daughter.
    """
    found = await call.services.graph.around(
        call.owner(query.user_id), query.entity or None, depth=query.depth, as_of=query.as_of, history=query.history
    )
    return JsonAnswer(
        {
            "entities": [{"name": one.name, "type": one.type, "aliases": one.aliases} for one in found.entities],
            "relations": [_relation(found.entities, relation) for relation in found.relations],
            "truncated": found.truncated,
        }
    )


def _relation(entities: tuple[Entity, ...], relation: Relation) -> dict[str, Any]:
    fact = relation.fact
    return {
        "source": entities[relation.source].name,
        "relation": relation.relation,
        "target": entities[relation.target].name,
        "valid_from": iso(fact.valid_from),
        "valid_to": iso_or_none(fact.valid_to),
        "confidence": unit(fact.confidence),
        "fact": {
            "key": fact.key,
            "version": fact.version,
            "session_id": fact.session_id,
            "source": shown_source(fact.source),
        },
    }


def register(app: FastAPI) -> None:
    """Add /v1/graph."""
    add_route(app, "GET", "/v1/graph", get_graph, answer=GraphOut, tag="graph", role="read")
