"""Goals, promises and deadlines, in English; the kinds of saying are listed in `en_plans`."""

from typing import Final

from app.domain.extraction.en.rules import CLOCK, rule
from app.domain.extraction.en.words import MONTHS

DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
DATE: Final = (
    rf"(?:(?:next|this|coming|the following) (?:{DAY}|week(?:end)?|month|year|spring|summer|autumn|fall|"
    rf"winter|{MONTHS})|tomorrow(?: \w+)?|tonight|the day after tomorrow|"
    rf"(?:on |by |before |until |this )?(?:{DAY}|mon|tues?|wed|thurs?|fri|sat|sun)\b(?: (?:morning|afternoon|"
    rf"evening|night|the \d+(?:st|nd|rd|th)?))?|"
    rf"(?:on |in |by |before |this |from )?(?:early |late |mid[- ]?)?{MONTHS}\b(?: \d{{1,2}}(?:st|nd|rd|th)?)?|"
    rf"(?:the )?\d{{1,2}}(?:st|nd|rd|th)(?: of)?(?: {MONTHS})?|\d{{1,2}} {MONTHS}|"
    rf"in (?:a|an|one|two|three|four|five|six|\d+|a few|a couple of) (?:days?|weeks?|wks?|months?|years?|yrs?|"
    rf"hours?)|(?:by |at )?the end of (?:the |this |next )?(?:week|month|year|summer|quarter|day|{MONTHS})|"
    rf"(?:by |in |before )?(?:q[1-4]|20[2-4]\d|eo[dwmy]|christmas|easter|new year'?s?|thanksgiving|halloween|"
    rf"spring|summer|autumn|fall|winter|graduation|diwali|eid|hanukkah|ramadan)\b|\d{{4}}-\d\d-\d\d|"
    rf"\d{{1,2}}[/.]\d{{1,2}}(?:[/.]\d{{2,4}})?)"
)
_PASSING: Final = (
    r"(?!(?:smaller|bigger|simple|know|ask|let|tell|catch|congratulate|wish|discuss|chat|receive|"
    r"over-?\w+|see (?:them|it|that|this|their|his|her|your|more)|hear|show you|"
    r"see (?:if|what|how|the|a|you)|hear|say|understand|figure|find out|find "
    r"(?:a|the|my|out|"
    r"some)|cry|scream|die|sleep|nap|eat|throw|punch|be (?:clear|sure|honest|able|done|careful|polite|nice|"
    r"rude)|make sure|check|confirm|try that|try it|thank|share|"
    r"add|talk|vent|fix|debug|solve|remember|decide|think|get (?:this|it|the (?:code|script|app|build|test))|"
    r"work out|do (?:this|that|it|the same)|use (?:this|that|it)|go home|go (?:to bed|to sleep)|mention|"
    r"clarify|change (?:this|that|it|the)|show|compare|explain|update you|"
    r"connect|install|run (?:this|it|the)|write (?:a|an|this|the) (?:email|letter|message|poem|query|function|"
    r"script|cover|bio|speech|toast|song|haiku|reply|text|card|regex|sql)|"
    r"print|open (?:it|this|that|the|a (?:file|link|pdf|tab|ticket|window)|my (?:file|email))|upload|convert|"
    r"calculate|translate|parse|access|log in|download|avoid this|make (?:it|this|a "
    r"(?:list|table|joke|point|pasta|cake))|cook something|watch something|believe|hug|kill|keep it|send "
    r"(?:this|a|an)|one|you|it\b|this\b|that\b|the\b|some\b|something|a (?:recipe|list|joke|name)\b)\b)"
)
GOAL_RULES: Final = (
    rule(
        "goal",
        r"^(?:but |and |maybe )*(?:one day|some ?day|eventually|when i retire|before i (?:die|turn \w+|am \w+))\b,? "
        r"(?:i|we) (?:will|am going to|"
        r"are going to|want to|would (?:like|love) to|hope to|plan to|am getting|am buying|am opening) (?:finally |"
        r"own |actually )*{V}",
        "cut",
        kind="goal",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "commitment",
        r"(?:have |just |also |got |am )*(?:said yes to|agreed to|took on|taken on|roped into|down to|down for|"
        r"talked into|on the hook for|"
        r"volunteered for|committed to) (?!it\b|that\b|this\b|you\b|disagree){V}",
        "cut",
        kind="commitment",
        told=True,
        confidence=0.8,
    ),
    rule(
        "goal",
        r"(?:also |always |only |just |still |someday |one day |eventually |finally |both |am )*(?:want|wants|"
        r"wanted|hope|hopes|hoping|aim|aims|aiming|intend|intends|aspire|aspires|resolved|looking|determined|would "
        r"(?:like|love)|trying|try|tries|am trying|working|planning|set out|on track|committed|dying|need|"
        r"needs)(?: really| so badly| to finally| hard| hard)? to (?:be able to |get around to |eventually |one "
        r"day |someday |finally |really |seriously )*" + _PASSING + r"{V}",
        "cut",
        kind="goal",
        told=True,
        confidence=0.85,
    ),
    rule(
        "goal",
        r"(?:am |is |are |been |have been )?(?:still |currently |always )*(?:trying|hoping|aiming|planning|looking|"
        r"working|determined|training|studying|saving(?: up)?|on a mission|on track) to (?:finally |eventually |"
        r"one day |really )*" + _PASSING + r"{V}",
        "cut",
        kind="goal",
        confidence=0.85,
    ),
    rule(
        "goal",
        r"(?:(?:am|is|are|have been|has been|been) )?(?:still |currently |both |slowly )*(?P<v>(?:saving|saving up|"
        r"training|studying|preparing|prepping|fundraising|raising money|revising|cramming|practi[sc]ing|gearing "
        r"up|save|train|study) for (?!the (?:moment|sake)|a living|it\b|that\b|this\b|fun).+|working (?:towards?|"
        r"on) (?:my|a|an|our|the|getting|becoming|losing|quitting|building) .+|aiming for .+|shooting for .+)",
        "cut",
        kind="goal",
    ),
    rule(
        "goal",
        r"^(?:my |our |the |biggest |main |big |next |new |career |life |fitness |savings |long[- ]term |short[- "
        r"]term |ultimate |only |weight )*(?:goals?|aim|target|dream|resolution|ambition|objective|plan|mission|"
        r"bucket list|new year'?s resolution)(?: (?:for|this|of|in) (?:the |this |next )?(?:year|month|summer|"
        r"\d{4}|q\d|\w+))?(?: is|:| are| =| was always| would be|-)(?: still| now| simply| just)*(?: to)? {V}",
        "cut",
        kind="goal",
        anywhere=True,
    ),
    rule(
        "goal",
        r"(?:dream|dreams|am dreaming|is dreaming|dreaming|have always dreamed|have always dreamt|fantasi[sz]e) "
        r"(?:of|about) (?!you|it\b|that|this\b){V}",
        "cut",
        kind="goal",
        told=True,
    ),
    rule("goal", r"(?:have|has|am|are|is) (?:my|our|his|her) (?:heart|sights?|eyes?) set on {V}", "cut", kind="goal"),
    rule(
        "goal",
        r"(?P<v>(?:quitting|quit|giving up|cutting down on) (?:smoking|vaping|drinking|alcohol|sugar|caffeine|"
        r"coffee|social media|nicotine|cigarettes|gambling)(?: .+)?)",
        "cut",
        kind="goal",
        whom="user",
        confidence=0.7,
    ),
)
PROMISE_RULES: Final = (
    rule(
        "commitment",
        r"(?:have |just |already |also |even )*(?:promised?|swore|swear(?! words?)|vowed?|pledged?|committed|"
        r"guaranteed|gave "
        r"my word|agreed|told (?:\w+ ){1,3}?i would|said i would|volunteered|offered|undertook|am committed|am "
        r"obliged)(?: (?!to\b|that\b|i\b)(?:[\w']+ ){0,4}?)?(?: (?:to|that|i would|i will|that i would|that i will|"
        r"myself to))? (?!you\b|it\b|this is|not to)(?P<v>.+)",
        "cut",
        kind="commitment",
        told=True,
    ),
    rule(
        "commitment",
        r"will (?:definitely |also |certainly |absolutely |never |always )*(?!(?:be (?:fine|ok|back|there|honest|"
        r"right)|see\b|try\b|think|check|let you|tell you|have (?:a look|to)|do (?:that|it|this)|go with|take "
        r"(?:it|that|the first|a look)|look|need|never (?:know|understand|forget|get)|ask|keep (?:it|that) in|pass|"
        r"give it|wait|just|probably|use (?:it|that)|say|go (?:now|to bed)|stop|read it|test|add|explain|manage|"
        r"leave it|live|survive|start with|have a|buy it|not)\b)(?P<v>.+\b(?:" + DATE + r"|every \w+)\b.*)",
        "cut",
        kind="commitment",
        told=True,
        confidence=0.8,
    ),
    rule(
        "commitment",
        r"(?:signed up (?:to|for)|signed a (?:contract|lease)(?: to| for)?|on the hook for|owe (?:my |the |him |"
        r"her )?) ?(?!you|it\b|that\b){V}",
        "cut",
        kind="commitment",
        told=True,
        confidence=0.8,
    ),
    rule(
        "commitment",
        r"(?:{IS}|have )?(?:responsible for|in charge of|the one who|got to|have to|has to|need to|must) "
        r"(?P<v>(?!be (?:honest|fair))(?:pick up|drop off|look after|take care of|pay|return|give back|hand in|"
        r"submit|deliver|finish|send|renew|file|visit|call|ship|present|turn in|book|prepare|complete|attend|water|"
        r"feed|walk)\b.+\b(?:by|before|on|every|at|until|tomorrow|next|this)\b.+)",
        "cut",
        kind="commitment",
        told=True,
    ),
    rule(
        "deadline",
        r"(?:have |has |got |need |needs |must )(?:to )?(?P<v>.+ (?:by|before|until|no later than) (?:the )?(?:"
        + DATE
        + r"|"
        + CLOCK
        + r").*)",
        "cut",
        told=True,
        kind="commitment",
    ),
    rule(
        "deadline",
        r"\b(?P<v>(?:[\w'-]+ ){0,4}?(?:is |are |was |were )?(?:due|deadline)(?: date)?(?: is| are| was moved to| "
        r"moved to|:| got moved to| has been moved to| on| by| at|'s)* (?!to\b)(?:the )?(?:"
        + DATE
        + r"|"
        + CLOCK
        + r"|\d{1,2}).*)",
        "cut",
        anywhere=True,
    ),
    rule(
        "deadline",
        r"(?P<v>(?:[\w'-]+ ){0,4}?(?:expires?|runs out|ends|closes|renews|must be (?:done|in|submitted|finished)|"
        r"has to be (?:done|in|submitted|finished|ready)|needs to be (?:done|in|submitted|finished|ready)) (?:on |"
        r"by |at |in )?(?:the )?" + DATE + r".*)",
        "cut",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "plan",
        r"\b(?:remind me|do not let me forget)(?: again)?(?: to| about| that| of)? (?P<v>.+)",
        "cut",
        anywhere=True,
        confidence=0.8,
    ),
)
