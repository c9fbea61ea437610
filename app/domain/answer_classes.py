"""What class of thing a question asks for: "What sports does John like?" is answered by who surfs, whatever the words.

A question names a class (sports, cities, meals, illnesses), its answers name members of it (surfing, Leith, dal), and
the two share no word; nor does a small model know them all for near. The members stand in the lexicons of the
extraction, so pieces that hold one are told apart with the index as it is. Only what is asked for counts: the class
must follow a question word, or a request for a recommendation, in the same sentence. English and Chinese.
"""

import re
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.extraction.en.lexicon import words_of
from app.domain.extraction.zh.lexicon import WORDS
from app.domain.term_codec import term_hash
from app.domain.words import analyse

_PLACES: Final = ("country", "region", "city")
_ENGLISH: Final[dict[str, tuple[str, ...]]] = {
    r"countr(?:y|ies)|nations?": ("country",),
    r"cit(?:y|ies)|towns?": ("city",),
    r"states?|provinces?|regions?": ("region",),
    r"places?|locations?|destinations?|travel\w*|trips?|vacations?|visit\w*": _PLACES,
    r"sports?|exercis\w+|workouts?": ("sport",),
    r"hobb(?:y|ies)|pastimes?|leisure|activit(?:y|ies)|interests?|passions?|(?:free|spare) time|de-?stress\w*|relax\w*|"
    r"fun": ("sport", "hobby"),
    r"instruments?": ("instrument",),
    r"music\w*|genres?|bands?": ("genre",),
    r"pets?|animals?|breeds?": ("dog", "cat", "pet"),
    r"foods?|meals?|dish(?:es)?|eat\w*|cuisines?|snacks?|cook\w*|recipes?": ("food",),
    r"drinks?|beverages?": ("drink",),
    r"diets?": ("diet", "food"),
    r"ailments?|illness(?:es)?|diseases?|(?:health|medical) \w+|injur\w+": ("condition",),
    r"allerg\w+": ("allergen", "food"),
    r"medicines?|medications?": ("medication",),
    r"languages?": ("language",),
    r"professions?|occupations?|for a living": ("trade", "field"),
    r"cars?|vehicles?": ("vehicle",),
    r"gadgets?|devices?": ("device",),
}
_CHINESE: Final[dict[str, tuple[str, ...]]] = {
    r"国家|城市|省份?|景点|地方": ("place",),
    r"运动|锻炼|健身": ("hobby",),
    r"爱好|兴趣|活动|消遣": ("hobby", "game"),
    r"音乐|歌手?|电影|书籍?|题材": ("genre",),
    r"游戏": ("game",),
    r"宠物|动物|品种": ("breed_cat", "breed_dog", "species"),
    r"菜系?|食物|美食|吃的|零食|口味": ("food",),
    r"饮料|喝的|酒": ("drink",),
    r"疾?病|慢性病": ("illness",),
    r"药": ("drug",),
    r"语言|外语": ("language",),
    r"职业|行业": ("trade",),
    r"车型?": ("car",),
    r"手机": ("phone_model",),
    r"电脑": ("computer",),
}
_CHINESE_VERBS: Final[dict[str, tuple[str, ...]]] = {
    r"吃[过了点些]?(?:什么|啥|哪)": ("food",),
    r"喝[过了点些]?(?:什么|啥|哪)": ("drink",),
    r"对(?:什么|啥|哪些?).{0,4}过敏|过敏(?:什么|啥|的是)": ("allergen", "food"),
    r"(?:住|去|到|来自|搬|游|老家|家乡)[过了到在是]{0,2}哪": ("place",),
}
_ASKED: Final = re.compile(
    r"\b(?:what|which|where|who|how|any|name|list|recommend|suggest)\b(?=(?P<after>[^.?!\n]{0,60}))"
)
"""What follows a question word within its sentence."""
_WHERE: Final = re.compile(r"(?:^|[.?!,] )where\b")
_HAN_BEFORE: Final = r"(?:什么|啥|哪[些个种座家款部几]{0,2}|几[个种道部]|推荐.?)[^，。？！,?!\n]{0,3}?"
_HAN_AFTER: Final = r"(?:都|主要)?(?:是|有|包括)(?:什么|啥|哪)"
_WORDS: Final = tuple((re.compile(rf"\b(?:{word})\b"), found) for word, found in _ENGLISH.items())
_HAN_WORDS: Final = (
    *(
        (re.compile(rf"{_HAN_BEFORE}(?:{word})(?!的)|(?:{word}){_HAN_AFTER}"), found)
        for word, found in _CHINESE.items()
    ),
    *((re.compile(word), found) for word, found in _CHINESE_VERBS.items()),
)
"""In Chinese the class stands right after its question word ("哪些城市") or right before it ("爱好是什么")."""
_SHORTEST: Final = 3
"""Letters of an English member: shorter ones are other words as often."""


def classes_asked(plain: str) -> tuple[str, ...]:
    """Return the classes that a normalised text (`words.normalise`) asks for, sorted: "en city", "zh food"."""
    found: set[str] = set()
    asked = "\n".join(match["after"] for match in _ASKED.finditer(plain))
    if asked:
        found.update(f"en {name}" for word, names in _WORDS if word.search(asked) for name in names)
    if _WHERE.search(plain):
        found.update(f"en {name}" for name in _PLACES)
    if not plain.isascii():
        found.update(f"zh {name}" for word, names in _HAN_WORDS if word.search(plain) for name in names)
    return tuple(sorted(found))


@cache
def members(name: str) -> NDArray[np.uint32]:
    """Return the hashes of the index terms that are members of a class, sorted; those of one term alone.

    Raises KeyError for a name that no question asks for.
    """
    language, _, sort = name.partition(" ")
    terms = _english(sort) if language == "en" else _chinese(sort)
    if not terms:
        raise KeyError(name)
    return np.array(sorted(map(term_hash, terms)), dtype=np.uint32)


def _english(sort: str) -> set[str]:
    found = (analyse(word) for word in words_of(sort) if len(word) >= _SHORTEST)
    return {terms[0] for terms in found if len(terms) == 1}


def _chinese(sort: str) -> set[str]:
    return {word for word, sorts in WORDS.items() if sort in sorts and len(word) > 1 and word in analyse(word)}
