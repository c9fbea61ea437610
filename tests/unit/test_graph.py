"""The graph: what keys mean, which names are one, and how far an answer reaches."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.graph.build import build_graph, find_entity
from app.domain.graph.keys import Topic, topic_of
from app.domain.graph.models import FactClaim, Graph
from app.domain.graph.walk import neighbourhood

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def claim(key: str, value: str, *, days: int = 0, **given: Any) -> FactClaim:
    values: dict[str, Any] = {
        "session_id": None,
        "version": 1,
        "confidence": 0.9,
        "valid_to": None,
        "source": {},
        **given,
    }
    return FactClaim(key=key, value=value, valid_from=NOW + timedelta(days=days), **values)


def graph_of(**facts: str) -> Graph:
    return build_graph([claim(key, value) for key, value in facts.items()], user_id="u1")


def edges(graph: Graph) -> set[tuple[str, str, str]]:
    names = [entity.name for entity in graph.entities]
    return {(names[r.source], r.relation, names[r.target]) for r in graph.relations}


@pytest.mark.parametrize(
    ("key", "topic"),
    [
        ("user_home", Topic("home")),
        ("user_reply_language", Topic("reply_language")),
        ("user_allergy:花生", Topic("allergy")),
        ("user_daughter.朵朵_age", Topic("age", "daughter", "朵朵")),
        ("user_daughter.朵朵_reply_language", Topic("reply_language", "daughter", "朵朵")),
        ("user_dog.old_sam_breed", Topic("breed", "dog", "old_sam")),
        ("user_daughter.朵朵_allergy:芒果", Topic("allergy", "daughter", "朵朵")),
        ("user_daughter.朵朵", Topic("name", "daughter", "朵朵")),
        ("user_child_name", Topic("name", "child")),
        ("user_mother_in_law_city", Topic("city", "mother_in_law")),
        ("wife", Topic("name", "wife")),
        ("user_pet:旺财", Topic("name", "pet")),
        ("user.city", Topic("city")),
        ("user_home_for_now", Topic("home")),
        ("user_motherboard", Topic("motherboard")),
        ("project:deadline", Topic("project:deadline")),
        ("user_", Topic("user_")),
        ("城市", Topic("城市")),
    ],
)
def test_a_key_says_of_whom_and_what(key: str, topic: Topic) -> None:
    assert topic_of(key, {}) == topic


def test_what_extraction_noted_goes_before_the_key() -> None:
    noted = {"kind": "fact", "subject": "daughter", "name": "朵朵", "attribute": "school"}
    assert topic_of("anything", noted) == Topic("school", "daughter", "朵朵")
    assert topic_of("anything", {"kind": "fact", "attribute": "home"}) == Topic("home")
    assert topic_of("anything", {"kind": "fact", "attribute": "pet"}) == Topic("name", "pet")


@pytest.mark.parametrize(
    "source", [{"attribute": 3}, {"attribute": "x", "subject": 7}, {"attribute": "x", "subject": "boss"}]
)
def test_a_source_that_says_something_else_is_passed_over(source: dict[str, Any]) -> None:
    assert topic_of("user_home", source) == Topic("home")


def test_the_user_their_daughter_and_what_is_known_of_her() -> None:
    graph = graph_of(**{"user_child_name": "朵朵", "user_child_age": "3", "user_employer": "Acme"})
    assert edges(graph) == {("user", "child", "朵朵"), ("朵朵", "age", "3"), ("user", "employer", "Acme")}
    types = {entity.name: entity.type for entity in graph.entities}
    assert types == {"user": "user", "朵朵": "person", "3": "value", "Acme": "organisation"}


def test_two_daughters_are_told_apart_and_a_nameless_fact_is_of_neither() -> None:
    graph = graph_of(
        **{"user_daughter.朵朵_age": "3", "user_daughter.豆豆_age": "5", "user_daughter_school": "阳光幼儿园"}
    )
    assert ("朵朵", "age", "3") in edges(graph)
    assert ("豆豆", "age", "5") in edges(graph)
    assert ("daughter", "school", "阳光幼儿园") in edges(graph)


def test_a_child_without_a_name_is_the_only_daughter() -> None:
    assert ("朵朵", "school", "阳光幼儿园") in edges(
        graph_of(**{"user_daughter.朵朵_age": "3", "user_child_school": "阳光幼儿园"})
    )


def test_a_callers_key_may_start_with_a_known_name() -> None:
    assert ("朵朵", "school", "S") in edges(graph_of(**{"user_child_name": "朵朵", "朵朵_school": "S"}))
    assert ("user", "朵朵_school", "S") in edges(graph_of(**{"朵朵_school": "S"}))


def test_two_people_of_one_employer_meet_there_and_two_of_one_age_do_not() -> None:
    graph = graph_of(
        user_employer="Acme",
        **{"user_wife.Ann_employer": "ＡＣＭＥ", "user_wife.Ann_age": "31", "user_friend.Bo_age": "31"},
    )
    acme = find_entity(graph, "acme")
    assert acme is not None
    assert graph.entities[acme].aliases == ("ＡＣＭＥ",)
    assert {entity.name for entity in neighbourhood(graph, acme, 1).entities} == {"Acme", "user", "Ann"}
    bo = find_entity(graph, "bo")
    assert bo is not None
    assert "Ann" not in {entity.name for entity in neighbourhood(_without_user(graph), bo, 4).entities}


def _without_user(graph: Graph) -> Graph:
    return Graph(graph.entities, tuple(r for r in graph.relations if 0 not in (r.source, r.target)), graph.names)


@pytest.mark.parametrize(
    "name", ["龙龙", "龍龍", "我女儿", "我的女兒", "女儿", "My daughter", "DAUGHTER", " 龙龙 ", "阿龙"]
)
def test_a_name_is_found_in_any_script_width_or_case_and_by_the_word_for_it(name: str) -> None:
    graph = graph_of(**{"user_daughter.龙龙_age": "3", "user_daughter.龙龙_nickname": "阿龍"})
    found = find_entity(graph, name)
    assert found is not None
    assert graph.entities[found].name == "龙龙"


@pytest.mark.parametrize("name", ["user", "我", "Me", "u1", "李雷", "Ｕｓｅｒ"])
def test_the_user_is_found_by_several_words(name: str) -> None:
    graph = graph_of(user_name="李雷", user_home="上海")
    assert find_entity(graph, name) == 0
    assert graph.entities[0].aliases == ("李雷",)
    assert edges(graph) == {("user", "home", "上海")}


def test_an_unknown_name_finds_nothing() -> None:
    graph = graph_of(user_home="上海", **{"user_son.A_age": "1", "user_son.B_age": "2"})
    for name in ("北京", "", "   ", "儿子", "我", "x" * 4000):
        assert (find_entity(graph, name) is None) == (name != "我")


def test_each_relation_has_the_validity_of_its_fact() -> None:
    first = claim("user_home", "北京", days=0, valid_to=NOW + timedelta(days=10))
    second = claim("user_home", "上海", days=10, version=2)
    graph = build_graph([second, first], user_id="u1")
    assert [(r.fact.value, r.fact.valid_to) for r in graph.relations] == [
        ("北京", NOW + timedelta(days=10)),
        ("上海", None),
    ]


names = st.sampled_from(["a", "b", "c", "d"])
keys = st.one_of(
    names.map(lambda name: f"user_friend.{name}_partner"), names.map(lambda name: f"user_{name}"), st.text(max_size=20)
)
facts = st.lists(st.tuples(keys, st.one_of(names, st.text(min_size=1, max_size=50))), max_size=30)


@given(facts, st.integers(1, 4), st.integers(1, 6), st.integers(0, 6))
def test_any_facts_give_a_bounded_answer_that_fits_together(
    given_facts: list[tuple[str, str]], depth: int, most_entities: int, most_relations: int
) -> None:
    claims = [claim(key, value, version=number) for number, (key, value) in enumerate(given_facts)]
    graph = build_graph(claims, user_id="u1")
    assert edges(build_graph(claims[::-1], user_id="u1")) == edges(graph)
    for start in range(len(graph.entities)):
        whole = neighbourhood(graph, start, depth)
        assert not whole.truncated
        listed = [(r.source, r.relation, r.target, r.fact.version) for r in whole.relations]
        assert len(set(listed)) == len(listed)
        cut = neighbourhood(graph, start, depth, most_entities=most_entities, most_relations=most_relations)
        assert cut.entities[0] == graph.entities[start]
        assert len(cut.entities) <= most_entities
        assert len(cut.relations) <= most_relations
        assert all(max(r.source, r.target) < len(cut.entities) for r in cut.relations)
        fits = len(whole.entities) <= most_entities and len(whole.relations) <= most_relations
        assert cut.truncated != fits
        if fits:
            assert cut == whole


def test_depth_counts_relations_and_a_cycle_ends() -> None:
    graph = graph_of(**{"user_friend.A_partner": "B", "user_friend.B_partner": "C", "user_friend.C_partner": "A"})
    start = find_entity(graph, "A")
    assert start is not None
    assert {e.name for e in neighbourhood(graph, start, 1).entities} == {"A", "B", "C", "user"}
    assert len(neighbourhood(graph, start, 4).relations) == 6
