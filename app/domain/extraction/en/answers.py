"""Answers to what the assistant asked, in English: a bare value under the attribute asked for, yes and no.

"Where are you based?" "lyon"; "How old is your son?" "10, well 10 and a half"; "Any allergies?" "just kiwi"; "So
you're vegan?" "yep" (what was asked, said by the user); "You have two cats, right?" "no, three". An answer that asks
back, shrugs or denies gives nothing.
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.food import is_diet
from app.domain.extraction.en.questions import KIN_PATTERN, asked_for
from app.domain.extraction.en.rules import vague
from app.domain.extraction.en.text import bare, is_number, plain, several
from app.domain.extraction.en.words import KIN, KIN_PLURALS, PETS
from app.domain.extraction.models import USER, Subject
from app.domain.extraction.wording import words

_LISTED: Final = words(
    "allergy intolerance likes dislikes avoids hobby tech_stack language_spoken medication condition tool"
)
_CONFIRM: Final = re.compile(
    r"^(?:(?:oh |ah |well |mm+ |haha |lol )*(?:yes|yep|yup|yeah|yea|yess+|ya|correct|right|exactly|indeed|sure|of "
    r"course|absolutely|definitely|mhm+|uh[- ]?huh|true|affirmative|that is (?:right|correct|it|true|me)|you got "
    r"it|spot on|bingo|ok yes|totally|i do|i am|we do|we are|it is|aye|yes please|👍)(?: (?:i do|i am|we do|that is "
    r"right|exactly|please|sir|indeed|thats right|it is|she is|he is|always|still|since .+))?)[ ,.!]*(?P<rest>.*)$",
    re.IGNORECASE,
)
_DENY: Final = re.compile(
    r"^(?:no+|nope|nah|not (?:quite|exactly|really|anymore)|wrong|close|almost|negative|incorrect|actually|well "
    r"actually)\b[ ,.!:–-]*(?:but |it is |actually |they are |i am |he is |she is |its |more like |wait |sorry |"
    r"rather |just |i |we )*(?P<rest>.*)$",
    re.IGNORECASE,
)
_SHRUG: Final = re.compile(
    r"^(?:no|none|nothing|nope|nah|not (?:sure|really|that i know|yet|telling)|idk|dunno|i do not know|no idea|why|"
    r"what|who|how|does it matter|does not matter|whatever|anything|any|either|both|up to you|you (?:choose|pick|"
    r"decide)|you tell me|surprise me|skip|pass|ok|okay|thanks|thank|hm+|lol|haha+|later|maybe|not now|never ?mind|"
    r"rather not|private|good question|depends|n/a|yes|yep|yeah|same|nvm|i would rather not|please|sure|let|can|"
    r"could|is|are|do|does|where|when|which|forget|stop|just asking|cool|great|nice|wow|oh|hi|hello|hey|none of "
    r"your)\b",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"^(?:(?:oh|ah|um+|uh+|er+|well|so|hm+|ok|sure|yeah|yes|yep|it is|that is|that would be|it would be|they are|"
    r"he is|she is|i am|we are|am|its|im|it|about|around|roughly|like|maybe|probably|mostly|mainly|just|only|"
    r"currently|now|usually|always|definitely|honestly|tbh|i think|i guess|i say|say|make it|make that|let us say|"
    r"lets say|near|in|at|from|on|by|called|named|for|to|my|his|her|their|our|mine is|is|i like|i love|i prefer|"
    r"prefer|i use|i have|i work as|i work at|i live in|as|still|the|a|an|on|works? (?:as|at)|call me|go with|i go "
    r"by|please|born in|born|both|something like|under|up to|max)[ ,:]+)+",
    re.IGNORECASE,
)
_YOU: Final = (
    (
        re.compile(
            r"^.*?\byou (?:mentioned|said you had|talked about|told me about) (?=(?:an?|two|three|four|\d) )",
            re.IGNORECASE,
        ),
        "i have ",
    ),
    (
        re.compile(
            r"^.*?\b(?:so|then|and|ah|oh|got it|ok|okay|right|great|just to (?:confirm|check|be sure)|to confirm|if i "
            r"understand(?: correctly)?|you mentioned(?: that)?|did you say|correct me if i am wrong|wait|i see|sounds "
            r"like|i assume|i take it|i guess|i gather|am i right that|is it (?:right|true|correct) that|you "
            r"said(?: that)?|noted)[,:]?\s+(?=(?:you|your|are you|do you|is your|have you)\b)",
            re.IGNORECASE,
        ),
        "",
    ),
    (
        re.compile(
            r",? (?:right|correct|yes|is that (?:right|correct)|isn't (?:it|that)|is it|then|huh|yeah|no|don't you|"
            r"aren't you)$",
            re.IGNORECASE,
        ),
        "",
    ),
    (re.compile(r"^are you\b", re.IGNORECASE), "i am"),
    (re.compile(r"^(?:do|did) you (?:still |also |currently )?", re.IGNORECASE), "i "),
    (re.compile(r"^have you(?: got)?\b", re.IGNORECASE), "i have"),
    (
        re.compile(
            r"^(?:is|are) your ([\w' -]+?) (?=(?:still|now|called|named|in|at|on|from|a|an|the|\d|[A-Z])\b)",
            re.IGNORECASE,
        ),
        r"my \1 is ",
    ),
    (re.compile(r"\byou are\b", re.IGNORECASE), "i am"),
    (re.compile(r"\byour\b", re.IGNORECASE), "my"),
    (re.compile(r"\byou\b", re.IGNORECASE), "i"),
)
_WITHOUT: Final = re.compile(
    r"^(?:nothing (?:with|containing)|anything (?:with(?! me)|containing)|no(?: more)?|everything (?:but|except)|"
    r"anything (?:but|except)|all (?:but|except)|i (?:eat|like) everything (?:but|except))(?: any)? (?P<v>[\w "
    r"-]+(?:,? (?:and|or) [\w -]+)*)$",
    re.IGNORECASE,
)


def last_question(text: str) -> str:
    """Return the last question of what an assistant said, in one spelling, "" where it asks nothing."""
    asked = list(re.findall(r"[^.!?\n]*\?", plain(text[-600:])))
    return asked[-1].strip() if asked else ""


def assumed(text: str) -> str:
    """Return a question of the assistant's as the user would claim it ("So you're vegan?" → "i am vegan")."""
    claim = last_question(text).strip(" ?")
    for pattern, instead in _YOU:
        claim = pattern.sub(instead, claim, count=1) if pattern.pattern.startswith("^") else pattern.sub(instead, claim)
    return claim.strip()


