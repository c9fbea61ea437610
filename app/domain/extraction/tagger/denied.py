"""Claims of what a message denies ("don't answer in English") or says of somebody else ("Marco is our manager")."""

import re
from typing import Final

from app.domain.extraction.models import USER, Statement
from app.domain.extraction.wording import words

_MOST_BEFORE: Final = 80
"""Characters before a value that are looked at."""
_DENIABLE: Final = words(
    "reply_language language language_spoken reply_length reply_style pet employer workplace home hometown school"
)
"""Attributes of which rules read the value where it is only denied."""
_CLAUSE: Final = re.compile(r"[^,.;:!?，。；：！？\n]*$")
_BEFORE: Final = re.compile(
    r"\b(?:(?:do|does|did|is|are|am|was|were|ca|wo|would|should|have|has|ai)n['’]?t|not|never|cannot|stop|no)"
    r"(?: again)?(?: (?!only|just|left|leave|missed|without|but|for)[\w'’-]+){0,4} $|"
    r"(?:不(?![仅只光但管论過过])|别|別|勿|禁止|没有?|沒有?)(?![^，。]{0,2}开)[^，。]{0,6}$",
    re.IGNORECASE,
)
_OF_WORK_OR_CONTACT: Final = words("job employer workplace phone email home name")
_OF_SOMEBODY: Final = re.compile(
    r"(?:^|[.!?;]\s+)(?!(?:It|He|She|This|That|There|Here|What|My|Our|Mine|Name|Home|Work|Job|Today|Now|I)\b)"
    r"[A-Z][a-z]+(?: [A-Z][a-z]+)? (?:is|was|works as) (?:our|the|a|an) (?:[\w-]+ )?$|"
    r"\b(?:[Cc]all|[Rr]ing|[Pp]hone|[Tt]ext|[Rr]each) (?:the|my|our) (?:[\w']+ ){1,3}(?:at|on) $|"
    r"(?:客服|前台|医院|酒店|学校|餐厅|快递|热线|物业)(?:的?电话|的?号码|热线)[^，。]{0,3}$|"
    r"(?:游戏|剧|戏|小说|故事|梦|网|群)(?:里|中)[^，。]{0,4}[叫是]$"
)
_ALONE: Final = re.compile(r"^\W*(?:no|not|nope|别|不)\W+$", re.IGNORECASE)
_WITH_IT: Final = re.compile(r"^(?:no|not|don['’]?t|never|不|别|別|没|沒|勿)", re.IGNORECASE)
"""A value that says itself that it is denied ("别太长")."""


def is_of_somebody(text: str, claim: Statement, start: int) -> bool:
    """Whether the words before the value of a claim about the user, which stands at `start`, say whose it is."""
    if claim.attribute not in _OF_WORK_OR_CONTACT or claim.subject != USER:
        return False
    return is_said_of_somebody(text, start)


def is_said_of_somebody(text: str, start: int) -> bool:
    """Whether the words before a value, which stands at `start`, say that it is somebody else's ("call the vet at")."""
    return _OF_SOMEBODY.search(text[max(0, start - _MOST_BEFORE) : start]) is not None


def is_denied(text: str, claim: Statement, start: int) -> bool:
    """Whether the clause before the value of a claim, which stands at `start`, denies it."""
    if claim.attribute not in _DENIABLE or _WITH_IT.search(claim.value):
        return False
    clause = _CLAUSE.search(text[max(0, start - _MOST_BEFORE) : start])
    before = clause[0] if clause is not None else ""
    return _BEFORE.search(before) is not None and _ALONE.match(before) is None
