"""The benches of background work and of processes, run small."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.bench.archive import measure_archive
from app.bench.start import measure_start, resident_mb


async def test_the_archive_bench_archives_and_embeds_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = await measure_archive(3, 5)
    assert run.rounds == 12, "of each user all rounds but the one in the window"
    assert run.vectors > 0
    (written,) = (tmp_path / "bench-results").glob("archive-*.json")
    assert json.loads(written.read_text())["rounds_a_second"] > 0


@pytest.mark.slow
def test_the_start_bench_measures_both_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (found,) = measure_start(1, embedders=("none",))
    assert len(found.again_seconds) == 1
    assert set(found.resident_mb) == {"api-process", "worker"}
    assert all(20 < size < 2000 for size in found.resident_mb.values())


def test_processes_that_end_while_they_are_counted_are_left_out() -> None:
    ended = threading.Event()

    def come_and_go() -> None:
        while not ended.is_set():
            subprocess.run([sys.executable, "-S", "-c", ""], check=True)

    comers = [threading.Thread(target=come_and_go) for _ in range(4)]
    for one in comers:
        one.start()
    try:
        for _ in range(400):
            resident_mb()
    finally:
        ended.set()
        for one in comers:
            one.join()
