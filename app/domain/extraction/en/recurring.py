"""What recurs or is due in the user's weeks, told by a day or date in an English clause.

"choir's Wednesday nights", "standing appointment: physio, Thursday", "bins go out every other Monday" recur; "viva on
the 3rd of June", "dentist Tuesday 2pm" come once. Whose it is, is weighed as for words of a class (see `evidence`).
"""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.evidence import LEFT_OUT
from app.domain.extraction.en.lexicon import Hit
from app.domain.extraction.en.rules import compiled
from app.domain.extraction.en.text import bare, shorten
from app.domain.extraction.models import USER
from app.domain.extraction.wording import words

_DAY: Final = (
    r"(?:mon|tues?|wednes|wed|thurs?|fri|satur|sat|sun)(?:day)?s?|weekends?|weekdays?|weeknights?|mornings?|evenings?|"
    r"nights?|month|week|"
    r"fortnight|day|year|other day|quarter|term|spring|summer|autumn|winter"
)
_RECURS: Final = re.compile(
    rf"\b(?P<when>(?:every|each|on|most|alternate)(?: (?:other|second|third|single|first|last))? (?:{_DAY})(?:(?: and "
    rf"|/|, | & )(?:{_DAY}))*"
    rf"(?: (?:mornings?|nights?|evenings?|afternoons?|lunchtimes?))?|(?:mon|tues|wednes|thurs|fri|satur|"
    rf"sun)days(?:(?: and |/|, )"
    rf"(?:mon|tues|wednes|thurs|fri|satur|sun)days)*(?: (?:mornings?|nights?|evenings?))?|(?:mon|tues|wednes|thurs|"
    rf"fri|satur|sun)day "
    rf"(?:nights|mornings|evenings|afternoons)|(?:once|twice|three times) a (?:week|month|day|year)|(?:first|second|"
    rf"third|last) "
    rf"(?:\w+day|of) (?:of )?(?:each|every|the) month|the \w+ of (?:each|every) month|weekly|fortnightly|monthly)\b",
    re.IGNORECASE,
)
_EVERY: Final = re.compile(
    r"\b(?:every|each|alternate|weekly|fortnight\w*|monthly|standing|\w+days|nights|mornings|evenings|a week|a "
    r"month)\b",
    re.I,
)
_ONCE: Final = compiled(
    r"\b(?P<when>(?:on |this |next |by |for |at )*(?:(?:{DAY})(?:,? (?:the )?\d{1,2}(?:st|nd|rd|th)?)?(?: (?:of "
    r")?(?:{MONTH}))?|"
    r"(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:{MONTH})|(?:{MONTH}) \d{1,2}(?:st|nd|rd|th)?|the \d{1,2}(?:st|nd|rd|"
    r"th)|tomorrow|"
    r"(?:next|this) (?:week|month|weekend|{MONTH}))(?:,? (?:at |around )?{CLOCK})?)"
)
_BY_DAY: Final = re.compile(
    r"\b(?:was|were|went|had|missed|last|yesterday|did|came|got|saw|been|happened|finished|passed|failed)\b", re.I
)
_ORDER: Final = re.compile(
    r"^(?:remind|book|set|schedule|add|put|cancel|find|tell|what|when|is|are|does|do|can|could|should|will)\b", re.I
)
_PLAIN: Final = words("appointment meeting class classes lesson lessons session practice training shift")
_NOISE: Final = re.compile(
    r"^(?:so|and|but|i am|i have|i have got|i go to|i do|we have|we do|we are|there is|it is|the|my|our|at the|got)\b "
    r"?",
    re.I,
)


def read_occasion(clause: Clause, hits: Sequence[Hit], own: float, found: Found) -> None:
    """Add what a clause says to recur, or to come on a day that it names."""
    if own < LEFT_OUT or clause.unreal or clause.question or clause.subject not in (USER, None):
        return
    text = clause.text
    again = _RECURS.search(text)
    named = [hit for hit in hits if any(term.sort in ("event", "sport", "hobby", "instrument") for term in hit.terms)]
    named = [hit for hit in named if hit.text.casefold() not in _PLAIN] or named
    once = _ONCE.search(text)
    standing = re.search(
        r"\b(?:standing|recurring|regular|till further notice|until further notice|as usual)\b", clause.sentence, re.I
    )
    if again is None and once is not None and standing:
        again = once
    if again is not None and not _BY_DAY.search(text) and (named or own >= 2 or _EVERY.search(text)):
        _add("schedule", _phrase(text, again, named), again["when"], found)
    elif once is not None and named and not _BY_DAY.search(text) and not _ORDER.match(text):
        _add("appointment", _phrase(text, once, named), once["when"], found)


def _phrase(text: str, when: re.Match[str], named: Sequence[Hit]) -> str:
    """Return the thing with its day, in at most 40 characters."""
    whole = _NOISE.sub("", _NOISE.sub("", re.split(r",? (?:so|because|but|and i|which|cannot)\b", text)[0])).strip(
        " ,.!:"
    )
    if len(whole) <= 40 and when["when"] in whole:
        return whole
    if named:
        return shorten(f"{named[0].text} {when['when']}")
    left = bare(text[: when.start()])
    return shorten(f"{' '.join(left.split()[-3:])} {when['when']}".strip())


def _add(attribute: str, value: str, when: str, found: Found) -> None:
    days = when.casefold()
    if value and not any(days in one.value.casefold() for one in found.statements):
        found.add(attribute, value, confidence=0.65)
