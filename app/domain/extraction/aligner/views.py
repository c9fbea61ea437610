"""What the aligner sees of a message, and of a message beside one known fact: tokens, word classes, old and new."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from app.domain.extraction.en.lexicon import find_terms
from app.domain.extraction.tagger.tokens import Token, characters_of
from app.domain.extraction.wording import words
from app.domain.extraction.zh.lexicon import find_words
from app.domain.han_variants import TO_SIMPLIFIED

MOST_TOKENS: Final = 100
"""Tokens of a message that are read: what changes something is said briefly, or first."""
_CLAUSE_END: Final = frozenset("。！？!?\n;；…,，、:：—()（）.~")
_EMPTY: Final = words(
    "a an the my our your his her their of to in on at for with and or is are am was be i we you it that this 's so 的 "
    "了 是 在 我 个 只 有 和 一 不 no not by every each per"
)
"""Words that by themselves are no mention of a value."""
_SMALL_NUMBERS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
)
_NUMBERS: Final = {
    **{word: str(number) for number, word in enumerate(_SMALL_NUMBERS.split())},
    "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "hundred": "100", "couple": "2",
    "一": "1", "二": "2", "两": "2", "俩": "2", "仨": "3", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7",
    "八": "8", "九": "9", "十": "10", "半": "half",
}  # fmt: skip
_MONTHS: Final = words(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sept sep oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri "
    "sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays noon midnight am pm 周 号 点 月 日 岁 今 "
    "明"
)
_WIDER: Final = {
    "city": "place", "region": "place", "country": "place", "timezone": "place", "org": "employer",
    "workplace": "employer", "condition": "illness", "medication": "drug", "sport": "hobby", "instrument": "hobby",
    "game": "hobby", "vehicle": "car", "dog": "pet", "cat": "pet", "species": "pet", "breed_dog": "pet",
    "breed_cat": "pet", "drink": "food", "allergen": "food", "tech": "tool", "programming_language": "tool",
    "framework": "tool", "database": "tool", "editor": "tool", "operating_system": "tool", "office_tool": "tool",
    "deployment": "tool", "frontend": "tool", "note_app": "tool", "project_tool": "tool", "design_tool": "tool",
    "build_tool": "tool", "phone_model": "device", "computer": "device", "tablet": "device", "watch": "device",
    "camera": "device", "console": "device", "reply_style": "style", "reply_length": "style", "form": "style",
    "exam": "field", "act": "hobby", "exploit": "aim",
}  # fmt: skip
"""Classes of both lexicons under one name."""


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message: tokens, and for each what word classes it belongs to, the number of its clause, its plain form."""

    text: str
    tokens: tuple[Token, ...]
    sorts: tuple[frozenset[str], ...]
    clause: tuple[int, ...]
    terms: frozenset[tuple[int, int]]
    forms: tuple[str, ...]

    def written(self, start: int, end: int) -> str:
        """Return the text of the tokens [start, end)."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]


@lru_cache(maxsize=64)
def message_view(text: str) -> MessageView:
    """Return what is seen of a message, of which the first tokens are read."""
    tokens = tuple(characters_of(text)[:MOST_TOKENS])
    clauses, number = [], 0
    for token in tokens:
        clauses.append(number)
        number += token.form in _CLAUSE_END
    sorts, terms = _sorts(text, tokens)
    return MessageView(text, tokens, sorts, tuple(clauses), terms, _forms_of(text, tokens, terms))


def _sorts(text: str, tokens: Sequence[Token]) -> tuple[tuple[frozenset[str], ...], frozenset[tuple[int, int]]]:
    spans = [(term.start, term.end, {one.sort for one in term.terms}) for term in find_terms(text)]
    folded = text.lower().translate(TO_SIMPLIFIED)
    if len(folded) == len(text):
        spans += [(word.start, word.end, set(word.classes)) for word in find_words(folded)]
    found: list[set[str]] = [set() for _ in tokens]
    terms = set()
    for start, end, names in spans:
        inside = [at for at, token in enumerate(tokens) if token.start < end and token.end > start]
        if inside:
            terms.add((inside[0], inside[-1] + 1))
        for at in inside:
            found[at] |= {_WIDER.get(name, name) for name in names}
    for at, token in enumerate(tokens):
        if number_of(text[token.start : token.end]):
            found[at].add("number")
        elif token.form in _MONTHS:
            found[at].add("time")
    return tuple(frozenset(one) for one in found), frozenset(terms)


def number_of(written: str) -> str:
    """Return a number in digits ("three", "俩"), "" where a word is none."""
    plain = written.lower()
    return plain.replace(",", "") if plain[:1].isdigit() else _NUMBERS.get(plain, "")


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a message names a known value: the tokens, and whether it names all of it that tells."""

    at: frozenset[int]
    whole: bool


def mention_of(view: MessageView, value: str) -> Mention:
    """Return where a message names a value, or a telling part of it."""
    old = value_view(value)
    forms = set(old.forms) - _EMPTY
    forms = {form for form in forms if form and form[0].isalnum()}
    han = "".join(token.form for token in old.tokens if token.shape == "han")
    at = {place for place in range(len(view.tokens)) if _is_named(view, place, forms, han)}
    named = {view.forms[place] for place in at}
    return Mention(frozenset(at), bool(forms) and {form for form in forms if _tells(form, han)} <= named)


def _is_named(view: MessageView, at: int, forms: set[str], han: str) -> bool:
    form = view.forms[at]
    if view.tokens[at].shape != "han":
        return form in forms or (len(form) > 3 and (form.rstrip("s") in forms or f"{form}s" in forms))
    if form not in forms and form not in han:
        return False
    if len(han) == 1:
        return view.tokens[at].form == han
    for start in (at - 1, at):
        pair = "".join(token.form for token in view.tokens[max(start, 0) : start + 2])
        if len(pair) == 2 and pair in han:
            return True
    return False


