"""Tools, devices, vehicles, and whatever else somebody names as theirs, in English.

Kinds of saying: "we use X (for …)", "using X at work", "code in X", "stuck on X 11 and Y 8", "our stack: A, B and C",
"backend is X", "X on the frontend", "deployed on …", "running Linux"; "drive a …", "have a ThinkPad", "bought a …",
"my phone is a …"; "my X is Y", "our X is Y", "my X: Y", "the wifi is Y" in a list behind "our …", "X is my Y", "my
shoe size is 9". Not taken: "my head is killing me", "my code is broken".
"""

import re
from typing import Final

from app.domain.extraction.attributes import SINGLE
from app.domain.extraction.clauses import Clause, Found, slug
from app.domain.extraction.en.rules import compiled, run, vague, values_of
from app.domain.extraction.en.strangers import speaks_of_stranger
from app.domain.extraction.en.text import bare, is_number, several
from app.domain.extraction.en.tools import OWN_RULES, TOOL_RULES
from app.domain.extraction.en.words import KIN_PLURALS, PETS
from app.domain.extraction.models import USER

ATTRIBUTES: Final = {
    "birth_date": "birthday",
    "date_of_birth": "birthday",
    "dob": "birthday",
    "bday": "birthday",
    "e_mail": "email",
    "mail": "email",
    "email_address": "email",
    "phone_number": "phone",
    "number": "phone",
    "cell": "phone",
    **dict.fromkeys(
        ("phone_contract", "mobile_contract", "mobile_plan", "cell_plan", "phone_provider", "carrier"), "phone_plan"
    ),
    "mobile": "phone",
    "mobile_number": "phone",
    "cell_number": "phone",
    "new_number": "phone",
    "job_title": "job",
    "title": "job",
    "role": "job",
    "gig": "job",
    "new_gig": "job",
    "new_job": "job",
    "new_role": "job",
    "occupation": "job",
    "profession": "job",
    "day_job": "job",
    "position": "job",
    "line_of_work": "job",
    "trade": "job",
    "company": "employer",
    "workplace": "workplace",
    "salary": "income",
    "wage": "income",
    "pay": "income",
    "time_zone": "timezone",
    "tz": "timezone",
    "city": "home",
    "location": "home",
    "home_town": "hometown",
    "home_city": "home",
    "current_city": "home",
    "home_address": "address",
    "new_address": "address",
    "hobbies": "hobby",
    "monthly_budget": "budget",
    "total_budget": "budget",
    "max_budget": "budget",
    "phone_model": "phone_model",
    "laptop": "computer",
    "pc": "computer",
    "machine": "computer",
    "os": "operating_system",
    "ide": "editor",
    "text_editor": "editor",
    "blood_group": "blood_type",
    "native_language": "language",
    "mother_tongue": "language",
    "first_language": "language",
    "main_language": "language",
    "school_year": "grade",
    "uni": "school",
    "university": "school",
    "college": "school",
    "star_sign": "zodiac",
    "zodiac_sign": "zodiac",
    "religion": "religion",
    "faith": "religion",
    "diet": "diet",
    "allergies": "allergy",
    "allergy": "allergy",
    "medication": "medication",
    "meds": "medication",
    "goal": "goal",
    "dream": "goal",
    "deadline": "deadline",
    "preferred_name": "address_as",
    "nick": "nickname",
    "car": "car",
    "pronouns": "pronouns",
    "hours": "work_hours",
    "working_hours": "work_hours",
    "work_hours": "work_hours",
    "stack": "tech_stack",
    "tech_stack": "tech_stack",
    "real_name": "name",
    "full_name": "full_name",
    "first_name": "name",
    "surname": "last_name",
    "field": "industry",
    "height": "height",
    "weight": "weight",
    "commute": "commute",
    "rent": "rent",
    "mortgage": "mortgage",
    "team": "team",
    "database": "tech_stack",
    "db": "tech_stack",
}
_NOUN: Final = (
    r"(?P<what>(?!(?:point|guess|bad|mistake|fault|problem|problems|issue|question|questions|concern|worry|"
    r"understanding|opinion|advice|answer|response|code|script|query|function|app|program|error|test|tests|mood|"
    r"brain|head|back|eyes?|stomach|legs?|feet|throat|heart|body|skin|hair|day|week|morning|night|weekend|life|god|"
    r"goodness|experience|feeling|feelings|mind|turn|pleasure|apologies|condolences|thoughts?|theory|impression|"
    r"excuse|reason|next|last|other|first thought|favou?rite(?! \w)|internet|essay|draft|text|email to|way|only|"
    r"thing|main|biggest|name|nickname|one|request|idea|browser|screen|train|flight|bus|package|order|luck|memory|"
    r"sleep|energy|motivation|world|whole|entire|best|worst|all|own|self|kingdom|bet|word|treat|generation|time|"
    r"times|hat|face|cousin's|job here|guy|man|girl|lord|dude|friend|love|dear|attempt|previous|earlier|intention|"
    r"fear|hope|wish|hands?|knees?|nose|ears?|teeth|tooth)\b)[^\W_][\w'’/-]*(?: (?!is\b|are\b|was\b|and\b|has\b|"
    r"will\b|who\b|that\b|so\b)[\w'’/-]+){0,3}?)"
)
_BAD_VALUE: Final = (
    r"(?!(?:not|no|so|too|very|really|going|killing|being|just|like|why|because|what|how|also|a mess|a bit|"
    r"broken|down|gone|late|lost|full|empty|dead|dying|fine|ok|okay|good|bad|great|terrible|awful|gone|over|"
    r"done|ready|"
    r"here|there|hurting|sore|fried|failing|crashing|working|slow|stuck|acting|getting|making|driving me|"
    r"giving|always|never|still (?!the)|sick|tired|mad|angry|about to|on fire|a nightmare|a disaster|a joke|"
    r"the worst|the best|cold|wrong|right|that|this|it|to be|if|when|"
    r"whether|coming|asking|saying|telling|hard|difficult|easy|important|more|much|better|worse|different|the "
    r"same|all over|everywhere|something|nothing|in the way|up\b|off\b|out\b|open|closed|blocked|cracked|flat|"
    r"due\b|expired|missing|overdue|crap|shit|trash|amazing|lovely|cute|nice|weird|crazy|insane|annoying|"
    r"boring|hilarious|"
    r"screaming|crying|barking|sleeping|yelling|snoring|running late|one of|mine|yours|dumb|stupid|long|short|"
    r"kind of|kinda|lol|unreal|wild|upset|happy|sad|pissed|useless|loud|noisy|huge|finally|back|supposed to|"
    r"safe|the problem|the issue|the point|well|old|ugly|dirty|clean|silent|quiet|beyond|way|pretty|extremely|"
    r"getting|as|only)\b)"
)
_MY_IS: Final = compiled(
    rf"^(?:and |also |so |ok |well )*(?:my|our)(?: current| new| usual| main| own| work| home| personal| "
    rf"regular| default| preferred| actual| official| local)* {_NOUN}"
    rf"(?: is| are|'s(?! \w+ (?:has|have|is|was|are|were)\b)|:| =| will be| has to be| "
    rf"changed to| is called| is named| are called)(?: now| currently| still| actually| always| usually| "
    rf"called| named| probably| set to| around| about| in| at| on| just)* {_BAD_VALUE}{{V}}"
)
_THE_IS: Final = compiled(
    rf"^(?:the )?{_NOUN}(?: is|:| =)(?: now| currently| always| usually| called| named| at| on)* {_BAD_VALUE}{{V}}"
)
_IS_MY: Final = compiled(
    r"^(?P<v>(?!(?:it|that|this|what|which|who|these|those|he|she|they|there|here|how|where|i|you|we|one|and|"
    r"english|{LANG})\b)[\w'’ .+#-]{2,40}?) (?:is|are) (?:now |still |actually )?(?:my|our) (?:current |new |main |"
    r"usual |old )?(?P<what>(?!(?:thing|jam|favou?rite|life|problem|fault|go-to|cup|passion|weakness|point|only|"
    r"biggest|best|worst|mistake|business|friend|boss|neighbou?r|enemy|idea|bad|god|comfort|guilty|happy|love|job "
    r"to|concern|first language|native|mother tongue|second language|third language)\b)[\w'-]+(?: [\w'-]+){0,2})$"
)
_COUNTABLE: Final = {
    **PETS,
    **{f"{word}s": relation for word, relation in PETS.items()},
    **KIN_PLURALS,
    "kid": "child",
    "child": "child",
    "baby": "child",
    "son": "son",
    "daughter": "daughter",
    "dog": "dog",
    "cat": "cat",
}
_MOVED: Final = re.compile(
    r"\b(?:moved?|changed?|switched|now|new|went (?:up|down)|relocated|raised|dropped|pushed|rescheduled)\b",
    re.IGNORECASE,
)
_AGAIN: Final = re.compile(
    r"\b(?:now|actually|no|wait|sorry|oops|shoot|correction|i mean|meant|instead|rather|typo)\b|!", re.IGNORECASE
)
_LISTED: Final = re.compile(r"\b(?:our|my)\b", re.IGNORECASE)
_HANDLE: Final = compiled(
    r"\b(?:(?:my|our) )?(?P<what>(?:(?:online|insta(?:gram)?|twitter|github|discord|gamer|steam|tiktok|reddit|"
    r"telegram|bluesky|user|screen|stage|pen|artist|gaming|twitch|youtube|linkedin|skype|signal|x) ?)+(?:handle|"
    r"name|tag|id|username|account|alias|@)?|handle|username|gamertag)(?: is|:| =)(?: now)? "
    r"@?(?P<v>[\w.-]{2,32}(?: [A-Z]\w+)?)"
)


