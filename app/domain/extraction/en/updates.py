"""What changes, ends or was wrong, in English.

Kinds of saying: "no longer …", "don't … anymore", "not … any more", "used to …", "stopped …ing", "quit/left/got laid
off", "sold/got rid of/gave away …", "broke up with …", "my dog died", "moved out of …", "cancelled …"; "switched from
X to Y", "swapped X for Y", "ditched X for Y", "X → Y"; "my X is now Y", "X moved to Y", "changed my X to Y"; "not X
but Y", "Y, not X", "i meant Y", "make that Y", "i said X but it's Y"; "scratch that", "forget what i said about …",
"just kidding", "that was a joke", "i'm not …", "i don't have …".

What ends is found by turning the clause into what it denies ("i no longer work at X" → "i work at X"): whatever the
other rules say of that is retracted. A correction that names no attribute ("sorry, meant Tom not Tim") has the
attribute "" and says what it corrects.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from app.domain.extraction.clauses import Clause, Found, slug
from app.domain.extraction.en.corrections import NONE_LEFT, take_back
from app.domain.extraction.en.lexicon import find_terms, terms_of
from app.domain.extraction.en.rules import compiled, vague
from app.domain.extraction.en.text import bare, cut
from app.domain.extraction.en.things import ATTRIBUTES
from app.domain.extraction.en.words import KIN, PETS, TRADES
from app.domain.extraction.models import USER, Statement, Subject

_END: Final = r"(?P<v>[^,;]+?)"
_SWITCH: Final = tuple(
    compiled(pattern)
    for pattern in (
        r"\b(?:switched|switching|swapped|changed|changing|moved|moving|migrated|migrating|converted|upgraded|"
        r"downgraded|transitioned|transferred|went|gone|going|hopped|shifted|graduated)(?: over| back| "
        r"everything| up| down| our \w+| my \w+| jobs| careers?| all)* from (?:my |the |an? |our "
        r")?(?P<old>[^,;]+?) (?:over )?(?:to|into|onto) "
        + _END
        + r"(?= (?:after|because|since|last|this|in (?:{MONTH}|20)|for (?:work|good|now)|so|and|but|as|when|"
        r"recently|now|on)\b|,|$)",
        r"\b(?:swapped|swapping|traded(?: in)?|trading|ditched|dropped|replaced|exchanged|left|quit|abandoned|"
        r"dumped|switched)(?: out)? (?:my |the |an? |our |on )?(?P<old>[^,;]+?) (?:for|with|in favou?r of|to) "
        + _END
        + r"(?= (?:after|because|since|last|this|in (?:{MONTH}|20)|so|and|but|as|when|recently|now|on)\b|,|$)",
        r"\b(?:traded|sold|swapped|ditched|dropped|gave up|scrapped|binned|got rid of|gave away|part[- ]exchanged|returned|left|quit|dumped|deleted|uninstalled)"
        r"(?: my| the| our)? (?P<old>[\w' .+#-]{2,30}?)(?: in| away| off| back)?,? (?:and |then )?(?:now )?(?:got|bought|have|have got|drive|driving|doing|using|taking|"
        r"started|on|playing|learning|running|picked up|took up)(?: an?| the| my| to)? (?P<v>[\w' .+#-]{2,30}?)(?: now| instead| these days)*$",
        r"\b(?:goodbye|bye(?:[- ]bye)?|so long|farewell|adios|ta-ra),? (?P<old>[\w' -]{2,30}?),? (?:and |and a big )?(?:hello|hi|hey|welcome),? "
        r"(?P<v>[\w' -]{2,30})$",
        r"^(?P<old>[\w' .+#-]{2,30}?) ?(?:→|->|=>|-->) ?(?P<v>[\w' .+#-]{2,30})$",
        r"\b(?P<v>[\w .+#-]{2,30}?) (?:instead of|replaced|replaces|has replaced) (?:my |the |an? |our "
        r")?(?P<old>[\w .+#-]{2,30}?)(?: now| from now on| these days)$",
        r"\b(?:now )?(?:use|using|drink|drinking|drive|driving|eat|eating|on|prefer|take|taking|playing|play|"
        r"have|got)(?: an?)? (?P<v>[\w .+#-]{2,30}?) (?:now )?(?:instead of|rather than) (?:my |the |an? |our "
        r")?(?P<old>[\w .+#-]{2,30}?)(?: now| from now on| these days|$)",
    )
)
_CHANGED: Final = tuple(
    compiled(pattern)
    for pattern in (
        r"\b(?:swapped|switched|changed|changing|updated|bumped|raised|lowered|cut|moved|pushed(?: back)?|"
        r"shifted|rescheduled|increased|reduced|dropped|set|brought forward|postponed|delayed|extended|"
        r"upped)(?: up| down)? (?:my|our|the) (?P<what>[\w' -]{2,30}?)(?: back| up| down| out)?(?: from [\w' "
        r":.,$€£]+?)? (?:to|at|by|until|till) (?:be )?(?!(?:the|a) (?:side|next|other|back)\b)"
        + _END
        + r"(?: now| instead| this year| from .+)?$",
        r"^(?:so |ok |and |also )*(?:my |our |the )(?P<what>[\w' -]{2,30}?) (?:has |have |got |was |were |is |"
        r"just |been |is being )*(?:moved|pushed(?: back)?|changed|shifted|rescheduled|bumped|raised|lowered|"
        r"cut|increased|went up|went down|goes up|gone up|dropped|reduced|postponed|delayed|brought forward|"
        r"extended|upped|updated)(?: up| down| back| from [\w' :.,$€£]+?)* (?:to|until|till) "
        + _END
        + r"(?: now| instead| from .+| starting .+)?$",
        r"^(?:so |ok |and |also )*(?:my |our |the )?(?P<what>rent|salary|pay|budget|fees|allowance|mortgage|weight|dose|price|goal|target) (?:is |has |have |just |been )*"
        r"(?:going|gone|went|put|raised|rising|dropping|coming|creeping|jumped|up|down)(?: up| down| back)? to " + _END + r"(?: now| from .+| starting .+| next .+)?$",
        r"^(?:so |ok |and |also )*(?:my |our |the )?new (?P<what>(?!(?:to|in|at|here)\b)[\w' -]{2,25}?)(?: is|"
        r":| =| will be)(?: at| on| in| called| now)* (?!(?:here|great|good|nice|so|really|very|not|working|"
        r"amazing|a bit|awful|too)\b)" + _END + r"$",
    )
)
_NO_MORE: Final = re.compile(
    r"\b(?:any ?more|any longer|no longer|no more(?! than\b)|used to|stopped|quit|gave up|have given up|given up|am "
    r"done|"
    r"are done|have quit|have stopped|never again|ex-|former|not .{0,40} at all now|dropped out of|turned off|"
    r"gone off|went off|not .{0,30} after all|over it|outgrew|grew out of|not .{0,30} these days)\b",
    re.IGNORECASE,
)
_AFFIRM: Final = (
    (re.compile(r"\s*\b(?:any ?more|any longer|these days|at all|after all|now|again|yet)\b.*$", re.IGNORECASE), ""),
    (re.compile(r"^(?:am|are|is) no longer\s+", re.IGNORECASE), "am "),
    (
        re.compile(
            r"^(?:do not|does not|no longer|never|cannot|will not|would not|did not(?: actually)?)(?: really| actually|"
            r" even| ever)?\s+",
            re.IGNORECASE,
        ),
        "",
    ),
    (re.compile(r"^(?:am|are|is) not(?: really| actually| even| currently)?\s+", re.IGNORECASE), "am "),
    (re.compile(r"^(?:have|has) not\s+", re.IGNORECASE), "have "),
    (re.compile(r"^not (?:a |really |exactly )?", re.IGNORECASE), "am "),
    (re.compile(r"^(?:have )?(?:used to be|stopped being|quit being|gave up being)\s+", re.IGNORECASE), "am "),
    (
        re.compile(
            r"^(?:have )?(?:just |recently |finally )?(?:used to|stopped|quit|gave up|given up|am done|have quit|have "
            r"stopped|went off|gone off|outgrew|grew out of|dropped out of|over)(?: with)?\s+",
            re.IGNORECASE,
        ),
        "",
    ),
    (re.compile(r"^have (?:any|an?) ", re.IGNORECASE), "have a "),
)
_ING: Final = re.compile(r"^([a-z]{3,}?)ing\b", re.IGNORECASE)
_LEFT_JOB: Final = compiled(
    r"^(?:have |has |just |finally |recently |officially |am |got |was |been )*(?:(?:quit|left|leaving|"
    r"quitting|resigned(?: from)?|lost|walked out of|handed in my notice at|stepped down from|gave (?:my "
    r")?notice at)(?: (?:my|the|our|that|this))?(?: old| day| current| horrible| last)*(?: (?:job|position|"
    r"role|gig|post|office|shop|bar|kitchen|restaurant|factory|warehouse|hospital|bank|firm|company|agency|school|"
    r"clinic|salon|studio|"
    r"petrol station|gas station|bakery|café|cafe|supermarket|call cent(?:er|re)|pub|hotel|garage))(?: (?:at|with|as|"
    r"in) (?P<v>[^,;]+?))?|(?:laid off|fired|sacked|let go|made redundant|"
    r"dismissed)(?: (?:from|by|at) (?P<v2>[^,;]+?))?|(?:quit|left|leaving|resigned from|walked out of|no "
    r"longer with|no longer at|done with) (?P<v3>(?-i:[A-Z])[\w&.' -]+?|teaching|nursing|"
    r"accounting|academia|law|medicine|banking|retail|consulting|sales|journalism|finance|tech|hospitality|the "
    r"(?:army|navy|police|force|civil service)))(?=$| (?:last|this|in|on|after|and|"
    r"because|so|for|to|but|yesterday|today|two|a (?:week|month))\b|,)"
)
_GONE: Final = compiled(
    r"^(?:have |has |had |just |finally |recently |already |also |to |am |are |is |packed up and |upped sticks and "
    r")*(?:went (?:right |completely |totally )?off|gone off|am off|sold(?! up)|got rid of|getting "
    r"rid of|gave away|given away|threw (?:out|away)|scrapped|returned|donated|lost|cancelled|canceled|called "
    r"off|uninstalled|deleted|dropped|ditched|unsubscribed from|dumped|closed|shut down|gave up|broke|totaled|"
    r"totalled|wrecked|crashed|put down|re-?homed|traded in|outgrew|moved out of|moved away from|left|ended|"
    r"finished|done with|over with|quit|stopped going to|stopped using|stopped taking|stopped doing|stopped "
    r"playing|stopped drinking|stopped eating|came off|got off|off) (?!(?:my|his|her) (?:\w+ )?(?:ankle|leg|arm|"
    r"wrist|foot|toe|finger|back|hip|"
    r"collarbone|nose|rib|knee|elbow|hand|shoulder)\b)(?:my |our |the |all my |that |using |on "
    r")*(?!(?:it|that|this|work|school|home|weight|count|track|contact|interest|patience|job|a lot|time|money|"
    r"hope|sleep|about|early|late|the (?:game|meeting|bet|room|house)|half|my (?:mind|keys|wallet|temper|job|"
    r"mom|mum|dad|grandma|phone))\b)(?P<v>.+)"
)
_DIED: Final = compiled(
    r"^(?:has |have |just |sadly |unfortunately |recently |finally |had |we had |was )*(?:died|passed(?: away| "
    r"on)?|is (?:dead|gone|no longer with us)|was put (?:down|to sleep)|had to be put (?:down|to sleep)|ran away|"
    r"crossed the rainbow)\b"
)
_LOST: Final = compiled(
    r"^(?:have |had to |just |recently |sadly )*(?:lost|put down|put|say goodbye to|bury|buried|said goodbye to) "
    r"(?:my|our) (?:dear |old |sweet |beloved |poor )*(?P<kin>[\w-]+)(?: (?P<name>(?-i:[A-Z])\w+))?"
)
_PARTED: Final = compiled(
    r"\b(?:broke up|split up|breaking up|split|separated|parted ways|called it quits|broken up|divorced|am "
    r"divorcing|dumped)(?: (?:with|from))?(?: my (?P<kin>\w+))?(?:,? (?P<name>(?-i:[A-Z])\w+))?|\bdumped me\b|"
    r"\bnot together (?:any ?more|any longer)\b|\bno longer together\b"
)
_LET_GO: Final = re.compile(
    r"^(?P<v>(?!(?:they|he|she|it|we|you|boss|my)\b)[\w&.' -]{2,40}?) (?:have |has |just |finally )*(?:let (?:me|us) go|fired me|sacked me|laid (?:me|us) off|made (?:me|us) redundant)\b",
    re.IGNORECASE,
)
_MEAT_AGAIN: Final = re.compile(r"\b(?:eat(?:ing)?|back (?:on|to(?: eating)?)) (?:meat|fish|dairy|carbs|bread|everything) again\b", re.IGNORECASE)
_SHIFT: Final = re.compile(
    r"^(?:i |have |am |got |been |just |finally )*(?:moved|switched|gone|back|changed|transferred|put) (?:back )?(?:to|on|onto) (?P<v>days|nights|earlies|lates|mornings|afternoons|"
    r"evenings|(?:the )?(?:day|night|early|late) shifts?)\b",
    re.IGNORECASE,
)
_TRADE: Final = re.compile(rf"\b{TRADES}\b", re.IGNORECASE)
Affirmed = Callable[[Clause], list[Statement]]
"""What the other rules say of a clause."""


def read_updates(clause: Clause, found: Found, affirmed: Affirmed) -> bool:
    """Add what a clause says has changed, ended or been wrong; return whether the clause says nothing else."""
    if take_back(clause, found):
        return True
    if match := _LET_GO.match(clause.text):
        found.retract("employer", bare(match["v"]))
        found.retract("job")
        return True
    if _MEAT_AGAIN.search(clause.text):
        found.retract("diet")
        return True
    if match := _SHIFT.match(clause.text):
        return found.add("work_hours", match["v"], confidence=0.8)
    if clause.subject is None:
        return False
    if _change(clause, found) or _switch(clause, found):
        return True
    if match := NONE_LEFT.match(clause.text):
        found.retract("", bare(match["v"]))
        return True
    _end_bonds(clause, clause.subject, found)
    if match := _LEFT_JOB.match(clause.rest):
        value = bare(match["v"] or match["v2"] or match["v3"] or "")
        if (match["v"] or match["v2"]) and not vague(value):
            found.add("former_employer", value, subject=clause.subject, confidence=0.8)
        job = bool(_TRADE.search(value))
        if value.islower() and not job:
            value = ""
        found.retract("job" if job else "employer", value, subject=clause.subject)
        if job or not any(one.attribute == "job" and one.action == "state" for one in found.statements):
            found.retract("employer" if job else "job", "", subject=clause.subject)
        found.retract("workplace", "", subject=clause.subject)
        return True
    return bool(_gone(clause, clause.subject, found, affirmed))


def _switch(clause: Clause, found: Found) -> bool:
    for pattern in _SWITCH:
        match = pattern.search(clause.text)
        if match is None:
            continue
        old, new = bare(match["old"]), bare(match["v"])
        if vague(old) or vague(new) or len(old.split()) > 5:
            continue
        verb = match[0].split()[0].casefold()
        attribute = "tool"
        if verb in ("left", "quit") and match["v"].strip()[:1].isupper():
            attribute = "employer"
        elif (
            verb in ("moved", "moving", "transferred")
            and old[:1].isupper()
            and not re.search(r"\b(?:our|everything|all)\b", match[0])
        ):
            attribute = "home"
        elif _TRADE.search(new):
            attribute = "job"
        elif any(term.sort in ("city", "region", "country") for term in terms_of(new)) or any(
            term.sort in ("city", "region", "country") for term in terms_of(old)
        ):
            attribute = "home"
        else:
            attribute = _by_class(new) or _by_class(old) or attribute
        if re.search(r"\b(?:size|size \w+)\b", new):
            attribute = "size"
        found.add(attribute, new, subject=clause.subject or USER, corrects=old)
        found.retract("", old, subject=clause.subject or USER)
        return True
    return False


_CLASSES: Final = {
    "vehicle": "car", "tech": "tech_stack", "instrument": "hobby", "sport": "hobby", "hobby": "hobby", "language": "language_spoken",
    "medication": "medication", "drink": "likes", "food": "likes", "diet": "diet", "genre": "likes", "device": "owns",
}  # fmt: skip


def _by_class(thing: str) -> str:
    """Return the attribute of a thing of a known class, "" where it is of none."""
    sorts = {term.sort for hit in find_terms(thing) for term in hit.terms if not term.weak}
    return next((attribute for sort, attribute in _CLASSES.items() if sort in sorts), "")


def _change(clause: Clause, found: Found) -> bool:
    for pattern in _CHANGED:
        match = pattern.search(clause.text)
        if match is None:
            continue
        what, value = bare(match["what"]), bare(match["v"])
        if vague(what) or vague(value) or what.casefold() in KIN or what.casefold() in PETS:
            continue
        attribute = ATTRIBUTES.get(slug(what), slug(what))
        found.add(attribute, value, subject=clause.subject or USER)
        return True
    return False


def _end_bonds(clause: Clause, kin: Subject, found: Found) -> None:
    """Retract partners that are left, and pets and kin that died; `kin` is whom the clause is about."""
    if kin != USER and _DIED.match(clause.rest):
        found.statements.append(Statement("fact", "", kin.name, kin, action="retract"))
        if kin.relation in ("dog", "cat", "pet"):
            found.retract("pet", "" if kin.relation == "pet" else kin.relation)
    if match := _LOST.match(clause.rest):
        word = match["kin"].casefold()
        relation = KIN.get(word) or PETS.get(word)
        if relation:
            found.statements.append(
                Statement("fact", "", match["name"] or "", Subject(relation, match["name"] or ""), action="retract")
            )
            if word in PETS:
                found.retract("pet", word)
    if (match := _PARTED.search(clause.text)) and (
        kin != USER
        or clause.spoken
        or match.start() == 0
        or re.match(r"(?:me and|we|us)\b", clause.text, re.IGNORECASE)
    ):
        named = match["name"] or (
            kin.name if kin.relation in ("wife", "husband", "partner", "girlfriend", "boyfriend", "fiance") else ""
        )
        relation = KIN.get((match["kin"] or "").casefold()) or (kin.relation if kin != USER else "partner")
        found.statements.append(Statement("fact", "", named or "", Subject(relation, named or ""), action="retract"))
        found.retract("marital_status")


_WANTED: Final = re.compile(
    r"(?:am |are |is )?(?:want|wants|trying|try|going|need|have|hope|hoping|plan|planning|would|will|should|about)\b",
    re.IGNORECASE,
)
_FORBIDS: Final = re.compile(r"(?:do not|never|no)\b", re.IGNORECASE)
_DENIED: Final = re.compile(
    r"(?:used to|no longer|do not|stopped|quit|gave up|am not|are not) (?:\w+ )?(?P<v>.+?)"
    r"(?: any ?more| any longer|$)",
    re.IGNORECASE,
)
_LEFT_OFF: Final = re.compile(r"(?:gave up|off|quit|dropped)\b", re.IGNORECASE)


def _gone(clause: Clause, subject: Subject, found: Found, affirmed: Affirmed) -> bool:
    """Retract what a clause denies or says to be over; return whether it says nothing else."""
    denied = _NO_MORE.search(clause.text)
    if denied and _WANTED.match(clause.rest):
        return False
    if not denied and clause.negated and not clause.spoken and _FORBIDS.match(clause.rest):
        return False
    if (clause.negated or denied) and _retract_denied(clause, found, affirmed):
        return not clause.negated
    if match := _GONE.match(clause.rest):
        value = cut(bare(match["v"]))
        if value and not vague(value) and len(value.split()) <= 6:
            found.retract("", value, subject=subject)
            return not _LEFT_OFF.match(clause.rest)
    if denied and (match := _DENIED.search(clause.rest)):
        value = bare(match["v"])
        if value and not vague(value) and len(value.split()) <= 5:
            found.retract("", value, subject=subject)
    return False


def _retract_denied(clause: Clause, found: Found, affirmed: Affirmed) -> bool:
    """Retract whatever the rules say of the clause without its denial; return whether they say anything."""
    rest = clause.rest
    for pattern, instead in _AFFIRM:
        rest = pattern.sub(instead, rest)
    speaker = "i " if clause.subject == USER else ""
    for text in dict.fromkeys((rest, _ING.sub(r"\1", rest), _ING.sub(r"\1e", rest))):
        claims = affirmed(replace(clause, rest=text, text=speaker + text, negated=False, spoken=True))
        for one in claims:
            if one.action == "state":
                found.retract(one.attribute, one.value, subject=one.subject)
        if claims:
            return True
    return False
