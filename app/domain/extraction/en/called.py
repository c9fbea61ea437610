"""Names told by where they stand in English: "Teddy will do", "sign it Dee", "Joost, my husband", "Rex the dog".

A name of the user's own needs something beside it: what the message says of names, or an assistant that takes it up
("Nice to meet you, Teddy"). A name set beside a word for kin or for an animal is theirs.
"""

import re
from typing import Final

from app.domain.extraction.clauses import Found
from app.domain.extraction.en.clauses import Speech
from app.domain.extraction.en.gates import QUESTION, UNREAL
from app.domain.extraction.en.lexicon import terms_of
from app.domain.extraction.en.words import KIN, KIN_PLURALS, MONTHS, NOT_A_NAME, PETS, STRANGERS, WEEKDAYS
from app.domain.extraction.models import USER, Said, Subject

_NAME: Final = r"(?-i:(?:Dr|Mr|Ms|Mrs|Mx)\.? )?(?P<v>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]+){0,2})"
_LOWER: Final = r"(?P<v>[^\W\d_][\w'-]{1,14})"
_KIN_WORD: Final = "|".join(sorted(map(re.escape, (*KIN, *PETS)), key=len, reverse=True))
_OWN: Final = tuple(
    (attribute, surer, re.compile(pattern, re.IGNORECASE))
    for attribute, surer, pattern in (
        ("name", False, rf"(?:^|[.!?,;\n]\s*|\b(?:but|just|so|and|or) ){_NAME} (?:will do|is fine|is enough|works(?: "
            rf"(?:too|for me))?|"
         r"is (?:ok|okay|good|great|perfect|better)|suits me|does (?:me|it)|for short)\b"),
        ("name", True, rf"\b(?:sign(?:ed)?(?: (?:it|off|that|this|me))?(?: (?:as|with|from))?|sign-?off|put(?: it)? "
            rf"(?:under|down as)|make it out to|"
         rf"address(?: it| me)? (?:to|as)|under the name(?: of)?|in the name of|reservation for|booking for|from)[: "
         rf"]+{_NAME}(?= (?:please|pls|thanks)|"
         r"[,.!]? ?(?:please|$|\n))"),
        ("name", True, rf"\b(?:(?:every(?:one|body)|people|folks?|friends?|mates?|family|nobody|they|my \w+|most "
            rf"people|all)(?: \w+)? (?:just |only |always |all )?"
         rf"(?:calls?|called|knows?) me(?: as| by)?|answer to|respond to|known as|goes? by|went by|go with|prefer to "
         rf"be|call me|"
         rf"(?<!his )(?<!her )(?<!their )(?<!its )(?<!'s )(?<!brand )name(?:'s| is| was)|refer to me as|introduce "
         rf"myself as|say) {_NAME}"),
        ("name", True, rf"\b{_NAME},? with (?:an?|one|two|no) [A-Z]\b"),
        ("name", True, rf"\b(?:have been|been) {_NAME} (?:since|all my life|for (?:\w+ )?years|forever|my whole "
            rf"life)\b"),
        ("name", True, rf"(?:^|\b(?:i am|am|as|from|it is|just) )(?:just |only |still )*(?:an? |the |your |one )?"
            rf"(?:(?!\w+ing\b)[\w'-]+ ){{0,3}}?(?:bloke|guy|woman|girl|man|lad|lass|person|dad|mum|mom|human|student|"
            rf"nurse|teacher|gran|grandma) (?:named|called) {_NAME}"),
        ("name", True, rf"\b(?:end|close|finish) (?:it|this|that|off)(?: off)? with {_NAME}(?=,| please|$|\.| not\b)"),
        ("full_name", True, rf"\b(?<!his )(?<!her )(?<!their )(?:surname|last name|family name|middle name|maiden "
            rf"name)(?:'s| is|:) {_NAME}"),
        ("full_name", True, rf"\bput {_NAME} on the\b"),
        ("name", True, rf"\b{_NAME} is (?:the|my) (?:surname|last name|family name|first name|given name|real name|"
            rf"full name|actual name)\b"),
        ("full_name", True, rf"\b(?:family name|surname|last name|full name|passport)[\w' ]{{0,25}}: {_NAME}"),
        ("full_name", True, rf"\b(?:it is|its|am|i am|it says|legally|officially|listed as|registered as|down as|"
            rf"passport says) (?:actually )?{_NAME} "
         r"(?:on (?:the|my) (?:paperwork|passport|papers?|birth certificate|forms?|licen[cs]e|id|contract|payslip|"
         r"documents?)|legally|officially|"
         r"in full|to the (?:bank|tax ?man))\b"),
        ("full_name", True, rf"(?:^|[.!?,;\n]\s*){_NAME}(?: is|'s)? (?:is )?only (?:for|on|when|what|to|with)\b"),
        ("name", True, rf"^(?:hi|hey|hello|hiya|morning|good (?:morning|afternoon|evening))?[,! ]*(?:this is |it is |"
            rf"its )?{_NAME} (?:here|speaking)\b"),
        ("name", True, rf"^(?:hi|hey|hello|hiya|good (?:morning|afternoon|evening))[,! ]+(?:this is |it is |i am "
            rf"){_NAME}\b"),
        ("name", True, rf"(?:\n|[-–—]\s?)(?:cheers|thanks|best|regards|kind regards|love|yours|"
            rf"xx?)?[,\s]*{_NAME}\s*x*$"),
        ("name", True, rf"\bi am (?:not \w+[,.;:!]? )?{_NAME}(?=[.,!]? *$|[.,!]\s| and i\b| by the way)"),
    )
)  # fmt: skip
_TAKEN_UP: Final = re.compile(
    r"(?:nice to meet you|pleased to meet you|hi|hello|hey|welcome|thanks|thank you|got it|noted|sorry|sure|of course|"
    r"right|great|ok|okay|"
    r"understood|lovely|done|signed|morning|evening|afternoon|cheers|happy \w+)[,!: ]+(?P<v>[A-Z][\w'-]+)(?=[.!,]|$)|"
    r"(?P<w>[A-Z][\w'-]+) it is\b|[a-z][\w' ]*, (?P<x>[A-Z][\w'-]+)[.!?](?:\s|$)",
    re.IGNORECASE,
)
_OF_KIN: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:^|[.!?,;:\n]\s*|\b(?:and|but|so|with|for|by|to|because|that|when|after|is) ){_NAME},? (?:(?:is )?(?:my|"
        rf"our) (?:[\w'-]+ ){{0,3}}?|the )"
        rf"(?P<kin>{_KIN_WORD})\b(?!'s| (?:said|shop|food|show|park|sitter|walker|guy))",
        rf"\b(?:my|our) (?:[\w'-]+ ){{0,3}}?(?P<kin>{_KIN_WORD})(?:,| is called| called| named|'s name is| is named|, "
        rf"name of| \()\s?{_NAME}\b",
        rf"\b(?:my|our) (?:[\w'-]+ ){{0,2}}?(?P<kin>{_KIN_WORD}) {_NAME}\b",
        rf"\b(?:a|an|the|got|have) (?:[\w'-]+ ){{0,3}}?(?P<kin>{_KIN_WORD}) (?:called|named|,? name of) {_NAME}\b",
        rf"\b(?P<kin>baby|son|daughter|boy|girl|kid|child|grandson|granddaughter|niece|nephew)(?: number \w+)? (?:has "
        rf"|is |was )?(?:arrived|here|born)[,:!.]? (?:welcome |meet |little )?{_NAME}",
        rf"\b(?:meet|this is|say (?:hi|hello) to|introducing) {_NAME}[.,;!:]? (?:he|she|it|they|who)(?: is|'s)? (?:my|"
        rf"our|an?|the) (?:[\w'-]+ ){{0,4}}?(?P<kin>{_KIN_WORD})\b",
        rf"(?:^|[.!?,;\n]\s*|\b(?:and|but|so) )(?P<kin>grandma|grandpa|granny|grandad|nana|nan|gran|auntie|aunt|uncle|"
        rf"cousin|sister|brother) {_NAME}\b",
    )
)
_STRANGE: Final = re.compile(
    rf"\b{STRANGERS}(?:s|'s|s')?(?!\w)|\b(?:he|she|they) (?:has|have|got|adopted)\b", re.IGNORECASE
)
_WISHED: Final = re.compile(r"\b(?:wish|if only|dream(?:t|ed|ing)? (?:of|about)|imagine)\b", re.IGNORECASE)
_NO_NAME: Final = re.compile(
    rf"(?:{WEEKDAYS}|{MONTHS}|english|everything|anything|nothing|something|that|this|it|one|either|both|monday|today|"
    rf"tomorrow|tonight|"
    r"anyway|actually|honestly|oh|well|also|plus|btw|meanwhile|basically|morning|afternoon|evening|hi|hello|hey|"
    r"thanks|yes|no|ok|okay|sure|sorry|please|the|a|an|my|our|your|his|her|their|which|who|what|"
    r"when|where|how|why|and|but|so|or|i|we|you|he|she|they|never|always|not|just|only|also|then|now|here|there|all|"
    r"some|any|if|got|"
    r"cash|card|english|pdf|word|mom|mum|dad|mama|papa|santa|god|christmas|easter|google|amazon|netflix|apple|"
    r"facebook)\b",
    re.IGNORECASE,
)
_THIRD: Final = re.compile(
    r"\b(?:he|she|his|her|they|their|wife|husband|son|daughter|friend|boss|not|meet|dear)\b|\?", re.IGNORECASE
)
_OTHERS: Final = re.compile(
    r"\b(?:let us play|pretend|imagine|character|story|novel|movie|film|song|play(?:ing|s|ed)? (?:a|the)|role|game|"
    r"dream|not my|neighbou?r|"
    r"colleague|coworker|boss|tenant)\b",
    re.IGNORECASE,
)