def _tells(form: str, han: str) -> bool:
    return not (len(han) > 3 and form in han and form in _EMPTY)


def _forms_of(text: str, tokens: Sequence[Token], terms: frozenset[tuple[int, int]]) -> tuple[str, ...]:
    """Return each token as it is compared: numbers in digits, words without a possessive."""
    forms = []
    for at, token in enumerate(tokens):
        number = number_of(text[token.start : token.end])
        within = token.shape == "han" and any(start <= at < end and end - start > 1 for start, end in terms)
        forms.append(number if number and not within else token.form.removesuffix("'s"))
    return tuple(forms)


@lru_cache(maxsize=4096)
def value_view(value: str) -> MessageView:
    """Return what is seen of a known value."""
    tokens = tuple(characters_of(value)[:24])
    sorts, terms = _sorts(value, tokens)
    return MessageView(value, tokens, sorts, tuple(0 for _ in tokens), terms, _forms_of(value, tokens, terms))


_BY_ATTRIBUTE: Final = {
    "home": "place", "hometown": "place", "workplace": "place", "address": "place", "job": "trade",
    "likes": "food", "dislikes": "food", "avoids": "food", "allergy": "food", "hobby": "hobby", "pet": "pet",
    "tool": "tool", "tech_stack": "tool", "programming_language": "tool", "editor": "tool", "employer": "employer",
    "operating_system": "tool", "car": "car", "age": "number", "weight": "number", "budget": "number",
    "rent": "number", "income": "number", "appointment": "time", "deadline": "time", "schedule": "time",
    "birthday": "time", "condition": "illness", "medication": "drug", "language_spoken": "language",
    "computer": "device", "phone_model": "device", "breed": "pet", "diet": "diet", "marital_status": "status",
}  # fmt: skip


def classes_of(attribute: str, value: str) -> frozenset[str]:
    """Return the word classes of a known value, with the one that its attribute stands for."""
    old = value_view(value)
    found = set().union(*old.sorts) if old.sorts else set()
    if attribute in _BY_ATTRIBUTE:
        found.add(_BY_ATTRIBUTE[attribute])
    return frozenset(found)


@lru_cache(maxsize=8192)
def distance(one: str, other: str, most: int = 8) -> int:
    """Return the edit distance of two short texts, exchanged neighbours counting one; 9 where it is above `most`."""
    if abs(len(one) - len(other)) > min(most, 2) or len(one) > 24:
        return 9
    letters, others = set(one), set(other)
    if len(letters - others) > most or len(others - letters) > most:  # each edit brings one new letter at most
        return 9
    rows = [list(range(len(other) + 1))]
    for i, left in enumerate(one, 1):
        row = [i]
        for j, right in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1] if rows[-1][-1] <= most else 9


_GROUPS: Final = (
    ("place", "home hometown address workplace location residence"),
    (
        "liking",
        "likes hobby coffee favourite_food favourite_music favourite_book favourite_film favourite_team "
        "favourite_colour",
    ),
    ("aversion", "dislikes avoids fear"),
    ("allergy", "allergy intolerance"),
    ("tool", "tool tech_stack programming_language editor operating_system computer phone_model owns car"),
    ("dated", "appointment deadline plan schedule commitment birthday"),
    ("amount", "weight height budget rent income commute work_years wake_time bed_time"),
    ("name", "name full_name nickname address_as surname"),
    ("reach", "phone email wechat contact_channel contact_time"),
    ("wish", "rule reply_style reply_length reply_language units remember wants"),
    ("study", "school major degree grade"),
)  # fmt: skip
_GROUP_OF: Final = {attribute: group for group, listed in _GROUPS for attribute in listed.split()}
_SHARED: Final = words(
    "job employer age diet condition medication pet habit goal marital_status about language_spoken housing"
)


def group_of(attribute: str) -> str:
    """Return the group of attributes that change in like words; "own" for a phrase of the speaker's own."""
    return _GROUP_OF.get(attribute) or (attribute if attribute in _SHARED else "own")


def has_word(view: MessageView, sought: frozenset[str]) -> bool:
    """Whether a message has one of these words; of Chinese ones, which are not told apart in it, the letters."""
    if not sought.isdisjoint(token.form for token in view.tokens):
        return True
    return any(word in view.text for word in sought if not word.isascii())


_JOINT: Final = re.compile(r"[_\s]+")


_HAN_NAMES: Final = {
    "goal": "目标 计划", "budget": "预算", "rent": "房租 租金", "job": "工作 职位 岗位", "employer": "单位 公司 东家",
    "school": "学校", "car": "车", "phone": "手机 电话 号码", "email": "邮箱 邮件", "address": "地址", "diet": "饮食",
    "birthday": "生日", "allergy": "过敏", "age": "岁 年龄", "weight": "体重 斤", "height": "身高", "major": "专业",
    "deadline": "截止 期限", "medication": "药", "address_as": "称呼 叫我", "home": "住 家", "hobby": "爱好",
}  # fmt: skip


def attribute_words(attribute: str) -> frozenset[str]:
    """Return the words of an attribute, for finding it named."""
    return frozenset(token.form for token in characters_of(_JOINT.sub(" ", attribute))) - _EMPTY


def names_attribute(view: MessageView, attribute: str) -> bool:
    """Whether a message names what a fact is about ("the goal", "目标")."""
    words = attribute_words(attribute)
    if words & {token.form for token in view.tokens}:
        return True
    han = "".join(token.form for token in view.tokens if token.shape == "han")
    return any(name in han for name in _HAN_NAMES.get(attribute, "").split())
