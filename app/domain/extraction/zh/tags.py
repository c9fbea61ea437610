"""Self-descriptions in bare pieces, as in a profile: "女，32，单身，体制内", "178/70kg 上海 程序员"."""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.lexicon import WORDS
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.subjects import Told

_KINDS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("gender", re.compile(r"[男女](?:生|的|性)?")),
    ("birth_year", re.compile(r"(?:19|20)?\d\d年(?:生)?|[5-9][05]后|[01]0后")),
    ("age", re.compile(r"(?:今年)?[1-8]\d(?:岁|了)?|[一二三四五六七八]?十[一二三四五六七八九]?岁?")),
    ("height", re.compile(r"1[4-9]\d(?:cm|公分)?|1\.\d\d米?")),
    ("weight", re.compile(r"\d{2,3}(?:斤|kg|公斤)")),
    ("marital_status", re.compile(r"单身|已婚|未婚|离异|离婚|有对象|二婚")),
    ("star_sign", re.compile(r".{2}座")),
    ("degree", re.compile(r"本科|大专|硕士|博士|高中|中专|研究生")),
)
_LEAST: Final = 2


def read_tags(told: Sequence[Told]) -> list[Statement]:
    """Return what a message says in bare pieces, at least two of them of a kind that people describe themselves by."""
    found: list[Statement] = []
    sure = 0
    for one in told[:8]:
        piece = one.clause.plain.removeprefix("本人").removeprefix("我")
        if one.role != "user" or len(piece) > 8 or one.end < len(one.clause.plain):
            continue
        kind = next((name for name, pattern in _KINDS if pattern.fullmatch(piece)), "")
        classes = WORDS.get(piece, frozenset())
        if kind:
            sure += 1
        elif "trade" in classes:
            kind = "job"
        elif "place" in classes:
            kind = "home"
        if kind and all(other.attribute != kind for other in found):
            found.append(give(one, kind, one.clause.typed[-len(piece) :], 0.7))
    return found if sure >= _LEAST else []
