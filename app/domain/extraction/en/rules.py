"""How English rules are written and run: a pattern over what a clause says of its subject, and how its value is cut."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.text import bare, cut, several, shorten
from app.domain.extraction.en.words import (
    CLOSEST,
    COUNT,
    DIETS,
    DISTANT,
    ILLNESS,
    LANGUAGES,
    MONTHS,
    NUMBERS,
    TRADES,
    WEEKDAYS,
)
from app.domain.extraction.models import StatementKind, Subject
from app.domain.extraction.wording import words

BE: Final = (
    r"(?:(?:am|is|are|be|been|being|have been|has been|am being|is being) )?(?:(?:also|still|now|actually|"
    r"currently|just|really|very|pretty|"
    r"quite|officially|basically|mostly|technically|always|already|severely|deathly|badly|mildly|highly|super|"
    r"extremely|slightly|"
    r"strictly|fully|so|totally|completely|both|a bit|kind of|kinda|recently|newly|happily|proudly|well|"
    r"seriously|terribly|legally|"
    r"completely|all|only|apparently|currently|myself|absolutely|deadly|insanely|violently) )*"
)
IS: Final = (
    r"(?:am|is|are|have been|has been|been) (?:(?:also|still|now|actually|currently|just|really|officially|"
    r"basically|a|an) )*"
)
MONEY: Final = (
    r"(?:(?:[$€£¥₹]|usd|eur|gbp|chf|rs\.?) ?\d[\d.,]*\d?\s?(?:k|m|grand|million)?\b|\d[\d.,]*\s?(?:k|grand|m|"
    r"thousand|hundred|lakh|million)?\s?(?:dollars?|bucks|euros?|eur|usd|gbp|pounds?|"
    r"quid|rupees|rs|inr|yen|chf|francs|kr|sek|nok|dkk|zl|pln|cad|aud|pesos|rand|lakhs?|€|\$|£)(?!\w)|"
    r"\d[\d.,]*k\b|(?<![\w:])(?:\d{1,3}(?:,\d{3})+|\d{3,6})(?![\d:%]|(?:\.\d)? ?(?:am|pm|kg|km|cm|mg|ml|people|"
    r"words|pages|miles|steps|hours|days|years|calories)\b)|"
    rf"{NUMBERS} (?:hundred|thousand|grand|million)(?: \w+)?)(?:\s?(?:/|per|a|an|each) ?(?:month|mo|year|yr|"
    rf"week|wk|day|hour|night|h|person|head|annum))?"
)
CLOCK: Final = (
    r"(?:\d{1,2}(?::\d\d)? ?(?:am|pm|a\.m\.|p\.m\.|h|o'clock)|\d{1,2}:\d\d|noon|midnight|midday|(?:half past|"
    r"quarter (?:to|past)) \w+)"
)
V: Final = r"(?P<v>.+)"
_FRAGMENTS: Final = {
    "{BE}": BE,
    "{IS}": IS,
    "{V}": V,
    "{N}": COUNT,
    "{NUM}": rf"(?:\d{{1,3}}|{NUMBERS})",
    "{MONEY}": MONEY,
    "{CLOCK}": CLOCK,
    "{DIET}": DIETS,
    "{ILLNESS}": ILLNESS,
    "{TRADE}": TRADES,
    "{LANG}": LANGUAGES,
    "{MONTH}": rf"{MONTHS}\b",
    "{DAY}": rf"{WEEKDAYS}\b",
}
_OF_DISTANT: Final = words("name age birthday condition medication allergy intolerance diet avoids")
_OF_CLOSEST: Final = words("goal plan commitment deadline habit tool tech_stack owns experience")
_VAGUE: Final = re.compile(
    r"(?:(?:it|that|this|these|those|you|your|him|her|them|there|here|what|how|why|me|us|to|i|we|things?|stuff|"
    r"something|anything|nothing|everything|everyone|"
    r"someone|some|one|ones|so|lot|lots|a lot|tons|bit|a bit|much|more|less|most|same|the same|way|ways|idea|"
    r"kind|sort|time|times|day|not|no|none|yes|of|and|or|"
    r"in|on|at|good|bad|great|fine|ok|okay|then|myself|all|both|each|any|people|ppl|person|same thing|one of "
    r"(?:them|those|these)|such|whatever|now|today|is|be|being|if|when|"
    r"out|up|down|off|over|back|away|well|better|best|worse|other|others|another|it all|that one|this one|\W+|"
    r"[^\W\d])$|"
    r"(?:finally|eventually|do|does|have|mostly|mainly|just|still|already|currently|else \w+)$|(?:rental|rented|"
    r"hired?|borrowed|loaner|courtesy|loan) \w+|"
    r"(?:it|that|this|you|your|u|what|how|why|when|whatever|him|her|them|his|their|to (?:know|hear|see|think|"
    r"believe|say|admit|ask|be honest)|those|these)(?: |$))",
    re.IGNORECASE,
)


class Rule(NamedTuple):
    """What a clause that matches `pattern` says: `attribute` of its subject with the group `v` as the value.

    `mode` tells how the value is cut: "bare" (no articles), "cut" (no side clauses), "list" (one statement for each
    member of an enumeration), "all" (as matched, at most 40 characters). `whom` is "any", "user", "kin" or "silent"
    (the user, left out); `told` asks for a subject that was said. A pattern is matched from the start of what is said
    of the subject, `anywhere` in the clause's text if so marked.
    """

    attribute: str
    pattern: re.Pattern[str]
    mode: str = "bare"
    kind: StatementKind = "fact"
    whom: str = "any"
    told: bool = False
    anywhere: bool = False
    confidence: float = 0.9
    from_start: bool = False


_LEFT_OUT: Final = 0.7
"""How sure a claim is at most whose subject is left out."""


def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern with the fragments of this module filled in, blind to case."""
    for name, fragment in _FRAGMENTS.items():
        pattern = pattern.replace(name, fragment)
    return re.compile(pattern, re.IGNORECASE)


