"""Rows of named features as arrays, and the logistic model fitted to all of them at once."""

import numpy as np
import pytest

from app.domain.linear.table import Rows, fit, weights_for

_ROWS = [
    ({"wet", "cold"}, "rain"), ({"wet", "warm"}, "rain"), ({"dry", "warm"}, "sun"), ({"dry", "cold"}, "snow"),
    ({"wet", "grey"}, "rain"), ({"dry", "warm", "blue"}, "sun"), ({"white", "cold", "dry"}, "snow"),
]  # fmt: skip
_CLASSES = ("rain", "snow", "sun")


def _rows(times: int = 4) -> tuple[Rows, np.ndarray]:
    rows = Rows()
    for features, _ in _ROWS * times:
        rows.add(sorted(features))
    return rows, np.array([_CLASSES.index(label) for _, label in _ROWS * times])


def test_what_is_seen_is_learned() -> None:
    rows, labels = _rows()
    model = fit(rows.table(), labels, _CLASSES, strength=0.01, digest="of these")
    assert model.digest == "of these"
    for features, label in _ROWS:
        chances = model.chances(features)
        assert sum(chances) == pytest.approx(1.0)
        assert _CLASSES[chances.index(max(chances))] == label


def test_features_of_few_rows_are_left_out_and_rows_keep_their_place() -> None:
    rows, _ = _rows(times=1)
    rows.add(())
    assert len(rows) == len(_ROWS) + 1
    table = rows.table(least_rows=2)
    assert list(table.names) == ["cold", "dry", "warm", "wet"]
    assert table.sizes.tolist() == [2, 2, 2, 2, 1, 2, 2, 0]
    part = table.part(np.arange(len(table.sizes)) % 2 == 1)
    assert [table.names[at] for at in part.flat.tolist()] == ["warm", "wet", "cold", "dry", "dry", "warm"]
    assert part.sizes.tolist() == [2, 2, 2, 0]


def test_the_fit_is_where_no_step_wins_any_more() -> None:
    rows, labels = _rows()
    table = rows.table()
    strength = 0.05
    weights, bias = weights_for(table, labels, 3, strength, most_steps=200)

    def loss(change: np.ndarray) -> float:
        chances = table.chances(weights + change, bias)
        squared = float(((weights + change) ** 2).sum())
        return float(-np.log(chances[np.arange(len(labels)), labels]).sum()) + strength / 2 * squared

    random = np.random.default_rng(3)
    least = loss(np.zeros_like(weights))
    for _ in range(20):
        assert loss(random.normal(0, 0.3, weights.shape).astype(np.float32)) > least


def test_the_same_rows_give_the_same_model_whatever_their_order_of_features() -> None:
    rows, labels = _rows()
    other = Rows()
    for features, _ in _ROWS * 4:
        other.add(sorted(features, reverse=True))
    one = fit(rows.table(), labels, _CLASSES, strength=0.1)
    assert fit(rows.table(), labels, _CLASSES, strength=0.1).by_feature == one.by_feature
    assert set(fit(other.table(), labels, _CLASSES, strength=0.1).by_feature) == set(one.by_feature)


def test_progress_is_told() -> None:
    rows, labels = _rows()
    told: list[str] = []
    weights_for(rows.table(), labels, 3, 1e-4, most_steps=30, progress=told.append)
    assert told
    assert told[0].startswith("step 10, loss ")
