"""How important a text is, from 0 to 1: by what was learned where that is sure, else by the kinds of saying in it.

From 0.8 it matters in weeks, from 0.4 to 0.8 it belongs to the story or the work at hand, less is what nobody misses.
Rules know the ways of saying that somebody thought of; weights learned from some thousand labelled sentences
(`train.py`) know more of them, and where they are not sure, the rules are asked.
"""

from dataclasses import dataclass, replace
from typing import Final

from app.domain.importance.kinds import ASKING, is_learned_language, is_repeat, kinds_in
from app.domain.importance.learned import Chances, importance_chances
from app.domain.importance.material import Material, sort_material
from app.domain.importance.rules import BINDING, VALUES

SURE: Final = 0.7
"""A learned class counts from this chance on, whatever the rules would say. Measured: decision 0021."""
LIKELY: Final = 0.5
"""And from this one where no rule speaks."""
LIKELY_LOW: Final = 0.6
"""But for low: what is below 0.4 gets no vector, so a doubt keeps it findable by meaning. Measured: decision 0021."""

_ASSISTANT_MOST: Final = 0.7
_OTHER_ROLE_MOST: Final = 0.6
_HIGH: Final = 0.8
_BRIEF_CHARS: Final = 24
_UNDECIDED: Final = frozenset({"statement", "fragment", "material"})
_SAYS_NOTHING: Final = frozenset({"empty", "smalltalk"})
_TYPE_LEAST: Final = {
    "preference": 0.82,
    "decision": 0.82,
    "commitment": 0.82,
    "goal": 0.82,
    "fact": 0.6,
    "feedback": 0.6,
    "summary": 0.6,
    "task": 0.5,
}


@dataclass(frozen=True, slots=True)
class Importance:
    """The result: `value` in [0, 1]; `decided` False where nothing spoke; `reasons` the kinds, weightiest first."""

    value: float
    decided: bool
    reasons: tuple[str, ...]


def score_importance(
    text: str, *, role: str = "user", type: str | None = None, previous: str | None = None
) -> Importance:
    """Return how important a message or memory is.

    `type` is the memory's, where the caller gave one: it sets a least value, as long as the text says anything at all.
    `previous` is the message before, by anybody: a bare answer to its question is part of the story, a repeat of it is
    nothing. What an assistant says is at most 0.7 unless it decides, promises or sets a date; what tools and system
    messages say at most 0.6. Linear in the text, of which at most about 4,000 characters are read.
    """
    material = sort_material(text)
    chances = _chances(material, text) if role == "user" and not is_repeat(text, previous) else None
    found = _learned(chances, SURE, previous) if chances else None
    if found is None or (found.value >= _HIGH and _only_asks(material, text)):
        found = _by_kinds(material, text, role, previous)
        if chances and not found.decided:
            likely = _learned(chances, LIKELY, previous)
            found = replace(likely, decided=False) if likely else found
    least = _TYPE_LEAST.get(type or "", 0.0)
    if least > found.value and kinds_in(material, text, None) - _SAYS_NOTHING:
        return Importance(least, True, (f"type {type}", *found.reasons))
    return found


def score_by_rules(text: str, *, role: str = "user", previous: str | None = None) -> Importance:
    """Return the same by the kinds of saying alone, with those kinds as `reasons`."""
    return _by_kinds(sort_material(text), text, role, previous)


def _only_asks(material: Material, text: str) -> bool:
    """Whether a text is one brief question: "我女儿多大了？" has the words of what matters, and tells nothing."""
    return len(text) <= _BRIEF_CHARS and kinds_in(material, text, None) == {"question"}


def _by_kinds(material: Material, text: str, role: str, previous: str | None) -> Importance:
    kinds = kinds_in(material, text, previous)
    value = max((VALUES[kind] for kind in kinds), default=0.0)
    decided = bool(kinds - _UNDECIDED) or value == 0.0
    if role == "assistant" and value > _ASSISTANT_MOST and not kinds & BINDING:
        value = _ASSISTANT_MOST
    elif role in ("system", "tool"):
        value = min(value, _OTHER_ROLE_MOST)
    return Importance(value, decided, tuple(sorted(kinds, key=lambda kind: -VALUES[kind])))


def _chances(material: Material, text: str) -> Chances | None:
    """Return the chances of the classes; None for what they were not learned from: pasted text, other tongues."""
    if material.nothing or material.kind or not is_learned_language(material.prose):
        return None
    return importance_chances(material.prose)


def _learned(chances: Chances, least: float, previous: str | None) -> Importance | None:
    """Return what the learned classes say where one has at least this chance."""
    low, medium, high = chances
    if high >= least:
        return Importance(round(0.82 + 0.13 * _beyond(high), 3), True, ("learned high",))
    if medium >= least:
        return Importance(round(0.5 + 0.2 * (high - low), 3), True, ("learned medium",))
    if low < max(least, LIKELY_LOW) or (previous is not None and previous.rstrip().endswith(ASKING)):
        return None  # a bare answer means something together with its question
    return Importance(round(0.35 - 0.3 * _beyond(low), 3), True, ("learned low",))


def _beyond(chance: float) -> float:
    """Return how far a chance is on its way from `SURE` to 1, from 0 to 1."""
    return max(0.0, chance - SURE) / (1.0 - SURE)
