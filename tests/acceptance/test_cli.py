"""The command line as people use it: what it refuses is one sentence, what it runs stops cleanly."""

import contextlib
import errno
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from service_process import Serving, free_port, run_cli, serving
from typer.testing import CliRunner

from app.cli.commands import cli
from app.cli.serve import _bind_problem
from tests.folders import store_folder

COMMANDS = ["serve", "worker", "migrate", "keys", "replay", "export", "import", "doctor", "bench"]


def refusal(*arguments: str, cwd: Path, **variables: str) -> str:
    """Run a command that must refuse; return its one sentence."""
    done = run_cli(*arguments, cwd=cwd, **variables)
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if " INFO " not in line and "may now pass through" not in line]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("haima: ")
    return lines[0]


# --- What is refused --------------------------------------------------------------------------------------------------


def test_help_names_every_command() -> None:
    text = CliRunner().invoke(cli, ["--help"]).stdout
    assert all(f"\n  {command} " in text for command in COMMANDS)


@pytest.mark.parametrize("command", [*COMMANDS, "keys create", "keys list", "keys revoke", "bench recall", "settings"])
def test_each_help_says_what_it_does_and_shows_an_example(command: str) -> None:
    done = CliRunner().invoke(cli, [*command.split(), "--help"], prog_name="python -m app")
    assert done.exit_code == 0
    assert done.stdout.startswith(f"Usage: python -m app {command} ")
    assert "Example" in done.stdout
    assert f"python -m app {command.split()[0]}" in done.stdout.partition("Example")[2]


@pytest.mark.parametrize("command", ["serve", "worker", "migrate", "doctor"])
def test_a_missing_store_is_an_error_and_never_an_empty_database(command: str, tmp_path: Path) -> None:
    done = run_cli(command, cwd=tmp_path)
    assert done.returncode == 1
    assert "HAIMA_DATABASE_URL is not set" in done.stderr + done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_setting_that_does_not_fit(tmp_path: Path) -> None:
    assert "HAIMA_PORT" in refusal("serve", "--embedded", cwd=tmp_path, HAIMA_PORT="many")


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        text = refusal("serve", "--embedded", "--port", str(port), cwd=tmp_path)
    assert f"Port {port} on 127.0.0.1 is in use" in text
    assert "--port" in text
    assert not (tmp_path / ".haima").exists()


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    assert "192.0.2.1" in refusal("serve", "--embedded", "--host", "192.0.2.1", cwd=tmp_path)


@pytest.mark.parametrize(
    ("number", "said"), [(errno.EACCES, "may not listen"), (errno.EADDRNOTAVAIL, "no address"), (errno.EIO, "cannot")]
)
def test_what_is_said_of_a_port(number: int, said: str) -> None:
    assert said in _bind_problem("127.0.0.1", 80, OSError(number, os.strerror(number)))


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    text = refusal("serve", "--embedded", "--port", "0", cwd=tmp_path, HAIMA_DATA_DIR="file")
    assert "is not a folder" in text
    assert "HAIMA_DATA_DIR" in text


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    text = refusal("serve", "--embedded", "--port", "0", cwd=tmp_path, HAIMA_DATA_DIR="/proc/haima")
    assert "HAIMA_DATA_DIR" in text


def test_stores_that_do_not_answer(tmp_path: Path) -> None:
    variables = {
        "HAIMA_DATABASE_URL": "postgresql://haima:sesame@127.0.0.1:1/haima",
        "HAIMA_REDIS_URL": "redis://:sesame@127.0.0.1:1",
    }
    text = refusal("serve", "--port", "0", cwd=tmp_path, **variables)
    assert "PostgreSQL" in text
    assert "sesame" not in text


