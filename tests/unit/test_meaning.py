"""What of a query is embedded."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.marks import message_terms
from app.domain.meaning import embedded_query
from app.domain.term_codec import pack_terms, unpack_terms
from app.domain.user_index import PieceColumns, UserIndex


def index_of(*said: tuple[str, str | None]) -> UserIndex:
    """One session of what was said, by whom."""
    n = len(said)
    return UserIndex.build(
        PieceColumns(
            np.arange(n, dtype=np.int32),
            np.zeros(n, np.int32),
            np.arange(n, dtype=np.int64),
            np.array([number % 2 for number in range(n)], np.int8),
            np.zeros(n),
            unpack_terms([pack_terms(message_terms(text, name)) for text, name in said]),
        )
    )


PEOPLE = index_of(("I paint.", "Ana Li"), ("Lovely!", "Bo"), ("我在学画画", "王小明"))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("When did Ana start to paint?", "When did start to paint?"),
        ("What is ANA's favourite colour?", "What is favourite colour?"),
        ("What did Bo say to Ana Li?", "What did say to ?"),
        ("王小明在学什么", "在学什么"),
        ("Where does Anabel live?", "Where does Anabel live?"),
        ("Which city was it?", "Which city was it?"),
        ("Ana?", "Ana?"),
    ],
)
def test_speakers_are_left_out_where_people_have_names(query: str, expected: str) -> None:
    assert embedded_query(PEOPLE, query) == expected


def test_nothing_is_left_out_where_most_speakers_have_no_name() -> None:
    index = index_of(("I paint.", None), ("Lovely!", None), ("Ana called.", "Ana"))
    assert embedded_query(index, "When did Ana start to paint?") == "When did Ana start to paint?"


@given(st.text(max_size=80))
def test_any_query_keeps_something_to_embed(query: str) -> None:
    found = embedded_query(PEOPLE, query)
    assert found == query or any(character.isalnum() for character in found)
