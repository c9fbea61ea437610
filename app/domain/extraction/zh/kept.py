"""Which of the statements of a Chinese message are kept: each thing once, under the attribute that fits it best."""

import re
from dataclasses import replace
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.self_patterns import IS_CITY
from app.domain.extraction.zh.text import fold
from app.domain.extraction.zh.tools import PRODUCTS

_WITH_VERB: Final = re.compile(r".(?:做|当|担任)")
"""A place of work that runs on into what is done there."""
_DISTANT: Final = frozenset(("cousin", "aunt", "uncle", "nephew", "niece"))
_OF_DISTANT: Final = frozenset(
    (
        "name",
        "age",
        "birthday",
        "condition",
        "allergy",
        "intolerance",
        "avoids",
        "diet",
        "medication",
        "grade",
        "commitment",
        "appointment",
    )
)
_NOUNS: Final = frozenset(("job", "employer", "workplace", "name", "hobby", "school", "car", "former_job", "avoids"))
_NO_NOUN: Final = re.compile(
    r"[你我您她它们]|(?<!吉)他|^(?:又|也|都|还|就|很|太|再|才|头来|口$|把|被|让|轮又|案|完|好|到|得|着)|(?:又|"
    r"也|都|还|就|很|太|帮|来句|一下|怎么|什么|那个|这个|这么|那么|几个|没有)(?!$)"
)
_TAKEN_BY: Final = re.compile(r"(?:的|那个|那种|这种|那股|这个)(?:味道?儿?|口味|口感|气味)$")
_LOOSE: Final = frozenset(("tool", "likes", "tech_stack", "owns", "deployment", "hobby", "schedule"))


def _product_of(one: Statement) -> str:
    """Return the attribute of a product by its name or its first word ("MacBook Air"), else the one it has."""
    name = fold(one.value)
    return PRODUCTS.get(name) or PRODUCTS.get(name.partition(" ")[0]) or one.attribute


def distinct(found: list[Statement]) -> list[Statement]:
    """Name tools by their kind where it is known, and drop what the clause states better under another attribute."""
    named = [replace(one, attribute=_product_of(one)) if one.attribute in _LOOSE else one for one in found]
    return [
        one
        for one in named
        if one.action == "retract"
        or one.attribute not in _LOOSE
        or not any(
            other is not one
            and other.attribute not in _LOOSE
            and other.action == "state"
            and (one.value in other.value or other.value in one.value)
            for other in named
        )
    ]


def placed(found: list[Statement]) -> list[Statement]:
    """Take a town that stands where an employer is named for where somebody lives; housing is no place."""
    housed = {one.value for one in found if one.attribute == "housing"}
    found = [
        one
        for one in found
        if not (one.attribute == "home" and one.value in housed)
        and not (one.attribute == "workplace" and _WITH_VERB.search(fold(one.value)))
    ]
    towns = [one for one in found if one.attribute == "employer" and IS_CITY.fullmatch(fold(one.value))]
    if not towns:
        return found
    kept = [one for one in found if one not in towns]
    return (
        kept
        if any(one.attribute == "home" for one in kept)
        else [*kept, *(replace(one, attribute="home") for one in towns)]
    )


def without_contained(found: list[Statement]) -> list[Statement]:
    """Drop what another statement of the same attribute says in more words."""
    return [
        one
        for one in found
        if not any(
            other is not one
            and other.attribute == one.attribute
            and one.value != other.value
            and one.value in other.value
            for other in found
        )
    ]


def bare(one: Statement) -> Statement:
    """Return a taste without what the thing is taken by ("螺蛳粉那个味" → "螺蛳粉"), so that its opposite finds it."""
    if one.attribute not in ("likes", "dislikes", "avoids"):
        return one
    by = _TAKEN_BY.search(fold(one.value))
    return replace(one, value=one.value[: by.start()]) if by and by.start() > 1 else one


def is_kept_of(one: Statement) -> bool:
    """Whether a statement belongs on the card: of distant relatives only who they are, their age, health and food."""
    if one.action == "state" and one.attribute in _NOUNS and _NO_NOUN.search(fold(one.value)):
        return False
    if one.action == "state" and one.subject.relation == "ex" and one.attribute != "name":
        return False
    return one.action == "retract" or one.subject.relation not in _DISTANT or one.attribute in _OF_DISTANT
