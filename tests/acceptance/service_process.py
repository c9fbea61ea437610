"""Runs `python -m app` as a process, and reads what it says."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 90.0


def environment(**variables: str) -> dict[str, str]:
    """Our environment without HAIMA_* variables, and with these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HAIMA_")}
    return {**kept, "PYTHONPATH": str(ROOT), **variables}


def run_cli(*arguments: str, cwd: Path, timeout: float = 60.0, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end in `cwd` (where no `.env` lies)."""
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=cwd,
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Serving:
    """A running `serve`, started with `serving`."""

    def __init__(self, process: "subprocess.Popen[bytes]", output: Path) -> None:
        self.process = process
        self._output = output
        self.url = ""

    @property
    def output(self) -> str:
        """Everything it has said on stdout and stderr until now."""
        return self._output.read_text()

    def wait_until_ready(self) -> None:
        """Return when it says that it is ready."""
        deadline = time.monotonic() + START_SECONDS
        while not (found := re.search(r"is ready: (\S+)", self.output)):
            assert self.process.poll() is None, self.output
            assert time.monotonic() < deadline, self.output
            time.sleep(0.05)
        self.url = found[1]

    def stop(self, signal_number: signal.Signals = signal.SIGTERM, seconds: float = 30.0) -> int:
        """Send the signal and return the exit code."""
        self.process.send_signal(signal_number)
        return self.process.wait(seconds)


@contextmanager
def serving(*arguments: str, cwd: Path, **variables: str) -> Iterator[Serving]:
    """Run `serve` with these arguments until the block ends; ready when the block begins."""
    with tempfile.NamedTemporaryFile(prefix="haima-test-", suffix=".log") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve", *arguments],
            cwd=cwd,
            env=environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        service = Serving(process, Path(output.name))
        try:
            service.wait_until_ready()
            yield service
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(30)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
