"""What a retraction ends, and that it ended what is not known yet: older conversations may come in later."""

import re
from typing import Final

from app.domain.extraction.aligner.vetoing import without_untouched
from app.domain.extraction.attributes import holds_many
from app.domain.extraction.changes import Changes, Stated
from app.domain.extraction.endings import facts_meant
from app.domain.extraction.keys import MAX_KEY_CHARS, Place, fact_key, is_own_phrase
from app.domain.extraction.models import EVERYTHING, Subject

_GUESSED: Final = frozenset(("allergy", "intolerance", "avoids", "dislikes", "condition"))
"""What may have ended when somebody can have a thing again: several are named at once, those not known mean nothing."""
_ALLERGY: Final = re.compile(r"allerg|过敏|過敏", re.IGNORECASE)


def retract(changes: Changes, person: Subject | None, attribute: str, heard: Stated | None) -> None:
    """End what a retraction means; where nothing known ends, keep that it ended, for what older conversations tell.

    `heard` holds the message itself as the value of its statement; what it does not touch by the encoder stays.
    """
    statement = changes.stated.statement
    reason = "corrected" if statement.never_true else "retracted"
    meant = facts_meant(changes.known, statement, person, attribute)
    touched = meant if statement.value == EVERYTHING else without_untouched(heard, meant, changes.known)
    changes.retracted(touched, reason)
    if meant or changes.resolution.changes or person is None or is_own_phrase(attribute):
        return
    many = holds_many(attribute)
    if (many and not statement.value) or not attribute or not _is_named(attribute, changes.stated.told):
        return
    place = Place(person.relation, person.name, attribute)
    key = fact_key(place, statement.value if many else "")[:MAX_KEY_CHARS]
    if changes.known.live(key) is None:
        changes.end_unseen(key, place, reason)


def _is_named(attribute: str, told: str) -> bool:
    """Whether an end is worth keeping though nothing known ends by it: where it is guessed, only if it is named."""
    return attribute not in _GUESSED or (attribute == "allergy" and _ALLERGY.search(told) is not None)