def read_things(clause: Clause, found: Found, after_ours: bool) -> None:
    """Add tools, devices and "my X is Y"; `after_ours` says that a clause before named something as theirs."""
    run(TOOL_RULES, clause, found)
    run(OWN_RULES, clause, found)
    if match := _HANDLE.search(clause.text):
        found.add(slug(match["what"]), match["v"])
    if clause.subject == USER:
        read_serving(clause, found)
        _read_named(clause, found, after_ours)


_LABEL: Final = re.compile(r"^(?:my |our |the )?(?P<what>[\w' -]{2,24}?): ?(?P<v>(?=.*\w)[^\n]{2,60})$", re.IGNORECASE)
_LABELS: Final = re.compile(
    r"\b(?:job|gig|name|address|number|size|budget|goal|diet|stack|editor|pet|hobby|city|age|birthday|team|plan|"
    r"shift|role|car)$",
    re.I,
)
_SERVES: Final = re.compile(
    r"^(?:and |so )?(?:my|our|the kids'?) (?P<what>(?:new )?(?:physio(?:therapist)?|therapist|doctor|gp|dentist|vet|"
    r"coach|trainer|tutor|teacher|"
    r"midwife|nurse|surgeon|cardiologist|dermatologist|psychiatrist|counsell?or|hairdresser|barber|accountant|lawyer|"
    r"solicitor|"
    r"mechanic|nanny|childminder|cleaner|lawyer|optician|piano teacher|driving instructor|instructor|supervisor|"
    r"carer))(?:'s name)? "
    r"(?:is|is now|=|is called|is named|is still)(?: called| named)? (?P<v>(?:[Dd]r\.? |[Mm]rs?\.? |[Mm]s\.? "
    r")?(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)",
    re.IGNORECASE,
)


