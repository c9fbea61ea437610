"""A reranker behind HTTP: anything that answers `POST …/rerank` in the shape of Cohere and Jina (also vLLM, Infinity,
text-embeddings-inference behind a gateway, llama.cpp).

Asked `{"model", "query", "documents": [...], "top_n"}`, it answers `{"results": [{"index", "relevance_score"}, ...]}`.
One try within the deadline: a search does not wait for a second. After failures in a row the server is left alone for
a while (`circuit_breaker`).
"""

import asyncio
import math
from collections.abc import Sequence
from typing import Any, Final

import httpx
import orjson

from app.adapters.circuit_breaker import CircuitBreaker, CircuitOpenError
from app.domain.errors import RerankerUnavailable

_BREAKER_FAILURES: Final = 3
_BREAKER_OPEN_SECONDS: Final = 10.0
_LONGEST_ANSWER_BYTES: Final = 4_000_000


class HttpReranker:
    """`app.service.ports.Reranker`. `base_url` is what stands before `/rerank`, with its version if it has one."""

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        api_key: str | None = None,
        timeout_seconds: float = 1.0,
        breaker: CircuitBreaker | None = None,
    ) -> None:
        self._url = base_url.rstrip("/") + "/rerank"
        self._model = model
        self._timeout_seconds = timeout_seconds
        self._breaker = breaker or CircuitBreaker(failures=_BREAKER_FAILURES, open_seconds=_BREAKER_OPEN_SECONDS)
        self._client = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=timeout_seconds,
            limits=httpx.Limits(max_connections=32, max_keepalive_connections=8),
        )

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return how well each text answers the query: any finite numbers, greater is better.

        Raises RerankerUnavailable: no useful answer within the deadline, or the server is left alone just now.
        """
        try:
            self._breaker.admit()
        except CircuitOpenError as error:
            raise RerankerUnavailable(str(error)) from None
        try:
            async with asyncio.timeout(self._timeout_seconds):
                answer = await self._client.post(self._url, content=self._body(query, texts), headers=_JSON)
            scores = parse_scores(answer, len(texts))
        except (TimeoutError, httpx.TimeoutException):
            self._breaker.failed()
            raise RerankerUnavailable(f"no answer within {self._timeout_seconds} s") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            self._breaker.failed()
            raise RerankerUnavailable(f"{type(error).__name__} at {self._url}") from None
        except RerankerUnavailable:
            self._breaker.failed()
            raise
        except BaseException:
            self._breaker.abandoned()
            raise
        self._breaker.succeeded()
        return scores

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    def _body(self, query: str, texts: Sequence[str]) -> bytes:
        asked = {"model": self._model, "query": query, "documents": list(texts), "top_n": len(texts)}
        return orjson.dumps(asked)


_JSON: Final = {"Content-Type": "application/json"}


def parse_scores(answer: httpx.Response, count: int) -> list[float]:
    """Return the scores in the order of the texts asked about.

    Raises RerankerUnavailable for anything but one finite score a text.
    """
    if answer.status_code != 200:
        raise RerankerUnavailable(f"the server answered {answer.status_code}")
    if len(answer.content) > _LONGEST_ANSWER_BYTES:
        raise RerankerUnavailable("the answer is too long")
    try:
        found: Any = orjson.loads(answer.content)
    except orjson.JSONDecodeError:
        raise RerankerUnavailable("the answer is not JSON") from None
    results = found.get("results") if isinstance(found, dict) else None
    if not isinstance(results, list):
        raise RerankerUnavailable("the answer has no list `results`")
    scores: dict[int, float] = {}
    for result in results:
        fields: dict[str, Any] = result if isinstance(result, dict) else {}
        index: Any = fields.get("index")
        score: Any = fields.get("relevance_score")
        if type(index) is not int or not 0 <= index < count or type(score) not in (int, float):
            raise RerankerUnavailable("a result has no valid `index` and `relevance_score`")
        scores[index] = float(score)
    if not all(map(math.isfinite, scores.values())):
        raise RerankerUnavailable("a score is no finite number")
    if len(scores) != count:
        raise RerankerUnavailable(f"asked for {count} scores and got {len(scores)}")
    return [scores[index] for index in range(count)]
