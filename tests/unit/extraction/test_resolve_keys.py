"""Keys are readable, stable and never call a fact a past one; values are compared by their words."""

import re
from datetime import UTC, datetime

import pytest
from cards import Card, day, fact, gone
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.extraction.attributes import MANY, RELATIONS, SINGLE
from app.domain.extraction.changes import Stated
from app.domain.extraction.keys import Place, canonical_attribute, fact_key, names_same_thing, place_of_key, slug
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Statement, Subject
from app.domain.extraction.values import alike, closeness, covers, same

PAST = {"former", "formerly", "previous", "previously", "past", "prior", "old", "ex"}


@pytest.mark.parametrize(
    ("place", "element", "key"),
    [
        (Place("user", "", "home"), "", "user_home"),
        (Place("daughter", "", "name"), "", "user_daughter_name"),
        (Place("daughter", "朵朵", "age"), "", "user_daughter.朵朵_age"),
        (Place("user", "", "allergy"), "花生", "user_allergy:花生"),
        (Place("mother_in_law", "", "job"), "", "user_mother_in_law_job"),
        (Place("user", "", "likes"), "Old Movies, very old", "user_likes:oldmovies_veryold"),
        (Place("dog", "Old Tom", "breed"), "", "user_dog.oldtom_breed"),
    ],
)
def test_keys_as_they_read(place: Place, element: str, key: str) -> None:
    assert fact_key(place, element) == key


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("user_home", Place("user", "", "home")),
        ("city", Place("user", "", "home")),
        ("user_child_name", Place("child", "", "name")),
        ("kid_age", Place("child", "", "age")),
        ("user_daughter.朵朵_age", Place("daughter", "朵朵", "age")),
        ("user_mother_in_law_job", Place("mother_in_law", "", "job")),
        ("user_home_for_now", Place("user", "", "home")),
        ("user_allergy:花生", Place("user", "", "allergy")),
        ("wife", Place("wife", "", "name")),
        ("favorite_food", Place("user", "", "favourite_food")),
        ("internet_provider", Place("user", "", "internet_provider")),
    ],
)
def test_a_key_tells_what_it_is_about(key: str, place: Place) -> None:
    assert place_of_key(key) == place


@given(st.text(min_size=1, max_size=400))
def test_elements_of_keys_are_short_and_never_past(text: str) -> None:
    part = slug(text, 48)
    assert part
    assert len(part) <= 48 + 7
    if len(re.split(r"[^a-z0-9]+", part)) > 1:
        assert not PAST & set(re.split(r"_", part)) or part in PAST


@given(
    st.sampled_from(sorted(RELATIONS)),
    st.text(max_size=300),
    st.sampled_from(sorted(SINGLE | MANY)),
    st.text(max_size=500),
)
def test_keys_fit_the_contract(relation: str, name: str, attribute: str, element: str) -> None:
    assert 1 <= len(fact_key(Place(relation, name, canonical_attribute(attribute)), element)) <= 255


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("no duck", "Duck"),
        ("吃辣", "辣"),
        ("peanuts", "peanut"),
        ("Ｔokyo ", "tokyo"),
        ("客家話", "客家话"),
        ("the panda", "a panda"),
    ],
)
def test_values_that_say_the_same(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("green tea", "tea"), ("12", "120"), ("Java", "JavaScript"), ("1100 a month", "1350 a month")]
)
def test_values_that_do_not(one: str, other: str) -> None:
    assert not same(one, other)


def test_closeness_of_what_is_meant() -> None:
    degrees = [closeness(value, "the panda") for value in ("panda", "Fiat Panda", "polo")]
    assert degrees == [4.0, 3.0, 0.0]
    assert closeness("每週三晚上有瑜珈課", "瑜珈課") >= 3
    assert covers("Berlin Kreuzberg", "Berlin")
    assert not covers("Berlin", "Berlin Kreuzberg")
    assert alike("run the Bergen half marathon in June", "half marathon in Bergen, June")
    assert not alike("pay 20 euros to Ines", "pay 30 euros to Ines")


def test_phrases_that_name_one_thing() -> None:
    assert names_same_thing("provider", "internet_provider")
    assert names_same_thing("婚礼预算", "预算")
    assert not names_same_thing("phone", "phone_model")
    assert not names_same_thing("rate", "heart")


# --- Whatever the order of arrival, the card is the same ---

_values = st.sampled_from(["Oslo", "Bergen", "Lyon", "Porto"])
_things = st.sampled_from(["figs", "squid", "long walks"])
_homes = st.one_of(st.builds(lambda value: fact("home", value), _values), st.builds(lambda: gone("home")))
_likings = st.builds(lambda value: fact("likes", value), _things)
_aversions = st.builds(lambda value: fact("dislikes", value), _things)
_endings = st.builds(lambda value: gone("likes", value), _things)
_statement = st.one_of(_homes, _likings, _aversions, _endings)
_series = st.one_of(
    st.lists(st.one_of(_homes, _likings, _aversions), min_size=1, max_size=6),
    st.lists(st.one_of(_homes, _likings, _endings), min_size=1, max_size=6),
)


@settings(max_examples=150, deadline=None)
@given(_series, st.randoms(use_true_random=False))
def test_any_order_of_sessions_gives_the_same_card(said: list[Statement], random: object) -> None:
    in_order, shuffled = Card(), Card()
    places = list(range(len(said)))
    for place in places:
        in_order.say(place, said[place])
    random.shuffle(places)  # type: ignore[attr-defined]
    for place in places:
        shuffled.say(place, said[place])
    assert shuffled.shown() == in_order.shown()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), _statement), max_size=8))
def test_every_change_fits_the_stores(said: list[tuple[int, Statement]]) -> None:
    card = Card()
    for at, statement in said:
        for resolution in card.take([Stated(statement, day(at), "s", ("m",))]):
            for change in resolution.changes:
                assert 1 <= len(change.key) <= 255
                assert 0 <= change.confidence <= 1
                assert isinstance(change.valid_from, datetime)
                assert bool(change.value) != change.retracted
    assert len(set(card.shown())) == len(card.shown())


def test_a_subject_of_no_known_relation_is_left_out() -> None:
    card = Card()
    card.take([Stated(Statement("fact", "age", "9", Subject("", "Gregor")), day(1), "s", ("m",))])
    assert card.shown() == {}


def test_names_of_a_relation_are_those_of_the_newest_versions() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    source = {"attribute": "name", "subject": "daughter", "name": "Ann"}
    known = KnownFacts([KnownFact("a", "Ann", 0.9, at, source)], at)
    assert known.names("daughter") == {"ann"}
    known.put(KnownFact("b", "Bea", 0.9, at, {**source, "name": "Bea"}))
    assert known.names("daughter") == {"ann", "bea"}
    known.put(KnownFact("a", "Ann", 0.9, at, source, retracted=True))
    assert known.names("daughter") == {"bea"}
    assert known.names("son") == set()
