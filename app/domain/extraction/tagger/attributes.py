"""What the tagger's keys stand for: attributes and kinds of statements, and whose they are."""

from typing import Final

from app.domain.extraction.en.words import KIN as EN_KIN
from app.domain.extraction.models import StatementKind
from app.domain.extraction.zh.kin import KIN as ZH_KIN

ATTRIBUTES: Final = {
    "nickname": "address_as", "call": "address_as", "origin": "hometown", "study": "major", "health": "condition",
    "language": "language_spoken", "possession": "owns", "style": "wants", "contact": "contact_channel",
    "status": "marital_status", "experience": "work_years", "avoid": "avoids", "drink": "likes", "food": "likes",
    "other": "about", "family": "about",
}  # fmt: skip
KINDS: Final[dict[str, StatementKind]] = {
    "likes": "preference", "dislikes": "preference", "avoids": "preference", "wants": "preference",
    "diet": "preference", "rule": "preference", "address_as": "preference", "contact_channel": "preference",
    "goal": "goal", "plan": "goal", "commitment": "commitment", "deadline": "commitment",
}  # fmt: skip
OF_KIN: Final = {
    "name": "name", "age": "age", "job": "job", "home": "home", "health": "condition", "likes": "likes",
}  # fmt: skip
_PETS: Final = frozenset(
    ("dog", "cat", "puppy", "kitten", "rabbit", "parrot", "hamster", "狗", "猫", "狗狗", "猫咪", "兔子", "鹦鹉", "仓鼠")
)


def attribute_of(key: str) -> str:
    """Return the attribute that a key of the tagger stands for."""
    whose, _, what = key.partition("_")
    if what and whose in ("family", "pet"):
        return OF_KIN.get(what, "about")
    return ATTRIBUTES.get(key, key)


def relation_of(value: str) -> str:
    """Return the relation that a word for kin or a pet names ("stepson": "son"), "" for any other word."""
    word = value.casefold()
    last = word.split()[-1] if word.split() else ""
    return EN_KIN.get(word) or EN_KIN.get(last) or ZH_KIN.get(value, "") or ("pet" if last in _PETS else "")


def is_bare_kin(value: str) -> bool:
    """Return whether a value is a word for kin and no more."""
    return value.casefold() in EN_KIN or value in ZH_KIN
