"""What the encoder reads: values in messages, what a message does to facts; without it the linear models read."""

import dataclasses
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.encoder import model_file, tuned
from app.domain.encoder.pieces import Piece
from app.domain.extraction.aligner import bounds
from app.domain.extraction.aligner import pairs as aligner_pairs
from app.domain.extraction.aligner.features import Fact, pair_view
from app.domain.extraction.aligner.model import CHANGES, ENDS, NONE, RELATIONS, SAME, aligner
from app.domain.extraction.aligner.pairs import read_lines
from app.domain.extraction.encoded import pair_verdict, tag_verdict, weighing
from app.domain.extraction.encoded.effects import effects_on
from app.domain.extraction.encoded.fit import HELD
from app.domain.extraction.encoded.inputs import MOST_PIECES
from app.domain.extraction.encoded.reading import KEY_NAMES, Reading, read
from app.domain.extraction.encoded.spans import spans_of, whole_number
from app.domain.extraction.encoded.steps import step_of
from app.domain.extraction.encoded.weighing import weigh
from app.domain.extraction.extract import extract
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.tagger.candidates import candidates_of
from app.domain.extraction.tagger.corpus import CORPUS, read_corpus
from app.domain.extraction.tagger.features import view_of
from app.domain.extraction.tagger.model import tagger
from app.domain.extraction.tagger.read import read_tagged
from app.domain.linear.corpus import digest_of

FURTHER = HELD.with_name("corpus")


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
    text = "so the weather was nice and the bus was late again. " * 22 + "anyway, I live in Whitby now"
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
    assert effects_on(text, [Fact("home", before)]) is not None
    for one in tagger().tag(text, before):
        assert 0 <= one.start < one.end <= len(text)


def made(text: str, labels: Sequence[str]) -> Reading:
    """A reading whose pieces are the words of a text, with labels that are sure."""
    pieces = [Piece(9, match.start(), match.end()) for match in re.finditer(r"\S+", text)]
    chances = np.full((len(pieces), 3), 0.01, np.float32)
    for at, label in enumerate(labels):
        chances[at, "OBI".index(label)] = 0.98
    return Reading(pieces, chances, np.full((len(pieces), len(KEY_NAMES)), 1 / len(KEY_NAMES), np.float32))


def test_stretches_end_where_another_begins() -> None:
    text = "a red bike and green tea please"
    reading = made(text, "OBIOBIO")
    assert [text[start:end] for start, end in reading.stretches()] == ["red bike", "green tea"]
    assert [text[start:end] for start, end in made(text, "OBBOOOO").stretches()] == ["red", "bike"]
    assert list(made(text, "OOOOOOO").stretches()) == []


def test_what_is_left_of_a_stretch_that_is_too_long_is_none() -> None:
    text = " ".join(f"w{number}" for number in range(40))
    assert len(list(made(text, "B" + "I" * 39).stretches())) == 1


def test_what_is_seen_of_a_stretch() -> None:
    reading = made("a red bike and green tea", "OBIOBI")
    seen = reading.seen(2, 10)
    assert seen is not None
    assert (seen.mean, seen.begins, seen.ends) == pytest.approx((0.99, 0.98, 0.99), abs=0.01)
    assert reading.seen(100, 110) is None


def test_spans_are_words_and_no_signs() -> None:
    text = "I like (red bikes), and tea"
    reading = made(text, "OOBIOB")
    assert [text[start:end] for start, end in spans_of(text, view_of(text, ""), reading).values()] == [
        "red bikes",
        "tea",
    ]
    assert spans_of("?! ...", view_of("?! ...", ""), made("?! ...", "BI")) == {}


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("landline only, 0113 496 0155, i mean it", "496 0155", "0113 496 0155"),
        ("ring +44 (0)113-496-0155 please", "0155 please", "+44 (0)113-496-0155 please"),
        ("电话是 138 0013 8000", "138", "138 0013 8000"),
        ("from 12 to 14", "12", "12"),
        ("the 14th, 2026", "14th", "14th"),
    ],
)
def test_a_number_is_not_cut(text: str, part: str, whole: str) -> None:
    start = text.index(part)
    begin, end = whole_number(text, start, start + len(part))
    assert text[begin:end] == whole


def test_candidates_come_in_the_order_of_the_text_behind_claims() -> None:
    text = "my wife Ann in Hull and our boy"
    view = view_of(text, "")
    nothing = [[1.0, 0.0, 0.0]] * len(view.tokens)
    nothing[1] = [0.1, 0.9, 0.0]
    claim = Statement("fact", "home", "Hull")
    found = candidates_of(text, view, nothing, tagger().keys, [claim], [(2, 3), (4, 5), (7, 8)])
    assert [(one.start, told) for one, told in found] == [(4, claim), (1, None), (2, None), (7, None)]


def test_a_long_message_is_tagged_as_far_as_the_tagger_looks() -> None:
    text = "the bus was late. " * 30 + "anyway, I live in Whitby now"
    assert any(text[one.start : one.end] == "Whitby" for one in tagger().tag(text))


