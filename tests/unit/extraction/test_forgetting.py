"""What is to be forgotten by another word than it was told with, and what a message says stays as it is."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from app.domain.extraction.aligner import forgetting
from app.domain.extraction.aligner.features import Fact, pair_view
from app.domain.extraction.aligner.forgetting import meant_by
from app.domain.extraction.aligner.model import CHANGES, ENDS, NONE, RELATIONS
from app.domain.extraction.aligner.pairs import pairs_elsewhere, talk_lines
from app.domain.extraction.aligner.staying import is_added_to, is_said_to_stay
from app.domain.extraction.changes import Stated
from app.domain.extraction.encoded.effects import FactEffect
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Statement
from app.domain.extraction.tagger.corpus import Effect, Marked, Turn

AT = datetime(2026, 1, 1, tzinfo=UTC)


def _fact(attribute: str, value: str, told: str, **more: object) -> KnownFact:
    return KnownFact(f"user_{attribute}", value, 0.8, AT, {"attribute": attribute, **more}, told=told)


FACTS = [
    _fact("income", "41k", "i'm on 41k before tax"),
    _fact("home", "Hull", "i live in Hull"),
    KnownFact("user_pin", "callers own", 1.0, AT),
]


def _heard(text: str) -> Stated:
    return Stated(Statement("fact", "", text, action="heard"), AT + timedelta(days=3))


def _reading(monkeypatch: pytest.MonkeyPatch, ends: dict[str, float]) -> list[str]:
    read: list[str] = []

    def effects(_: str, facts: Sequence[Fact], asked: str) -> list[FactEffect]:
        read.extend(fact.value for fact in facts)
        found = []
        for fact in facts:
            chances = dict.fromkeys(RELATIONS, 0.0) | {ENDS: ends[fact.value], NONE: 1 - ends[fact.value]}
            found.append(FactEffect(tuple(chances[name] for name in RELATIONS), "", 0.0))
        return found

    monkeypatch.setattr(forgetting, "effects_on", effects)
    return read


def test_the_likeliest_fact_is_meant_by_what_nothing_known_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    read = _reading(monkeypatch, {"41k": 0.9, "Hull": 0.5})
    retraction = Statement("fact", "", "wage figure", action="retract")
    (found,) = meant_by(_heard("delete the wage figure"), [retraction], KnownFacts(FACTS, AT))
    assert (found.fact.value, found.relation, found.chance) == ("41k", ENDS, 0.9)
    assert sorted(read) == ["41k", "Hull"]  # not what a caller stated


@pytest.mark.parametrize(
    ("retraction", "likely"),
    [
        (Statement("fact", "", "Hull", action="retract"), 0.9),
        (Statement("fact", "home", "", action="retract"), 0.9),
        (Statement("fact", "", "wage figure", action="retract", valid_to=AT), 0.9),
        (Statement("fact", "", "wage figure"), 0.9),
        (Statement("fact", "", "wage figure", action="retract"), 0.4),
    ],
)
def test_nothing_is_sought_where_what_ends_is_known_or_unlikely(
    monkeypatch: pytest.MonkeyPatch, retraction: Statement, likely: float
) -> None:
    _reading(monkeypatch, {"41k": likely, "Hull": likely / 2})
    assert meant_by(_heard("delete the wage figure"), [retraction], KnownFacts(FACTS, AT)) == []


def test_nothing_goes_where_it_could_be_several(monkeypatch: pytest.MonkeyPatch) -> None:
    _reading(monkeypatch, {"41k": 0.9, "Hull": 0.6})
    retraction = Statement("fact", "", "wage figure", action="retract")
    assert meant_by(_heard("delete the wage figure"), [retraction], KnownFacts(FACTS, AT)) == []


def test_nothing_is_sought_without_the_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "effects_on", lambda *_: None)
    retraction = Statement("fact", "", "wage figure", action="retract")
    assert meant_by(_heard("delete the wage figure"), [retraction], KnownFacts(FACTS, AT)) == []


@pytest.mark.parametrize(
    ("text", "value", "new", "stays"),
    [
        ("on losartan now. iron stays", "iron", "losartan", True),
        ("iron is now losartan, all else the same", "iron", "losartan", False),
        ("still on iron? no, losartan", "iron", "losartan", True),
        ("换了比亚迪，车位还是地下车库", "地下车库", "比亚迪", True),
        ("地下车库还是换成地面了", "地下车库", "地面", False),
        ("the weather stays nice", "iron", "", False),
    ],
)
def test_what_is_said_to_stay(text: str, value: str, new: str, stays: bool) -> None:
    assert is_said_to_stay(pair_view(text, Fact("medication", value)), new) is stays


@pytest.mark.parametrize(
    ("text", "new", "added"),
    [
        ("and latex, too", "latex", True),
        ("latex as well, it turns out", "latex", True),
        ("乳胶也不行", "乳胶", True),
        ("还有乳胶", "乳胶", True),
        ("it was latex all along", "latex", False),
        ("latex. too bad about the weather", "latex", False),
        ("not iron, latex too", "latex", False),
    ],
)
def test_what_is_told_beside_others_of_its_kind(text: str, new: str, added: bool) -> None:
    assert is_added_to(pair_view(text, Fact("allergy", "iron")), new) is added
    assert not is_added_to(pair_view(text, Fact("home", "iron")), new)


def _turn(text: str, values: list[tuple[str, str]], *effects: Effect) -> Turn:
    marked = tuple((text.index(value), text.index(value) + len(value), key) for key, value in values)
    return Turn(Marked("en", text, marked, "", "talks_test"), tuple(effects))


def test_facts_of_other_talks_are_left_alone() -> None:
    knee = [
        _turn("the knee op is on 3 may", [("deadline", "3 may")]),
        _turn("it is 9 june now", [("deadline", "9 june")], Effect("deadline", "3 may", "9 june")),
    ]
    others = [
        [_turn(f"i live in {town}", [("home", town)]), _turn("what a day", [])] for town in ("Hull", "Oslo", "Ayr")
    ]
    due = [[_turn("rent is due on 1 july", [("deadline", "1 july")]), _turn("anyway", [])]]
    found = pairs_elsewhere(talk_lines([knee, *others, *due]), seed=4)
    assert {one.text for one in found} == {"it is 9 june now"}
    assert {one.relation for one in found} == {NONE}
    assert {one.fact.attribute for one in found} == {"home"}
    assert all(one.fact.told.startswith("i live in") for one in found)
    assert CHANGES not in {one.relation for one in found}
