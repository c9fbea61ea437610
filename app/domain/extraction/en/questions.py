"""What an assistant asks for, in English: the attribute of a question, and whom it is about."""

import re
from typing import Final

from app.domain.extraction.clauses import slug
from app.domain.extraction.en.rules import compiled, vague
from app.domain.extraction.en.things import ATTRIBUTES
from app.domain.extraction.en.words import KIN, KIN_PLURALS, PETS
from app.domain.extraction.models import USER, Subject

KIN_PATTERN: Final = "|".join(sorted(map(re.escape, (*KIN, *KIN_PLURALS, *PETS)), key=len, reverse=True))
_SUBJECT: Final = re.compile(
    rf"\byour (?:\w+ )?(?P<kin>{KIN_PATTERN})\b|\b(?P<they>his|her|its|their|he|she|they)\b", re.IGNORECASE
)
_ASKED: Final = tuple(
    (attribute, compiled(pattern))
    for attribute, pattern in (
        (
            "name",
            r"(?:what is|what are|may i (?:have|ask)|can i (?:get|have)|could i (?:get|have)|and|tell me|know) "
            r"(?:your|his|her|its|their|the \w+'s?|your [\w-]+'s?|your [\w-]+) (?:full |first |last |sur)?names?\b|"
            r"names?\?$|who am i (?:speaking|talking|chatting) (?:with|to)|\b(?:is|are) (?:he|she|it|they|your \w+|"
            r"the \w+) (?:called|named)",
        ),
        (
            "address_as",
            r"(?:what|how) (?:should|can|may|shall|do) i (?:call|address) you|like (?:me )?to (?:be called|call "
            r"you)|what do (?:people|you) (?:call you|go by)|prefer to be called",
        ),
        ("pronouns", r"\bpronouns\b"),
        ("age", r"how old\b|what(?: is)? (?:your|his|her) age|\bage\?$|old (?:is|are) (?:he|she|they|you)"),
        ("birthday", r"\bbirthday\b|when (?:were|was) (?:you|he|she|\w+) born|date of birth"),
        (
            "hometown",
            r"where (?:are|is|were|was) (?:you|he|she|your \w+) (?:originally )?(?:from|born|raised)|where did "
            r"(?:you|he|she|your \w+) grow up|originally from",
        ),
        (
            "home",
            r"where (?:do|does|are|is) (?:you|he|she|they|your [\w-]+) (?:currently |now )?(?:live|living|based|"
            r"located|staying|reside|at home)|where (?:are you|in the world)|(?:which|what) (?:city|town|country|"
            r"area|region|part of [\w ]+|neighbou?rhood|place)(?: or \w+)? (?:are|do|is|does) (?:you|he|she|they|"
            r"your)|where you (?:live|are based|are located)|your (?:location|city)\b|where is home",
        ),
        (
            "address",
            r"\baddress\b(?<!email address)|where (?:should|shall|can|do) (?:i|we) (?:ship|send|deliver|mail|post)",
        ),
        (
            "employer",
            r"where do(?:es)? (?:you|he|she|they|your \w+) work|(?:which|what) company|who do(?:es)? (?:you|he|"
            r"she) work for|who is your employer",
        ),
        (
            "job",
            r"what do(?:es)? (?:you|he|she|they|your \w+) do(?: for (?:a living|work))?\b(?! (?:on|in|at|when|for "
            r"fun|to relax|about|with))|what is your (?:job|role|occupation|profession|title|line of work)|what "
            r"(?:kind|sort|type|line) of work|your (?:job|occupation|role)\?",
        ),
        ("work_hours", r"what (?:hours|shifts?) do you work|your (?:working |work )?hours"),
        (
            "major",
            r"what (?:are|do|is|does|did) (?:you|he|she|they) (?:study|studying|majoring in)|your major|field of "
            r"study",
        ),
        (
            "school",
            r"(?:which|what|where) (?:school|university|college|uni)|where do(?:es)? (?:you|he|she) (?:study|go to "
            r"school)",
        ),
        ("grade", r"(?:which|what) (?:grade|year|class)"),
        ("allergy", r"allerg(?:y|ies|ic)"),
        (
            "diet",
            r"(?:dietary|diet|food) (?:needs|restrictions|requirements|preferences?|style|considerations|"
            r"limitations)|\bdiet\b|(?:follow|on) (?:a|any) (?:special |particular )?diet|do you eat (?:meat|"
            r"everything)|anything you do ?n['o]t eat",
        ),
        (
            "avoids",
            r"(?:anything|what|which|foods?|ingredients?) (?:\w+ )?(?:you )?(?:want to |need to |should i |to "
            r")?(?:avoid|leave out|skip|keep out)|do not eat|cannot eat",
        ),
        ("condition", r"(?:medical|health) (?:conditions?|issues?|problems?|concerns?)|injur(?:y|ies)|diagnos"),
        ("medication", r"medications?|medicines?|\bmeds\b|what (?:do|are) you tak(?:e|ing)"),
        ("timezone", r"time ?zone"),
        (
            "reply_language",
            r"(?:which|what) language|language (?:do|would|should|shall)|prefer (?:english|\w+ or \w+)\?|reply in\b",
        ),
        ("language_spoken", r"languages? do you speak"),
        (
            "contact_channel",
            r"(?:best|preferred|easiest|good) (?:way|method|channel)|how (?:can|should|do|shall|would) (?:i|we) "
            r"(?:reach|contact|get (?:in touch|hold))|(?:email|call|text|phone|sms|whatsapp)(?:,)? or "
            r"(?:a )?(?:email|call|text|phone|sms|whatsapp|message)|prefer (?:to be contacted|calls?|emails?|"
            r"texts?)|how would you like to be (?:contacted|reached|notified)",
        ),
        (
            "contact_time",
            r"(?:when|what time|best time|good time)(?: is| can| should| would)? .{0,30}\b(?:reach|call|contact|"
            r"ring|text|phone) you|when are you (?:free|available|reachable|home)",
        ),
        ("email", r"\be-?mail(?: address)?\b"),
        ("phone", r"(?:phone|mobile|cell|contact) ?(?:number)?\b.{0,20}\?|your number"),
        (
            "budget",
            r"\bbudget\b|how much (?:can|do|would|are|could|should) (?:you|we) (?:\w+ )?(?:spend|pay|afford|"
            r"willing|looking|like to spend|invest)|price range|spending limit",
        ),
        ("rent", r"how much (?:is|do you pay)(?: .{0,20})? rent|your rent"),
        ("income", r"how much do you (?:make|earn)|your (?:salary|income)"),
        (
            "deadline",
            r"deadline|when (?:is|are) (?:it|this|that|they|the [\w ]+?) due|by when|when do you need|due date|"
            r"when does it need",
        ),
        (
            "goal",
            r"your (?:\w+ )?(?:goal|aim|target|objective)|what (?:are|do) you (?:\w+ )?(?:hoping|trying|working "
            r"towards?|aiming|want to achieve)|what would you like to achieve",
        ),
        (
            "hobby",
            r"\bhobb(?:y|ies)\b|free time|for fun|to relax|spare time|what sports?|which sports?|(?:which|what) "
            r"instrument",
        ),
        ("wake_time", r"(?:when|what time) do you (?:\w+ )?(?:wake|get) up"),
        ("bed_time", r"(?:when|what time) do you (?:\w+ )?(?:go to (?:bed|sleep)|sleep)"),
        ("height", r"how tall|your height"),
        ("weight", r"how much do(?:es)? (?:you|he|she) weigh|your weight"),
        ("size", r"what size|which size|(?:shoe|shirt|dress|jacket|your) size"),
        ("units", r"metric or|units do you|celsius or|which units"),
        ("car", r"what (?:kind of |sort of )?(?:car|vehicle)|(?:which|what) car"),
        (
            "breed",
            r"(?:which|what) (?:kind|breed|type|sort)(?: of (?:dog|cat|pet|animal|bird))?\b.{0,20}(?:is (?:he|she|"
            r"it)|do you have|have you got)|what breed",
        ),
        ("pet", r"any pets|(?:have|got) (?:any )?pets|what pets"),
        ("children", r"how many (?:kids|children|sons|daughters)|(?:any|have) (?:kids|children)"),
        ("siblings", r"(?:how many|any) (?:siblings|brothers|sisters)"),
        (
            "housing",
            r"(?:rent or own|house or (?:a |an )?(?:flat|apartment)|do you live (?:alone|with)|who do you live "
            r"with)",
        ),
        ("operating_system", r"(?:which|what) (?:os|operating system|platform)|(?:windows|mac)(?:,)? (?:or|mac)"),
        ("editor", r"(?:which|what) (?:editor|ide)"),
        (
            "tech_stack",
            r"(?:which|what) (?:\w+ )?(?:stack|framework|language|database|db|tech|technology|technologies|library|"
            r"backend|frontend|programming language|languages) (?:are|do|is|does|did|would)|(?:tech |your )stack",
        ),
        ("work_mode", r"remote(?:ly)? or|(?:from home|in the office|hybrid)\b.{0,12}\?"),
        ("commute", r"how do you (?:get to|commute)|how long is your commute|your commute"),
        (
            "likes",
            r"what (?:kinds?|sorts?|types?|style|genres?) of [\w ]+ (?:do|are|does|would) (?:you|he|she|they) "
            r"(?:\w+ )?(?:like|enjoy|prefer|into|love|read|watch|listen|play|eat|drink|want)|what do(?:es)? (?:you|"
            r"he|she|they|your \w+) (?:like|enjoy|prefer|love)|do you prefer|which do you prefer|or (?:do you|"
            r"would you) prefer|what (?:are|is) (?:you|he|she) into|your (?:taste|preference)",
        ),
        (
            "dislikes",
            r"what do(?:n't| not) you like|(?:anything|what) (?:do )?you (?:dislike|hate|can ?not stand)|dislikes?",
        ),
        ("reply_length", r"(?:short|brief|long|detailed).{0,20}\bor\b.{0,20}(?:short|brief|long|detailed|thorough)"),
    )
)
_NAMED: Final = compiled(
    r"\b(?:what is|what are|and|tell me|what was) your (?:current |new )?(?P<what>[\w' -]{2,30}?)\?|\b(?:which|"
    r"what) (?P<what2>[\w -]{2,25}?) (?:do|are|did|does|will|would) you\b|\byour favou?rite (?P<what3>\w+)"
)


