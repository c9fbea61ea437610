"""Learns a linear model: multinomial logistic regression by AdaGrad (Duchi, Hazan and Singer 2011) in small batches."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.linear.model import LinearModel

_BATCH: Final = 64
_RATE: Final = 0.5

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


def train(
    rows: Sequence[Collection[str]],
    labels: Sequence[str],
    classes: Sequence[str],
    *,
    epochs: int = 16,
    least_rows: int = 2,
    decay: float = 2e-5,
    digest: str = "",
) -> LinearModel:
    """Learn from rows of features and the class of each. A feature counts that occurs in `least_rows` rows.

    `decay` draws weights towards nothing, the more the larger it is. Every row is scaled to a vector of length 1. The
    same rows in the same order give the same model on one machine.
    """
    counts = Counter(feature for row in rows for feature in row)
    names = sorted(feature for feature, count in counts.items() if count >= least_rows)
    place = {name: index for index, name in enumerate(names)}
    ids = [np.array(sorted(place[name] for name in row if name in place), dtype=np.int64) for row in rows]
    known = [row for row, found in enumerate(ids) if len(found)]
    numbers = np.array([classes.index(labels[row]) for row in known])
    weights, bias = _descend([ids[row] for row in known], numbers, (len(names), len(classes)), epochs, decay)
    return LinearModel.of(classes, names, weights, bias, digest)


def _descend(
    ids: Sequence[Ints], labels: Ints, shape: tuple[int, int], epochs: int, decay: float
) -> tuple[Floats, Floats]:
    """Return weights of this shape and the bias, for rows of feature ids, each with at least one."""
    random = np.random.default_rng(1)
    weights, bias = np.zeros(shape, np.float32), np.zeros(shape[1], np.float32)
    seen, seen_bias = np.full_like(weights, 1e-2), np.full_like(bias, 1e-2)
    for epoch in range(epochs):
        rate = np.float32(_RATE * (1.0 - epoch / epochs))
        order = random.permutation(len(ids))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            sizes = np.array([len(ids[row]) for row in batch])
            flat = np.concatenate([ids[row] for row in batch])
            values = np.repeat(1.0 / np.sqrt(sizes), sizes).astype(np.float32)[:, None]
            sums = np.add.reduceat(weights[flat] * values, np.cumsum(sizes) - sizes, axis=0)
            error = _softmax(bias + sums)
            error[np.arange(len(batch)), labels[batch]] -= 1.0
            unique, gradient = _sum_by_id(flat, np.repeat(error, sizes, axis=0) * values)
            gradient += decay * len(ids) / _BATCH * weights[unique]
            seen[unique] += gradient**2
            weights[unique] -= rate * gradient / np.sqrt(seen[unique])
            step = error.sum(axis=0)
            seen_bias += step**2
            bias -= np.float32(0.1) * rate * step / np.sqrt(seen_bias)
    return weights, bias


def _sum_by_id(flat: Ints, rows: Floats) -> tuple[Ints, Floats]:
    """Return the ids that occur, each once, and the sum of each one's rows."""
    order = np.argsort(flat, kind="stable")
    ordered = flat[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    return ordered[starts], np.add.reduceat(rows[order], starts, axis=0)


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
