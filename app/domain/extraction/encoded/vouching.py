"""What the encoder says of statements that a chat model took out of a conversation: a second reader, asked for a veto.

On cases of six authors it refuses nine of ten values that a careless reader takes below `_UNSEEN_GRAVE` and one right
value in thirty, four of five and one in fifty below `_UNSEEN`; in oblique talk it does not see half of what is right.
So what it does not see is dropped where it would take a place or touches health, and else kept as said by the way.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.domain.encoder.tuned import encoder
from app.domain.extraction.aligner.features import Fact
from app.domain.extraction.aligner.model import NONE, RELATIONS, SAME
from app.domain.extraction.attributes import SINGLE
from app.domain.extraction.encoded.effects import effects_on
from app.domain.extraction.encoded.reading import read
from app.domain.extraction.keys import place_of_key
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.values import closeness
from app.domain.extraction.wording import words
from app.domain.importance import kinds_of

_UNSEEN: Final = 0.02
_UNSEEN_GRAVE: Final = 0.1
"""A value whose words are part of no fact by the encoder: their mean chance is below this; below the second, where it
would take a place or touches health.
"""
_UNTOUCHED: Final = 0.1
"""A fact that a message does nothing to: the chance that it changes, ends or turns is below this."""
_BY_THE_WAY: Final = 0.3
"""The confidence of what was not seen; it takes nothing's place."""
_GRAVE: Final = SINGLE | words(
    "allergy intolerance condition medication avoids fear pet deadline appointment commitment"
)
_NOT_STATED: Final = frozenset({"question", "quote", "unreal", "smalltalk", "empty", "foreign"})
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_WORD: Final = re.compile(r"[\u3400-\u9fff]+|[^\W_]+(?:['’-][^\W_]+)*")
_READ_TOO: Final = re.compile(r"[\u3400-\u9fffA-Za-z]")
_MOST_FACTS: Final = 12


def vouched(
    statements: Sequence[Statement], said: Sequence[Said], known: Mapping[str, str]
) -> tuple[list[Statement], Counter[str]]:
    """Return the statements that may be kept, and how many are not by reason.

    `said` is what was read, in order, `known` the values of the card by key. `apart`: a name is glued together from
    words that stand apart; `unseen`: see above; `untouched`: a retraction that does nothing to what it would end.
    Without an encoder only names are looked at.
    """
    before = dict(_heard_before(said))
    texts = {one.id: one.content for one in said}
    kept: list[Statement] = []
    dropped: Counter[str] = Counter()
    for one in statements:
        sources = [(texts[id], before.get(id, "")) for id in one.message_ids if id in texts]
        reason, mended = _verdict(one, sources, known)
        if mended is None:
            dropped[reason] += 1
        else:
            kept.append(mended)
    return kept, dropped


def _heard_before(said: Sequence[Said]) -> Iterator[tuple[str, str]]:
    asked = ""
    for one in said:
        if one.role == "user":
            yield one.id, asked
        asked = one.content if one.role == "assistant" else ""


def _verdict(
    one: Statement, sources: Sequence[tuple[str, str]], known: Mapping[str, str]
) -> tuple[str, Statement | None]:
    names = [one.subject.name, one.value if one.attribute == "name" and one.action == "state" else ""]
    if not all(any(name.casefold() in text.casefold() for text, _ in sources) for name in names):
        return "apart", None
    if encoder() is None:
        return "", one
    if one.action == "retract":
        return "untouched", one if _touches(one, sources, known) else None
    if not any(_READ_TOO.search(text) for text, _ in sources):
        return "", one
    grave = one.attribute in _GRAVE
    if max((_seen(text, asked, one.value) for text, asked in sources), default=1.0) >= (
        _UNSEEN_GRAVE if grave else _UNSEEN
    ):
        return "", one
    if grave or all(_is_unsaid(text, one.value) for text, _ in sources):
        return "unseen", None
    return "", replace(one, confidence=min(one.confidence, _BY_THE_WAY))


def _seen(text: str, asked: str, value: str) -> float:
    """Return how likely the words of a value are part of a fact in a message, 0 to 1; 1 where they are not read."""
    reading = read(text, asked)
    if reading is None:
        return 1.0
    plain = text.casefold()
    places = [(at, at + len(word)) for word in _parts(plain, value.casefold()) if (at := plain.find(word)) >= 0]
    seen = [found.mean for place in places if (found := reading.seen(*place)) is not None]
    return sum(seen) / len(seen) if seen else 1.0


def _parts(text: str, value: str) -> list[str]:
    return [value] if value in text else _WORD.findall(value)


def _is_unsaid(text: str, value: str) -> bool:
    """Whether the sentence that a value stands in only asks, quotes or supposes."""
    sentence = next((part[0] for part in _SENTENCE.finditer(text) if value.casefold() in part[0].casefold()), text)
    return kinds_of(sentence) <= _NOT_STATED


def _touches(one: Statement, sources: Sequence[tuple[str, str]], known: Mapping[str, str]) -> bool:
    """Whether a message does anything to a fact that a retraction would end; True where none of them is known."""
    facts = [
        Fact(place.attribute, value, place.relation)
        for key, value in known.items()
        if (place := place_of_key(key)).relation == one.subject.relation
        and (place.attribute == one.attribute if one.attribute else True)
        and (not one.value or closeness(value, one.value) > 0)
    ][:_MOST_FACTS]
    if not facts:
        return True
    left = (RELATIONS.index(NONE), RELATIONS.index(SAME))
    effects = [effect for text, asked in sources for effect in effects_on(text, facts, asked) or ()]
    return any(1.0 - sum(effect.relations[at] for at in left) >= _UNTOUCHED for effect in effects)
