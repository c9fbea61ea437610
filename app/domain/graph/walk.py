"""From one entity outwards: breadth first, in both directions, each entity once, within bounds."""

from collections import defaultdict
from dataclasses import replace
from typing import Final

from app.domain.graph.models import Graph, Neighbourhood, Relation

MOST_ENTITIES: Final = 200
MOST_RELATIONS: Final = 400


def neighbourhood(
    graph: Graph,
    start: int,
    depth: int,
    *,
    most_entities: int = MOST_ENTITIES,
    most_relations: int = MOST_RELATIONS,
) -> Neighbourhood:
    """Return what lies within `depth` relations of an entity: the nearest first, of equals the newest first.

    Plain values end a path: two people of the same age are not related by it. Where a bound is reached, what is listed
    still fits together (no relation without both its entities).
    """
    edges: dict[int, list[Relation]] = defaultdict(list)
    for relation in sorted(
        graph.relations, key=lambda r: (r.fact.valid_from, r.fact.key, r.fact.version), reverse=True
    ):
        edges[relation.source].append(relation)
        if relation.target != relation.source:
            edges[relation.target].append(relation)
    place = {start: 0}
    found: dict[int, Relation] = {}
    truncated = False
    ring = [start]
    for _ in range(depth):
        following: list[int] = []
        for number in ring:
            if number != start and graph.entities[number].type == "value":
                continue
            for relation in edges[number]:
                if id(relation) in found:
                    continue
                other = relation.target if relation.source == number else relation.source
                if len(found) >= most_relations or (other not in place and len(place) >= most_entities):
                    truncated = True
                    continue
                found[id(relation)] = relation
                if other not in place:
                    place[other] = len(place)
                    following.append(other)
        ring = following
    return Neighbourhood(
        entities=tuple(graph.entities[number] for number in place),
        relations=tuple(replace(r, source=place[r.source], target=place[r.target]) for r in found.values()),
        truncated=truncated,
    )
