"""Names in a query, linked to whom they mean: "my brother" is Tom, and Tom is "my brother".

What is said of somebody close is said now by name and now by the relation; a query uses one of the two, and neither
words nor vectors know that they are one. The fact card does. The linked query says the other one in place of the first;
search ranks by both and takes the better of each memory (decision 0044 has what that is worth).

A word is linked only where it can mean one: a relation in which the card knows a single name, a name that is nobody
else's. Friends, families and parents, of whom people have several, are not linked.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from app.domain.graph.keys import NAMED, topic_of
from app.domain.graph.names import KIN, RELATION_OF, WORDS_OF, normalise
from app.domain.han_variants import TO_SIMPLIFIED
from app.domain.models import CardEntry
from app.domain.stop_words import LATIN

_SEVERAL: Final = frozenset({"friend", "family", "household", "parents", "grandparents", "parents_in_law", "ex"})
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_HAN_POSSESSIVE: Final = r"(?:我们?家?|咱们?家?|俺家?)的?"
_HAN_START: Final = r"(?:^|(?<=[\s，。,.？?！!：:；;、]))"
_HAN_END: Final = r"(?![姐妹兄弟妈媽爸爹妹哥娃粮砂币店们棋狗猫咪])"
"""A word that goes on is another: 爸妈, 兄弟姐妹, 狗粮, 对象棋."""
_NO_ADDRESS: Final = frozenset({"先生", "对象", "爱人", "宝宝", "孩子", "小孩", "阿姨", "叔叔", "兄弟", "朋友"})
"""Words that also address or name anybody: these need "my" before them."""
_KIND_OF: Final = r"(?:(?:little|big|twin|only|dear|own)\s+)?"
_LONGEST_QUERY: Final = 1_000
_MOST_LINKED: Final = 8
"""Characters of a query that is linked at all, and names in it that are said otherwise."""
_WORDS: Final = frozenset({"天天", "可可", "常常", "年年", "月月", "刚刚", "娃娃"})
"""Names that are words like any other."""
_OTHERS: Final = 2
"""Words of a relation that stand for a name in Chinese, which has several for one (哥哥, 弟弟)."""
_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody close to the user, by the relation and the one name that the card knows.

    `also` are wider relations in which the card knows nobody else: a son where there is no daughter is "my kid", too.
    """

    relation: str
    name: str
    also: tuple[str, ...] = ()


def people_of(entries: Mapping[str, CardEntry]) -> tuple[Person, ...]:
    """Return those of a card who alone stand in their relation and alone bear their name, in the order of the card."""
    names: dict[str, dict[str, str]] = {}
    for key, entry in entries.items():
        topic = topic_of(key, entry.source)
        if topic.relation == "user" and topic.attribute not in ("name", "full_name", "nickname"):
            continue
        name = topic.name or (entry.value if topic.attribute == NAMED else "")
        if topic.name and topic.attribute == NAMED:
            name = entry.value  # keys are case-folded
        if topic.relation == "user":
            name = entry.value
        is_name = any(character.isalpha() for character in name) and name not in _WORDS
        if is_name and len(name) <= _LONGEST_NAME and normalise(name) not in RELATION_OF:
            known = names.setdefault(topic.relation, {})
            if topic.attribute == NAMED or normalise(name) not in known:
                known[normalise(name)] = name
    borne = [name for known in names.values() for name in known]
    for one in (*_SEVERAL, "user"):
        names.pop(one, None)
    people = []
    for relation, known in names.items():
        for plain, name in known.items():
            if len(known) == 1 and borne.count(plain) == 1:
                people.append(Person(relation, name, _wider(relation, names)))
    return tuple(people)


def _wider(relation: str, names: Mapping[str, Mapping[str, str]]) -> tuple[str, ...]:
    near = ((general, {name for one in among for name in names.get(one, ())}) for general, among in KIN.items())
    return tuple(general for general, of_them in near if relation in KIN[general] and len(of_them) == 1)


def linked_query(query: str, people: Iterable[Person]) -> str:
    """Return the query with each relation said as the name and each name as the relation; "" where none is in it."""
    if len(query) > _LONGEST_QUERY:
        return ""
    text = unicodedata.normalize("NFKC", query).translate(TO_SIMPLIFIED)
    found: list[tuple[int, int, str]] = []
    for person in people:
        spans = [match.span() for match in _by_name(person.name).finditer(text)]
        spans = [span for span in spans if not _is_plain_word(text, span)]
        if spans:
            found += [(*span, _relation_words(person, text, span)) for span in spans]
        else:
            found += [(*match.span(), person.name) for match in _by_relation(person).finditer(text)]
    linked: list[str] = []
    end = 0
    for start, stop, other in sorted(found, key=lambda one: (one[0], -one[1])):
        if start >= end and len(linked) < 2 * _MOST_LINKED:
            linked += [text[end:start], other]
            end = stop
    return "".join((*linked, text[end:])) if linked else ""


def _by_name(name: str) -> re.Pattern[str]:
    plain = unicodedata.normalize("NFKC", name).translate(TO_SIMPLIFIED)
    if _HAN.search(plain):
        return re.compile(re.escape(plain)) if len(plain) > 1 else re.compile("(?!)")
    return re.compile(rf"(?<![^\W\u3400-\u9fff]){re.escape(plain)}(?![^\W\u3400-\u9fff])")


def _is_plain_word(text: str, span: tuple[int, int]) -> bool:
    """Whether a name may be a word like any other where it stands: "will" anywhere, "Will" where a sentence begins."""
    word = text[span[0] : span[1]]
    if word.casefold() not in LATIN["english"]:
        return False
    return word == word.lower() or not text[: span[0]].strip() or text[: span[0]].rstrip()[-1] in ".?!"


def _relation_words(person: Person, text: str, span: tuple[int, int]) -> str:
    """Return how the language around a name calls the relation: my sister, 我姐姐妹妹."""
    around = text[: span[0]] + text[span[1] :]
    if _HAN.search(around):
        return "我" + "".join(WORDS_OF.get(person.relation, ())[:_OTHERS])
    return "my " + person.relation.replace("_", " ")


def _by_relation(person: Person) -> re.Pattern[str]:
    words = {word for word, meant in RELATION_OF.items() if meant == person.relation or meant in person.also}
    han = sorted((word for word in words if _HAN.search(word)), key=len, reverse=True)
    latin = sorted(words.difference(han), key=len, reverse=True)
    begun = [word for word in han if len(word) > 1 and word not in _NO_ADDRESS]
    parts = [rf"\b(?:my|our)\s+{_KIND_OF}(?:{_any_of(latin)})\b(?![\s-]in[\s-]law)"]
    if han:
        parts.append(rf"{_HAN_POSSESSIVE}(?:{_any_of(han)}){_HAN_END}")
    if begun:
        parts.append(rf"{_HAN_START}(?:{_any_of(begun)}){_HAN_END}")
    return re.compile("|".join(parts), re.IGNORECASE)


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))