@pytest.mark.parametrize(
    ("fact", "text", "relation", "least"),
    [
        (Fact("home", "Leeds"), "we left Leeds for good", CHANGES, bounds.READ_NAMED),
        (Fact("home", "Leeds"), "the flat in Whitby is all painted now, and the dog loves it here too", CHANGES,
         bounds.READ_UNNAMED),
        (Fact("name", "Ann"), "Anne with an e is what I am really called, as you may have seen on the form", CHANGES,
         bounds.READ_NAME),
        (Fact("age", "23", just=True), "32", CHANGES, bounds.READ_CORRECTS),
        (Fact("home", "Leeds"), "still here", SAME, bounds.NEVER),
    ],
)  # fmt: skip
def test_how_sure_a_reading_is_to_be(fact: Fact, text: str, relation: str, least: float) -> None:
    view = pair_view(text, fact)
    assert bounds.least_read(view, bounds.closeness(view), relation) == least


def test_only_the_likeliest_facts_are_read_beside_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(weighing, "effects_on", lambda text, facts, _: asked.append(len(facts)))
    text = "we moved to Whitby"
    pairs = [(pair_view(text, Fact("likes", f"tea {n}", just=True)), aligner_chances(0.5)) for n in range(12)]
    assert len(weigh(text, pairs)) == 12
    weigh(text, [(pair_view(text, Fact("likes", "tea")), aligner_chances(0.99))])
    assert asked == [5]


def aligner_chances(none: float) -> dict[str, float]:
    return {relation: none if relation == NONE else (1 - none) / 4 for relation in RELATIONS}


def test_another_vocabulary_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with np.load(tuned.WEIGHTS_FILE) as kept:
        arrays = {name: kept[name] for name in kept.files}
    found = model_file.bundled_model()
    assert found is not None
    monkeypatch.setattr(tuned, "bundled_model", lambda: dataclasses.replace(found, blob=found.blob[1:]))
    with pytest.raises(ValueError, match=r"constraints\.txt"):
        tuned.use_encoder(True)
    assert arrays["head.keys.weights"].shape[0] == len(KEY_NAMES)
    assert arrays["head.relations.weights"].shape[0] == len(RELATIONS)


def test_what_a_message_does_to_facts_is_told_for_each() -> None:
    moved, ended, untouched = (
        effects_on(
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
    assert tuned._load.__wrapped__() is None


@pytest.mark.usefixtures("without_encoder")
def test_where_it_is_switched_off_the_linear_models_read() -> None:
    assert read("I live in Whitby", "") is None
    assert effects_on("I live in Whitby", [Fact("home", "Leeds")]) is None
    pair = pair_view("I live in Whitby now", Fact("home", "Leeds"))
    chances = aligner().relation(pair)
    assert weigh("I live in Whitby now", [(pair, chances)]) == [(chances, False, "", 0.0)]
    assert tagger().tag("my knees are shot, osteoarthritis in both")
    said = Said("1", "user", "My name is Anna and I live in Whitby", datetime(2026, 1, 1, tzinfo=UTC))
    assert {one.value for one in extract([said])} >= {"Anna", "Whitby"}


def test_a_claim_that_is_cut_to_its_core_and_said_again_counts_again() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    text = "I moved to Tampa for a better job, in a hotel."
    said = [Said(id, "user", one, at) for id, one in (("1", text), ("2", "the bus was late"), ("3", text))]
    homes = [one for one in extract(said) if one.attribute == "home"]
    assert [(one.value, one.message_ids) for one in homes] == [("Tampa", ("1", "3"))]


@pytest.mark.usefixtures("without_encoder")
def test_where_it_is_switched_off_bounds_are_the_linear_models_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bounds.LEAST_FOR_SINGLE_READ", "read.LEAST_WHERE_ODD", "read.LEAST_WHERE_MENDED"):
        monkeypatch.setattr(f"app.domain.extraction.tagger.{name}", None)
    assert read_tagged("yeah right, we packed up in Leeds and live in Whitby now, and I keep bees", []).every
    known = [Statement("fact", "home", "Whitby", corrects="Leeds")]
    assert read_tagged("I live in Whitby, not Leeds, and I am allergic to walnuts", known) == (known, [])


def test_steps_are_of_the_odds() -> None:
    assert [step_of(chance) for chance in (-1.0, 0.0, 0.5, 0.9, 1.0, 2.0)] == [-8, -8, 0, 3, 8, 8]
    assert all(step_of(a / 50) <= step_of((a + 1) / 50) for a in range(50))


def test_verdicts_are_of_the_pairs_and_messages_held_back() -> None:
    assert tag_verdict.tag_verdict().digest == digest_of(HELD / "messages")
    assert pair_verdict.pair_verdict().digest == f"{digest_of(HELD / 'pairs')} {digest_of(HELD / 'messages')}"


def test_nothing_held_back_is_learned_from_elsewhere() -> None:
    held = {one.text for one in read_corpus(HELD / "messages")}
    learned = {one.text for folder in (CORPUS, FURTHER / "messages") for one in read_corpus(folder)}
    assert not held & learned
    pairs = {one.text for one in read_lines(HELD / "pairs")}
    assert not pairs & {one.text for folder in (aligner_pairs.CORPUS, FURTHER / "pairs") for one in read_lines(folder)}
