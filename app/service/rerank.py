"""A second look at the first results, by a model that reads query and text together, where one is configured.

The reranker decides the order of the candidates, not how relevant they are: its numbers differ from model to model and
would give `relevance` and `min_score` another meaning with each. So the relevances found by search are given out anew
in the reranker's order, and recency, importance and trust weigh on them as before.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.domain.errors import RerankerUnavailable
from app.service.hits import CLEARLY_RELEVANT
from app.service.ports.rerank import Reranker
from app.service.requests import DegradedPart, ScoredMemory, SearchRequest

log = logging.getLogger(__name__)

TEXT_CHARACTERS: Final = 2_000
"""What the reranker is shown of a memory, around the place that matched."""


class RerankStep:
    """Reorders what search found. `candidates` is how many it looks at, at least."""

    def __init__(self, reranker: Reranker, *, candidates: int) -> None:
        self._reranker = reranker
        self._candidates = candidates

    def widened(self, request: SearchRequest) -> SearchRequest:
        """Return the request for all candidates; one without a query, which goes by time, stays as it is."""
        return replace(request, top_k=max(request.top_k, self._candidates)) if request.query else request

    async def apply(
        self, request: SearchRequest, results: Sequence[ScoredMemory], degraded: tuple[DegradedPart, ...]
    ) -> tuple[list[ScoredMemory], tuple[DegradedPart, ...]]:
        """Return the best of the candidates in their new order, and what could not take part."""
        if not request.query or len(results) < 2:
            return list(results[: request.top_k]), degraded
        try:
            judged = await self._reranker.rerank(request.query, [_text(result) for result in results])
        except RerankerUnavailable as error:
            log.warning("a search goes without its reranker: %s", error.detail)
            return _best(results, request.top_k), (*degraded, "reranker")
        personal = [place for place, result in enumerate(results) if result.layer != "knowledge"]
        shared = [place for place, result in enumerate(results) if result.layer == "knowledge"]
        again: list[ScoredMemory] = []
        for places in (personal, shared):  # apart, so that documents take no relevance from memories
            again += reordered([results[place] for place in places], [judged[place] for place in places])
        return _best(again, request.top_k), degraded


def _best(results: Sequence[ScoredMemory], most: int) -> list[ScoredMemory]:
    """Return the best by score; a document displaces no personal memory that is clearly relevant (as in `hits`)."""
    ordered = sorted(results, key=lambda result: -result.score)
    personal = [result for result in ordered if result.layer != "knowledge"][:most]
    fixed = [result for result in personal if result.relevance >= CLEARLY_RELEVANT]
    kept = {result.memory.id for result in fixed}
    rest = [result for result in ordered if result.memory.id not in kept]
    return sorted(fixed + rest[: most - len(fixed)], key=lambda result: -result.score)


def reordered(results: Sequence[ScoredMemory], judged: Sequence[float]) -> list[ScoredMemory]:
    """Return the results with the relevance that is theirs by the order of `judged`, best score first.

    The relevances stay the same numbers, given out anew; a score stays its relevance times the same factors as before.
    """
    order = sorted(range(len(results)), key=lambda place: (-judged[place], place))
    relevances = sorted((result.relevance for result in results), reverse=True)
    anew = [
        _with_relevance(results[place], relevance, rank)
        for rank, (place, relevance) in enumerate(zip(order, relevances, strict=True), 1)
    ]
    return sorted(anew, key=lambda result: -result.score)


def _with_relevance(result: ScoredMemory, relevance: float, rank: int) -> ScoredMemory:
    factor = result.score / result.relevance if result.relevance > 0.0 else 1.0
    explain = None if result.explain is None else {**result.explain, "rank_reranker": rank}
    return replace(result, relevance=relevance, score=relevance * factor, explain=explain)


def _text(result: ScoredMemory) -> str:
    content = result.memory.content
    if len(content) <= TEXT_CHARACTERS:
        return content
    start = result.focus[0] if result.focus is not None else 0
    return content[start : start + TEXT_CHARACTERS]
