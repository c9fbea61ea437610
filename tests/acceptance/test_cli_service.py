"""A service on embedded stores as people run it: what it says, and what it does about processes that die."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from cli_asking import refusal, save, until_answered, window
from service_process import Serving, run_cli, serving

from tests.folders import store_folder


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A working folder for one service after another; its `.haima` is the data folder."""
    with store_folder() as name:
        yield name


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Serving]:
    """One `serve --embedded` for the tests that leave it running."""
    with serving("--embedded", "--port", "0", cwd=folder) as running:
        yield running


def child(service: Serving, word: str) -> psutil.Process:
    """The child process whose command line has this word."""
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        for process in psutil.Process(service.process.pid).children():
            with contextlib.suppress(psutil.Error):  # it may just have ended
                if any(word in part for part in process.cmdline()):
                    return process
        time.sleep(0.05)
    raise AssertionError(f"no child with {word}: {service.output}")


def test_it_says_where_it_is(service: Serving, folder: Path) -> None:
    assert service.url.startswith("http://127.0.0.1:")
    assert f"{service.url}/docs" in service.output
    assert str(folder / ".haima") in service.output
    assert httpx.get(f"{service.url}/docs").status_code == 200
    assert httpx.get(f"{service.url}/livez").status_code == 200
    assert httpx.get(f"{service.url}/readyz").status_code == 200


def test_a_second_instance_on_the_same_folder_is_refused(service: Serving, folder: Path) -> None:
    text = refusal("serve", "--embedded", "--port", "0", cwd=folder)
    assert f"held by another running instance (process {service.process.pid})" in text


def test_doctor_finds_nothing_wrong(service: Serving, folder: Path) -> None:
    done = run_cli("doctor", "--embedded", cwd=folder)
    assert done.returncode == 0, done.stdout
    assert "fail" not in done.stdout
    for subject in ("postgres", "pgvector", "schema", "valkey", "embedder", "clock", "disk", "settings"):
        assert subject in done.stdout


def test_doctor_says_what_to_mend(tmp_path: Path) -> None:
    variables = {"HAIMA_DATABASE_URL": "postgresql://u:sesame@127.0.0.1:1/x", "HAIMA_REDIS_URL": "redis://127.0.0.1:1"}
    done = run_cli("doctor", cwd=tmp_path, **variables, HAIMA_EMBEDDER="none")
    assert done.returncode == 1
    assert "start it, or correct HAIMA_DATABASE_URL" in done.stdout
    assert "start it, or correct HAIMA_REDIS_URL" in done.stdout
    assert "sesame" not in done.stdout + done.stderr


@pytest.mark.parametrize("command", ["serve", "worker", "doctor"])
def test_a_misspelt_variable_is_said_at_start(command: str, tmp_path: Path) -> None:
    stores = {"HAIMA_DATABASE_URL": "postgresql://u@127.0.0.1:1/x", "HAIMA_REDIS_URL": "redis://127.0.0.1:1"}
    done = run_cli(command, cwd=tmp_path, **stores, HAIMA_PORT="0", HAIMA_EMBEDDER="none", HAIMA_WINDOWS_ROUNDS="5")
    assert "HAIMA_WINDOWS_ROUNDS (in the environment) is no setting" in done.stdout + done.stderr
    assert "did you mean HAIMA_WINDOW_ROUNDS?" in done.stdout + done.stderr


def test_a_user_goes_out_and_comes_back(service: Serving, folder: Path) -> None:
    assert save(service.url, "My sister lives in Lisbon.").status_code == 202
    exported = run_cli("export", "--user", "u1", "--out", "u1.ndjson", "--url", service.url, cwd=folder)
    assert exported.returncode == 0, exported.stderr
    assert "Lisbon" in (folder / "u1.ndjson").read_text()
    erased = httpx.post(f"{service.url}/v1/forget", json={"user_id": "u1", "all": True, "erase": True}, timeout=30)
    assert erased.status_code == 200
    assert httpx.get(f"{service.url}/v1/memories", params={"user_id": "u1"}, timeout=10).json()["memories"] == []
    imported = run_cli("import", "u1.ndjson", "--url", service.url, cwd=folder)
    assert imported.returncode == 0, imported.stderr
    listed = httpx.get(f"{service.url}/v1/memories", params={"user_id": "u1"}, timeout=10).json()
    assert any("Lisbon" in memory["content"] for memory in listed["memories"])


def test_a_killed_worker_is_started_again(service: Serving) -> None:
    before = child(service, "worker")
    before.kill()
    deadline = time.monotonic() + 20
    while child(service, "worker").pid == before.pid:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert "the worker ended by itself (killed by SIGKILL)" in service.output


def test_a_killed_api_process_is_started_again(service: Serving) -> None:
    child(service, "api-process").kill()
    until_answered(service.url)


def test_a_killed_store_is_started_again_with_what_was_answered(service: Serving) -> None:
    texts = [f"round {number}" for number in range(2)]
    assert all(save(service.url, text).status_code == 202 for text in texts)
    child(service, "valkey-server").kill()
    until_answered(service.url)
    assert window(service.url)[-2:] == texts
    child(service, "bin/postgres").kill()
    until_answered(service.url)
    assert window(service.url)[-2:] == texts
