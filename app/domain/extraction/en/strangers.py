"""Whom an English clause is about that is none of the user's: strangers, tradesmen, who does what people do."""

import re
from typing import Final

from app.domain.extraction.en.lexicon import find_terms
from app.domain.extraction.en.words import STRANGERS

STRANGER: Final = re.compile(
    rf"^(?:(?:my|our|the|this|that|some|a|an|one|another|every|most|other|his|her|their|"
    rf"\w+'s)\s+)+(?:[\w'-]+\s+){{0,3}}?{STRANGERS}\b(?! (?:appointments?|visits?|class(?:es)?|lessons?|meetings?|"
    rf"duty)\b)|^(?:someone|somebody|anyone|people|ppl|everyone|everybody|"
    rf"nobody|folks|most \w+|some \w+|(?-i:(?!Originally)[A-Z][a-z]+) from \w+)\b",
    re.IGNORECASE,
)
_STRANGER_NOUN: Final = re.compile(rf"\b{STRANGERS}\b", re.IGNORECASE)
_TRADE_BEFORE: Final = re.compile(
    r"(?:my|our|the|this|that|some|a|an|one|another|every|his|her|their|new|old|your)\b", re.IGNORECASE
)
_NO_PERSON: Final = re.compile(
    r"\W*(?:appointments?|visits?|class(?:es)?|lessons?|meetings?|duty|jobs?|work|career|training|exams?|course|"
    r"degree|life|role|position|shift|"
    r"is (?:my|me)\b)",
    re.IGNORECASE,
)
_SOMEBODY: Final = re.compile(
    r"^(?:(?:the|this|that|some|a|an|one|another|every|new|his|her|their|any|these|those) (?:[\w'-]+ ){1,3}?|(?:my|"
    r"our) (?P<what>(?:[\w'-]+ ){1,3}?))"
    r"(?:who|whose|(?:(?:just|always|also|still|only|never|really|even) )?(?P<does>lives?|works?|plays?|drives?|says?|"
    r"said|eats?|loves?|hates?|"
    r"likes?|speaks?|wants?|swears?|owns?|bought|moved|thinks?|thought|married|collects?|adopted|studies|teaches|"
    r"retired|rides?|breeds?|"
    r"does (?!not)|has (?:got )?(?:a|an|two|three|four|five|six|seven|eight|nine|ten|\d+) |is (?:from|moving|allergic|"
    r"vegan|vegetarian|a|an) ))\b",
    re.IGNORECASE,
)
_OWN_THING: Final = re.compile(
    r"\b(?:team|company|house|flat|apartment|stack|backend|frontend|app|server|servers|kitchen|garden|office|diet|"
    r"place|home|car|bike|phone|laptop|"
    r"computer|budget|rent|job|work|commute|shift|shop|business|startup|studio|farm|band|club|school|class|code|"
    r"codebase|project|site|"
    r"website|service|pipeline|database|db|api|name|birthday|blood|back|knee|skin|stomach|doctor|village|town|city|"
    r"street|building|family|"
    r"household|boat|van|camper|tent|room|landlord|wedding|degree|major|thesis|hobby|goal|dream|plan|rule|order|"
    r"favourite|go-to|usual|"
    r"setup|homelab|router|printer|tank|coop|hive|prod|data|tests|deploys?|schedule|alarm|address|email|number|"
    r"passport|visa)\b",
    re.IGNORECASE,
)


def is_tradesman(text: str) -> bool:
    """Whether a clause is about somebody called by a trade ("my dental hygienist has nine rabbits")."""
    if not _TRADE_BEFORE.match(text):
        return False
    head = " ".join(text.split()[:6])
    for hit in find_terms(head):
        if any(term.sort == "trade" for term in hit.terms) and len(head[: hit.start].split()) <= 3:
            return not _NO_PERSON.match(text[hit.end :])
    return False


def is_somebody(text: str) -> bool:
    """Whether a clause says of "the …" or "my …" what only people do, and it is no thing of the user's."""
    match = _SOMEBODY.match(text)
    if match is None:
        return False
    what = match["what"]
    if what is None:
        return not _OWN_THING.search(match[0])
    if (match["does"] or "").strip() in ("is a", "is an", "is from") or (match["does"] or "").startswith(
        ("has", "work", "does", "like")
    ):
        return False
    return not _OWN_THING.search(what) and not find_terms(what)


def speaks_of_stranger(text: str) -> bool:
    """Whether a stretch names somebody who is not the user's kin."""
    return bool(_STRANGER_NOUN.search(text))
