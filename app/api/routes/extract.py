"""The dry run of extraction."""

from typing import Annotated, Any

from fastapi import Depends, FastAPI
from starlette.responses import Response

from app.api.call import Call, JsonAnswer
from app.api.docs import bearer
from app.api.routing import add_route
from app.api.schemas.common import iso
from app.api.schemas.extract import ExtractBody, ExtractOut
from app.domain.extraction.changes import FactChange, Resolution

CallDep = Annotated[Call, Depends(bearer)]


async def extract(call: CallDep, body: ExtractBody) -> Response:
    """Show which facts would be taken out of a conversation.

    Nothing is stored, and no chat model is asked; each statement is compared with the facts that the user has now.
    """
    resolutions = await call.services.extract.preview(call.owner(body.user_id), body.session_id, body.said())
    answer = {
        "statements": [_statement(resolution) for resolution in resolutions],
        "changes": [_change(change) for resolution in resolutions for change in resolution.changes],
    }
    return JsonAnswer(answer)


def _statement(resolution: Resolution) -> dict[str, Any]:
    stated, statement = resolution.stated, resolution.stated.statement
    valid_to = statement.valid_to
    return {
        "kind": statement.kind,
        "subject": statement.subject.relation or "unknown",
        "subject_name": statement.subject.name or None,
        "attribute": statement.attribute,
        "value": statement.value,
        "action": statement.action,
        "confidence": round(resolution.confidence, 4),
        "message_ids": list(stated.message_ids),
        "valid_from": iso(statement.valid_from or stated.said_at),
        "valid_to": None if valid_to is None else iso(valid_to),
        "corrects": statement.corrects or None,
        "key": resolution.key or None,
        "status": resolution.status,
    }


def _change(change: FactChange) -> dict[str, Any]:
    return {
        "key": change.key,
        "value": change.value,
        "retracted": change.retracted,
        "confidence": round(change.confidence, 4),
        "valid_from": iso(change.valid_from),
        "valid_to": None if change.valid_to is None else iso(change.valid_to),
        "reason": change.reason,
        "source": change.source,
    }


def register(app: FastAPI) -> None:
    """Add POST /v1/extract."""
    add_route(app, "POST", "/v1/extract", extract, answer=ExtractOut, tag="facts", role="read")