def rule(
    attribute: str,
    pattern: str,
    mode: str = "bare",
    *,
    kind: StatementKind = "fact",
    whom: str = "any",
    told: bool = False,
    anywhere: bool = False,
    confidence: float = 0.9,
) -> Rule:
    """Return a rule; see `Rule` and `compiled`."""
    return Rule(attribute, compiled(pattern), mode, kind, whom, told, anywhere, confidence, _from_start(pattern))


def _from_start(pattern: str) -> bool:
    """Whether all that a pattern matches begins where the text does: a search would try every other place in vain."""
    depth, escaped = 0, False
    for character in re.sub(r"\[[^\]]*\]", "", pattern):
        if escaped or character == "\\":
            escaped = not escaped
        elif character == "|" and depth == 0:
            return False
        else:
            depth += (character == "(") - (character == ")")
    return pattern.startswith("^")


def run(rules: Iterable[Rule], clause: Clause, found: Found) -> bool:
    """Add what the rules find in a clause; return whether anything was found."""
    any_found = False
    for one in rules:
        if clause.subject is None and not one.anywhere:
            continue
        if (one.told and not clause.spoken) or (one.whom == "silent" and clause.spoken):
            continue
        subject = clause.subject or Subject()
        if (one.whom in ("user", "silent")) > (subject.relation == "user") or (one.whom == "kin") > (
            subject.relation != "user"
        ):
            continue
        if one.anywhere:
            match = one.pattern.match(clause.text) if one.from_start else one.pattern.search(clause.text)
        else:
            match = one.pattern.match(clause.rest)
        if match and _is_of_use(subject.relation, one.attribute):
            sure = one.confidence if clause.spoken or one.anywhere else min(one.confidence, _LEFT_OUT)
            for value in values_of(one.mode, match["v"]):
                any_found |= found.add(one.attribute, value, kind=one.kind, subject=subject, confidence=sure)
    return any_found


def _is_of_use(relation: str, attribute: str) -> bool:
    """Whether an attribute of somebody is worth keeping: of distant kin few are, of closer kin no plans."""
    if relation in DISTANT:
        return attribute in _OF_DISTANT
    return relation in CLOSEST or attribute not in _OF_CLOSEST


def values_of(mode: str, text: str) -> list[str]:
    """Return what a stretch names, cut as `mode` says, without what names nothing ("it", "things")."""
    if vague(text):
        return []
    if mode == "list":
        return [value for value in several(text) if not vague(value)]
    value = {"bare": bare, "cut": cut, "all": shorten}[mode](text)
    return [] if vague(value) else [value]


def vague(value: str) -> bool:
    """Whether a value points at something without naming it."""
    return bool(_VAGUE.match(value.strip()))
