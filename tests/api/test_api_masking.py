"""Secrets are masked before anything is stored, where that is on."""

from collections.abc import AsyncIterator

import pytest
from whole_service import Api, open_api

from app.settings import Settings

CARD, PASSWORD = "4111 1111 1111 1111", "hunter2hunter2"
U = {"user_id": "u1"}


@pytest.fixture
async def masking(api_settings: Settings) -> AsyncIterator[Api]:
    async with open_api(api_settings.model_copy(update={"mask_secrets": True})) as opened:
        yield opened


async def test_what_is_saved_holds_no_secret_and_the_answer_counts(masking: Api) -> None:
    answer = await masking.save(
        session_id="s",
        messages=[
            {"role": "user", "content": f"我的卡号是{CARD}，密码是{PASSWORD}"},
            {"role": "user", "content": "好"},
        ],
        memories=[{"content": f"pays with {CARD}", "metadata": {"note": [f"password={PASSWORD}"]}}],
        facts={"user_card": CARD},
    )
    assert answer["masked"] == 5
    exported = await masking.client.get("/v1/users/export", params=U)
    assert exported.status_code == 200
    session = await masking.client.get("/v1/session", params={**U, "session_id": "s"})
    for text in (exported.text, session.text):
        assert "[masked card]" in text
        assert CARD not in text
        assert PASSWORD not in text
    assert (await masking.save(memories=[{"content": "电话13800138000"}]))["masked"] == 0


async def test_changes_by_hand_are_masked_too(masking: Api) -> None:
    id = await masking.remember("a memory")
    changed = await masking("PATCH", f"/v1/memories/{id}", params=U, json={"content": f"card {CARD}"})
    assert changed["content"] == "card [masked card]"
    card = await masking("PUT", "/v1/facts", json={**U, "facts": {"k": f"password={PASSWORD}"}})
    assert card["facts"]["k"]["value"] == "password=[masked password]"
    await masking.post("/v1/seeds", {"content": f"card {CARD}"}, 201)
    assert (await masking("GET", "/v1/seeds"))["seeds"][0]["content"] == "card [masked card]"


async def test_documents_and_profiles_are_masked_too(masking: Api) -> None:
    secret = f"card {CARD}"
    await masking.post("/v1/knowledge", {"title": secret, "content": secret, "metadata": {"note": secret}}, 201)
    (document,) = (await masking("GET", "/v1/knowledge"))["documents"]
    assert document["title"] == document["metadata"]["note"] == "card [masked card]"
    (found,) = (await masking.post("/v1/search", {**U, "query": "card", "layers": ["knowledge"]}))["results"]
    assert found["memory"]["content"] == "card [masked card]"
    card = await masking("PUT", "/v1/users/profile", json={**U, "role": secret})
    assert card["facts"]["user_job"]["value"] == "card [masked card]"


async def test_nothing_is_masked_unless_asked_for(api: Api) -> None:
    answer = await api.save(memories=[{"content": f"card {CARD}"}])
    assert "masked" not in answer
    assert (await api("GET", "/v1/memories", params=U))["memories"][0]["content"] == f"card {CARD}"
