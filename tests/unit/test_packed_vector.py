"""Vectors of an import are checked and laid out for COPY as bytes: exactly as NumPy and pgvector would."""

from base64 import b64encode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pgvector import HalfVector
from pydantic import ValidationError

from app.adapters.postgres.transfer_rows import PackedVector, PieceRecord

NUMBERS = st.lists(st.integers(0, 2**16 - 1), min_size=1, max_size=70)
FINITE = st.lists(st.floats(width=16, allow_nan=False, allow_infinity=False), min_size=1, max_size=70)


def piece(packed: bytes) -> PieceRecord:
    given = {"piece_no": 0, "start_char": 0, "stop_char": 1, "terms": "", "wanted": True}
    return PieceRecord.model_validate({**given, "model": "m", "embedding": b64encode(packed).decode()})


@given(NUMBERS)
def test_every_bit_pattern_is_taken_or_refused_as_numpy_sees_it(numbers: list[int]) -> None:
    packed = np.array(numbers, dtype="<u2").tobytes()
    if np.isfinite(np.frombuffer(packed, dtype="<f2")).all():
        assert piece(packed).embedding == packed
    else:
        with pytest.raises(ValidationError, match="finite float16"):
            piece(packed)


@pytest.mark.parametrize("packed", [b"", b"\0", b"\0\0\0"])
def test_what_is_no_whole_number_of_numbers_is_refused(packed: bytes) -> None:
    with pytest.raises(ValidationError, match="finite float16"):
        piece(packed)


@given(FINITE)
def test_a_vector_is_laid_out_as_pgvector_does(numbers: list[float]) -> None:
    halves = np.array(numbers, dtype="<f2")
    vector = PackedVector(halves.tobytes())
    assert vector.to_binary() == HalfVector(halves).to_binary()
    assert vector.to_list() == halves.tolist()


def test_a_vector_of_another_number_of_dimensions_is_kept_for_other_models_only() -> None:
    one = piece(np.ones(3, dtype="<f2").tobytes())
    assert one.vector("m", 3) == one.vector("other", 4) == PackedVector(np.ones(3, dtype="<f2").tobytes())
    assert one.vector("m", 4) is None
