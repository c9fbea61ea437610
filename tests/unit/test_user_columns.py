"""Columns kept up to date by deltas are the same as columns read whole."""

from uuid import UUID

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.ids import new_id
from app.domain.models import Owner
from app.domain.term_codec import pack_terms
from app.service.ports import IndexDelta
from app.service.user_columns import BYTES_PER_PIECE, ColumnCache, UserColumns

Row = tuple[UUID, str | None, int, list[str], bool]


def delta_of(rows: list[Row], version: int, *, whole: bool = False) -> IndexDelta:
    count = len(rows)
    nan = np.full(count, np.nan)
    return IndexDelta(
        version=version,
        whole=whole,
        memory_ids=np.frombuffer(b"".join(id.bytes for id, *_ in rows), np.uint8).reshape(-1, 16),
        piece_ids=np.array([id.int % 2**62 for id, *_ in rows], np.int64),
        piece_no=np.zeros(count, np.int32),
        session_ids=[session for _, session, *_ in rows],
        agent_ids=[None] * count,
        subjects=[None] * count,
        types=["conversation"] * count,
        private=np.zeros(count, np.bool_),
        live=np.array([live for *_, live in rows], np.bool_),
        layers=np.full(count, 2, np.int16),
        role=np.zeros(count, np.int8),
        seq=np.array([seq for _, _, seq, *_ in rows], np.int64),
        importance=np.full(count, 0.5, np.float32),
        trust=np.full(count, 0.5, np.float32),
        at=np.arange(count, dtype=np.float64),
        created_at=np.arange(count, dtype=np.float64),
        expires_at=nan,
        working_until=nan,
        superseded_at=nan,
        terms=[pack_terms(words) for _, _, _, words, _ in rows],
    )


def found(columns: UserColumns, word: str) -> set[UUID]:
    from app.domain.term_codec import term_hash

    pieces, _ = columns.index.find(term_hash(word))
    return {columns.memory_id(int(piece)) for piece in pieces}


ids = [new_id(number) for number in range(12)]
changes = st.lists(
    st.lists(st.tuples(st.integers(0, 11), st.booleans(), st.sampled_from("abcdef")), min_size=1, max_size=6),
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(changes)
def test_deltas_add_up_to_the_whole(steps: list[list[tuple[int, bool, str]]]) -> None:
    truth: dict[int, Row] = {}
    columns = UserColumns.empty()
    for version, step in enumerate(steps):
        latest = {number: (ids[number], "s", number, [word], live) for number, live, word in step}
        truth.update(latest)
        columns = columns.updated(delta_of([latest[number] for number in sorted(latest)], version))
    live = [truth[number] for number in sorted(truth) if truth[number][4]]
    whole = UserColumns.empty().updated(delta_of(live, 99, whole=True))
    assert columns.index.size == whole.index.size == len(live)
    for word in "abcdef":
        assert found(columns, word) == found(whole, word) == {id for id, _, _, words, _ in live if word in words}


def test_a_whole_delta_drops_what_was_deleted_for_good() -> None:
    rows: list[Row] = [(id, None, -1, ["x"], True) for id in ids[:3]]
    columns = UserColumns.empty().updated(delta_of(rows, 1))
    columns = columns.updated(delta_of(rows[:1], 2, whole=True))
    assert found(columns, "x") == {ids[0]}


def test_distances_are_aligned_by_piece_whatever_their_order() -> None:
    rows: list[Row] = [(id, None, -1, ["x"], True) for id in ids[:4]]
    columns = UserColumns.empty().updated(delta_of(rows, 1))
    pieces = columns.attributes.piece_ids
    aligned = columns.align(pieces[[2, 0]], np.array([0.2, 0.0], np.float32))
    assert aligned[2] == np.float32(0.2)
    assert aligned[0] == 0.0
    assert np.isnan(aligned[[1, 3]]).all()


def test_the_cache_lets_go_of_the_user_searched_longest_ago() -> None:
    columns = UserColumns.empty().updated(delta_of([(id, None, -1, ["x"], True) for id in ids], 1))
    cache = ColumnCache(max_bytes=BYTES_PER_PIECE * 50)
    owners = [Owner("t", str(number)) for number in range(3)]
    for owner in owners:
        cache.put(owner, columns)
    assert cache.get(owners[0]).version == -1
    assert cache.get(owners[2]).version == 1


def test_the_cache_never_goes_back_to_an_older_generation() -> None:
    cache, owner = ColumnCache(max_bytes=1_000_000), Owner("t", "u")
    newer = UserColumns.empty().updated(delta_of([(ids[0], None, -1, ["new"], True)], 5))
    cache.put(owner, newer)
    cache.put(owner, UserColumns.empty().updated(delta_of([(ids[1], None, -1, ["old"], True)], 4)))
    assert found(cache.get(owner), "new") == {ids[0]}
