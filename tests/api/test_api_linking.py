"""Search by another name than a thing was told by, on real stores: "my brother" is Tom."""

from typing import Any

from whole_service import Api

U = {"user_id": "u1"}
ASKED = "What is my brother's profession?"


async def tell(api: Api, **facts: Any) -> None:
    if facts:
        await api("PUT", "/v1/facts", json={**U, "facts": facts})
    for text in ("Tom gave up his profession as an electrician", "my brother collects stamps", "the profession of Kim"):
        await api.remember(text)


async def first(api: Api, query: str, **given: Any) -> str:
    found = await api.post("/v1/search", {**U, "query": query, **given})
    return str(found["results"][0]["memory"]["content"])


async def test_what_was_told_by_name_is_found_by_the_relation_and_the_other_way_round(api: Api) -> None:
    await tell(api)
    assert not (await first(api, ASKED)).startswith("Tom"), "nobody knows yet who that is"
    await api("PUT", "/v1/facts", json={**U, "facts": {"user_brother_name": "Tom"}})
    assert (await first(api, ASKED)).startswith("Tom")
    assert (await first(api, "does Tom collect anything")) == "my brother collects stamps"


async def test_a_name_that_is_corrected_means_another_at_once(api: Api) -> None:
    await tell(api, user_brother_name="Tom")
    assert (await first(api, ASKED)).startswith("Tom")
    await api("PUT", "/v1/facts", json={**U, "facts": {"user_brother_name": "Kim"}})
    assert (await first(api, ASKED)) == "the profession of Kim"


async def test_the_card_of_another_user_links_nothing(api: Api) -> None:
    await tell(api)
    await api("PUT", "/v1/facts", json={"user_id": "u2", "facts": {"user_brother_name": "Tom"}})
    assert not (await first(api, ASKED)).startswith("Tom")


async def test_as_of_goes_by_the_card_of_then(api: Api) -> None:
    await tell(api)
    before = {"value": "Kim", "valid_from": "2026-01-01T00:00:00Z"}
    await api("PUT", "/v1/facts", json={**U, "facts": {"user_brother_name": before}})
    later = {"value": "Tom", "valid_from": "2100-01-01T00:00:00Z"}
    await api("PUT", "/v1/facts", json={**U, "facts": {"user_brother_name": later}})
    assert (await first(api, ASKED, as_of="2099-01-01T00:00:00Z")) == "the profession of Kim"
    assert (await first(api, ASKED, as_of="2101-01-01T00:00:00Z")).startswith("Tom")


async def test_a_context_recalls_by_the_other_name(api: Api) -> None:
    await tell(api, user_brother_name="Tom")
    context = await api.post("/v1/build-context", {**U, "session_id": "s1", "query": ASKED, "top_k": 1})
    assert "electrician" in "".join(message["content"] for message in context["messages"])
