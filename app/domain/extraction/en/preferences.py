"""Likes, dislikes, hobbies, habits and fears, in English. Said of the user or of close kin.

Kinds of saying: "i love/enjoy/prefer …", "into …", "a big fan of …", "a coffee person", "can't live without …", "…
over … any day", "team …", "… is my favourite/jam/go-to", "my favourite … is …"; "hate …", "can't stand …", "not a fan
of …", "… isn't my thing", "… grosses me out"; "play the tuba", "run ultras", "collect stamps", "learning …", "my
hobbies are …", "in my free time i …"; "never …", "always …"; "scared of …". Not taken: "love it", "i like that", "i'd
love to know", "i just love waiting".
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.dislikes import DISLIKE_RULES, MUCH, NOT_LIKED
from app.domain.extraction.en.hobbies import HOBBY_RULES
from app.domain.extraction.en.rules import compiled, rule, run, vague
from app.domain.extraction.en.text import bare, cut

LIKE_RULES: Final = (
    rule(
        "likes",
        r"(?:do |always |have always |has always |used to not but now )?(?:like|likes|love|loves|luv|enjoy|enjoys|"
        r"adore|adores|prefer|prefers|dig|fancy|favou?r|appreciate|swear by|live for|lives for|worship|am loving|"
        r"is loving|loved always|crave|craves|stan|loving|would rather (?:have|eat|drink|take|get|use|be|go|do|"
        r"work|read|sit|watch)|would prefer|would always (?:choose|pick|take))"
        + NOT_LIKED
        + MUCH
        + r" (?P<v>(?!to\b)(?!not\b).+)",
        "list",
        kind="preference",
    ),
    rule(
        "likes",
        r"(?:do |always |have always |has always )?(?:like|likes|love|loves|prefer|prefers|enjoy)"
        + NOT_LIKED
        + r" to (?P<v>(?!know|hear|see|think|believe|say|admit|ask|be\b).+)",
        "cut",
        kind="preference",
    ),
    rule(
        "likes",
        r"(?:{BE}|got |have gotten |getting |have been getting )(?:big |huge |a )?(?:into|obsessed with|addicted "
        r"to|hooked on|crazy about|mad about|mad for|nuts about|fond of|keen on|passionate about|partial to|in "
        r"love with|all about|a (?:\w+ ){0,2}?(?:fan|lover|sucker|connoisseur|devotee) (?:of|for)|loving|enjoying|"
        r"a sucker for)"
        + NOT_LIKED
        + r"(?! (?:bed|trouble|an argument|the (?:car|office|house|room|building|shower|details)|\d)) {V}",
        "list",
        kind="preference",
    ),
    rule(
        "likes",
        r"{IS}(?:more of |kind of |much more |definitely |such |firmly )*(?:an? )?(?:\w+ ){0,1}?(?P<v>(?!people|"
        r"good|bad|nice|morning|night|evening|new|private|shy|quiet|only|last|first|kind|type|better|other|same|"
        r"terrible|changed|different|busy|young|old|happy)[\w-]+(?: [\w-]+)?) (?:person|fan|lover|addict|nerd|geek|"
        r"enthusiast|nut|junkie|fanatic|buff|freak|snob|fiend|girl through and through)\b",
        kind="preference",
    ),
    rule(
        "likes",
        r"(?:cannot|could not) (?:get enough of|live without|do without|start (?:my|the) day without|resist|"
        r"function without|go a day without) {V}",
        "list",
        kind="preference",
    ),
    rule(
        "likes",
        r"(?:have |has )(?:a )?(?:soft spot for|weakness for|sweet tooth for|thing for|passion for|love for|"
        r"obsession with) {V}",
        "list",
        kind="preference",
    ),
    rule("likes", r"(?:have |has )an? (?P<v>sweet tooth|green thumb)", kind="preference"),
    rule(
        "likes",
        r"^(?:it is |always |definitely |i am )*(?P<v>(?!(?:i|we|our|my|they|he|she|it|this|that)\b)(?!(?:\w+ "
        r")?(?:moved|switched|went|came|hand|taking|take|"
        r"took|turn|start|game|all|run|get|got|is|am|it|think|head|fell|bent|pulled|spread|talked?|more|just|well|"
        r"mull\w*|sleep|done|left|right)\b (?:over|before))[\w' -]{2,30}?) (?:over|>|beats|instead of|rather than|"
        r"before) [\w' -]{2,30}?(?:,? (?:any ?day|every time|always|all day|for me|forever|hands down|any time)|"
        r"$)(?<!over)",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "likes",
        r"^(?:definitely |always |firmly |proud(?:ly)? )*team (?P<v>[\w' -]+)",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "likes",
        r"^(?P<v>[\w' -]{3,40}?) (?:is|are) (?:totally |absolutely |so |still |definitely |always |one of |just "
        r")*(?:where it is at|all i need|bae|bliss|heaven|unbeatable|elite|undefeated|top tier|everything to me|my "
        r"idea of (?:heaven|fun|bliss|a good \w+|"
        r"paradise|perfection|happiness)|(?:pure |absolute )(?:joy|bliss|heaven)|the dream|my religion|my whole "
        r"personality|my (?:\w+ )?(?:jam|thing|favourites?|go[- ]to|guilty pleasure|comfort "
        r"(?:food|show|movie)|happy place|passion|weakness|love|kryptonite|drink of choice|poison of choice|bread "
        r"and butter)|the best thing ever|life)\b",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "likes",
        r"^(?:honestly )?(?:nothing (?:beats|is better than|better than|tops)|you cannot beat|long live) (?!an?\b|"
        r"your\b|\d|that\b){V}",
        "list",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "likes",
        r"^(?:i |honestly |we )*could (?:happily |easily |honestly |literally )*(?:eat|drink|watch|listen to|play|"
        r"read|wear|live (?:on|off)|do|"
        r"talk about|smell) (?!it\b|that\b|this\b|something){V}(?<!now)(?<!rn)$",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "likes",
        r"^(?:the |about the |pretty much the )*only (?:\w+ ){1,3}?(?:that |which )?(?:i|we) (?:\w+ ){0,3}?(?:watch|"
        r"eat|drink|like|love|enjoy|"
        r"play|read|listen to|wear|use|do|buy|care about|follow|trust|get|cook|order)(?: \w+)? (?:is|are) {V}",
        "list",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "likes",
        r"^(?P<v>[\w' -]{3,40}?) (?:makes? me (?:so |really |very )?(?:happy|smile|calm|feel alive|purr)|calms? me "
        r"(?:down)?|cheers? me up)",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.7,
    ),
    rule(
        "likes",
        r"^(?:nothing beats|give me|you cannot beat|long live|(?:huge|big|massive|lifelong) (?:fan|lover) of|"
        r"obsessed with|addicted to|hooked on|suckers? for|love me some|gotta love) (?!a\b|the\b|some\b|an?\b|"
        r"your\b|\d|more\b|another\b|any\b){V}",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.75,
    ),
    rule(
        "likes",
        r"{BE}(?:a )?(?:big |huge |massive |lifelong )(?P<v>[\w' -]+?) (?:fan|supporter|lover|guy|girl|person|head|"
        r"reader|eater|drinker)\b",
        kind="preference",
    ),
    rule(
        "likes",
        r"would (?:always |much )?rather (?!not\b|die\b|you\b|it\b|be\b|that\b)(?P<v>.+?)(?: than .+)?$",
        "cut",
        kind="preference",
        told=True,
    ),
    rule(
        "likes",
        r"^(?P<v>[\w' -]{3,30}?) (?:is|are) the only (?:\w+ )?(?:thing |one |kind |type )?(?:that )?(?:i|we) .+",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "likes",
        r"^(?P<v>[\w' -]{3,30}?) (?:all the way|ftw|for the win|4ever|forever|for life|every time)$",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.75,
    ),
    rule(
        "likes",
        r"(?:{IS})?(?:always )?(?:up for|down for|big on|cannot say no to|never say no to|will never say no to|"
        r"vibe with|go for|geek out (?:over|about)|pick|would pick|would take)(?! (?:it|that|this|the)\b) "
        r"(?P<v>.+?)(?: over .+| every time)?$",
        "list",
        kind="preference",
        told=True,
        confidence=0.75,
    ),
    rule(
        "favourite_team",
        r"(?:support|supports|root for|cheer for|follow) (?P<v>(?-i:[A-Z])[\w' -]+)",
        "bare",
        kind="preference",
        told=True,
    ),
)
_FAVOURITE: Final = compiled(
    r"\b(?<!your )(?<!their )(?:(?:my|his|her|our) )?(?:all[- ]time )?favou?rite (?P<what>[\w' -]{2,25}?)"
    r"(?: (?:of all time|ever|right now))?"
    r" (?:is|are|has to be|would be|was always|will always be|:|=)(?: probably| definitely| still| now| "
    r"called)* {V}|^favou?rite (?P<what2>[\w -]{2,25}?): (?P<v2>.+)"
)
_IS_FAVOURITE: Final = compiled(
    r"^(?P<v>[\w' -]{2,40}?) (?:is|are|has always been|remains?) (?:still |by far |definitely |probably )*(?:my|"
    r"his|her|our) (?:all[- ]time )?favou?rite (?P<what>[\w' -]{2,25}?)"
    r"(?:$| of| ever| now\b| these days| right now| at the moment| again)"
)


def read_preferences(clause: Clause, found: Found) -> None:
    """Add likes, dislikes, hobbies, habits and fears that a clause says of the user or of kin."""
    for pattern in (_FAVOURITE, _IS_FAVOURITE):
        match = pattern.search(clause.text)
        if match and clause.subject is not None:
            groups = match.groupdict()
            what, value = groups["what"] or groups["what2"], groups["v"] or groups["v2"]
            if not vague(bare(value)):
                attribute = (
                    f"favourite_{cut(what).replace(' ', '_').replace('color', 'colour').replace('movie', 'film')}"
                )
                found.add(attribute, bare(value), kind="preference", subject=clause.subject)
                return
    if not run(DISLIKE_RULES, clause, found) and not clause.negated and not _is_likeness(clause):
        run(LIKE_RULES, clause, found)
    run(HOBBY_RULES, clause, found)


_LIKENESS: Final = re.compile(
    r"\b(?:sounds?|looks?|feels?|felt|seems?|tastes?|smells?|more|just|stuff|things?) like\b", re.IGNORECASE
)
_LIKE: Final = re.compile(r"(?:like|appreciate)\b", re.IGNORECASE)


def _is_likeness(clause: Clause) -> bool:
    """Whether "like" compares ("looks like a chill spot", "- like meditating"), or gives thanks ("appreciate …")."""
    return bool(_LIKENESS.search(clause.text)) or (not clause.spoken and bool(_LIKE.match(clause.rest)))


_NEVER: Final = re.compile(
    r"^(?:(?:absolutely|definitely|really|just|god|oh|hell|please|ew+|ugh|um)[ ,]*)*(?:not|no+|nope|never|no "
    r"(?:way|thanks|thank you)|hell no|hate (?:it|them|those|that)|cannot stand (?:it|them)|yuck|ew+|gross|hard "
    r"pass|pass|disgusting|vile|not for me|not my thing)$",
    re.IGNORECASE,
)
_ALWAYS: Final = re.compile(
    r"^(?:(?:oh|hell|absolutely|god|definitely)[ ,]*)*(?:yes|yes please|always|love (?:it|them|those)|all day|"
    r"any ?day|any ?time|every time|sign me up|count me in|my favourite)$",
    re.IGNORECASE,
)


def read_reaction(asked: Clause, answer: Clause, found: Found) -> bool:
    """Read a thing named as a question and judged at once ("olives? hard pass")."""
    if (
        len(asked.text.split()) > 4
        or vague(asked.text)
        or re.match(
            r"(?:what|who|how|why|where|when|which|is|are|do|does|can|should|could|would|will|any|really|right|ok)\b",
            asked.text,
            re.IGNORECASE,
        )
    ):
        return False
    for attribute, pattern in (("dislikes", _NEVER), ("likes", _ALWAYS)):
        if pattern.match(answer.text):
            return found.add(attribute, bare(asked.text), kind="preference", confidence=0.8)
    return False