def read_called(text: str, following: Said | None, found: Found, speech: Speech) -> None:
    """Add the names that a message tells by where they stand; `following` is what the assistant made of it."""
    if not any(character.isupper() for character in text) or _OTHERS.search(text):
        return
    taken = _taken_up(following)
    for attribute, sure, pattern in _OWN:
        for match in pattern.finditer(text):
            name = match["v"].strip()
            sentence = text[max(text.rfind(mark, 0, match.start()) for mark in ".!?\n") + 1 : match.end()].strip()
            if UNREAL.search(sentence) or QUESTION.match(sentence):
                continue
            if not _may_be_name(name) or _is_of_kin(text, match.start("v"), name, speech):
                continue
            if (sure and not terms_of(name)) or name.split()[0].casefold() in taken:
                _add_own(attribute, name, found)
    _read_vocative(text, taken, found, speech)
    for pattern in _OF_KIN:
        for match in pattern.finditer(text):
            start = max(text.rfind(mark, 0, match.start()) for mark in ".!?\n") + 1
            told = text[start : match.end()]
            if not _STRANGE.search(told) and not _WISHED.search(told):
                _add_of_kin(match, found, speech)


def _read_vocative(text: str, taken: frozenset[str], found: Found, speech: Speech) -> None:
    """Add the name by which the assistant calls the user, where the message has it and tells it of nobody else."""
    if _THIRD.search(text) or any(one.attribute in ("name", "nickname", "address_as") for one in found.statements):
        return
    for match in re.finditer(r"[A-Z][\w'-]+", text):
        name = match[0]
        if (
            name.casefold() in taken
            and _may_be_name(name)
            and not terms_of(name)
            and not _is_of_kin(text, match.start(), name, speech)
        ):
            _add_own("name", name, found)
            return


