"""What reads texts fast reads the same as the plain way of saying it."""

import re
import tracemalloc

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.domain import late_pattern
from app.domain.importance import kinds_of
from app.domain.importance.kinds import is_repeat, says
from app.domain.importance.material import sort_material
from app.domain.importance.rules import LASTING, RuleSet
from app.domain.importance.rules_en import RULES as ENGLISH
from app.domain.importance.rules_zh import RULES as CHINESE
from app.domain.late_pattern import LatePattern, compile_late_patterns
from app.domain.linear import LinearModel
from app.domain.marks import _ANY, COMMENTS, COUNTS, OF_ONESELF, TELLS_TIME, UPDATES, message_terms
from app.domain.words import normalise
from tests.unit import importance_sayings, importance_sayings_zh

_SAYINGS = [
    line
    for module in (importance_sayings, importance_sayings_zh)
    for name, lines in vars(module).items()
    if name.isupper()
    for line in lines
]
_PARTS = st.sampled_from(
    ("now", "new", "I", "my", "Thanks", "in 2019", "two", "3rd", "昨天", "更新", "我", "谢谢", "三个", "１９",
     "ſwitched", "2021", "Ω", "é", "今天是", "！", "?", " ", ". ", "‘", "no longer", "moved to", "قال", "私", "yo")
)  # fmt: skip
_TEXTS = st.one_of(st.lists(_PARTS, max_size=12).map("".join), st.text(max_size=60), st.sampled_from(_SAYINGS))


@settings(deadline=None)  # the first text loads a dictionary
@given(_TEXTS)
@example("that's now。")
@example("ﬁve people, ２０２０年")
def test_marks_do_not_depend_on_how_they_are_looked_for(text: str) -> None:
    plain = normalise(text)
    found = {
        TELLS_TIME: _ANY.time.search(plain),
        COUNTS: _ANY.number.search(plain),
        OF_ONESELF: _ANY.oneself.search(plain),
        COMMENTS: _ANY.comment.match(plain),
        UPDATES: _ANY.update.search(plain),
    }
    terms = set(message_terms(text))
    assert {mark for mark, match in found.items() if match} == terms & set(found)


@settings(deadline=None)
@given(_TEXTS, _TEXTS)
@example("Σίσυφος", "σίσυφος")
@example("...", "!!")
@example("İ", "i")
def test_a_repeat_is_told_by_everything_but_signs_and_case(text: str, previous: str) -> None:
    def bare(said: str) -> str:
        return re.sub(r"[^\w\u3400-\u9fff]+", "", said).lower()

    assert is_repeat(text, previous) == (bare(text) == bare(previous))
    assert is_repeat(text, f" {text.upper()}!") == (bare(text) == bare(text.upper()))


@pytest.mark.parametrize("kind", sorted(LASTING))
def test_one_kind_is_found_where_all_would_be(kind: str) -> None:
    found = {text for text in _SAYINGS if kind in kinds_of(text)}
    assert {text for text in _SAYINGS if says(kind, sort_material(text))} == found
    assert found or kind == "correction"


@pytest.mark.parametrize(("rules", "spaced"), [(ENGLISH, True), (CHINESE, False)])
def test_a_rule_is_tried_wherever_one_of_its_triggers_occurs(rules: RuleSet, spaced: bool) -> None:
    for text in _SAYINGS:
        sentence = text.lower()
        units = set(re.findall(r"[^\W_]+(?:['’][^\W_]+)*", sentence)) if spaced else set(sentence)
        expected = {
            kind
            for kind, triggers, pattern in rules._given
            if any(trigger in (units if spaced else sentence) for trigger in triggers.split())
            and re.search(pattern.source, sentence)
        }
        assert rules.kinds(sentence, units) == expected, text


def test_late_patterns_are_compiled_once_when_needed_or_all_at_once() -> None:
    pattern = LatePattern(r"a+(b)?")
    assert not vars(pattern).keys() & {"_compiled", "search"}
    assert pattern.search("caab")
    assert pattern.search is pattern.search
    waiting = LatePattern("x")
    compile_late_patterns()
    assert "_compiled" in vars(waiting)
    late_pattern._made.remove(pattern)
    late_pattern._made.remove(waiting)


@settings(deadline=None)
@given(
    st.lists(st.lists(st.integers(-127, 127), min_size=3, max_size=3), min_size=1, max_size=30),
    st.sets(st.integers(0, 40)),
)
def test_weights_are_added_up_as_numbers_of_their_own(rows: list[list[int]], chosen: set[int]) -> None:
    rows = [*rows, [127, -127, 0]]
    names = [f"f{number}" for number in range(len(rows))]
    model = LinearModel.of("abc", names, np.array(rows, np.float32), np.zeros(3, np.float32), "")
    kept = {number: row for number, row in enumerate(rows) if any(row)}
    assert model.by_feature == {names[number]: tuple(row) for number, row in kept.items()}
    known = [kept[number] for number in chosen if number in kept]
    found = model.sum_of({f"f{number}" for number in chosen})
    assert found == (len(known), tuple(map(sum, zip(*known, strict=True))))


def test_many_features_do_not_run_into_each_other() -> None:
    rows = np.array([[127.0, -127.0]] * 20_000, np.float32)
    names = [str(number) for number in range(len(rows))]
    model = LinearModel.of("ab", names, rows, np.zeros(2, np.float32), "")
    tracemalloc.start()
    assert model.sum_of(names) == (20_000, (127 * 20_000, -127 * 20_000))
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
