"""The tagger: tokens, what it finds that no rule knows, what it leaves alone, and that its models fit the corpus."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.extraction.extract import extract
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.tagger.model import tagger
from app.domain.extraction.tagger.read import LEAST_CHANCE, read_tagged
from app.domain.extraction.tagger.tokens import tokens_of
from app.domain.extraction.tagger.train import corpus_digest, measure, read_corpus, train


def test_tokens_are_words_numbers_characters_and_signs() -> None:
    text = "Ann's 3,5 km 跑步, C++!"
    tokens = tokens_of(text)
    assert [text[token.start : token.end] for token in tokens] == ["Ann's", "3,5", "km", "跑", "步", ",", "C++", "!"]
    assert [token.form for token in tokens] == ["ann's", "#", "km", "跑", "步", ",", "c++", "!"]
    assert [token.form for token in tokens_of("貓和㐀")] == ["猫", "和", "㐀"]


def test_models_are_those_of_the_corpus() -> None:
    found = tagger()
    assert found.spans.digest == found.keys.digest == corpus_digest(), (
        "run `python -m app.domain.extraction.tagger.train`"
    )


def test_what_is_learned_holds_for_messages_not_seen() -> None:
    some = read_corpus()[::8]
    seen, held = some[: len(some) * 4 // 5], some[len(some) * 4 // 5 :]
    shares = measure(train(seen), held, 0.5)
    assert shares["found"] >= 0.3, shares
    assert shares["marked"] >= 0.45, shares


def test_a_line_that_marks_what_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("en\tI live in Leeds\thome=Leeds\nen\tI live in Hull\thome=Leeds\n", "utf-8")
    with pytest.raises(ValueError, match=r"a\.tsv, line 2"):
        read_corpus(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "what does a beekeeper earn?",
        "if I were a pirate I would sail to Tahiti",
        "lol that made my day",
        "translate this into Dutch please",
        "好的，谢谢你",
        "北京明天下雨吗？",
    ],
)
def test_nothing_is_found_where_nothing_lasting_is_said(text: str) -> None:
    assert tagger().tag(text, LEAST_CHANCE) == []


def test_what_the_rules_took_is_not_taken_twice() -> None:
    text = "we have two cats and my husband is a beekeeper, we live in a cottage near Leith"
    first = tagger().tag(text, 0.3)
    assert first
    known = [Statement("fact", "about", text[one.start : one.end]) for one in first]
    assert read_tagged(text, known) == []


def test_nothing_is_added_to_a_correction() -> None:
    known = [Statement("fact", "employer", "", action="retract")]
    assert read_tagged("I'm a nurse in Leith with two cats", known) == []


@given(st.text(max_size=120))
def test_any_text_can_be_read(text: str) -> None:
    for one in tagger().tag(text, 0.3):
        assert 0 <= one.start < one.end <= len(text)
        assert 0.3 <= one.chance <= 1.0
        assert 0.0 <= one.sure <= 1.0


def test_statements_of_the_tagger_are_less_sure_than_those_of_rules() -> None:
    said = [
        Said(f"m{place}", "user", message.text, datetime(2026, 1, 1, tzinfo=UTC))
        for place, message in enumerate(read_corpus()[::60])
    ]
    for message in said:
        for one in read_tagged(message.content, []):
            assert one.confidence == 0.5
            assert one.value in message.content
    assert extract(said)
