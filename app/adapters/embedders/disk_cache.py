"""Vectors kept in a file between runs: what has been embedded once is not embedded again after a restart.

Meant for benchmarks and rebuilt stores. The file holds vectors by a digest of model, kind and text, no text, and grows
with what is embedded. Several processes may share it.
"""

import asyncio
import hashlib
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import SetupError
from app.domain.similarity import Background
from app.service.ports import Embedder

_QUERY: Final = b"q"
_PASSAGE: Final = b"p"
_WAIT_SECONDS: Final = 30.0
_PORTION: Final = 64
"""Texts embedded between two writes: a run that is stopped loses no more."""

Vectors = NDArray[np.float32]


class DiskCachedEmbedder:
    """An embedder before which a file is asked. Raises SetupError where the file cannot be opened."""

    def __init__(self, embedder: Embedder, path: Path) -> None:
        self._embedder = embedder
        self._using = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, timeout=_WAIT_SECONDS, check_same_thread=False, isolation_level=None)
            self._file.execute("pragma journal_mode = wal")
            self._file.execute("create table if not exists vectors (key blob primary key, vector blob) without rowid")
        except (OSError, sqlite3.Error) as error:
            raise SetupError(f"HAIMA_EMBEDDING_CACHE_PATH {path} cannot be used as a cache: {error}") from None

    @property
    def model(self) -> str:
        """The name kept with each vector."""
        return self._embedder.model

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return self._embedder.dimensions

    @property
    def background(self) -> Background:
        """Cosine between unrelated queries and passages."""
        return self._embedder.background

    def known_query(self, text: str) -> Vectors | None:
        """None: a file is not at hand."""
        return self._embedder.known_query(text)

    async def embed_query(self, text: str) -> Vectors:
        """(dimensions,) of length 1."""
        key = self._key(_QUERY, text)
        found = (await asyncio.to_thread(self._read, [key])).get(key)
        if found is not None:
            return found
        vector = await self._embedder.embed_query(text)
        await asyncio.to_thread(self._write, {key: vector})
        return vector

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """(n, dimensions) of length 1; only texts that the file lacks are embedded."""
        if not texts:
            return await self._embedder.embed_passages(texts)
        keys = [self._key(_PASSAGE, text) for text in texts]
        known = await asyncio.to_thread(self._read, keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        for first in range(0, len(missing), _PORTION):
            portion = dict(list(missing.items())[first : first + _PORTION])
            vectors = await self._embedder.embed_passages(list(portion.values()))
            fresh = dict(zip(portion, vectors, strict=True))
            await asyncio.to_thread(self._write, fresh)
            known |= fresh
        return np.stack([known[key] for key in keys])

    async def check(self) -> None:
        """Check the embedder behind."""
        await self._embedder.check()

    async def close(self) -> None:
        """Close the embedder behind, and the file."""
        await self._embedder.close()
        with self._using:
            self._file.close()

    def _key(self, kind: bytes, text: str) -> bytes:
        digest = hashlib.blake2b(digest_size=16, person=kind)
        digest.update(self._embedder.model.encode() + b"\0")
        digest.update(text.encode("utf-8", "surrogatepass"))
        return digest.digest()

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        found = {}
        with self._using:
            for key in keys:
                row = self._file.execute("select vector from vectors where key = ?", (key,)).fetchone()
                if row is not None and len(row[0]) == 4 * self._embedder.dimensions:
                    found[key] = np.frombuffer(row[0], dtype="<f4").astype(np.float32)
        return found

    def _write(self, vectors: dict[bytes, Vectors]) -> None:
        rows = [(key, vector.astype("<f4").tobytes()) for key, vector in vectors.items()]
        with self._using:
            self._file.execute("begin immediate")
            self._file.executemany("insert or replace into vectors values (?, ?)", rows)
            self._file.execute("commit")
