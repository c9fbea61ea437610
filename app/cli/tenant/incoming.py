"""The `import` command for a whole tenant: what an export's manifest names, user by user."""

import asyncio
import hashlib
import logging
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import orjson

from app.bench.progress import Steps
from app.cli.tenant.manifest import TENANT_FILE, Entry, Manifest
from app.cli.tenant.outgoing import AT_ONCE, patiently, together, unforeseen
from app.domain.errors import HaimaError, StoreUnavailable
from app.domain.models import KNOWLEDGE_USER, Owner
from app.logs import trace_of
from app.service.users import UsersService

log = logging.getLogger(__name__)

_READ_BYTES: Final = 1 << 20


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
            for start in range(0, len(users), AT_ONCE):
                batch = users[start : start + AT_ONCE]
                await together(map(self._bring, batch))
                steps.advance(len(batch))
        return self._done

    async def _bring(self, entry: Entry) -> None:
        try:
            await asyncio.to_thread(_check_file, self._folder, entry)
            owner, path = Owner(self._tenant_id, entry.user_id), self._folder / entry.file
            self._done.records.update(await patiently(lambda: self._users.import_user(owner, lambda: path.open("rb"))))
        except StoreUnavailable:
            raise
        except (_BadFileError, HaimaError) as error:
            self._done.failed[entry.user_id] = str(error)
        except Exception as error:  # noqa: BLE001 - what stands against one user must not keep the others out
            log.error("importing %s failed in a way that was not foreseen:\n%s", entry.file, trace_of(error))
            self._done.failed[entry.user_id] = unforeseen(error, "import")
        else:
            self._done.users += entry.user_id != KNOWLEDGE_USER


def _check_file(folder: Path, entry: Entry) -> None:
    """Raise _BadFileError unless a file is as its entry says."""
    digest, size = hashlib.sha256(), 0
    try:
        with (folder / entry.file).open("rb") as file:
            user_id = _user_of(file.readline())
            file.seek(0)
            while chunk := file.read(_READ_BYTES):
                digest.update(chunk)
                size += len(chunk)
    except OSError as error:
        raise _BadFileError(f"{entry.file} cannot be read ({error.strerror})") from None
    if size != entry.bytes or digest.hexdigest() != entry.sha256:
        raise _BadFileError(f"{entry.file} is not what was exported: its checksum differs")
    if user_id != entry.user_id:
        raise _BadFileError(f"{entry.file} is of another user than the manifest says")


def _user_of(first_line: bytes) -> str | None:
    try:
        head = orjson.loads(first_line)
    except orjson.JSONDecodeError:
        return None
    user_id = head.get("user_id") if isinstance(head, dict) else None
    return user_id if isinstance(user_id, str) else None
