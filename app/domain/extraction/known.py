"""What is known of a user while statements are resolved: current facts by key, and the people they speak of."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from app.domain.extraction.attributes import MANY
from app.domain.extraction.keys import FOR_NOW, Place, place_of_key
from app.domain.extraction.models import Subject
from app.domain.extraction.values import plain

_SEVERAL_WORDS: Final = (
    "child son daughter brother sister sibling grandmother grandfather grandparents grandchild aunt uncle cousin niece "
    "nephew friend dog cat pet"
)
SEVERAL: Final = frozenset(_SEVERAL_WORDS.split())
"""Relations of which a user may have several at a time; of the others a newer name takes the place of the older."""

_KINDS: Final = (
    frozenset({"child", "son", "daughter"}),
    frozenset({"partner", "wife", "husband", "girlfriend", "boyfriend", "fiance"}),
    frozenset({"pet", "dog", "cat"}),
    frozenset({"sibling", "brother", "sister"}),
)
_GENERAL: Final = frozenset({"child", "partner", "pet", "sibling"})


@dataclass(frozen=True, slots=True)
class KnownFact:
    """The newest version of one fact of the user's card, also one that ended (`retracted`).

    `told` is the message that told it, or what stands around the value there; "" where that is not known.
    """

    key: str
    value: str
    confidence: float
    valid_from: datetime
    source: Mapping[str, Any] = field(default_factory=dict)
    retracted: bool = False
    valid_to: datetime | None = None
    told: str = ""

    @property
    def place(self) -> Place:
        """What it is about: as its extraction noted, else by its key."""
        attribute = self.source.get("attribute")
        if not isinstance(attribute, str) or not attribute:
            return place_of_key(self.key)
        return Place(str(self.source.get("subject", "user")), str(self.source.get("name", "")), attribute)

    @property
    def said_at(self) -> datetime:
        """When it was said, where that is not since when it holds."""
        noted = self.source.get("said_at")
        return datetime.fromisoformat(noted) if isinstance(noted, str) else self.valid_from

    @property
    def is_callers(self) -> bool:
        """Whether a caller stated it outright: only an outright statement ends it."""
        return "attribute" not in self.source and self.confidence >= 1.0

    @property
    def count(self) -> int:
        """How often it was said."""
        noted = self.source.get("count", 1)
        return noted if isinstance(noted, int) else 1


class KnownFacts:
    """Current facts by key, kept up while statements are resolved one after the other."""

    def __init__(self, facts: Iterable[KnownFact], now: datetime) -> None:
        self._facts = {fact.key: fact for fact in facts}
        self._now = now
        self._names: dict[str, frozenset[str]] = {}

    def find(self, key: str) -> KnownFact | None:
        """Return the newest version under a key, also one that ended, or None."""
        return self._facts.get(key)

    def live(self, key: str) -> KnownFact | None:
        """Return the fact that a key shows now, or None."""
        fact = self._facts.get(key)
        return fact if fact is not None and self._is_live(fact) else None

    def put(self, fact: KnownFact) -> None:
        """Note a newer version."""
        self._facts[fact.key] = fact
        self._names.clear()

    def __iter__(self) -> Iterator[KnownFact]:
        """Go over the facts that are shown now."""
        return iter([fact for fact in self._facts.values() if self._is_live(fact)])

    def of(self, person: Subject, *, attribute: str | None = None) -> list[KnownFact]:
        """Return the facts shown of a person, or of one attribute of theirs, those for a time only left out."""
        return [
            fact
            for fact in self
            if (attribute is None or fact.place.attribute == attribute)
            and not fact.key.partition(":")[0].endswith(FOR_NOW)
            and self.is_about(fact, person)
        ]

    def is_about(self, fact: KnownFact, person: Subject) -> bool:
        """Whether a fact is of this person; one without a name belongs to the only one of the relation."""
        place = fact.place
        if place.relation != person.relation:
            return False
        if person.relation == "user" or plain(place.name) == plain(person.name):
            return True
        if place.name and person.name:
            return False
        return self.names(person.relation) <= {plain(place.name or person.name)}

    def names(self, relation: str) -> frozenset[str]:
        """Return the known names of a relation, without case and width; found once until a newer version is noted.

        Every fact asks for them: a user who names hundreds of one relation would be gone over hundreds of times each.
        """
        if relation not in self._names:
            self._names[relation] = frozenset(self._named(relation)) - {""}
        return self._names[relation]

    def _named(self, relation: str) -> Iterator[str]:
        for fact in self:
            place = fact.place
            if place.relation == relation:
                yield plain(fact.value if place.attribute == "name" else place.name)

    def person(self, subject: Subject) -> Subject | None:
        """Return whom a subject means among those known; None for a bare name that nobody has.

        A bare name takes the relation of the one who has it; a general relation ("child") the known one's.
        """
        if subject.relation == "user":
            return subject
        if not subject.relation:
            return self._by_name(subject.name)
        kind = next((kind for kind in _KINDS if subject.relation in kind), frozenset({subject.relation}))
        if subject.name:
            named = self._by_name(subject.name, among=kind)
            return named or subject
        known = {fact.place.relation for fact in self} & kind
        if subject.relation in _GENERAL and len(known) == 1:
            return Subject(known.pop())
        return subject

    def _by_name(self, name: str, among: frozenset[str] | None = None) -> Subject | None:
        wanted = plain(name)
        for fact in self:
            place = fact.place
            if place.relation == "user" or (among is not None and place.relation not in among):
                continue
            held = fact.value if place.attribute == "name" else place.name
            if wanted and plain(held) == wanted:
                return Subject(place.relation, held)
        short = self._by_short_name(wanted) if among is None else None
        return short or (self._by_pet_name(name) if among is None else None)

    def _by_short_name(self, wanted: str) -> Subject | None:
        """Return the only person whose name begins with a shorter one of Latin letters ("Raff" for "Rafferty")."""
        if len(wanted) < 3 or not wanted.isascii():
            return None
        found = {
            Subject(fact.place.relation, fact.value)
            for fact in self
            if fact.place.relation != "user" and fact.place.attribute == "name" and plain(fact.value).startswith(wanted)
        }
        return found.pop() if len(found) == 1 else None

    def _by_pet_name(self, name: str) -> Subject | None:
        """A pet noted among what the user has ("dog Rex"), in an attribute that holds many."""
        for fact in self:
            if fact.place.attribute == "pet" and fact.place.attribute in MANY and plain(name) in plain(fact.value):
                return Subject("pet", name)
        return None

    def _is_live(self, fact: KnownFact) -> bool:
        return not fact.retracted and (fact.valid_to is None or fact.valid_to > self._now)
