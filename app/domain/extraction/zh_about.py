"""What the user says of themselves that lasts, in Chinese, and no rule knows by kind: in their own words, vaguely.

Taken are clauses with "我" or a family member as subject that tell of a habit or a leaning ("我值日都排周三"), a role
or a possession ("我是…的", "我有辆…"), or how long something has gone on ("…五年了"). Not taken: what is passing, felt,
asked for or denied, and clauses without a subject of their own.
"""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh_rule import give
from app.domain.extraction.zh_subjects import Told
from app.domain.extraction.zh_values import NUMBER, columns, tidy

_LASTS: Final = re.compile(
    rf"^(?:其实|就|也|都|还|现在|目前|一直|从小|这人|这个人|本来|平时|经常|总|老|"
    rf"几乎|基本|从来|从不|一般|向来|天生|坚持|习惯|固定|负责|属于|擅长|专门|常年|"
    rf"长期)*"
    rf"(?:是(?:个|一个|名|一名|位)?[^,，]{{1,14}}(?:的|人|族|型|派|生|户|迷)$|有(?:一|"
    rf"两|三|四|五|个|辆|套|只|台|\d)[^,，]{{1,12}}$|会(?!不|有|议|儿|死|觉得|变|"
    rf"的$|被)[\u4e00-\u9fffa-z]{{2,8}}$|"
    rf"(?:每|天天|经常|平时|一般|总是|从不|从来不|几乎不|坚持|习惯|固定|负责|属于|"
    rf"擅长|专门|常年|长期|一直)[^,，]{{2,16}}$)|(?:经常|常年|长期|坚持|从不|从来不|"
    rf"几乎不|一向|负责|擅长|专攻)[^,，]{{2,14}}$|"
    rf"{NUMBER}(?:来|多)?年(?:多)?了$"
)
_PASSES: Final = re.compile(
    r"今[天晚早]|昨|刚|明[天早晚]|正在|马上|一会|待会|等下|等会|现在在|突然|居然|"
    r"竟然|好像|感觉|觉得|以为|知道|认为|听说|看到|看见|听到|发现|想问|问|谢|帮|"
    r"困|累|饿|渴|烦(?!恼)|无聊|算了|哈哈|笑|哭|"
    r"没(?!有?车)|不是|别|吗|呢$|怎|什么|啥|为什么|这(?:个|种|样|次|题|段|句)|那(?:个|"
    r"种|样|次)|意思|问题|办法|时间$|空$|事$|你|您|说|这么|那么|好不|行|对不|可能|"
    r"应该|差点|希望|真的$|同意|建议|等(?!级)"
)


def read_about(told: Told, passing: bool) -> list[Statement]:
    """Return the clause in the speaker's words if it tells something lasting of the user or a family member."""
    if passing or not told.explicit or told.role not in ("user", "close"):
        return []
    text = told.text
    if not _LASTS.search(text) or _PASSES.search(text):
        return []
    value = tidy(told.part(0, len(text)))
    return [give(told, "about", value, 0.5)] if 6 <= columns(value) <= 36 else []
