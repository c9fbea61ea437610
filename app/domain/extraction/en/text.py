"""English as typed in chats, brought to one spelling; and values cut to what they name."""

import re
from typing import Final

from app.domain.extraction.en.rephrased import rephrase
from app.domain.extraction.en.text_patterns import AMPERSAND, ITS, MOST_COLUMNS, QUOTES, SIGNS, WOULD
from app.domain.extraction.en.words import NUMBERS

_SPELLINGS: Final = {
    **dict.fromkeys(("i'm", "im", "iam", "i m"), "i am"),
    **dict.fromkeys(("i've", "ive"), "i have"),
    "i'd": "i would",
    "i'll": "i will",
    **dict.fromkeys(("we're",), "we are"),
    **dict.fromkeys(("we've", "weve"), "we have"),
    **dict.fromkeys(("we'll",), "we will"),
    "we'd": "we would",
    **dict.fromkeys(("you're", "youre", "u r", "ur a"), "you are"),
    **dict.fromkeys(("they're", "theyre"), "they are"),
    **dict.fromkeys(("they've", "theyve"), "they have"),
    **{f"{who}'ll": f"{who} will" for who in ("he", "she", "they", "it", "you")},
    **{f"{who}'d": f"{who} would" for who in ("he", "she", "they", "you")},
    **dict.fromkeys(("it's", "tis"), "it is"),
    "it'd": "it would",
    **{f"{who}s": f"{who} is" for who in ("he", "she", "that", "what", "where", "who", "how", "there", "here", "when")},
    **{
        f"{who}'s": f"{who} is" for who in ("he", "she", "that", "what", "where", "who", "how", "there", "here", "when")
    },
    **{
        f"{stem}{tail}": f"{stem} not"
        for stem in (
            "do",
            "does",
            "did",
            "is",
            "are",
            "was",
            "were",
            "have",
            "has",
            "had",
            "would",
            "could",
            "should",
            "need",
        )
        for tail in ("n't", "nt")
    },
    **dict.fromkeys(("can't", "cant", "can not"), "cannot"),
    **dict.fromkeys(("won't", "wont"), "will not"),
    **dict.fromkeys(("ain't", "aint"), "am not"),
    "let's": "lets",
    "u": "you",
    "ur": "your",
    "y'all": "you",
    **dict.fromkeys(("wanna",), "want to"),
    **dict.fromkeys(("gonna", "gunna"), "going to"),
    **dict.fromkeys(("gotta",), "have to"),
    **dict.fromkeys(("bc", "cuz", "cos", "coz", "'cause", "b/c"), "because"),
    "rn": "right now",
    "atm": "at the moment",
    **dict.fromkeys(("pls", "plz", "plss", "pleaseee"), "please"),
    **dict.fromkeys(("w/", "w"), "with"),
    "arvo": "afternoon",
    "arvos": "afternoons",
    "em": "them",
    "'em": "them",
    "bdays": "birthday is",
    **dict.fromkeys(("msg", "mssg"), "message"),
    "msgs": "messages",
    "imma": "i am going to",
    "prolly": "probably",
    "w/o": "without",
    "thx": "thanks",
    "ty": "thanks",
    "n": "and",
    "r": "are",
    "tmrw": "tomorrow",
    "tmr": "tomorrow",
    "fav": "favourite",
    "fave": "favourite",
    "favorite": "favourite",
    "faves": "favourites",
    "bday": "birthday",
    "b-day": "birthday",
    "gf": "girlfriend",
    "bf": "boyfriend",
    "hubby": "husband",
    "appt": "appointment",
    "dr's": "doctor's",
    "dob": "birthday",
}
_SPELLED: Final = re.compile(
    r"(?<![\w'/.@-])(?:"
    + "|".join(re.escape(word) for word in sorted(_SPELLINGS, key=len, reverse=True))
    + r")(?![\w'@/-]|\.\w)",
    re.IGNORECASE,
)
_WILL: Final = re.compile(
    r"(?<![\w'])ill (?=(?:be|do|have|get|go|take|send|call|finish|never|not|pay|try|make|bring|start|pick|write|"
    r"give|stop|"
    r"quit|meet|see|help|always|also|probably|need|just|let|let's|use|come|buy|book|keep|"
    r"call)\b)",
    re.I,
)
_KIN_IS: Final = re.compile(
    r"(?<=[a-z])'s (?=(?:a|an|the|in|from|at|called|named|allergic|turning|been|\d+|vegan|vegetarian|not|on|into|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|nearly|almost|moving|working|living|getting|always|also|just|now|started|got|coming|afraid|"
    r"scared|pregnant)\b)",
    re.I,
)
_NAME_IS: Final = re.compile(
    r"\b(?:(front ?end|back ?end|api|db|database|stack|server|laptop|phone|car|router|editor|os|flat|house|place|"
    r"wifi|name|birthday|email|budget|rent|job|number|address|deadline|favourite(?: \w{3,})?)'?s|(work|shift|"
    r"school)'s) (?=\S)",
    re.I,
)
_MY_IS: Final = re.compile(
    r"\b((?:my|our|the) (?:surname|last name|mum|mom|dad|wife|husband|son|daughter|kid|brother|sister|partner|gran|"
    r"grandma|grandad|grandpa|"
    r"boyfriend|girlfriend|dog|cat|birthday|name|flat|house|place|car|job|rent|budget|number|email|address|toddler|"
    r"baby|"
    r"shift|anniversary|niece|nephew|aunt|uncle|laptop|phone))s (?=(?:a|an|the|in|at|on|from|called|named|allergic|"
    r"turning|been|vegan|vegetarian|not|deaf|blind|diabetic|pregnant|scared|always|due|named|\d{1,4}(?! (?:and|&) "
    r"\d))\b)",
    re.I,
)
_WERE: Final = re.compile(
    r"(?:(?<=^)|(?<=[.!?,;\n])|(?<=[.!?,;\n] ))(?:and |so |but |ok )?were (?=(?:in|at|on|moving|paying|getting|having|"
    r"going|living|not|still|now|back|both|all|using|based|staying|stationed|posted|located|up|down|from|a|an|vegan|"
    r"vegetarian|expecting|renting|saving|"
    r"planning|looking|trying|married|engaged)\b)",
    re.I,
)
_THIS_ONE: Final = re.compile(r"\b(this|that|the new|the other|new|other) ones (?=(?-i:[A-Z])|called|named|a )", re.I)
_US_HAS: Final = re.compile(r"\b(he|she|it) is (?=got\b|been\b|had\b)", re.I)


