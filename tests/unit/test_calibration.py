"""Vector spaces: what makes cosines comparable, on vectors whose structure is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.adapters.embedders.spaces import MEASURED, load_space, save_space, vector_name
from app.domain.calibration import VectorSpace, fit_space, raw_space
from app.domain.calibration_texts import UNRELATED_PASSAGES, UNRELATED_QUERIES
from app.domain.similarity import Background, calibrate, standardise

DIMENSIONS = 96
RNG = np.random.default_rng(7)
LANGUAGE_OFFSETS = {name: RNG.normal(0, 0.3, DIMENSIONS) for name in ("one", "two", "three")}
COMMON = RNG.normal(0, 0.5, DIMENSIONS)


def made(language: str, count: int, seed: int) -> np.ndarray:
    """Unit vectors that share a common part and a part of their language, as multilingual models make them."""
    noise = np.random.default_rng(seed).normal(0, 0.1, (count, DIMENSIONS))
    vectors = COMMON + LANGUAGE_OFFSETS[language] + noise
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def space() -> VectorSpace:
    queries = {name: made(name, 40, seed) for seed, name in enumerate(LANGUAGE_OFFSETS)}
    passages = {name: made(name, 40, seed + 10) for seed, name in enumerate(LANGUAGE_OFFSETS)}
    return fit_space(queries, passages)


def test_unrelated_texts_have_the_same_cosines_in_and_across_languages(space: VectorSpace) -> None:
    means = {}
    for one in LANGUAGE_OFFSETS:
        for other in LANGUAGE_OFFSETS:
            raw = made(one, 100, 50) @ made(other, 100, 60).T
            neutral = space.neutralise(made(one, 100, 50)) @ space.neutralise(made(other, 100, 60)).T
            means[one, other] = (float(raw.mean()), float(neutral.mean()))
    spread_raw = np.ptp([raw for raw, _ in means.values()])
    spread_neutral = np.ptp([neutral for _, neutral in means.values()])
    assert spread_raw > 0.15
    assert spread_neutral < 0.03


def test_the_background_is_that_of_the_neutral_vectors(space: VectorSpace) -> None:
    cosines = space.neutralise(made("one", 300, 70)) @ space.neutralise(made("two", 300, 80)).T
    assert abs(space.background.mean - cosines.mean()) < 0.02
    assert space.background.deviation == pytest.approx(cosines.std(), rel=0.15)


@given(st.integers(0, 10_000))
def test_neutral_vectors_have_length_one_and_stay_when_neutralised_of_directions(seed: int) -> None:
    queries = {name: made(name, 5, 1) for name in LANGUAGE_OFFSETS}
    fitted = fit_space(queries, {name: made(name, 5, 2) for name in LANGUAGE_OFFSETS})
    neutral = fitted.neutralise(made("one", 3, seed))
    assert np.allclose(np.linalg.norm(neutral, axis=1), 1.0, atol=1e-5)
    assert np.allclose(neutral @ fitted.directions.T, 0.0, atol=1e-5)


def test_a_vector_of_nothing_but_language_stays(space: VectorSpace) -> None:
    alone = (space.centre + space.directions[0])[None].astype(np.float32)
    assert np.isfinite(space.neutralise(alone)).all()
    assert np.linalg.norm(space.neutralise(alone)) > 0.5


def test_a_model_of_few_dimensions_loses_few_directions() -> None:
    rng = np.random.default_rng(3)
    tiny = {name: rng.normal(size=(6, 8)).astype(np.float32) for name in ("one", "two")}
    assert fit_space(tiny, tiny).directions.shape == (0, 8)


def test_a_raw_space_changes_nothing() -> None:
    background = Background(0.3, 0.1)
    vectors = made("one", 4, 5)
    space = raw_space(DIMENSIONS, background)
    assert np.allclose(space.neutralise(vectors), vectors, atol=1e-6)
    assert space.background == background


def test_spaces_are_kept_exactly(space: VectorSpace, tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    with np.load(save_space("some-model", space, folder)) as kept:
        assert np.array_equal(kept["centre"], space.centre)
        assert np.array_equal(kept["directions"], space.directions)
        assert kept["background"].tolist() == [space.background.mean, space.background.deviation]


@pytest.mark.parametrize("model", sorted(MEASURED))
def test_shipped_spaces_are_sound(model: str) -> None:
    shipped = load_space(model)
    count, dimensions = shipped.directions.shape
    assert shipped.centre.shape == (dimensions,)
    assert np.allclose(shipped.directions @ shipped.directions.T, np.eye(count), atol=1e-4)
    assert abs(shipped.background.mean) < 0.01
    assert 0.05 < shipped.background.deviation < 0.1


def test_names_tell_apart_what_cannot_be_compared() -> None:
    names = {
        vector_name("m", 4, neutral=True),
        vector_name("m", 4, neutral=False),
        vector_name("m", 5, neutral=True),
        vector_name("n", 4, neutral=True),
        vector_name("m", 4, neutral=True, recipe="q: "),
        vector_name("m", 4, neutral=True, recipe="p: "),
    }
    assert len(names) == 6


def test_the_texts_to_measure_with_are_many_and_different() -> None:
    assert set(UNRELATED_QUERIES) == set(UNRELATED_PASSAGES)
    texts = [text for group in (UNRELATED_QUERIES, UNRELATED_PASSAGES) for lines in group.values() for text in lines]
    assert len(set(texts)) == len(texts)
    assert all(len(UNRELATED_QUERIES[name]) >= 5 and len(UNRELATED_PASSAGES[name]) >= 5 for name in UNRELATED_QUERIES)
    assert all(len(group[name]) >= 20 for group in (UNRELATED_QUERIES, UNRELATED_PASSAGES) for name in ("en", "zh"))


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_similarity_rises_with_the_cosine(one: float, other: float) -> None:
    background = Background(0.0, 0.07)
    distances = np.array([1 - min(one, other), 1 - max(one, other)], dtype=np.float32)
    low, high = calibrate(standardise(distances, background))
    assert 0.0 <= low <= high <= 1.0
