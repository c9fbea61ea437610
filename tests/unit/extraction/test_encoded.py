"""What the encoder reads: values in messages, what a message does to facts; without it the linear models read."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.encoder import model_file, tuned
from app.domain.extraction.aligner.features import Fact, pair_view
from app.domain.extraction.aligner.model import CHANGES, ENDS, NONE, RELATIONS, aligner
from app.domain.extraction.encoded import pair_verdict, tag_verdict
from app.domain.extraction.encoded.bearing import bearings
from app.domain.extraction.encoded.fit import HELD
from app.domain.extraction.encoded.inputs import MOST_PIECES
from app.domain.extraction.encoded.reading import KEY_NAMES, read
from app.domain.extraction.encoded.spans import spans_of
from app.domain.extraction.encoded.steps import step_of
from app.domain.extraction.encoded.weighing import weigh
from app.domain.extraction.extract import extract
from app.domain.extraction.models import Said
from app.domain.extraction.tagger.features import view_of
from app.domain.extraction.tagger.model import tagger
from app.domain.linear.corpus import digest_of


@pytest.mark.parametrize(
    ("text", "value", "key"),
    [
        ("we packed up the flat in Leeds and live in Whitby now", "Whitby", "home"),
        ("my knees are shot, osteoarthritis in both", "osteoarthritis", "health"),
        ("我在一家物流公司做调度，三班倒", "调度", "job"),
        ("家里那只橘猫叫团团", "团团", "pet_name"),
    ],
)
def test_values_are_seen_with_their_kind(text: str, value: str, key: str) -> None:
    found = read(text, "")
    assert found is not None
    start = text.index(value)
    seen = found.seen(start, start + len(value))
    assert seen is not None
    assert seen.mean > 0.5
    assert seen.key == key


@pytest.mark.parametrize(
    "text", ["what does osteoarthritis feel like?", "if I lived in Whitby I'd swim all day", "我同事在物流公司做调度"]
)
def test_what_is_no_fact_of_the_users_is_seen_as_less(text: str) -> None:
    found = read(text, "")
    assert found is not None
    assert found.most < 0.5


def test_a_long_message_is_read_in_parts_and_its_end_too() -> None:
    text = "so the weather was nice and the bus was late again. " * 60 + "anyway, I live in Whitby now"
    found = read(text, "")
    assert found is not None
    assert len(found.pieces) > MOST_PIECES
    seen = found.seen(text.index("Whitby"), len(text) - 4)
    assert seen is not None
    assert seen.mean > 0.5


@settings(max_examples=30)
@given(st.text(st.characters(codec=None), max_size=80), st.text(st.characters(codec=None), max_size=30))
def test_any_text_is_read(text: str, before: str) -> None:
    found = read(text, before)
    assert found is not None
    view = view_of(text, before)
    last = 0
    for (first, stop), (start, end) in spans_of(text, view, found).items():
        assert last <= first < stop <= len(view.tokens)
        assert 0 <= start < end <= len(text)
        last = stop
    assert bearings(text, [Fact("home", before)]) is not None


def test_what_a_message_does_to_facts_is_told_for_each() -> None:
    moved, ended, untouched = (
        bearings(
            "we've swapped Leeds for Whitby, and the cat isn't with us any more, ran off in May",
            [Fact("home", "Leeds"), Fact("pet", "cat"), Fact("allergy", "walnuts")],
        )
        or [None] * 3
    )
    assert moved is not None
    assert ended is not None
    assert untouched is not None
    assert RELATIONS[moved.relations.index(max(moved.relations))] == CHANGES
    assert moved.value == "Whitby"
    assert RELATIONS[ended.relations.index(max(ended.relations))] == ENDS
    assert RELATIONS[untouched.relations.index(max(untouched.relations))] == NONE


@pytest.fixture
def without_encoder() -> Iterator[None]:
    tuned.use_encoder(False)
    yield
    tuned.use_encoder(True)


def test_without_the_package_there_is_no_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.domain.encoder.model_file.find_spec", lambda _: None)
    assert model_file.bundled_model.__wrapped__() is None
    monkeypatch.setattr(tuned, "bundled_model", lambda: None)
    assert tuned._loaded.__wrapped__() is None


@pytest.mark.usefixtures("without_encoder")
def test_where_it_is_switched_off_the_linear_models_read() -> None:
    assert read("I live in Whitby", "") is None
    assert bearings("I live in Whitby", [Fact("home", "Leeds")]) is None
    pair = pair_view("I live in Whitby now", Fact("home", "Leeds"))
    chances = aligner().relation(pair)
    assert weigh("I live in Whitby now", [(pair, chances)]) == [(chances, False, "", 0.0)]
    assert tagger().tag("my knees are shot, osteoarthritis in both")
    said = Said("1", "user", "My name is Anna and I live in Whitby", datetime(2026, 1, 1, tzinfo=UTC))
    assert {one.value for one in extract([said])} >= {"Anna", "Whitby"}


def test_steps_are_of_the_odds() -> None:
    assert [step_of(chance) for chance in (-1.0, 0.0, 0.5, 0.9, 1.0, 2.0)] == [-8, -8, 0, 3, 8, 8]
    assert all(step_of(a / 50) <= step_of((a + 1) / 50) for a in range(50))


def test_verdicts_are_of_the_pairs_and_messages_held_back() -> None:
    assert tag_verdict.tag_verdict().digest == digest_of(HELD / "messages")
    assert pair_verdict.pair_verdict().digest == f"{digest_of(HELD / 'pairs')} {digest_of(HELD / 'messages')}"
    assert len(KEY_NAMES) == len(set(KEY_NAMES))
