"""Many rows of named features as arrays, and a logistic model fitted to all of them at once."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.linear.model import LinearModel

_MEMORY: Final = 6
"""Steps that L-BFGS remembers."""
_ENOUGH: Final = 2e-4
"""It stops when three steps together win no larger share of the loss."""

_SPREAD: Final = 0.1
"""A chance times what is left to 1, as it is on average: how curved the loss is."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


class Rows:
    """Rows of features while they are collected: a number for each name."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._flat = array("i")
        self._sizes = array("i")

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self._sizes)

    def add(self, features: Iterable[str]) -> None:
        """Add a row; each feature once."""
        numbers = self._numbers
        before = len(self._flat)
        self._flat.extend(numbers.setdefault(feature, len(numbers)) for feature in features)
        self._sizes.append(len(self._flat) - before)

    def table(self, least_rows: int = 2) -> "Table":
        """Return the rows with those features that occur in at least `least_rows` of them, in the order of names."""
        flat = np.array(self._flat, np.int32)
        counts = np.bincount(flat, minlength=len(self._numbers))
        names = sorted(name for name, number in self._numbers.items() if counts[number] >= least_rows)
        places = np.full(len(self._numbers), -1, np.int32)
        places[[self._numbers[name] for name in names]] = np.arange(len(names))
        flat = places[flat]
        kept = flat >= 0
        rows = np.repeat(np.arange(len(self._sizes)), np.array(self._sizes, np.int64))[kept]
        ordered = np.sort(rows * len(names) + flat[kept]) % max(len(names), 1)  # sets come in another order each time
        return Table(names, ordered.astype(np.int32), np.bincount(rows, minlength=len(self._sizes)).astype(np.int64))


@dataclass(frozen=True, slots=True)
class Table:
    """Rows one after the other: `flat` the features of all, `sizes` how many each row has."""

    names: Sequence[str]
    flat: Ints
    sizes: NDArray[np.int64]

    def part(self, wanted: NDArray[np.bool_]) -> "Table":
        """Return the rows that are wanted, with the same features."""
        return Table(self.names, self.flat[np.repeat(wanted, self.sizes)], self.sizes[wanted])

    def scores(self, weights: Floats) -> Floats:
        """Return the sum of the weights of each row's features, for weights of shape (features, classes)."""
        found = np.zeros((len(self.sizes), weights.shape[1]), np.float32)
        some = self.sizes > 0
        starts = (np.cumsum(self.sizes) - self.sizes)[some]
        if len(starts):
            for column in range(weights.shape[1]):
                found[some, column] = np.add.reduceat(np.ascontiguousarray(weights[:, column])[self.flat], starts)
        return found * self.scale[:, None]

    def chances(self, weights: Floats, bias: Floats) -> Floats:
        """Return the chance of each class for each row."""
        scores = self.scores(weights) + bias
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(scores / scores.sum(axis=1, keepdims=True), np.float32)

    @property
    def scale(self) -> Floats:
        """What each feature of a row counts, so that the row is a vector of length 1."""
        return (1.0 / np.sqrt(np.maximum(self.sizes, 1))).astype(np.float32)


def fit(
    table: Table,
    labels: NDArray[np.int64],
    classes: Sequence[str],
    *,
    strength: float,
    most_steps: int = 80,
    least_weight: int = 1,
    digest: str = "",
    progress: Callable[[str], None] | None = None,
) -> LinearModel:
    """Fit multinomial logistic regression by L-BFGS (Nocedal 1980) with `strength` / 2 times the squared weights.

    `labels` are numbers of `classes`. Features without a weight of `least_weight` of 127 are left out. The same table
    gives the same model on one machine.
    """
    weights, bias = weights_for(table, labels, len(classes), strength, most_steps, progress)
    return LinearModel.of(classes, table.names, weights, bias, digest, least_weight)


