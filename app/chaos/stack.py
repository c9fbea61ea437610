"""A whole service in a folder of its own, whose processes can be stopped, frozen and killed one by one."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from app.domain.errors import SetupError
from app.embedded import EmbeddedStores, StoreOptions, start_stores

ROOT: Final = Path(__file__).parents[2]
START_SECONDS: Final = 240.0
STOP_SECONDS: Final = 30.0
_READY: Final = re.compile(r"is ready: (\S+)")
_WORKING: Final = "worker at work"


class Process:
    """One started command; what it says is kept in a file."""

    def __init__(self, arguments: list[str], environment: Mapping[str, str], log: Path, ready: re.Pattern[str]) -> None:
        self.log = log
        self._ready = ready
        with log.open("ab") as output:
            self.process = subprocess.Popen(  # noqa: S603 - our own commands
                [sys.executable, "-m", *arguments],
                cwd=log.parent,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def wait_until_ready(self) -> str:
        """Return what the pattern found in its output. Raises SetupError with the output where it ended instead."""
        deadline = time.monotonic() + START_SECONDS
        while not (found := self._ready.search(self.log.read_text())):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SetupError(f"A process did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)
        return found[found.re.groups]

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def stop(self) -> int:
        """SIGTERM, and wait; returns the exit code."""
        if self.running:
            self.process.terminate()
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def kill(self) -> None:
        """SIGKILL, and wait."""
        self.process.kill()
        self.process.wait()

    def children(self) -> list[int]:
        """Pids of its direct children."""
        return children_of(self.process.pid)


def children_of(pid: int) -> list[int]:
    """Return the direct children of a process (Linux)."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


class Stack:
    """The stores, servers and workers of one run."""

    def __init__(self, folder: Path, stores: EmbeddedStores, settings: Mapping[str, str]) -> None:
        self.folder = folder
        self.stores = stores
        self._settings = settings
        self._number = 0
        self.servers: list[Process] = []
        self.workers: list[Process] = []

    @property
    def environment(self) -> dict[str, str]:
        """What the processes run with: no HAIMA_* variable of ours but these."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HAIMA_")}
        return {
            **kept,
            "PYTHONPATH": str(ROOT),
            "HAIMA_DATABASE_URL": self.stores.database_url,
            "HAIMA_REDIS_URL": self.stores.redis_url,
            "HAIMA_DATA_DIR": str(self.folder / "unused"),
            **self._settings,
        }

    @contextmanager
    def with_environment(self, more: Mapping[str, str]) -> Iterator[None]:
        """Start processes with these variables as well, until the block ends."""
        before = self._settings
        self._settings = {**before, **more}
        try:
            yield
        finally:
            self._settings = before

    def command(self, *arguments: str) -> str:
        """Run a command of the service to its end; returns its stdout. Raises SetupError where it fails."""
        done = subprocess.run(  # noqa: S603 - our own commands
            [sys.executable, "-m", "app", *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
            check=False,
        )
        if done.returncode:
            raise SetupError(f"{' '.join(arguments)} failed: {done.stderr[-1000:]}")
        return done.stdout

    def start_server(self, port: int = 0) -> str:
        """Start a server without a worker; returns its address."""
        server = self._start(["app", "serve", "--no-worker", "--port", str(port)], _READY)
        self.servers.append(server)
        return server.wait_until_ready()

    def start_worker(self, dies_at: str | None = None) -> Process:
        """Start a worker, or one that kills itself at a step of archiving."""
        command = ["app", "worker"] if dies_at is None else ["app.chaos.dying_worker", dies_at]
        worker = self._start(command, re.compile(_WORKING))
        self.workers.append(worker)
        return worker

    def stop_workers(self) -> None:
        """Stop every worker."""
        for worker in self.workers:
            worker.stop()
        self.workers.clear()

    def stop(self) -> None:
        """Stop everything that was started."""
        for process in (*self.servers, *self.workers):
            process.process.send_signal(signal.SIGCONT)
            process.stop()
        self.stores.stop()

    def _start(self, arguments: list[str], ready: re.Pattern[str]) -> Process:
        self._number += 1
        return Process(arguments, self.environment, self.folder / f"process-{self._number}.log", ready)

    def postgres_pids(self) -> list[int]:
        """The postmaster and every backend."""
        if self.stores.postgres is None:
            return []
        postmaster = self.stores.postgres.process.pid
        return [postmaster, *children_of(postmaster)]

    def valkey_pid(self) -> int:
        """The key-value server."""
        if self.stores.valkey is None:
            raise SetupError("this run has no Valkey")
        return self.stores.valkey.process.pid


@contextmanager
def running_stack(settings: Mapping[str, str]) -> Iterator[Stack]:
    """Yield stores and nothing else yet, in a new folder below the temporary one; all goes away at the end."""
    with tempfile.TemporaryDirectory(prefix="haima-chaos-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        stack = Stack(folder, start_stores(folder / "stores", StoreOptions()), settings)
        try:
            yield stack
        finally:
            stack.stop()
