"""A new value put in the place of the part of the old one that it is of a kind with ("physio monday", "wednesday")."""

import re
from typing import Final

from app.domain.extraction.aligner.views import value_view
from app.domain.extraction.loose import put_in, renumbered
from app.domain.extraction.values import core

_DAY: Final = re.compile(
    r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b|(?:周|星期|礼拜|禮拜|週)[一二三四五六日天]",
    re.IGNORECASE,
)
"""A day of the week: "choir is thursdays 7pm" is moved to "wednesdays" with the hour left as it is."""
_MOST_CHARS: Final = 60
_KINDS: Final = frozenset({"number", "time"})


def placed(old: str, new: str) -> str:
    """Return the old value with the new one for its only time or number, if it holds more; else the new one."""
    if _DAY.fullmatch(new) and len(_DAY.findall(old)) == 1:
        return _DAY.sub(lambda _: new, old)
    ours, theirs = value_view(old), value_view(new)
    kinds = [sorts & _KINDS for sorts in theirs.sorts]
    if kinds and all(kinds):
        at = [place for place, sorts in enumerate(ours.sorts) if sorts & frozenset().union(*kinds)]
        rest = [place for place, token in enumerate(ours.tokens) if place not in at and token.shape != "sign"]
        if at and rest and at[-1] - at[0] + 1 == len(at):
            start, end = ours.tokens[at[0]].start, ours.tokens[at[-1]].end
            whole = f"{old[:start]}{new}{old[end:]}"
            return whole if len(whole) <= _MOST_CHARS else new
        return new
    if core(old) & core(new):
        return renumbered(old, new) or new
    return put_in(old, "", new)
