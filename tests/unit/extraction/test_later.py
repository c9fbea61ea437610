"""An older message that comes in late tells what a later one has changed: history, under whatever name."""

from datetime import UTC, datetime, timedelta

import pytest

from app.domain.encoder import tuned
from app.domain.extraction.aligner.later import outdated_by_later
from app.domain.extraction.changes import Stated
from app.domain.extraction.extract import extract
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Said
from app.domain.extraction.resolve import resolve

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def said(text: str, at: datetime) -> list[Stated]:
    found = extract([Said("1", "user", text, at)])
    return [Stated(one, at, "s", (text,)) for one in found]


@pytest.mark.parametrize(
    ("later", "older", "gone"),
    [
        ("i ride a Triumph now, best thing i ever bought", "i ride a Vespa", "Vespa"),
        ("i'm with Octavia Mobile now, finally decent signal", "my phone's with Trellis Mobile", "Trellis"),
    ],
)
def test_what_a_later_message_changed_is_history(later: str, older: str, gone: str) -> None:
    known: dict[str, KnownFact] = {}
    for text, at in ((later, NOW), (older, NOW - timedelta(days=90))):
        for one in resolve(said(text, at), known.values(), NOW):
            for change in one.changes:
                before = known.get(change.key)
                if before is None or change.valid_from >= before.valid_from:
                    known[change.key] = KnownFact(
                        change.key, change.value, change.confidence, change.valid_from, change.source,
                        change.retracted, change.valid_to, one.stated.told,
                    )  # fmt: skip
    shown = [fact.value for fact in known.values() if not fact.retracted]
    assert not any(gone in value for value in shown), shown
    assert shown


def test_nothing_is_outdated_without_the_message_or_the_encoder() -> None:
    older = said("i ride a Vespa", NOW - timedelta(days=90))
    heard = next(one for one in older if one.statement.action == "heard")
    fact = KnownFact("user_owns:triumph", "Triumph", 0.8, NOW, {"attribute": "owns"}, told="i ride a Triumph now")
    known = KnownFacts([fact], NOW)
    assert outdated_by_later(older, heard, known)
    assert outdated_by_later(older, None, known) == {}
    assert outdated_by_later(older, heard, KnownFacts([], NOW)) == {}
    tuned.use_encoder(False)
    try:
        assert outdated_by_later(older, heard, known) == {}
    finally:
        tuned.use_encoder(True)
