"""What waits in Redis is cut and read once, however many searches come by it."""

from collections import Counter
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from app.service.pending_rows import RememberedReading
from app.service.prepare import AFRESH, PART_CHARS, TextReading, Wishes

LONG = "She moved to Bergen. 她搬到了卑尔根。 " * 200


@given(st.text(max_size=40) | st.just("I prefer tea"), st.none() | st.text(max_size=5))
def test_it_reads_as_one_that_remembers_nothing(text: str, name: str | None) -> None:
    reading = RememberedReading().reading
    for _ in range(2):
        for wishes in get_args(Wishes):
            assert reading.terms(text, name, wishes) == AFRESH.terms(text, name, wishes)
        assert reading.spans(text * 100) == AFRESH.spans(text * 100)


def test_a_text_is_cut_and_read_once_for_each_speaker() -> None:
    asked: Counter[str] = Counter()

    def terms(text: str, name: str | None, wishes: Wishes) -> bytes:
        asked[f"terms of {name}"] += 1
        return AFRESH.terms(text, name, wishes)

    def spans(text: str) -> list[tuple[int, int]]:
        asked["spans"] += 1
        return [*AFRESH.spans(text)]

    reading = RememberedReading(TextReading(spans, terms)).reading
    for _ in range(3):
        reading.spans(LONG)
        reading.terms(LONG[:PART_CHARS], "Ida", "not")
        reading.terms(LONG[:PART_CHARS], None, "not")
    assert asked == {"spans": 1, "terms of Ida": 1, "terms of None": 1}


def test_it_remembers_so_many_and_no_text() -> None:
    remembered = RememberedReading(most=8)
    for number in range(100):
        remembered.reading.terms(f"number {number}", None, "perhaps")
        remembered.reading.spans(f"number {number} {LONG}")
    assert max(len(remembered._terms), len(remembered._spans)) <= 8
    assert b"number" not in b"".join([*remembered._terms, *remembered._terms.values()])
