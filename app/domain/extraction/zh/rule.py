"""Rules of Chinese extraction as data: a pattern whose named groups are the attributes it gives."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from app.domain.extraction.attributes import holds_many
from app.domain.extraction.models import USER, Statement, StatementKind
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.values import split_list, tidy

Who = Literal["user", "any", "close", "speaker"]

KINDS: Final[dict[str, StatementKind]] = {
    **dict.fromkeys(
        (
            "likes",
            "dislikes",
            "avoids",
            "diet",
            "coffee",
            "reply_style",
            "reply_length",
            "reply_language",
            "rule",
            "contact_channel",
            "contact_time",
            "address_as",
            "favourite_colour",
            "favourite_food",
            "favourite_music",
            "favourite_team",
        ),
        "preference",
    ),
    "goal": "goal",
    "commitment": "commitment",
}
"""The kind of a statement follows from its attribute; everything else is a fact."""

ADV: Final = (
    r"(?:现在|目前|当前|如今|眼下|最近|近来|近期|今年|去年|平时|平常|平日|一般|通常|"
    r"一直|一向|向来|从小|从来|自己|其实|真的|确实|本来|"
    r"就|还|也|都|已经|刚刚|刚|才|又|总是|老是|总|老|经常|常常|常|每天|天天|特别|"
    r"特|超级|超|很|非常|挺|比较|相当|最|更|蛮|巨|贼|太|有点|"
    r"主要|大多|基本上|基本|差不多|一个人|个人|本身|是|则|倒是|倒|当然|后来|终于|"
    r"正式|正在|正|可|偶尔|这人|这个人|真|好|呢|啊|的话|"
    r"currently|now|just|always|really|recently|mainly|mostly|still|这些年|这几年|"
    r"这两年|这阵子|反正|尤其|越来越|慢慢|渐渐|开始|以后|打小|全家|一家人|家|"
    r"[一二两三四五六七八九十\d]+年前|上个?月|上周|前年|前阵子|前段时间|不久前|毕业后|"
    r"婚后|大概|大约|算是|属于|只|专门|全(?![脂麦素屏球栈职糖])|(?<=我)这|平均|每周|周末|目前为止|日常|"
    r"本来就|[, ])"
)
"""What may stand between a subject and its verb without denying it."""
A: Final = rf"^{ADV}{{0,6}}"


@dataclass(frozen=True, slots=True)
class Rule:
    """`pattern` is searched in a predicate; each named group that matched becomes a statement under that attribute.

    A group `x__2` is a second place for the attribute `x`. `who` may be spoken of ("speaker": the user, also where a
    clause without a subject goes on after one about somebody close); `whole` keeps a list together;
    `passing` says that a time limit in the sentence ("这周") turns the statement into a plan.
    """

    pattern: re.Pattern[str]
    who: Who = "user"
    confidence: float = 0.9
    whole: bool = False
    passing: bool = False


def rule(pattern: str, who: Who = "user", confidence: float = 0.9, whole: bool = False, passing: bool = False) -> Rule:
    """Return a rule for a pattern."""
    return Rule(re.compile(pattern), who, confidence, whole, passing)


def kind_of(attribute: str) -> StatementKind:
    """Return the kind of statements under an attribute."""
    return KINDS.get(attribute, "fact")


def applies(rule: Rule, told: Told) -> bool:
    """Whether a rule may speak of whom a clause is about."""
    if told.role == "close":
        return rule.who in ("any", "close") or (rule.who == "speaker" and not told.explicit)
    return told.role == "user" and rule.who != "close"


def give(
    told: Told, attribute: str, value: str, confidence: float = 0.9, valid_to: datetime | None = None
) -> Statement:
    """Return a statement about the subject of a clause."""
    return Statement(kind_of(attribute), attribute, value, told.subject, confidence=confidence, valid_to=valid_to)


def read_rule(rule: Rule, told: Told) -> list[Statement]:
    """Return what a rule takes out of a clause."""
    match = rule.pattern.search(told.text)
    if match is None and told.front >= told.body:
        return []
    if told.front < told.body and (not match or rule.pattern.pattern.startswith("^(?P<")):
        told = replace(told, body=told.front)
        match = rule.pattern.search(told.text)
    if not match:
        return []
    if rule.who == "speaker":
        told = replace(told, subject=USER)
    several = all(holds_many(group.split("__")[0]) for group in rule.pattern.groupindex)
    matches = list(rule.pattern.finditer(told.text))[:8] if several else [match]
    return [one for match in matches for one in _taken(rule, told, match)]


def _taken(rule: Rule, told: Told, match: re.Match[str]) -> list[Statement]:
    found: list[Statement] = []
    for group in rule.pattern.groupindex:
        start, end = match.span(group)
        if start < 0 or group.startswith("_"):
            continue
        attribute = group.split("__")[0]
        typed = told.part(start, end)
        values = split_list(typed) if holds_many(attribute) and not rule.whole else [tidy(typed)]
        found += [give(told, attribute, value, rule.confidence) for value in values if value]
    return found
