"""What a process remembers of searches is one user's, of one version, and for a moment."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from app.domain.ids import new_id
from app.domain.models import Layers, Memory, Owner
from app.domain.ranking import Evidence
from app.domain.similarity import Background
from app.service.recall_cache import PICKED_SECONDS, ROW_SECONDS, EvidenceCache, PickedCache, RowCache, Weighed
from app.service.requests import SearchRequest, SearchResult

MINE = Owner("acme", "u1")
OTHERS = (Owner("acme", "u2"), Owner("other", "u1"), Owner("", "acmeu1"))
VERSIONS = (1, 2, 3, 4)


class Clock:
    """Stands still until told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def memory(content: str) -> Memory:
    return Memory(
        new_id(), "u1", None, None, "shared", "fact", Layers.EPISODIC, content, None, {}, 0.5, 1.0, 0.5, pinned=False,
        version=1, created_at=datetime.now(UTC), occurred_at=None, accessed_at=None, access_count=0, expires_at=None,
    )  # fmt: skip


def weighed(version: int, pieces: int = 1) -> Weighed:
    numbers = np.zeros(pieces, dtype=np.float32)
    evidence = Evidence(numbers, numbers, numbers, numbers)
    return Weighed(version, 0, Background(0.0, 1.0), None, evidence)


def test_a_weighing_is_of_one_user_query_kind_and_version() -> None:
    cache, held = EvidenceCache(1 << 20), weighed(7)
    cache.put(MINE, "茶", by_meaning=True, weighed=held)
    assert cache.find(MINE, "茶", by_meaning=True, version=7) is held
    assert [cache.find(owner, "茶", by_meaning=True, version=7) for owner in OTHERS] == [None] * 3
    assert cache.find(MINE, "茶", by_meaning=False, version=7) is None
    assert cache.find(MINE, "tea", by_meaning=True, version=7) is None
    assert cache.find(MINE, "茶", by_meaning=True, version=8) is None


def test_weighings_are_bounded_and_the_oldest_goes_first() -> None:
    cache = EvidenceCache(40 * 500)  # 500 pieces, a weighing of 50 counts as 150
    for number in range(5):
        cache.put(MINE, str(number), by_meaning=True, weighed=weighed(1, 50))
    found = [cache.find(MINE, str(number), by_meaning=True, version=1) is not None for number in range(5)]
    assert found == [False, False, True, True, True]


def test_a_shown_memory_is_its_users_and_fresh() -> None:
    clock, tea = Clock(), memory("tea")
    cache = RowCache(2, clock)
    cache.put(MINE, [tea])
    assert cache.take(MINE, [tea.id, new_id()]) == {tea.id: tea}
    assert [cache.take(owner, [tea.id]) for owner in OTHERS] == [{}] * 3
    clock.now += ROW_SECONDS + 0.1
    assert cache.take(MINE, [tea.id]) == {}
    cache.put(MINE, [tea])
    cache.drop(OTHERS[0])
    assert cache.take(MINE, [tea.id])
    cache.drop(MINE)
    assert cache.take(MINE, [tea.id]) == {}


def test_rows_of_few_users_are_held() -> None:
    cache, tea = RowCache(2), memory("tea")
    for owner in (MINE, *OTHERS[:2]):
        cache.put(owner, [tea])
    assert [bool(cache.take(owner, [tea.id])) for owner in (MINE, *OTHERS[:2])] == [False, True, True]


REQUEST = SearchRequest(MINE, query="茶")
RESULT = SearchResult(results=(), total=0, took_ms=1.0, source_layers={}, degraded=())


@pytest.mark.parametrize(
    "other",
    [
        *({"owner": owner} for owner in OTHERS),
        {"query": "tea"},
        {"agent_id": "a"},
        {"session_id": "s"},
        {"types": ("fact",)},
        {"layers": ("episodic",)},
        {"subjects": ("user",)},
        {"top_k": 6},
        {"min_score": 0.1},
        {"min_importance": 0.1},
        {"start": datetime(2026, 1, 1, tzinfo=UTC)},
        {"end": datetime(2026, 1, 1, tzinfo=UTC)},
        {"explain": True},
    ],
    ids=str,
)
def test_an_answer_is_given_again_to_the_same_request_alone(other: dict[str, Any]) -> None:
    cache = PickedCache(10, Clock())
    cache.put((REQUEST, ""), VERSIONS, 1e12, RESULT)
    assert cache.find((REQUEST, ""), VERSIONS, 0.0) is RESULT
    assert cache.find((replace(REQUEST, **other), ""), VERSIONS, 0.0) is None
    assert cache.find((REQUEST, "tea of Tom"), VERSIONS, 0.0) is None, "names mean others now"


def test_an_answer_ends_with_its_versions_its_time_and_its_first_change() -> None:
    clock = Clock()
    cache = PickedCache(1, clock)
    cache.put((REQUEST, ""), VERSIONS, 50.0, RESULT)
    assert cache.find((REQUEST, ""), VERSIONS, 49.9) is RESULT
    assert cache.find((REQUEST, ""), VERSIONS, 50.0) is None, "a row ends or moves at that time"
    for place in range(4):
        changed = tuple(version + (number == place) for number, version in enumerate(VERSIONS))
        assert cache.find((REQUEST, ""), changed, 0.0) is None
    clock.now += PICKED_SECONDS
    assert cache.find((REQUEST, ""), VERSIONS, 0.0) is None
    cache.put((REQUEST, ""), VERSIONS, 50.0, RESULT)
    cache.put((replace(REQUEST, query="tea"), ""), VERSIONS, 50.0, RESULT)
    assert cache.find((REQUEST, ""), VERSIONS, 0.0) is None, "one entry is held"
