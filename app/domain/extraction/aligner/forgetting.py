"""What is to be forgotten, or is over, by another word than it was told with: "that number's dead", "删掉工资那个数".

Rules hear that something is to go and what it is called; where nothing known is called so, the encoder reads the facts
beside the message. Where it could be several, nothing goes.
"""

from collections.abc import Sequence
from typing import Final

from app.domain.extraction.aligner.echo import echoes
from app.domain.extraction.aligner.features import Fact
from app.domain.extraction.aligner.model import ENDS, RELATIONS
from app.domain.extraction.aligner.overlap import Reading
from app.domain.extraction.aligner.readings import facts_before
from app.domain.extraction.aligner.views import message_view, names_attribute
from app.domain.extraction.changes import Stated
from app.domain.extraction.encoded.effects import effects_on
from app.domain.extraction.endings import facts_meant
from app.domain.extraction.keys import canonical_attribute
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Statement

_LEAST_MEANT: Final = 0.5
"""The chance that the message ends it, from which on the likeliest fact is meant."""
_MOST_OF_NEXT: Final = 0.6
"""The next likely one has so much of its chance at most: else it is not clear which is meant, and nothing goes."""
_MOST_SOUGHT: Final = 12
"""So many facts at most are read, those told with words of the message before others, then the newest."""


def meant_by(heard: Stated, said: Sequence[Statement], known: KnownFacts) -> list[Reading]:
    """Return the fact that a message ends, where the rules heard that it ends something and nobody knows what.

    `heard` holds the message itself as the value of its statement, `said` is what the rules state of it. Nothing is
    found without the encoder.
    """
    if not any(_is_unmet(one, known) for one in said):
        return []
    facts = _sought(heard, known)
    effects = effects_on(heard.statement.value, [seen for _, seen in facts], heard.statement.asked) if facts else None
    chances = [(effect.relations[RELATIONS.index(ENDS)], at) for at, effect in enumerate(effects or ())]
    (chance, best), (next_one, _) = sorted([*chances, (0.0, 0), (0.0, 0)], reverse=True)[:2]
    clear = chance >= _LEAST_MEANT and next_one <= _MOST_OF_NEXT * chance
    return [Reading(facts[best][0], ENDS, chance)] if clear else []


def _is_unmet(one: Statement, known: KnownFacts) -> bool:
    """Whether a statement ends something of the user's own that no known fact is called."""
    if one.action != "retract" or not one.value or one.valid_to is not None or one.subject.name:
        return False
    return not facts_meant(known, one, known.person(one.subject), canonical_attribute(one.attribute))


def _sought(heard: Stated, known: KnownFacts) -> list[tuple[KnownFact, Fact]]:
    text = heard.statement.value
    view = message_view(text)

    def speaks_of(one: tuple[KnownFact, Fact]) -> int:
        return echoes(text, one[1].told) + names_attribute(view, one[1].attribute)

    return sorted(facts_before(heard, known), key=speaks_of, reverse=True)[:_MOST_SOUGHT]
