"""The `export` command for a whole tenant: a file a user, and one for what they share."""

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar
from uuid import UUID

import orjson

from app.bench.progress import Steps
from app.cli.tenant.folder import ExportFolder
from app.cli.tenant.manifest import TENANT_FILE, Entry, file_of
from app.domain.errors import SetupError, StoreUnavailable
from app.domain.models import KNOWLEDGE_USER, Owner
from app.logs import trace_of
from app.service.ports import OwnerStamp
from app.service.users import UsersService

log = logging.getLogger(__name__)

PAGE_USERS: Final = 500
AT_ONCE: Final = 4
MOST_ROUNDS: Final = 4
"""Users who were saved to meanwhile are exported again, so many times in all; who is still busy then is counted."""
PAUSES_SECONDS: Final = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Before a user is tried again whose store was away."""
_FIRST: Final = UUID(int=0)
T = TypeVar("T")


@dataclass(slots=True)
class Exported:
    """What an export did: files written, kept as they were and deleted; users it failed for, and who changed since."""

    written: int = 0
    kept: int = 0
    gone: int = 0
    busy: int = 0
    failed: dict[str, str] = field(default_factory=dict)


class TenantExport:
    """Exports a tenant into a folder. What is whole already and has not changed since is left as it is."""

    def __init__(self, users: UsersService, folder: ExportFolder, tenant_id: str) -> None:
        self._users = users
        self._folder = folder
        self._tenant_id = tenant_id
        self._files: set[str] = set()
        self._done = Exported()

    async def run(self, expected: int) -> Exported:
        """Export every user and what they share; `expected` is about how many users there are.

        A user whose export raises something is noted, and the others go on. Raises StoreUnavailable where a store stays
        away, SetupError where the disk is full: run again, the export goes on from there.
        """
        for number in range(MOST_ROUNDS):
            label = "exporting users" if number == 0 else "exporting users saved meanwhile"
            with Steps(label, expected) as steps:
                expected = await self._round(steps, tell_kept=number == 0)
            if not expected:
                break
        else:
            changed = [owner async for page in self._pages() for owner in await self._stale(page)]
            self._done.busy = sum(owner.user_id not in self._done.failed for owner in changed)
        await self._write(Owner(self._tenant_id, KNOWLEDGE_USER))
        self._done.written = len(self._files)
        self._done.kept = len(self._folder.entries) - len(self._files)
        return self._done

    async def _round(self, steps: Steps, *, tell_kept: bool) -> int:
        """Export whoever is not in the folder as they are now; returns how many those were."""
        waiting = await patiently(lambda: self._users.archive_waiting(self._tenant_id))
        self._done.failed = {owner.user_id: error for owner, error in waiting.items()}
        seen, written = {TENANT_FILE}, 0
        async for page in self._pages():
            seen.update(file_of(owner) for owner, _ in page)
            stale = await self._stale(page)
            if tell_kept:
                steps.advance(len(page) - len(stale))
            for start in range(0, len(stale), AT_ONCE):
                batch = stale[start : start + AT_ONCE]
                written += sum(await together(map(self._write, batch)))
                steps.advance(len(batch))
        for entry in [entry for file, entry in self._folder.entries.items() if file not in seen]:
            self._folder.drop(entry)
            self._done.gone += 1
        return written

    async def _pages(self) -> AsyncIterator[list[tuple[Owner, OwnerStamp]]]:
        after = _FIRST
        while page := await patiently(partial(self._users.users_of, self._tenant_id, after=after, limit=PAGE_USERS)):
            yield page
            after = page[-1][0].owner_id

    async def _stale(self, page: Sequence[tuple[Owner, OwnerStamp]]) -> list[Owner]:
        """Return those who have no whole file, or have changed since it was written."""

        def look() -> list[Owner]:
            return [owner for owner, stamp in page if not self._is_current(owner, stamp)]

        return await asyncio.to_thread(look)

    def _is_current(self, owner: Owner, stamp: OwnerStamp) -> bool:
        entry = self._folder.entries.get(file_of(owner))
        return entry is not None and entry.stamp == _stamped(stamp) and self._folder.holds(entry)

    async def _write(self, owner: Owner) -> bool:
        """Write an owner's file; false, with the error noted, where that fails."""
        try:
            await patiently(lambda: self._write_lines(owner))
        except (StoreUnavailable, SetupError):
            raise
        except Exception as error:  # noqa: BLE001 - one user's broken data must not keep the others from being exported
            log.error("exporting %s failed in a way that was not foreseen:\n%s", file_of(owner), trace_of(error))
            self._done.failed[owner.user_id] = unforeseen(error, "export")
            return False
        return True

    async def _write_lines(self, owner: Owner) -> None:
        lines = await self._users.export(owner)
        stamp = await self._users.stamp(owner)
        digest, size, kinds = hashlib.sha256(), 0, Counter[str]()
        file = file_of(owner)
        try:
            with self._folder.writing(file) as write:
                async for line in lines:
                    write(line)
                    digest.update(line)
                    size += len(line)
                    kinds[orjson.loads(line).get("kind", "head")] += 1
            records = {kind: count for kind, count in sorted(kinds.items()) if kind not in ("head", "end")}
            self._folder.add(
                Entry(
                    file=file,
                    user_id=owner.user_id,
                    stamp=_stamped(stamp),
                    records=records,
                    bytes=size,
                    sha256=digest.hexdigest(),
                )
            )
        except OSError as error:
            raise SetupError(
                f"{file} cannot be written ({error.strerror}); make room, then run the same export again: it goes on"
            ) from None
        self._files.add(file)


def unforeseen(error: Exception, work: str) -> str:
    """Return what to tell of an error that nobody thought of, whose trace is in the log."""
    return (
        f"{type(error).__name__}, which was not foreseen. Run the same {work} again: who is done stays done. If it "
        "fails again, report the trace above with the version of Haima"
    )


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask, and ask again after pauses while a store is away. Raises StoreUnavailable when it stays away."""
    for pause in PAUSES_SECONDS:
        try:
            return await ask()
        except StoreUnavailable:
            await asyncio.sleep(pause)
    return await ask()


async def together(calls: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run calls at once and return their results; raises the first error once all have ended."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]


def _stamped(stamp: OwnerStamp | None) -> str:
    return "" if stamp is None else f"{stamp.version} {stamp.last_active_at.isoformat()}"
