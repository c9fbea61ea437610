"""Vectors by content: the same text is computed once, also when several ask for it at the same time."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import EmbedderUnavailable
from app.domain.similarity import Background
from app.service.ports import Embedder

_QUERY: Final = b"q"
_PASSAGE: Final = b"p"

Vectors = NDArray[np.float32]


class CachedEmbedder:
    """An embedder with the last `entries` vectors in memory (least recently used go first; 0 keeps none).

    Calls for a text that is being computed wait for that one computation. It goes on when some or all who wait are
    cancelled; its failure reaches all of them and is not kept. Vectors handed out are read-only.
    """

    def __init__(self, embedder: Embedder, *, entries: int) -> None:
        self._embedder = embedder
        self._entries = entries
        self._vectors: OrderedDict[bytes, Vectors] = OrderedDict()
        self._coming: dict[bytes, asyncio.Future[Vectors]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.hits = 0
        self.misses = 0

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

    def __len__(self) -> int:
        return len(self._vectors)

    def known_query(self, text: str) -> Vectors | None:
        """(dimensions,) if it is in memory."""
        return self._find(self._key(_QUERY, text))

    async def embed_query(self, text: str) -> Vectors:
        """(dimensions,) of length 1."""
        key = self._key(_QUERY, text)
        vector = self._find(key)
        return vector if vector is not None else await self._wait(self._ask([(key, text)], query=True)[key])

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """(n, dimensions) of length 1; only texts that are not known and not being computed are asked for."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        keys = [self._key(_PASSAGE, text) for text in texts]
        known = {key: vector for key in keys if (vector := self._find(key)) is not None}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        coming = self._ask(list(missing.items()), query=False) if missing else {}
        for key, future in coming.items():
            known[key] = await self._wait(future)
        return np.stack([known[key] for key in keys])

    async def check(self) -> None:
        """Check the embedder behind."""
        await self._embedder.check()

    async def close(self) -> None:
        """End what is being computed and close the embedder behind."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._embedder.close()

    def _key(self, kind: bytes, text: str) -> bytes:
        digest = hashlib.blake2b(digest_size=16, person=kind)
        digest.update(self._embedder.model.encode() + b"\0")
        digest.update(text.encode("utf-8", "surrogatepass"))
        return digest.digest()

    def _find(self, key: bytes) -> Vectors | None:
        vector = self._vectors.get(key)
        if vector is None:
            self.misses += 1
            return None
        self.hits += 1
        self._vectors.move_to_end(key)
        return vector

    def _ask(self, wanted: list[tuple[bytes, str]], *, query: bool) -> dict[bytes, asyncio.Future[Vectors]]:
        """Return a future for each text, starting one computation for those that nobody asked for yet."""
        new = [(key, text) for key, text in wanted if key not in self._coming]
        if new:
            loop = asyncio.get_running_loop()
            self._coming.update((key, loop.create_future()) for key, _ in new)
            task = asyncio.create_task(self._compute(new, query=query))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return {key: self._coming[key] for key, _ in wanted}

    async def _compute(self, new: list[tuple[bytes, str]], *, query: bool) -> None:
        texts = [text for _, text in new]
        try:
            if query:
                vectors = (await self._embedder.embed_query(texts[0]))[None]
            else:
                vectors = await self._embedder.embed_passages(texts)
        except BaseException as error:
            gone = isinstance(error, asyncio.CancelledError)
            reason = EmbedderUnavailable("the embedder is shutting down") if gone else error
            self._settle(new, reason)
            if not isinstance(error, Exception):
                raise
        else:
            self._settle(new, vectors)

    def _settle(self, new: list[tuple[bytes, str]], outcome: Vectors | BaseException) -> None:
        for place, (key, _) in enumerate(new):
            future = self._coming.pop(key)
            if isinstance(outcome, BaseException):
                future.set_exception(outcome)
                future.exception()  # read, so that a failure for which nobody waits any more is not reported as lost
                continue
            vector = outcome[place].copy()
            vector.flags.writeable = False
            future.set_result(vector)
            self._vectors[key] = vector
        while len(self._vectors) > self._entries:
            self._vectors.popitem(last=False)

    async def _wait(self, future: asyncio.Future[Vectors]) -> Vectors:
        """Wait without taking the computation down when this caller is cancelled."""
        return await asyncio.shield(future)