def read_serving(clause: Clause, found: Found) -> None:
    """Add the name of somebody who serves the user ("my physio is called Tamsin"); nothing else is read of them."""
    if match := _SERVES.match(clause.text):
        found.add(slug(match["what"].removeprefix("new ")), match["v"])


def _read_named(clause: Clause, found: Found, after_ours: bool) -> None:
    """ "my X is Y", "our X: Y", "X is my Y", and "the X is Y" in a list of one's own things."""
    if (match := _LABEL.match(clause.text)) and (
        slug(match["what"]) in ATTRIBUTES or slug(match["what"]) in SINGLE or _LABELS.search(match["what"])
    ):
        name = slug(match["what"])
        found.add(ATTRIBUTES.get(name, name), bare(match["v"]), confidence=0.8)
        return
    match = (
        _MY_IS.match(clause.text) or _IS_MY.match(clause.text) or (_THE_IS.match(clause.text) if after_ours else None)
    )
    if match is None or speaks_of_stranger(match["what"]) or vague(match["what"]):
        return
    if any(
        one.value and one.value.casefold() in clause.text.casefold() and one.confidence >= 0.8
        for one in found.statements[-3:]
        if one.attribute not in ("tool", "about")
    ):
        return
    attribute = ATTRIBUTES.get(slug(match["what"]), slug(match["what"]))
    values = (
        several(match["v"])
        if attribute in ("tech_stack", "hobby", "allergy", "medication")
        else values_of("bare", match["v"])
    )
    for value in values:
        if not vague(value):
            found.add(attribute, value, confidence=0.85)


_NOW: Final = compiled(
    r"^(?:so |and |ok )*(?:(?:it|they|that|this) (?:is|are|makes)|(?=(?:{NUM}|\d+) (?:now|in total|total|of them)$)) "
    r"(?:now |actually |at |on |in |the "
    r")*(?P<v>.+?)(?: now| in total| total| of them| these days| from now on)?$"
)
_COUNTED: Final = compiled(
    r"\b(?:another|one more|an extra|a new|new|second|third) (?P<kin>[\w-]+)|\b(?P<n>{N}) (?P<kin2>[\w-]+s)\b"
)


def read_now(clause: Clause, found: Found, topic: str, message: str) -> bool:
    """Read "it's on the 9th floor now" of what was named before (`topic`), "so it's 4 now" of what was counted."""
    match = _NOW.match(clause.text)
    if match is None:
        return False
    value = bare(match["v"])
    if not value or vague(value) or len(value.split()) > 7:
        return False
    counted = _COUNTED.search(clause.sentence)
    if is_number(value) and counted and (word := (counted["kin"] or counted["kin2"]).casefold()) in _COUNTABLE:
        plural = word if word.endswith("s") else f"{word}s"
        relation = _COUNTABLE[word]
        attribute = (
            "pet"
            if relation in ("dog", "cat", "pet")
            else {"son": "children", "daughter": "children", "child": "children"}.get(relation, "siblings")
        )
        return found.add(attribute, f"{value} {plural}", corrects=plural)
    if topic and _MOVED.search(clause.sentence) and not speaks_of_stranger(topic):
        return found.add(ATTRIBUTES.get(slug(topic), slug(topic)), value, confidence=0.8)
    if re.search(r"\d|[A-Z]", value) and _AGAIN.search(message):
        return found.add("", value, confidence=0.8)
    return False


def is_mine(clause: Clause) -> bool:
    """Whether a clause names something as the user's own ("our router is …")."""
    return bool(_LISTED.match(clause.text)) and bare(clause.text) != ""
