"""How many of what, in Chinese, under the thing counted, so that a new number takes the place of the old one.

- daily and weekly amounts: "每天背30个单词", "改成一天两杯奶茶了", "一周去三次健身房"
- how many there are: "我们店一共五个员工", "现在班里四十二个学生", "我有三台服务器"
"""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.values import NUMBER, tidy

_MEASURE: Final = (
    r"(?:个|名|位|口|只|台|间|张|亩|辆|套|杯|碗|根|包|瓶|片|粒|颗|本|篇|道|页|首|件|单|次|趟|圈|组"
    r"|节|条|份|头|盘|家|块|米|幅|组)"
)
_PER: Final = r"(?:每天|一天|每日|每晚|每周|一周|一个?星期|一个?礼拜|每个?月|一个?月|每个?星期|每个?礼拜|每年|一年)"
_DAILY: Final = re.compile(
    rf"(?P<value>{_PER}(?:大概|差不多|只|就|都|最多|也就|能|要|得|固定|雷打不动|必|平均|至少|,|"
    rf" )*(?P<verb>[背做写读看吃喝跑练接刷卖送画录发听弹遛打录抄默记涨赚存改审批])?"
    rf"{NUMBER}(?:来|多|几)?{_MEASURE}(?P<key>(?!左右|多|以上|就|吧|小时|钟|了)[\u4e00-\u9fffa-"
    rf"z]{{1,4}}?))(?=$|了|[,，]|，|左右|吧|就|才| )"
)
_NOW_SO_MANY: Final = re.compile(
    rf"^(?P<key>(?!现在|已经|每|我)[\u4e00-\u9fffa-z]{{1,4}}?)(?:量|次数|数量)?(?:也|都|就|已经"
    rf"|从[^,，]{{1,8}}|,| )*(?:减|加|改|降|涨|变|增|控制|缩)(?:到|成|为|至|在)(?:了)?"
    rf"(?P<value>(?:{_PER})?(?:就|只|最多)*{NUMBER}(?:来|多)?(?:{_MEASURE}|支|两|小时|公里|分钟|步))(?:了)?$"
)
_HABITS: Final = {
    **dict.fromkeys(("抽烟", "吸烟", "烟"), "smoking"),
    **dict.fromkeys(("喝酒", "酒"), "alcohol"),
    **dict.fromkeys(("喝水", "水"), "water"),
    **dict.fromkeys(("跑步", "健身", "运动", "锻炼"), "exercise"),
}
_COUNT: Final = re.compile(
    rf"^(?:们)?(?:现在|目前|如今|我们?|咱们?|的|这|那|里|,| )*(?P<where>店里?|公司|班上?里?|班"
    rf"级|组里?|团队|部门|宿舍|寝室|合租屋|屋里|病房|家里?|厂里?|工作室|群里?|手下|手底下|手里|手上|名下|农场"
    rf"|院子里?|小队"
    rf"|队里?)"
    rf"(?:现在|目前|如今|上下|加我|一共|总共|就|也就|有|才|共|刚好|已经|里|我|管|住|挤|带|养|雇|招|了"
    rf"|着|,| )*(?P<value>{NUMBER}(?:来|多|几)?{_MEASURE}(?P<key>(?!人一)[\u4e00-\u9fffa-z]"
    rf"{{1,5}}?))(?=$|了|[,，]|，|吧| )"
)


def read_amounts(told: Told) -> list[Statement]:
    """Return the amount that a clause states, under the noun counted."""
    if told.role not in ("user", "close"):
        return []
    text = told.text
    match = _NOW_SO_MANY.match(text) or _DAILY.search(text) or _COUNT.search(text)
    if not match or re.search(r"不|没|别|吗|想|打算|要是|目标", text[: match.start()]):
        return []
    value = tidy(told.part(*match.span("value")))
    return [give(told, _HABITS.get(match["key"], match["key"]), value, 0.8)] if value else []
