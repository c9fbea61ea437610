"""What was wrong from the start, in English: what is taken back, was a joke, or is put right.

Kinds of saying: "not X but Y", "Y, not X", "i meant Y", "make that Y", "i said X but it's Y"; "scratch that", "forget
what i said about …", "just kidding", "that was a joke". A correction that names no attribute ("sorry, meant Tom not
Tim") has the attribute "" and says what it corrects.
"""

import re
from dataclasses import replace
from typing import Final

from app.domain.extraction.attributes import SINGLE
from app.domain.extraction.clauses import Clause, Found, slug
from app.domain.extraction.en.rules import compiled, vague
from app.domain.extraction.en.text import bare
from app.domain.extraction.en.things import ATTRIBUTES
from app.domain.extraction.models import Statement

NONE_LEFT: Final = compiled(
    r"^(?:and |but |so |there is )*no (?:more )?(?P<v>[\w .+#-]{2,30}?) (?:any ?where|any ?more|at all|left|now|"
    r"these days|any longer)$"
)
_FORGET: Final = compiled(
    r"^(?:please |just |and |ok |actually |can you |could you |no |also |you can |you may )*(?:forget|ignore|"
    r"disregard|delete|erase|remove|drop|scrap|scratch|strike|wipe|discard|do not (?:remember|save|"
    r"store|keep)|stop remembering|unlearn|cross out|take back|i take back)(?: everything| all| anything| "
    r"about| the (?:thing|bit|part|fact|stuff)| that thing| the| my (?:comment|note|remark))*(?: (?:that|what|"
    r"which) (?:i|you|we) (?:said|told you|told|mentioned|wrote|know|have|saved)| i (?:said|told you|mentioned|"
    r"ever said|ever mentioned)| you know| you saved)?(?: earlier| before| yesterday| last time)*(?: (?:about|"
    r"on|regarding|re|that|of|from memory|concerning|with))*(?P<v>.*)$"
)
_JOKE: Final = compiled(
    r"^(?:i am |i was |was |am |im |lol |haha |ok |no |nah |just |only |totally |obviously |of course )*(?:kidding|"
    r"joking|messing with you|pulling your leg|jk|j/k|trolling|making (?:it|that) up|made (?:it|that) up|lying|"
    r"lied|testing you|being sarcastic|teasing)(?: (?:about|with)(?: the| my| having)* (?P<v>.+))?|"
    r"^(?P<v2>(?!(?:i|he|she|they|we|you|that|it|this|something|what)\b(?: was| is)).+?)(?: thing| part| bit)? "
    r"(?:was|is) (?:just |only )*(?:a joke|a lie|made up|not true|a typo|wrong|"
    r"nonsense|fake|not real)\b|^(?:that is|that was|it was|this was) (?:just |only )*(?:a joke|a lie|not true|a "
    r"typo|wrong|made up)"
)
_TAKEN_BACK: Final = re.compile(
    r"^(?:please |ok |actually |no |wait |sorry |oh |just |and )*(?:scratch that|strike that|forget (?:it|that|"
    r"what i (?:just )?said|i said (?:that|anything)|about (?:it|that)|everything i (?:just )?said)|ignore (?:that|"
    r"it|what i (?:just )?said|my last (?:message|one)|the last (?:message|one))|never ?mind(?: that)?|disregard "
    r"that|i take (?:that|it) back|delete that|remove that|do not (?:save|remember|store) that)\b[.!]*$",
    re.IGNORECASE,
)
_INSTEAD: Final = tuple(
    compiled(pattern)
    for pattern in (
        r"^(?:no |wait |sorry |oops |actually |it is |it was |he was |she was |they were |spelled |spelt |i am |that "
        r"is |he is |she is |they are |i mean |i meant |meant |"
        r"its |i said |is |are |am |in |at )*(?P<v>[\w'’ .:$€£+/-]{1,40}?)(?:,| and|"
        r"(?<!is)(?<!are)(?<!am)(?<!do)(?<!does)(?<!was)(?<!did)(?<!have)(?<!i)(?<!we)) ?(?:and )?\bnot (?!so\b|"
        r"too\b|really\b|a fan|into|big|keen|much|sure|yet)(?:in |at |on |an? |the |my |really )*(?P<old>[\w'’ "
        r".:$€£+/-]{1,30}?)(?: (?:sorry|lol|any ?more|like i said|as i said|as you said|by the way|btw|my bad|"
        r"haha))*$",
        r"^(?:no |wait |sorry |oops |actually )*(?:it is|i am|that is|he is|she is|they are|am|is|are|"
        r"its)? ?not (?:in |at |on |an? |the |called |named )*(?P<old>[\w'’ .:$€£+/-]{1,30}?),? "
        r"(?:but(?: rather)?|it is|its|i am|i meant|rather|am|is|he is|she is|actually)(?: an?| the| in| at| "
        r"called| actually)* (?P<v>[\w'’ .:$€£+/-]{1,40})$",
        r"^(?:no |wait |sorry |oops |actually |i )*(?:said|wrote|told you|typed|put) (?P<old>[\w'’ "
        r".:$€£+/-]{1,40}?) (?:but|when|and|earlier but|before but) (?:i )?(?:meant|it is|i am|actually|its|it "
        r"is actually|the truth is|should be)(?: to say| actually| really)* (?P<v>[\w'’ .:$€£+/-]{1,40})$",
        r"^(?:no |wait |sorry |oops |actually |oh |i )*(?:meant|mean(?! (?:to|it|that|well|you)\b)|should have "
        r"said|should be|intended|make (?:that|it)(?= .*(?-i:[\dA-Z]))|rather|correction:?|typo:?)(?: to say| "
        r"to write|,|:| it is| it to be| that it is| should be)* (?:an? |the )?(?P<v>(?!(?:it|that|this|i|you|"
        r"to|like|well|by|for|about|the other)\b)[\w'’ .:$€£+/-]{1,40}?)(?:,? not (?:an? |the )?(?P<old>[\w'’ "
        r".:$€£+/-]{1,30}))?$",
        r"^\*(?P<v>[\w'’ .-]{1,40})$",
    )
)
_EXCUSE: Final = re.compile(
    r"[,.;!( ]+(?:autocorrect|auto-?correct|typo|my bad|my mistake|sorry|oops|lol|haha|fat fingers?|(?:damn|stupid|"
    r"bloody) (?:phone|keyboard|autocorrect)|silly me|brain "
    r"(?:fart|fog)|duh|whoops|apologies|stupid fingers|i (?:always|keep) mix(?:ing)? (?:it|them|that) up|long "
    r"day)[)!. ]*$",
    re.IGNORECASE,
)
_AUXILIARY: Final = re.compile(
    r"(?:do|does|did|is|are|am|was|were|but|and|so|or|please|just|will|would|can|could|should|have|has|why|really|"
    r"definitely|probably|sure|yes|hopefully|certainly|i|we|he|she|they|preferably)\b",
    re.IGNORECASE,
)
_NOT_WRONG: Final = re.compile(r"(?:problem|worries|issue|bother|matter|need|way|worry|take too)\b", re.IGNORECASE)
"""What is no old value ("not a problem, glad to help")."""
_ENDS_OPEN: Final = re.compile(r"\b(?:do|does|did|will|would|can|could|should|must|might|has|have|had)$", re.IGNORECASE)
_CUE: Final = re.compile(
    r"\b(?:no|wait|sorry|oops|actually|meant|mean|correction|typo|i said|rather|my bad|make that|make it|wrong|"
    r"misspoke|mistake)\b|^\*",
    re.IGNORECASE,
)


