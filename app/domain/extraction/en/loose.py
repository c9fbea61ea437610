"""What points at something said before, in English: "down to four a day", "hate it now", "this one's Fennel".

Also what takes the place of something that the same message ended ("left Cork, Bristol now"), and a bare number after a
slip is admitted ("wait no, misread it. 17th"). A claim that names no attribute is left to what the conversation or the
card holds.
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found, slug
from app.domain.extraction.en.clauses import Speech
from app.domain.extraction.en.rules import compiled, vague
from app.domain.extraction.en.strangers import speaks_of_stranger
from app.domain.extraction.en.text import bare
from app.domain.extraction.en.things import ATTRIBUTES
from app.domain.extraction.en.words import KIN, PASSING, PETS
from app.domain.extraction.models import USER, Statement, Subject

_AMOUNT: Final = compiled(
    r"^(?:i am |we are |it is |am |are |now |so |got it |cut |have |went |gone |back |they |the doctor |my doctor |my "
    r"gp |he |she )*(?:(?:down|up) to|make (?:that|it)|"
    r"(?:put|moved|bumped|upped|cut|dropped|raised|took) (?:me|us) (?:up |down |back )?to|(?:upped|"
    r"bumped|raised|"
    r"cut|lowered|reduced|doubled|increased|dropped|brought|moved|pushed|changed)(?: (?:it|that|this|them))(?: (?:up|"
    r"down|"
    r"back))?(?: to)?,?) (?:just |only |about |around |now |like )*(?P<v>(?:{MONEY}|{NUM}\+?|\d[\d.,]*k?\b).*)$"
)
_RATE: Final = compiled(
    r"^(?:only |just |now |it is |i am |on |at |to |cut down to )*(?P<v>{NUM} [\w-]+(?: [\w-]+)? (?:a|per|every|each) "
    r"(?:day|week|month|night|hour|morning|evening))(?: now| these "
    r"days| tops| max| only| from now on)*$"
)
_ENOUGH: Final = compiled(
    r"^(?:so |and |ok |it is |that is |there is )*no more (?P<v>[\w' -]{2,30}?) (?:for (?:me|us)|in (?:my|our|this) "
    r"(?:\w+)|from now on)$"
)
_CHANGED: Final = re.compile(r"\b(?:now|down|up|cut|these days|from now on|instead|only|less|more)\b", re.IGNORECASE)
_TOWARDS: Final = (
    (
        "dislikes",
        re.compile(
            r"^(?:i |and |absolutely |really |just |now |completely )*(?:hate|cannot stand|detest|despise|loathe|am "
            r"over|am sick of) "
            r"(?:it|them|that|the stuff)(?: (?:now|these days|so much|all))*$|^(?:please |just )?(?:keep (?:it|them|"
            r"that)(?: far| "
            r"well)? away(?: from me)?|leave (?:it|them|that) (?:off|out)(?: please)?|get (?:it|them) away from me|"
            r"hold the "
            r"\w+ please|i will pass on (?:it|them))$",
            re.IGNORECASE,
        ),
    ),
    (
        "likes",
        re.compile(
            r"^(?:i |and |absolutely |really |just |now |totally )*(?:love|adore|enjoy|am obsessed with|cannot get "
            r"enough of|am hooked on|"
            r"am into) (?:it|them|that|the stuff)(?: (?:now|these days|so much|all))*$",
            re.IGNORECASE,
        ),
    ),
)
_ALL_NOW: Final = re.compile(
    r"^(?:it is|i am|we are) (?:now )?all (?:about )?(?P<v>(?!(?:good|fine|ok|okay|set|done|gone|over|right|new|the|"
    r"that|this|"
    r"a|in|my|your|ears|of)\b)[\w' -]{3,30}?)(?: (?:for me|with me))? (?:now(?:adays)?|these days|lately)$",
    re.IGNORECASE,
)
_NEW_ONE: Final = re.compile(
    r"^(?:and |so )*(?:(?:this|that|the new|the other|new|other|the second|second|the little|the older|the younger|"
    r"the first) "
    r"one (?:is|are)|(?:his|her|its|their) name is|the (?:new|second|other|little) one:?)"
    r" (?:called |named |our )*(?P<v>(?-i:[A-Z])[\w'-]+)\b(?! (?:said|is|has)\b)",
    re.IGNORECASE,
)
_NUMBERED: Final = re.compile(
    r"^(?:for (?:the|my|our) [\w' -]{2,20}: ?)?(?:the |my |our )?(?P<what>(?:row|bed|plot|shelf|room|slot|desk|bay|"
    r"box|drawer|level|line|team|group|lane|locker|"
    r"floor|zone|phase|table|port|disk|track|bedroom|tank|hive|field|kid|car|bike|server|monitor|screen) ?(?:\d{1,3}|"
    r"one|two|three|[a-d])) (?:is|has|holds|"
    r"goes to|=) (?:now )?(?P<v>(?!(?:not|so|too|very|down|broken|full|empty|free|open|closed|done|ok|fine|the "
    r"(?:worst|best))\b)[\w' .&+-]{2,40}?)(?: now)?$",
    re.IGNORECASE,
)
_IS_NOW: Final = compiled(
    r"^(?:the |my |our )?(?P<what>(?!(?:its?|that|this|he|she|they|there|what|everything|all|i|we|you|my|"
    r"one)\b)[\w'-]+(?: [\w'-]+){0,2}) (?:is|are) (?:now )?"
    r"(?P<v>(?!(?:(?:my |our )?(?:new |all[- ]time )?favou?rite|not|so|too|very|really|good|fine|ok|done|gone|over|"
    r"back|here|there|a mess|way|much|all|happy|free|"
    r"full|empty|open|closed|broken|dead)\b)"
    r"[\w' .&+-]{2,40}?) (?:now(?:adays)?|instead|these days|from (?:now|here) on|going forward)(?=$|,)"
)
_INSTEAD: Final = re.compile(
    r"^(?:so |and |ok |but |i am |we are |it is |am |its )*(?:now )?(?:on |in |at |with |using |to |over to )?(?:a |"
    r"the )?"
    r"(?P<v>(?!(?:i|we|it|they|he|she|that|this|what|so|much|all|right|just|and|happy|never|always|better|good|only)\b)"
    r"[\w' .&+-]{2,40}?) (?:now(?:adays)?|instead|these days)$",
    re.IGNORECASE,
)
_NOW_AT: Final = re.compile(
    r"^(?:now )?(?:based in|living in|in|at|on|with|using|over to|it is) (?:a |the )?(?P<v>(?-i:[A-Z])[\w'-]+(?: "
    r"(?-i:[A-Z])[\w'-]+)?)$",
    re.IGNORECASE,
)
_MOVED_TO: Final = re.compile(
    r"^(?:the |my |our )?(?P<what>(?!(?:i|we|it|that|this|he|she|they|they|just|have|has|who|"
    r"everything)\b)[\w'-]+(?: [\w'-]+)?) (?:is |was |has |got |been |has been )?"
    r"(?:moved|shifted|relocated|switched|changed|rescheduled|pushed|bumped|went)(?: over| up| down| back)? (?:to|"
    r"from [\w' ]+? to) "
    r"(?P<v>[^,;]{1,40}?)(?: now)?$",
    re.IGNORECASE,
)
_SLIP: Final = re.compile(
    r"\b(?:no|wait|sorry|oops|misread|typo|wrong|swapped|mixed (?:it |them )?up|my bad|mistake|correction|miscounted|"
    r"meant|scratch)\b",
    re.IGNORECASE,
)
_FIGURE: Final = compiled(
    r"^(?:it is|its|that is|make it|should be|is|it was|on|at|the|no|i am|actually|its actually|sorry)?(?: (?:the|on|"
    r"at|actually))* ?"
    r"(?P<v>(?:{MONEY}|{CLOCK}|\d[\d.,:]*(?:st|nd|rd|th)?|{NUM}|{MONTH} \d{1,2}(?:st|nd|rd|th)?)(?: (?:of "
    r")?(?:{MONTH}|\w{1,8}))?)$"
)


def read_loose(clause: Clause, found: Found, speech: Speech) -> bool:
    """Read a clause that points at something said before; return whether it says nothing else."""
    text = clause.text
    if not clause.usable or clause.subject not in (USER, None):
        return bool(clause.usable) and _name_new_one(clause, found, speech)
    if match := _AMOUNT.match(text):
        return found.add("", bare(match["v"]) or match["v"], confidence=0.8)
    if _CHANGED.search(clause.sentence) and (match := _RATE.match(text)):
        return found.add("", match["v"], confidence=0.8)
    if match := _ENOUGH.match(text):
        found.retract("", bare(match["v"]))
        return True
    if _name_new_one(clause, found, speech) or _judge(text, found, speech):
        return True
    if (match := _ALL_NOW.match(text)) and not vague(match["v"]):
        return found.add("likes", bare(match["v"]), kind="preference", confidence=0.75)
    if _SLIP.search(speech.text) and len(text.split()) <= 4 and (match := _FIGURE.match(text)):
        return found.add("", match["v"], confidence=0.8)
    if clause.subject == USER and not clause.spoken and (match := _MOVED_TO.match(text)) and not vague(match["v"]):
        what = bare(match["what"])
        if what and not speaks_of_stranger(what) and not names_person(what):
            return found.add(ATTRIBUTES.get(slug(what), slug(what)), bare(match["v"]), confidence=0.85)
    if clause.subject == USER and not clause.spoken and (match := _NUMBERED.match(text)) and not vague(match["v"]):
        return found.add(slug(match["what"]), bare(match["v"]), confidence=0.8)
    if clause.subject == USER and not clause.spoken and (match := _IS_NOW.match(text)):
        what, value = bare(match["what"]), bare(match["v"])
        if what and not vague(value) and not speaks_of_stranger(what) and not names_person(what):
            attribute = ATTRIBUTES.get(slug(what), slug(what))
            return found.add(attribute, value, confidence=0.85, corrects=what if " " in what else "")
    return not clause.spoken and _take_place(text, found)


def names_person(what: str) -> bool:
    """Whether a noun phrase is kin or a pet, of whom other rules read."""
    words = what.casefold().split()
    return any(word in KIN or word in PETS for word in words) or (len(words) == 1 and what[:1].isupper())


def _name_new_one(clause: Clause, found: Found, speech: Speech) -> bool:
    match = _NEW_ONE.match(clause.text)
    whom = speech.mentioned.kin.get("they")
    if match is None or whom is None:
        return False
    subject = Subject(whom.relation, match["v"])
    speech.mention(subject)
    return found.add("name", match["v"], subject=subject)


def _judge(text: str, found: Found, speech: Speech) -> bool:
    """ "olives are the devil's fruit, keep them away": a judgement of what the message named before."""
    for attribute, pattern in _TOWARDS:
        if pattern.match(text):
            before = [one for one in found.statements if one.value and one.subject == USER][-1:]
            thing = before[0].value if before else speech.mentioned.topic
            if not thing or vague(thing) or speaks_of_stranger(thing) or len(thing.split()) > 4:
                return False
            return found.add(attribute, bare(thing), kind="preference", confidence=0.8)
    return False


def _take_place(text: str, found: Found) -> bool:
    """ "left Cork, Bristol now": what takes the place of what the message before it ended."""
    last = found.statements[-1] if found.statements else None
    if last is None or last.action != "retract" or not last.value or last.never_true:
        return False
    match = _INSTEAD.match(text) or _NOW_AT.match(text)
    if match is None or vague(match["v"]) or re.fullmatch(PASSING, match["v"].split()[0], re.IGNORECASE):
        return False
    value = bare(match["v"])
    if not value or len(value.split()) > 4:
        return False
    found.statements[-1] = Statement("fact", last.attribute, value, last.subject, confidence=0.75, corrects=last.value)
    return True
