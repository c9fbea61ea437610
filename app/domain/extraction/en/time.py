"""From when and until when something holds, in English: "until friday", "this week only", "for now", "since May".

The end is the first moment after the time named, counted from when the message was said, in UTC. "for now" and
"temporarily" name no end; two weeks are taken, so that what is meant to pass passes.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from app.domain.extraction.en.words import MONTHS, NUMBERS

_OPEN_DAYS: Final = 14
_MONTHS: Final = {
    name: place
    for place, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_DAYS: Final = {name: place for place, name in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))}
_NUMBERS: Final = {
    word: place
    for place, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
} | {
    "a": 1,
    "an": 1,
    "couple": 2,
    "a couple of": 2,
    "few": 3,
    "a few": 3,
}
_UNITS: Final = {"day": 1, "week": 7, "fortnight": 14, "month": 30, "year": 365}
_DAY_NAME: Final = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
_COUNT: Final = rf"(?:\d{{1,3}}|a couple of|a few|couple|few|an?|{NUMBERS})"
_END: Final = re.compile(
    rf"\b(?:until|till|til|'til|through|thru|up to|ends?(?: on)?|back(?: to (?:the )?(?:usual|normal))?(?: on|"
    rf" in| from)?(?= {_DAY_NAME}))(?: about| "
    rf"around| next| this| the| end of| (?:the )?end of(?: the)?| early| mid| late| (?:the )?(?:morning|"
    rf"evening) of)*\s*"
    rf"(?:(?P<day>{_DAY_NAME})\b|(?P<month>{MONTHS})(?: (?:the )?(?P<date>\d{{1,2}})(?:st|nd|rd|th)?)?\b|"
    rf"(?P<date2>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month2>{MONTHS})\b|(?:the )?(?P<date3>\d{{1,2}})(?:st|"
    rf"nd|rd|th)\b|"
    rf"(?P<word>tomorrow|tonight|week ?end|week|month|year|summer|autumn|fall|winter|spring|christmas|new "
    rf"year)\b|(?P<iso>\d{{4}}-\d\d-\d\d))",
    re.IGNORECASE,
)
_DAY_BEFORE: Final = re.compile(rf"\b{_DAY_NAME}s? $", re.IGNORECASE)
_ONLY: Final = re.compile(
    r"\b(?:(?:just|only) (?:for )?(?P<a>today|tonight|tomorrow|this (?:week(?:end)?|month|year|morning|"
    r"afternoon|evening|summer))|(?:for )?(?P<b>today|tonight|tomorrow|this (?:week(?:end)?|month|year|"
    r"summer)) only|"
    r"(?:for )(?P<c>today|tonight|this (?:week(?:end)?|month|summer)))\b",
    re.IGNORECASE,
)
_LASTS: Final = re.compile(
    rf"\b(?:for|over) (?:the )?(?:next|coming|following|another) (?P<n>{_COUNT})?\s*(?P<unit>day|week|fortnight|"
    rf"month|year)s?\b|\b(?:here|there|staying|visiting|in (?-i:[A-Z])\w+|away) for (?:only |just "
    rf")?(?P<n2>{_COUNT}) (?P<unit2>day|week|fortnight|month)s?\b|\bnext (?P<n3>{_COUNT}) (?P<unit3>day|week|"
    rf"month)s\b",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(
    r"\b(?:for now|temporarily|for the time being|for the moment|in the meantime|short[- ]term|on a temporary "
    r"basis|until (?:i|we|it|he|she|they|my|the|our|things|further)\b|while (?:i am|we are|my|the)\b|"
    r"(?:then|be|is|are|comes?|goes?|going|things are|,|;) ?back to (?:the )?(?:usual|normal|as usual)\b)",
    re.IGNORECASE,
)
_AWAY: Final = re.compile(
    r"\b(?:on (?:holiday|vacation|a (?:business |work )?trip)|travel+ing|visiting|staying (?:in|at|with)|this week|"
    r"this month|this weekend|all week|away)\b",
    re.IGNORECASE,
)
_BRIEF: Final = re.compile(
    rf"\b(?P<word>today|tonight|this (?:week(?:end)?|month|morning|afternoon|evening))\b|"
    rf"\bfor (?:the )?(?:next )?(?P<n>{_COUNT}) (?P<unit>day|week|month)s?\b|"
    rf"\bbefore (?P<next>next )?(?P<day>{_DAY_NAME})\b",
    re.IGNORECASE,
)
_SINCE: Final = re.compile(
    rf"\b(?:since|from|starting(?: in| from| on)?|as of) (?:(?:early|late|mid|last) "
    rf")*(?:(?P<month>{MONTHS})\b(?: (?P<year>(?:19|20)\d\d))?|(?P<year2>(?:19|20)\d\d)\b)",
    re.IGNORECASE,
)


def valid_times(text: str, now: datetime) -> tuple[datetime | None, datetime | None]:
    """Return from when and until when what a clause says holds, None where it names no such time."""
    try:
        return _start(text, now), _end(text, now)
    except (ValueError, OverflowError):
        return None, None


def planned_end(text: str, now: datetime, attribute: str) -> datetime | None:
    """Return until when something planned goes on, None where a clause does not name it; "for now" does not.

    Of an appointment only "until" does: "moved to friday, just for today" leaves it on friday.
    """
    until = _until(text) is not None
    open_ended = _OPEN.search(text) is not None or attribute == "appointment"
    return valid_times(text, now)[1] if until or not open_ended else None


def wished_end(text: str, now: datetime) -> datetime | None:
    """Return until when a wish or a diet holds: "no sugar this week", "for three days answer in English"."""
    end = valid_times(text, now)[1]
    match = _BRIEF.search(text)
    if end is not None or match is None:
        return end
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if match["word"]:
        return _word_end(match["word"].casefold(), today)
    if match["day"]:
        ahead = (_DAYS[match["day"][:3].casefold()] - today.weekday() - 1) % 7 + 1
        return today + timedelta(days=ahead + (7 if match["next"] else 0))
    count = match["n"].casefold()
    number = int(count) if count.isdigit() else _NUMBERS.get(count, 3)
    return today + timedelta(days=number * _UNITS[match["unit"].casefold()] + 1)


def _start(text: str, now: datetime) -> datetime | None:
    """Return the past month or year after "since"."""
    match = _SINCE.search(text)
    if match is None:
        return None
    if match["year2"]:
        start = datetime(int(match["year2"]), 1, 1, tzinfo=UTC)
    else:
        month = _MONTHS[match["month"][:3].casefold()]
        year = int(match["year"]) if match["year"] else now.year - (month > now.month)
        start = datetime(year, month, 1, tzinfo=UTC)
    return start if start <= now else None


def _until(text: str) -> re.Match[str] | None:
    """Return where a clause says until when; "sun thru wed" are days of every week."""
    match = _END.search(text)
    return None if match is None or (match["day"] and _DAY_BEFORE.search(text[: match.start()])) else match


def _end(text: str, now: datetime) -> datetime | None:
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if match := _until(text):
        return _named_end(match, today)
    if match := _ONLY.search(text):
        return _word_end((match["a"] or match["b"] or match["c"]).casefold(), today)
    if match := _LASTS.search(text):
        count = (match["n"] or match["n2"] or match["n3"] or "one").casefold()
        unit = (match["unit"] or match["unit2"] or match["unit3"]).casefold()
        number = int(count) if count.isdigit() else _NUMBERS.get(count, 3)
        return today + timedelta(days=number * _UNITS[unit] + 1)
    return today + timedelta(days=_OPEN_DAYS) if _OPEN.search(text) else None


def place_end(text: str, now: datetime) -> datetime | None:
    """Return when a stay somewhere ends that is not where somebody lives: as named, else a week on."""
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return valid_times(text, now)[1] or (_word_end("this week", today) if _AWAY.search(text) else None)


def _named_end(match: re.Match[str], today: datetime) -> datetime:
    if match["day"]:
        ahead = (_DAYS[match["day"][:3].casefold()] - today.weekday() - 1) % 7 + 1
        return today + timedelta(days=ahead + 1 + (7 if "next" in match[0].casefold() else 0))
    if match["iso"]:
        return datetime.fromisoformat(match["iso"]).replace(tzinfo=UTC) + timedelta(days=1)
    if match["word"]:
        return _word_end(match["word"].casefold(), today)
    if match["date3"]:
        date = int(match["date3"])
        month_on = date < today.day
        year, month = today.year + (today.month == 12 and month_on), (today.month % 12 + 1 if month_on else today.month)
        return datetime(year, month, date, tzinfo=UTC) + timedelta(days=1)
    month = _MONTHS[(match["month"] or match["month2"])[:3].casefold()]
    year = today.year + (month < today.month)
    if date_text := match["date"] or match["date2"]:
        return datetime(year, month, int(date_text), tzinfo=UTC) + timedelta(days=1)
    whole = "end of" in match[0].casefold() or "through" in match[0].casefold()
    return (
        datetime(year + (month == 12), month % 12 + 1, 1, tzinfo=UTC)
        if whole
        else datetime(year, month, 1, tzinfo=UTC) + timedelta(days=15)
    )


def _word_end(word: str, today: datetime) -> datetime:
    word = word.removeprefix("this ")
    week_end = today + timedelta(days=7 - today.weekday())
    if word in ("today", "tonight", "morning", "afternoon", "evening"):
        return today + timedelta(days=1)
    if word == "tomorrow":
        return today + timedelta(days=2)
    if word.startswith("week"):
        return week_end
    if word == "month":
        return datetime(today.year + (today.month == 12), today.month % 12 + 1, 1, tzinfo=UTC)
    ends = {"spring": 6, "summer": 9, "autumn": 12, "fall": 12, "winter": 3, "christmas": 12}
    month = ends.get(word, 1)
    return datetime(today.year + (month <= today.month), month, 27 if word == "christmas" else 1, tzinfo=UTC)
