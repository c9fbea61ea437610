"""Whose kin somebody is: "my sister's son Leo" is no son of the user's, "我姐的狗" is not their dog.

Pets of a partner and of children are the household's, and stay.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from app.domain.extraction.en.words import KIN as EN_KIN
from app.domain.extraction.en.words import PETS as EN_PETS
from app.domain.extraction.models import Statement
from app.domain.extraction.wording import words
from app.domain.extraction.zh.kin import KIN as ZH_KIN


def _one_of(found: Sequence[str]) -> str:
    return "|".join(sorted(map(re.escape, found), key=len, reverse=True))


_HAN_WORDS: Final = [word for word in ZH_KIN if not word.isascii()]
_HAN_PETS: Final = {"狗": "dog", "猫": "cat", "貓": "cat"} | dict.fromkeys(
    ("兔子", "鹦鹉", "仓鼠", "乌龟", "鸟"), "pet"
)
_ENGLISH: Final = re.compile(
    rf"\b(?:my|our)\s+(?:[\w-]+\s+)?(?P<first>{_one_of(list(EN_KIN))})(?:['’]s|s['’])\s+(?:[\w-]+\s+){{0,2}}?"
    rf"(?P<kin>{_one_of([*EN_KIN, *EN_PETS])})\b",
    re.IGNORECASE,
)
_CHINESE: Final = re.compile(
    rf"[我俺](?:的)?(?P<first>{_one_of(_HAN_WORDS)})家?的(?P<kin>{_one_of(_HAN_WORDS)}|"
    rf"[\u4e00-\u9fff]{{0,2}}?(?:{_one_of(list(_HAN_PETS))}))|"
    rf"[我俺](?:的)?(?P<first2>{_one_of(_HAN_WORDS)})家(?P<kin2>{_one_of(list(_HAN_PETS))})"
)
_OF_PETS: Final = frozenset(("dog", "cat", "pet"))
_HOUSEHOLD: Final = words("wife husband partner girlfriend boyfriend fiance child son daughter")
_SAID_OF_LAST: Final = words("name age job home employer workplace school")
"""What a Chinese sentence says of the last of a chain, where the rules see the first ("我弟的女儿今年三岁")."""
_NAMED: Final = r"\s*(?:,|'s|’s|is|named|called|名?叫做?|an?|the|\s)*\s*"


class _Chain(NamedTuple):
    """A stretch of a text that names kin of kin: their relation, and that of whose they are."""

    start: int
    end: int
    first: str
    relation: str


def without_kin_of_kin(text: str, statements: Sequence[Statement]) -> list[Statement]:
    """Return statements without those that take kin of the user's kin, or their pets, for the user's own."""
    chains = [one for one in _chains(text) if one.relation not in _OF_PETS or one.first not in _HOUSEHOLD]
    if not chains:
        return list(statements)
    rest = text
    for one in reversed(chains):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    own = {EN_KIN.get(word) or EN_PETS.get(word) for word in re.findall(r"[a-z-]+", rest.lower())}
    own |= {relation for word, relation in (ZH_KIN | _HAN_PETS).items() if not word.isascii() and word in rest}
    return [one for one in statements if not any(_is_of(one, chain, text, own) for chain in chains)]


def _chains(text: str) -> Iterator[_Chain]:
    for match in _ENGLISH.finditer(text):
        kin = match["kin"].lower()
        yield _Chain(*match.span(), EN_KIN[match["first"].lower()], EN_KIN.get(kin) or EN_PETS[kin])
    for match in _CHINESE.finditer(text):
        kin = match["kin"] or match["kin2"]
        pet = next((relation for word, relation in _HAN_PETS.items() if kin.endswith(word)), "")
        yield _Chain(*match.span(), ZH_KIN[match["first"] or match["first2"]], ZH_KIN.get(kin) or pet)


def _is_of(one: Statement, chain: _Chain, text: str, own: set[str | None]) -> bool:
    """Whether a statement takes what is said of a chain's last one for the user's own, or for the first one's."""
    if one.action != "state":
        return False
    relations = _OF_PETS if chain.relation in _OF_PETS else frozenset((chain.relation,))
    inside = one.value in text[chain.start : chain.end]
    if one.subject.relation in relations or (inside and one.attribute == "pet"):
        return not relations & own
    if one.subject.relation == chain.first and one.attribute in _SAID_OF_LAST:
        return bool(re.search(r"[\u4e00-\u9fff]", text)) and text.find(one.value) >= chain.end
    named = re.match(f"{_NAMED}{re.escape(one.value)}", text[chain.end :], re.IGNORECASE) is not None
    return named and one.subject.relation == "user"
