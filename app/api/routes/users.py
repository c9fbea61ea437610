"""Everything of one user out and in, and what operators read."""

from io import BytesIO
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query
from starlette.responses import Response, StreamingResponse

from app.api.call import Call, JsonAnswer
from app.api.docs import bearer
from app.api.payload import read_body, require_media_type
from app.api.problems import HttpRefusalError
from app.api.routing import add_route
from app.api.schemas.sessions import ImportOut, StatsOut, UserQuery
from app.api.schemas.users import ExportQuery

CallDep = Annotated[Call, Depends(bearer)]

NDJSON = "application/x-ndjson"
_LINES: dict[str, Any] = {
    "schema": {"type": "string", "description": "One JSON object a line: a head, every row, an end line."}
}


async def export_user(call: CallDep, query: Annotated[ExportQuery, Query()]) -> Response:
    """Export everything of a user as lines of JSON: ids, versions, history and vectors.

    With `format=chat` and `consent=true` instead one line a round, to train a chat model with: what was asked and what
    was answered, without what is forgotten, private to an agent or called wrong.
    """
    owner = call.owner(query.user_id)
    if query.format == "chat":
        lines = await call.services.finetune.export(owner, consent=query.consent)
    else:
        lines = await call.services.users.export(owner)
    return StreamingResponse(lines, media_type=NDJSON)


async def import_user(call: CallDep, query: Annotated[UserQuery, Query()]) -> Response:
    """Bring an export back, all or nothing. What is there already stays as it is."""
    body = await read_body(call.scope, call.receive, limit=call.state.settings.max_import_bytes)
    require_media_type(call.scope, body, wanted=(NDJSON, "application/ndjson", "application/jsonl"))
    if not body.strip():
        raise HttpRefusalError(400, "the body is empty, the lines of an export are needed")
    imported = await call.services.users.import_user(call.owner(query.user_id), lambda: BytesIO(body))
    return JsonAnswer({"imported": imported})


async def get_stats(call: CallDep) -> Response:
    """Read counts of the tenant, the archive queue, and latencies of the API processes of this server."""
    stats = await call.services.stats.tenant_stats(call.identity.tenant_id)
    metrics = call.state.metrics
    return JsonAnswer(
        {
            "counts": dict(stats.counts),
            "queue": dict(stats.queue),
            "stages": metrics.stages(),
            "model": dict(stats.model),
            "latencies": metrics.latencies(),
            "uptime_seconds": round(metrics.uptime_seconds, 3),
        }
    )


def register(app: FastAPI) -> None:
    """Add export, import and stats."""
    add_route(
        app,
        "GET",
        "/v1/users/export",
        export_user,
        answer=None,
        tag="users",
        role="read",
        responses={200: {"description": "The lines.", "content": {NDJSON: _LINES}}},
    )
    add_route(
        app,
        "POST",
        "/v1/users/import",
        import_user,
        answer=ImportOut,
        tag="users",
        extra={"requestBody": {"required": True, "content": {NDJSON: _LINES}}},
    )
    add_route(app, "GET", "/v1/stats", get_stats, answer=StatsOut, tag="operations", role="admin")
