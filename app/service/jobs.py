"""Jobs: how far the background has come with one call, told by where its ids are."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal
from uuid import UUID

from app.domain.errors import NotFound
from app.domain.models import Owner
from app.domain.windowing import seq_floor
from app.service.ports import EmbedQueue, ExtractStore, FailedWork, JobRecord, JobStore, WorkingMemory

JobState = Literal["queued", "running", "done", "failed"]


@dataclass(frozen=True, slots=True)
class JobStatus:
    """Where a job stands; `error` is set when it failed."""

    id: UUID
    status: JobState
    error: str | None = None


class JobsService:
    """GET /v1/jobs/{id}."""

    def __init__(
        self,
        jobs: JobStore,
        working: WorkingMemory,
        failed: FailedWork,
        embed_queue: EmbedQueue,
        *,
        model: str | None,
        extraction: ExtractStore | None = None,
    ) -> None:
        """`model` None: nothing is embedded; `extraction` None: nothing is read for facts."""
        self._jobs = jobs
        self._working = working
        self._failed = failed
        self._embed_queue = embed_queue
        self._model = model
        self._extraction = extraction

    async def get_job(self, owner: Owner, job_id: UUID | None) -> JobStatus:
        """Return the status of a job. Raises NotFound for an unknown one or another user's.

        Waiting in Redis is `queued`; in the record but without vectors, or in a closed session that is still to be read
        for facts, is `running`; in the dead letters is `failed`; everything else (stored, reinforced, forgotten since)
        is `done`.
        """
        job = await self._jobs.find(owner, job_id) if job_id is not None else None
        if job is None:
            raise NotFound("there is no such job")
        ids = {*job.memory_ids, *job.fact_ids}
        if not ids and job.session_id is None:
            return JobStatus(job.id, "done")
        work = await self._working.read_pending(owner)
        waiting = {turn.id for session in work.sessions for turn in session.turns}
        waiting |= {memory.id for memory in work.memories} | {fact.id for fact in work.facts}
        closing = any(s.session_id == job.session_id and s.closed_at is not None for s in work.sessions)
        if ids & waiting or closing:
            return JobStatus(job.id, "queued")
        error = await self._failed.find_error(owner, list(ids))
        if error is not None:
            return JobStatus(job.id, "failed", error)
        if self._model is not None and job.memory_ids:
            missing = await self._embed_queue.unembedded_of(owner, job.memory_ids, model=self._model)
            if missing:
                return JobStatus(job.id, "running")
        if await self._is_unread(owner, job):
            return JobStatus(job.id, "running")
        return JobStatus(job.id, "done")

    async def _is_unread(self, owner: Owner, job: JobRecord) -> bool:
        """Tell whether what was said before a session was closed is still to be read for facts."""
        if self._extraction is None or job.session_id is None:
            return False
        said_before = seq_floor(job.created_at + timedelta(milliseconds=1))
        return bool(await self._extraction.count_waiting(owner, job.session_id, up_to_seq=said_before))
