"""The `import` command for a whole tenant: what an export's manifest names, user by user."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import orjson

from app.bench.progress import Steps
from app.cli.tenant.manifest import TENANT_FILE, Entry, Manifest
from app.cli.tenant.outgoing import AT_ONCE, patiently, together
from app.domain.errors import HaimaError, StoreUnavailable
from app.domain.models import KNOWLEDGE_USER, Owner
from app.service.users import UsersService

_BYTES_AT_ONCE: Final = 64 << 20
"""A user is all or nothing, so a file is in memory as a whole; larger ones come alone."""


class _BadFileError(Exception):
    """A file that is not what the manifest says; `str()` is what is told."""


@dataclass(slots=True)
class Imported:
    """What an import did: users, how many records of each kind were new, and whose import failed, with why."""

    users: int = 0
    records: Counter[str] = field(default_factory=Counter)
    failed: dict[str, str] = field(default_factory=dict)


class TenantImport:
    """Imports a folder under a tenant. What is there already stays, so it can be repeated and goes on where it was."""

    def __init__(self, users: UsersService, folder: Path, manifest: Manifest, tenant_id: str) -> None:
        self._users = users
        self._folder = folder
        self._manifest = manifest
        self._tenant_id = tenant_id
        self._done = Imported()

    async def run(self) -> Imported:
        """Import what is shared first, since users say which of the tenant's seeds they have seen.

        A user whose file is damaged, or refused, is noted, and the others go on. Raises StoreUnavailable where a store
        stays away: run again.
        """
        entries = list(self._manifest.entries.values())
        shared = [entry for entry in entries if entry.file == TENANT_FILE]
        users = [entry for entry in entries if entry.file != TENANT_FILE]
        with Steps("importing users", len(users)) as steps:
            for entry in shared:
                await self._bring(entry)
            for batch in _batches(users):
                await together(map(self._bring, batch))
                steps.advance(len(batch))
        return self._done

    async def _bring(self, entry: Entry) -> None:
        try:
            body = await asyncio.to_thread(_read_whole, self._folder, entry)
            owner = Owner(self._tenant_id, entry.user_id)
            self._done.records.update(await patiently(lambda: self._users.import_user(owner, body)))
        except StoreUnavailable:
            raise
        except (_BadFileError, HaimaError) as error:
            self._done.failed[entry.user_id] = str(error)
        except Exception as error:  # noqa: BLE001 - what stands against one user must not keep the others out
            self._done.failed[entry.user_id] = type(error).__name__
        else:
            self._done.users += entry.user_id != KNOWLEDGE_USER


def _read_whole(folder: Path, entry: Entry) -> bytes:
    """Return a file that is as its entry says."""
    try:
        body = (folder / entry.file).read_bytes()
    except OSError as error:
        raise _BadFileError(f"{entry.file} cannot be read ({error.strerror})") from None
    if len(body) != entry.bytes or hashlib.sha256(body).hexdigest() != entry.sha256:
        raise _BadFileError(f"{entry.file} is not what was exported: its checksum differs")
    if _user_of(body) != entry.user_id:
        raise _BadFileError(f"{entry.file} is of another user than the manifest says")
    return body


def _user_of(body: bytes) -> str | None:
    try:
        head = orjson.loads(body.partition(b"\n")[0])
    except orjson.JSONDecodeError:
        return None
    user_id = head.get("user_id") if isinstance(head, dict) else None
    return user_id if isinstance(user_id, str) else None


def _batches(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    batch: list[Entry] = []
    for entry in entries:
        if batch and (len(batch) == AT_ONCE or sum(one.bytes for one in batch) + entry.bytes > _BYTES_AT_ONCE):
            yield batch
            batch = []
        batch.append(entry)
    if batch:
        yield batch
