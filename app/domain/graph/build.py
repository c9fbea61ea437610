"""From fact versions to entities and relations.

The user is entity 0. A fact of the user is an edge from the user to its value; a fact of somebody close is an edge from
that person, who hangs on the user by the relation: user —daughter→ 朵朵, 朵朵 —age→ 3. Values with one normalised name
are one entity, so that two people who work for Acme meet there; plain values (numbers, dates, whole sentences) are
leaves that `walk` does not go through.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from app.domain.graph.keys import NAMED, Topic, topic_of
from app.domain.graph.kinds import type_of
from app.domain.graph.models import Entity, EntityType, FactClaim, Graph, Relation
from app.domain.graph.names import KIN, RELATION_OF, SELF_WORDS, normalise, without_possessive

_ANIMALS: Final = frozenset({"dog", "cat", "pet"})
_ALIASES: Final = frozenset({"name", "full_name", "nickname"})
_STRENGTH: Final[dict[EntityType, int]] = {
    "value": 0, "thing": 1, "organisation": 2, "place": 2, "person": 3, "animal": 3, "user": 4,
}  # fmt: skip


class _Builder:
    def __init__(self, user_id: str) -> None:
        self.entities: list[Entity] = [Entity("user", "user")]
        self.relations: list[Relation] = []
        self.names: dict[str, int] = {}
        self.people: dict[str, dict[int, FactClaim]] = {}  # relation → the people (or animals) who stand in it
        self.user_id = user_id

    def entity(self, name: str, type: EntityType) -> int:
        """Return the number of an entity by its name, making it where there is none."""
        plain = normalise(name)
        number = self.names.get(plain)
        if number is None:
            number = self.names[plain] = len(self.entities)
            self.entities.append(Entity(name, type))
            return number
        known = self.entities[number]
        if _STRENGTH[type] > _STRENGTH[known.type]:
            self.entities[number] = replace(known, type=type)
        self.add_alias(number, name)
        return number

    def add_alias(self, number: int, name: str) -> None:
        """Let another name find an entity, unless it is somebody else's."""
        if self.names.setdefault(normalise(name), number) != number:
            return
        known = self.entities[number]
        if name and name != known.name and name not in known.aliases:
            self.entities[number] = replace(known, aliases=(*known.aliases, name))

    def close_one(self, relation: str, name: str, claim: FactClaim) -> int:
        """Return the person or animal who stands in a relation to the user."""
        number = self.entity(name, "animal" if relation in _ANIMALS else "person")
        known = self.people.setdefault(relation, {}).get(number)
        if known is None or claim.valid_from < known.valid_from:
            self.people[relation][number] = claim
        return number

    def nameless(self, relation: str, claim: FactClaim) -> int:
        """Return the only known one of a relation, else one that goes by the relation's word."""
        kin = {n for near in KIN.get(relation, (relation,)) for n in self.people.get(near, {})}
        if len(kin) == 1:
            return kin.pop()
        return self.close_one(relation, relation.replace("_", " "), claim)


def build_graph(claims: Iterable[FactClaim], *, user_id: str) -> Graph:
    """Return the graph that the claims make; their order does not matter."""
    ordered = sorted(claims, key=lambda c: (c.valid_from, c.session_id or "", c.key, c.version))
    facts = [(claim, topic_of(claim.key, claim.source)) for claim in ordered]
    builder = _Builder(user_id)
    _name_people(builder, facts)
    for claim, topic in facts:
        if not _says_who(topic):
            _relate(builder, claim, topic)
    for relation, people in builder.people.items():
        builder.relations += [Relation(0, relation, number, claim) for number, claim in people.items()]
    return Graph(tuple(builder.entities), tuple(builder.relations), _all_names(builder))


def _name_people(builder: _Builder, facts: Sequence[tuple[FactClaim, Topic]]) -> None:
    """First those whom keys or values name, so that facts of a nameless "daughter" find her."""
    for claim, topic in facts:
        if topic.relation == "user":
            if topic.attribute in _ALIASES:
                builder.add_alias(0, claim.value)
        elif topic.name:
            number = builder.close_one(topic.relation, topic.name, claim)
            if topic.attribute in _ALIASES:
                builder.add_alias(number, claim.value)
        elif topic.attribute == NAMED:
            builder.close_one(topic.relation, claim.value, claim)


def _says_who(topic: Topic) -> bool:
    """Whether a fact only names somebody: the edge from the user says all of it."""
    return topic.relation != "user" and topic.attribute == NAMED


def _relate(builder: _Builder, claim: FactClaim, topic: Topic) -> None:
    relation = topic.attribute
    if topic.relation == "user":
        subject, relation = _subject_in_key(builder, topic.attribute)
    elif topic.name:
        subject = builder.close_one(topic.relation, topic.name, claim)
    else:
        subject = builder.nameless(topic.relation, claim)
    target = builder.entity(claim.value, type_of(relation, claim.value))
    if target != subject:  # one's own name is an alias, no relation
        builder.relations.append(Relation(subject, relation, target, claim))


def _subject_in_key(builder: _Builder, attribute: str) -> tuple[int, str]:
    """A caller's own key may start with a known name: `朵朵_school`."""
    for separator in ("_", "."):
        name, found, rest = attribute.partition(separator)
        number = builder.names.get(normalise(name)) if found and rest else None
        if number is not None and builder.entities[number].type in ("person", "animal"):
            return number, rest
    return 0, attribute


def _all_names(builder: _Builder) -> dict[str, int]:
    """Return every name that finds an entity: names and aliases, words for relations, words for the user."""
    names = {**dict.fromkeys(SELF_WORDS, 0), normalise(builder.user_id): 0}
    for word, relation in RELATION_OF.items():
        kin = {n for near in KIN.get(relation, (relation,)) for n in builder.people.get(near, {})}
        if len(kin) == 1:
            names[word] = kin.pop()
    return {**names, **builder.names}


def find_entity(graph: Graph, name: str) -> int | None:
    """Return the number of the entity that a name means, in any script, width or case; None for an unknown name."""
    plain = normalise(name)
    for candidate in (plain, without_possessive(plain)):
        if candidate in graph.names:
            return graph.names[candidate]
    return None