def _one_in_other(one: str, other: str) -> bool:
    return one.casefold() in other.casefold() or other.casefold() in one.casefold()


def read_corrections(clause: Clause, found: Found, first: int) -> None:
    """Mark what the statements from `first` on correct, or add a correction that names no attribute."""
    if len(clause.text.split()) > 14:
        return
    said = _EXCUSE.sub("", clause.text)
    if said != clause.text and said:
        clause = replace(clause, text=said, sentence=_EXCUSE.sub("", clause.sentence))
    _mark_moved(clause, found, first)
    for place, pattern in enumerate(_INSTEAD):
        match = pattern.match(clause.text) or pattern.match(clause.sentence.strip(" .!"))
        if match is None:
            continue
        new, old = bare(match["v"]), bare(match.groupdict().get("old") or "")
        new = re.sub(r"^(?:spelled|spelt|written) ", "", new)
        if not new or vague(new) or (place in (0, 1) and not old) or len(new.split()) > 6:
            continue
        claimed = False
        for index in range(first, len(found.statements)):
            one = found.statements[index]
            if one.action == "state" and one.attribute and old and _one_in_other(new, one.value):
                found.statements[index] = replace(one, corrects=old)
                claimed = True
        known = any(_one_in_other(new, one.value) for one in found.statements[first:])
        if _NOT_WRONG.match(old) or _ENDS_OPEN.search(new):
            continue
        if not claimed and not known and not _AUXILIARY.match(new) and (old or _CUE.search(clause.sentence)):
            found.add("", new, corrects=old, confidence=0.85)
        return


