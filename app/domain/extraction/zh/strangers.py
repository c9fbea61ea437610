"""People that a clause is about without being anybody of the user's: told by their trade and how they are pointed at.

"新来的大区经理 | 玩铁人三项", "拼车司机佛山人", "洗牙的那个大夫养了九只猫" speak of strangers; "程序员 | 外包",
"小学老师带五年级" of the speaker.
"""

import re
from typing import Final

from app.domain.extraction.zh.lexicon import find_words

_POINTED: Final = re.compile(
    r"新(?:来|调来|招)|那[个位]?|这[个位]|楼[上下]|隔|对[门面桌]|飞机|高铁|火车|地铁|拼车|顺风车|滴滴|快递|"
    r"(?:公司|单位|小区|店里?|医院|学校|班上|厂里?)(?:里|的|那|有|新|一个|来)|有[个位]|某|们|前|别|网|的$|村里|"
    r"镇上|门口|家政|以前的"
)
_HOUSE: Final = re.compile(r"[店摊行馆厂楼校院铺局场站城吧园所]$")
"""A house of trade in front of its owner or staff ("琴行老板")."""
_OWN: Final = re.compile(
    r"我(?!们)|俺|咱(?!们)|本人|(?<!就)是|当|做|干|作为|身为|一名|成|考|转|想|学|退|从|找|请|招|约|给|跟|和|问|在|"
    r"比|像|嫁|娶|教|答应|应|求|等|欠|送|认识|见|怕|喜欢|讨厌|听|信|谢"
)
_GOES_ON: Final = re.compile(
    r"^(?:一[枚个名只位]|的?$|啦|了$|出身|带|教|开(?!玩笑)|跑|干|做|负责|一线|三班|上班|值|倒|"
    r"[\d一二三四五六七八九十]+(?:年|岁)|刚|兼|外包|编制|在编|合同|[^,，]{0,4}(?:三班倒|夜班|加班))"
)
_WORK: Final = frozenset(
    [
        "测试",
        "运维",
        "前端",
        "后端",
        "全栈",
        "运营",
        "财务",
        "行政",
        "销售",
        "采购",
        "后期",
        "翻译",
        "校对",
        "编辑",
        "策划",
        "文案",
        "指挥",
        "体制内",
        "监理",
        "审计",
        "风控",
        "会计",
        "前台",
        "网管",
        "调度",
        "助理",
    ]
)
"""Trades that are as well the work itself."""
_FAR: Final = 9


def is_stranger(plain: str, start: int) -> bool:
    """Whether a clause (folded) begins at `start` with a person of some trade who is not the speaker."""
    for hit in find_words(plain):
        if hit.start - start > _FAR:
            return False
        if "trade" not in hit.classes or hit.start < start or hit.word in _WORK:
            continue
        before, after = plain[start : hit.start], plain[hit.end :]
        if _OWN.search(before):
            return False
        goes_on = _GOES_ON.match(after) or after.startswith(("、", "/"))
        if _POINTED.search(before) or (after and not goes_on and _HOUSE.search(before)):
            return True
        return len(hit.word) > 2 and bool(after) and not goes_on
    return False
