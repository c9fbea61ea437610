"""What people tell of themselves in passing, in English: judgements, limits, work, body, places, tools.

Kinds of saying: "X = my nightmare", "X is a hard pass"; "35 quid max", "no more than 40 pounds"; "do payroll for a
cement firm"; "my glasses are -7", "left knee is dodgy"; "up on the 19th floor"; "think in swahili"; "postgres
underneath", "it's all Buildkite for CI"; "been to Namibia", "back from Laos"; "can answers be in a table?".
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.rules import compiled, rule, run
from app.domain.extraction.en.words import MONTHS, PETS
from app.domain.extraction.models import Subject

_DUTIES: Final = (
    r"(?:payroll|bookkeeping|accounts|admin|hr|it|it support|marketing|sales|security|reception|catering|tech support|"
    r"support|data entry|qa|design|graphics|pr|logistics|procurement|maintenance|cleaning|deliveries|landscaping|"
    r"legal|compliance|customer (?:service|support|care)|the (?:books|accounts|payroll|marketing|cooking|cleaning|"
    r"catering|social media)|social media|translations?|copywriting|quality control|dispatch|scheduling|events|"
    r"fundraising|research|analytics|web design|welding|plumbing|wiring|repairs|stocktaking|purchasing|hair|nails|"
    r"make-?up|lighting|sound|transcription|proofreading|inspections)"
)
_PART: Final = (
    r"(?:(?:left|right|lower|upper|both|other) )?(?:knees?|back|hips?|shoulders?|ankles?|wrists?|neck|elbows?|foot|"
    r"feet|eyes?|ears?|hearing|heart|lungs|thyroid|spine|achilles|eyesight|sight|balance|kidneys?|liver|thumb|leg|arm|"
    r"hand|jaw|sinuses)"
)
_BAD: Final = (
    r"(?:dodgy|bad|shot|weak|gammy|knackered|buggered|messed up|wonky|trashed|ruined|iffy|wrecked|bust(?:ed)?|creaky|"
    r"arthritic|fused|titanium|fake|not (?:great|good|what (?:it|they) (?:was|were))|crap|rubbish|terrible|awful|"
    r"rubbish|screwed|janky|fragile|playing up|on (?:its|their) way out|half deaf|deaf|blind|prosthetic|unstable|poor)"
)
_RULES: Final = (
    rule(
        "dislikes",
        r"^(?!(?:it|that|this|he|she|they|what|today|work|my \w+|the \w+)\b (?:is|are|=))(?P<v>[\w' -]{3,40}?) ?(?:=|"
        r"equals?|is|are) (?:literally |basically |just |always |honestly )*(?:(?:my|a|an|the) )?(?:worst |personal |"
        r"absolute |pure |sheer |utter |total |actual |total |living |big |hard |huge )*(?:nightmare|torture|nope|"
        r"kryptonite|misery|no-?go|"
        r"deal ?breaker|hard pass|no thanks|turn-?off|ick|hell)(?: (?:for|to) me)?(?=$|,)",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "budget",
        r"(?<![\w$€£])(?P<v>(?=[^,]*(?:[$€£]|quid|bucks|dollar|euro|pound|eur|usd|gbp|fr|kr))(?:{MONEY})),? (?:is |"
        r"as |at |"
        r"(?:an? |the |my |our )?(?:absolute|very|hard|strict|abs|upper) |the |my |our )*(?:max|maximum|tops|limit|"
        r"ceiling|cap|(?:at )?(?:the )?most|or (?:less|under|cheaper|below))\b",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "budget",
        r"\b(?:max(?:imum)?|up to|no more than|not more than|under|below|at most|limit(?: is|:)?|cap(?:ped)?(?: is|"
        r" at|:)?)(?: of)? (?P<v>(?=[^,]*(?:[$€£]|quid|bucks|dollar|euro|pound|eur|usd|gbp))(?:{MONEY}))(?=$|,| "
        r"(?:for|on|"
        r"please|total|all in|in total|if|tops)\b)",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "job",
        r"(?:(?:mostly |mainly |still |now |currently |usually )*(?:do|does|handle|handles|run|runs|manage|manages|"
        r"am doing|"
        r"is doing|are doing|am in|is in|work in|works in)) (?P<v>" + _DUTIES + r" (?:for|at|in|with) (?:an?|the|our|"
        r"my|some|(?-i:[A-Z])).+)",
        "cut",
    ),
    rule(
        "eyesight",
        r"\b(?:glasses|contacts|lenses|prescription|eyes|eyesight|vision|sight|left eye|right eye)(?: is| are|:)"
        r"(?: about| like| around| roughly| only| now)* (?P<v>(?:[-−+]|minus |plus )\d+(?:\.\d+)?)",
        "all",
        anywhere=True,
        whom="user",
    ),
    rule(
        "eyesight",
        r"(?:am|have|wear)(?: a| about| like| around)* (?P<v>(?:[-−+]|minus |plus )\d+(?:\.\d+)?) (?:in (?:both|my|the|"
        r"one)|prescription|lenses|glasses|contacts)",
        "all",
        whom="user",
    ),
    rule(
        "condition",
        r"^(?:my )(?P<v>"
        + _PART
        + r" (?:is|are) (?:a bit |kind of |kinda |pretty |really |totally |completely |still |"
        r"quite |super |so )*" + _BAD + r")(?=$|,| )",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "condition",
        r"(?:have |has |got |have got |with )(?:an? |my |some )(?P<v>(?:really |pretty |very |slightly )*(?:dodgy|"
        r"gammy|"
        r"wonky|bad|knackered|bust(?:ed)?|trick|weak|iffy|buggered|messed[- ]up|torn|fused|crap) " + _PART + r")\b",
        "all",
    ),
    rule(
        "floor",
        r"(?:(?:am|are|live|lives|living) )?(?:(?:all the way|way|right|up|down|over|still|now|also) )*on the (?P<v>(?:"
        r"\d{1,2}(?:st|nd|rd|th)|ground|top|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) floor)",
        "all",
    ),
    rule(
        "language",
        r"(?:usually |mostly |still |always |often |even |only |also |normally |actually )*(?:think|dream|count|"
        r"swear|pray|"
        r"curse|sing|grew up|talk to myself|take notes) in (?P<v>{LANG})\b",
        "all",
        whom="user",
        confidence=0.8,
    ),
    rule(
        "tech_stack",
        r"(?:mostly |mainly |only |all |still )*(?:write|ship|code|program)(?: in| everything in)? "
        r"(?!{LANG}\b)(?P<v>(?-i:[A-Z])"
        r"[\w+#.]*)(?=$|,| (?:with|and|at|for|on|mostly|here|now)\b)",
        "all",
        whom="user",
        told=True,
        confidence=0.8,
    ),
    rule(
        "language",
        r"^(?P<v>{LANG}) is (?:what|the (?:one|language)) (?:i|we) (?:mostly |always |usually )?(?:speak|use|"
        r"talk)(?: (?:at|in) "
        r"(?:the )?(?:home|house|family))?(?=$|,)",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "language",
        r"^(?:at home|with my \w+|in my family),? (?:it is|we speak|it is all|we only speak|we use) (?:all |only |"
        r"mostly |"
        r"always )*(?P<v>{LANG})\b",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "rule",
        r"^(?:i )?(?:need|want|like|prefer|would (?:like|prefer|love)) (?P<v>(?:things|everything|stuff|info|answers|"
        r"replies|"
        r"options|results|comparisons) (?:in|as|with|under|laid out) (?!the (?:past|future|end)).+)",
        "cut",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.75,
    ),
    rule(
        "floor",
        r"^(?:my |our |the )?(?:flat|apartment|place) is (?:all the way |right |up |down )*on the "
        r"(?P<v>"
        r"(?:\d{1,2}(?:st|nd|rd|th)|ground|top|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) "
        r"floor)",
        "all",
        anywhere=True,
        whom="user",
    ),
    rule(
        "floor",
        r"^(?P<v>(?:\d{1,2}(?:st|nd|rd|th)|ground|top|first|second|third|fourth|fifth) floor)(?: (?:flat|walk-?up|"
        r"apartment|"
        r"here|no lift))+",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.75,
    ),
    rule(
        "tech_stack",
        r"(?:have |have got |got |use |put |run )(?P<v>(?-i:[A-Z])[\w.+#-]+|postgres|mysql|redis|nginx|kafka|sqlite|"
        r"mongo|"
        r"varnish|haproxy) (?:underneath|under the hood|behind (?:it|that|everything)|in front|on top|on the (?:back|"
        r"front) ?end)",
        "all",
        whom="user",
    ),
    rule(
        "tech_stack",
        r"^(?:with |and )*(?P<v>(?-i:[A-Z])[\w.+#-]+|postgres|mysql|redis|nginx|kafka|sqlite|mongo|docker) "
        r"(?:underneath|"
        r"under the hood|behind (?:it|that)|on (?:the (?:back ?end|front ?end|server|backend)|top)|as (?:the|our) "
        r"(?:db|database|cache|queue|broker)|for (?:storage|the (?:db|database|cache|queue|frontend|backend|ui|"
        r"infra))|in "
        r"front|as (?:db|database))$",
        "all",
        whom="user",
        confidence=0.8,
    ),
    rule(
        "tech_stack",
        r"^(?:so |now )*(?:it is|we are|that is|everything is)? ?(?:now )?all (?:on |in "
        r")?(?P<v>(?-i:[A-Z])[\w.+#-]+) (?:for|"
        r"on|in) (?:the |our |all )?(?:ci|cd|ci/cd|infra|builds?|deploys?|deployments?|monitoring|logging|logs|tests?|"
        r"testing|back ?end|front ?end|server|servers|hosting|storage|auth|search|chat|tickets|docs|design|analytics|"
        r"mobile|prod|production|data|pipelines?)\b",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "about",
        r"(?:have |has )(?:also |now |already |just |actually )*(?P<v>(?:been|travel+ed) to (?-i:[A-Z])[\w'-]+(?: "
        r"(?-i:[A-Z])[\w'-]+)?(?: and (?-i:[A-Z])[\w'-]+)?)(?=$|,| (?:and|twice|once|before|last|this|in|with|too|"
        r"for|as)\b)",
        "all",
    ),
    rule(
        "about",
        r"(?:have )?(?P<v>visited (?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?=$|,| )",
        "all",
        told=True,
        confidence=0.8,
    ),
    rule(
        "rule",
        r"^(?:can|could|should|may|would) (?:your |the |all |my )*(?P<v>(?:answers|replies|responses|lists|code|"
        r"recipes|explanations|steps|summaries|comparisons|instructions|prices|times|dates|numbers|messages)(?: "
        r"(?:please|"
        r"always|all))* (?:be|come|stay|go|have|use)(?: always| all)* .+)",
        "cut",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
)
_PET: Final = "|".join(sorted(map(re.escape, PETS), key=len, reverse=True))
_PET_NEWS: Final = re.compile(
    rf"^(?:the |daily |weekly |quick |small |more )*(?P<pet>{_PET}) (?:update|news|drama|report|status|tax|pic|watch|"
    r"saga|crisis|emergency|incident|chronicles|diaries|alert|photo|story)(?: of the \w+)?(?: ?[:,–-]+ ?| )(?P<name>"
    r"(?-i:[A-Z])[\w'-]+) (?=\w)",
    re.IGNORECASE,
)
_DATE: Final = re.compile(
    rf"(?:^|, |\bhere )(?:on |the |its |it is )*(?P<v>\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTHS}|{MONTHS} (?:the "
    rf")?\d{{1,2}}(?:st|nd|rd|"
    r"th)?)(?=$|,| (?:baby|here|and|if|so)\b)",
    re.IGNORECASE,
)
_BIRTH_CUE: Final = re.compile(
    r"\bleap(?:ling| year| day)\b[^.?]{0,12}\b(?:baby|kid|child|here|born)\b|\b(?:january|february|march|april|may|"
    r"june|"
    r"july|august|september|october|november|december|christmas|halloween|valentines?|new year'?s?|easter|winter|"
    r"spring|summer|autumn) (?:baby|child|kid|born)\b|"
    r"\bmy (?:birthday|bday|b-day|birth date)\b",
    re.IGNORECASE,
)
_STRANGE: Final = re.compile(r"\b(?:he|she|his|her|their|friend|colleague|boss)\b", re.IGNORECASE)
_NUMBER: Final = compiled(
    r"\bmy (?P<what>landline|mobile|cell(?: ?phone)?|phone|number|work (?:number|phone)|home (?:number|phone)|office "
    r"(?:line|number)|direct line|whatsapp|burner)(?: number)?(?: is|:|,| =| on| at|,? which is| -)* ?"
    r"(?P<v>\+?\(?\d[\d ().-]{6,18}\d)"
)


def read_idioms(clause: Clause, found: Found) -> None:
    """Add what a clause tells in passing, of the user and of close kin."""
    run(_RULES, clause, found)
    if clause.subject is not None and clause.subject.relation == "user":
        if match := _PET_NEWS.match(clause.text):
            found.add("pet", match["pet"])
            found.add("name", match["name"], subject=Subject(PETS[match["pet"].casefold()], match["name"]))
        message = found.message.content
        if (match := _DATE.match(clause.text)) and _BIRTH_CUE.search(message) and not _STRANGE.search(message):
            found.add("birthday", match["v"], confidence=0.85)


def read_anyhow(clause: Clause, found: Found) -> None:
    """Add what holds even in a supposition: a number named as the user's ("if they call, my mobile is …")."""
    if not clause.question and (match := _NUMBER.search(clause.text + " " + clause.sentence)):
        found.add("phone", match["v"].strip(), confidence=0.85)
