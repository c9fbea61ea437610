"""An embedder behind HTTP: anything that answers an OpenAI-compatible `/v1/embeddings`.

One call here is one or more requests of at most `batch_size` texts. Each request is tried again after 429, 5xx and
connection failures, with jitter; after failures in a row the server is left alone for a while (`circuit_breaker`).
"""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import httpx
import numpy as np
from numpy.typing import NDArray

from app.adapters.circuit_breaker import CircuitBreaker, CircuitOpenError
from app.adapters.embedders.spaces import MEASURED, load_space, vector_name
from app.adapters.embedders.texts import clean_text, clip_text
from app.adapters.embedders.vectors import unit_vectors
from app.adapters.embedders.wire import error_detail, parse_embeddings, retry_after_seconds
from app.domain.calibration import VectorSpace, fit_space, raw_space
from app.domain.calibration_texts import UNRELATED_PASSAGES, UNRELATED_QUERIES
from app.domain.errors import EmbedderUnavailable, TextRefused
from app.domain.similarity import Background

LONGEST_BYTES: Final = 24_000
"""Texts lose their middle above this: about 7,000 tokens, which the usual limit of 8,192 takes."""
_BREAKER_FAILURES: Final = 5
_BREAKER_OPEN_SECONDS: Final = 5.0
_FIRST_PAUSE_SECONDS: Final = 0.2
_LONGEST_PAUSE_SECONDS: Final = 5.0
_PARALLEL_REQUESTS: Final = 4
_BIG_BODY_BYTES: Final = 100_000
_SHORTEST_CHARS: Final = 200
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_ABOUT_THE_TEXT = frozenset({400, 413, 422})

Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Recipe:
    """What is put around a text of one kind: a prefix to it, and more fields for the request's body."""

    prefix: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)


class _Rejected(Exception):
    """The server does not take these texts."""