def weights_for(
    table: Table,
    labels: NDArray[np.int64],
    classes: int,
    strength: float,
    most_steps: int = 80,
    progress: Callable[[str], None] | None = None,
) -> tuple[Floats, Floats]:
    """Return weights of shape (features, classes) and the bias of each class."""
    labels = labels.astype(np.int64)
    order = np.argsort(table.flat, kind="stable")
    of_rows = np.repeat(np.arange(len(table.sizes), dtype=np.int32), table.sizes)[order]
    counts = np.bincount(table.flat, minlength=len(table.names))
    some = counts > 0
    starts = (np.cumsum(counts) - counts)[some]
    scale = table.scale[:, None]
    at = np.arange(len(labels))
    size = len(table.names) * classes

    def loss_of(point: Floats) -> tuple[float, Floats]:
        weights, bias = point[:size].reshape(-1, classes), point[size:]
        scores = table.scores(weights) + bias
        scores -= scores.max(axis=1, keepdims=True)
        error = np.exp(scores)
        whole = error.sum(axis=1, keepdims=True)
        loss = float(np.log(whole).sum(dtype=np.float64) - scores[at, labels].sum(dtype=np.float64))
        error /= whole
        error[at, labels] -= 1.0
        gradient = strength * point
        gradient[size:] = error.sum(axis=0)
        error *= scale
        into = gradient[:size].reshape(-1, classes)
        for column in range(classes):
            sums = np.add.reduceat(np.ascontiguousarray(error[:, column])[of_rows], starts)
            into[some, column] += sums
        return loss + 0.5 * strength * float(np.dot(point[:size], point[:size])), gradient

    seen = np.bincount(
        table.flat, weights=np.repeat(1.0 / np.maximum(table.sizes, 1), table.sizes), minlength=len(table.names)
    )
    curve = np.concatenate([np.repeat(strength + _SPREAD * seen, classes), np.full(classes, _SPREAD * len(labels))])
    point = np.zeros(size + classes, np.float32)
    point[size:] = np.log(np.bincount(labels, minlength=classes) + 1.0)
    point[size:] -= point[size:].mean()
    point = _descend(loss_of, point, (1.0 / curve).astype(np.float32), most_steps, progress)
    return point[:size].reshape(-1, classes), point[size:]


def _descend(
    loss_of: Callable[[Floats], tuple[float, Floats]],
    point: Floats,
    ease: Floats,
    most_steps: int,
    progress: Callable[[str], None] | None,
) -> Floats:
    loss, gradient = loss_of(point)
    losses = [loss]
    pairs: list[tuple[Floats, Floats, float]] = []
    for step in range(most_steps):
        direction = _direction(gradient, pairs, ease)
        slope = float(np.dot(direction, gradient))
        length = 1.0
        while True:
            ahead = point + np.float32(length) * direction
            then, steeper = loss_of(ahead)
            if then <= loss + 1e-4 * length * slope or length < 1e-8:
                break
            length *= 0.4
        moved, turned = ahead - point, steeper - gradient
        bend = float(np.dot(moved, turned))
        if bend > 1e-12:
            pairs = [*pairs[-_MEMORY + 1 :], (moved, turned, bend)]
        point, loss, gradient = ahead, then, steeper
        losses.append(loss)
        if progress is not None and step % 10 == 9:
            progress(f"step {step + 1}, loss {loss:.0f}")
        if len(losses) > 4 and losses[-4] - loss < _ENOUGH * loss:
            break
    return point


def _direction(gradient: Floats, pairs: Sequence[tuple[Floats, Floats, float]], ease: Floats) -> Floats:
    """Return the direction of the next step by the two loops over the steps remembered.

    `ease` is how far each weight may go for a gradient of 1, as a first guess.
    """
    found = -gradient
    shares = []
    for moved, turned, bend in reversed(pairs):
        share = np.float32(np.dot(moved, found) / bend)
        found = found - share * turned
        shares.append(share)
    found *= ease
    if pairs:
        moved, turned, bend = pairs[-1]
        found *= np.float32(bend / float(np.dot(turned, ease * turned)))
    for (moved, turned, bend), share in zip(pairs, reversed(shares), strict=True):
        found = found + (share - np.float32(np.dot(turned, found) / bend)) * moved
    return found
