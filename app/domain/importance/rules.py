"""Kinds of saying, how much each weighs, and how rules of one language are put together and found fast."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

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
    """A kind of saying in one language: `pattern` is only tried where one of `triggers` occurs."""

    kind: str
    triggers: frozenset[str]
    pattern: re.Pattern[str]


class RuleSet:
    """Rules of a language. `spaced`: triggers are whole words; else stretches of characters."""

    def __init__(self, rules: Iterable[tuple[str, str, str]], *, spaced: bool) -> None:
        self._spaced = spaced
        self._by_unit: dict[str, list[tuple[str, Rule]]] = {}
        for kind, triggers, pattern in rules:
            if kind not in VALUES:
                raise ValueError(f"{kind} is no kind of saying")
            rule = Rule(kind, frozenset(triggers.split()), re.compile(pattern))
            for trigger in rule.triggers:
                self._by_unit.setdefault(trigger if spaced else trigger[0], []).append((trigger, rule))
        self._units = frozenset(self._by_unit)

    def kinds(self, sentence: str, units: Iterable[str]) -> set[str]:
        """Return the kinds whose pattern is found in a sentence, which consists of these words or characters."""
        found: set[str] = set()
        tried: set[int] = set()
        for unit in self._units.intersection(units):
            for trigger, rule in self._by_unit[unit]:
                if rule.kind in found or id(rule) in tried or not (self._spaced or trigger in sentence):
                    continue
                tried.add(id(rule))
                if rule.pattern.search(sentence):
                    found.add(rule.kind)
        return found


def any_of(*parts: str) -> str:
    """Return a group that matches one of the parts."""
    return "(?:" + "|".join(parts) + ")"
