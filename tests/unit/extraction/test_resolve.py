"""Statements become facts: what is new, what is said again, what takes the place of what, what ends."""

from itertools import permutations

import pytest
from cards import Card, day, fact, gone

from app.domain.extraction.changes import Stated


def test_a_first_statement_is_less_sure_than_one_said_again() -> None:
    card = Card()
    (first,) = card.say(1, fact("home", "Utrecht"))
    assert (first.status, first.key) == ("new", "user_home")
    (again,) = card.say(9, fact("home", "utrecht"))
    (third,) = card.say(20, fact("home", "Utrecht"))
    assert [again.status, third.status] == ["reinforced", "reinforced"]
    assert first.confidence < 0.9 < third.confidence < 1
    assert first.confidence < again.confidence < third.confidence
    assert card.shown() == {"user_home": "Utrecht"}
    assert [version.source.get("count", 1) for version in card.versions] == [1, 2, 3]


def test_the_source_says_what_was_said_where() -> None:
    card = Card()
    card.say(1, fact("age", "6", "daughter", "朵朵"))
    source = next(version.source for version in card.versions if version.key == "user_daughter.朵朵_age")
    assert source == {
        "session_id": "s1",
        "message_ids": ["m1"],
        "kind": "fact",
        "attribute": "age",
        "subject": "daughter",
        "name": "朵朵",
    }


def test_a_newer_statement_takes_the_place_of_the_older() -> None:
    card = Card()
    card.say(1, fact("home", "石家庄"))
    (moved,) = card.say(30, fact("home", "保定"))
    assert moved.status == "superseded"
    assert card.shown() == {"user_home": "保定"}
    assert card.history("user_home") == ["石家庄", "保定"]
    assert card.shown(10) == {"user_home": "石家庄"}


SAID = ((1, "Lyon"), (50, "Ghent"), (90, "Porto"))


@pytest.mark.parametrize("order", list(permutations(SAID)))
def test_the_order_of_arrival_does_not_matter(order: tuple[tuple[int, str], ...]) -> None:
    card = Card()
    for at, city in order:
        card.say(at, fact("home", city))
    assert card.shown() == {"user_home": "Porto"}
    assert card.shown(60) == {"user_home": "Ghent"}
    assert card.shown(10) == {"user_home": "Lyon"}


def test_a_restatement_between_keeps_the_newest() -> None:
    card = Card()
    card.say(1, fact("home", "Lyon"))
    card.say(90, fact("home", "Lyon"))
    (late,) = card.say(50, fact("home", "Ghent"))
    assert late.status == "history"
    assert card.shown() == {"user_home": "Lyon"}
    assert card.shown(60) == {"user_home": "Ghent"}


def test_lists_grow_without_conflict() -> None:
    card = Card()
    for at, what in ((1, "花生"), (5, "虾"), (9, "花生")):
        card.say(at, fact("allergy", what))
    assert card.shown() == {"user_allergy:花生": "花生", "user_allergy:虾": "虾"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (fact("dislikes", "podcasts"), fact("likes", "Podcasts")),
        (fact("likes", "mushrooms on everything"), fact("dislikes", "mushrooms")),
        (fact("avoids", "辣"), fact("likes", "吃辣")),
        (fact("favourite_team", "Harbour Hawks"), fact("dislikes", "Hawks")),
    ],
)
def test_likes_and_dislikes_end_each_other(first: object, second: object) -> None:
    card = Card()
    card.say(1, first)  # type: ignore[arg-type]
    card.say(9, second)  # type: ignore[arg-type]
    assert list(card.shown().values()) == [second.value]  # type: ignore[attr-defined]
    turned = Card()
    turned.say(9, second)  # type: ignore[arg-type]
    turned.say(1, first)  # type: ignore[arg-type]
    if first.attribute != "favourite_team":  # type: ignore[attr-defined]
        assert list(turned.shown().values()) == [second.value]  # type: ignore[attr-defined]


def test_a_closer_dislike_leaves_the_general_liking() -> None:
    card = Card()
    card.say(1, fact("likes", "coffee"))
    card.say(9, fact("dislikes", "instant coffee"))
    assert sorted(card.shown().values()) == ["coffee", "instant coffee"]


def test_other_words_for_the_same_add_nothing() -> None:
    card = Card()
    card.say(1, fact("avoids", "duck"))
    card.say(5, fact("rule", "no duck"), fact("remember", "don't eat duck"))
    assert card.shown() == {"user_avoids:duck": "duck"}
    card.say(9, fact("allergy", "duck"))
    assert card.shown() == {"user_allergy:duck": "duck"}
    assert card.reasons("user_avoids:duck")[-1] == "said more closely as allergy"


