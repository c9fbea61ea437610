"""GET /v1/graph on real stores: it says what the facts say, at every moment."""

from typing import Any

from whole_service import Api

U = {"user_id": "u1"}


async def put(api: Api, **facts: Any) -> None:
    await api("PUT", "/v1/facts", json={**U, "facts": facts})


async def edges(api: Api, **params: Any) -> set[tuple[str, str, str]]:
    graph = await api("GET", "/v1/graph", params={**U, **params})
    return {(one["source"], one["relation"], one["target"]) for one in graph["relations"]}


FAMILY = {"user_daughter.朵朵_age": "3", "user_daughter.朵朵_school": "陽光幼兒園", "user_employer": "Acme"}


async def test_entities_and_relations_come_with_their_facts(api: Api) -> None:
    when = "2026-03-02T08:00:00.000000Z"
    value = {"value": "3", "valid_from": when, "confidence": 0.7, "source": {"message_ids": ["m1"]}}
    await put(api, **{"user_daughter.朵朵_age": value})
    graph = await api("GET", "/v1/graph", params={**U, "entity": "我的女兒", "depth": 1})
    assert graph["truncated"] is False
    assert graph["entities"] == [
        {"name": "朵朵", "type": "person", "aliases": []},
        {"name": "3", "type": "value", "aliases": []},
        {"name": "user", "type": "user", "aliases": []},
    ] or {e["name"] for e in graph["entities"]} == {"朵朵", "3", "user"}
    age = next(one for one in graph["relations"] if one["relation"] == "age")
    assert age == {
        "source": "朵朵", "relation": "age", "target": "3", "valid_from": when, "valid_to": None, "confidence": 0.7,
        "fact": {
            "key": "user_daughter.朵朵_age", "version": 1, "session_id": None, "source": {"message_ids": ["m1"]},
        },
    }  # fmt: skip


async def test_depth_reaches_so_far_and_names_match_across_scripts(api: Api) -> None:
    await put(api, **FAMILY)
    assert await edges(api, entity="阳光幼儿园", depth=1) == {("朵朵", "school", "陽光幼兒園")}
    assert ("user", "daughter", "朵朵") in await edges(api, entity="阳光幼儿园", depth=2)
    whole = {
        ("user", "daughter", "朵朵"), ("user", "employer", "Acme"),
        ("朵朵", "age", "3"), ("朵朵", "school", "陽光幼兒園"),
    }  # fmt: skip
    assert await edges(api, entity="ａｃｍｅ", depth=4) == whole
    assert await edges(api, entity="") == whole


async def test_an_unknown_entity_or_user_is_empty(api: Api) -> None:
    empty = {"entities": [], "relations": [], "truncated": False}
    assert await api("GET", "/v1/graph", params=U) == empty
    await put(api, **FAMILY)
    assert await api("GET", "/v1/graph", params={**U, "entity": "nobody"}) == empty
    assert await api("GET", "/v1/graph", params={"user_id": "u2", "entity": "朵朵"}) == empty


async def test_what_is_saved_and_waits_still_is_there(api: Api) -> None:
    await api.save(202, mode="async", facts={"user_child_name": "朵朵"})
    assert await edges(api) == {("user", "child", "朵朵")}


async def test_a_newer_value_takes_its_place_and_the_old_one_answers_as_of(api: Api) -> None:
    await put(api, user_home={"value": "北京", "valid_from": "2025-01-01T00:00:00Z"})
    await put(api, user_home={"value": "上海", "valid_from": "2026-01-01T00:00:00Z"})
    assert await edges(api) == {("user", "home", "上海")}
    assert await edges(api, as_of="2025-06-01T00:00:00Z") == {("user", "home", "北京")}
    assert await edges(api, as_of="2024-06-01T00:00:00Z") == set()
    past = await api("GET", "/v1/graph", params={**U, "entity": "北京", "history": "true"})
    (ended,) = (one for one in past["relations"] if one["target"] == "北京")
    assert (ended["valid_to"], ended["fact"]["version"]) == ("2026-01-01T00:00:00.000000Z", 1)
    await api.post("/v1/facts/rollback", {**U, "key": "user_home", "version": 1})
    assert await edges(api) == {("user", "home", "北京")}


async def test_what_is_forgotten_or_erased_leaves_the_graph(api: Api) -> None:
    await put(api, **FAMILY)
    await api("DELETE", "/v1/facts", params={**U, "key": "user_employer"})
    assert ("user", "employer", "Acme") not in await edges(api)
    await api.post(
        "/v1/forget", {**U, "fact_keys": ["user_daughter.朵朵_age", "user_daughter.朵朵_school"], "erase": True}
    )
    assert await api("GET", "/v1/graph", params={**U, "entity": "朵朵"}) == {
        "entities": [], "relations": [], "truncated": False,
    }  # fmt: skip
    assert await edges(api, history="true") == {("user", "employer", "Acme")}
    await api.post("/v1/forget", {**U, "all": True, "erase": True})
    assert await edges(api, history="true") == set()


async def test_a_great_many_facts_are_cut_and_it_says_so(api: Api) -> None:
    for start in range(0, 450, 150):
        await api.save(facts={f"user_trait_{number}": f"word {number}" for number in range(start, start + 150)})
    graph = await api("GET", "/v1/graph", params={**U, "depth": 4})
    assert (len(graph["entities"]), len(graph["relations"]), graph["truncated"]) == (200, 199, True)


async def test_depth_and_names_have_limits(api: Api) -> None:
    for params in (
        {"depth": 0},
        {"depth": 5},
        {"depth": "x"},
        {"entity": "x" * 4001},
        {"as_of": "yesterday"},
        {"x": 1},
    ):
        await api("GET", "/v1/graph", 422, params={**U, **params})
