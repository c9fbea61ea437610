"""Chinese text made ready for rules: folded to one script and width, quotations masked, cut into clauses.

Folding maps one character to one character, so that a value found in the folded text is cut out of what was typed, in
the speaker's own script. Chat text has few full stops: a space between two Chinese characters ends a clause too,
and so
do emoji, "~" and brackets.
"""

import re
from dataclasses import dataclass
from typing import Final

from app.domain.han_variants import TO_SIMPLIFIED

MOST_CHARACTERS: Final = 4_000
MOST_CLAUSES: Final = 300
LONGEST_CLAUSE: Final = 120
"""Characters; a longer run without any mark is cut there, so that no rule reads more at a time."""
_DIGITS: Final = re.compile(r"\d{21,}")
"""No number that anybody says; amounts and dates are looked for in what is left."""
MASK: Final = "\ufffc"
"""Stands for a quotation: no rule's value can hold it."""

_WIDTHS: Final = {code: code - 0xFEE0 for code in range(0xFF10, 0xFF5B) if chr(code).isalnum()}
_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_FORMS: Final = {ord("妳"): "你", ord("牠"): "它", ord("祂"): "他", ord("甚"): "甚", ord("著"): "着", ord("裏"): "里"}
_FOLD: Final = {**TO_SIMPLIFIED, **{code: ord(form) for code, form in _FORMS.items()}}
_QUOTES: Final = re.compile(
    r"“([^”]{0,800})”|「([^」]{0,800})」|『([^』]{0,800})』|\"([^\"\n]{0,800})\"|‘([^’]{0,800})’"
)
_SAYS: Final = re.compile(
    r"(?:说|讲|问|回|写|道|喊|唱|念|来一句|一句|上来|标题|表示|留言|评论)(?:的|了|着|"
    r"过|是|我)?\s*[:：,，]?\s*$"
)
_SPEECH: Final = re.compile(r"[我你他她吗呢吧了，。！？,!?]|(?:不|没|要|会|是|在)")
_NAMING: Final = re.compile(
    r"(?:叫|喊|名|字|称呼|改成|换成|写成|是|名[一直都就还也]{0,2}用)(?:我|做|作|为|个|一个|是)?\s*$"
)
_HAN: Final = r"\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CUT: Final = re.compile(
    rf"(?P<hard>[。！!？?\n;；…]+|\.{{2,}}|(?<=[{_HAN}])\.(?!\d))|[，,](?!\d{{3}}(?!\d))|"
    rf"(?<=[{_HAN}\d%）)])[ \t\u3000]+(?=[{_HAN}])|(?<=[a-z0-9])[ ]+(?=(?:主要|平时|"
    rf"现在|目前|我(?!们)|最近|偶尔|但|不过|其实|感觉|求|请|帮|以后|每|想|因为|所以|"
    rf"然后|有时|打算|准备))|\t|\u3000|[~～→|（）()\[\]【】{MASK}]+|"
    r"[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+|(?<!\d)[:：](?!\d)|(?<=\d)：|"
    rf"(?<=[{_HAN}])(?=老[二三四](?:就)?叫)|(?<=[a-z])[.](?=\s|$)|(?<=[{_HAN}\d])(?=小的(?:才|刚|今年|上|读|还|\d"
    rf"|[一二三四五六七八九十两半]))|——+|--+| - "
)

_THEN_NOW: Final = re.compile(
    rf"[{_HAN}\w ]{{1,16}}了(?!解)[{_HAN}\w ]{{0,10}}?(?<![到从是跟比像在])(?=(?:现在|如今)[{_HAN}])"
)
"""What was done before and how it is now, in one breath: "去了趟青岛 | 现在超爱…"."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a sentence: `plain` folded for matching, `typed` the same characters as they were written.

     `sentence` counts sentences (a clause of the same number belongs together), `ending` is the mark behind the
    clause.
    """

    plain: str
    typed: str
    sentence: int
    ending: str

    def part(self, start: int, end: int) -> str:
        """Return what was typed at a place found in `plain`."""
        return self.typed[start:end]


def fold(text: str) -> str:
    """Return the text simplified, in narrow letters and digits and lower case; as long as it was."""
    return text.translate(_FOLD).translate(_WIDTHS).translate(_LOWER)


def read_clauses(text: str) -> list[Clause]:
    """Return the clauses of a message, at most `MOST_CLAUSES` of its first `MOST_CHARACTERS` characters."""
    typed = _DIGITS.sub(MASK, _without_quotations(text[:MOST_CHARACTERS]))
    plain = fold(typed)
    clauses: list[Clause] = []
    sentence = start = 0
    for cut in _CUT.finditer(plain):
        _append(clauses, plain, typed, start, cut.start(), sentence, cut[0].strip())
        start = cut.end()
        sentence += cut["hard"] is not None
        if len(clauses) >= MOST_CLAUSES:
            return clauses
    _append(clauses, plain, typed, start, len(plain), sentence, "")
    return clauses


def _append(clauses: list[Clause], plain: str, typed: str, start: int, end: int, sentence: int, ending: str) -> None:
    """Add the clause between two places; where nothing is there, its ending goes to the clause before."""
    while start < end and plain[start].isspace():
        start += 1
    while start < end and plain[end - 1].isspace():
        end -= 1
    if start < end and (later := _THEN_NOW.match(plain, start, end)):
        _append(clauses, plain, typed, start, later.end(), sentence, "")
        start = later.end()
    if start < end:
        for first in range(start, end, LONGEST_CLAUSE):
            last_at = min(end, first + LONGEST_CLAUSE)
            mark = ending if last_at == end else ""
            clauses.append(Clause(plain[first:last_at], typed[first:last_at], sentence, mark))
    elif clauses and ending:
        last = clauses[-1]
        clauses[-1] = Clause(last.plain, last.typed, last.sentence, last.ending + ending)


def _without_quotations(text: str) -> str:
    """Mask what is quoted speech; a short quoted name or title only loses its marks."""

    def unquote(match: re.Match[str]) -> str:
        inside = next(part for part in match.groups() if part is not None)
        before = fold(text[max(0, match.start() - 12) : match.start()])
        short = len(inside) <= (6 if re.search(rf"[{_HAN}]", inside) else 20)
        if (short and _NAMING.search(before)) or (
            short and not _SAYS.search(before) and not _SPEECH.search(fold(inside))
        ):
            return inside
        return MASK

    return _QUOTES.sub(unquote, text)
