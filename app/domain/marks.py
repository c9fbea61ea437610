"""Marks: terms that say something about a piece rather than quote it, stored beside its words.

A mark begins with U+0002, which no word can contain, so it needs no column of its own: the inverted index finds who
said a piece, which pieces are mere questions, which name a time, which hold a number. Marks do not count towards the
document length.
"""

import re
from typing import Final, NamedTuple

from app.domain.answer_classes import classes_asked
from app.domain.continuing import goes_on
from app.domain.words import analyse, normalise

MARK: Final = "\x02"
ASKS: Final = MARK + "?"
TELLS_TIME: Final = MARK + "t"
COUNTS: Final = MARK + "n"
OF_ONESELF: Final = MARK + "i"
"""Tells something of the one who speaks: "I", "my", "we"."""
COMMENTS: Final = MARK + "c"
"""Begins as a mere reaction to what was said before: "Thanks!", "That's great"."""
NAMES: Final = MARK + "p"
"""Names somebody or something by a proper name."""
UPDATES: Final = MARK + "u"
"""Tells that something is not as it was: "now", "recently", "rescheduled", "改成"."""
WISHES: Final = MARK + "w"
"""States a preference or a standing instruction of the user (`wishes.states_wish`)."""
NAMED: Final = MARK + "by"
_BY: Final = NAMED + " "

_ENGLISH_TIME: Final = (
    "yesterday|today|tonight|tomorrow|ago|recently|since|weekend|"
    "(?:last|next|this|past) (?:week|month|year|night|weekend|summer|winter|spring|fall|autumn)|"
    "mon|tues?|wed|thurs?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "(?:19|20)\\d\\d|\\d+(?:st|nd|rd|th)"
)
_HAN_TIME: Final = (
    "[昨今明后前去][天日晚年]|[上下这本]个?(?:周|月|星期|礼拜|季度)|[周週]末|(?:周|週|星期|礼拜)[一二三四五六日天末]|"
    "[\\d一二三四五六七八九十]+[年月日号]|\\d+点|曜日|来週|先週|昨日|明日|어제|오늘|내일|지난|다음"
)
_ENGLISH_TIME_WORD: Final = rf"\b(?=[adfjlmnoprstwy\d])(?:{_ENGLISH_TIME})\b"
"""The first letters alone are looked at before any of the words is tried."""
_ENGLISH_NUMBER: Final = r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|twice|couple|several)\b"
_HAN_NUMBER: Final = "[一二三四五六七八九十两百千万][个只次岁年天月位本人件条张元块]"
_LATIN_SELF: Final = r"\b(?:i|my|mine|me|myself|we|our|us|ich|mein|yo|mi|je|mon)\b"
_OTHER_SELF: Final = "[我咱俺]|私|僕|저는|나는"
_ENGLISH_COMMENT: Final = (
    r"\W*(?:\w+\W+)?(?:thanks|thank you|wow|that'?s|that sounds|sounds|awesome|great|congrats|cool|nice|glad|yeah|yes|"
    r"sure|absolutely|definitely)\b"
)
_HAN_COMMENT: Final = r"\W*(?:谢谢|多谢|哇|太好了|太棒了|真棒|不错|恭喜|好的|是的|当然)"
_ENGLISH_UPDATE: Final = (
    r"\b(?=[acdeilmnprsu])(?:now|recently|lately|no longer|instead|anymore|since then|as of|new|latest|"
    r"updat(?:e|es|ed|ing)|chang(?:e[ds]?|ing) (?:to|from|it|my|the)|switch(?:ed|ing)|mov(?:ed|ing)|"
    r"re-?schedul(?:e[ds]?|ing)|postpon(?:e[ds]?|ing)|delayed|"
    r"extend(?:ed|ing)|adjust(?:ed|ing)|rais(?:ed|ing)|increas(?:ed|ing)|reduc(?:ed|ing)|improved|revis(?:ed|ing)|"
    r"replac(?:ed|ing)|renamed|upgraded)\b"
)
_HAN_UPDATE: Final = (
    "现在|目前|最近|改[成为到了]|换[成了到]|变[成了为]|更新|调整|推迟|提前到|延[长期]|"
    "增加到|减少到|升级|搬[到去]|不再|已经"
)


class _Looks(NamedTuple):
    """What the marks of a normalised text are looked for with."""

    time: re.Pattern[str]
    number: re.Pattern[str]
    oneself: re.Pattern[str]
    comment: re.Pattern[str]
    update: re.Pattern[str]


