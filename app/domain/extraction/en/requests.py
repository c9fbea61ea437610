"""What the user asks of the assistant for good, in English: how to answer, in which language, how to reach them.

Kinds of saying: "no emojis", "don't use jargon", "never call me …", "always …", "from now on …", "stop …ing", "keep
answers short", "be blunt", "bullet points only", "plain English", "answer me in French (when …)", "use metric"; "text
me, don't call", "email me at …", "reach me on …", "best time is after 6", "no calls before 9", "my email is …";
"remember that …". Not taken: what is asked once ("make it shorter", "no spoilers, what happens next").
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.contact import CONTACT_RULES, LANGUAGE_RULES
from app.domain.extraction.en.rules import compiled, rule, run
from app.domain.extraction.en.text import bare, cut, shorten

_STYLE_NOUN: Final = (
    r"(?:emojis?|emoticons?|bullet(?: points?|s)?|bulleted lists?|lists|numbered lists?|headings?|headers|"
    r"markdown|tables?|jargon|buzzwords|apologi[sz]\w*|apologies|disclaimers?|preambles?|"
    r"fluff|intros?|introductions?|summar(?:y|ies)|recaps?|exclamation (?:marks|points)|hashtags?|slang|"
    r"swearing|swear words|profanity|em[- ]?dashes|dashes|caps|all caps|sugar ?coating|small talk|pleasantries|"
    r"filler|"
    r"flattery|spoilers|politics|latex|code comments|comments|acronyms|abbreviations|cliches|clich[eé]s|puns|"
    r"jokes|dad jokes|metaphors|long (?:answers|replies|paragraphs|emails|messages)|walls? of text|follow[- "
    r"]?up questions|questions at the end|"
    r"moralizing|lectures?|lecturing|warnings|sarcasm|formalities|honorifics|corporate speak|emoji|pep talks?|"
    r"motivational \w+|nagging|links|screenshots|footnotes|big words|technical terms|baby talk|unsolicited "
    r"advice|compliments|praise|explanations?|preamble|repetition|examples|american spelling|voice ?mails?|phone "
    r"calls|voice (?:notes|messages|memos)|calls|video calls|meetings)"
)
_STANDING: Final = compiled(
    r"\b(?:always|never|from now on|from here on|going forward|in (?:the )?future|from today|every time|each "
    r"time|whenever|by default|at all times|(?:call|ring|text|e?-?mail|message|contact|phone|ping|address|"
    r"disturb|bother|dm) me|(?:your|the|all|my) (?:\w+ )?(?:answers?|repl(?:y|ies)|responses?|messages?|"
    r"explanations?|summaries|reports?|texts?)|"
    r"when (?:you|i|we|answering|replying|writing|talking|explaining|giving|responding|speaking)|as a rule|"
    r"ever|(?:every|each|any) (?:single )?(?:msg|answer|message|reply|answer|response|sentence|paragraph|email|chat)|"
    r"for "
    r"good|any ?more|again)\b|" + _STYLE_NOUN
)
_IMPERATIVE: Final = re.compile(
    r"^(?:please |pls |kindly |just |ok |so |can you |could you |would you |will you |i want you to |i would "
    r"like you to |i need you to |i would prefer (?:if you|you to) |i prefer (?:if you|you to|when you|that "
    r"you) |you (?:should|must|can|have to|need to) |make sure (?:to|you|that you) |be sure to |remember to |"
    r"try to |lets |"
    r"and |also |then |it would be great if you |i would appreciate if you )*"
    r"(?P<v>(?:do not|never|always|stop|avoid|quit|no more|no need to|only|keep|make|use|write|answer|reply|"
    r"respond|speak|talk|be|give|skip|drop|cut|limit|format|start|end|refer|"
    r"treat|assume|round|convert|show|list|include|cite|translate|explain|sign|ask|tell|call|address|spell|add|"
    r"put|check|double[- ]check|warn|mention|suggest|recommend|leave|stick|go easy|send|schedule|book|order|"
    r"share|save|delete|contact|text|email|message|ping|wait|lay off|enough with)\b.*)",
    re.IGNORECASE,
)
_ONE_OFF: Final = re.compile(
    r"\b(?:(?:it|that|them|those|one|any) any ?more|"
    r"never (?:going|mind|enough|again|been|ever|too|had|a dull|learn(?:ed|t)|tried|liked|wanted|used|"
    r"smoked|worked|lived|moved|married|owned|happened|finished|passed|done|seen|known|met|gone|knew|got|was|did)|worry|"
    r"mind|"
    r"bother|get me wrong|panic|know|think so|care|judge|laugh|ask me (?:how|why)|tell (?:anyone|"
    r"my|him|her)|shoot|be (?:silly|sorry|shy|mad|ridiculous|so hard)|forget (?:to|about|it|that)|this (?:one|"
    r"time)|that one|for now|above|below|the (?:first|second|third|last) (?:one|paragraph|sentence|line|part|"
    r"version)|shorter|longer|this (?:text|email|code|file|list|paragraph)|it again|understand|see (?:how|why))\b",
    re.IGNORECASE,
)
STYLE_RULES: Final = (
    rule(
        "reply_length",
        r"\b(?:keep|make)(?: all| it| them| things| this| that| everything| your| the| my)*(?: \w+)?(?: answers?| "
        r"replies| responses?| messages?| explanations?| summaries| emails?| texts?)?(?: to me| with me)? (?:as "
        r")?(?P<v>(?:very |super |really |nice and )?(?:short|brief|concise|long|detailed|to the point|to (?:one|"
        r"two|three|\d+) (?:sentences?|lines?|paragraphs?|words?)|under \d+ (?:words|lines|sentences)|snappy|terse|"
        r"minimal|short and sweet)\b.*)",
        "cut",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "reply_length",
        r"(?:^|\b(?:prefer|like|want|need|love|give me|only|just|please|always|would like) )(?:my |your |just |"
        r"only |the )*(?P<v>(?:(?:very |super |really )?(?:short|brief|concise|quick|long|detailed|in-depth|one[- "
        r"]line|one[- ]sentence|two[- ]sentence|thorough|step[- ]by[- ]step|terse|\d[- ]sentence)(?:,? \w+)? "
        r"(?:answers?|replies|responses|explanations?|summaries|messages|reports|emails|instructions)|one[- "
        r"]liners?|bullet(?: points?|s)(?: only)?|numbered steps|just the (?:code|answer|facts|numbers|gist)|"
        r"tl;?dr first|plain (?:text|english|language)|the short version|max \d+ (?:words|sentences|lines|"
        r"bullets)))\b",
        "all",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "reply_style",
        r"^(?:please |just |always |can you |could you |i want you to |i need you to |i would like you to |do )*be "
        r"(?:a bit |a little |more |as |very |really |super |brutally |totally |extra |less |completely "
        r")*(?P<v>(?:concise|brief|blunt|direct|honest|gentle|kind|formal|informal|casual|friendly|sarcastic|funny|"
        r"professional|patient|straight(?:forward)?|critical|harsh|warm|playful|serious|polite|strict|encouraging|"
        r"specific|precise|technical|chill|nice|objective|neutral|frank|candid|upfront|ruthless|succinct|verbose|"
        r"quick|detailed)\b.*)",
        "cut",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "reply_style",
        r"\b(?:talk|speak|write|explain|answer|reply|respond|text|sound|treat me|give me feedback|"
        r"communicate)(?: things| stuff| it| everything)?(?: to me| with me| me)?(?: more| less| in| with| very| a "
        r"bit)*(?: an?| the)? (?P<v>(?:like (?:i am|an?|my|we are|a) .+|casually|formally|informally|directly|"
        r"bluntly|gently|plainly|simply|slowly|layman'?s terms|simple (?:words|terms|language)|plain (?:english|"
        r"language|words|terms)|(?:\w+ )?tone\b|slang|bullet points|full sentences|short sentences|lowercase|all "
        r"lowercase|rhymes|(?:friendly|formal|casual|humble|dry|professional|neutral)(?: \w+)?))",
        "all",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "reply_style",
        r"\b(?:(?:give|tell|say) (?:it |things )?(?:to )?me (?:it )?|be |talk |keep it )(?P<v>straight|as it is|like "
        r"it is|unfiltered|raw)\b(?! (?:away|"
        r"after|up))",
        "all",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "reply_style",
        r"^(?:please )?(?P<v>(?:code|text|plain text|bullets?|bullet points|facts|numbers|summar(?:y|ies)|links?|"
        r"answers?|prose|paragraphs|steps|"
        r"the (?:code|answer|facts|gist)|lower ?case|metric|celsius|english) only)\b",
        "all",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "currency",
        r"\b(?:prices?|costs?|amounts?|money|everything|budget|totals?|quotes?)(?: \w+)? in (?P<v>(?:\w+ "
        r")?(?:francs?|dollars?|euros?|pounds?|yen|rupees|"
        r"pesos|crowns|kroner|kronor|zloty|forints?|rand|lira|reais|yuan|won|baht|usd|eur|gbp|chf|cad|aud|nzd|sek|"
        r"nok|dkk|pln))\b",
        "all",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "rule",
        r"^(?:please |ok |and |so |pls )*(?P<v>(?:do not|never|stop|no) (?:ever )?(?:book|schedul|plan|put|ring|call|"
        r"text|email|messag|deliver|send|"
        r"knock|contact|disturb|invit|sign)(?:e|ing|ling|ning|ting)? (?!(?:this|that|it|me|you|him|her|them|off|up|"
        r"one|the (?:one|first|second))\b)"
        r"(?:[\w'/:-]+ ?){2,8})",
        "cut",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "reply_style",
        r"\b(?P<v>(?:do not |never |no |stop |please do not )sugar[- ]?coat(?:ing)?(?: (?:it|things|anything))?|"
        r"(?:get |straight |come )(?:right |straight )?to the point|cut (?:to the chase|the (?:crap|fluff|chatter|"
        r"small talk|bs|fat))|(?:explain|eli5|teach)(?: it| this| things| everything)?(?: to me)?,? (?:like|as if) "
        r"i am .+|eli5|like i am (?:five|5|a beginner|twelve|12|ten|10|dumb|an idiot))",
        "all",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "rule",
        r"^(?:please |and |also |just |maybe )*(?P<v>(?:less|fewer|more|way less|skip the|drop the|ditch the|lose "
        r"the|cut the|spare me the|hold the|enough with the|easy on the|go easy on the|no need for(?: the| an?)?|"
        r"without(?: the| any)?|leave out the|just give me the)(?: whole)? (?:[\w-]+ ){0,2}?(?:"
        + _STYLE_NOUN
        + r"|fluff|tone|examples|humou?r|detail|details|context|formality|enthusiasm|drama|code|numbers|facts|bullet "
        r"points)\b.*)",
        "cut",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "units",
        r"\b(?:use|in|with|prefer|give me|stick to|think in|show|want|convert(?: \w+)? to|need|everything in|"
        r"prices in|temps? in|temperatures? in|distances? in|quote|only)(?: only| always| everything| prices| "
        r"temperatures| distances| it| all| the)*(?: in)? (?P<v>(?:metric|imperial|celsius|fahrenheit|kilomet(?:er|"
        r"re)s|km|miles|kilos|kilograms|pounds and ounces|grams(?: and \w+)?|24[- ]?h(?:our|r)?s?(?: (?:clock|time|"
        r"format))?|12[- ]hour(?: clock)?|euros?|dollars|usd|eur|gbp|sterling|chf|yen|rupees|(?:british|american|"
        r"uk|us|canadian|australian) (?:english|spelling)|iso dates?|dd/mm\S*|mm/dd\S*|cups)(?: (?:units|system|"
        r"measurements|spelling|format))?)\b",
        "all",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "units",
        r"^(?P<v>(?:metric|imperial|celsius|fahrenheit|24[- ]?h(?:our)?(?: \w+)?)(?: (?:units|system|only|please|"
        r"always))*)$",
        "all",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "rule",
        r"^(?:please |and |also |just |so |pls |absolutely |ok )*(?P<v>no (?:more )?(?:[\w-]+ ){0,2}?"
        + _STYLE_NOUN
        + r"\b.*)",
        "cut",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "rule",
        r"(?P<v>do not (?:want|need)(?: any| your| to see| you to)* (?:[\w-]+ ){0,3}?" + _STYLE_NOUN + r"\b.*)",
        "cut",
        kind="preference",
        whom="user",
    ),
    rule(
        "rule",
        r"(?:my |our |one |the |house |new |a |only |golden |first )*rules?(?: is|:| are| number one is| for "
        r"you:?)+(?: that)? (?P<v>.+)",
        "cut",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "rule",
        r"^(?P<v>(?:when(?:ever)?|if|every time|any ?time) (?:i|we|you) [\w' ]{3,60}?,? (?:please |always |then |"
        r"just |do not |never )*(?:answer|reply|respond|write|use|correct|tell|remind|ask|give|send|say|call|"
        r"translate|explain|add|show|stop|keep|check|assume|warn|suggest|skip|include|be|don't|do not)\b.+)",
        "cut",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
)
_REMEMBER: Final = compiled(
    r"\b(?:remember|note down|take note|make a note|save this|save that|keep in mind|bear in mind|write down|do "
    r"not forget|memori[sz]e|log this|jot down|for future reference|note for later|for the future|store this|add "
    r"to (?:your )?memory)(?: that| this|:| -| for (?:next time|later|me)|,)* {V}"
)
_ALL_REMEMBERED: Final = re.compile(
    r"^(?:when|how|what|where|to|me|the time|that time|my last|if|who|why|you|us|our|it|this|that)\b", re.IGNORECASE
)


def _whole(asked: str) -> str:
    """Return what is asked, cut only where the sense allows it: a rule without its end is another rule."""
    value = cut(asked) if len(cut(asked)) > 8 else asked
    return (
        asked
        if value != asked and asked.startswith(value) and len(asked) <= 60 and "," not in asked
        else shorten(value)
    )


def read_requests(clause: Clause, found: Found) -> None:
    """Add standing instructions, languages and ways to reach the user, as a clause states them."""
    before = len(found.statements)
    run(CONTACT_RULES, clause, found)
    run(LANGUAGE_RULES, clause, found)
    run(STYLE_RULES, clause, found)
    if len(found.statements) > before:
        return
    match = _IMPERATIVE.match(clause.text)
    if match and _STANDING.search(clause.text) and not _ONE_OFF.search(clause.text):
        asked = match["v"]
        if len(asked.split()) >= 2:
            found.add("rule", _whole(asked), kind="preference", confidence=0.85)


def read_remember(clause: Clause, found: Found) -> bool:
    """Add what somebody asks to be remembered and no other rule took; return whether anything was asked."""
    match = _REMEMBER.search(clause.text)
    if match is None or (
        _ALL_REMEMBERED.match(match["v"]) and not match["v"].lower().startswith(("my ", "our ", "the "))
    ):
        return False
    return found.add("remember", cut(match["v"]) or bare(match["v"]), confidence=0.85)
