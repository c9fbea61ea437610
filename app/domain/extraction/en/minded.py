"""Children named by who looks after them, in English ("i can barely cope with Soraya and she's 2")."""

import re
from typing import Final

from app.domain.extraction.clauses import Found
from app.domain.extraction.en.clauses import Speech
from app.domain.extraction.en.strangers import speaks_of_stranger
from app.domain.extraction.en.words import NOT_A_NAME
from app.domain.extraction.models import Subject

_MINDED: Final = re.compile(
    r"\b(?:i|we|my|our|me)\b[^.!?\n]{0,40}\b(?P<name>(?-i:[A-Z])[\w'-]+)(?:,? and|,|,? who|\.)? (?:she|he|who|they) "
    r"(?:is|are) "
    r"(?:only |just |barely |nearly |already |not even |almost )*(?P<age>1?\d|one|two|three|four|five|six|seven|"
    r"eight|nine|ten)"
    r"(?=$|[.,!?\n]| (?:and|now|so|but|lol|years?|ffs|months)\b)",
    re.IGNORECASE,
)
_CARES: Final = re.compile(
    r"\b(?:cope with|keep up with|cop(?:e|ing)|chas(?:e|ing)|rais(?:e|ing)|look(?:ing)? after|bath(?:e|ing)|"
    r"feed(?:ing)?|dress(?:ing)?|"
    r"put(?:ting)? \w+ to bed|pick(?:ing)? up|drop(?:ping)? off|at home with|nursery|daycare|school|bedtime|naps?|"
    r"potty|diapers?|"
    r"nappies|nappy|toddler|handle|manage|home ?school\w*)\b",
    re.IGNORECASE,
)


def read_minded(text: str, found: Found, speech: Speech) -> None:
    """Add a child named with an age by who looks after it ("i can barely cope with Soraya and she's 2")."""
    match = _MINDED.search(text)
    if match is None or not _CARES.search(match[0]) or match["name"] in speech.mentioned.names:
        return
    if NOT_A_NAME.match(match["name"]) or speaks_of_stranger(match[0]):
        return
    subject = Subject("child", match["name"])
    speech.mention(subject)
    found.add("name", match["name"], subject=subject, confidence=0.75)
    found.add("age", match["age"], subject=subject, confidence=0.75)
