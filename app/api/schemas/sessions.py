"""/v1/sessions, /v1/session, /v1/jobs, /v1/users, /v1/stats and health."""

from typing import Literal

from pydantic import Field

from app.api.schemas.common import Body, Id, Query, Shown, Time
from app.api.schemas.facts import FactOut
from app.domain.models import Role
from app.domain.summary.models import SummaryKind
from app.service.jobs import JobState


class UserQuery(Query):
    """Which user."""

    user_id: Id = Field(description="Which user.")


class JobQuery(Query):
    """Whose job it is."""

    user_id: Id | None = Field(None, description="Whose job it is; without it no job is found.")


class ListSessionsQuery(Query):
    """Which user's sessions, and the place in the list."""

    user_id: Id = Field(description="Whose sessions they are.")
    limit: int = Field(50, ge=1, le=200, description="Most sessions of the page.")
    cursor: str | None = Field(None, min_length=1, max_length=2000, description="`next_cursor` of the page before.")


class SessionQuery(Query):
    """One session of a user."""

    user_id: Id = Field(description="Whose session it is.")
    session_id: Id = Field(description="Which session.")


class CloseSessionBody(Body):
    """One session of a user."""

    user_id: Id
    session_id: Id


class SessionInfoOut(Shown):
    """One session."""

    session_id: str
    rounds: int
    last_active_at: Time
    closed_at: Time | None


class SessionsOut(Shown):
    """A page of sessions, most recently active first."""

    sessions: list[SessionInfoOut]
    next_cursor: str | None


class TurnOut(Shown):
    """One message of the window."""

    id: str | None
    role: Role
    content: str
    name: str | None
    created_at: Time


class SessionWindowOut(Shown):
    """The last rounds word for word, in the order said."""

    rounds: int
    messages: list[TurnOut]


class PendingOut(Shown):
    """What the session still waits for; all zero means settled."""

    archive: int
    embed: int
    extract: int
    summarise: int


class SummaryCoversOut(Shown):
    """What a summary was made of: the session's messages from one place to another."""

    messages: int
    tokens: int = Field(description="Of all these messages together.")
    first_seq: int
    last_seq: int
    until: Time = Field(description="When the newest of them was said.")


class SummaryOut(Shown):
    """The running summary of what has left the window, at most a fifth of its tokens."""

    kind: SummaryKind = Field(description="`extractive`: sentences word for word; `abstractive`: by a chat model.")
    goals: list[str]
    confirmed_facts: list[str]
    open_tasks: list[str]
    mood_and_style: list[str]
    message_ids: list[str] = Field(description="The messages that the lines were taken from.")
    tokens: int = Field(description="Of the summary as text.")
    covers: SummaryCoversOut
    made_at: Time


class SessionOut(Shown):
    """How a session stands."""

    window: SessionWindowOut
    facts: dict[str, FactOut]
    summary: SummaryOut | None
    pending: PendingOut
    last_active_at: Time | None
    closed_at: Time | None


class JobIdOut(Shown):
    """The job that does the rest."""

    job_id: str


class JobOut(Shown):
    """Where a job stands."""

    id: str
    status: JobState
    error: str | None


class ImportOut(Shown):
    """How many rows were brought back, by table."""

    imported: dict[str, int]


class LatencyOut(Shown):
    """Answers of one route by this process."""

    count: int
    p50_ms: float
    p95_ms: float
    p99_ms: float


class StageOut(Shown):
    """Runs of one stage of requests in this process."""

    count: int
    mean_ms: float


class StatsOut(Shown):
    """Counts of the tenant, the archive queue of all tenants, and latencies of this server's API processes."""

    counts: dict[str, int]
    queue: dict[str, float]
    model: dict[str, int] = Field(description="Calls of the chat model, what was kept and dropped, by purpose.")
    stages: dict[str, StageOut]
    latencies: dict[str, LatencyOut]
    uptime_seconds: float


class LiveOut(Shown):
    """The process is up."""

    status: Literal["ok"]


class ReadyOut(Shown):
    """What the service needs, and whether it answers."""

    status: Literal["ok", "unavailable"]
    checks: dict[str, Literal["ok", "unavailable"]]