_THING: Final = compiled(
    r"\b(?:(?:what|which) (?:kinds?|sorts?|types?|styles?|brands?|makes?|genres?) of|(?:what|which)) (?P<v>(?!(?:is|"
    r"are|was|were|do|does|did|would|will|"
    r"can|could|should|happened?|seems?|else|about|if|exactly|brings?|went|makes?|kind|sort|type|version|error|issue|"
    r"problem|part|way|one|help|"
    r"message|time is it)\b)[\w'-]+(?: (?!(?:is|are|was|were|do|does|did|would|will|can|could|should|you|your|i|for|"
    r"to|of)\b)[\w'-]+)?)\b|"
    r"\bwhat is the (?P<v2>(?!(?:issue|problem|error|matter|point|question|plan|difference|catch|goal|best|worst|"
    r"hardest|rest|story)\b)[\w'-]+)"
    r"\?|\bhow many (?P<v3>[\w'-]+)"
)
_HOW: Final = re.compile(
    r"\bhow (?P<v>long|often|far|frequently) (?:have|has|do|does|did|is|are|will|would|can) (?:you|your|he|she|they)\b",
    re.IGNORECASE,
)
_MEASURES: Final = {"long": "duration", "often": "frequency", "frequently": "frequency", "far": "distance"}
_EITHER: Final = re.compile(
    r"\b(?:do|are|does|is|will) (?:you|he|she|they|your \w+) (?:usually |mostly |mainly |currently )?(?P<v>(?!want|"
    r"need|mean|like)[a-z]{3,})\b[^?]* or "
    r"(?!not\b|no\b|something|anything)[^?]+\?",
    re.IGNORECASE,
)
_OPEN: Final = compiled(
    r"\b(?:what|who) (?:will|do|does|did|would|are|is) (?:you|your [\w' -]+?|he|she|they) (?P<v>sell|serve|grow|make|"
    r"bake|cook|play|study|teach|write|build|"
    r"collect|drive|ride|brew|paint|design|enjoy|enjoying|prefer|avoid|drink|eat|train|coach|live|travel|share|sing|"
    r"raise|breed|restore|selling|growing|"
    r"making|playing|teaching|writing|building|driving|training)(?: with)?\b"
)


