"""What search needs of a reranker: a model that reads the query and a text together."""

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Judges texts for a query, within its own deadline."""

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return how well each text answers the query: any finite numbers, greater is better.

        Raises RerankerUnavailable.
        """
        ...
