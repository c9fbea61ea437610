"""Texts made fit for embedding engines."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.adapters.embedders.texts import clean_text, clip_text
from app.adapters.embedders.wire import error_detail, retry_after_seconds

any_text = st.text(st.characters(), max_size=200)


@given(any_text)
def test_a_clean_text_can_be_encoded_and_has_no_end_in_its_middle(text: str) -> None:
    clean = clean_text(text + "\ud800")
    assert "\x00" not in clean
    clean.encode()


def test_ordinary_texts_stay() -> None:
    for text in ("hello", "我女儿叫朵朵", "👨‍👩‍👧", "ǆ ﬁ Å"):
        assert clean_text(text) == text


def test_no_character_left_stands_for_more_than_an_engine_reserves() -> None:
    worst = max(
        (len(unicodedata.normalize("NFKC", clean_text(chr(code)))) / len(clean_text(chr(code)).encode()), code)
        for code in range(0x110000)
        if not 0xD800 <= code <= 0xDFFF
    )
    assert worst[0] <= 4


@given(any_text.filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text)), st.integers(20, 300))
def test_a_clipped_text_is_short_and_keeps_both_ends(text: str, max_bytes: int) -> None:
    clipped = clip_text(text, max_bytes)
    if len(text.encode()) <= max_bytes:
        assert clipped == text
    else:
        assert len(clipped.encode()) <= max_bytes + 8
        assert text.startswith(clipped.split(" … ")[0])


def test_clipping_does_not_read_what_it_drops() -> None:
    began = time.process_time()
    for _ in range(100):
        clip_text("我" * 100_000, 1_200)
    assert time.process_time() - began < 10.0


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, 0),
        ("", 0),
        ("3", 3),
        ("0.5", 0.5),
        ("-4", 0),
        ("soon", 0),
        ("nan", 0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
    ],
)
def test_retry_after(value: str | None, seconds: float) -> None:
    assert retry_after_seconds(value) == seconds


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'{"error": {"message": "too  long\\nreally"}}', "answered 400: too long really"),
        (b'{"error": "plain"}', "answered 400: plain"),
        (b'{"detail": "fastapi"}', "answered 400: fastapi"),
        (b"<html>", "answered 400"),
        (b"[]", "answered 400"),
    ],
)
def test_error_details(content: bytes, expected: str) -> None:
    assert error_detail(400, content, None).endswith(expected)
    assert "KEY" not in error_detail(401, b'{"error": "bad KEY"}', "KEY")
