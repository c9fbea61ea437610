"""Asked how things are, the current value stands above the outdated one, in English and Chinese; nothing else moves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.freshness import newest_first
from app.domain.marks import query_intent
from app.domain.user_index import NO_SESSION, UserIndex
from tests.unit.test_ranking import Piece, columns_of, ranked

_FILLER = [
    *(Piece(f"The weather on day {day} was dull.", age_days=9, cosine=0.02) for day in range(12)),
    *(Piece(f"第{day}天的天气很阴。", age_days=9, cosine=0.02) for day in range(12)),
]
_ASKED = {
    "en": (
        "What deadline should I aim for to submit my draft to the writing group?",
        "I'm worried about my April 20 deadline for the peer-reviewed draft submission to the local writing group.",
        "I won't meet the new April 25 deadline, help me fit in the extra peer-reviewed feedback on the draft.",
        "I was told that April 25 is a new holiday.",
    ),
    "zh": (
        "我给写作小组交初稿的截止日期是什么时候？",
        "我给本地写作小组提交同行评审初稿的截止日期是4月20日，有点赶。",
        "新的截止日期改成4月25日了，同行评审的意见怎么安排进初稿？",
        "4月25日改成了新的节日。",
    ),
}


@pytest.mark.parametrize("language", _ASKED)
def test_a_change_that_names_little_of_the_query_comes_before_what_it_changed(language: str) -> None:
    asked, old, new, _ = _ASKED[language]
    pieces = [Piece(old, age_days=20, cosine=0.6), Piece(new, age_days=3, cosine=0.33), *_FILLER]
    assert ranked(asked, pieces).memory_no[:2].tolist() == [1, 0]
    told_before = [pieces[0]._replace(age_days=1), *pieces[1:]]
    assert ranked(asked, told_before).memory_no[0] == 0


@pytest.mark.parametrize("language", _ASKED)
def test_a_change_that_was_never_embedded_comes_before_what_it_changed(language: str) -> None:
    asked, old, _, other = _ASKED[language]
    words = {
        "en": "The new deadline for my draft is April 25, says the group.",
        "zh": "初稿的截止日期改成4月25日了，小组说的。",
    }
    pieces = [Piece(old, age_days=20, cosine=0.6), Piece(words[language], age_days=3), *_FILLER]
    assert ranked(asked, pieces).memory_no[0] == 1
    pieces[1] = Piece(other, age_days=3)
    assert ranked(asked, pieces).memory_no[0] == 0


@pytest.mark.parametrize("language", _ASKED)
def test_a_change_of_something_else_stays_where_it_is(language: str) -> None:
    asked, old, _, other = _ASKED[language]
    pieces = [Piece(old, age_days=20, cosine=0.6), Piece(other, age_days=3, cosine=0.33), *_FILLER]
    assert ranked(asked, pieces).memory_no[0] == 0


@pytest.mark.parametrize("language", _ASKED)
def test_a_change_comes_before_what_it_changed_where_that_is_not_the_best(language: str) -> None:
    _, old, new, other = _ASKED[language]
    best = {"en": "Which deadline should I aim for, in the end?", "zh": "写作小组的截止日期呢，到底是什么时候？"}
    score = np.array([9.0, 8.0, 4.0, *(0.0 for _ in _FILLER)], dtype=np.float32)
    coverage = np.array([0.4, 0.6, 0.3, *(0.0 for _ in _FILLER)], dtype=np.float32)
    above = np.array([9.0, 8.0, 5.0, *(0.0 for _ in _FILLER)], dtype=np.float32)
    for later, place in ((new, 8.1), (other, 4.0)):
        pieces = [Piece(best[language]), Piece(old, age_days=20), Piece(later, age_days=3), *_FILLER]
        after = score.copy()
        newest_first(UserIndex.build(columns_of(pieces)), after, coverage, above, lift=1.0, equals=False)
        assert after[:3].tolist() == pytest.approx([9.0, 8.0, place])


@pytest.mark.parametrize("language", _ASKED)
@pytest.mark.parametrize(("better", "moves"), [(1, True), (4, True), (5, False)])
def test_an_outdated_value_may_be_the_fifth_of_the_best(language: str, better: int, moves: bool) -> None:
    _, old, new, _ = _ASKED[language]
    best = [Piece({"en": "Which deadline, in the end?", "zh": "截止日期呢？"}[language])] * better
    rest = [0.0] * len(_FILLER)
    score = np.array([*(9.0 for _ in best), 8.0, 4.0, *rest], dtype=np.float32)
    coverage = np.array([*(0.4 for _ in best), 0.6, 0.3, *rest], dtype=np.float32)
    above = np.array([*(9.0 for _ in best), 8.0, 5.0, *rest], dtype=np.float32)
    pieces = [*best, Piece(old, age_days=20), Piece(new, age_days=3), *_FILLER]
    newest_first(UserIndex.build(columns_of(pieces)), score, coverage, above, lift=1.0, equals=False)
    assert (score[better + 1] > score[better]) == moves


def test_what_the_assistant_says_of_a_change_is_no_change_of_the_users() -> None:
    asked, old, new, _ = _ASKED["en"]
    pieces = [Piece(old, age_days=20, cosine=0.6), Piece(new, role=1, age_days=3, cosine=0.33), *_FILLER]
    assert ranked(asked, pieces).memory_no[0] == 0


@pytest.mark.parametrize(
    ("query", "current"),
    [
        ("What is the deadline of the first sprint?", True),
        ("What is the last book on my list?", True),
        ("What is the first book I read?", False),
        ("Where are the shoes I bought last Tuesday?", False),
        ("How many days are there between my two interviews?", False),
        ("How much time has passed since the move?", False),
        ("我现在的预算是多少？", True),
        ("截止日期是什么时候？", True),
        ("你是什么时候搬到这里的？", False),
        ("现在离两次面试之间隔了几天？", False),
    ],
)
def test_which_questions_ask_for_what_may_have_changed(query: str, current: bool) -> None:
    assert query_intent(query).changing is current


_SAID = st.sampled_from(["the plan is 3", "now the plan is 4", "plan moved to 5", "soup", "改成4点了", "", "new"])


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_nothing_is_lifted_by_more_than_the_step_and_nothing_falls(data: st.DataObject) -> None:
    pieces = data.draw(
        st.lists(
            st.builds(
                Piece,
                _SAID,
                name=st.sampled_from([None, "Ana"]),
                role=st.integers(0, 2),
                session=st.just(NO_SESSION),
                memory=st.none(),
                cosine=st.just(float("nan")),
                age_days=st.integers(0, 9),
            ),
            max_size=14,
        )
    )
    n = len(pieces)
    numbers = st.floats(-8, 8, width=32)
    score = np.array(data.draw(st.lists(numbers, min_size=n, max_size=n)), dtype=np.float32)
    above = np.array(data.draw(st.lists(numbers | st.just(float("nan")), min_size=n, max_size=n)), dtype=np.float32)
    shares = st.floats(0, 1, width=32)
    coverage = np.array(data.draw(st.lists(shares, min_size=n, max_size=n)), dtype=np.float32)
    after = score.copy()
    newest_first(UserIndex.build(columns_of(pieces)), after, coverage, above, lift=1.0)
    assert np.all(after >= score)
    moved = after != score
    assert int(moved.sum()) <= 12
    if moved.any():
        assert float(after.max()) <= float(score.max()) + 1.001
        beside = np.abs(after[moved][:, None] - after[None, ~moved]).min(axis=1, initial=np.inf) <= 0.2001
        assert np.all((after[moved] >= score.max() - 0.001) | (beside & (after[moved] >= score.max() - 3.0)))
