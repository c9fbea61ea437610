"""Codes of vectors: the nearest ones are among the candidates."""

import numpy as np
from numpy.typing import NDArray

from app.service.ports import CodeReading
from app.service.vector_codes import CANDIDATES, VectorCodes

DIMENSIONS = 100


def like_texts(count: int, seed: int) -> NDArray[np.float32]:
    """Vectors in groups, all of which share one direction, as those of e5 models do: mean cosine about .8."""
    groups = np.random.default_rng(0).standard_normal((200, DIMENSIONS))
    random = np.random.default_rng(seed)
    vectors = groups[random.integers(200, size=count)] + random.standard_normal((count, DIMENSIONS))
    vectors += 3.0 * np.sign(groups[0])
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def reading_of(vectors: NDArray[np.float32], *, centred: bool = True) -> CodeReading:
    """What a store reads where piece i has the vector i."""
    centre = vectors.mean(axis=0) if centred else np.zeros(vectors.shape[1], np.float32)
    return CodeReading(1, 0, np.arange(len(vectors)), np.packbits(vectors > centre, axis=1), centre)


def found_share(codes: VectorCodes, vectors: NDArray[np.float32], nearest: int) -> float:
    shares = []
    for query in like_texts(40, seed=2):
        best = np.argsort(-(vectors @ query))[:nearest]
        shares.append(np.isin(best, codes.nearest(query, CANDIDATES)).mean())
    return float(np.mean(shares))


def test_the_nearest_are_among_the_candidates() -> None:
    vectors = like_texts(20_000, seed=1)
    codes = VectorCodes.of(reading_of(vectors))
    assert found_share(codes, vectors, 10) >= 0.99
    assert found_share(codes, vectors, 50) >= 0.97
    around_zero = VectorCodes.of(reading_of(vectors, centred=False))
    assert found_share(around_zero, vectors, 10) < 0.9  # why there is a centre


def test_candidates_are_hardly_more_than_asked_for() -> None:
    codes = VectorCodes.of(reading_of(like_texts(20_000, seed=1)))
    many = len(codes.nearest(like_texts(1, seed=4)[0], CANDIDATES))
    assert CANDIDATES <= many <= 2 * CANDIDATES


def test_a_few_vectors_are_all_candidates() -> None:
    codes = VectorCodes.of(reading_of(like_texts(40, seed=1)))
    assert codes.nearest(like_texts(1, seed=4)[0], 50).tolist() == list(range(40))
