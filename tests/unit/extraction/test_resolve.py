"""Statements become facts: what is new, what is said again, what takes the place of what, what ends."""

from itertools import permutations

import pytest
from cards import Card, fact, gone


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


def test_a_wrong_name_is_put_right_for_whoever_bears_it_but_not_for_the_user() -> None:
    card = Card()
    card.say(1, fact("name", "Doreen", "mother_in_law"), fact("name", "Kate"))
    card.say(2, fact("name", "Maureen", "mother", corrects="Doreen"))
    assert card.shown() == {"user_mother_in_law_name": "Maureen", "user_name": "Kate"}
    card.say(3, fact("name", "Ann", "sister", corrects="Kate"))
    assert card.shown() == {"user_mother_in_law_name": "Maureen", "user_name": "Kate", "user_sister_name": "Ann"}
