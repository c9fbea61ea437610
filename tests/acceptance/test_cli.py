"""The command line as people use it: what it refuses is one sentence."""

import errno
import os
import socket
from pathlib import Path

import pytest
from cli_asking import refusal
from service_process import free_port, run_cli
from typer.testing import CliRunner

from app.cli.commands import cli
from app.cli.serve import _bind_problem

COMMANDS = ["serve", "worker", "migrate", "keys", "replay", "export", "import", "doctor", "bench"]


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
