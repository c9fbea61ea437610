"""What ends, and what takes its place, told by the thing's place in an English clause rather than by a verb.

Kinds of saying: "bookkeeping is history", "done and dusted with yoga", "so over matcha"; "kestrel
was last term. Osprey wing"; "i typed bulgaria … he's from Belarus"; "its five stalls now"; "needs a headcount, tell
them 85".
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found, slug
from app.domain.extraction.en.lexicon import terms_of
from app.domain.extraction.en.loose import names_person
from app.domain.extraction.en.rules import compiled, vague
from app.domain.extraction.en.strangers import speaks_of_stranger
from app.domain.extraction.en.text import bare
from app.domain.extraction.en.words import PASSING
from app.domain.extraction.models import USER

_POINTER: Final = (
    r"(?!(?:it|that|this|he|she|they|there|what|everything|all|i|we|you|who|the (?:world|past|internet|wifi|power)|"
    r"rest|"
    r"one|my (?:phone|brain|head|battery|back))\b)"
)
_OVER: Final = re.compile(
    rf"^(?:and |so |the |my |our |that |all )*{_POINTER}(?P<v>[\w' -]{{3,40}}?)(?: thing| phase| days| era| life)? "
    rf"(?:is|are|"
    r"was) (?:officially |now |all |finally |pretty much |basically )*(?:(?:ancient )?history|a thing of the past|"
    r"(?:well )?"
    r"behind (?:me|us)|no more|over and done(?: with)?|done and dusted|kaput|off the (?:table|menu|cards)|a distant "
    r"memory|"
    r"in the past|so last (?:year|season)|water under the bridge|in the bin|out the window|retired|cancelled|"
    r"canceled)$",
    re.IGNORECASE,
)
_DAY_NAME: Final = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?", re.IGNORECASE)
_IS_OVER: Final = re.compile(
    r"^(?:and |so |the |my |our |that |all |whole )*(?P<v>[\w' -]{3,30}?)(?:'s| thing| phase| days| era)* (?:is |are "
    r")?(?:officially |now |all |finally )*"
    r"(?:over|finished|gone|dead|kaput|done|donezo|out|off)$",
    re.IGNORECASE,
)
_TIRED_OF: Final = re.compile(
    r"^(?:i am |we are |am |are |is )?(?:so |totally |completely |kind of |kinda |officially |way |just |now "
    r")*(?:over|done "
    r"with|through with|finished with|fed up with|sick of|bored of|tired of) (?:the |my |all |that |whole )*(?!(?:it|"
    r"that|"
    r"this|here|there|you|him|her|them|everything|life|people|\d|being|waiting|work|the (?:hill|moon))\b)"
    r"(?P<v>[\w' -]{3,30}?)(?: thing| phase)?(?: now| already| completely| lately| at this point)*(?=$|,)",
    re.IGNORECASE,
)
_WAS_BEFORE: Final = re.compile(
    r"(?:^|[.!?,;\n]\s*|\b(?:no|wait|actually|sorry|oops)[, ]+)(?P<old>[\w'-]+(?: [\w'-]+){0,2}?) (?:was|is) (?:last "
    r"(?:term|year|week|month|season|semester|time|summer|winter|spring|autumn|job)|the (?:old|previous|former|last) "
    r"(?:one|place|name|number|address|time)|(?:my|our) old (?:one|place)|(?:from )?(?:years|ages|months) ago|before|"
    r"back "
    r"then|the year before|old news|outdated)[.!,;\n]+\s*(?:its |it is |now |i am |we are |now it is |the new one is |"
    r"this (?:year|term|time|one)(?: it)?(?: is)? )*(?P<v>(?!i\b|it\b|we\b|but\b|so\b|and\b|he\b|she\b|not\b)[\w'-]+"
    r"(?: [\w'-]+){0,3}?)(?: now)?(?=$|[.!,;\n])",
    re.IGNORECASE,
)
_SLIP: Final = re.compile(
    r"\bi (?:typed|said|wrote|put|told you|called (?:it|him|her)) (?P<old>(?!that\b|it\b|this\b|i\b|he\b|she\b|so\b)"
    r"[\w'-]+(?: [\w'-]+)?)\b(?! (?:that|earlier that))[^\n]{0,60}?[.!,;\n] ?(?:but |no |its )*(?:he|she|it|they|we|"
    r"i|that)"
    r" (?:is|are|am)(?: actually| really)*(?: from| in| at| called| named| on)? (?:a |an |the )?(?P<v>(?-i:[A-Z\d])"
    r"[\w'-]*(?: (?-i:[A-Z])[\w'-]+)?)",
    re.IGNORECASE,
)
_NOT_OURS: Final = re.compile(
    r"\b(?:it is|i am|mine is|ours is|that is|actually|says|should be)(?: actually| really)* (?:a |an |the "
    r")?(?P<v>[^,.;\n]{1,30})[,;.] ?(?:the )?(?P<old>[^,.;\n]{1,30}?) (?:was|is) "
    r"(?:my [\w-]+'s|his|hers|theirs|someone else's|somebody else's|the old one|the other one|wrong|a typo|a "
    r"mistake)\b",
    re.IGNORECASE,
)
_THE_OTHERS: Final = re.compile(
    r"\b(?:that is|it is|that was|it was|those are) (?:the other [\w-]+|my [\w-]+'s|someone else's|somebody else's|"
    r"his|hers|theirs|the old one|last year's|the wrong one)[,;.] ?(?:and )?"
    r"(?:mine|ours|it|my [\w-]+|our [\w-]+|i|we) (?:is|am|are|use|uses|have|runs?|on)(?: actually| on| in| at| "
    r"called)* (?P<v>[^,.;\n]{2,30})",
    re.IGNORECASE,
)
_COUNT: Final = compiled(
    r"^(?:so |and |ok )*(?:it is|that is|that makes|makes|we are at|i am at|up to|we are up to|there are)(?: now| "
    r"actually)? (?P<v>{NUM} (?!(?:am|pm|years|yrs|days|weeks|months|hours|minutes|of)\b)[\w-]+(?: [\w-]+)?)"
    r"(?: now| in total| these days| all in all| altogether| as of \w+)$"
)
_ASKED_FOR: Final = compiled(
    r"\b(?:needs?|wants?|asked for|asking for|are after|is after|waiting on) (?:an?|the|my|our) (?P<what>(?!\w*(?:word|"
    r"answer|hand|break)\b)[\w-]+(?: [\w-]+)?)[,;]? (?:so )?(?:please |just |you can |can you )*(?:tell|give|say|put|"
    r"send|"
    r"quote)(?: (?:them|him|her))?(?: it is| its)? (?P<v>(?:\d[\d.,]*|{NUM})(?: \w+)?)$"
)


def read_turn(clause: Clause, found: Found) -> bool:
    """Add what a clause says to be over or to number otherwise now; return whether it says nothing else."""
    if clause.subject != USER:
        return False
    text = clause.text
    if (match := _OVER.match(text)) and not vague(match["v"]) and not speaks_of_stranger(match["v"]):
        found.retract("", bare(match["v"]))
        return True
    if (match := _IS_OVER.match(text)) and (
        any(term.sort != "event" for term in terms_of(bare(match["v"]))) or _DAY_NAME.fullmatch(match["v"])
    ):
        found.retract("", bare(match["v"]))
        return True
    match = _TIRED_OF.match(text)
    if match and not vague(match["v"]) and not speaks_of_stranger(match["v"]) and not names_person(match["v"]):
        found.retract("", bare(match["v"]))
        if not re.match(r"(?:i |am |we |are |is |so |\w+ly )*(?:done|through|finished)", text, re.IGNORECASE):
            found.add("dislikes", bare(match["v"]), kind="preference", confidence=0.7)
        return True
    if match := _COUNT.match(text):
        return found.add("", match["v"], confidence=0.8)
    return False


def read_whole(text: str, found: Found) -> None:
    """Add what two sentences of a message say together: what was before and what is, a slip and what was meant."""
    if (match := _THE_OTHERS.search(text)) and not vague(match["v"]):
        new = bare(match["v"])
        found.statements[:] = [one for one in found.statements if new.casefold() not in one.value.casefold()]
        found.add("", new, confidence=0.8)
        return
    for pattern in (_WAS_BEFORE, _SLIP, _NOT_OURS):
        match = pattern.search(text)
        if match and not vague(match["v"]) and not re.fullmatch(PASSING, match["v"], re.IGNORECASE):
            old, new = bare(match["old"]), bare(match["v"])
            if old and new and old.casefold() != new.casefold() and not speaks_of_stranger(old):
                found.add("", new, corrects=old, confidence=0.8)
                return
    for sentence in re.split(r"[.!?\n]+", text):
        if (match := _ASKED_FOR.search(sentence.strip())) and not vague(match["what"]):
            found.add(slug(match["what"]), match["v"], confidence=0.75)
            return
