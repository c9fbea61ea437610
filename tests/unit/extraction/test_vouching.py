"""What the encoder refuses of a chat model's statements."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.domain.extraction.encoded import vouching
from app.domain.extraction.encoded.vouching import vouched
from app.domain.extraction.models import Said, Statement, Subject

AT = datetime(2026, 1, 5, tzinfo=UTC)


def _kept(text: str, known: dict[str, str] | None = None, **told: Any) -> list[Statement]:
    given: dict[str, Any] = {"kind": "fact", "confidence": 0.7, "message_ids": ("m",), **told}
    said = [Said("m", "user", text, AT)]
    return vouched([Statement(**given)], said, known or {})[0]


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("my flatmate can't have sesame, so no hummus on friday", "allergy", "sesame"),
        ("if i lived in Trieste i'd swim every morning", "home", "Trieste"),
        ("you be the harbour master. i'm Captain Brack, forty years at sea", "job", "Captain"),
        ("我同事对桃子过敏，别订果篮", "allergy", "桃子"),
        ("要是我在拉萨当导游就好了", "job", "导游"),
        ("what does a midwife earn?", "job", "midwife"),
    ],
)
def test_what_nobody_said_of_themselves_is_refused(text: str, attribute: str, value: str) -> None:
    assert _kept(text, attribute=attribute, value=value) == []


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("i'm a midwife in Trieste", "job", "midwife"),
        ("no sesame for me, it closes my throat", "allergy", "sesame"),
        ("我对桃子过敏，别订果篮", "allergy", "桃子"),
        ("我在拉萨当导游", "job", "导游"),
    ],
)
def test_what_the_user_says_is_kept_as_it_is(text: str, attribute: str, value: str) -> None:
    (kept,) = _kept(text, attribute=attribute, value=value)
    assert kept.confidence == 0.7


def test_a_name_stands_in_the_message_as_a_whole() -> None:
    text = "小王和大刚今天没来，我哥也没来"
    assert _kept(text, attribute="name", value="王大刚", subject=Subject("brother")) == []
    assert _kept(text, attribute="age", value="来", subject=Subject("brother", "王大刚")) == []


def test_a_retraction_ends_what_the_message_touches() -> None:
    known = {"user_allergy:penicillin": "penicillin", "user_job": "roofer"}
    retract = {"action": "retract", "value": ""}
    assert _kept("No, the meeting is at noon", known, attribute="allergy", **retract) == []
    assert _kept("No problem, thanks, see you in Oslo", known, attribute="job", **retract) == []
    assert _kept("i quit, no more roofs for me", known, attribute="job", **retract)
    assert _kept("the penicillin allergy was a mistake, i can take it", known, attribute="allergy", **retract)
    assert _kept("i no longer live there", known, attribute="home", **retract)


def test_without_an_encoder_only_names_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vouching, "encoder", lambda: None)
    assert _kept("what does a midwife earn?", attribute="job", value="midwife")
    assert _kept("小王和大刚", attribute="name", value="王大刚", subject=Subject("brother")) == []


def test_what_is_dropped_is_counted_by_reason() -> None:
    said = [Said("m", "user", "what does a midwife earn?", AT)]
    told = [Statement("fact", "job", "midwife", message_ids=("m",))] * 2
    assert vouched(told, said, {})[1] == {"unseen": 2}
