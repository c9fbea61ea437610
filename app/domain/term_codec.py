"""The compact form of a piece's index terms, as stored in a Postgres `bytea`, and back to columns in bulk.

Format, little-endian, of a piece with n distinct terms (4 + 5 n bytes):

    uint32        document length: all terms counted with repeats, marks (which begin with U+0002) left out
    uint32 * n    hashes of the distinct terms, ascending
    uint8  * n    how often each occurs, capped at 255

An empty blob reads as a piece without terms.
"""

import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

HEAD_BYTES = 4
TERM_BYTES = 5


class TermColumns(NamedTuple):
    """Terms of n pieces as compressed sparse rows: piece i owns the entries `offsets[i]:offsets[i + 1]`."""

    offsets: NDArray[np.int64]
    """(n + 1,), from 0 to the number of entries."""
    hashes: NDArray[np.uint32]
    """(entries,), ascending inside a piece."""
    frequencies: NDArray[np.uint8]
    """(entries,), 1 to 255."""
    lengths: NDArray[np.float32]
    """(n,), terms of each piece with repeats."""


def term_hash(term: str) -> int:
    """Return the CRC-32 of the term's UTF-8 bytes: 0 to 2**32 - 1, the same in every process and version."""
    return crc32(term.encode("utf-8", "surrogatepass"))


def pack_terms(terms: Iterable[str]) -> bytes:
    """Return the stored form of the terms of one piece (see the module's docstring)."""
    listed = list(terms)
    length = len(listed)
    for term in listed:
        if term[:1] == "\x02":
            length -= 1
    hashes = [crc32(term.encode("utf-8", "surrogatepass")) for term in listed]
    distinct = sorted(set(hashes))
    if len(distinct) == len(hashes):
        frequencies = b"\x01" * len(distinct)
    else:
        counts = dict.fromkeys(distinct, 0)
        for one in hashes:
            counts[one] += 1
        frequencies = bytes(counts.values() if len(hashes) < 256 else [min(count, 255) for count in counts.values()])
    return struct.pack(f"<I{len(distinct)}I", length, *distinct) + frequencies


def check_packed(blob: bytes) -> None:
    """Raise ValueError where `unpack_terms` would refuse one blob."""
    if blob and (len(blob) < HEAD_BYTES or (len(blob) - HEAD_BYTES) % TERM_BYTES):
        raise ValueError("packed terms have a size that is not 0 or 4 + 5 n bytes")


def unpack_terms(blobs: Sequence[bytes]) -> TermColumns:
    """Return the columns of many packed pieces, in their order. Vectorised: about 0.5 µs a piece and 10 ns a term.

    Raises ValueError when a blob has an impossible size.
    """
    sizes = np.fromiter(map(len, blobs), dtype=np.int64, count=len(blobs))
    return unpack_joined(b"".join(blobs), sizes)


def unpack_joined(joined: bytes, sizes: NDArray[np.int64]) -> TermColumns:
    """Return the columns of packed pieces laid end to end; `sizes` (n,) holds the bytes of each.

    Raises ValueError when a size is impossible or the sizes do not add up to the bytes given.
    """
    counts = np.maximum(sizes - HEAD_BYTES, 0) // TERM_BYTES
    filled = sizes > 0
    if bool(np.any(sizes != np.where(filled, HEAD_BYTES + TERM_BYTES * counts, 0))):
        raise ValueError("packed terms have a size that is not 0 or 4 + 5 n bytes")
    if int(sizes.sum()) != len(joined):
        raise ValueError(f"packed terms are {len(joined)} bytes, their sizes add up to {int(sizes.sum())}")
    buffer = np.frombuffer(joined, dtype=np.uint8)
    starts = np.cumsum(sizes) - sizes
    lengths = np.zeros(len(sizes), dtype=np.float32)
    lengths[filled] = _words_at(buffer, starts[filled])
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(counts, out=offsets[1:])
    within = np.arange(offsets[-1], dtype=np.int64) - np.repeat(offsets[:-1], counts)
    first = np.repeat(starts + HEAD_BYTES, counts)
    hashes = _words_at(buffer, first + 4 * within)
    frequencies = buffer[np.repeat(starts + HEAD_BYTES + 4 * counts, counts) + within]
    return TermColumns(offsets, hashes, frequencies, lengths)


def _words_at(buffer: NDArray[np.uint8], positions: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Return the little-endian uint32 at each byte position (unaligned)."""
    word = buffer[positions].astype(np.uint32) if len(positions) else np.zeros(0, dtype=np.uint32)
    for byte in range(1, 4):
        word |= buffer[positions + byte].astype(np.uint32) << np.uint32(8 * byte)
    return word
