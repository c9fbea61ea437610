"""How the user wants answers and by what way to be reached, told by words for them in English.

"could you stick to bullet points?", "one question at a time", "less jargon", "comparisons go in a table": a wish about
answers in general. A wish about one answer ("a table of the results, please") is none, unless "always", "from now on"
and the like say so. "email's best", "ping me on discord".
"""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.lexicon import Hit
from app.domain.extraction.en.rules import vague

_WISH: Final = re.compile(
    r"^(?:(?:hey|ok|so|and|but|also|oh|then|again|just|now|yes|well|right)[, ]+)*(?:(?:can|could|would|will|may) "
    r"(?:you|we|i|u|"
    r"your [\w ]{3,20})\b|please|always|never|no\b|not so|do not|stop|stick|keep|use|give me|make|drop|skip|cut|leave "
    r"out|lose|"
    r"enough|less|more|fewer|only|avoid|go easy|go with|go for|write|talk|answer|reply|respond|explain|be\b|spell|"
    r"format|put|"
    r"spare me|break|show|start|end|i (?:would )?(?:prefer|like|want|need|rather|hate|love|cannot stand|find|only read|"
    r"read|learn|think|do better|work better|am (?:a|an|not|more|so)|get|do not|struggle|use|work in)|we (?:use|"
    r"prefer|work)|"
    r"with|without|in|nothing but|one|two|three|short|brief|concise|detailed|plain|simple|long|straight|to the point|"
    r"blunt|"
    r"metric|imperial|celsius|fahrenheit|british|american|bullets?|bullet points?|lists?|tables?|step|numbers?|"
    r"feel free to|you can|you may|no need|there is no need|from now on|in future|going forward|for me|[\w' "
    r"]{3,24}go(?:es)? in)",
    re.IGNORECASE,
)
_ALWAYS: Final = re.compile(
    r"\b(?:always|never|from now on|from here on|going forward|in future|in general|every (?:time|answer|reply|"
    r"message)|by default|"
    r"any ?more|any time|whenever|when you|stop|stick to|keep|please do not|do not|answers?|replies|reply|responses?|"
    r"explanations?|messages?|you keep|you always|enough|less|fewer|more|prefer|hate|cannot stand|in my|i work in|we "
    r"use|"
    r"i use|at a time|with me|to me|for me|no|please|only|just|be|talk|spare|skip|drop|cut|i like|i am|i need|go)\b",
    re.IGNORECASE,
)
_ONE_OFF: Final = re.compile(
    r"^s?\W{0,2}(?:of|for|about|on|with|from|comparing|showing|listing|explaining|to (?:my|the|a))\b(?! (?:me|"
    r"everything|all|"
    r"these|such|comparisons|lists)\b)",
    re.IGNORECASE,
)
_THIS_ONCE: Final = re.compile(
    r"\b(?:this (?:text|email|paragraph|letter|code|one|time|essay|article|sentence|poem|story|summary|list|table)|"
    r"the (?:text|email|"
    r"paragraph|letter|essay|article|story|poem|summary|list below)|my (?:essay|cv|resume|letter|email|thesis|bio|"
    r"story|poem|"
    r"cover letter)|a (?:story|poem|song|email|letter|speech|toast|bio|tweet|caption|joke|limerick|haiku|recipe|"
    r"essay))\b",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"\b(?P<no>no more|no|not|never|without|do not (?:use|send|give|add|need|want|do|write|include)|stop(?: using| "
    r"with| the)?|drop|skip|"
    r"cut(?: out)?|lose|leave out|avoid|spare me|enough|fewer|less|hate|cannot stand|easy on|more|only|just)\b"
    r"(?: (?:the|any|all|your|with|of|so many|so|too|too much|these|those|using|me|being|be|that|[\w-]+ and|[\w-]+,|"
    r"[\w-]+ or))* ?$",
    re.IGNORECASE,
)
_AS_TO: Final = re.compile(
    r"^(?:please |can you |could you |just |always )*(?:explain|talk|write|speak|break)[\w ]{0,20}? (?:like|as if|as "
    r"though|as you would)(?: (?:you would|you are|i am|i was|talking|"
    r"explaining|to|it is for))* (?P<v>an? [\w -]{3,30}|(?:twelve|five|ten|six|seven|eight|nine))$",
    re.IGNORECASE,
)
_NO_USE: Final = re.compile(
    r"s?(?: is| are)? (?:means? nothing|useless|no use|confus\w+|annoy\w+|pointless|lost on|not|hard|wasted|"
    r"distract\w+)\b",
    re.IGNORECASE,
)
_AT_MOST: Final = re.compile(
    r"\b(?:keep|stick|limit|answers?|replies|reply|messages?|you|please|always|never|max(?:imum)?|more than|no longer "
    r"than)\b.{0,30}?\b(?P<v>(?:under|max(?:imum)?|at most|more "
    r"than|within|less than|below|over|longer than|to|in) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"fifty|a hundred|a) (?:lines?|words?|sentences?|"
    r"paragraphs?|bullets?|points?|characters))\b(?! (?:essay|story|poem|summary of|email|about))",
    re.IGNORECASE,
)
_OF_ANSWERS: Final = re.compile(
    r"^s?(?:$|\W*$|[,.;!:]|\s+(?:answers?|repl\w+|respons\w+|expl\w+|messag\w+|sentenc\w+|paragr\w+|version|summar\w+|"
    r"texts?|ones?|form|lists?|posts?|and|or|"
    r"please|but|is|are|as|if|when|with|enough|for me|to me|on|unless|because|so|only|than|words?|steps?|bits|chunks|"
    r"stuff|format|style|tone|notes|emails|"
    r"updates|instructions|directions|recipes?|always|every|tho|thanks|again|from)\b)",
    re.IGNORECASE,
)
_ASKS_SO: Final = re.compile(
    r"(?:can|could|would|will|may) (?:you|we|i|(?:\w+ ){1,3}(?:be|go|come|stay|have)(?: (?:in|as|with|without|shorter|"
    r"brief))?)\b",
    re.IGNORECASE,
)
_FOR_ME: Final = re.compile(
    r"\b(?:when|because|but|and|since) (?:all )?i (?:only |just )?(?:need|want|like|prefer|asked for|can take)\b",
    re.IGNORECASE,
)
_IS_FINE: Final = re.compile(
    r"s? (?:is|are)(?: not|n't)? (?:totally |always |absolutely |perfectly )?(?:fine|ok|okay|welcome|great|good|"
    r"allowed|a must|useless|pointless|annoying|not|hard|"
    r"easier|better|best|my|wasted|distracting|lost on|encouraged|appreciated)\b",
    re.IGNORECASE,
)
_NONE_OF: Final = re.compile(
    r"^(?:(?:please|just|but|and|ok|so|again) )*(?:no|nothing with|nothing|anything but|without|skip the|hold the|"
    r"minus the)(?: more| any)? "
    r"(?!(?:wait|no\b|sorry|really|seriously|problem|worr|idea|way|thank|need|rush|clue|big|offen|doubt|wonder|one\b|"
    r"luck|pressure|hurry|change|kidding|longer|matter|more|"
    r"not|it\b|that|this|i\b|we\b|you|but|use|point|time|sign|reply|answer|news|chance|joke|excuse|comment|budget|"
    r"fixed|other|new|"
    r"questions|plans|regrets|pets|kids|children|car\b|garden|allerg|experience|preference|further|specific|"
    r"particular|special|dice|cap|"
    r"internet|power|signal|good|bad|much|wrong|fancy|serious|major|beats|like|to\b|happens|works|ever|else|can\b|"
    r"could|is\b|was\b))"
    r"(?P<v>[^\W\d][\w' -]{2,28}?)(?: please| for me| thanks| in it| at all| whatsoever| ever| in there)*$",
    re.IGNORECASE,
)
_FEWER: Final = {"fewer": "less", "less": "less", "more": "more", "only": "only", "just": "only"}
_REACH: Final = re.compile(
    r"\b(?:reach|contact|ping|message|text|call|ring|phone|drop|send|write (?:to )?|get (?:hold of|me)|notify|remind|"
    r"chase|dm|shoot|hit|"
    r"catch|buzz|find) (?:me|us)\b|\b(?:is|are|works?|would be|'s) (?:the )?(?:best|better|easiest|quickest|fine|"
    r"safest|preferred|"
    r"easier|ideal|only)\b|\bprefer(?:red)?\b|\b(?:by|via|over|on|through) (?P<how>[\w-]+)\b.{0,12}\b(?:please|only|"
    r"rather|instead|"
    r"not)\b|\bonly (?:check|read|see|answer|use|look at)\b|\balways (?:on|answer|check)\b|\bnot by\b|\brather than "
    r"(?:call|phone|"
    r"email|text)|\bi (?:live|am) on\b",
    re.IGNORECASE,
)
_REFUSED: Final = re.compile(
    r"\b(?:no|not|never|do not|cannot|hate|without|rather than|instead of|stop|ignore|avoid|nobody)\b[\w' ]{0,24}$",
    re.IGNORECASE,
)


