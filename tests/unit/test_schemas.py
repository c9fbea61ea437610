"""Bodies of the API: what is read, and what is refused with the field named."""

from datetime import UTC, datetime
from typing import Any

import pytest
from schema_reading import OWNER, SAVE, memory, message, read, refused

from app.api.schemas.context import BuildContextBody
from app.api.schemas.facts import PutFactsBody
from app.api.schemas.forget import ForgetBody
from app.api.schemas.knowledge import AddDocumentBody
from app.api.schemas.memories import FeedbackBody, PatchMemoryBody
from app.api.schemas.save import SaveBody
from app.api.schemas.search import SearchBody


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "user_id"),
        ({"user_id": "u"}, "messages"),
        ({"user_id": "u", "messages": [], "memories": [], "facts": {}}, "messages"),
        ({**SAVE, "session_id": None}, "session_id"),
        ({"user_id": "u", "facts": {"a": "b"}, "facts_scope": "session"}, "session_id"),
        ({**SAVE, "extra": 1}, "extra"),
        ({**SAVE, "user_id": ""}, "user_id"),
        ({**SAVE, "user_id": "x" * 256}, "user_id"),
        ({**SAVE, "user_id": "a\nb"}, "user_id"),
        ({**SAVE, "user_id": "a\x7fb"}, "user_id"),
        ({**SAVE, "user_id": "a\x85"}, "user_id"),
        ({**SAVE, "user_id": "a\n"}, "user_id"),
        ({**SAVE, "user_id": 5}, "user_id"),
        ({**SAVE, "user_id": None}, "user_id"),
        ({**SAVE, "mode": "later"}, "mode"),
        ({**SAVE, "messages": {}}, "messages"),
        ({**SAVE, "messages": [SAVE["messages"][0]] * 501}, "messages"),
        (message(role="bot"), "messages.0.role"),
        (message(content=""), "messages.0.content"),
        (message(content="x" * 100_001), "messages.0.content"),
        (message(content=None), "messages.0.content"),
        (message(id=""), "messages.0.id"),
        (message(created_at="yesterday"), "messages.0.created_at"),
        (message(created_at=1_700_000_000), "messages.0.created_at"),
        (message(created_at="0001-01-01T00:00:00+14:00"), "messages.0.created_at"),
        (message(extra=1), "messages.0.extra"),
        (memory(content=" \n"), "memories.0.content"),
        (memory(importance=1.01), "memories.0.importance"),
        (memory(importance=-0.01), "memories.0.importance"),
        (memory(importance=True), "memories.0.importance"),
        (memory(importance="0.5"), "memories.0.importance"),
        (memory(type="secret"), "memories.0.type"),
        (memory(visibility="private"), "memories.0.visibility"),
        (memory(ttl_seconds=0), "memories.0.ttl_seconds"),
        (memory(ttl_seconds=1.5), "memories.0.ttl_seconds"),
        (memory(ttl_seconds=2**63), "memories.0.ttl_seconds"),
        (memory(ttl_seconds=True), "memories.0.ttl_seconds"),
        (memory(metadata=[]), "memories.0.metadata"),
        (memory(metadata={"a": "x" * 16_384}), "memories.0.metadata"),
        (memory(pinned=1), "memories.0.pinned"),
        ({"user_id": "u", "facts": {"a": 5}}, "facts.a"),
        ({"user_id": "u", "facts": {"a": "x" * 4_001}}, "facts.a"),
        ({"user_id": "u", "facts": {str(n): "x" for n in range(201)}}, "facts"),
    ],
    ids=lambda value: repr(value)[-50:],
)
def test_saves_that_are_refused(body: dict[str, Any], field: str) -> None:
    assert field in refused(SaveBody, body)


def test_a_fact_key_that_is_too_long_is_refused() -> None:
    assert refused(SaveBody, {"user_id": "u", "facts": {"k" * 256: "x"}})


def test_a_save_is_read_as_it_is() -> None:
    body = read(
        SaveBody,
        {
            "user_id": "wx:oA/b?c 朵🐱" + "x" * 240,
            "session_id": "e\u0301",
            "messages": [{"role": "user", "content": " 我女儿\t叫朵朵\n", "created_at": "2026-03-02T16:00:00+08:00"}],
            "memories": [{"content": "y", "importance": 1, "ttl_seconds": 60.0, "metadata": {"a": None}}],
            "facts": {"k": "v"},
        },
    )
    request = body.request(OWNER)
    assert request.session_id == "e\u0301"
    assert request.messages[0].content == " 我女儿\t叫朵朵\n"
    assert request.messages[0].created_at == datetime(2026, 3, 2, 8, tzinfo=UTC)
    assert request.memories[0].importance == 1
    assert request.memories[0].ttl_seconds == 60
    assert isinstance(request.memories[0].ttl_seconds, int)
    assert request.facts == {"k": "v"}