def _add_own(attribute: str, name: str, found: Found) -> None:
    if not any(name.casefold() in one.value.casefold() for one in found.statements):
        held = [one for one in found.statements if one.subject == USER and one.attribute == "name"]
        found.add("nickname" if attribute == "name" and held else attribute, name, confidence=0.75)


def _add_of_kin(match: re.Match[str], found: Found, speech: Speech) -> None:
    name, word = match["v"].strip(), match["kin"].casefold()
    if not _may_be_name(name) or (terms_of(name) and word not in PETS) or name.split()[0].casefold() in KIN:
        return
    relation = KIN.get(word) or KIN_PLURALS.get(word) or PETS[word]
    if any(name.casefold() in one.value.casefold() for one in found.statements if one.attribute == "name"):
        return
    subject = Subject(relation, name)
    speech.mention(subject)
    found.add("name", name, subject=subject, confidence=0.75)
    if relation in ("dog", "cat", "pet"):
        found.add("pet", word, confidence=0.7)


def _may_be_name(name: str) -> bool:
    return not (_NO_NAME.match(name) or NOT_A_NAME.match(name) or (name.isupper() and len(name) > 6))


def _is_of_kin(text: str, start: int, name: str, speech: Speech) -> bool:
    """Whether a name is that of somebody else whom the text or the conversation has named."""
    return name.split()[0] in speech.mentioned.names or bool(
        re.search(
            rf"\b(?:{_KIN_WORD})(?:'s name)?(?: is| called| named|,)? $",
            text[max(0, start - 30) : start],
            re.IGNORECASE,
        )
    )


def _taken_up(following: Said | None) -> frozenset[str]:
    """Return the names by which the assistant calls the user in its reply, in lower case."""
    if following is None or following.role != "assistant":
        return frozenset()
    found = [match["v"] or match["w"] or match["x"] for match in _TAKEN_UP.finditer(following.content[:200])]
    return frozenset(name.casefold() for name in found if name[:1].isupper())
