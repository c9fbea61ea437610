"""Starting and stopping a service: nothing is lost, nothing is left running, nobody outside gets in."""

import signal
import time
from pathlib import Path

import psutil
from cli_asking import refusal, save, window
from service_process import run_cli, serving


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
