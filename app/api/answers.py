"""Lays results out as the JSON of the contract. Plain dicts: nothing is validated a second time."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import orjson

from app.api.schemas.common import iso, iso_or_none
from app.api.summary_answer import summary_answer
from app.domain.models import CardEntry, FactVersion, LayerName, Memory, MemoryVersion, SessionInfo, Turn
from app.service.hits import message_ids_of
from app.service.jobs import JobStatus
from app.service.layers import highest_layer
from app.service.ports import KnowledgeDocument
from app.service.requests import BuildContextResult, ForgetResult, SaveResult, ScoredMemory, SearchResult
from app.service.sessions import SessionView

Json = dict[str, Any]

_NOTHING_TO_EXPLAIN: Json = {
    "vector": None,
    "keyword": None,
    "recency": None,
    "rank_vector": None,
    "rank_keyword": None,
}
"""An empty query is answered by time alone: nothing was scored."""

SOURCE_TEXT = "text"
"""A fact's source that was given as a plain text is kept as an object with this one key, and shown as given."""


def save_answer(result: SaveResult, *, masked: int | None = None) -> Json:
    """POST /v1/save; `masked` counts secrets that were masked, None: none were looked for."""
    window = result.window
    answer: Json = {
        "saved": [
            {
                "id": str(entry.id),
                "kind": entry.kind,
                "type": entry.type,
                "importance": unit(entry.importance),
                "layers": entry.layers,
                "status": entry.status,
                "version": entry.version,
            }
            for entry in result.saved
        ],
        "window": {
            "rounds": window.rounds,
            "messages": window.messages,
            "pending_archive": window.pending_archive,
        },
        "job_id": str(result.job_id),
    }
    return answer if masked is None else {**answer, "masked": masked}


def unit(value: float) -> float:
    """Round a number in [0, 1] to what its storage can hold, so that 0.9 comes back as 0.9."""
    return min(1.0, max(0.0, round(float(value), 6)))


def memory_answer(
    memory: Memory,
    *,
    layer: LayerName | None = None,
    message_ids: tuple[str, ...] | None = None,
    include_metadata: bool = True,
) -> Json:
    """A memory; `layer` None means the highest that holds it."""
    if message_ids is None:
        message_ids = message_ids_of(memory)
    return {
        "id": str(memory.id),
        "user_id": memory.user_id,
        "session_id": memory.session_id,
        "agent_id": memory.agent_id,
        "visibility": memory.visibility,
        "type": memory.type,
        "layer": layer or highest_layer(memory.layers),
        "content": memory.content,
        "subject": memory.subject,
        "metadata": memory.metadata if include_metadata else None,
        "importance": unit(memory.importance),
        "confidence": unit(memory.confidence),
        "trust": unit(memory.trust),
        "pinned": memory.pinned,
        "version": memory.version,
        "created_at": iso(memory.created_at),
        "occurred_at": iso_or_none(memory.occurred_at),
        "accessed_at": iso_or_none(memory.accessed_at),
        "access_count": memory.access_count,
        "expires_at": iso_or_none(memory.expires_at),
        "source": {"session_id": memory.session_id, "message_ids": message_ids},
    }


def search_answer(result: SearchResult, *, include_metadata: bool) -> Json:
    """POST /v1/search."""
    layers = result.source_layers
    if not result.written:
        result.written.append(orjson.dumps([_scored(found, include_metadata) for found in result.results]))
    return {
        "results": orjson.Fragment(result.written[0]),
        "total": result.total,
        "took_ms": round(result.took_ms, 3),
        "source_layers": {
            "working": layers.get("working", 0),
            "episodic": layers.get("episodic", 0),
            "semantic": layers.get("semantic", 0),
            "knowledge": layers.get("knowledge", 0),
        },
        "degraded": result.degraded,
    }


def _scored(found: ScoredMemory, include_metadata: bool) -> Json:
    shown: Json = {
        "memory": memory_answer(
            found.memory, layer=found.layer, message_ids=found.message_ids, include_metadata=include_metadata
        ),
        "score": unit(found.score),
        "similarity": None if found.similarity is None else unit(found.similarity),
        "relevance": unit(found.relevance),
    }
    if found.explain is not None:
        parts = {name: unit(part) if isinstance(part, float) else part for name, part in found.explain.items()}
        shown["explain"] = {**_NOTHING_TO_EXPLAIN, **_own_weights(found.memory), **parts}
    return shown


def _own_weights(memory: Memory) -> Json:
    return {"importance": unit(memory.importance), "trust": unit(memory.trust)}


