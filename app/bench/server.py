"""A server of the bench's own: `serve --embedded` on a free port, with a data folder that goes away with it."""

import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, Final

import app
from app.domain.errors import SetupError

START_SECONDS: Final = 120.0
_STOP_SECONDS: Final = 30.0
_READY: Final = re.compile(r"is ready: (http://\S+)")


@contextmanager
def own_server(data_dir: Path | None = None, extra: Mapping[str, str] | None = None) -> Iterator[tuple[str, Path]]:
    """Start a server and yield its base URL and data folder; a folder given is kept, else a temporary one is used.

    `extra` are settings (HAIMA_… variables) of this server alone.
    """
    with tempfile.TemporaryDirectory(prefix="haima-bench-") as temporary:
        folder = data_dir.resolve() if data_dir else Path(temporary) / "data"
        log_path = Path(temporary) / "server.log"
        with log_path.open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "app", "serve", "--embedded", "--port", "0", "--host", "127.0.0.1"],
                cwd=temporary,  # away from a .env that names the caller's stores
                env=_environment(folder) | dict(extra or {}),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        told = signal.signal(signal.SIGTERM, _end)  # else the server would outlive a bench that is told to stop
        try:
            yield _wait_until_ready(process, log_path), folder
        finally:
            signal.signal(signal.SIGTERM, told)
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _end(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)


def _environment(folder: Path) -> dict[str, str]:
    """The caller's settings, but never the caller's stores."""
    theirs = ("HAIMA_DATABASE_URL", "HAIMA_REDIS_URL", "HAIMA_DATA_DIR", "HAIMA_PORT", "HAIMA_HOST")
    kept = {name: value for name, value in os.environ.items() if name not in theirs}
    paths = [str(Path(app.__file__).parent.parent), *filter(None, [kept.get("PYTHONPATH")])]
    return kept | {"HAIMA_DATA_DIR": str(folder), "PYTHONPATH": os.pathsep.join(paths)}


def _wait_until_ready(process: "subprocess.Popen[str]", log_path: Path) -> str:
    lines: queue.Queue[str | None] = queue.Queue()
    if process.stdout is None:
        raise SetupError("The server of the bench has no output to read")
    threading.Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
    try:
        while (line := lines.get(timeout=START_SECONDS)) is not None:
            if found := _READY.search(line):
                return found.group(1)
    except queue.Empty:
        pass
    print(*log_path.read_text(errors="replace").splitlines()[-20:], sep="\n", file=sys.stderr)
    raise SetupError("The server of the bench did not start; what it said is above")


def _read(stream: IO[str], lines: "queue.Queue[str | None]") -> None:
    """Pass lines on to the end, so that the server never waits for a reader."""
    for line in stream:
        lines.put(line)
    lines.put(None)
