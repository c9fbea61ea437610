"""Times, cursors, versions and ids as callers write them, and bytes that are no body."""

import contextlib
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.call import if_match_version
from app.api.payload import parse_json, parse_query
from app.api.problems import HttpRefusalError
from app.api.schemas.common import iso, nested_deeper, uuid_or_none
from app.domain.errors import InvalidRequest
from app.service.cursors import decode_cursor, encode_cursor
from app.service.fields import parse_time


@pytest.mark.parametrize("levels", range(1, 12))
def test_metadata_may_have_eight_levels(levels: int) -> None:
    value: Any = 1
    for level in range(levels):
        value = [value] if level % 2 and level < levels - 1 else {"a": value}
    assert nested_deeper(value, 8) is (levels > 8)


@given(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 30)), st.integers(-839, 839))
def test_times_with_any_offset_are_the_same_moment(naive: datetime, minutes: int) -> None:
    aware = naive.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    parsed = parse_time(aware.isoformat())
    assert parsed == aware
    assert parsed.tzinfo is UTC
    assert parse_time(naive.isoformat()) == naive.replace(tzinfo=UTC)
    assert iso(parsed).endswith("Z")
    assert parse_time(iso(parsed)) == parsed


@given(st.text(max_size=50))
def test_no_text_breaks_the_reading_of_times(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert parse_time(text).tzinfo is UTC


def test_a_plus_that_was_not_escaped_is_a_plus() -> None:
    assert parse_time("2026-03-02T16:00:00 08:00") == datetime(2026, 3, 2, 8, tzinfo=UTC)
    assert parse_time("2026-03-02 16:00") == datetime(2026, 3, 2, 16, tzinfo=UTC)


@given(st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)), st.text(min_size=1, max_size=300))
def test_cursors_come_back_as_they_were(naive: datetime, name: str) -> None:
    at, id = naive.replace(tzinfo=UTC), name.replace("\x00", "0").encode("utf-8", "replace").decode()
    assert decode_cursor(encode_cursor(at, id)) == (at, id)


@given(st.one_of(st.text(max_size=80), st.binary(max_size=60).map(lambda b: orjson.dumps(b.hex()).decode())))
def test_foreign_cursors_are_refused(cursor: str) -> None:
    with pytest.raises(InvalidRequest):
        decode_cursor(cursor)


@pytest.mark.parametrize(
    ("value", "version"),
    [(None, None), ("*", None), ('"3"', 3), ('W/"3"', 3), ("3", 3), ('"2147483647"', 2_147_483_647)],
)
def test_if_match(value: str | None, version: int | None) -> None:
    assert if_match_version(value) == version


@pytest.mark.parametrize("value", ["", '""', '"x"', '"0"', '"-1"', '"3", "4"', '"99999999999"', '"٣"', '"1.5"'])
def test_if_match_of_something_else_is_refused(value: str) -> None:
    with pytest.raises(InvalidRequest):
        if_match_version(value)


@given(st.binary(max_size=200))
def test_no_body_breaks_the_parser(body: bytes) -> None:
    with contextlib.suppress(InvalidRequest, HttpRefusalError):
        parse_json(body)


@given(st.binary(max_size=200))
def test_no_query_string_breaks_the_parser(query: bytes) -> None:
    try:
        values = parse_query(query)
    except InvalidRequest:
        return
    for name, value in values.items():
        assert "\x00" not in name + value
        (name + value).encode()


def test_a_query_string_that_is_not_utf_8_is_refused() -> None:
    for query in (b"user_id=\xff", b"user_id=%ff", b"%ed%a0%80=1"):
        with pytest.raises(InvalidRequest):
            parse_query(query)


def test_only_the_long_form_of_an_id_is_ours() -> None:
    assert uuid_or_none("01995f6e-7a3c-7c1e-8a55-0c7f1f2f9c3d") is not None
    for text in ("", "x", "01995f6e7a3c7c1e8a550c7f1f2f9c3d", "{01995f6e-7a3c-7c1e-8a55-0c7f1f2f9c3}"):
        assert uuid_or_none(text) is None
