"""Users as a whole: everything of one out as lines of JSON, and back in; and who the users of a tenant are."""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import orjson

from app.domain.errors import InvalidRequest, StoreUnavailable
from app.domain.models import Owner
from app.service.memories import OwnerFlush
from app.service.ports import Archive, OwnerStamp, UserTransfer, WorkingMemory

FORMAT = "haima-export"
VERSION = 2
OpenLines = Callable[[], AbstractContextManager[Iterable[bytes]]]
READ_VERSIONS = (1, 2)
"""Version 1 has no summaries and does not say which seeds a user has seen."""


class UsersService:
    """GET /v1/users/export, POST /v1/users/import; the commands `export` and `import` of a whole tenant.

    `model` and `dimensions` are those of the vectors that are made now, '' and 0 without an embedder.
    """

    def __init__(
        self,
        transfer: UserTransfer,
        working: WorkingMemory,
        archiver: OwnerFlush,
        archive: Archive,
        *,
        model: str,
        dimensions: int,
    ) -> None:
        self._transfer = transfer
        self._working = working
        self._archiver = archiver
        self._archive = archive
        self._model = model
        self._dimensions = dimensions

    async def export(self, owner: Owner) -> AsyncIterator[bytes]:
        """Archive what waits and return the lines: a head, every record, an end that counts them.

        A file without its end line was cut off, and is refused by import.
        """
        await self._archiver.flush_owner(owner)
        return self._lines(owner)

    async def users_of(self, tenant_id: str, *, after: UUID, limit: int) -> list[tuple[Owner, OwnerStamp]]:
        """Return users of a tenant whom PostgreSQL knows, in order of owner_id, behind this one."""
        return await self._transfer.users_of(tenant_id, after=after, limit=limit)

    async def stamp(self, owner: Owner) -> OwnerStamp | None:
        """Return how an owner stands now, to tell later whether anything has changed."""
        return await self._transfer.stamp(owner)

    async def archive_waiting(self, tenant_id: str) -> dict[Owner, str]:
        """Archive what waits of a tenant's users, so that all are known; returns whose work failed, and with what."""
        waiting = {owner async for owner in self._working.waiting_owners() if owner.tenant_id == tenant_id}
        failed: dict[Owner, str] = {}
        for owner in waiting:
            try:
                await self._archiver.flush_owner(owner)
            except StoreUnavailable:
                raise
            except Exception as error:  # noqa: BLE001 - one user's broken work must not keep the others from going on
                failed[owner] = type(error).__name__
        return failed

    async def _lines(self, owner: Owner) -> AsyncIterator[bytes]:
        yield _line({"format": FORMAT, "version": VERSION, "user_id": owner.user_id})
        count = 0
        async for record in self._transfer.export_user(owner):
            yield _line(record)
            count += 1
        yield _line({"kind": "end", "records": count})

    async def import_user(self, owner: Owner, lines: OpenLines) -> dict[str, int]:
        """Bring an export back, all or nothing, under this owner; what is there already stays.

        `lines` is opened more than once, and read line by line: memory does not grow with the export. Returns how many
        records were new by kind. Raises InvalidRequest.
        """
        records = ExportRecords(lines)
        await self._archiver.flush_owner(owner)
        counts = await self._transfer.import_user(
            owner, records, model=self._model, dimensions=self._dimensions, now=datetime.now(UTC)
        )
        for session_id, keys in records.fact_keys.items():
            await self._renew_card(owner, session_id or None, keys)
        return counts

    async def _renew_card(self, owner: Owner, session_id: str | None, keys: set[str]) -> None:
        """Lay what was imported onto the card that Redis may hold."""
        card = await self._archive.card(owner, session_id)
        held = card.user if session_id is None else card.session
        await self._working.put_card(owner, session_id, {key: held.get(key) for key in keys})


class ExportRecords:
    """The records between head and end of an export, read anew each time that they are gone through.

    `fact_keys` holds the keys of facts by session ('' for the user's own) once they have been. Going through them
    raises InvalidRequest, naming the line, for what is no whole export.
    """

    def __init__(self, lines: OpenLines) -> None:
        self._open = lines
        self.fact_keys: defaultdict[str, set[str]] = defaultdict(set)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        with self._open() as lines:
            values = (_parsed(number, line) for number, line in enumerate(_without_blank_end(lines), start=1))
            head = next(values, {})
            if head.get("format") != FORMAT or head.get("version") not in READ_VERSIONS:
                versions = " or ".join(map(str, READ_VERSIONS))
                raise InvalidRequest([("line 1", f"should be the head of a {FORMAT} of version {versions}")])
            count, last = 0, head
            for value in values:
                if count:
                    yield self._noted(last)
                count, last = count + 1, value
            if not count or last != {"kind": "end", "records": count - 1}:
                raise InvalidRequest([(f"line {count + 1}", "should be the end line: the export is cut off")])

    def _noted(self, record: dict[str, Any]) -> dict[str, Any]:
        if record.get("kind") == "fact":
            session_id, key = record.get("session_id"), record.get("key")
            if isinstance(session_id, str) and isinstance(key, str):
                self.fact_keys[session_id].add(key)
        return record


def _without_blank_end(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines, but not the blank ones behind the last that is none; between others one is enough to be refused."""
    blank = False
    for line in lines:
        if not line.strip():
            blank = True
            continue
        if blank:
            yield b""
        yield line


def _parsed(number: int, line: bytes) -> dict[str, Any]:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        raise InvalidRequest([(f"line {number}", "is not JSON in UTF-8")]) from None
    if not isinstance(value, dict):
        raise InvalidRequest([(f"line {number}", "should be a JSON object")])
    return value


def _line(value: dict[str, Any]) -> bytes:
    return orjson.dumps(value) + b"\n"