_AT: Final = re.compile(r"(?<=\s)@\s+(?=[A-Z])")


def plain(text: str) -> str:
    """Return a text with chat spellings written out ("im" → "i am"), straight quotes, and emoji as line ends."""
    text = _AT.sub("at ", text)
    text = SIGNS.sub(" \n ", text.translate(QUOTES))
    text = _THIS_ONE.sub(r"\1 one is ", _WERE.sub("we are ", text))
    text = _WILL.sub("i will ", WOULD.sub("i would ", text))
    text = ITS.sub("it is ", AMPERSAND.sub(_and, _SPELLED.sub(_spelling, text)))
    text = _NAME_IS.sub(lambda match: f"{match[1] or match[2]} is ", text)
    text = _US_HAS.sub(r"\1 has ", _KIN_IS.sub(" is ", _MY_IS.sub(r"\1 is ", text)))
    return rephrase(re.sub(r"[ \f\v\r]+", " ", text))


def _and(match: re.Match[str]) -> str:
    """Return "and" for an ampersand, but not between two names ("Tallow & Finch")."""
    return match[0] if match[1][0].isupper() and match[2].isupper() else f"{match[1]} and "


def _spelling(match: re.Match[str]) -> str:
    """Return how a word is spelled out; "US" stays, "U" and "N" only where they stand alone in lower case."""
    word = match[0]
    if len(word) == 1 and word.isupper() and word != "U":
        return word
    return _SPELLINGS[word.casefold()]