@pytest.mark.parametrize("limit", [1, 100])
def test_top_k_within_its_range(limit: int) -> None:
    assert read(SearchBody, {"user_id": "u", "top_k": limit}).top_k == limit


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"top_k": 0}, "top_k"),
        ({"top_k": 101}, "top_k"),
        ({"top_k": "5"}, "top_k"),
        ({"min_score": 1.1}, "min_score"),
        ({"layers": ["top"]}, "layers.0"),
        ({"types": ["x"]}, "types.0"),
        ({"subjects": [""]}, "subjects.0"),
        ({"query": "x" * 100_001}, "query"),
        ({"query": None}, "query"),
        ({"time_range": {"start": "2026-02-02", "end": "2026-02-01"}}, "time_range.end"),
        ({"time_range": {"from": "2026-02-02"}}, "time_range.from"),
        ({"metadata": {"a": [[[[[[[[1]]]]]]]]}}, "metadata"),
    ],
)
def test_searches_that_are_refused(body: dict[str, Any], field: str) -> None:
    assert field in refused(SearchBody, {"user_id": "u", **body})


@pytest.mark.parametrize(
    "selector",
    [
        {},
        {"memory_ids": [], "fact_keys": [], "types": []},
        {"query": ""},
        {"all": False},
        {"min_score": 0.5, "erase": True, "dry_run": True, "reason": "x"},
    ],
)
def test_a_forget_without_a_selector_is_refused(selector: dict[str, Any]) -> None:
    assert refused(ForgetBody, {"user_id": "u", **selector})


def test_ids_that_cannot_be_ours_select_nothing() -> None:
    request = read(ForgetBody, {"user_id": "u", "memory_ids": ["x", "1" * 36]}).request(OWNER, "")
    assert request.memory_ids == ()
    assert request.selects_nothing
    known = "01995f6e-7a3c-7c1e-8a55-0c7f1f2f9c3d"
    request = read(ForgetBody, {"user_id": "u", "memory_ids": ["x", known, known]}).request(OWNER, "k")
    assert [str(id) for id in request.memory_ids] == [known]
    assert (request.selects_nothing, request.by) == (False, "k")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": ""}, "query"),
        ({"token_budget": 0}, "token_budget"),
        ({"token_budget": 2_000_001}, "token_budget"),
        ({"max_memory_chars": 19}, "max_memory_chars"),
        ({"max_memory_chars": 8_001}, "max_memory_chars"),
        ({"include": {"all": True}}, "include.all"),
        ({"include": {"facts": None}}, "include.facts"),
        ({"system_prompt": "x" * 100_001}, "system_prompt"),
        ({"model": ""}, "model"),
    ],
)
def test_contexts_that_are_refused(body: dict[str, Any], field: str) -> None:
    assert field in refused(BuildContextBody, {"user_id": "u", "session_id": "s", "query": "q", **body})


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body"),
        ({"content": None}, "content"),
        ({"content": ""}, "content"),
        ({"pinned": None}, "pinned"),
        ({"metadata": None}, "metadata"),
        ({"version": 2}, "version"),
        ({"layer": "semantic"}, "layer"),
    ],
)
def test_changes_that_are_refused(body: dict[str, Any], field: str) -> None:
    assert field in refused(PatchMemoryBody, body)


def test_a_change_holds_what_was_given_and_null_where_it_may() -> None:
    assert read(PatchMemoryBody, {"subject": None, "expires_at": None}).changes() == {
        "subject": None,
        "expires_at": None,
    }
    assert read(PatchMemoryBody, {"pinned": True}).changes() == {"pinned": True}


def test_facts_are_values_or_values_with_what_is_known() -> None:
    body = {
        "user_id": "u",
        "facts": {
            "a": "1",
            "b": {"value": "2", "valid_from": "2026-01-01", "confidence": 0.5, "source": "crm"},
            "c": {"value": "3", "source": {"x": 1}},
        },
    }
    a, b, c = read(PutFactsBody, body).given()
    assert (a.value, a.valid_from, a.source) == ("1", None, {})
    assert (b.valid_from, b.confidence, b.source) == (datetime(2026, 1, 1, tzinfo=UTC), 0.5, {"text": "crm"})
    assert c.source == {"x": 1}
    for wrong in ({}, {"a": None}, {"a": {"valid_from": "2026-01-01"}}, {"a": {"value": "x", "confidence": 2}}):
        assert refused(PutFactsBody, {"user_id": "u", "facts": wrong})


def test_feedback_and_documents() -> None:
    assert read(FeedbackBody, {"user_id": "u", "memory_ids": ["x"], "verdict": "wrong"}).verdict == "wrong"
    assert refused(FeedbackBody, {"user_id": "u", "memory_ids": [], "verdict": "wrong"})
    assert refused(FeedbackBody, {"user_id": "u", "memory_ids": ["x"], "verdict": "maybe"})
    assert refused(AddDocumentBody, {"title": "t", "content": "  "})
    assert read(AddDocumentBody, {"title": "t", "content": "c"}).metadata == {}
