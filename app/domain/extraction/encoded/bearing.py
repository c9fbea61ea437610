"""What the encoder says a message does to known facts, and which words are a fact's new value."""

from collections.abc import Sequence
from typing import NamedTuple

from app.domain.encoder.model_file import Floats
from app.domain.encoder.tuned import encoder
from app.domain.extraction.aligner.features import Fact
from app.domain.extraction.encoded.inputs import Part, beside


class Bearing(NamedTuple):
    """What a message does to a fact: the chance of each of the aligner's `RELATIONS`, the new value and its chance."""

    relations: tuple[float, ...]
    value: str
    chance: float


def bearings(text: str, facts: Sequence[Fact]) -> list[Bearing] | None:
    """Return what a message does to each of the facts; None where there is no encoder. Never raises for any text."""
    reader = encoder()
    if reader is None:
        return None
    parts = [beside(reader.model, reader.vocabulary, text, told(fact)) for fact in facts]
    found: list[Bearing] = []
    for part, vectors in zip(parts, reader.encode([part.ids for part in parts]), strict=True):
        relations = tuple(reader.chances("relations", vectors[:1])[0].tolist())
        labels = reader.chances("values", vectors[part.start : part.start + len(part.pieces)])
        found.append(Bearing(relations, *_value(text, part, labels)))
    return found


def _value(text: str, part: Part, labels: Floats) -> tuple[str, float]:
    """Return the likeliest run of pieces that are a new value, as written, and its chance; "" and 0 where none is."""
    if not len(labels):
        return "", 0.0
    inside = 1.0 - labels[:, 0]
    best = int(inside.argmax())
    bound = 0.4 * float(inside[best])
    start, end = best, best + 1
    while labels[start, 1] < labels[start, 2] and start > 0 and inside[start - 1] >= bound:
        start -= 1
    while end < len(inside) and inside[end] >= bound and labels[end, 2] >= labels[end, 1]:
        end += 1
    value = text[part.pieces[start].start : part.pieces[end - 1].end].strip()
    return value, float(inside[start:end].mean())


def told(fact: Fact) -> str:
    """Return a fact as the encoder reads it beside a message."""
    just = " (just now)" if fact.just else ""
    return f"{fact.relation} {fact.attribute.replace('_', ' ')}: {fact.value}{just}"
