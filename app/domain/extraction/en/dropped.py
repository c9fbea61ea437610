"""English clauses with the subject left out ("gave up meat", "big on crosswords"), read again with "i" put in."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.domain.extraction.clauses import Clause
from app.domain.extraction.en.words import NUMBERS
from app.domain.extraction.models import USER
from app.domain.extraction.wording import words

_NO_DOING: Final = words(
    "nothing something anything everything during morning evening king thing sing ring bring string spring sling "
    "wing using "
    "according wedding building meeting thinking going looking trying being asking saying talking speaking wondering "
    "checking "
    "testing kidding joking hoping raining snowing amazing interesting boring annoying freezing charming missing "
    "seeing "
    "getting making doing having reading coming sitting waiting"
)
_VERBS: Final = words(
    "had got have moved bought started joined live work love hate need want play own speak study teach drive grew met "
    "married adopted signed promised gave went became quit left sold switched swapped broke lost finished dropped took "
    "picked learned learnt said told agreed volunteered retired trained worked lived spent swear prefer enjoy "
    "collect run "
    "can cannot could do does used tend still_live hope hoping diagnosed wear weigh take eat drink cook bake make "
    "build fix "
    "write paint sing dance swim cycle commute share rent pay earn raised supervise manage lead coach sell repair "
    "clean "
    "volunteer sleep wake usually always never mostly mainly"
)
"""First words of a clause that begins with what "i" does."""
_NO_BEING: Final = re.compile(
    r"(?:thanks|thank|thx|ty|ok|okay|lol|lmao|haha\w*|yes|yep|yeah|yea|no|nope|nah|hi|hey|hello|please|the|this|that|"
    r"it|there|here|"
    r"these|those|what|how|why|who|when|where|which|if|and|but|or|so|because|good|great|nice|cool|fine|perfect|sorry|"
    r"wow|"
    r"omg|ugh|hm+|same|true|right|sure|fair|exactly|interesting|amazing|awesome|lovely|bad|wrong|weird|crazy|funny|"
    r"tired|"
    r"exhausted|bored|hungry|thirsty|sleepy|sad|happy|glad|busy|sick|ill|cold|hot|confused|lost|stuck|curious|"
    r"excited|nervous|"
    r"anxious|angry|annoyed|upset|mad|done|ready|back|home|out|brb|gtg|my|our|your|his|her|their|you|we|i|he|she|"
    r"they|one|"
    r"let|lets|do|does|did|can|could|will|would|should|is|are|am|was|were|has|have|had|make|give|tell|show|write|"
    r"find|use|"
    r"add|keep|stop|try|go|get|put|take|see|look|check|help|ask|say|call|send|any|some|every|all|most|more|less|much|"
    r"many|"
    r"first|next|then|now|today|tomorrow|yesterday|tonight|maybe|perhaps|not|never|always|just|only|really|very|too|"
    r"also|"
    r"still(?! (?:at|in|on|a|an|with|working|living)\b)|about|like|to|of|for|by|as|up|off|over|down|kind|wait|well|"
    r"oh|ah|bless|"
    r"due to|best|better|worst|worse|nothing|something|everything|anything|"
    r"in (?:the|that|this|my (?:day|opinion)|fact|case|"
    r"general|theory|other|two|a (?:way|sense|bit|minute|sec|nutshell)|between)|on (?:the other|it|top|second|that|a "
    r"scale)|at "
    r"(?:least|all|first|last|this|that|the)|from (?:what|the|there|here|now)|with (?:that|the|a|my|all|you)|"
    r"under(?:stood)?|got)\b",
    re.IGNORECASE,
)
_WHOLE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could|should|says?|said|gets?|got|goes|makes?|"
    r"wants?|needs?)\b",
    re.IGNORECASE,
)
"""Verbs of a clause that has a subject of its own."""
_MOST_WORDS: Final = 18


def readings(clause: Clause) -> Iterator[Clause]:
    """Go over what a clause without a subject may be short for, the likelier first; nothing where it has one."""
    if clause.spoken or clause.subject != USER or not clause.usable:
        return
    rest = clause.rest
    tokens = rest.split(None, 1)
    if len(tokens) < 2 or len(rest.split()) > 40:
        return
    first = tokens[0].casefold().strip(",")
    if re.match(r"\S+ (?:it|that|this|you|me)\b", rest, re.IGNORECASE):
        return
    if first.endswith("ing") and len(first) > 4:
        if first not in _NO_DOING:
            yield _with(clause, "am " + rest)
        return
    if first == "been":
        yield _with(clause, "have " + rest)
        return
    if first in _VERBS:
        yield _with(clause, rest)
        if first == "diagnosed":
            yield _with(clause, "was " + rest)
        return
    if re.match(rf"(?:\d|{NUMBERS}\b)", rest, re.IGNORECASE) and not re.search(
        r"years? old|\byo\b|weeks|months|"
        r"^\d\d (?:as of|today|already)\b",
        rest,
    ):
        return
    if len(rest.split()) <= _MOST_WORDS and not _NO_BEING.match(rest) and not _WHOLE.search(rest.split(",")[0]):
        yield _with(clause, "am " + rest)


def _with(clause: Clause, rest: str) -> Clause:
    negated = clause.negated or bool(re.match(r"(?:cannot|never|am not)\b", rest, re.IGNORECASE))
    return replace(clause, text=f"i {rest}", rest=rest, spoken=True, negated=negated)