def test_plans_said_again_in_other_words() -> None:
    card = Card()
    card.say(1, fact("plan", "run the Bergen half marathon in June"))
    card.say(4, fact("plan", "running the half marathon in Bergen, June"))
    card.say(6, fact("plan", "visit grandma in June"))
    assert len(card.shown()) == 2


def test_a_closer_statement_replaces_the_vague_one_and_is_not_lost_again() -> None:
    card = Card()
    card.say(1, fact("job", "teacher"))
    card.say(2, fact("job", "physics teacher"))
    card.say(3, fact("job", "teacher"))
    assert card.shown() == {"user_job": "physics teacher"}
    card.say(4, fact("job", "baker"))
    assert card.shown() == {"user_job": "baker"}


def test_numbers_that_change_are_changes() -> None:
    card = Card()
    card.say(1, fact("rent", "1100 a month"))
    card.say(9, fact("rent", "1350 a month"))
    assert card.shown() == {"user_rent": "1350 a month"}
    card.say(12, fact("rent", "1350"))
    assert card.shown() == {"user_rent": "1350 a month"}


def test_people_of_one_relation_stand_side_by_side() -> None:
    card = Card()
    card.say(1, fact("name", "Marnie", "daughter"))
    card.say(9, fact("age", "4", "daughter", "Juno"), fact("age", "7", "daughter", "Marnie"))
    assert card.shown() == {
        "user_daughter_name": "Marnie",
        "user_daughter.juno_name": "Juno",
        "user_daughter.juno_age": "4",
        "user_daughter.marnie_age": "7",
    }


def test_a_bare_name_finds_its_person_and_a_stranger_is_left_out() -> None:
    card = Card()
    card.say(1, fact("age", "3", "son", "糯米"))
    (birthday,) = card.say(300, fact("age", "4", "", "糯米"))[-1:]
    assert birthday.status == "superseded"
    (stranger,) = card.say(301, fact("age", "9", "", "Gregor"))
    assert stranger.status == "ignored"
    assert card.shown() == {"user_son_name": "糯米", "user_son.糯米_age": "4"}


def test_the_only_daughter_needs_no_name() -> None:
    card = Card()
    card.say(1, fact("age", "5", "daughter", "Ines"))
    card.say(9, fact("age", "6", "daughter"))
    card.say(10, fact("age", "7", "child"))
    assert card.shown() == {"user_daughter_name": "Ines", "user_daughter.ines_age": "7"}
    late = Card()
    late.say(1, fact("age", "5", "daughter"))
    late.say(9, fact("age", "6", "daughter", "Ines"))
    assert late.shown() == {"user_daughter_age": "6", "user_daughter_name": "Ines"}


def test_a_partner_has_one_name_at_a_time() -> None:
    card = Card()
    card.say(1, fact("name", "Saoirse", "girlfriend"))
    card.say(99, fact("name", "Ilse", "girlfriend"))
    assert card.shown() == {"user_girlfriend_name": "Ilse"}


def test_a_corrected_name_leaves_the_wrong_one_in_history() -> None:
    card = Card()
    card.say(1, fact("name", "若溪", "sister"), fact("job", "读研", "sister", "若溪"))
    card.say(2, fact("name", "若汐", "sister", corrects="若溪"))
    assert "若溪" not in "".join(card.shown().values())
    assert set(card.shown().values()) == {"若汐", "读研"}
    assert card.history("user_sister_name") == ["若溪", "若汐"]
    assert card.reasons("user_sister_name") == ["extracted", "corrected"]


def test_corrections_of_single_values_and_of_one_of_many() -> None:
    card = Card()
    card.say(1, fact("weight", "83 kg"), fact("tech_stack", "Redis 6"), fact("tech_stack", "nginx"))
    card.say(1.1, fact("weight", "78 kg", corrects="83"), fact("tech_stack", "Valkey 8", corrects="redis"))
    assert set(card.shown().values()) == {"78 kg", "Valkey 8", "nginx"}
    assert card.reasons("user_tech_stack:redis_6") == ["extracted", "corrected"]
    assert card.reasons("user_weight") == ["extracted", "corrected"]


def test_never_true_is_a_correction() -> None:
    card = Card()
    card.say(1, fact("hobby", "fencing"))
    card.say(2, gone("hobby", "fencing", never_true=True))
    assert card.shown() == {}
    assert card.reasons("user_hobby:fencing") == ["extracted", "corrected"]


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
