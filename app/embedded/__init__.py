"""The bundled PostgreSQL and Valkey for `serve --embedded`: real servers in one data folder.

They belong to the process that starts them and end with it, on Linux even when it is killed. A folder serves one
instance at a time; a second start after a crash waits for what is left of the first and finds all data.
"""

import errno
import hashlib
import os
import socket
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.domain.errors import SetupError
from app.embedded.lock import FolderLock, find_sockets, lock_folder
from app.embedded.postgres import DATABASE, EmbeddedPostgres, dsn, start_postgres
from app.embedded.process import Account, account_for, open_path
from app.embedded.valkey import SOCKET_NAME, EmbeddedValkey, start_valkey, url

_SOCKET_PATH_LIMIT: Final = 90  # the kernel's limit is 107 bytes, 103 on macOS
_FREE_BYTES_NEEDED: Final = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class StoreOptions:
    """Which stores to start, and server settings over the defaults (for tests, which need no durability)."""

    postgres: bool = True
    valkey: bool = True
    postgres_options: Mapping[str, str] = field(default_factory=dict)
    valkey_options: Mapping[str, str] = field(default_factory=dict)
    sync: bool = True


class EmbeddedStores:
    """Running stores of one data folder; either may be missing where the caller has one of its own."""

    def __init__(self, folder: Path, lock: FolderLock, options: StoreOptions) -> None:
        self.folder = folder
        self.options = options
        self._lock = lock
        self._account = account_for(folder / "postgres")
        self._sockets = _socket_folder(folder, self._account)
        self.postgres: EmbeddedPostgres | None = None
        self.valkey: EmbeddedValkey | None = None

    @property
    def database_url(self) -> str:
        """DSN of the embedded PostgreSQL, known before it is started."""
        if not self.options.postgres:
            raise SetupError("The embedded PostgreSQL was not asked for")
        return dsn(self._sockets, DATABASE)

    @property
    def redis_url(self) -> str:
        """URL of the embedded Valkey, known before it is started."""
        if not self.options.valkey:
            raise SetupError("The embedded Valkey was not asked for")
        return url(self._sockets / SOCKET_NAME)

    def start(self) -> None:
        """Start what was asked for and wait until it answers; on failure everything is stopped again.

        Raises SetupError. Call it from the main thread: on Linux the stores end with the thread that started them.
        """
        try:
            if self.options.postgres:
                self._start_postgres()
            if self.options.valkey:
                self._start_valkey()
            self._note_pids()
        except OSError as error:
            self.stop()
            raise SetupError(_folder_problem(self.folder, error)) from None
        except BaseException:
            self.stop()
            raise

    def mend(self) -> list[str]:
        """Start again what has ended by itself (was killed, say); returns the names. Raises SetupError if one fails.

        Addresses stay the same, so that clients simply connect again.
        """
        mended = []
        if self.postgres is not None and self.postgres.process.poll() is not None:
            self._start_postgres()
            mended.append("PostgreSQL")
        if self.valkey is not None and self.valkey.process.poll() is not None:
            self._start_valkey()
            mended.append("Valkey")
        if mended:
            self._note_pids()
        return mended

    def stop(self) -> None:
        """Stop both, Valkey first, and free the folder."""
        try:
            if self.valkey is not None:
                self.valkey.stop()
        finally:
            if self.postgres is not None:
                self.postgres.stop()
            self._lock.release()

    def _start_postgres(self) -> None:
        self.postgres = start_postgres(
            self.folder / "postgres",
            self._sockets,
            account=self._account,
            keep_fds=[self._lock.fd],
            options=self.options.postgres_options,
            sync=self.options.sync,
        )

    def _start_valkey(self) -> None:
        self.valkey = start_valkey(
            self.folder / "valkey",
            self._sockets / SOCKET_NAME,
            account=self._account,
            keep_fds=[self._lock.fd],
            options=self.options.valkey_options,
        )

    def _note_pids(self) -> None:
        running = [store.process.pid for store in (self.postgres, self.valkey) if store is not None]
        self._lock.note(running, self._sockets)


def find_running(data_dir: Path) -> tuple[str, str] | None:
    """Return (DSN, Redis URL) of the stores that another process runs in `data_dir`, None when none does."""
    sockets = find_sockets(data_dir.expanduser().absolute())
    return None if sockets is None else (dsn(sockets, DATABASE), url(sockets / SOCKET_NAME))


def claim_stores(data_dir: Path, options: StoreOptions | None = None) -> EmbeddedStores:
    """Claim `data_dir` (made if missing) and return its stores, not started yet; `stop` gives it back.

    Raises SetupError with one sentence: folder held by another instance, not writable, not a folder, disk full.
    """
    folder = data_dir.expanduser().absolute()
    try:
        _prepare(folder)
        lock = lock_folder(folder)
    except OSError as error:
        raise SetupError(_folder_problem(folder, error)) from None
    try:
        return EmbeddedStores(folder, lock, options or StoreOptions())
    except OSError as error:
        lock.release()
        raise SetupError(_folder_problem(folder, error)) from None
    except BaseException:
        lock.release()
        raise


def start_stores(data_dir: Path, options: StoreOptions | None = None) -> EmbeddedStores:
    """Claim `data_dir` and start its stores. Raises SetupError as `claim_stores` and `EmbeddedStores.start` do."""
    stores = claim_stores(data_dir, options)
    stores.start()
    return stores


def _prepare(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as probe:
        probe.write(bytes(4096))
        probe.flush()
    disk = os.statvfs(folder)
    free = disk.f_bavail * disk.f_frsize
    if free < _FREE_BYTES_NEEDED and not (folder / "postgres").exists():
        raise OSError(errno.ENOSPC, f"{free // 2**20} MiB are free")


def _folder_problem(folder: Path, error: OSError) -> str:
    advice = "choose another one with HAIMA_DATA_DIR"
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return f"The disk that holds the data folder {folder} is full ({error.strerror}); free some, or {advice}"
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return f"The data folder {folder} is not writable for this account ({error.strerror}); {advice}"
        case errno.ENOTDIR | errno.EEXIST:
            return f"The data folder {folder} is not a folder ({error.strerror}); {advice}"
        case _:
            return f"The data folder {folder} cannot be used ({error.strerror or error}); {advice}"


def _socket_folder(folder: Path, account: Account | None) -> Path:
    """Return a folder for the sockets, open to the stores' account alone; in the data folder if sockets work there."""
    sockets = folder / "run"
    if len(os.fsencode(sockets)) > _SOCKET_PATH_LIMIT or not _sockets_work(sockets):
        name = hashlib.blake2b(os.fsencode(folder), digest_size=8).hexdigest()
        sockets = Path(tempfile.gettempdir()) / f"haima-{name}"
        sockets.mkdir(mode=0o700, exist_ok=True)
    if sockets.stat().st_uid not in {0, os.geteuid(), account.uid if account else os.geteuid()}:
        raise SetupError(f"The folder {sockets} belongs to another account; remove it, then start again")
    sockets.chmod(0o700)
    if account is not None:
        os.chown(sockets, account.uid, account.gid)
        open_path(sockets, account)
    return sockets


def _sockets_work(sockets: Path) -> bool:
    sockets.mkdir(mode=0o700, exist_ok=True)
    probe = sockets / "probe.sock"
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(probe))
    except OSError:
        return False
    finally:
        probe.unlink(missing_ok=True)
    return True
