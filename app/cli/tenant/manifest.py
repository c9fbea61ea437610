"""The folder of a tenant's export: what is in it, and what its manifest says of it.

manifest.jsonl        a head, a line a file, an end; written last: where it is missing, the export is not whole
manifest.part.jsonl   the same while an export runs, a line added for each file that is whole
tenant.jsonl          what the tenant's users share: documents and seeds
users/3f/3f….jsonl    one user, as `/v1/users/export` gives it; named by a digest, as ids may be any Unicode
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import orjson
from pydantic import BaseModel, ConfigDict

from app.domain.errors import SetupError
from app.domain.models import KNOWLEDGE_USER, Owner

FORMAT: Final = "haima-tenant-export"
VERSION: Final = 1
MANIFEST: Final = "manifest.jsonl"
UNFINISHED: Final = "manifest.part.jsonl"
TENANT_FILE: Final = "tenant.jsonl"
_FILE: Final = re.compile(r"tenant\.jsonl|users/([0-9a-f]{2})/\1[0-9a-f]{30}\.jsonl")


class _Line(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Head(_Line):
    """The first line of a manifest. `schema_id` is the newest migration of the database."""

    format: str
    version: int
    tenant_id: str
    schema_id: str
    started_at: str


class Entry(_Line):
    """A file that is whole. `stamp` says how the user stood when it was written, `records` counts by kind."""

    file: str
    user_id: str
    stamp: str
    records: dict[str, int]
    bytes: int
    sha256: str


class End(_Line):
    """The last line: totals, users who could not be exported, and the digest of all lines before it."""

    kind: str
    users: int
    records: dict[str, int]
    missing: list[str]
    sha256: str


@dataclass(slots=True)
class Manifest:
    """What a manifest says. `missing` are users who could not be exported."""

    head: Head
    entries: dict[str, Entry] = field(default_factory=dict)
    missing: tuple[str, ...] = ()


def file_of(owner: Owner) -> str:
    """Return where an owner's lines are, relative to the folder."""
    return TENANT_FILE if owner.user_id == KNOWLEDGE_USER else f"users/{owner.tag[:2]}/{owner.tag}.jsonl"


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a whole export. Raises SetupError, saying what to do, where it is none or damaged."""
    path = folder / MANIFEST
    if not path.is_file():
        if (folder / UNFINISHED).is_file():
            raise SetupError(f"The export in {folder} was interrupted; run the same `export --tenant` again to end it")
        raise SetupError(f"{folder} holds no {MANIFEST}; name a folder that `export --tenant` wrote")
    body = _read(path)
    lines = body.splitlines(keepends=True)
    manifest = _head_of(path, lines)
    try:
        end = End.model_validate(orjson.loads(lines[-1]))
        if end.kind != "end" or end.sha256 != hashlib.sha256(b"".join(lines[:-1])).hexdigest():
            raise ValueError
        for line in lines[1:-1]:
            _take(manifest, orjson.loads(line))
    except (ValueError, TypeError):
        raise SetupError(f"{path} is damaged: it is not as `export` wrote it; take another copy") from None
    manifest.missing = tuple(end.missing)
    return manifest


def read_unfinished(folder: Path) -> Manifest | None:
    """Return what an interrupted or an earlier export has written; a line that was cut off does not count."""
    if (folder / MANIFEST).is_file():
        return read_manifest(folder)
    path = folder / UNFINISHED
    if not path.is_file():
        return None
    lines = _read(path).splitlines(keepends=True)
    if not lines or not lines[0].endswith(b"\n"):
        return None
    manifest = _head_of(path, lines)
    for line in lines[1:]:
        if not line.endswith(b"\n"):
            break
        try:
            _take(manifest, orjson.loads(line))
        except (ValueError, TypeError):
            raise SetupError(f"{path} is damaged; choose an empty folder for a new export") from None
    return manifest


def _head_of(path: Path, lines: list[bytes]) -> Manifest:
    try:
        head = Head.model_validate(orjson.loads(lines[0]))
    except (ValueError, IndexError):
        raise SetupError(f"{path} is no manifest of an export: its first line is not the head of one") from None
    if head.format != FORMAT or head.version != VERSION:
        raise SetupError(
            f"{path} is a {head.format} of version {head.version}; this Haima reads {FORMAT} of version {VERSION}: "
            "use the version of Haima that wrote it"
        )
    return Manifest(head)


def _take(manifest: Manifest, line: Any) -> None:
    """Take a line in: a file that is whole, or one that is gone. Raises ValueError."""
    if isinstance(line, dict) and line.get("gone") in manifest.entries:
        del manifest.entries[line["gone"]]
        return
    found = Entry.model_validate(line)
    if not _FILE.fullmatch(found.file) or (found.file == TENANT_FILE) != (found.user_id == KNOWLEDGE_USER):
        raise ValueError("names no file of an export")
    manifest.entries[found.file] = found


def total_records(entries: Iterable[Entry]) -> dict[str, int]:
    """Return how many records of each kind several files hold."""
    totals: dict[str, int] = {}
    for entry in entries:
        for kind, count in entry.records.items():
            totals[kind] = totals.get(kind, 0) + count
    return totals


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SetupError(f"{path} cannot be read ({error.strerror})") from None