_ANY: Final = _Looks(
    re.compile(f"{_ENGLISH_TIME_WORD}|{_HAN_TIME}"),
    re.compile(rf"\d|{_ENGLISH_NUMBER}|{_HAN_NUMBER}"),
    re.compile(f"{_LATIN_SELF}|{_OTHER_SELF}"),
    re.compile(f"{_ENGLISH_COMMENT}|{_HAN_COMMENT}"),
    re.compile(f"{_ENGLISH_UPDATE}|{_HAN_UPDATE}"),
)
_ASCII: Final = _Looks(
    re.compile(_ENGLISH_TIME_WORD, re.ASCII),
    re.compile(rf"\d|{_ENGLISH_NUMBER}", re.ASCII),
    re.compile(_LATIN_SELF, re.ASCII),
    re.compile(_ENGLISH_COMMENT, re.ASCII),
    re.compile(_ENGLISH_UPDATE, re.ASCII),
)
"""What `_ANY` finds in a text of ASCII, up to four times as fast."""
_NO_LATIN: Final = _Looks(
    re.compile(rf"\b(?:19|20)\d\d\b|{_HAN_TIME}"),
    re.compile(rf"\d|{_HAN_NUMBER}"),
    re.compile(_OTHER_SELF),
    re.compile(_HAN_COMMENT),
    re.compile(_HAN_UPDATE),
)
"""What `_ANY` finds in a text without a letter from a to z."""
_LETTER: Final = re.compile("[a-z]")
_PROPER_NAME: Final = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}|《[^》]+》")
_LATIN_NAME_PART: Final = re.compile(r"[^\W\d_]+")

_WHEN: Final = re.compile(
    r"\b(?:when|(?:what|which) (?:date|day|month|year|time)|how long|since when|cuándo|quand|wann|quando)\b|"
    r"什么时候|啥时候|何时|哪[天年月日]|几[月号点]|日期|什么时间|时间是|多久|いつ|언제"
)
_HOW_MANY: Final = re.compile(
    r"\bhow (?:many|much|often|old|long|far|tall)\b|\b(?:number|amount) of\b|"
    r"多少|多[大高重长远]|几[个只次岁天位本件]|いくつ|何[個歳人]|몇"
)
_FROM_ASSISTANT: Final = re.compile(
    r"\b(?:did|had|have) you (?:\w+ )?"
    r"(?:say|said|tell|told|suggest|recommend|advi[sc]e|mention|give|given|propose|explain|offer)"
    r"|\byou (?:\w+ )?(?:said|told|suggested|recommended|advised|mentioned|gave|proposed|explained|offered)\b"
    r"|\byour (?:advice|suggestion|recommendation|answer)"
    r"|[你您](?:\w{0,6})(?:说过|推荐|建议|提到|提过|告诉|介绍|讲过|回答)"
)
_CURRENT: Final = re.compile(
    r"\b(?:now|current|currently|latest|still|so far|these days|nowadays|up to date)\b|"
    r"现在|目前|如今|当前|最新|还[在是有]|现任|今の|지금|"
    r"^(?:\W*\w+,)?\W*(?:what(?:'s| is| are)|which \w+ (?:is|are|do|does)|"
    r"where (?:is|are|do|does|am)|when (?:is|are|do|does|am)|what \w+ (?:should|is|are|do)|"
    r"who (?:is|are)|how (?:many|much|old|often|long)\b)"
)
_STATE: Final = re.compile(r"是(?:什么|多少|哪[里儿个天位家]|几|谁)|[在住]哪|在什么地方|叫什么")
"""Asks for a state without a word that says "now": Chinese has no tense to tell it by."""
_PAST: Final = re.compile(
    r"\b(?:did|was|were|had|used to|originally|initially|at first|previous(?:ly)?|former(?:ly)?)\b|"
    r"\b(?:before|ago|between|elapsed|passed)\b|\bfirst \w+ (?:i|we|you|he|she|they)\b|"
    r"\blast (?:time|week|month|year|night|weekend|summer|winter|spring|fall|autumn|\w+day)\b|"
    r"当时|那时|以前|之前|原来|原先|曾经?|当初|上次|第一次|过[吗的]|之间|相隔|隔了|是什么时候.+的"
)
_RECALLS: Final = re.compile(
    r"\b(?:did|was|were|had|have (?:i|we)|has been|i've|remember|mentioned|said|told)\b|"
    r"[过了]吗|上次|之前|以前|说过|提过|记得"
)
"""Asks for, or speaks of, what was: no request for help or advice."""
_LAST_CHARACTERS: Final = 3
_ASKING: Final = frozenset("?？؟")
_LONGEST_QUERY: Final = 2000
"""Characters of a query that are looked at for what it wants."""
_SHORT: Final = 120
"""A longer message that ends in a question tells something as well."""


