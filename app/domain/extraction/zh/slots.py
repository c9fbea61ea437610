"""Canonical places for things of a kind, so that a new one takes the place of the old whatever wording was used.

- products: "数据库换成达梦" and "生产库是 OceanBase" are both `database` (kinds of which people have one at a time);
  two of a kind in one message stand side by side, as tools
- what recurs under its own noun: "陶艺课是每周日上午", "陶艺课改到周六" are both the fact `陶艺课`
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.lexicon import find_words
from app.domain.extraction.zh.plans_patterns import PART, TIME, WEEKDAY
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.text import fold
from app.domain.extraction.zh.values import tidy

ONE_AT_A_TIME: Final = frozenset(
    [
        "database",
        "build_tool",
        "package_manager",
        "editor",
        "operating_system",
        "ci",
        "code_host",
        "project_tool",
        "note_app",
        "browser",
        "input_method",
        "frontend",
        "phone_model",
        "computer",
        "tablet",
        "car",
        "watch",
    ]
)
_BESIDE: Final = re.compile(
    r"另外|两个都|都在用|都用|同时|也(?:用|上|装|开)|还(?:用|装)|[加添](?:了|装)|多了|新增|又(?:上|加|添|买|入)|"
    r"一起用|换着"
)
"""One more of a kind beside the other."""
_LOOSE: Final = frozenset(("tool", "owns", "tech_stack", "deployment", "uses"))
_NOUN: Final = (
    r"(?P<what>(?!我|你|他|她|这|那|今|明|上|下|每|周|的)[\u4e00-\u9fffa-z]{1,6}?(?:课|班|会(?!员)|训练|门诊|"
    r"治疗|排练|值班|复诊|团练|球局|牌局|直播|讲座|答辩|面试|家教|透析|化疗|推拿|按摩|针灸|体检|航班|火车|高铁|"
    r"飞机|动车|婚礼|聚餐|手术|考试))"
)
_WHEN: Final = (
    rf"(?P<when>(?:每|隔|单|双|逢|这|下|本)?(?:个|隔)?(?:{WEEKDAY}(?:[、和跟到至]?{WEEKDAY}|[一二三四五六日])*|"
    rf"天|\d{{1,2}}月\d{{1,2}}[号日]?|\d{{1,2}}[号日]|明天|后天|月[底初])?(?:的)?(?:{PART})?(?:{TIME})?)"
)
_RECURRING: Final = re.compile(
    rf"(?:每个?|逢|隔)?{WEEKDAY}(?:[、和跟到至]?{WEEKDAY}|"
    rf"[一二三四五六日])*(?:的)?(?:{PART})?(?:{TIME}(?:[到至-]{TIME})?)?(?:我|都|要|得|是|有|去|上|他|她|固定|"
    rf",)*(?P<what>[\u4e00-\u9fff]{{2,6}}?)(?P<noun>课|班(?!车)|训练|门诊|治疗|排练|值班|例会|透析|推拿|按摩|"
    rf"针灸)?(?=$|[,，]|的时间|长期|雷打|固定|练|打)"
)
_HELD: Final = re.compile(
    rf"^(?:我|我们|俺|的|家|那个|这个|以后|现在|从[^,，]{{1,6}}|,)*{_NOUN}(?:时间|的时间|也|都|又|被|临时|统一|"
    rf"以后|现在|从(?:每)?{WEEKDAY}[^,，改换挪调推提延]{{0,6}})*(?P<verb>是|在|定在|固定在|安排在|改在|改到|"
    rf"改成|改为|换到|换成|挪到|挪去|调到|调成|提前到|推迟到|延到|顺延到|推到|变成|(?=每|逢|隔|"
    rf"周[一二三四五六日]))(?:了)?{_WHEN}(?:了|吧|啦|上|$)"
)


def read_held(told: Told) -> list[Statement]:
    """Return when something recurs or takes place, under its own noun; a change of it ends what was said before."""
    match = _HELD.match(told.clause.plain[: told.end])
    if told.role not in ("user", "close") or not match or len(match["when"]) < 2:
        return []
    clause = told.clause
    what = clause.part(*match.span("what"))
    value = tidy(clause.part(*match.span("when"))) + what
    found = [give(told, what, value, 0.9)]
    if match["verb"] not in ("", "是", "在", "定在", "固定在", "安排在"):
        found.insert(0, Statement("fact", "", what, told.subject, "retract", 0.9))
    return found


def read_recurring(told: Told) -> list[Statement]:
    """Return what recurs on a day of the week though no verb says so ("礼拜六上午围棋课")."""
    plain = told.clause.plain[: told.end]
    match = _RECURRING.search(plain)
    if (
        told.role not in ("user", "close")
        or not match
        or re.search(r"[这下上本][个]?$|改|换|不|没|了$", plain[: match.start()])
    ):
        return []
    if not match["noun"] and not any(word.classes & {"hobby", "act"} for word in find_words(match["what"])):
        return []
    return [give(told, "schedule", tidy(told.clause.part(*match.span())), 0.7)]


def placed_by_kind(found: Sequence[Statement], message: str) -> list[Statement]:
    """Return the statements of a message (folded) with products under the attribute of their kind."""
    beside = bool(_BESIDE.search(message))
    named = [_placed(one) for one in found]
    values: dict[tuple[object, str], set[str]] = defaultdict(set)
    for one in named:
        if one.action == "state" and one.attribute in ONE_AT_A_TIME and not one.corrects:
            values[one.subject, one.attribute].add(fold(one.value))
    return [
        replace(one, attribute="tool")
        if one.attribute in ONE_AT_A_TIME and (beside or len(values[one.subject, one.attribute]) > 1)
        else one
        for one in named
    ]


def _placed(one: Statement) -> Statement:
    if one.action != "state" or one.corrects or len(one.value) > 20:
        return one
    if one.attribute not in _LOOSE | ONE_AT_A_TIME and one.attribute.isascii() and one.attribute != "backend":
        return one
    words = find_words(fold(one.value))
    kinds = {kind for word in words for kind in word.classes & ONE_AT_A_TIME}
    if (
        len(words) != 1
        or len(kinds) != 1
        or one.attribute in kinds
        or 2 * (words[0].end - words[0].start) < len(one.value)
    ):
        return one
    return replace(one, attribute=kinds.pop(), value=one.value[words[0].start : words[0].end])
