"""What the user is called, in Chinese: "我叫…", "我是钟离雪", "别叫我X，改Y", "大家都喊我X"."""

import re
from dataclasses import replace
from typing import Final

from app.domain.extraction.models import USER, Statement
from app.domain.extraction.zh.rule import applies, give, read_rule
from app.domain.extraction.zh.self import CALLED_BY_ALL
from app.domain.extraction.zh.self_patterns import NAMES
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.values import looks_like_name, tidy

_I_AM: Final = re.compile(
    r"^(?:还?是|就是|这里是|这边是|:|：)?(?P<name>[\u4e00-\u9fff]{2,4}?)(?:啦|呀|啊|"
    r"哈|哦|喔)?$"
)
_NO_MORE_CALLED: Final = re.compile(r"(?:别|不要|甭|不用)(?:再|老)?(?:叫|喊|称呼)")
_CALL_ANEW: Final = re.compile(
    r"^(?:请|就|还是|以后|直接|要|得|,)*(?:叫|喊|称呼|改|换|改叫|换成|"
    r"改成)(?:我)?(?P<name>[\u4e00-\u9fff]{1,4}?|[a-z]{2,12})(?:吧|就行|就好|哈|啦)?$"
)
_NICKED: Final = re.compile(
    r"^[小老阿](?!白|学|孩|偷|编|号|手|人|外|板|师|乡|大|姨|明$|年|百|资|区|县|镇|城|"
    r"狗|猫|众|气|心|时|说|吃|本|三|家|爸|妈|公|婆|兵|油|司|员|毛|板)[\u4e00-\u9fff]$"
)
_I_AM_LATIN: Final = re.compile(r"^(?:还|就)?是(?:个|一个|一名|做)?[ ]?(?P<name>[a-z][a-z/]{1,12})(?:的)?$")


def read_names(told: Told) -> list[Statement]:
    """Return the names, nicknames and forms of address that a clause gives the user."""
    found: list[Statement] = []
    anew = _CALL_ANEW.match(told.clause.plain)
    if anew and _NO_MORE_CALLED.search(told.opened):
        return [Statement("preference", "address_as", told.clause.part(*anew.span("name")))]
    for rule in NAMES:
        called = told.role == "you" and "address_as" in rule.pattern.groupindex
        if applies(rule, told) or called:
            found += read_rule(rule, replace(told, subject=USER) if called else told)
    if (
        told.role == "user"
        and told.explicit
        and (name := _I_AM.match(told.text))
        and (looks_like_name(name["name"]) or _NICKED.match(name["name"]) is not None)
    ):
        found.append(give(told, "name", told.part(*name.span("name"))))
    if told.role == "user" and told.explicit and (am := _I_AM_LATIN.match(told.text)):
        latin = told.part(*am.span("name"))
        if latin.isupper() and len(latin) > 1:
            found.append(give(told, "job", latin))
        elif latin.istitle() and " " not in latin.strip():
            found.append(give(told, "name", latin, 0.7))
    if nicked := CALLED_BY_ALL.pattern.search(told.clause.plain):
        found.append(Statement("fact", "nickname", tidy(told.clause.part(*nicked.span("nickname")))))
    return found