def read_wish(clause: Clause, hits: Sequence[Hit], found: Found) -> None:
    """Add what a clause asks of answers in general, and by what way the user wants to be reached."""
    if (match := _AS_TO.match(clause.text)) and not _THIS_ONCE.search(clause.text):
        _add_style(f"like {match['v']}", "reply_style", found)
    if clause.unreal or (clause.question and not _ASKS_SO.match(clause.text)):
        return
    none_of = _NONE_OF.match(clause.text)
    if none_of and not hits and len(none_of["v"].split()) <= 3 and not vague(none_of["v"]):
        if not any(none_of["v"].casefold() in one.value.casefold() for one in found.statements):
            found.add("avoids", none_of["v"], kind="preference", confidence=0.6)
        return
    if (limit := _AT_MOST.search(clause.text)) and not _THIS_ONCE.search(clause.text):
        _add_style(limit["v"], "reply_length", found)
    wishes = _WISH.match(clause.text) is not None
    for hit in hits:
        sorts = {term.sort for term in hit.terms}
        styles = bool(sorts & {"reply_style", "reply_length"}) and not clause.question
        if (
            styles
            and not wishes
            and (_IS_FINE.match(clause.text[hit.end :]) or _FOR_ME.search(clause.text[: hit.start]))
        ):
            _add_style(hit.text, "reply_style", found)
        elif wishes and sorts & {"reply_style", "reply_length"}:
            _read_style(clause, hit, "reply_length" if "reply_length" in sorts else "reply_style", found)
        elif "channel" in sorts and not clause.question:
            _read_channel(clause, hit, found)


