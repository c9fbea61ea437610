"""When two values say the same, and when one holds the other: by their words, not by their letters."""

import re
from functools import lru_cache
from typing import Final

from app.domain.extraction.wording import words
from app.domain.words import analyse, normalise

_FILLERS_WORDS: Final = (
    "a an the my our your his her their some any all of to in on at for with and or is are be am was im really very "
    "veri realli just also so much lot more most too as well again now still thing stuff please pls "
    "no not never dont don't don t avoid without "
    "eat drink have take get use play do watch like love hate prefer want learn keep call "
    "allerg allergi intoler user 过敏 過敏 "
    "的 了 是 过 着 把 个 只 很 太 都 也 还 又 再 啊 呢 吧 哈 我 你 他 她 它 这 那 东西 之类 任何 所有 不 别 没 勿 "
    "不要 不能 不吃 不喝 别点 别放 不敢 不会 不爱 不想 吃 喝 用 玩 看 打 学 做 去 养 喜欢 讨厌 爱 学习 课 "
    "の は が を に で と も 私 el la los las un una de del y o ein eine der die das den und oder kein keine"
)
_FILLERS: Final = frozenset(_FILLERS_WORDS.split())
"""Words that tell nothing apart when two short values are compared."""

_LONGEST_COMPARED: Final = 400
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_BLOOD: Final = re.compile(r"\b[abo] ?(?:rh ?)?(?:pos(?:itive)?|neg(?:ative)?)\b", re.IGNORECASE)
"""In a Chinese value, and of blood, a single letter is no filler word of another language: "O型" is not "B型"."""


@lru_cache(maxsize=16_384)
def core(value: str) -> frozenset[str]:
    """Return the words of a value that tell it from others; all of its words where none are left."""
    words = frozenset(analyse(value[:_LONGEST_COMPARED]))
    told = _HAN.search(value) or _BLOOD.search(value)
    letters = {word for word in words if len(word) == 1 and word.isascii()} if told else frozenset()
    return (words - _FILLERS) | letters or words


def plain(value: str) -> str:
    """Return a value without case, width and white space, for comparing letter by letter."""
    return "".join(normalise(value).split())


def same(one: str, other: str) -> bool:
    """Whether two values say the same in other words ("no duck", "Duck")."""
    return plain(one) == plain(other) or core(one) == core(other)


def covers(fuller: str, value: str) -> bool:
    """Whether `fuller` says all that `value` says, and maybe more ("Berlin Kreuzberg" covers "Berlin")."""
    words = core(value)
    return bool(words) and words <= core(fuller)


def alike(one: str, other: str) -> bool:
    """Whether two longer values say the same in other words: most words shared, and no number differs."""
    ours, theirs = core(one), core(other)
    if _numbers(ours) != _numbers(theirs):
        return False
    return bool(ours & theirs) and 5 * len(ours & theirs) >= 3 * len(ours | theirs)


def differ_in_number(one: str, other: str) -> bool:
    """Whether two values name one thing with another number or version ("Python 3.9", "Python 3.13")."""
    ours, theirs = core(one), core(other)
    numbers, others = _counts(ours), _counts(theirs)
    return bool(numbers and others and numbers != others) and ours - numbers == theirs - others != frozenset()


def closeness(value: str, wanted: str) -> float:
    """How well `wanted` (what somebody says has ended) names `value`: 4 the same, 3 part of it, 2 more than it, 1 akin.

    0 where it does not; between 0 and 1 the share of words in common.
    """
    if same(value, wanted):
        return 4.0
    ours, theirs = core(value), core(wanted)
    short, long = plain(wanted), plain(value)
    if (theirs and theirs <= ours) or (len(short) >= 2 and not short.isascii() and short in long):
        return 3.0
    telling = {word for word in ours & theirs if not word.isdigit()}
    if telling and ours <= theirs:
        return 2.0
    share = len(telling) / max(1, min(len(ours), len(theirs)))
    return 1.0 if share >= 0.5 else share


_NUMBER_WORDS: Final = words(
    "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundr thousand grand"
)


def _counts(words: frozenset[str]) -> frozenset[str]:
    return _numbers(words) | (words & _NUMBER_WORDS)


def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if any(char.isdigit() for char in word))
