"""Whether a message touches a fact that the rules say it ends: "no, the meeting is at noon" ends no allergy."""

from collections.abc import Sequence
from typing import Final

from app.domain.extraction.aligner.model import NONE, RELATIONS, SAME
from app.domain.extraction.aligner.readings import facts_before
from app.domain.extraction.changes import Stated
from app.domain.extraction.encoded.effects import effects_on
from app.domain.extraction.known import KnownFact, KnownFacts

LEAST_TOUCHED: Final = 0.1
"""A fact is left alone where the encoder gives less chance than this that a message changes, ends or turns it."""
_MOST_READ: Final = 6
"""Of more facts than these the rules are believed: who ends so much names it."""
_LEFT: Final = (RELATIONS.index(NONE), RELATIONS.index(SAME))


def without_untouched(heard: Stated | None, facts: Sequence[KnownFact], known: KnownFacts) -> list[KnownFact]:
    """Return those of `facts`, which the rules would end, that the message may touch by the encoder.

    `heard` holds the message as the value of its statement. All of them where the encoder does not read, where there
    are many, and those that it does not compare with messages (what a caller stated, what holds for a time).
    """
    if heard is None or not facts or len(facts) > _MOST_READ:
        return list(facts)
    meant = {fact.key for fact in facts}
    seen = [(fact, view) for fact, view in facts_before(heard, known) if fact.key in meant]
    effects = effects_on(heard.statement.value, [view for _, view in seen], heard.statement.asked) if seen else None
    untouched = {
        fact.key
        for (fact, _), effect in zip(seen, effects or (), strict=False)
        if 1.0 - sum(effect.relations[at] for at in _LEFT) < LEAST_TOUCHED
    }
    return [fact for fact in facts if fact.key not in untouched]
