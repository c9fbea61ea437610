"""What the worker does, how often, and in batches of what size."""

import sys
from typing import Protocol

from app.service.expire import PURGE_BATCH
from app.service.forget import RECEIPT_BATCH
from app.service.retention import OWNERS_BATCH
from app.service.summarise import SESSIONS_AT_ONCE
from app.settings import Settings
from app.worker.tasks import BackgroundTask


class Drains(Protocol):
    """Archives users that are due."""

    async def drain_due(self) -> int:
        """Archive one batch; returns how many users were claimed."""


class Embeds(Protocol):
    """Gives vectors to pieces that have none of the current model (new ones, and all after a change of the model)."""

    async def embed_waiting(self) -> int:
        """Embed one batch; returns how many vectors were written."""


class Expires(Protocol):
    """Deletes for good what is past its time or its grace period."""

    async def run(self) -> int:
        """Delete one batch; returns how many memories went."""


class ClosesReceipts(Protocol):
    """Drives deletes in Redis that were never confirmed."""

    async def drive_open_receipts(self) -> int:
        """Close one batch of receipts; returns how many."""


class Summarises(Protocol):
    """Sums up sessions that are due."""

    async def summarise_due(self) -> int:
        """Sum up one batch; returns how many steps forward that was."""


class LooksAfter(Protocol):
    """Goes over the memories of users whose turn it is."""

    async def run(self) -> int:
        """Look after one batch of users; returns how many."""


class KeepsIndexes(Protocol):
    """Builds and drops the vector indexes of the largest users."""

    async def keep(self) -> int:
        """Have a pass under way; returns how many indexes the last one changed."""


class Extracts(Protocol):
    """Reads sessions that are due for facts."""

    async def extract_due(self) -> int:
        """Read one batch; returns how many sessions there were."""


class EndsHung(Protocol):
    """Frees what the connections of hanging processes lock."""

    async def end(self) -> int:
        """End them; returns how many there were."""


class CatchesUp(Protocol):
    """Has sessions read again that a chat model missed."""

    async def catch_up(self) -> int:
        """Begin with some; returns how many."""


EMBED_PAUSE_SECONDS = 0.25
EXTRACT_PAUSE_SECONDS = 0.25
RECEIPT_PAUSE_SECONDS = 5.0
RETENTION_PAUSE_SECONDS = 60.0
INDEX_PAUSE_SECONDS = 10.0
HUNG_PAUSE_SECONDS = 15.0
CATCH_UP_PAUSE_SECONDS = 30.0
ONE_PASS = sys.maxsize
"""No batch is full: what is left waits for the next pass."""


def background_tasks(
    settings: Settings,
    *,
    archiver: Drains,
    embedding: Embeds,
    expirer: Expires,
    forgetting: ClosesReceipts,
    summariser: Summarises,
    retention: LooksAfter,
    extractor: Extracts | None,
    indexes: KeepsIndexes,
    hung: EndsHung,
    catching_up: CatchesUp | None,
) -> list[BackgroundTask]:
    """Return all tasks of a worker; `extractor` None: nothing is read for facts; `catching_up`: there is no model."""
    tasks = [
        BackgroundTask(
            "drain", archiver.drain_due, settings.drain_interval_ms / 1000, full_batch=settings.drain_batch_owners
        ),
        BackgroundTask("embed", embedding.embed_waiting, EMBED_PAUSE_SECONDS, full_batch=1),
        BackgroundTask("expire", expirer.run, settings.expire_interval_seconds, full_batch=PURGE_BATCH),
        BackgroundTask(
            "close-receipts", forgetting.drive_open_receipts, RECEIPT_PAUSE_SECONDS, full_batch=RECEIPT_BATCH
        ),
        BackgroundTask(
            "summarise",
            summariser.summarise_due,
            settings.summary_interval_seconds,
            full_batch=SESSIONS_AT_ONCE,
            after="drain",
        ),
        BackgroundTask(
            "retention",
            retention.run,
            min(RETENTION_PAUSE_SECONDS, settings.retention_interval_seconds),
            full_batch=OWNERS_BATCH,
        ),
        BackgroundTask("index", indexes.keep, INDEX_PAUSE_SECONDS, full_batch=1),
        BackgroundTask("end-hung", hung.end, HUNG_PAUSE_SECONDS, full_batch=100),
    ]
    if extractor is not None:
        full = settings.extract_batch_sessions
        tasks.append(
            BackgroundTask("extract", extractor.extract_due, EXTRACT_PAUSE_SECONDS, full_batch=full, after="drain")
        )
    if catching_up is not None:
        step = catching_up.catch_up
        tasks.append(BackgroundTask("catch-up", step, CATCH_UP_PAUSE_SECONDS, full_batch=ONE_PASS, after="extract"))
    return tasks