def asked_for(question: str) -> tuple[str, Subject] | None:
    """Return the attribute and subject that a question asks for; None where it asks for none that rules know."""
    for attribute, pattern in _ASKED:
        if pattern.search(question):
            return attribute, _about(question)
    match = _NAMED.search(question)
    if match is None:
        return _asked_of_anything(question)
    what = match["what"] or match["what2"] or (f"favourite {match['what3']}" if match["what3"] else "")
    if vague(what) or what.split()[0].casefold() in (
        "kind",
        "sort",
        "type",
        "time",
        "else",
        "question",
        "thoughts",
        "plan",
        "plans",
        "next",
        "day",
        "day's",
    ):
        return None
    name = slug(what)
    return ATTRIBUTES.get(name, name), _about(question)


def _asked_of_anything(question: str) -> tuple[str, Subject] | None:
    """Return the noun, or the verb, that a question of no known kind asks for ("and what kind of music?")."""
    if match := _HOW.search(question):
        return _MEASURES[match["v"].casefold()], _about(question)
    if re.search(r"\bwho is (?:the |this |that |it )?[\w' ]{0,20}?for\b", question, re.IGNORECASE):
        return "recipient", USER
    if match := _EITHER.search(question):
        return slug(match["v"]), _about(question)
    if match := _OPEN.search(question):
        return slug(match["v"]), _about(question)
    match = _THING.search(question)
    what = (match["v"] or match["v2"] or match["v3"] or "") if match else ""
    if not what or vague(what):
        return None
    name = slug(what)
    return ATTRIBUTES.get(name, name), _about(question)


def _about(question: str) -> Subject:
    match = _SUBJECT.search(question)
    if match is None or not match["kin"]:
        return USER
    word = match["kin"].casefold()
    return Subject(KIN.get(word) or KIN_PLURALS.get(word) or PETS[word])