_AT_ONCE: Final = re.compile(
    r"^(?:ugh |argh |oh |ah |hm |um )*(?:no|wrong|wait|sorry|oops|actually|correction|scratch|nvm|my bad|shoot|crap|"
    r"typo|misread)\b",
    re.IGNORECASE,
)
_FROM_NOW: Final = re.compile(
    r"\b(?:from now on|from (?:this|next) \w+|now|instead|these days|moved|changed|rescheduled|shifted|pushed|brought "
    r"forward|going forward)\b",
    re.IGNORECASE,
)
_WHEN_SAID: Final = re.compile(
    r"'s\b.*$|\s*\b(?:is|are|was|on|at|in|by|for|the|moved|now|next|this|tomorrow)\b.*$|\s*\d.*$", re.IGNORECASE
)
_DATED: Final = frozenset(("appointment", "deadline", "plan", "schedule", "commitment"))


def _mark_moved(clause: Clause, found: Found, first: int) -> None:
    """ "wrong, the flight is on the 5th": of things with a date the one of the same name was wrong."""
    if not (_AT_ONCE.match(clause.sentence) or _FROM_NOW.search(clause.sentence)):
        return
    for place in range(first, len(found.statements)):
        one = found.statements[place]
        name = _WHEN_SAID.sub("", one.value)
        if one.action == "state" and one.attribute in _DATED and not one.corrects and name:
            found.statements[place] = replace(one, corrects=name)


def take_back(clause: Clause, found: Found) -> bool:
    """Add that something said before does not hold: taken back, a joke, or to be forgotten; return whether so."""
    if _TAKEN_BACK.match(clause.text):
        found.statements.append(Statement("fact", "", "", action="retract", never_true=True))
        return True
    if (match := _JOKE.match(clause.text)) and (match["v"] or match["v2"] or match.end() == len(clause.text)):
        about = bare(match["v"] or match["v2"] or "")
        if vague(about) or len(about.split()) > 6:
            about = ""
        found.statements.append(Statement("fact", "", about, action="retract", never_true=True))
        return True
    match = _FORGET.match(clause.text)
    if match is None or not (value := bare(match["v"])) or vague(value):
        return False
    if value.casefold().startswith(("to ", "how ", "where ", "when ")):
        return False
    value = (
        re.sub(r"(?:\s+(?:thing|bit|part|stuff|business|completely|entirely|altogether|please|for good))+$", "", value)
        or value
    )
    noun = re.sub(r"\s+(?:on|in|from|for|with) (?:my|the|your|our|file)\b.*$", "", re.sub(r"^(?:my|our)\s+", "", value))
    attribute = ATTRIBUTES.get(slug(noun)) or (slug(noun) if slug(noun) in SINGLE else "")
    found.retract(attribute, "" if attribute else noun, never_true=False)
    return True