def _read_style(clause: Clause, hit: Hit, attribute: str, found: Found) -> None:
    right = clause.text[hit.end :]
    if _THIS_ONCE.search(clause.text) or not _ALWAYS.search(clause.text):
        return
    if _ONE_OFF.match(right) and not re.search(
        r"\b(?:always|every|from now on|prefer|stick)\b", clause.text, re.IGNORECASE
    ):
        return
    if attribute == "reply_length" and not _OF_ANSWERS.match(right):
        return
    word = hit.text.casefold()
    if any(word in one.value.casefold() for one in found.statements):
        return
    before = _NO.search(clause.text[: hit.start][-40:])
    value = hit.text
    if before is not None:
        value = f"{_FEWER.get(before['no'].casefold(), 'no')} {hit.text}"
    elif _NO_USE.match(right):
        value = f"no {hit.text}"
    if attribute == "reply_length" and before is not None and value.startswith("no"):
        attribute = "reply_style"
    if attribute == "reply_length" and re.match(
        r"\s+(?:walk|run|hike|drive|trip|film|movie|story|poem|day|week|time|list of)\b", right
    ):
        return
    _add_style(value, attribute, found)


def _add_style(value: str, attribute: str, found: Found) -> None:
    if not any(value.casefold() in one.value.casefold() for one in found.statements):
        found.add(attribute, value, kind="preference", confidence=0.7)


def _read_channel(clause: Clause, hit: Hit, found: Found) -> None:
    if _REACH.search(clause.text) is None or any(
        hit.text.casefold() in one.value.casefold() for one in found.statements
    ):
        return
    if clause.subject is None and not re.search(r"\b(?:me|us|i)\b", clause.text, re.IGNORECASE):
        return
    if _REFUSED.search(clause.text[: hit.start]):
        found.add("avoids", hit.text, kind="preference", confidence=0.6)
    else:
        found.add("contact_channel", hit.text, kind="preference", confidence=0.7)