class OpenAIEmbedder:
    """See the module. `dimensions` is what every vector must have; it is sent only with `send_dimensions`.

    `background` given: vectors stay raw, and this is what unrelated texts have. Else the space of a model that is
    known is used, and that of any other is measured with the first call.
    """

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        dimensions: int,
        api_key: str | None = None,
        query: Recipe = Recipe(),
        passage: Recipe = Recipe(),
        send_dimensions: bool = False,
        base64: bool = False,
        batch_size: int = 64,
        timeout_seconds: float = 10.0,
        retries: int = 2,
        background: Background | None = None,
        breaker: CircuitBreaker | None = None,
    ) -> None:
        self._model = model
        self._dimensions = dimensions
        self._recipes = {True: query, False: passage}
        self._batch_size = batch_size
        self._timeout_seconds = timeout_seconds
        self._retries = retries
        self._extra: dict[str, Any] = {"encoding_format": "base64" if base64 else "float"}
        if send_dimensions:
            self._extra["dimensions"] = dimensions
        self._secret = api_key
        self._client = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=timeout_seconds,
            limits=httpx.Limits(max_connections=32, max_keepalive_connections=8),
        )
        self._url = base_url.rstrip("/") + "/embeddings"
        self._slots = asyncio.Semaphore(_PARALLEL_REQUESTS)
        self._breaker = breaker or CircuitBreaker(failures=_BREAKER_FAILURES, open_seconds=_BREAKER_OPEN_SECONDS)
        self._measuring = asyncio.Lock()
        self._neutral = background is None
        self._space: VectorSpace | None = None
        if background is not None:
            self._space = raw_space(dimensions, background)
        elif model in MEASURED and load_space(model).centre.shape == (dimensions,):
            self._space = load_space(model)

    @property
    def model(self) -> str:
        """The name kept with each vector: model, dimensions, and a digest of prefixes and fields of one's own."""
        parts = [part for recipe in self._recipes.values() for part in (recipe.prefix, dict(recipe.body))]
        bundled = self._model in MEASURED and not any(recipe.prefix for recipe in self._recipes.values())
        recipe = repr(parts) if any(parts) and not bundled else ""
        return vector_name(self._model, self._dimensions, neutral=self._neutral, recipe=recipe)

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return self._dimensions

    @property
    def background(self) -> Background:
        """Cosine between unrelated texts; before the first answer of an unknown model, that of an average one."""
        return self._space.background if self._space else Background(0.0, 0.075)

    async def embed_query(self, text: str) -> Vectors:
        """(dimensions,) of length 1."""
        return cast(Vectors, (await self._embed([text], query=True))[0])

    def known_query(self, text: str) -> Vectors | None:
        """Always None: nothing is kept here."""
        return None

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """(n, dimensions) of length 1."""
        return await self._embed(list(texts), query=False)

    async def check(self) -> None:
        """Embed a word, and measure the space of a model that is not known."""
        await self.embed_query("check")

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _embed(self, texts: list[str], *, query: bool) -> Vectors:
        if not texts:
            return np.zeros((0, self._dimensions), dtype=np.float32)
        space = self._space or await self._measure()
        return space.neutralise(await self._raw(texts, query=query))

    async def _measure(self) -> VectorSpace:
        """Embed texts that have nothing to do with each other and fit the space to them."""
        async with self._measuring:
            if self._space is None:
                queries, passages = await asyncio.gather(
                    self._raw_by_language(UNRELATED_QUERIES, query=True),
                    self._raw_by_language(UNRELATED_PASSAGES, query=False),
                )
                self._space = await asyncio.to_thread(fit_space, queries, passages)
            return self._space

    async def _raw_by_language(self, texts: Mapping[str, tuple[str, ...]], *, query: bool) -> dict[str, Vectors]:
        vectors = await self._raw([text for group in texts.values() for text in group], query=query)
        ends = np.cumsum([len(group) for group in texts.values()])
        return dict(zip(texts, np.split(vectors, ends[:-1]), strict=True))

    async def _raw(self, texts: list[str], *, query: bool) -> Vectors:
        prefix = self._recipes[query].prefix
        ready = [prefix + clip_text(clean_text(text), LONGEST_BYTES) for text in texts]
        batches = [ready[start : start + self._batch_size] for start in range(0, len(ready), self._batch_size)]
        if len(batches) == 1:
            return await self._batch(batches[0], query=query)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._batch(batch, query=query)) for batch in batches]
        except* EmbedderUnavailable as failures:
            raise failures.exceptions[0] from None
        return np.concatenate([task.result() for task in tasks])

    async def _batch(self, texts: list[str], *, query: bool) -> Vectors:
        """Embed one batch; texts that the server refuses are found by halving, and a refused text is shortened."""
        try:
            if query:  # a search does not wait behind the background's requests
                return await self._request(texts, query=query)
            async with self._slots:
                return await self._request(texts, query=query)
        except _Rejected as refusal:
            if len(texts) > 1:
                half = len(texts) // 2
                first = await self._batch(texts[:half], query=query)
                return np.concatenate([first, await self._batch(texts[half:], query=query)])
            if len(texts[0]) <= _SHORTEST_CHARS:
                raise TextRefused(str(refusal)) from None
        return await self._batch([texts[0][: len(texts[0]) // 2]], query=query)

    async def _request(self, texts: list[str], *, query: bool) -> Vectors:
        """One request with its retries, through the circuit breaker."""
        try:
            self._breaker.admit()
        except CircuitOpenError as refusal:
            raise EmbedderUnavailable(str(refusal), max(1, round(refusal.seconds_left))) from None
        told = False
        try:
            vectors = await self._try(texts, query=query)
            self._breaker.succeeded()
            told = True
            return vectors
        except _Rejected:
            self._breaker.succeeded()  # the server is there
            told = True
            raise
        except EmbedderUnavailable:
            self._breaker.failed()
            told = True
            raise
        finally:
            if not told:
                self._breaker.abandoned()

    async def _try(self, texts: list[str], *, query: bool) -> Vectors:
        body = {"model": self._model, "input": texts, **self._extra, **self._recipes[query].body}
        for attempt in range(self._retries + 1):
            last = attempt == self._retries
            wait = random.uniform(0.5, 1.0) * _FIRST_PAUSE_SECONDS * 2**attempt  # noqa: S311 - jitter, no secret
            try:
                async with asyncio.timeout(self._timeout_seconds):
                    response = await self._client.post(self._url, json=body)
            except (TimeoutError, httpx.TransportError) as error:
                if last:
                    name = type(error).__name__
                    raise EmbedderUnavailable(f"no answer from the embedding server ({name})") from None
            except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
                raise EmbedderUnavailable(f"the request cannot be made ({type(error).__name__})") from None
            else:
                if response.status_code == httpx.codes.OK:
                    return await self._vectors(response.content, len(texts))
                detail = error_detail(response.status_code, response.content, self._secret)
                if response.status_code in _ABOUT_THE_TEXT:
                    raise _Rejected(detail)
                asked = retry_after_seconds(response.headers.get("retry-after"))
                if last or response.status_code not in _PASSING or asked > _LONGEST_PAUSE_SECONDS:
                    raise EmbedderUnavailable(detail, max(1, round(asked)))
                wait = max(wait, asked)
            await asyncio.sleep(wait)
        raise EmbedderUnavailable("no try was made")

    async def _vectors(self, content: bytes, count: int) -> Vectors:
        if len(content) > _BIG_BODY_BYTES:
            return await asyncio.to_thread(self._parse, content, count)
        return self._parse(content, count)

    def _parse(self, content: bytes, count: int) -> Vectors:
        return unit_vectors(parse_embeddings(content, count), count=count, dimensions=self._dimensions)
