"""Sessions and jobs."""

from typing import Annotated

from fastapi import Depends, FastAPI, Query
from starlette.responses import Response

from app.api.answers import job_answer, session_answer, session_info_answer
from app.api.call import Call, JsonAnswer
from app.api.docs import bearer
from app.api.routing import add_route
from app.api.schemas.common import uuid_or_none
from app.api.schemas.sessions import (
    CloseSessionBody,
    JobIdOut,
    JobOut,
    JobQuery,
    ListSessionsQuery,
    SessionOut,
    SessionQuery,
    SessionsOut,
)
from app.domain.errors import NotFound

CallDep = Annotated[Call, Depends(bearer)]


async def list_sessions(call: CallDep, query: Annotated[ListSessionsQuery, Query()]) -> Response:
    """List a user's sessions, most recently active first."""
    page = await call.services.sessions.list_sessions(call.owner(query.user_id), limit=query.limit, cursor=query.cursor)
    return JsonAnswer(
        {"sessions": [session_info_answer(one) for one in page.sessions], "next_cursor": page.next_cursor}
    )


async def get_session(call: CallDep, query: Annotated[SessionQuery, Query()]) -> Response:
    """Read a session's window and facts, and what it still waits for."""
    view = await call.services.sessions.get_session(call.owner(query.user_id), query.session_id)
    return JsonAnswer(session_answer(view))


async def close_session(call: CallDep, body: CloseSessionBody) -> Response:
    """Close a session: its whole window is archived now. A later save opens it again."""
    job_id = await call.services.sessions.close(call.owner(body.user_id), body.session_id)
    return JsonAnswer({"job_id": str(job_id)}, 202)


async def get_job(call: CallDep, job_id: str, query: Annotated[JobQuery, Query()]) -> Response:
    """Read how far the background has come with a call."""
    if query.user_id is None:  # clients that poll without it go by the session's `pending` instead
        raise NotFound("there is no such job; its user is named with ?user_id=")
    job = await call.services.jobs.get_job(call.owner(query.user_id), uuid_or_none(job_id))
    return JsonAnswer(job_answer(job))


def register(app: FastAPI) -> None:
    """Add the routes of sessions and jobs."""
    tag = "sessions"
    add_route(app, "GET", "/v1/sessions", list_sessions, answer=SessionsOut, tag=tag, role="read")
    add_route(app, "GET", "/v1/session", get_session, answer=SessionOut, tag=tag, role="read", problems=(404,))
    add_route(app, "POST", "/v1/session/close", close_session, answer=JobIdOut, tag=tag, status=202, problems=(404,))
    add_route(app, "GET", "/v1/jobs/{job_id}", get_job, answer=JobOut, tag=tag, role="read", problems=(404,))
