"""A tenant's documents, on real stores."""

from whole_service import Api

TEXT = "".join(f"第{n}条：退货须在三十天内办理，编号 R{n:04}。" for n in range(200))


async def test_a_document_is_chunked_found_listed_and_deleted(api: Api) -> None:
    kept = await api.post("/v1/knowledge", {"title": "退货政策", "content": TEXT, "metadata": {"lang": "zh"}}, 201)
    assert kept["chunks"] > 1
    (document,) = (await api("GET", "/v1/knowledge"))["documents"]
    assert (document["id"], document["title"], document["chunks"]) == (kept["id"], "退货政策", kept["chunks"])
    found = await api.post("/v1/search", {"user_id": "anyone", "query": "R0123", "layers": ["knowledge"]})
    assert "R0123" in found["results"][0]["memory"]["content"]
    assert found["results"][0]["memory"]["layer"] == "knowledge"
    assert (await api("GET", "/v1/memories", params={"user_id": "anyone"}))["memories"] == []
    assert await api("DELETE", "/v1/knowledge", params={"id": kept["id"]}) == {"deleted": True}
    assert (await api("GET", "/v1/knowledge"))["documents"] == []
    found = await api.post("/v1/search", {"user_id": "anyone", "query": "R0123"})
    assert found["results"] == []
    await api("DELETE", "/v1/knowledge", 404, params={"id": kept["id"]})
    await api("DELETE", "/v1/knowledge", 404, params={"id": "nonsense"})


async def test_documents_stay_in_their_tenant(api: Api) -> None:
    _, one = await api.services.keys.create(tenant_id="t1", role="service")
    _, two = await api.services.keys.create(tenant_id="t2", role="service")
    headers = {"Authorization": f"Bearer {one}"}, {"Authorization": f"Bearer {two}"}
    kept = await api.post("/v1/knowledge", {"title": "t", "content": "zebra"}, 201, headers=headers[0])
    assert (await api("GET", "/v1/knowledge", headers=headers[1]))["documents"] == []
    await api("DELETE", "/v1/knowledge", 404, params={"id": kept["id"]}, headers=headers[1])
    found = await api.post("/v1/search", {"user_id": "u", "query": "zebra"}, headers=headers[1])
    assert found["results"] == []
