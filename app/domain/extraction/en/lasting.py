"""What people say of themselves and theirs in words that no rule knows, in English: the last resort, and never sure.

A clause is read by its build alone: somebody named ("i", "we", "my sister", "our boiler"), a verb in the present, and
what stands behind it. "i foster guide dogs" and "we do the school run by boat" are habits, "i'm on the parish council"
and "i've a caravan in Wales" tell about the user, "my sister breeds alpacas" about her, "our boiler runs on pellets" is
kept under "boiler". Left out is what passes or tells nothing: states of mind, what happens right now, what happened
once, what points at something said before ("it", "that one").
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found, slug
from app.domain.extraction.en.lexicon import find_terms
from app.domain.extraction.en.rules import vague
from app.domain.extraction.en.strangers import speaks_of_stranger
from app.domain.extraction.en.text import bare, cut, shorten
from app.domain.extraction.en.verbs import EITHER_TENSE, LASTING_VERBS, MIND
from app.domain.extraction.en.words import CLOSEST, KIN, PETS
from app.domain.extraction.models import USER, Subject
from app.domain.extraction.wording import words

_SEEMS_PAST: Final = re.compile(r"[a-z]{2,}(?<!e)ed$|[a-z]+(?:eed)ed$")
_PASSES: Final = re.compile(
    r"\b(?:it|that|this|you|your|him|them|these|those|today|tonight|yesterday|tomorrow|right now|ago|so much|again|"
    r"one day|someday|everything|anything|something|nothing|someone|lol|at the moment|for now|last (?:night|week)|so "
    r"far)\b",
    re.IGNORECASE,
)
_LIGHT: Final = re.compile(
    r"^(?P<v>(?:do|does|make|makes|keep|keeps|take|takes|go to|goes to|run|runs) "
    r"(?!(?:it|that|this|you|them|not|the (?:same|dishes|laundry|math|work|trick|store|shop|toilet|bathroom|best|"
    r"right|bus)|so|"
    r"sense|sure|mistakes?|well|ok|fine|my best|care|note|a (?:lot|bit|break|look|walk|nap|shower|bath|mistake|note|"
    r"list|"
    r"deep)|time|ages|forever|too|getting|going|thinking|trying|telling|asking|saying|forgetting|seeing|bed|sleep|work|"
    r"in|out|up|off|on|for|over|back|away|into|me|us|to|work|be|what|anything|nothing|something|whatever|better)\b).+)",
    re.IGNORECASE,
)
_IS: Final = re.compile(
    r"^(?:am|is|are|have been|has been) (?:(?:also|still|now|actually|basically|officially|technically|kind of|only|"
    r"just|pretty much|mostly|always|part[- ]time) )*(?P<v>(?:an?|the|one of|part of|half|from|on|in|at|with|under|off|"
    r"into|between|against|allergic|certified|licensed|qualified|registered|trained|recovering|fostering|raising|"
    r"renting|"
    r"sharing|caring|homeschooling|restoring|renovating|retraining|rebuilding|bringing up|looking after|carrying|"
    r"expecting|"
    r"trying for|waiting (?:on|for) an?|due|married|related|called|named|known|used to|\w+ly \w+|\d+) .+)",
    re.IGNORECASE,
)
_IS_PASSING: Final = re.compile(
    r"(?:an? (?:bit|lot|mess|wreck|idiot|moron|zombie|genius|disaster|fool|hurry|rush|meeting|call|pickle|mood|loop|"
    r"queue|"
    r"while|big (?:fan|deal)|joke|little|touch|tad|failure|goner|human|person|good|bad|great|terrible|new here)|the "
    r"(?:worst|"
    r"best|one|same|only|problem|car|bus|train|tram|office|shower|middle|way|phone|toilet|bathroom|bath|couch|sofa|"
    r"fence|edge|"
    r"verge|clock|mood|zone|hook|same|queen|king|right|wrong|market|lookout|hunt|point|moment)|in (?:an? |the |my "
    r")?(?:hurry|"
    r"rush|meeting|call|bed|love|pain|trouble|luck|shock|tears|mood|middle|car|bus|train|office|shower|queue|charge|"
    r"need|"
    r"way|dark|process|doubt|denial|awe|agony|bits|pieces|stitches|here|there|it|zone|kitchen|bathroom|loop)|on "
    r"(?:an? |the |"
    r"my )?(?:way|phone|bus|train|call|break|it|fire|board|track|time|edge|hold|couch|sofa|toilet|fence|verge|roll|"
    r"mission|"
    r"computer|laptop|mobile|app|website|page|mend|same)|at (?:an? |the |my )?(?:loss|work|home|airport|office|store|"
    r"shop|"
    r"supermarket|gym|moment|point|desk|lunch|dinner|bar|pub|station|party|beach|doctor|dentist|it)|with (?:you|it|"
    r"that|him|"
    r"her|them|my)|under (?:pressure|stress|the)|off (?:to|my|the|today|now|topic|work|sick)|into (?:it|that|you)|"
    r"from (?:my|the|"
    r"a|work)|between (?:jobs|meetings|you)|so \w+|really \w+|expecting (?:a (?:call|package|delivery)|it)|trained "
    r"on|due (?:to|"
    r"for)|used to|(?:totally|completely|absolutely|really|truly|genuinely|seriously|fully|utterly|mildly|slightly|"
    r"probably|"
    r"hopefully|clearly|definitely|only|currently|exactly|not) \w+$)(?:$|\W)",
    re.IGNORECASE,
)
_HAS: Final = re.compile(
    r"^(?:have|has|have got|has got|got|own|owns|keep|keeps) (?P<v>(?:an?|two|three|four|five|six|seven|\d+|our own|"
    r"my own|"
    r"some|no) (?!(?:question|questions|idea|ideas|lot|few|bit|call|email|message|cold|headache|problem|problems|"
    r"issue|bad|"
    r"good|great|weird|feeling|feelings|hunch|result|note|hold|chance|minute|min|mins|sec|moment|clue|time|meeting|"
    r"deadline|point|choice|doubt|doubts|hangover|favou?r|request|way|reason|reasons|suggestion|thought|thoughts|plan|"
    r"date|day|week|rough|hard|long|big (?:day|week)|busy|free|couple|spare|funny|crush|excuse|energy|luck|money|shame|"
    r"trouble|need|interest|intention|need|quick|similar|different|new (?:one|problem|idea)|one|of|more|other|such|"
    r"regrets|"
    r"opinion|complaints|patience|choice|words|shot|say|look|go|think|chat|drink|laugh|blast|lovely|nice|dream|"
    r"nightmare|"
    r"minutes|hours|days|weeks|tabs|errors?|warnings?|bugs?)\b).+)",
    re.IGNORECASE,
)
_CANNOT: Final = re.compile(
    r"^(?P<v>cannot (?!(?:wait|believe|remember|find|figure|get|see|understand|tell|decide|log|access|open|install|"
    r"seem|help|"
    r"sleep|stop|afford|recall|say|think|be|do (?:it|that|this)|even|imagine|make (?:it|up|that)|connect|compile|"
    r"build|reach|"
    r"work out|complain|promise|say|come|keep (?:up|bailing|doing)|lie|explain|cope|wrap|concentrate|focus|go (?:on|"
    r"back)|"
    r"quite|really|just|always|read (?:it|that|this)|download|upload|run (?:it|this|the)|use (?:it|this|that))\b).+)",
    re.IGNORECASE,
)
_MINE: Final = re.compile(
    r"^(?:my|our) (?P<what>[\w'-]+(?: [\w'-]+){0,4}?) (?P<v>(?P<verb>has|have|cannot|does not|do not|can only|only "
    r"\w+|always "
    r"\w+|never \w+|starts?|ends?|runs?|opens?|closes?|costs?|takes?|uses?|lives?|needs?|comes?|goes|works?|sits?|"
    r"faces|"
    r"overlooks?|belongs?|speaks?|eats?|drinks?|loves?|hates?|sells?|makes?|does|do|meets?|plays?|charges?|supports?|"
    r"ships?|"
    r"covers?|holds?|keeps?|gets?|triggers?|[a-z]{3,}(?<!s)(?<!u)s) .+)",
    re.IGNORECASE,
)
_NOT_MINE: Final = words(
    "point guess bad mistake fault problem issue question concern brain head back eye eyes stomach legs feet throat "
    "heart body "
    "hair day week morning night weekend life god mind code script query function app program error test browser "
    "screen train "
    "flight bus package order luck sleep energy motivation world kingdom bet word face guy man girl lord friend love "
    "attempt "
    "fear hope wish hand hands knee nose ears teeth tooth mood internet wifi phone laptop computer"
)
_MOST_WORDS: Final = 14


def read_lasting(clause: Clause, found: Found) -> bool:
    """Read a clause that no rule read by its build; return whether it tells anything that may last. Vague: 0.5."""
    if not clause.usable or clause.subject is None or len(clause.text.split()) > 30:
        return False
    if clause.subject == USER and not clause.spoken:
        return _read_mine(clause, found)
    if not clause.spoken or not _is_close(clause.subject):
        return False
    return _read_predicate(clause, clause.subject, found)


_LASTS: Final = re.compile(
    r"\b(?:every|each|always|usually|normally|generally|never|daily|weekly|monthly|yearly|most|mornings?|evenings?|"
    r"nights?|weekends?|\w+days|"
    r"once a|twice a|times a|a (?:day|week|month|year)|since|for years|all year|by (?:hand|boat|train|bike|bus|ear)|"
    r"for a living|on the side|"
    r"in winter|in summer|as a rule|at home|to work|instead of)\b",
    re.IGNORECASE,
)
_KNOWN: Final = words(
    "places city country region trade field status condition medication food drink diet sport hobby instrument genre "
    "dog cat "
    "pet tech device vehicle language"
)
_BY_CLASS: Final = words("tech vehicle medication condition")
"""Sorts of words that the second tier keeps by themselves."""
_CANNOT_EVER: Final = re.compile(
    r"cannot (?:swim|drive|cook|sing|dance|whistle|spell|ride|ski|skate|cycle|hear|see|smell|taste|eat|drink|fly|"
    r"digest|type|draw|code|lift|"
    r"bend|kneel|stand for|climb|sit|work (?:on|nights|weekends|mornings|evenings)|have (?:kids|children|pets)|be "
    r"(?:around|near)|share|"
    r"take|make (?:\w+days|mornings|evenings))\b",
    re.IGNORECASE,
)
_BEEN_DOING: Final = re.compile(
    r"^(?:have been|has been|been) (?P<v>(?!(?:think|try|wonder|wait|feel|look|mean|have|be|ask|tell|stare|sit|get|go|"
    r"do)(?:n|t)?ing\b)[a-z]+ing .+?) (?:for|since) (?!an? )",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(
    r"\b(?:person|owner|parent|member|twin|child|widow(?:er)?|veteran|survivor|native|citizen|resident|immigrant|"
    r"expat|refugee|believer|"
    r"founder|trustee|councillor|governor|volunteer|carer|donor|godparent|godmother|godfather|grand\w+|learner|"
    r"beginner|graduate|alum\w*|"
    r"minimalist|introvert|extrovert|morning|night owl|early bird|lefty|collector|smoker|drinker|reader|swimmer|"
    r"runner|cyclist|hiker|gamer|"
    r"sleeper|tenant|landlord|homeowner|\w+(?:aholic|phobe|phile|arian|ist|ian))\b",
    re.IGNORECASE,
)


def _knows(text: str) -> bool:
    """Whether a stretch holds a word of a class that tells about people."""
    return any(term.sort in _KNOWN and not term.weak for hit in find_terms(text) for term in hit.terms)


def _is_close(subject: Subject) -> bool:
    return subject.relation in CLOSEST - {""} or subject.relation in (
        "mother", "father", "parents", "brother", "sister", "sibling", "grandmother", "grandfather", "grandparents",
    )  # fmt: skip


def _read_predicate(clause: Clause, subject: Subject, found: Found) -> bool:
    rest = clause.rest
    if match := _CANNOT.match(rest):
        return (_CANNOT_EVER.match(rest) is not None or _knows(rest)) and _keep("about", match["v"], subject, found)
    if clause.negated or not rest:
        return False
    if (match := _IS.match(rest)) is not None:
        value = match["v"]
        if re.match(r"(?:an?|the) ", value) and not (_PERSON.search(value) or _knows(value)):
            return False
        return not _IS_PASSING.match(value) and _keep("about", value, subject, found)
    if (match := _HAS.match(rest)) is not None:
        return _keep("owns" if subject == USER else "about", bare(match["v"]), subject, found)
    if match := _BEEN_DOING.match(rest):
        return _keep("habit" if subject == USER else "about", match["v"], subject, found)
    verb = rest.split(None, 1)[0].casefold()
    match = _LIGHT.match(rest)
    if match is None and (verb in MIND or _SEEMS_PAST.match(verb) or not verb.isalpha() or len(verb) < 3):
        return False
    if verb.endswith("ing") and verb not in ("bring", "sing", "ring", "swing", "string"):
        return False
    if subject == USER and any(
        term.sort in _BY_CLASS for hit in find_terms(rest) for term in hit.terms if not term.weak
    ):
        return False
    if verb in EITHER_TENSE and not (_LASTS.search(rest) or _knows(rest)):
        return False
    if subject == USER and len(rest.split()) <= 2 and verb in LASTING_VERBS:
        return found.add("habit", rest, confidence=0.5)
    return len(rest.split()) >= 2 and _keep("habit" if subject == USER else "about", rest, subject, found)


def _keep(attribute: str, text: str, subject: Subject, found: Found) -> bool:
    """Add what a stretch names in pieces short enough for a card, unless it points elsewhere or passes."""
    if len(text.split()) > _MOST_WORDS + 8:
        return False
    text = re.split(r" like (?=(?:it|i|my|an?|we|that|they|the)\b)", text, maxsplit=1)[0]
    value = cut(text)
    if len(value.split()) < 2:
        value = shorten(text)
    if not value or vague(value) or _PASSES.search(value) or speaks_of_stranger(value) or len(value.split()) < 2:
        return False
    done = found.add(attribute, value, subject=subject, confidence=0.5)
    if len(value) > 25 and (place := text.find(value)) >= 0 and (tail := _tail(text[place + len(value) :])):
        found.add(attribute, tail, subject=subject, confidence=0.5)
    return done


_TAIL: Final = re.compile(r"^\s+(?:in|on|at|for|with|from|to|of|near|by|about|and) (?P<v>[^,;.!?]+)", re.IGNORECASE)


def _tail(text: str) -> str:
    """Return what a value had to leave out for its length, "" where that tells nothing."""
    match = _TAIL.match(text)
    value = bare(match["v"]) if match else ""
    return "" if vague(value) or _PASSES.search(value) or speaks_of_stranger(value) or len(value.split()) > 6 else value


def _read_mine(clause: Clause, found: Found) -> bool:
    """ "our boiler runs on pellets", "my shift at the laundry starts at 5": of a thing of the user's."""
    match = _MINE.match(clause.text)
    if match is None:
        return False
    what = match["what"].casefold().split()
    if (
        what[-1] in _NOT_MINE
        or what[0] in _NOT_MINE
        or speaks_of_stranger(match["what"])
        or what[0] in KIN
        or what[0] in PETS
    ):
        return False
    if re.search(r"\b(?:is|are|was|were|will|would|and|or|who|that|just|been)\b", match["what"]):
        return False
    verb = match["verb"].split()[0].casefold()
    if verb in ("does", "do", "gets", "get") and "not" not in match["verb"]:
        return False
    value = cut(f"{match['what']} {match['v']}")
    if _PASSES.search(value) or len(value.split()) < 3:
        return False
    return found.add(slug(what[0] if len(what) < 3 else " ".join(what[:2])), value, confidence=0.5)