def test_an_export_without_a_service(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    assert "does not answer" in refusal("export", "--user", "u", "--out", "x", "--url", url, cwd=tmp_path)
    assert "cannot be read" in refusal("import", "missing.ndjson", "--url", url, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


# --- A service on embedded stores -------------------------------------------------------------------------------------


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


def save(url: str, text: str, **headers: str) -> httpx.Response:
    body = {"user_id": "u1", "session_id": "s1", "messages": [{"role": "user", "content": text}]}
    return httpx.post(f"{url}/v1/save", json=body, headers=headers, timeout=10)


def window(url: str) -> list[str]:
    answer = httpx.get(f"{url}/v1/session", params={"user_id": "u1", "session_id": "s1"}, timeout=10)
    assert answer.status_code == 200, answer.text
    return [message["content"] for message in answer.json()["window"]["messages"]]


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


def until_answered(url: str, seconds: float = 30.0) -> None:
    """Return when the service says that it and its stores are ready."""
    time.sleep(0.3)
    deadline = time.monotonic() + seconds
    while True:
        try:
            if httpx.get(f"{url}/readyz", timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        assert time.monotonic() < deadline, "it did not come back"
        time.sleep(0.1)


# --- Starting and stopping --------------------------------------------------------------------------------------------


def test_data_outlives_a_stop_and_a_kill(data_folder: Path) -> None:
    with serving("--embedded", "--port", "0", cwd=data_folder) as running:
        assert save(running.url, "first").status_code == 202
        begun = time.monotonic()
        assert running.stop(signal.SIGTERM) == 0
        assert time.monotonic() - begun < 10.0
        assert "Traceback" not in running.output
    with serving("--embedded", "--port", "0", cwd=data_folder) as running:
        assert save(running.url, "second").status_code == 202
        running.process.kill()
    with serving("--embedded", "--port", "0", cwd=data_folder) as running:
        assert window(running.url) == ["first", "second"]
        assert running.stop(signal.SIGINT) == 0


def test_nothing_is_left_running(data_folder: Path) -> None:
    with serving("--embedded", "--port", "0", "--workers", "2", cwd=data_folder) as running:
        processes = psutil.Process(running.process.pid).children(recursive=True)
        assert len([process for process in processes if "api-process" in process.cmdline()]) == 2
        running.process.kill()
        _, alive = psutil.wait_procs(processes, timeout=20)
        assert [process for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []


def test_without_a_key_nobody_outside_gets_in(data_folder: Path) -> None:
    arguments = ("serve", "--embedded", "--host", "0.0.0.0", "--port", "0")
    text = refusal(*arguments, cwd=data_folder)
    assert "without an API key" in text
    assert "keys create" in text
    made = run_cli("keys", "create", "--embedded", "--tenant", "acme", "--role", "service", cwd=data_folder)
    key = made.stdout.strip()
    with serving(*arguments[1:], cwd=data_folder) as running:
        assert save(running.url, "hello").status_code == 401
        assert save(running.url, "hello", Authorization=f"Bearer {key}").status_code == 202
        listed = run_cli("keys", "list", "--embedded", cwd=data_folder).stdout
        assert "acme" in listed
        assert key not in listed
        key_id = next(line.split()[0] for line in listed.splitlines() if "acme" in line)
        assert run_cli("keys", "revoke", key_id, "--embedded", cwd=data_folder).returncode == 0
        time.sleep(1.5)
        assert save(running.url, "hello", Authorization=f"Bearer {key}").status_code == 401
        assert key not in running.output
    assert "there is no key" in refusal("keys", "revoke", "nonsense", "--embedded", cwd=data_folder)


def test_stores_of_your_own_and_a_worker_apart(database_url: str, redis_url: str, tmp_path: Path) -> None:
    variables = {"HAIMA_DATABASE_URL": database_url, "HAIMA_REDIS_URL": redis_url, "HAIMA_LOG_FORMAT": "json"}
    with serving("--no-worker", "--port", "0", cwd=tmp_path, **variables) as running:
        assert "python -m app worker" in running.output
        assert save(running.url, "hello").status_code == 202
        assert not (tmp_path / ".haima").exists()
        assert running.stop() == 0
