"""What a fact's key says: of whom it speaks, and of what.

Keys of extracted facts are `user_home`, `user_daughter.朵朵_age`, `user_allergy:花生`; callers choose freely, and often
much alike (`user_child_name`, `user_city`).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.domain.extraction.attributes import MANY, RELATIONS, SINGLE
from app.domain.extraction.keys import FOR_NOW

NAMED: Final = "name"
_CLOSE: Final = RELATIONS - {"user"}


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_CLOSE_ONE: Final = re.compile(rf"({_any_of(_CLOSE)})(?:$|([._])(.*)$)", re.DOTALL)
_HOLDS_MANY: Final = re.compile(rf"(?:^|_)(?:{_any_of(MANY)})$")
_NAME_BEFORE: Final = re.compile(rf"(.+?)_({_any_of(SINGLE | MANY)})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Topic:
    """`relation` is "user" or one close to the user; `name` "" where the key gives none."""

    attribute: str
    relation: str = "user"
    name: str = ""


def topic_of(key: str, source: Mapping[str, Any]) -> Topic:
    """Return what a fact is about, by its source where extraction noted it, else by its key."""
    attribute = source.get("attribute")
    if isinstance(attribute, str) and attribute:
        subject = _subject(source.get("subject", "user"), source.get("name", ""))
        if subject == ("user", "") and attribute in _CLOSE:
            return Topic(NAMED, attribute)
        if subject is not None:
            return Topic(attribute, *subject)
    return _from_key(key)


def _subject(relation: Any, name: Any) -> tuple[str, str] | None:
    if isinstance(relation, str) and relation in RELATIONS and isinstance(name, str):
        return relation, name
    return None


def _from_key(key: str) -> Topic:
    body = _without_value(key).removesuffix(FOR_NOW)
    rest = body.removeprefix("user_").removeprefix("user.")
    close = _CLOSE_ONE.match(rest)
    if close is None:
        return Topic(rest or key)
    relation, separator, about = close.groups()
    if separator == ".":
        name, attribute = _name_and_attribute(about)
        return Topic(attribute, relation, name)
    return Topic(about or NAMED, relation)


def _without_value(key: str) -> str:
    """Drop `:value` behind an attribute that holds many; other colons belong to the key."""
    body, colon, _ = key.partition(":")
    return body if colon and _HOLDS_MANY.search(body) else key


def _name_and_attribute(text: str) -> tuple[str, str]:
    known = _NAME_BEFORE.fullmatch(text)
    if known is not None:
        return known[1], known[2]
    name, _, attribute = text.partition("_")
    return name, attribute or NAMED
