"""Statements of a message: what the rules stated and the judge believes, and what the tagger finds beside it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from app.domain.encoder.tuned import encoder
from app.domain.extraction.en.gates import IRONY
from app.domain.extraction.models import Statement
from app.domain.extraction.tagger.asking import asked_of_others
from app.domain.extraction.tagger.attributes import attribute_of
from app.domain.extraction.tagger.believing import believed, miskeyed
from app.domain.extraction.tagger.bounds import LEAST_WHERE_MENDED, LEAST_WHERE_ODD
from app.domain.extraction.tagger.found import found_beside
from app.domain.extraction.tagger.model import Tagged, tagger

_ODD: Final = re.compile(
    r"^(?:ok |so |well )?say (?:i|we) [a-z]+|"
    r"^\W*(?i:sure|oh),? i (?i:just|simply|so|adore|live for) |(?i:\bnew favou?rite (?:hobby|thing|pastime|sport)\b)|"
    r"(?<=[a-z] )(?:LOVE|ADORE|SO|TOTALLY|THRILLED)\b|"
    r"可不(?:是)?[嘛吗么]|真是太(?:喜欢|爱|棒)|是是是|对对对|行行行|呵呵|"
    r"谢谢您嘞|我谢谢|[一二三四五六七八九十两几\d]+年前我?还|想当年|年轻(?:那会|的?时候)|"
    r"下辈子|假如|上辈子"
)
"""Words of irony, of what is long past, and of what is only supposed."""
_OWN_NAME: Final = re.compile(
    r"\b(?:call me|my name is|my name's|name's|i'm|i am) (?P<en>\w+)|"
    r"(?:叫我|我叫|我是)(?P<zh>[^\W\d_]{1,6}?)(?=[，。！,.!吧\s]|$)",
    re.IGNORECASE,
)
"""What the assistant calls itself."""


class Told(NamedTuple):
    """What a message states: `claims` of the rules as far as they are believed, `found` by the tagger beside them."""

    claims: list[Statement]
    found: list[Statement]

    @property
    def every(self) -> list[Statement]:
        """All of them."""
        return [*self.claims, *self.found]

    def after(self, earlier: Sequence[Statement]) -> list[Statement]:
        """Return the claims, and what was found that no earlier statement holds.

        Who comes back to what was stated earlier in the conversation confirms it or takes it back.
        """
        said = [one.value.casefold() for one in earlier if one.action == "state"]
        return [*self.claims, *(one for one in self.found if not any(one.value.casefold() in past for past in said))]


def read_tagged(text: str, known: Sequence[Statement], before: str = "") -> Told:
    """Return what the rules stated of a message's own prose as far as it is believed, and what the tagger finds beside.

    `before` is what the assistant said just before. In a message that takes something back or corrects it these
    statements stand, and beside them only what the encoder is surer of; where it does not read, all of them and nothing
    else. What the tagger finds is no value that one of theirs holds or is held by, nor the assistant's name.
    """
    mends = any(one.action == "retract" or one.corrects for one in known)
    if mends and encoder() is None:
        return Told(list(known), [])
    tagged = tagger().tag(text, before, known)
    own = {(name["en"] or name["zh"]).casefold() for name in _OWN_NAME.finditer(before)}
    found = [one for one in tagged if one.claim is None and text[one.start : one.end].casefold() not in own]
    odd = [(0, len(text))] if IRONY.search(text.lower()) or _ODD.search(text) else list(asked_of_others(text))
    found = [one for one in found if not _is_doubted(one, odd)]
    tagged = [one._replace(chance=0.0) if one.claim is not None and _is_doubted(one, odd) else one for one in tagged]
    if mends:
        found = [one for one in found if one.is_read and one.chance >= LEAST_WHERE_MENDED]
    found = sorted([*found, *miskeyed(tagged, found)], key=lambda one: one.start)
    ended = {one.attribute for one in known if one.action == "retract"}
    kept = believed(text, known, tagged, [one for one in found if attribute_of(one.key) not in ended])
    return Told(kept, found_beside(text, found, [*kept, *map(_corrected, kept)] if mends else kept))


def _is_doubted(tagged: Tagged, odd: Sequence[tuple[int, int]]) -> bool:
    """Whether a value stands where more is asked for than it has."""
    if not tagged.is_read or tagged.chance >= LEAST_WHERE_ODD:
        return False
    return any(start <= tagged.start < end for start, end in odd)


def _corrected(one: Statement) -> Statement:
    """Return what a statement says was wrong, as if it were stated, so that it is not found again."""
    return replace(one, value=one.corrects)
