"""Chinese clauses that only go on from the one before: "在銀行上班 | 做風控", "姓欧 | 单名一个泽字"."""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.text import fold
from app.domain.extraction.zh.values import NUMBER, tidy

_DOES: Final = re.compile(
    r"^(?:主要|就|现在|一直|专门|负责|天天|是)*(?:做|搞|当|干|负责|管)(?P<job>(?!饭|"
    r"菜|作业|梦|完|好|了|什么|题|主|事|人)[^,，]{2,10}?)(?:的|了)?$"
)
_GIVEN: Final = re.compile(r"单名(?:一个|个|是)?(?:字)?(?P<name>[\u4e00-\u9fff])(?:字)?")
_GOAL_OPENS: Final = re.compile(
    r"(?:定|立|有)(?:了|下)?(?:个|一个)?(?:小|新|大)?(?:目标|flag|计划)$|(?:目标|flag|心愿|愿望)[^,，不没]{0,6}$"
)
_PROMISE_OPENS: Final = re.compile(
    r"拉(?:过|了)?[勾钩]$|(?:[说讲约谈讨商]好|商量好|约定|答应|保证|承诺|发(?:过|了|下)?毒?誓|立(?:过|了|下)?誓"
    r"|立(?:过|了|下)?军令状|打(?:过|了)?包票|拍(?:过"
    r"|了|着)?胸脯|夸(?:下|了)?海口|许(?:过|了|下)?(?:愿|诺))(?:了|过|过的|的|她|他)*$"
)
_NEW_IS: Final = re.compile(
    r"^(?:新的|新号码?|现在|新地址|新名字)(?:是|叫|用的?是?|在|:|：)[ ]?(?P<value>[^,，]{2,24})$"
)
_CHANGED: Final = re.compile(
    r"^(?:我的?|公司|家里?的?)*(?P<key>[\u4e00-\u9fffa-z]{1,6}?) ?(?:也|都|已经|又|刚|上周|昨天|给)*(?:换|改|变"
    r"|升级|搬|丢|坏)(?:过|掉)?(?:了|啦)$"
)
_CHANGING: Final = {
    "号码": "phone",
    "手机号": "phone",
    "电话": "phone",
    "邮箱": "email",
    "微信": "wechat",
    "地址": "home",
    "公司": "employer",
    "车": "car",
    "电脑": "computer",
    "手机": "phone_model",
    "office": "workplace",
    "办公室": "workplace",
    "单位": "workplace",
}
_HOW_LONG: Final = re.compile(
    rf"(?:单程|来回|大概|差不多|要|得|也就|将近|一趟|每天)*{NUMBER}(?:个?多?半?小时|个?钟头|分钟|站)(?:半|多|左右)?"
)
_MINE_IS: Final = re.compile(r"^我的(?:就)?(?:是|叫|:|：)[ ]?(?P<value>(?=[^@]*[\d_@-])[a-z0-9][a-z0-9_.@-]{4,30})$")
"""A handle said to be the user's own beside somebody else's ("房东微信是… | 我的是 mian_tang")."""


def _handle_of(value: str) -> str:
    if "@" in value:
        return "email"
    return "phone" if value.isdigit() else "handle"


def read_continued(told: Told, before: list[Statement]) -> list[Statement]:
    """Read what only goes on from the clause before: "在銀行上班 | 做風控", "姓欧 | 单名一个泽字 | 欧泽"."""
    attributes = {one.attribute: one for one in before if one.action == "state" and one.subject == told.subject}
    if attributes.keys() & {"employer", "workplace"} and "job" not in attributes and (match := _DOES.match(told.text)):
        return [give(told, "job", tidy(told.part(*match.span("job"))))]
    for attribute, opens in (("goal", _GOAL_OPENS), ("commitment", _PROMISE_OPENS)):
        if told.opened and opens.search(told.opened):
            value = tidy(told.part(0, len(told.text)))
            return [give(told, attribute, value, 0.7)] if len(value) > 2 else []
    if (fresh := _NEW_IS.match(told.clause.plain)) and (what := _CHANGED.match(told.opened)):
        return [give(told, _CHANGING.get(what["key"], what["key"]), tidy(told.clause.part(*fresh.span("value"))), 0.8)]
    if "commute" in attributes and _HOW_LONG.fullmatch(told.text):
        return [give(told, "commute_time", tidy(told.part(0, len(told.text))), 0.7)]
    if mine := _MINE_IS.match(told.clause.plain):
        value = tidy(told.clause.part(*mine.span("value")))
        return [give(told, _handle_of(value), value, 0.7)] if value else []
    surname = attributes.get("surname")
    if not surname and told.role == "user" and (given := _GIVEN.match(told.text)):
        return [give(told, "name", told.part(*given.span("name")))]
    if surname and told.role == "user":
        if given := _GIVEN.search(told.text):
            return [give(told, "name", surname.value + told.part(*given.span("name")))]
        if told.text.startswith(fold(surname.value)) and 2 <= len(told.text) <= 4 and "name" not in attributes:
            return [give(told, "name", told.part(0, len(told.text)))]
    return []
