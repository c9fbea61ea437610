"""What a message says that was said anew before it came: one value told under two attributes is outdated as a whole."""

from collections.abc import Iterable, Mapping

from app.domain.extraction.attributes import holds_many
from app.domain.extraction.changes import Changes, Stated
from app.domain.extraction.keys import MAX_KEY_CHARS, Place, canonical_attribute, fact_key
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Subject
from app.domain.extraction.values import plain, same


def outdated_values(said: Iterable[Stated], known: KnownFacts) -> dict[str, KnownFact]:
    """Return the values of a message in whose place another value has come by something said later, and that fact.

    "got a Subaru" may tell a car and a possession; where another car was told since, the possession is outdated too.
    """
    found: dict[str, KnownFact] = {}
    for one in said:
        statement = one.statement
        attribute = canonical_attribute(statement.attribute)
        person = known.person(statement.subject)
        if statement.action != "state" or holds_many(attribute) or person is None or statement.valid_to is not None:
            continue
        for fact in known.of(person, attribute=attribute):
            if fact.said_at > one.said_at and not same(fact.value, statement.value):
                found[plain(statement.value)] = fact
    return found


def claims_outdated(changes: Changes, person: Subject, attribute: str, outdated: Mapping[str, KnownFact]) -> bool:
    """Claim into history what is outdated under another attribute (see `outdated_values`), if it is new; else False."""
    value = changes.stated.statement.value.strip()
    newer = outdated.get(plain(value))
    place = Place(person.relation, person.name, attribute)
    key = fact_key(place, value if holds_many(attribute) else "")[:MAX_KEY_CHARS]
    decided = newer is None or (newer.place.attribute == attribute and not holds_many(attribute))
    if newer is None or decided or changes.known.find(key) is not None:
        return False
    changes.claim_past(key, place, value, ended_by=newer)
    return True
