"""What the user means to reach and has promised, told in an English clause by words for aims and promises.

"one day i'll finish this novel", "training for a half marathon", "hoping to be done with the cpa" are goals;
"said i'd write the newsletter", "told the school i'd judge the cakes", "on the hook for the raffle" are commitments.
"""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.evidence import LEFT_OUT
from app.domain.extraction.en.lexicon import Hit
from app.domain.extraction.en.rules import vague
from app.domain.extraction.en.strangers import speaks_of_stranger
from app.domain.extraction.en.text import bare, cut
from app.domain.extraction.models import StatementKind

_SOON: Final = (
    r"(?:one day|some ?day|eventually|this (?:year|summer|winter|spring|autumn|fall|month)|(?:next|by|before) (?:\w+|"
    r"the \w+(?: of \w+)?|i am \w+|"
    r"i turn \w+|i hit \w+|my \w+(?: birthday)?)|in (?:two|three|five|ten|a few|\d+) years|within (?:a|the|two|\d+) "
    r"\w+)"
)
_GOAL: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_SOON},? (?:i|we) (?:will|am going to|are going to|want to|need to|have to|must|mean to|intend to|hope "
        rf"to|would like to) (?:finally |actually )?(?P<v>.+)",
        rf"^(?:(?:i|we) )?(?:will|am going to|are going to|going to) (?:finally |actually |really )?(?P<v>.+?) "
        rf"(?:{_SOON}|if it kills me|no matter what)$",
        r"\b(?:training|train|saving(?: up| (?:\w+ ){1,3}?)?|save(?: up)?|studying|revising|cramming|preparing|"
        r"prepping|practi[sc]ing|building up|working(?: my way)?|"
        r"signed up|gunning|aiming|going in|in training|on track|counting down) (?:for|towards?|to(?=wards| (?:a|an|"
        r"the|my)\b)) (?:a |an |the |my |our )?(?P<v>.+)",
        r"\b(?:hoping|hope|aiming|aim|determined|resolved|intend(?:ing)?|desperate|set on|trying(?! to\b)|itching|"
        r"gearing up|psyching myself up|on a mission|"
        r"(?:goal|aim|dream|ambition|resolution|target|mission|challenge|bucket list|plan)(?: (?:this|for|of) [\w "
        r"]{2,16}?)?(?: is|:| was always)?) "
        r"(?:to|on|is to|is|:) ?(?P<v>(?!(?:find|get this|see|figure|understand|know|hear|fix|work out|decide)\b).+)",
    )
)
_PROMISED: Final = re.compile(
    r"\b(?:said|told (?:[\w' -]{2,25}?)|promised(?: [\w' -]{2,25}?)?|swore(?: to [\w' ]{2,20}?)?|vowed|agreed|pledged|"
    r"committed|volunteered|"
    r"signed (?:myself )?up|gave (?:\w+ )?my word|offered|roped into|talked into|on the hook|let myself in|took on|"
    r"down|"
    r"on the rota|my turn|said yes|put my name down|my job) (?:that )?(?:i would|i will|i am going to|we would|we "
    r"will|to|for|into) (?P<v>.+)|\bpromised (?:my )?\w+ (?=an? )(?P<w>.+)",
    re.IGNORECASE,
)
_DEAL: Final = re.compile(
    r"^(?:my |the |our |we have a |i have a |made a )?(?:deal|pact|bargain|arrangement|agreement|promise|bet)(?: "
    r"(?:with|to) [\w' ]+?)?(?: is|:| was)(?: to)? "
    r"(?P<v>.+)",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(r"^(?:be able to|be|go and|go|help|do|get to|get)\s+(?=\w)", re.IGNORECASE)


def read_aim(clause: Clause, hits: Sequence[Hit], own: float, found: Found) -> None:
    """Add the goal or the commitment that a clause tells."""
    text = clause.text
    if (own < LEFT_OUT and not _DEAL.match(text)) or clause.question or clause.negated:
        return
    if match := _PROMISED.search(text) or _DEAL.match(text):
        if not re.search(r"\b(?:he|she|they|it|who)\b", text[: match.start()], re.IGNORECASE):
            _add("commitment", match.groupdict().get("w") or match["v"], found)
        return
    for pattern in _GOAL:
        match = pattern.search(text)
        if match and (own > LEFT_OUT or any(term.sort in ("aim", "event") for hit in hits for term in hit.terms)):
            _add("goal", match["v"], found)
            return


def _add(attribute: str, text: str, found: Found) -> None:
    value = cut(text)
    thing = bare(_TAIL.sub("", value))
    if not thing or vague(thing) or (attribute == "goal" and speaks_of_stranger(thing)) or len(thing.split()) > 12:
        return
    if not any(
        thing.casefold() in one.value.casefold() or one.value.casefold() in thing.casefold() for one in found.statements
    ):
        kind: StatementKind = "goal" if attribute == "goal" else "commitment"
        found.add(attribute, value, kind=kind, confidence=0.65)
