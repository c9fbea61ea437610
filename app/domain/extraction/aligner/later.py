"""What an older message tells that something said later has changed or ended: conversations arrive in any order.

The later message is looked up with what it told, and read beside what the older one tells as if that had been known.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from app.domain.encoder.tuned import encoder
from app.domain.extraction.aligner.bounds import READ_UNNAMED
from app.domain.extraction.aligner.echo import around, echoes
from app.domain.extraction.aligner.features import Fact, pair_view
from app.domain.extraction.aligner.kin import names_kin
from app.domain.extraction.aligner.model import CHANGES, ENDS, aligner
from app.domain.extraction.changes import Stated
from app.domain.extraction.encoded.weighing import weigh
from app.domain.extraction.keys import canonical_attribute
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.values import covers, plain

_MOST_LATER: Final = 6
"""So many later messages at most are read beside an older one, those that share words with it before others."""
_LEAST_TO_END: Final = 0.6


def outdated_by_later(told: Sequence[Stated], heard: Stated | None, known: KnownFacts) -> dict[str, KnownFact]:
    """Return the values of a message that later ones change or end, each with the fact told by the later one.

    `heard` holds the message as the value of its statement; nothing is found without it, or without the encoder.
    """
    found: dict[str, KnownFact] = {}
    if heard is None or encoder() is None:
        return found
    text = heard.statement.value
    said = [
        one.statement
        for one in told
        if one.statement.action == "state" and one.statement.value and not one.statement.corrects
    ]
    for later, facts in _later(heard, known).items() if said else ():
        relations = {fact.place.relation for fact in facts}
        about = [one for one in said if one.subject.relation in relations]
        views = [
            pair_view(
                later,
                Fact(
                    canonical_attribute(one.attribute),
                    one.value,
                    one.subject.relation,
                    named=names_kin(later, one.subject.relation, one.subject.name),
                    told=around(text, one.value),
                ),
            )
            for one in about
        ]
        weighed = weigh(later, [(view, aligner().relation(view)) for view in views])
        for one, (chances, is_read, value, _) in zip(about, weighed, strict=True):
            if is_read and (newer := _outdates(chances, value, facts)) is not None:
                found[plain(one.value)] = newer
    return found


def _later(heard: Stated, known: KnownFacts) -> dict[str, list[KnownFact]]:
    """Return messages that told facts later on, with these."""
    found: dict[str, list[KnownFact]] = {}
    for fact in known:
        if fact.told and fact.said_at > heard.said_at and not fact.is_callers:
            found.setdefault(fact.told, []).append(fact)
    ranked = sorted(found, key=lambda text: -echoes(heard.statement.value, text))
    return {text: found[text] for text in ranked[:_MOST_LATER]}


def _outdates(chances: Mapping[str, float], value: str, facts: Sequence[KnownFact]) -> KnownFact | None:
    if chances[CHANGES] >= READ_UNNAMED:
        return next((fact for fact in facts if covers(fact.value, value) or covers(value, fact.value)), None)
    return facts[0] if chances[ENDS] >= _LEAST_TO_END else None
