"""Faults of the machine beneath: a full disk for PostgreSQL, and a clock that is set back."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import psycopg

from app.chaos.scene import Scene, mended
from app.domain.errors import SetupError

FULL_SECONDS: Final = 10.0
FREE_BYTES: Final = 160 * 1024 * 1024
BACK_SECONDS: Final = 5.0
_LIBRARIES: Final = ("/usr/lib", "/usr/local/lib")


async def full_disk(scene: Scene) -> None:
    """PostgreSQL's folder lies on a small disk that is full for a while; what it then needs it cannot have."""
    async with _on_a_small_disk(scene) as folder:
        filler = folder / "filler"
        free = os.statvfs(folder)
        with filler.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize)
        try:
            _write_until_full(scene)
            await asyncio.sleep(FULL_SECONDS)
        finally:
            filler.unlink()
        await _alive(scene)


def _write_until_full(scene: Scene) -> None:
    """Make sure of it: a table that would not fit has to be refused."""
    try:
        with psycopg.connect(scene.stack.stores.database_url, autocommit=True, connect_timeout=5) as connection:
            connection.execute("create table too_much as select repeat('x', 500) from generate_series(1, 99999)")
    except psycopg.OperationalError:  # DiskFull, or a server that went down with it
        return
    raise SetupError("the disk was not full")


async def _alive(scene: Scene) -> None:
    """Start PostgreSQL again where it went down; else leave it as it is."""
    postgres = scene.stack.stores.postgres
    if postgres is not None and postgres.process.poll() is not None:
        await mended(scene, "PostgreSQL")


@asynccontextmanager
async def _on_a_small_disk(scene: Scene) -> AsyncIterator[Path]:
    """Move the stopped server's folder to a small disk in memory, and back afterwards."""
    postgres = scene.stack.stores.postgres
    if postgres is None or os.geteuid() != 0 or shutil.which("mount") is None:
        raise SetupError("needs root, to mount a small disk in memory")
    folder = scene.stack.stores.folder / "postgres"
    await asyncio.to_thread(postgres.stop)
    with _mounted(folder):
        await mended(scene, "PostgreSQL")
        try:
            yield folder
        finally:
            if scene.stack.stores.postgres is not None:
                await asyncio.to_thread(scene.stack.stores.postgres.stop)
    await mended(scene, "PostgreSQL")


@contextmanager
def _mounted(folder: Path) -> Iterator[None]:
    kept = folder.with_name("postgres.kept")
    folder.rename(kept)
    folder.mkdir(mode=0o700)
    size = sum(path.lstat().st_size for path in kept.rglob("*")) + FREE_BYTES
    _run("mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "none", str(folder))
    try:
        _run("cp", "-a", f"{kept}/.", str(folder))
        try:
            yield
        finally:
            shutil.rmtree(kept)
            _run("cp", "-a", str(folder), str(kept))
    finally:
        _run("umount", "-l", str(folder))
        folder.rmdir()
        kept.rename(folder)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own commands
    if done.returncode:
        raise SetupError(f"{command[0]} failed: {done.stderr.strip()[-300:]}")


async def clock_back(scene: Scene) -> None:
    """A server and a worker whose clock is set back an hour while they run, and right again before they stop."""
    clock = scene.stack.folder / "clock"
    clock.write_text("+0")
    with scene.stack.with_environment(_faked(clock)):
        url = await asyncio.to_thread(scene.stack.start_server)
        await asyncio.to_thread(scene.stack.stop_workers)
        worker = scene.stack.start_worker()
        await asyncio.to_thread(worker.wait_until_ready)
    right, scene.urls[:] = list(scene.urls), [url]
    try:
        await asyncio.sleep(BACK_SECONDS)
        clock.write_text("-1h")
        await asyncio.sleep(2 * BACK_SECONDS)
    finally:
        clock.write_text("+0")  # the library makes absolute sleeps fail while the clock is away, so none may be begun
        scene.urls[:] = right
        await asyncio.to_thread(scene.stack.servers.pop().stop)
        await asyncio.to_thread(scene.stack.stop_workers)
        scene.stack.start_worker()


def _faked(clock: Path) -> dict[str, str]:
    found = next((path for place in _LIBRARIES for path in Path(place).glob("**/faketime/libfaketime.so.1")), None)
    if found is None:
        raise SetupError("needs libfaketime (the Debian package of that name), to set back the clock of a process")
    return {
        "LD_PRELOAD": str(found),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
