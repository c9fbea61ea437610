"""Goals, plans, appointments, deadlines, promises and what recurs, in English.

Kinds of saying: "want to run a marathon by May", "trying to save 15k", "my goal is …", "training for …", "saving for
…"; "flying to Oslo on Friday", "going to … next month", "planning to …", "moving to …"; "dentist friday 3pm", "have
an interview on tuesday"; "due on …", "the deadline is …", "have to … by Monday"; "i promised … to …", "i'll send it
tomorrow", "signed up for …"; "gym at 6am mon/wed/fri", "choir on tuesdays", "standup every day at 9:30", "up at 5",
"in bed by ten". Not taken: "trying to fix this", "want to know".
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.goals import DATE, DAY, GOAL_RULES, PROMISE_RULES
from app.domain.extraction.en.rules import CLOCK, compiled, rule, run
from app.domain.extraction.en.text import bare, cut, shorten
from app.domain.extraction.en.words import MONTHS, NUMBERS, WEEKDAYS

_WHEN: Final = compiled(rf"\b(?:{DATE}|(?:at |@ ?){CLOCK})")
_RECURS: Final = compiled(
    rf"\b(?:every (?:other |second |single |third )?(?:{DAY}|day|morning|evening|night|afternoon|week(?:day|"
    rf"end|night)?|month|year|two weeks|few weeks|quarter|summer|winter|{{DAY}}|1st|first|last|\d+ "
    rf"\w+)|{DAY}s\b|(?:on )?week(?:days|ends|nights)\b|daily|weekly|biweekly|fortnightly|monthly|"
    rf"(?:once|twice|thrice|(?:\d+|three|four|five) ?(?:x|times)) (?:a|per|every) (?:day|week|month|year)|"
    rf"\d ?x ?(?:/|a |per )?(?:week|day|wk)|(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|"
    rf"sun)(?:days?)?s? ?(?:/|-|,|&|\+|and|to|through) ?(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)\w*|"
    rf"each (?:morning|evening|week|month|day|{DAY})|the (?:first|last|second|third) {DAY}s? of)\b"
)
_MEETING: Final = (
    r"(?:appointment|interview|exam|test|meeting|flight|surgery|operation|check[- ]?up|scan|mri|wedding|"
    r"funeral|party|concert|gig|trip|call|"
    r"presentation|hearing|race|marathon|competition|tournament|recital|rehearsal|viewing|inspection|delivery|"
    r"class|lesson|session|shift|dinner|"
    r"lunch|date|visit|conference|talk|defen[cs]e|due date|hospital|dentist|doctor|gp|vet|mot|reservation|"
    r"booking|ceremony|graduation|final|game|match|therapy|physio|audit|review|launch|release|demo|train|ferry|"
    r"ultrasound|blood test|move|reunion|baptism|audition|exhibition|holiday|vacation|driving test|closing|"
    r"orientation|haircut)"
)
PLAN_RULES: Final = (
    rule(
        "plan",
        r"(?:am |are |is |will be )(?:probably |definitely |finally |also |all |both |just |actually |hopefully |"
        r"soon )*(?P<v>(?:moving|relocating|flying|travel+ing|emigrating|getting married|getting divorced|getting "
        r"a (?:dog|puppy|cat|kitten|new .+)|adopting|retiring|quitting|graduating|expecting|launching|opening|"
        r"hosting|renovating|applying (?:to|for)|transferring|switching (?:jobs?|careers?|schools?)|starting "
        r"(?:a|my|at|uni|college|school|university|grad|med|law|nursing|work|chemo|therapy|physio|ivf|my own)|"
        r"going on (?:holiday|vacation|a|maternity|leave|sabbatical)|going (?:back )?to (?:(?-i:[A-Z])|uni|college|"
        r"grad school|school for|rehab)|having (?:a baby|twins|surgery|an operation)|taking (?:a (?:year|gap|"
        r"sabbatical|month)|time off|my (?:driving|final|bar)|the (?:bar|lsat|gre|gmat|mcat|sat))|buying (?:a|our)|"
        r"selling (?:the|my|our)|heading to (?-i:[A-Z])|visiting|running (?:a|the|my|in)|building (?:a|our)|"
        r"writing (?:a|my)|driving to (?-i:[A-Z])|leaving for|taking part in|competing in|walking the)\b.*)",
        "cut",
        kind="fact",
    ),
    rule(
        "plan",
        r"(?:am |are |is |have |has )?(?:currently |also |still |both )*(?:planning (?:on )?(?!to\b)|planned|"
        r"booked|booking|scheduled|organi[sz]ing|signed up for|registered for|enrolled (?:in|on)|got tickets "
        r"(?:for|to)|bought tickets (?:for|to)|have tickets (?:for|to)|entered|am entered in) (?!it\b|that|you|"
        r"this\b|to\b|a (?:table|call) with you){V}",
        "cut",
    ),
    rule(
        "plan",
        r"(?:am |are |is )(?:probably |definitely |finally |also |just |actually )*(?:going to|planning to|about "
        r"to|scheduled to|supposed to|due to|meant to|set to) (?!(?:be (?:honest|late|sick|fine|ok|sad|mad|here)|"
        r"say|ask|try (?:that|it|this)|sleep|bed|need|cry|die|kill|scream|tell you|go\b|have to|do (?:that|it|"
        r"this)|use (?:that|it|this)|lose it|guess|assume|regret|happen|work$|pass|make it$|think|check|let|stop "
        r"you|it\b|the (?:store|shop|gym|toilet|bathroom|kitchen))\b){V}",
        "cut",
        confidence=0.8,
    ),
    rule(
        "plan",
        r"(?:leave|leaves|fly|flies|travel|move|start|starts|graduate|graduates|retire|retires|return|returns|head|"
        r"finish|finishes)(?: out| off| back| home)? (?P<v>.*\b" + DATE + r".*)",
        "cut",
        told=True,
    ),
)
TIME_RULES: Final = (
    rule(
        "schedule",
        r"^(?P<v>(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends|mornings|evenings|friday nights?|"
        r"saturday nights?|sunday mornings?) (?:is|are) (?:always |usually |for |my |our |reserved for |strictly "
        r")*(?!(?:the|so|a|an|when|good|bad|fine|ok|great|best|worst|hard|easy|better|awful|not)\b)[\w' -]+)",
        "cut",
        anywhere=True,
    ),
    rule(
        "work_hours",
        r"\b(?:my |our )?(?:work|shift|office|school|job) is (?:from )?(?P<v>(?:{CLOCK}|\d{1,2}(?::\d\d)?) ?(?:to|"
        r"-|till|until) ?(?:{CLOCK}|\d{1,2}(?::\d\d)?).*)",
        "cut",
        anywhere=True,
        whom="user",
    ),
    rule(
        "work_hours",
        r"\b(?:my |our )?(?P<v>(?:shifts?|work|office|class(?:es)?|school) (?:starts?|begins?|ends?|finishes|runs|"
        r"is) (?:at |from )?{CLOCK}.*)",
        "cut",
        anywhere=True,
        whom="user",
    ),
    rule(
        "schedule",
        r"^(?:the |my |our )?(?P<v>(?!(?:it|that|this|there|he|she|what|sunset|sunrise|the time)\b)(?:[\w'-]+ "
        r"){1,3}(?:is|starts|ends|opens|closes|finishes)"
        r"(?: usually| always)?(?: at| from| until| by)? {CLOCK}(?:(?: to|-| till| until) ?{CLOCK})?)(?=$|,| every| "
        r"on| and| so)",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule("commitment", r"(?:am |is )?(?P<v>on (?:\w+ )?(?:duty|call)(?: .+)?)", "cut", told=True, kind="commitment"),
    rule("commitment", r"^(?:it is )?my turn to {V}", "cut", anywhere=True, kind="commitment"),
    rule(
        "wake_time",
        r"(?:usually |always |normally |typically |have to |need to |am usually |am |is |gotta )*(?:wakes?(?: up)?|"
        r"get up|gets up|up|awake|rise|alarm (?:is|goes off))(?: every day| early)? (?:at|by|around|before|"
        r"from)(?: like| about)? (?P<v>{CLOCK}|\d{1,2}(?::\d\d)?\b|{NUM}\b).*",
        "all",
    ),
    rule(
        "bed_time",
        r"(?:usually |always |normally |typically |have to |need to |am usually |am |is |try to )*(?:go to (?:bed|"
        r"sleep)|goes to (?:bed|sleep)|sleeps?|in bed|asleep|hit the (?:sack|hay)|lights out|bedtime is|"
        r"crash)(?: at| by| around| before| from|:)(?: like| about)? (?P<v>{CLOCK}|\d{1,2}(?::\d\d)?\b|{NUM}\b).*",
        "all",
    ),
    rule(
        "wake_time",
        r"\bmy alarm (?:is (?:set )?(?:for|at)|goes off at) (?P<v>{CLOCK}|\d{1,2}(?::\d\d)?\b)",
        "all",
        anywhere=True,
    ),
)
_NOT_EVENT: Final = re.compile(
    r"^(?:what|how|why|please|can|could|remind|thanks?|see|ok|tell|give|make|write|list|find|show|plan|"
    r"book(?! club)|schedule|set|create|add|move|help|send|the weather|it|that|this|there was|if|let|happy|until|"
    r"till|every ?(?:one|body|thing|time|where)|which|who|happens?|happened)\b",
    re.IGNORECASE,
)
_EVENT_LEAD: Final = re.compile(
    r"^(?:i |we |my |our |the |also |there is |there are |have |has |got |get |gets |am |is |are |have got |always "
    r"|usually |normally |typically |do |does |a |an |go |goes |going |to |run |see |take |attend |teach |off |on |"
    r"at |play |meet |hold |host )*",
    re.IGNORECASE,
)
_HAVE: Final = compiled(
    r"(?:have|has|got|there is|have got|got a|am seeing|am at|seeing|booked in for|booked|{IS}booked "
    r"for)(?: an?| my| the| another| our| his| her| some| two| three)* (?P<v>(?:[\w'-]+ ){0,4}?" + _MEETING + r"s?\b.*)"
)
_IS_ON: Final = compiled(
    r"^(?:my |our |the |his |her )?(?P<v>(?:[\w'-]+ ){0,3}?"
    + _MEETING
    + r"(?: (?:with|for|at|to|about) [\w' ]+?)?(?: is| are| starts?| was moved| got moved| has been moved| moved| "
    r"rescheduled| is set| is booked)?(?: on| at| for| to|:| for the)? ?(?:the )?(?:" + DATE + r"|" + CLOCK + r").*)"
)


_NO_NEED: Final = re.compile(r"(?:there is |so |and )*no (?:need|time|wish|desire|point)\b", re.IGNORECASE)


def read_plans(clause: Clause, found: Found) -> None:
    """Add goals, plans, appointments, deadlines, promises and what recurs, as a clause states them."""
    before = len(found.statements)
    run(TIME_RULES, clause, found)
    if clause.negated:
        return
    promised = run(PROMISE_RULES, clause, found)
    if clause.subject is not None and _recurs(clause, found):
        return
    if not promised and not run(PLAN_RULES, clause, found):
        _appointment(clause, found)
    if len(found.statements) == before and not _NO_NEED.match(clause.text):
        run(GOAL_RULES, clause, found)


def _recurs(clause: Clause, found: Found) -> bool:
    """ "gym at 6am mon/wed/fri": what happens again and again, in a clause of the user's or of kin's."""
    match = _RECURS.search(clause.text)
    if match is None or _NOT_EVENT.match(clause.text) or clause.subject is None:
        return False
    whole = clause.rest if clause.spoken else clause.text
    if re.search(
        r"\b(?:was|were|used to|did|had|want|wanted|went|came|took|worked|happened|died|cried|lost|started)\b",
        whole,
        re.IGNORECASE,
    ):
        return False
    event = re.split(
        r", (?!(?:mon|tue|wed|thu|fri|sat|sun|and|every|at|\d))|\s+(?:but|because|so|which)\b", whole, maxsplit=1
    )[0]
    event = _EVENT_LEAD.sub("", event) or event
    if len(event.split()) < 2:
        return False
    return found.add("schedule", _keep_time(event), subject=clause.subject, confidence=0.9 if clause.spoken else 0.8)


def _keep_time(event: str) -> str:
    """Return what happens and when in at most 40 characters where it can be."""
    event = bare(event) if len(bare(event)) > len(event) // 2 else event
    if len(event) <= 40 or not (when := _RECURS.search(event)):
        return shorten(event) if len(event) > 60 else event
    return f"{shorten(event[: when.start()][:24])} {when[0]}".strip()


def _appointment(clause: Clause, found: Found) -> None:
    if clause.subject is None or not _WHEN.search(clause.text):
        return
    match = _HAVE.match(clause.rest if clause.spoken else clause.text) or (
        _IS_ON.match(clause.text) if not _NOT_EVENT.match(clause.text) else None
    )
    if match and _WHEN.search(match["v"]):
        found.add("appointment", cut(match["v"]), subject=clause.subject, confidence=0.85)


def names_time(text: str) -> bool:
    """Whether a text names a time or has a number."""
    return bool(re.search(rf"\d|\b{NUMBERS}\b|\b{WEEKDAYS}\b|\b{MONTHS}\b", text, re.IGNORECASE))