def confirms(first: str) -> bool:
    """Whether an answer begins with a yes and says nothing else before a comma."""
    match = _CONFIRM.match(first)
    return match is not None


def confirmed_more(first: str) -> str:
    """Return what a yes adds about the same thing ("yeah april 12th" → "april 12th"), "" where it adds nothing."""
    match = _CONFIRM.match(first)
    more = bare(match["rest"]) if match else ""
    return more if re.search(r"\d", more) and len(more.split()) <= 4 else ""


def denies(first: str) -> str:
    """Return what an answer puts in the place of what it denies ("no, three" → "three"), "" where it denies nothing."""
    match = _DENY.match(first)
    return match["rest"] if match else ""


def read_answer(first: Clause, whole: str, question: str, found: Found) -> bool:
    """Add a bare answer under what `question` asks for; return whether there is one. `whole` is its sentence."""
    asked = asked_for(question)
    if asked is None or first.question or first.unreal:
        return False
    attribute, subject = asked
    parts = [whole, *(whole.split(",")[1:] if _SHRUG.match(whole) else ())]
    text = next(
        (text for part in parts if (text := _LEAD.sub("", part.strip()).strip()) and not _SHRUG.match(text)), ""
    )
    if without := _WITHOUT.match(whole):
        attribute, text = ("avoids" if attribute in ("diet", "allergy", "avoids") else attribute), without["v"]
    if not text or len(text.split()) > 14:
        return False
    values = several(text, 5) if attribute in _LISTED or (attribute == "name" and subject != USER) else [bare(text)]
    done = False
    for value in values:
        if vague(value) or len(value.split()) > 7 or (attribute == "age" and not re.match(r"\d|\w+", value)):
            continue
        if attribute == "age" and not (is_number(value.split()[0]) or value[0].isdigit()):
            continue
        held = attribute
        if attribute in ("diet", "allergy", "avoids") and is_diet(value):
            held = "diet"
        if attribute == "diet" and not is_diet(value):
            held = "diet"
        done |= found.add(held, value, subject=subject, confidence=0.8)
    return done


_THEIR_NAME: Final = re.compile(
    r"(?:(?:called|named|(?:her|his|its) name is) )?(?P<name>(?-i:[A-Z])[\w'-]+)(?=$|,| and\b|\.)", re.IGNORECASE
)
_ANY_KIN: Final = re.compile(rf"\b(?:a|an|your|the) (?:\w+ )?(?P<kin>{KIN_PATTERN})\b", re.IGNORECASE)


def read_named_kin(whole: str, question: str, found: Found) -> bool:
    """Read the name in "yes, Ines" as that of the kin a question is about."""
    said, kin = _CONFIRM.match(whole), _ANY_KIN.search(question)
    named = _THEIR_NAME.match(said["rest"]) if said else None
    if not named or not kin:
        return False
    word = kin["kin"].casefold()
    relation = KIN.get(word) or KIN_PLURALS.get(word) or PETS[word]
    return found.add("name", named["name"], subject=Subject(relation, named["name"]), confidence=0.8)
