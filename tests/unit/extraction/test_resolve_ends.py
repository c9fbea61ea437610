"""Facts that end: by a retraction, by their own time, by what is sure; and what callers stated."""

import pytest
from cards import Card, day, fact, gone

from app.domain.extraction.changes import Stated


@pytest.mark.parametrize(
    ("known", "ended"),
    [
        (fact("car", "Fiat Panda"), gone("", "panda")),
        (fact("car", "Fiat Panda"), gone("car")),
        (fact("schedule", "每週三晚上有瑜珈課"), gone("", "瑜珈課")),
        (fact("goal", "training for the Lakeside triathlon"), gone("plan", "the triathlon")),
        (fact("weight", "142斤"), gone("weight")),
        (fact("weight", "142 lb"), gone("", "weight")),
        (fact("hobby", "围棋", "daughter", "安安"), gone("", "围棋", "", "安安")),
        (fact("home", "Halifax"), gone("", "Halifax")),
        (fact("internet_provider", "Skylark"), gone("provider", "")),
        (fact("medication", "ibuprofen"), gone("medication")),
    ],
)
def test_a_retraction_finds_the_fact_it_means(known: object, ended: object) -> None:
    card = Card()
    card.say(1, known, fact("name", "Robin"), fact("likes", "long walks on weekends"))  # type: ignore[arg-type]
    resolutions = card.say(9, ended)  # type: ignore[arg-type]
    assert [one.status for one in resolutions] == ["retracted"]
    assert known.value not in card.shown().values()  # type: ignore[attr-defined]
    assert {"Robin", "long walks on weekends"} <= set(card.shown().values())
    assert known.value in card.shown(5).values()  # type: ignore[attr-defined]


def test_forgetting_somebody_takes_all_that_is_known_of_them() -> None:
    card = Card()
    card.say(1, fact("job", "vet", "girlfriend", "Saoirse"), fact("job", "florist", "mother"))
    card.say(9, gone("", "Saoirse"))
    assert list(card.shown().values()) == ["florist"]


def test_a_retraction_takes_nothing_that_it_does_not_name() -> None:
    card = Card()
    card.say(1, fact("schedule", "yoga on sundays"), fact("hobby", "chess"), fact("home", "Oslo"))
    before = card.shown()
    card.say(2, gone("hobby", "football on sundays"), gone("", "the invoice"), gone("home", "Bergen"))
    card.say(3, gone("", "", "", "Gregor"), gone("", ""))
    assert card.shown() == before


def test_an_end_that_comes_before_what_it_ends() -> None:
    card = Card()
    card.say(200, gone("car"))
    card.say(100, fact("car", "Fiat Panda"))
    assert card.shown() == {}
    assert card.shown(150) == {"user_car": "Fiat Panda"}
    card.say(300, fact("car", "Seat Mii"))
    assert card.shown() == {"user_car": "Seat Mii"}


def test_an_older_retraction_leaves_what_was_said_since() -> None:
    card = Card()
    card.say(50, fact("hobby", "rowing"))
    card.say(20, gone("hobby", "rowing"))
    assert card.shown() == {"user_hobby:rowing": "rowing"}


def test_a_partial_update_touches_only_its_attribute() -> None:
    card = Card()
    card.say(1, fact("婚礼预算", "25万"), fact("婚礼酒店", "湖心楼"), fact("婚礼日期", "10月6号"))
    card.say(60, fact("预算", "32万"))
    assert card.shown() == {"user_婚礼预算": "32万", "user_婚礼酒店": "湖心楼", "user_婚礼日期": "10月6号"}
    wifi = Card()
    wifi.say(1, fact("internet_provider", "Skylark"), fact("router", "Nimbus X2"))
    wifi.say(9, fact("provider", "Fenwick"), fact("router", "Nimbus X2"))
    assert wifi.shown() == {"user_internet_provider": "Fenwick", "user_router": "Nimbus X2"}