_CUT: Final = re.compile(
    r"(?:\s*(?:,(?!\d{3}(?!\d))|[;()\n\"?!]|\.(?=\s|$)| [–-] |:(?!\d)(?=\s))|"
    r"(?<=\S)\s+(?:but|because|so that|so|which|whereas|although|though|tho|anyway|btw|fyi|lol|lmao|haha+|hehe|"
    r"tbh|imo|imho|ngl|"
    r"and (?:i|my|we|our|it|he|she|they|that|the rest|please|no|do|does|then|also|not|never|always|now|still|"
    r"have|am|is|are|would|"
    r"there|you|need|want|will|can|cannot|got|has|was|only|just|most)|"
    r"who|that (?:is|was|has|i)|when(?:ever)?|while|if|unless|as (?:i|a kid|a child|well|usual|always)|than|"
    r"like (?:i|my|a)|"
    r"or (?:something|whatever|so|anything|else)|if .*|now(?:adays)?|these days|right now|at the moment|for "
    r"now|at present|currently|"
    r"actually|already|too|also|please|thanks|again|instead|honestly|for years|anymore|any more|any longer|any day|"
    r"where|since|until|till|til|etc|you know|i think|i guess|i am|i have|i do|i was|to be honest|not|no|"
    r"either|though|yet|obviously|"
    r"for real|or not|is (?:it|that|there)|by the way|in case|even|except|despite|per|mostly because|mind you|"
    r"believe|luckily|sadly|"
    r"unfortunately|apparently|basically|really|at all|as in|just so)(?!['\w-]))(?:.|\n)*$",
    re.IGNORECASE,
)
_TIME_TAIL: Final = re.compile(
    r"(?<=\S)\s+(?:(?:last|this|next|earlier this) (?:week|month|year|spring|summer|autumn|fall|winter|weekend|"
    r"night|morning|\w+day)|yesterday|today|recently|"
    r"as (?:an?|the|their|our|of) .*|for (?:\d+|two|three|four|five|six|seven|eight|nine|ten|a few|many|over|"
    r"almost|about) (?:years|yrs|months|decades|weeks).*|"
    r"(?:in|since|around|back in) (?:(?:19|20)\d\d|(?:jan|feb|mar|apr|june?|july?|aug|sept?|oct|nov|dec)\w*)|"
    r"\d+ (?:years|months|weeks|days) ago|a (?:year|month|week|while) ago)\b.*$",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"^(?:(?:myself|ourselves|a(?! (?:positive|negative|pos|neg)\b)|an|the|my|our|some|very|"
    r"super|quite|just|really|about|around|approx(?:imately)?|"
    r"roughly|like|"
    r"only|this|that|"
    r"these|those|all|any|kind of|kinda|sort of|more like|now|still|currently|both|also|to be|actually|mostly|"
    r"mainly|usually|"
    r"probably|basically|literally|exactly|currently|either|well|um|uh|er|hmm|called|named|is|are|was|:|=|-|–|"
    r"'|\*)(?:\s+|$)|[:=*'\"–-]+\s*)+",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(
    r"(?:\s+(?:and|or|for|with|of|in|on|at|to|the|a|an|by|from|as|my|is|was|are|rather|tho|lol|now|it|btw|"
    r"please|too|x+)|[\s,.;:!'\"*–-]+)+$",
    re.IGNORECASE,
)
_SHORTER: Final = re.compile(
    r"\s+(?:with|for|in|at|on|to|of|from|near|by|as|every|about|through|over|around|before|after|and|into|during)\s",
    re.I,
)
_ITEMS: Final = re.compile(
    r"\s*(?:,\s*(?:and|or|&)?|;|/|\+|\band\b|\bor\b|\bplus\b|\bas well as\b|\bnor\b)\s+|(?<=\w)[/+](?=[a-z]{2})",
    re.IGNORECASE,
)
_ONE_DISH: Final = re.compile(
    r"\b(mac|fish|salt|rock|bread|bed|peanut butter|gin|rum|ham|black|sweet|surf|r|b|d|trial|arts|drum|cookies|"
    r"oil|pen|milk|wine|"
    r"bacon|rice|q|hide|cloak|track|research|health|country|folk|rhythm|stop) and (cheese|chips|vinegar|roll|"
    r"butter|breakfast|"
    r"jelly|tonic|coke|eggs?|white|sour|turf|b|d|error|crafts|bass|cream|paper|cookies|cheese|beans|a|seek|"
    r"dagger|field|development|"
    r"safety|western|blues|go)\b",
    re.IGNORECASE,
)
_NO_ITEM: Final = re.compile(
    r"^(?:i|we|my|he|she|it|they|you|so|but|which|who|lol|haha|please|thanks|ok|then|that|this|the rest|etc|"
    r"stuff|things|"
    r"everything|anything|what|is|are|do|does|not|no|also|even|one|both|all|never|because|if|never|only|just|"
    r"or|and|can|will|mostly)(?:\s|$)",
    re.IGNORECASE,
)


def cut(value: str) -> str:
    """Return a value without what follows the thing named: side clauses, fillers, what lies behind a comma."""
    value = _CUT.sub("", value.strip()).strip()
    return shorten(_TAIL.sub("", value))


def bare(value: str) -> str:
    """Return a value cut and without articles and adverbs before it."""
    return _LEAD.sub("", cut(_TIME_TAIL.sub("", _LEAD.sub("", value.strip()))))


def shorten(value: str) -> str:
    """Return at most 40 characters of a value, cut where a phrase begins, else between words."""
    if len(value) <= MOST_COLUMNS:
        return value
    ends = [match.start() for match in _SHORTER.finditer(value) if 8 <= match.start() <= MOST_COLUMNS]
    end = ends[-1] if ends else value.rfind(" ", 0, MOST_COLUMNS + 1)
    return _TAIL.sub("", value[: end if end > 0 else MOST_COLUMNS])


def several(text: str, most_words: int = 4) -> list[str]:
    """Return the members of an enumeration ("nuts, shellfish and latex"); it ends where another clause begins."""
    members: list[str] = []
    if ": " in text and not text.startswith("http"):
        text = text.split(": ", 1)[1]
    text = _ONE_DISH.sub("\\1\u00a0and\u00a0\\2", text)
    for place, part in enumerate(_ITEMS.split(text)):
        if part is None or not part.strip():
            continue
        member = bare(part)
        whole = len(part.split())
        if not member or (_NO_ITEM.match(part.strip()) and place) or (place and whole > most_words):
            break
        members.append(member.replace("\u00a0", " "))
        if whole > len(member.split()) + 2 and len(_CUT.sub("", part).split()) < whole:
            break
        if len(members) >= 12:
            break
    return members


def is_number(text: str) -> bool:
    """Whether a text is a whole number, in digits or as a word up to ninety-nine."""
    return bool(re.fullmatch(rf"\d{{1,3}}|{NUMBERS}", text.strip(), re.IGNORECASE))
