"""The folder of a tenant's export while it is written to."""

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import orjson

from app.cli.tenant.manifest import (
    MANIFEST,
    TENANT_FILE,
    UNFINISHED,
    End,
    Entry,
    Head,
    Manifest,
    read_unfinished,
    total_records,
)
from app.domain.errors import SetupError

_READ_BYTES: Final = 1 << 20


class ExportFolder:
    """The folder while it is written to, by one command at a time. Made by `open_folder`."""

    def __init__(self, path: Path, manifest: Manifest, unfinished: IO[bytes]) -> None:
        self._path = path
        self._unfinished = unfinished
        self._manifest = manifest
        self._found_whole: dict[str, bool] = {}

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The files that are whole, by name."""
        return self._manifest.entries

    def holds(self, entry: Entry) -> bool:
        """Whether a file is there as its entry says. Of each name looked at once."""
        if entry.file not in self._found_whole:
            self._found_whole[entry.file] = is_whole(self._path, entry)
        return self._found_whole[entry.file]

    @contextmanager
    def writing(self, file: str) -> Iterator[Callable[[bytes], object]]:
        """Yield what takes the bytes of a file; the file is there, whole, when the block has ended without an error."""
        path = self._path / file
        unfinished = path.with_name(path.name + ".part")
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with unfinished.open("wb") as lines:
                yield lines.write
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)

    def add(self, entry: Entry) -> None:
        """Note that a file is whole."""
        self._note(entry.model_dump())
        self._manifest.entries[entry.file] = entry
        self._found_whole[entry.file] = True

    def drop(self, entry: Entry) -> None:
        """Delete the file of a user who is no more."""
        self._note({"gone": entry.file})
        del self._manifest.entries[entry.file]
        (self._path / entry.file).unlink(missing_ok=True)

    def finish(self, missing: list[str]) -> None:
        """Write the manifest; from now on the export is whole."""
        entries = list(self._manifest.entries.values())
        body = _lines(self._manifest)
        end = End(
            kind="end",
            users=sum(entry.file != TENANT_FILE for entry in entries),
            records=total_records(entries),
            missing=missing,
            sha256=hashlib.sha256(body).hexdigest(),
        )
        with self.writing(MANIFEST) as write:
            write(body + _line(end.model_dump()))
        (self._path / UNFINISHED).unlink()

    def _note(self, line: dict[str, object]) -> None:
        self._unfinished.write(_line(line))
        self._unfinished.flush()


@contextmanager
def open_folder(path: Path, head: Head) -> Iterator[ExportFolder]:
    """Make the folder, or go on with the export in it, whether it was interrupted or is an older one.

    Raises SetupError for a folder with anything else in it, with another tenant's export, or one in use.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        claim = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise SetupError(f"{path} cannot be written ({error.strerror}); choose another folder") from None
    try:
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SetupError(f"Another export writes into {path}; wait for its end, or choose another folder") from None
        manifest = read_unfinished(path)
        if manifest is None and any(entry.name != UNFINISHED for entry in path.iterdir()):
            raise SetupError(f"{path} is not empty and holds no export; choose another folder")
        if manifest is not None and manifest.head.tenant_id != head.tenant_id:
            raise SetupError(f"{path} holds an export of tenant {manifest.head.tenant_id}; choose another folder")
        manifest = Manifest(head, manifest.entries if manifest is not None else {})
        with _begin(path, manifest) as unfinished:
            yield ExportFolder(path, manifest, unfinished)
    finally:
        os.close(claim)


def _begin(path: Path, manifest: Manifest) -> IO[bytes]:
    """Write what is known of the files so far, and take back the word that the export is whole.

    What a killed export had begun to write goes: it may be of a user who is erased by now.
    """
    for left in path.glob("users/*/*.part"):
        left.unlink()
    fresh = path / (UNFINISHED + ".new")
    fresh.write_bytes(_lines(manifest))
    fresh.replace(path / UNFINISHED)
    (path / MANIFEST).unlink(missing_ok=True)
    return (path / UNFINISHED).open("ab")


def is_whole(folder: Path, entry: Entry) -> bool:
    """Whether a file is there as its entry says."""
    path = folder / entry.file
    try:
        if path.stat().st_size != entry.bytes:
            return False
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while chunk := file.read(_READ_BYTES):
                digest.update(chunk)
    except OSError:
        return False
    return digest.hexdigest() == entry.sha256


def _lines(manifest: Manifest) -> bytes:
    return b"".join(_line(line.model_dump()) for line in (manifest.head, *manifest.entries.values()))


def _line(value: dict[str, object]) -> bytes:
    return orjson.dumps(value) + b"\n"
