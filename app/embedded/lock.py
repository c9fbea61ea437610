"""The lock on a data folder: one running instance, and the stores of one that was killed.

Two flocks. `haima.lock` is held by the main process alone: who finds it taken is refused. `stores.lock` is inherited by
the stores, so it stays taken as long as any of them lives: a start after a crash waits for it. The second file names
the stores' pids and, on a line of its own, the folder of their sockets.
"""

import contextlib
import fcntl
import os
import signal
import time
from pathlib import Path
from typing import Final

from app.domain.errors import SetupError

_DYING_SECONDS: Final = 1.0  # a killed process holds its files for a moment longer
_PATIENCE_SECONDS: Final = 20.0
_SIGNAL_AFTER_SECONDS: Final = 2.0
_MAIN: Final = "haima.lock"
_STORES: Final = "stores.lock"


class FolderLock:
    """An exclusive claim on a data folder, until `release` and the end of every store that inherited `fd`."""

    def __init__(self, main_fd: int, fd: int) -> None:
        self._main_fd = main_fd
        self.fd = fd
        self._released = False

    def note(self, store_pids: list[int], sockets: Path | None = None) -> None:
        """Note the running stores and where they are reached."""
        _write(self.fd, " ".join(str(pid) for pid in store_pids).encode() + b"\n" + os.fsencode(sockets or ""))

    def release(self) -> None:
        """Give up our share of the claim; a second time does nothing."""
        if not self._released:
            self._released = True
            os.close(self.fd)
            os.close(self._main_fd)


def lock_folder(folder: Path) -> FolderLock:
    """Claim `folder`, or raise SetupError naming the process that holds it.

    Stores whose main process is gone are given time to end (and, after a moment, told to).
    """
    main_fd = _open(folder / _MAIN)
    try:
        _claim_main(main_fd, folder)
        fd = _open(folder / _STORES)
        try:
            _claim_stores(fd, folder)
        except BaseException:
            os.close(fd)
            raise
    except BaseException:
        os.close(main_fd)
        raise
    lock = FolderLock(main_fd, fd)
    lock.note([])
    return lock


def find_sockets(folder: Path) -> Path | None:
    """Return the folder of the sockets of the instance that is running on `folder`, None when none is."""
    try:
        fd = os.open(folder / _STORES, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        line = os.pread(fd, 4096, 0).partition(b"\n")[2]
        return Path(os.fsdecode(line)) if line else None
    finally:
        os.close(fd)
    return None


def _claim_main(fd: int, folder: Path) -> None:
    deadline = time.monotonic() + _DYING_SECONDS
    while not _try_lock(fd):
        if time.monotonic() < deadline:
            time.sleep(0.02)
            continue
        pid = os.pread(fd, 20, 0).decode(errors="replace") or "unknown"
        raise SetupError(
            f"The data folder {folder} is held by another running instance (process {pid}); stop that one, "
            "or choose another folder with HAIMA_DATA_DIR"
        )
    _write(fd, str(os.getpid()).encode())


def _claim_stores(fd: int, folder: Path) -> None:
    begun = time.monotonic()
    signalled = False
    while not _try_lock(fd):
        store_pids = [int(word) for word in os.pread(fd, 4096, 0).partition(b"\n")[0].split()]
        waited = time.monotonic() - begun
        if waited > _PATIENCE_SECONDS:
            raise SetupError(
                f"Stores of a stopped instance still hold the data folder {folder} (processes {store_pids}); "
                "end those processes, then start again"
            )
        if waited > _SIGNAL_AFTER_SECONDS and not signalled:
            signalled = True
            for pid in store_pids:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGINT)  # a fast shutdown for Postgres, a clean one for Valkey
        time.sleep(0.02)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)


def _try_lock(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write(fd: int, text: bytes) -> None:
    os.ftruncate(fd, 0)
    os.pwrite(fd, text, 0)