def test_what_holds_for_a_time_stands_beside_what_holds_otherwise() -> None:
    card = Card(now=day(12))
    card.say(1, fact("home", "Aberdeen"), fact("likes", "latte"))
    card.say(10, fact("home", "Lisbon", valid_to=day(17)), fact("avoids", "latte", valid_to=day(17)))
    assert card.shown()["user_home"] == "Aberdeen"
    assert card.shown()["user_home_for_now"] == "Lisbon"
    assert card.shown()["user_likes:latte"] == "latte"
    card.now = day(18)
    assert card.shown() == {"user_home": "Aberdeen", "user_likes:latte": "latte"}
    card.say(19, fact("home", "Lisbon"))
    assert card.shown()["user_home"] == "Lisbon"


def test_a_time_that_the_statement_names() -> None:
    card = Card()
    card.say(400, fact("employer", "Norden", valid_from=day(100)))
    assert card.shown(200) == {"user_employer": "Norden"}
    (late,) = card.say(300, fact("employer", "Acme"))
    assert late.status == "history"
    assert card.shown() == {"user_employer": "Norden"}
    (older_claim,) = card.say(500, fact("employer", "Wren", valid_from=day(50)))
    assert older_claim.status == "superseded"
    assert card.shown() == {"user_employer": "Wren"}


def test_vague_statements_end_nothing_sure() -> None:
    card = Card()
    card.say(1, fact("home", "Oslo"))
    (vague,) = card.say(2, fact("home", "Bergen", confidence=0.5))
    assert vague.status == "ignored"
    assert card.shown() == {"user_home": "Oslo"}


@pytest.mark.parametrize("key", ["city", "user_city", "home", "residence"])
def test_what_a_caller_stated_is_ended_by_outright_statements_only(key: str) -> None:
    card = Card()
    card.put(1, key, "Oslo")
    card.say(2, fact("home", "Oslo"))
    assert card.shown() == {key: "Oslo"}
    card.say(3, fact("home", "Bergen", confidence=0.7), gone("home", "", confidence=0.7))
    assert card.shown() == {key: "Oslo"}
    card.say(4, fact("home", "Bergen"))
    assert card.shown() == {key: "Bergen"}
    card.say(5, gone("", "Bergen"))
    assert card.shown() == {}


def test_callers_names_of_people_are_known() -> None:
    card = Card()
    card.put(1, "user_child_name", "朵朵")
    card.say(9, fact("age", "4", "", "朵朵"), fact("name", "朵朵", "daughter"))
    assert card.shown() == {"user_child_name": "朵朵", "user_child.朵朵_age": "4"}


def test_two_values_in_one_breath_are_a_conflict_not_an_order() -> None:
    card = Card()
    both = [Stated(fact("home", city), day(1), "s1", ("m1",)) for city in ("Oslo", "Bergen")]
    card.take(both)
    assert {version.valid_from for version in card.versions} == {day(1)}
    later = [Stated(fact("age", age), day(1), "s1", (message,)) for age, message in (("30", "m1"), ("31", "m2"))]
    card.take(later)
    assert card.shown()["user_age"] == "31"
    assert len({version.valid_from for version in card.versions if version.key == "user_age"}) == 2


def test_a_statement_without_value_or_of_a_past_end_is_left() -> None:
    card = Card()
    statuses = [
        card.say(9, one)[0].status for one in (fact("home", "  "), fact("", "x"), fact("plan", "trip", valid_to=day(8)))
    ]
    assert statuses == ["ignored"] * 3
    assert card.versions == []


def test_an_untrue_element_said_later_again_is_back() -> None:
    card = Card()
    card.say(1, fact("hobby", "chess"))
    card.say(2, gone("hobby", "chess"))
    (back,) = card.say(3, fact("hobby", "chess"))
    assert back.status == "new"
    assert card.shown() == {"user_hobby:chess": "chess"}
    assert card.shown(2.5) == {}


def test_the_same_message_read_again_changes_nothing() -> None:
    card = Card()
    said = [Stated(fact("home", "Oslo"), day(1), "s1", ("m1",)), Stated(fact("allergy", "nuts"), day(1), "s1", ("m1",))]
    card.take(said)
    before = list(card.versions)
    assert [one.status for one in card.take(said)] == ["reinforced", "reinforced"]
    assert card.versions == before
