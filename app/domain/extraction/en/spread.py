"""Takes apart what one English clause says in one breath: "a nurse at Holm Clinic", "a flat in Ghent", "vim on arch".

Job and employer, dwelling and town, a tool and what it runs on change one without the other, so each is a claim of its
own.
"""

import re
from dataclasses import replace
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.rules import compiled, vague
from app.domain.extraction.en.text import bare, cut
from app.domain.extraction.models import USER, Statement

_AT: Final = compiled(
    r"^(?P<what>.+?) (?:at|for|with) (?P<where>(?:the )?(?-i:[A-Z]).*|(?:an?|the|our|my) (?!(?:living|moment|time|"
    r"same|day|"
    r"night|minute|while|bit|few|lot)\b).+)$"
)
_AS: Final = compiled(r"^(?P<where>.+?) as (?:an? |the |their |our )?(?P<what>.+)$")
_SINCE: Final = compiled(
    r"\s+(?:on (?:{DAY}|the \w+)|since|last|this|next|yesterday|today|tomorrow|in {MONTH}|in 20\d\d|back in|for "
    r"(?:{N}|about|"
    r"over|almost|nearly|years)|after|when|so\b|now\b)(?: .*)?$"
)
_TOWN: Final = re.compile(
    r"\b(?:in|near|outside|just outside|close to|overlooking) (?P<v>(?:the )?(?-i:[A-Z])[\w'-]+(?: "
    r"(?-i:[A-Z])[\w'-]+){0,2}|"
    r"(?!(?:the|a|an|my|our|his|her|their|this|that|it|town|bed|winter|summer|spring|autumn|january|february|march|"
    r"april|may|"
    r"june|july|august|september|october|november|december|which|case|general|fact|peace|there|here|bulk|advance|"
    r"real|total|"
    r"love|one|two|three|debt|person|cash|secret|public|school|college|between|progress|need|good|bad|\w+ing)\b)"
    r"[a-z]{3,}(?=$|,| with\b| and\b| now\b| but\b| so\b| since\b| at the moment| by the| \d))",
    re.IGNORECASE,
)
_ONTO: Final = re.compile(
    r"^(?P<one>[\w.+#-]+(?: [\d.]+)?) (?:on|with|behind|behind|in front of|under) (?P<two>(?!the |my )[\w.+#-]+(?: "
    r"[\w.]+)?)$"
)
_DWELLS: Final = frozenset(("housing",))


def spread(clause: Clause, found: Found, first: int) -> None:
    """Take apart the claims from `first` on, which `clause` made."""
    for place in range(first, len(found.statements)):
        one = found.statements[place]
        if one.action != "state":
            continue
        if one.attribute == "job":
            _part(found, place, _AT, "what", "where")
            _employer_behind(clause, found, one)
        elif one.attribute in ("employer", "workplace"):
            _part_employer(found, place, one, clause.rest)
        elif one.attribute in ("tool", "tech_stack") and (match := _ONTO.match(one.value)):
            found.statements[place] = replace(one, value=match["one"])
            if all(other.value.casefold() != match["two"].casefold() for other in found.statements):
                found.add(one.attribute, match["two"], confidence=one.confidence)
        elif one.attribute in _DWELLS:
            _town(clause, found, one)


def _part(found: Found, place: int, pattern: re.Pattern[str], what: str, where: str) -> None:
    one = found.statements[place]
    match = pattern.match(one.value)
    if match is None or vague(match[where]) or len(match[what]) < 3:
        return
    value = _SINCE.sub("", match[where])
    name = re.sub(r"^(?:an?|the|our|my) ", "", value)
    found.statements[place] = replace(one, value=match[what])
    named = bool(re.search(r"(?:^|called |named )[A-Z]", name))
    if not any(other.attribute in ("employer", "workplace") and other.action == "state" for other in found.statements):
        found.add("employer" if named else "workplace", bare(name), subject=one.subject, confidence=one.confidence)


_NAMED_AT: Final = re.compile(
    r"^(?: now| here| these days)? (?:at|for|with) (?P<v>(?-i:[A-Z])[\w&'-]*(?: (?:& )?(?-i:[A-Z])[\w&'-]*)*)",
    re.IGNORECASE,
)


def _employer_behind(clause: Clause, found: Found, one: Statement) -> None:
    """ "an apprentice saddler now at Girthwell"."""
    if any(other.attribute in ("employer", "workplace") and other.action == "state" for other in found.statements):
        return
    behind = clause.rest.find(one.value)
    if behind >= 0 and (match := _NAMED_AT.match(clause.rest[behind + len(one.value) :])):
        found.add("employer", match["v"], subject=one.subject, confidence=one.confidence)
    elif behind >= 0 and (match := re.match(r" in (?P<v>[A-Z][\w'-]+)", clause.rest[behind + len(one.value) :])):
        found.add("workplace", match["v"], subject=one.subject, confidence=0.7)


def _part_employer(found: Found, place: int, one: Statement, said: str) -> None:
    value = one.value
    place_of = said.find(value[:12])
    if place_of >= 0 and (as_what := _AS.match(said[place_of:])) and not vague(as_what["what"]):
        found.add("job", cut(_SINCE.sub("", as_what["what"])), subject=one.subject, confidence=one.confidence)
    if match := _AS.match(value):
        value = match["where"]
        if not vague(match["what"]):
            found.add("job", cut(_SINCE.sub("", match["what"])), subject=one.subject, confidence=one.confidence)
    value = _SINCE.sub("", value).strip()
    if value and value != one.value and not vague(value):
        found.statements[place] = replace(one, value=value)


def _town(clause: Clause, found: Found, one: Statement) -> None:
    if any(other.attribute in ("home", "location") and other.subject == one.subject for other in found.statements):
        return
    match = _TOWN.search(clause.rest)
    if match and not vague(match["v"]):
        found.add("home", match["v"], subject=one.subject or USER, confidence=min(one.confidence, 0.85))
