"""Lines to learn from, made of whole conversations: each message beside all that was told before it.

In a conversation nearly every message leaves nearly every fact alone; lines written for the aligner are about changes.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from app.domain.extraction.aligner.echo import around
from app.domain.extraction.aligner.features import Fact
from app.domain.extraction.aligner.kin import names_kin
from app.domain.extraction.aligner.model import CHANGES, ENDS, FLIPS, NONE, SAME
from app.domain.extraction.tagger.attributes import attribute_of, relation_of
from app.domain.extraction.tagger.corpus import Turn

_DOES: Final = {"-": ENDS, "~": FLIPS, "=": SAME}
_JUST: Final = 3
"""So many messages later a fact was still said a moment ago."""
_TURNED: Final = {"likes": "dislikes", "dislikes": "likes", "hobby": "dislikes", "avoid": "likes"}

Told = tuple[Fact, str, str]
"""A fact, what a message does to it, and the new value where it changes it."""


class _Known(NamedTuple):
    key: str
    value: str
    relation: str
    place: int
    told: str


def told_in(talk: Sequence[Turn]) -> Iterator[tuple[str, str, list[Told]]]:
    """Go over the messages of a talk, each with what was said before, the facts then known and what it does to them."""
    card: list[_Known] = []
    for place, turn in enumerate(talk):
        text = turn.marked.text
        does = {(one.key, one.old): one.does for one in turn.effects}
        if card:
            yield (
                text,
                turn.marked.before,
                [_told(one, text, place, does.get((one.key, one.value), "")) for one in card],
            )
        card = [
            after for one in card if (after := _after(one, does.get((one.key, one.value), ""), place, text)) is not None
        ]
        relation = ""
        for start, end, key in turn.marked.values:
            value = text[start:end]
            if key in ("family", "pet"):
                relation = relation_of(value) or relation
            if not any(one.key == key and one.value == value for one in card):
                whose = "user" if not key.startswith(("family_", "pet_")) else relation or key.partition("_")[0]
                card.append(_Known(key, value, whose, place, text))


def _told(known: _Known, text: str, place: int, does: str) -> Told:
    just = place - known.place <= _JUST
    named = names_kin(text, known.relation)
    told = around(known.told, known.value)
    fact = Fact(attribute_of(known.key), known.value, known.relation, just, named, told)
    if not does:
        return fact, NONE, ""
    return (fact, _DOES[does], "") if does in _DOES else (fact, CHANGES, does)


def _after(known: _Known, does: str, place: int, text: str) -> _Known | None:
    """Return what is known after a message, None where it has ended."""
    if does in ("", "="):
        return known._replace(place=place, told=text) if does else known
    if does == "-":
        return None
    if does == "~":
        return known._replace(key=_TURNED[known.key], place=place, told=text) if known.key in _TURNED else None
    return known._replace(value=does, place=place, told=text)
