"""What the encoder says a message does to known facts, and which words are a fact's new value."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.domain.encoder.model_file import Floats
from app.domain.encoder.tuned import encoder
from app.domain.extraction.aligner.features import Fact
from app.domain.extraction.encoded.inputs import Part, beside

_SIGNS: Final = ' \t\n,.;:!?"“”()，。；：！？、「」'
_MOST_VALUE_CHARS: Final = 80
"""Characters of a fact's value that are read."""


class FactEffect(NamedTuple):
    """What a message does to a fact: the chance of each of the aligner's `RELATIONS`, the new value and its chance."""

    relations: tuple[float, ...]
    value: str
    chance: float


def effects_on(text: str, facts: Sequence[Fact], asked: str = "") -> list[FactEffect] | None:
    """Return what a message does to each of the facts; `asked` is what the assistant said just before it.

    None where there is no encoder, or it is off. Never raises.
    """
    reader = encoder()
    if reader is None:
        return None
    parts = beside(reader.model, reader.vocabulary, text, [written(fact) for fact in facts], asked)
    found: list[FactEffect] = []
    for part, vectors in zip(parts, reader.encode([part.ids for part in parts]), strict=True):
        relations = tuple(reader.chances("relations", vectors[:1])[0].tolist())
        labels = reader.chances("values", vectors[part.start : part.start + len(part.pieces)])
        found.append(FactEffect(relations, *_value(text, part, labels)))
    return found


def _value(text: str, part: Part, labels: Floats) -> tuple[str, float]:
    """Return the likeliest run of pieces to be a new value, as written without signs around it, and its chance."""
    inside = 1.0 - labels[:, 0]
    best = int(inside.argmax())
    bound = 0.4 * float(inside[best])
    start, end = best, best + 1
    while labels[start, 1] < labels[start, 2] and start > 0 and inside[start - 1] >= bound:
        start -= 1
    while end < len(inside) and inside[end] >= bound and labels[end, 2] >= labels[end, 1]:
        end += 1
    return text[part.pieces[start].start : part.pieces[end - 1].end].strip(_SIGNS), float(inside[start:end].mean())


def written(fact: Fact) -> tuple[str, str]:
    """Return a fact as the encoder reads it beside a message, and what stands around it where it was told.

    Every fact as if told just now: in the short talks that it learned from all are, and one told long ago it took for
    one of another talk, which a message leaves alone. What recency tells is weighed beside it (decision 0039).
    """
    return f"{fact.relation} {fact.attribute.replace('_', ' ')} (just now): {fact.value[:_MOST_VALUE_CHARS]}", fact.told
