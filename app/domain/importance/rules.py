"""Kinds of saying, how much each weighs, and how rules of one language are put together and found fast."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from operator import add
from typing import Final, NamedTuple

from app.domain.late_pattern import LatePattern

VALUES: Final = {
    "health": 0.93,
    "remember": 0.9,
    "prohibition": 0.9,
    "rule": 0.88,
    "personal": 0.87,
    "correction": 0.86,
    "deadline": 0.86,
    "preference": 0.85,
    "decision": 0.85,
    "commitment": 0.84,
    "goal": 0.82,
    "plan": 0.62,
    "reminder": 0.7,
    "report": 0.55,
    "choice": 0.5,
    "statement": 0.5,
    "material": 0.45,
    "fragment": 0.35,
    "request": 0.3,
    "state": 0.25,
    "quote": 0.25,
    "unreal": 0.25,
    "foreign": 0.25,
    "question": 0.2,
    "repeat": 0.15,
    "smalltalk": 0.1,
    "empty": 0.0,
}
"""Importance of each kind: 0.8 and more is lasting, 0.4 to 0.8 matters for the story, less is lost without harm."""

LASTING: Final = frozenset(kind for kind, value in VALUES.items() if value >= 0.8)
BINDING: Final = frozenset({"decision", "commitment", "deadline"})
"""Kinds that bind whoever says them, be it the assistant."""


class Rule(NamedTuple):
    """A kind of saying in one language, and what finds it in a sentence."""

    kind: str
    pattern: LatePattern


class RuleSet:
    """Rules of a language, each a kind, its triggers and a pattern, which is only tried where one of those occurs.

    `spaced`: triggers are whole words; else stretches of characters.
    """

    def __init__(self, rules: Iterable[tuple[str, str, str | LatePattern]], *, spaced: bool) -> None:
        self._given = [
            (kind, triggers, LatePattern(pattern) if isinstance(pattern, str) else pattern)
            for kind, triggers, pattern in rules
        ]
        self._spaced = spaced
        self._alone: dict[str, RuleSet] = {}
        self._rules: list[Rule] = []
        self._by_unit: dict[str, list[int]] = {}
        self._by_pair: dict[str, list[int]] = {}
        self._longer: dict[str, list[tuple[str, int]]] = {}
        for place, (kind, triggers, pattern) in enumerate(self._given):
            if kind not in VALUES:
                raise ValueError(f"{kind} is no kind of saying")
            self._rules.append(Rule(kind, pattern))
            for trigger in frozenset(triggers.split()):
                if spaced or len(trigger) == 1:
                    self._by_unit.setdefault(trigger, []).append(place)
                elif len(trigger) == 2:
                    self._by_pair.setdefault(trigger, []).append(place)
                else:
                    self._longer.setdefault(trigger[:2], []).append((trigger, place))
        self._units = frozenset(self._by_unit)
        self._pairs = frozenset((*self._by_pair, *self._longer))

    def says(self, kind: str, sentence: str, units: AbstractSet[str]) -> bool:
        """Return whether `kinds` would name this kind, at a fraction of its cost."""
        if kind not in self._alone:
            self._alone[kind] = RuleSet([rule for rule in self._given if rule[0] == kind], spaced=self._spaced)
        return bool(self._alone[kind].kinds(sentence, units))

    def kinds(self, sentence: str, units: AbstractSet[str]) -> set[str]:
        """Return the kinds whose pattern is found in a sentence, which consists of these words or characters."""
        to_try: set[int] = set()
        for unit in self._units & units:
            to_try.update(self._by_unit[unit])
        if self._pairs:
            for pair in self._pairs.intersection(map(add, sentence, sentence[1:])):
                to_try.update(self._by_pair.get(pair, ()))
                to_try.update(place for trigger, place in self._longer.get(pair, ()) if trigger in sentence)
        rules = self._rules
        found: set[str] = set()
        for place in to_try:
            kind, pattern = rules[place]
            if kind not in found and pattern.search(sentence):
                found.add(kind)
        return found


def any_of(*parts: str) -> str:
    """Return a group that matches one of the parts."""
    return "(?:" + "|".join(parts) + ")"
