"""Time expressions in a query, in English and Chinese, as spans of time counted from the asker's clock.

They are a boost, never a filter: "last week" may be meant loosely, and a thing is often told a while after it
happened. Expressions of the future ("tomorrow") give no span, for what was said about them lies anywhere before. All
in UTC.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

DAY_S: Final = 86_400.0
_MOST_SPANS: Final = 4
_LONGEST_QUERY: Final = 2000


class TimeSpan(NamedTuple):
    """A time that a query names: Unix seconds, the start included, the end not."""

    start_s: float
    end_s: float

    def weigh(self, time_s: NDArray[np.float64]) -> NDArray[np.float32]:
        """Return how well each time fits, (n,) in [0, 1]: 1 inside; outside it fades with the distance.

        After the span it halves with each length of the span (at least 2 days), before it four times as fast.
        """
        fade = max(self.end_s - self.start_s, 2 * DAY_S)
        late = np.maximum(time_s - self.end_s, 0.0)
        early = np.maximum(self.start_s - time_s, 0.0) * 4.0
        return np.exp2(-(late + early) / fade).astype(np.float32)


def time_spans(text: str, now_s: float) -> tuple[TimeSpan, ...]:
    """Return the spans a query names, in order, at most four; none for a clock outside the years 2 to 9998."""
    try:
        now = datetime.fromtimestamp(now_s, UTC)
    except (OverflowError, ValueError, OSError):
        return ()
    if not 2 <= now.year <= 9998:
        return ()
    plain = text[:_LONGEST_QUERY].casefold()
    found: dict[TimeSpan, None] = {}
    taken = bytearray(len(plain))
    for pattern, resolve in _RULES:
        for match in pattern.finditer(plain):
            if any(taken[match.start() : match.end()]):
                continue
            span = _resolved(resolve, match, now)
            if span is not None:
                taken[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
                found[span] = None
    return tuple(found)[:_MOST_SPANS]


_Resolve = Callable[[re.Match[str], datetime], tuple[datetime, datetime]]


def _resolved(resolve: _Resolve, match: re.Match[str], now: datetime) -> TimeSpan | None:
    """Return the span of one expression; None when it names no date ("31 February") or one out of range."""
    try:
        start, end = resolve(match, now)
    except (ValueError, OverflowError, KeyError):
        return None
    return TimeSpan(start.timestamp(), end.timestamp())


_MONTH_NAMES: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTHS: Final = {key: place for place, name in enumerate(_MONTH_NAMES, 1) for key in (name, name[:3])} | {"sept": 9}
_WEEKDAY_NAMES: Final = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_COUNTS: Final = {
    word: count
    for count, words in enumerate(
        [
            "",
            "a an one 一",
            "two couple 二 两 兩",
            "three few 三 几 幾",
            "four 四",
            "five 五",
            "six 六",
            "seven 七",
            "eight 八",
            "nine 九",
            "ten 十",
        ]
    )
    for word in words.split()
} | {"半": 1}
_UNIT_DAYS: Final = {
    "day": 1,
    "天": 1,
    "日": 1,
    "week": 7,
    "周": 7,
    "週": 7,
    "星期": 7,
    "礼拜": 7,
    "month": 30,
    "月": 30,
    "year": 365,
    "年": 365,
}
_HAN_WEEKDAYS: Final = "一二三四五六日"

_MONTH: Final = "(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_COUNT: Final = "(?P<count>\\d{1,3}|" + "|".join(sorted(filter(None, _COUNTS), key=len, reverse=True)) + ")"


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _days(now: datetime, first: int, count: int = 1) -> tuple[datetime, datetime]:
    start = _midnight(now) + timedelta(days=first)
    return start, start + timedelta(days=count)


def _month(year: int, month: int) -> tuple[datetime, datetime]:
    start = datetime(year, month, 1, tzinfo=UTC)
    return start, datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)


def _year(year: int) -> tuple[datetime, datetime]:
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def _months_back(now: datetime, back: int) -> tuple[datetime, datetime]:
    place = now.year * 12 + now.month - 1 - back
    return _month(place // 12, place % 12 + 1)


def _date(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    """Resolve a month with or without day and year; without a year, the last one that is not in the future."""
    named = match.groupdict()
    month = _MONTHS.get(named["month"]) or int(named["month"])
    year = int(named["year"]) if named.get("year") else now.year - (month > now.month)
    if not named.get("day"):
        return _month(year, month)
    start = datetime(year, month, int(named["day"]), tzinfo=UTC)
    if not named.get("year") and start > now:
        start = start.replace(year=year - 1)
    return start, start + timedelta(days=1)


def _ago(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    count = match["count"]
    number = int(count) if count.isdigit() else _COUNTS[count]
    unit = _UNIT_DAYS[match["unit"]]
    slack = 0 if unit == 1 else unit // 2
    return _days(now, -number * unit - slack, 1 + 2 * slack)


def _last_days(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    count = match["count"] or "1"
    length = (int(count) if count.isdigit() else _COUNTS[count]) * _UNIT_DAYS[match["unit"]]
    return _days(now, -length, length + 1)


def _weekday(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    """Resolve the day of that name before today; "上周三" is that of the calendar week before."""
    name = match["weekday"].replace("天", "日")
    place = _HAN_WEEKDAYS.find(name) if name in _HAN_WEEKDAYS else _WEEKDAY_NAMES.index(name)
    if match.groupdict().get("before"):
        return _days(now, place - now.weekday() - 7 * len(match["before"]))
    return _days(now, -((now.weekday() - place - 1) % 7 + 1))


def _rule(pattern: str, resolve: _Resolve) -> tuple[re.Pattern[str], _Resolve]:
    return re.compile(pattern), resolve


_RULES: Final = (
    _rule(rf"\b{_YEAR}[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})\b", _date),
    _rule(rf"{_YEAR}\s*年\s*(?P<month>\d{{1,2}})\s*月(?:份)?(?:\s*(?P<day>\d{{1,2}})\s*[日号])?", _date),
    _rule(rf"\b{_MONTH} {_DAY},? {_YEAR}\b", _date),
    _rule(rf"\b{_DAY}(?: of)? {_MONTH},? {_YEAR}\b", _date),
    _rule(rf"\b{_MONTH},? (?:of )?{_YEAR}\b", _date),
    _rule(rf"\b{_MONTH} {_DAY}\b(?! ?:)", _date),
    _rule(rf"\b{_DAY}(?: of)? {_MONTH}\b", _date),
    _rule(r"(?<!\d)(?P<month>1[0-2]|[1-9])\s*月(?:份)?(?:\s*(?P<day>\d{1,2})\s*[日号])?", _date),
    _rule(rf"\b(?:in|during|of|since|last) {_MONTH}(?!\w)", _date),
    _rule(rf"\b{_YEAR}\b(?!年)|(?P<year2>(?:19|20)\d\d)\s*年", lambda m, now: _year(int(m["year"] or m["year2"]))),
    _rule(rf"\b{_COUNT}(?: of)? (?P<unit>day|week|month|year)s? ago\b", _ago),
    _rule(rf"{_COUNT}\s*个?(?P<unit>天|日|周|週|星期|礼拜|月|年)[之以]?前", _ago),
    _rule(rf"\b(?:past|last) {_COUNT}? ?(?P<unit>day|week|month|year)s\b", _last_days),
    _rule(rf"(?:最近|过去|這|这){_COUNT}\s*个?(?P<unit>天|日|周|週|星期|礼拜|月|年)", _last_days),
    _rule(r"\bday before yesterday\b|前天", lambda m, now: _days(now, -2)),
    _rule(r"\byesterday\b|\blast night\b|昨[天晚日]", lambda m, now: _days(now, -1)),
    _rule(r"\btoday\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b|今[天晚早日]", lambda m, now: _days(now, 0)),
    _rule(r"\blast weekend\b|上个?(?:周|星期|礼拜)末", lambda m, now: _days(now, -now.weekday() - 2, 2)),
    _rule(r"(?P<before>上+)个?(?:周|週|星期|礼拜)(?P<weekday>[一二三四五六日天])", _weekday),
    _rule(r"\b(?:on|last|this) (?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b", _weekday),
    _rule(
        r"\b(?:last|past|previous) week\b|上个?(?:周|週|星期|礼拜)", lambda m, now: _days(now, -now.weekday() - 7, 7)
    ),
    _rule(r"\bthis week\b|[这這本]个?(?:周|週|星期|礼拜)", lambda m, now: _days(now, -now.weekday(), 7)),
    _rule(r"\b(?:last|past|previous) month\b|上个?月", lambda m, now: _months_back(now, 1)),
    _rule(r"\bthis month\b|[这這本]个?月", lambda m, now: _months_back(now, 0)),
    _rule(r"\b(?:last|past|previous) year\b|去年", lambda m, now: _year(now.year - 1)),
    _rule(r"\bthis year\b|今年", lambda m, now: _year(now.year)),
    _rule(r"前年", lambda m, now: _year(now.year - 2)),
    _rule(
        r"\b(?:recently|lately|these days|the other day)\b|最近|近来|近期|前几天|这几天",
        lambda m, now: _days(now, -14, 15),
    ),
)
"""Tried in this order; what an earlier rule has taken, a later one leaves alone."""
