"""Until when a Chinese statement holds by its own words ("这周", "到周五", "暂时"), reckoned from when it was said."""

import re
from datetime import datetime, timedelta
from typing import Final

_DAYS: Final = "一二三四五六日"
_NUMERALS: Final = {numeral: value for value, numeral in enumerate("零一二三四五六七八九十")} | {
    "两": 2,
    "几": 5,
    "半": 1,
}
_UNTIL: Final = re.compile(
    r"(?:(?<![延推改挪调換换迟前期排定约拖移])到|直到|持续到|待到|住到|忙到)(?P<next>下)?(?:个)?(?:(?:周|星期|礼拜)(?P<weekday>[一二三四五六"
    r"日天末])|(?P<month>\d{1,2})月(?P<day>\d{1,2})[号日]|(?P<only_day>\d{1,2})[号日]|"
    r"(?P<monthend>月底)|(?P<yearend>年底)|(?P<nextmonth>下个?月))"
)
_SPANS: Final = (
    (re.compile(r"今[天晚早日儿]|今夜|当天"), "day", 0),
    (re.compile(r"明[天晚早日]"), "day", 1),
    (re.compile(r"大后天"), "day", 3),
    (re.compile(r"后天"), "day", 2),
    (re.compile(r"(?:这|本|这个)(?:周|星期|礼拜)(?!岁)"), "week", 0),
    (re.compile(r"下个?(?:周|星期|礼拜)"), "week", 1),
    (re.compile(r"(?:这个|本|这)月"), "month", 0),
    (re.compile(r"下个?月"), "month", 1),
)
_ABOUT: Final = (
    (re.compile(r"这[两二]天"), 3),
    (re.compile(r"这[三四五六]天"), 6),
    (re.compile(r"这几天|最近几天|这阵子|接下来几天"), 7),
    (re.compile(r"(?:这|今年)?(?:个)?(?:暑假|寒假|假期)(?:里|期间)?(?!计划)|这学期"), 90),
    (re.compile(r"暂时|临时(?!工)|暂住|姑且|先(?:住|用|待|借住|凑合|将就|在)|过渡"), 30),
)
_FOR: Final = re.compile(
    r"(?:(?:出差|旅游|旅行|度假|玩|待|住|培训|借调|封闭|隔离)(?:个|上)?|未来|接下来|往后|今后)(?:的)?(?P<count>\d{1,2}|"
    r"[一两二三四五六七八九十半几])(?:个)?(?P<unit>天|周|星期|礼拜|月)"
)
_CHANGES: Final = re.compile(
    r"搬(?:到|来|去|家|进)|换(?:了|成|到)|入职|离职|跳槽|辞|改(?:成|用|吃|喝)|戒|领养|"
    r"养了|买了|确诊|毕业|结婚|生了|满|岁|升|转|卖|退|开始(?!就)|爱上|迷上|发现|不再|"
    r"已经不|学会|提了|定居"
)


def limit_of(text: str, now: datetime) -> datetime | None:
    """Return until when a folded piece of text holds, None where it names no end.

    Weeks begin on Monday; days are those of `now`. A change that happened in the time named ("这个月搬到…") lasts.
    """
    if _CHANGES.search(text):
        return None
    return end_named(text, now)


def end_named(text: str, now: datetime) -> datetime | None:
    """Return the end of the time that a folded piece of text names, None where it names none or one out of range."""
    try:
        return _end(text, now)
    except (ValueError, OverflowError):
        return None


def _end(text: str, now: datetime) -> datetime | None:
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if match := _UNTIL.search(text):
        return _until(match, today)
    for pattern, unit, ahead in _SPANS:
        if pattern.search(text):
            return _span_end(today, unit, ahead)
    if match := _FOR.search(text):
        count = int(match["count"]) if match["count"].isdigit() else _NUMERALS[match["count"]]
        return today + timedelta(days=1 + count * {"天": 1, "月": 30}.get(match["unit"], 7))
    return next((today + timedelta(days=days) for pattern, days in _ABOUT if pattern.search(text)), None)


def _until(match: re.Match[str], today: datetime) -> datetime:
    """Return the end of the day, month or year that "到…" names."""
    if match["weekday"]:
        place = _DAYS.index(match["weekday"].replace("天", "日").replace("末", "日"))
        days = place - today.weekday() + (7 if match["next"] else 0)
        return today + timedelta(days=(days if days >= 0 else days + 7) + 1)
    if match["month"]:
        then = today.replace(month=int(match["month"]), day=int(match["day"]))
        return (then if then >= today else then.replace(year=then.year + 1)) + timedelta(days=1)
    if match["only_day"]:
        day = int(match["only_day"])
        start = today if day >= today.day else _span_end(today, "month", 0)
        return start.replace(day=day) + timedelta(days=1)
    if match["yearend"]:
        return today.replace(year=today.year + 1, month=1, day=1)
    return _span_end(today, "month", 0)


def _span_end(today: datetime, unit: str, ahead: int) -> datetime:
    """Return the end of the day, week or month that lies `ahead` of today's."""
    if unit == "day":
        return today + timedelta(days=ahead + 1)
    if unit == "week":
        return today + timedelta(days=7 * (ahead + 1) - today.weekday())
    month = today.month + ahead
    return today.replace(year=today.year + month // 12, month=month % 12 + 1, day=1)