class Intent(NamedTuple):
    """What kind of answer a query wants, as far as its wording shows."""

    when: bool
    """Asks for a time."""
    how_many: bool
    """Asks for a number."""
    from_assistant: bool
    """Asks what the assistant said."""
    current: bool
    """Asks how things are now, so that of two statements the later counts."""
    changing: bool
    """Asks for what may have changed since it was said: `current`, and what is asked for as a state."""
    continuing: bool
    """Goes on with a running conversation (`continuing.goes_on`)."""
    requesting: bool
    """Asks for help, advice or a fact rather than for what was said, so that the user's standing wishes count."""
    speakers: tuple[str, ...]
    """Marks of the speakers the query may name; most of them no one."""
    classes: tuple[str, ...] = ()
    """What class of thing is asked for (`answer_classes`)."""


def message_terms(content: str, name: str | None = None, *, wish: bool = False) -> list[str]:
    """Return the index terms of a message with its marks: what to give to `pack_terms`.

    `name` is the speaker's own name (not a role); its words are indexed with the content. `wish`: whether it states a
    standing wish of the user.
    """
    terms = analyse(f"{name}: {content}" if name else content)
    text = normalise(content)
    looks = _ASCII if text.isascii() else _ANY if _LETTER.search(text) else _NO_LATIN
    if len(text) <= _SHORT and not _ASKING.isdisjoint(text.rstrip()[-_LAST_CHARACTERS:]):
        terms.append(ASKS)
    if looks.time.search(text):
        terms.append(TELLS_TIME)
    if looks.number.search(text):
        terms.append(COUNTS)
    if looks.oneself.search(text):
        terms.append(OF_ONESELF)
    if looks.comment.match(text):
        terms.append(COMMENTS)
    if looks.update.search(text):
        terms.append(UPDATES)
    if _PROPER_NAME.search(content):
        terms.append(NAMES)
    if wish:
        terms.append(WISHES)
    if name:
        terms += _name_marks(name)
    return terms


def query_intent(text: str) -> Intent:
    """Return what the query asks for. English and Chinese, the commonest question words of some others."""
    plain = normalise(text[:_LONGEST_QUERY])
    past = bool(_PAST.search(plain))
    current = bool(_CURRENT.search(plain)) and not past
    from_assistant, continuing = bool(_FROM_ASSISTANT.search(plain)), goes_on(plain)
    return Intent(
        when=bool(_WHEN.search(plain)),
        how_many=bool(_HOW_MANY.search(plain)),
        from_assistant=from_assistant,
        current=current,
        changing=current or (bool(_STATE.search(plain)) and not past),
        continuing=continuing,
        requesting=not (from_assistant or continuing or _RECALLS.search(plain)),
        speakers=tuple(dict.fromkeys(_BY + part for part in _possible_names(plain))),
        classes=() if continuing else classes_asked(plain),
    )


def named_in(text: str) -> dict[str, str]:
    """Return the words of a query that may be somebody's name, by the mark that a message of theirs would bear."""
    return {_BY + part: part for part in _possible_names(normalise(text[:_LONGEST_QUERY]))}


def _name_marks(name: str) -> list[str]:
    plain = normalise(name[:255])
    parts = {plain.strip(), *(part for part in _LATIN_NAME_PART.findall(plain) if len(part) > 1)}
    return [NAMED, *(_BY + part for part in sorted(parts) if part)]


def _possible_names(plain: str) -> list[str]:
    """Return the words of a query, and the runs of two to four characters of what is written without spaces."""
    names: list[str] = []
    for word in _LATIN_NAME_PART.findall(plain)[:64]:
        if word.isascii() or word[0] < "\u0e00":
            names.append(word)
        else:
            names += [word[i : i + size] for size in (2, 3, 4) for i in range(len(word) - size + 1)][:64]
    return names
