"""How long `serve --embedded` takes to be ready on data that is there, and how much memory its processes hold."""

import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
from rich.table import Table

from app.bench.report import console, write_json
from app.bench.server import own_server

_WARM_SAVES: Final = 20
_SETTLE_SECONDS: Final = 120.0
_KINDS: Final = ("api-process", "worker")


@dataclass(frozen=True, slots=True)
class Start:
    """One configuration: seconds to ready on an empty folder and then on its data, resident MB by process."""

    embedder: str
    first_seconds: float
    again_seconds: list[float]
    resident_mb: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "embedder": self.embedder,
            "first_seconds": round(self.first_seconds, 2),
            "again_seconds": [round(one, 2) for one in self.again_seconds],
            "resident_mb": self.resident_mb,
        }


def measure_start(times: int, embedders: Sequence[str] = ("local", "none")) -> list[Start]:
    """Start with each embedder, `times` times each on existing data; print and write JSON."""
    found = [_measured(embedder, times) for embedder in embedders]
    table = Table(title="Start to ready, and resident memory after some calls", title_justify="left")
    for column in ("embedder", "first s", "again s (least)", "resident MB"):
        table.add_column(column)
    for one in found:
        held = ", ".join(f"{name} {size:.0f}" for name, size in one.resident_mb.items())
        table.add_row(one.embedder, f"{one.first_seconds:.1f}", f"{min(one.again_seconds):.1f}", held)
    console().print(table)
    console().print(f"written to {write_json('start', [one.as_dict() for one in found])}")
    return found


def _measured(embedder: str, times: int) -> Start:
    with tempfile.TemporaryDirectory(prefix="haima-bench-") as temporary:
        folder = Path(temporary) / "data"
        seconds: list[float] = []
        resident: dict[str, float] = {}
        for _ in range(times + 1):
            begun = time.perf_counter()
            with own_server(folder, {"HAIMA_EMBEDDER": embedder}) as (url, _):
                seconds.append(time.perf_counter() - begun)
                _use(url)
                resident = resident_mb()
    return Start(embedder, seconds[0], seconds[1:], resident)


def _use(url: str) -> None:
    """What every process loads at its first call, and wait until the worker has done all of it."""
    with httpx.Client(base_url=url, timeout=60.0) as client:
        for number in range(_WARM_SAVES):
            text = f"I live in town number {number} and like tea"
            body = {"user_id": "u", "session_id": "s", "messages": [{"role": "user", "content": text}]}
            client.post("/v1/save", json=body).raise_for_status()
        client.post("/v1/search", json={"user_id": "u", "query": "where do I live"}).raise_for_status()
        context = {"user_id": "u", "session_id": "s", "query": "tea", "token_budget": 500}
        client.post("/v1/build-context", json=context).raise_for_status()
        session = {"user_id": "u", "session_id": "s"}
        client.post("/v1/session/close", json=session).raise_for_status()
        deadline = time.monotonic() + _SETTLE_SECONDS
        while time.monotonic() < deadline:
            waiting = client.get("/v1/session", params=session).raise_for_status().json()["pending"]
            if not any(waiting.values()):
                break
            time.sleep(0.2)


def resident_mb() -> dict[str, float]:
    """Return the resident memory of the API process and the worker below this process, on Linux; else nothing."""
    found: dict[str, float] = {}
    for pid in _descendants(os.getpid()):
        arguments = _told(Path(f"/proc/{pid}/cmdline")).split(b"\0")
        kind = next((name for name in _KINDS if name.encode() in arguments), None)
        sizes = _told(Path(f"/proc/{pid}/statm")).split() if kind is not None else []
        if kind is not None and sizes:
            found[kind] = round(int(sizes[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)
    return found


def _told(file: Path) -> bytes:
    """Return what the system tells of a process, nothing if that has ended since it was listed."""
    try:
        return file.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def _descendants(pid: int) -> list[int]:
    found = []
    for thread in _listed(Path(f"/proc/{pid}/task")):
        for child in map(int, _told(thread / "children").split()):
            found += [child, *_descendants(child)]
    return found


def _listed(folder: Path) -> list[Path]:
    """Return what lies in a folder of the system's account of a process, nothing if that has ended."""
    try:
        return list(folder.iterdir())
    except (FileNotFoundError, ProcessLookupError):
        return []