def context_answer(result: BuildContextResult) -> Json:
    """POST /v1/build-context."""
    return {
        "messages": [
            {"role": message.role, "content": message.content}
            if message.name is None
            else {"role": message.role, "content": message.content, "name": message.name}
            for message in result.messages
        ],
        "system_prompt": result.system_prompt,
        "token_count": result.token_count,
        "token_budget": result.token_budget,
        "receipt": [
            {
                "kind": entry.kind,
                "id": entry.id,
                "message_ids": entry.message_ids,
                "tokens": entry.tokens,
                "included": entry.included,
                "reason": entry.reason,
            }
            for entry in result.receipt
        ],
        "degraded": result.degraded,
    }


def forget_answer(result: ForgetResult) -> Json:
    """POST /v1/forget."""
    return {
        "forgotten": result.forgotten,
        "by_layer": {layer: result.by_layer.get(layer, 0) for layer in ("working", "episodic", "semantic")},
        "memory_ids": [str(id) for id in result.memory_ids],
        "receipt_id": str(result.receipt_id),
        "dry_run": result.dry_run,
    }


def version_answer(version: MemoryVersion) -> Json:
    """One version of a memory."""
    return {
        "version": version.version,
        "content": version.content,
        "type": version.type,
        "importance": unit(version.importance),
        "subject": version.subject,
        "metadata": version.metadata,
        "pinned": version.pinned,
        "expires_at": iso_or_none(version.expires_at),
        "changed_at": iso(version.changed_at),
        "reason": version.reason,
        "changed_by": version.changed_by or None,
    }


def card_answer(card: Mapping[str, CardEntry]) -> Json:
    """A fact card."""
    return {"facts": {key: _entry(entry) for key, entry in sorted(card.items())}}


def _entry(entry: CardEntry) -> Json:
    end = {} if entry.valid_to is None else {"valid_to": iso(entry.valid_to)}
    return {
        "value": entry.value,
        "confidence": unit(entry.confidence),
        "valid_from": iso(entry.valid_from),
        "source": shown_source(entry.source),
        "version": entry.version,
        "conflicts": [_conflict(conflict) for conflict in entry.conflicts],
        **end,
    }


def _conflict(conflict: Mapping[str, Any]) -> Json:
    valid_from = conflict.get("valid_from")
    if isinstance(valid_from, str):
        valid_from = datetime.fromisoformat(valid_from)
    return {
        "value": conflict.get("value"),
        "valid_from": iso_or_none(valid_from),
        "source": shown_source(conflict.get("source") or {}),
    }


def shown_source(source: dict[str, Any]) -> dict[str, Any] | str:
    """Return a source as it was given."""
    return str(source[SOURCE_TEXT]) if source.keys() == {SOURCE_TEXT} else source


def fact_version_answer(version: FactVersion) -> Json:
    """One version of a fact."""
    return {
        "value": version.value,
        "version": version.version,
        "valid_from": iso(version.valid_from),
        "valid_to": iso_or_none(version.valid_to),
        "recorded_at": iso(version.recorded_at),
        "superseded_at": iso_or_none(version.superseded_at),
        "confidence": unit(version.confidence),
        "source": shown_source(version.source),
        "reason": version.reason,
        "changed_by": version.changed_by or None,
        "retracted": version.retracted,
    }


def session_info_answer(session: SessionInfo) -> Json:
    """One session in a list."""
    return {
        "session_id": session.session_id,
        "rounds": session.rounds,
        "last_active_at": iso(session.last_active_at),
        "closed_at": iso_or_none(session.closed_at),
    }


def session_answer(view: SessionView) -> Json:
    """GET /v1/session."""
    return {
        "window": {"rounds": view.rounds, "messages": [_turn(turn) for turn in view.window]},
        **card_answer(view.facts),
        "summary": summary_answer(view.summary),
        "pending": {
            "archive": view.pending.archive,
            "embed": view.pending.embed,
            "extract": view.pending.extract,
            "summarise": view.pending.summarise,
        },
        "last_active_at": iso_or_none(view.last_active_at),
        "closed_at": iso_or_none(view.closed_at),
    }


def _turn(turn: Turn) -> Json:
    return {
        "id": turn.message_id,
        "role": turn.role,
        "content": turn.content,
        "name": turn.name,
        "created_at": iso(turn.created_at),
    }


def job_answer(job: JobStatus) -> Json:
    """GET /v1/jobs/{id}."""
    return {"id": str(job.id), "status": job.status, "error": job.error}


def document_answer(document: KnowledgeDocument) -> Json:
    """One document in a list."""
    return {
        "id": str(document.id),
        "title": document.title,
        "metadata": document.metadata,
        "chunks": document.chunks,
        "created_at": iso(document.created_at),
    }
