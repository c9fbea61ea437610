"""Names and nicknames, in English.

Kinds of saying: "i'm Sam", "my name is …", "call me …", "everyone calls me …", "just Hana is fine", "it's dmitri
here", "i go by …".
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.rules import compiled
from app.domain.extraction.en.text import bare, cut
from app.domain.extraction.en.words import NOT_A_NAME

_NAME: Final = r"(?P<v>[^\W\d_][\w'’.-]*(?: (?-i:[A-Z])[\w'’.-]+){0,3})"
_NAMES: Final = tuple(
    (attribute, compiled(pattern), sure)
    for attribute, pattern, sure in (
        (
            "name",
            rf"\bmy (?:full |first |real |legal |actual |given |birth )?name (?:is|=|:) ?(?:actually |now |spelled "
            rf")?{_NAME}",
            True,
        ),
        ("name", rf"^(?:full |first )?name ?[:=] ?{_NAME}", True),
        ("name", rf"^(?:my name |the name )?(?:is |it is )?{_NAME} (?:is my (?:\w+ )?name|is the name)\b", True),
        (
            "address_as",
            rf"\b(?:call|address|refer to|know) me (?:as |by )?(?:just |simply )?(?!(?:if|when|at|on|back|after|"
            rf"before|tomorrow|tonight|later|crazy|old|stupid|paranoid|weird|lazy|right|now|a|an|in|by|what|"
            rf"whatever|anything|that|it|names|out|asap|up|for|today|any|maybe|instead|please|or)\b){_NAME}",
            True,
        ),
        (
            "address_as",
            rf"\b(?:i |people |everyone |friends |my friends |they |you can |i prefer to |i would rather |just "
            rf")(?:usually |mostly |mainly |can |all )?(?:go by|prefer to be called|like to be called|answer to|"
            rf"call me)(?: just| the name)? {_NAME}",
            True,
        ),
        (
            "address_as",
            rf"\b(?:just|plain|simply|only) {_NAME} (?:is (?:fine|ok|okay|good|enough|great|perfect)|will do|works|"
            rf"please)\b",
            True,
        ),
        ("address_as", r"^(?-i:(?P<v>[A-Z][\w'-]+)) (?:is (?:fine|ok|okay|enough)|will do|for short)\b", True),
        (
            "nickname",
            r"\b(?:everyone|people|everybody|they|friends|my (?:friends|family|kids|wife|husband|mom|mum|dad|"
            r"mates?|team)) (?:just |usually |all |always )*calls? me (?-i:(?P<v>[A-Z][\w'-]+))",
            True,
        ),
        (
            "name",
            rf"^(?:this is|it is|its|it is me,?|i am called|am called|name is|i am|the name is|names) (?:still |"
            rf"just |actually )?{_NAME}(?= here|$|,| and | from | by the way| btw| nice to| by name|\.)",
            False,
        ),
        ("name", rf"^{_NAME} here\b(?! (?:is|are|to)\b)", False),
        (
            "name",
            r"\b(?:put me down|sign me up|sign (?:it|this|that|them)|sign off|register me|book (?:it|me)|book(?:ed)? "
            r"under|"
            r"make it out|address it|list me|credit me|enter me|i am down)(?: please)? (?:as|to|under|for)"
            r"(?: the name)?(?: of)? (?P<v>(?-i:[A-Z])(?:[\w'’-]+|\.)(?: (?-i:[A-Z])[\w'’.-]+){0,3})",
            True,
        ),
        (
            "nickname",
            r"\b(?:everyone|everybody|people|ppl|friends|they|most people) says? (?-i:(?P<v>[A-Z][\w'-]+))$",
            True,
        ),
        (
            "nickname",
            r"\b(?:people|ppl|they|everyone|folks|(?:the|my) \w+)(?: (?:at|in|on|from) (?:the |my )?\w+)? (?:just |"
            r"all )?calls? me "
            r"(?-i:(?P<v>[A-Z][\w'-]+))",
            True,
        ),
        (
            "name",
            r"^(?:it is |its |that is |my name is |name is )?(?:spelled|spelt|written)(?: like| as)? "
            r"(?-i:(?P<v>[A-Z][^\W\d_][\w'’-]*))(?! (?:name|word)\b)",
            True,
        ),
        ("nickname", rf"\b(?:my )?(?:nickname|nick|alias) (?:is|=|:) ?{_NAME}", True),
        ("nickname", rf"\bnicknamed {_NAME}", True),
    )
)
_GREETED: Final = re.compile(
    r"\b(?:hi+|hey+|hello|heya|yo|greetings|good (?:morning|evening|afternoon)|nice to meet|howdy|hiya)\b",
    re.IGNORECASE,
)


def read_name(clause: Clause, found: Found) -> None:
    """Add the name that a clause gives the user, the first that fits."""
    for attribute, pattern, sure in _NAMES:
        match = pattern.search(clause.text)
        if match is None or (clause.subject is None and attribute not in ("nickname", "address_as")):
            continue
        name = match["v"].rstrip(".,'-")
        word = name.split()[0]
        if NOT_A_NAME.match(word) and (not sure or not word[0].isupper()):
            continue
        if (
            not sure
            and not (word[0].isupper() and (not word.isupper() or len(word) < 4))
            and not _GREETED.search(clause.sentence)
        ):
            continue
        if found.add(
            attribute, (name if "." in name else cut(name)) if sure else bare(name), confidence=0.9 if sure else 0.8
        ):
            return
